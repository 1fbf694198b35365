//! The program: its command line, and the jobs besides playing.

pub mod analysis;
pub mod arguments;
pub mod bench;
pub mod bridge;
#[cfg(feature = "postgres")]
mod claims;
pub mod conform;
mod conform_client;
pub mod exit_status;
mod files;
mod help;
mod interrupt;
pub mod label;
mod language;
pub mod logging;
mod match_file;
pub mod match_merge;
pub mod matches;
pub mod net;
pub mod net_choice;
mod net_file;
pub mod perft;
pub mod play;
pub mod program;
mod progress_bar;
mod ranks;
pub mod records;
pub mod review;
mod session;
pub mod speed;
pub mod status;
mod terminal;
pub mod training;
mod values;
