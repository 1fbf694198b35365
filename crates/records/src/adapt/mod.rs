//! Adaptation of records to formats that can represent less.
//!
//! | file | contents |
//! | --- | --- |
//! | `sgf_facts` | adds facts as properties |
//! | [`embed`] | embeds items without a field in comments, and restores them |
//! | `private_property` | values of the private properties `XW*` |
//! | `property_point` | points in property values |
//! | `property_text` | escapes in property values |
//! | `marks` | replaces marks by marks that a format supports |
//! | `segments` | splits a record at positions that moves do not lead to |
//! | `rebase` | begins a new record at each split |
//! | `occupied_moves` | begins a new branch at each move that replaces a stone |
//! | `takebacks` | converts takebacks to variations |
//!
//! These modules know the SGF names of items that other formats lack. They do not read or write files of any format.

mod sgf_facts;
pub mod embed;
mod marks;
pub(crate) mod property_point;
pub(crate) mod private_property;
pub(crate) mod property_text;
mod segments;
mod rebase;
mod occupied_moves;
pub(crate) mod takebacks;
