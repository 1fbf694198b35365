//! The command line: arguments, and the jobs of the program that are no part of playing.

pub mod arguments;
pub mod bench;
pub mod net_choice;
pub mod perft;
pub mod records;
pub mod speed;
