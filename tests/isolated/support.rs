//! Test support shared with `tests/it/`.
#![allow(dead_code)] // a part of it is needed here

#[path = "../it/support/board_vs_oracle.rs"]
pub mod board_vs_oracle;
#[path = "../it/support/session_properties.rs"]
pub mod session_properties;
#[path = "../it/support/folder.rs"]
pub mod folder;
#[path = "../it/support/oracle.rs"]
pub mod oracle;
#[path = "../it/support/random_katago_net.rs"]
pub mod random_katago_net;
#[path = "../it/support/random_net.rs"]
pub mod random_net;
#[path = "../it/support/random_player.rs"]
pub mod random_player;
#[path = "../it/support/record_properties.rs"]
pub mod record_properties;
#[path = "../it/support/seeded.rs"]
pub mod seeded;
#[path = "../it/support/line_client.rs"]
pub mod line_client;
#[path = "../it/support/transcript.rs"]
pub mod transcript;
