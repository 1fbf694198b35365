//! Adapting a record to a format that can say less.
//!
//! | file | what it does |
//! | --- | --- |
//! | `kept` | keeps what has no field in a comment, and takes it back from there |
//! | `marks` | replaces marks by others that a format has |
//! | `rebase` | begins a new record where stones are set up in the middle of a game |
//! | `event` | the name of the event as the name of the game |
//! | `unfold` | the order in which the nodes of a tree are written |
//!
//! It changes records; it does not read or write the bytes of any format.

mod event;
mod kept;
mod marks;
mod rebase;
pub(crate) mod unfold;
