//! Embeds in comments what wei7 has no field for, and reads it back.
//!
//! Each item is a line with its SGF name: `[SGF] EV=…`. Items of the game are in the comment at the root, items of
//! a node in the comment of the node.
//!
//! | file | contents |
//! | --- | --- |
//! | `item_line` | the syntax of the lines |
//! | `items` | tables of the items, with their names |
//! | `split_tree` | the tree in a form that wei7 can hold |
//! | `write` | moves items into comments |
//! | `read` | restores them |
//!
//! It knows the fields that wei7 lacks and their SGF names, but not how files of either format are written.

mod items;
mod item_line;
mod split_tree;
mod read;
mod write;

pub use write::Shapes;
