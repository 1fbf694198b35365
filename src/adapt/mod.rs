//! Preparing a record for a format that can say less: comments that keep what has no field, mapped
//! marks, games that begin again where stones are set up, and the order in which a tree is written.
//!
//! It works on records; the formats write what it leaves.

mod event;
mod kept;
mod marks;
mod rebase;
pub(crate) mod unfold;
