//! Adapting a record to a format that can say less.
//!
//! | file | what it does |
//! | --- | --- |
//! | `fact` | adds facts as properties |
//! | `kept` | keeps what has no field in a comment, and takes it back from there |
//! | `property_text` | the escapes in the values of properties |
//! | `marks` | replaces marks by others that a format has |
//! | `rebase` | begins a new record where stones are set up in the middle of a game |
//! | `event` | the name of the event as the name of the game |
//! | `unfold` | turns takebacks into variations |
//!
//! It changes records, and knows the names that SGF gives to what other formats have no field for. It
//! does not read or write the files of any format.

mod event;
mod fact;
mod kept;
mod marks;
pub(crate) mod property_text;
mod rebase;
pub(crate) mod unfold;
