//! Test support shared with `tests/it/`.
#![allow(dead_code)] // a part of it is needed here

#[path = "../it/support/folder.rs"]
pub mod folder;
#[path = "../it/support/random_player.rs"]
pub mod random_player;
#[path = "../it/support/line_client.rs"]
pub mod line_client;
