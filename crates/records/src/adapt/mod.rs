//! Adaptation of records to formats that can represent less.
//!
//! | file | what it does |
//! | --- | --- |
//! | `sgf_facts` | adds facts as properties |
//! | [`embed`] | embeds items without a field in comments, and restores them |
//! | `private_property` | values of the private properties `XW*` |
//! | `property_point` | the points in the values of properties |
//! | `property_text` | the escapes in the values of properties |
//! | `marks` | replaces marks by others that a format has |
//! | `segments` | cuts a record where moves do not lead from one position to the next |
//! | `rebase` | begins a new record there |
//! | `occupied_moves` | begins a new branch there, where a move replaces a stone |
//! | `takebacks` | turns takebacks into variations |
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
