//! What wei7 has no field for, kept as lines at the head of comments, and taken back from there.
//!
//! Each item is a line by the name that SGF gives it: `[SGF] EV=…`. What belongs to the game stands in the
//! comment at the root, what belongs to a node in its own.
//!
//! | file | what it does |
//! | --- | --- |
//! | `line` | the form of the lines |
//! | `version` | what 3.0 and 2.2 have otherwise |
//! | `game` | the table of the items of a game |
//! | `node` | the table of the items of a node |
//! | `event` | the events of nodes |
//! | `names` | which names are those of items |
//! | `parts` | the tree as wei7 can hold it |
//! | `keeping` | moves the notes of nodes into that tree |
//! | `keep` | moves items into comments |
//! | `take` | takes them back |
//!
//! It knows what wei7 has no field for, and the names that SGF gives to it; it does not know how files of
//! either format are written.

mod event;
mod game;
mod keep;
mod keeping;
mod line;
mod names;
mod node;
mod parts;
mod take;
mod version;
