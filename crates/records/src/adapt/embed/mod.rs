//! Embeds in comments what wei7 has no field for, and reads it back.
//!
//! Each item is a line with its SGF name: `[SGF] EV=…`. Items of the game are in the root's comment, items of a node
//! in the node's comment.
//!
//! | file | contents |
//! | --- | --- |
//! | `item_line` | the syntax of item lines |
//! | `items` | the tables of items and their names |
//! | `split_tree` | splits the tree into a form that wei7 supports |
//! | `write` | moves items into comments |
//! | `read` | restores items from comments |
//!
//! This module knows the fields that wei7 lacks and their SGF names, but not how either format is written.

mod items;
mod item_line;
mod split_tree;
mod read;
mod write;

pub use write::Shapes;
