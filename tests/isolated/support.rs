//! What these tests share with those of `tests/it/`.
#![allow(dead_code)] // a part of it is needed here

#[path = "../it/support/agreement.rs"]
pub mod agreement;
#[path = "../it/support/answered.rs"]
pub mod answered;
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
#[path = "../it/support/record_trial.rs"]
pub mod record_trial;
#[path = "../it/support/seeded.rs"]
pub mod seeded;
#[path = "../it/support/talk.rs"]
pub mod talk;
#[path = "../it/support/transcript.rs"]
pub mod transcript;
