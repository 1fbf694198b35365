//! The command line: arguments, and the jobs of the program that are no part of playing.

pub mod arguments;
pub mod bench;
mod interrupt;
mod language;
pub mod matches;
pub mod net_choice;
pub mod perft;
mod progress_bar;
pub mod records;
pub mod review;
pub mod speed;
pub mod status;
pub mod training;
