//! The program as a process: streams, signals, and text from elsewhere.

mod faults;
mod foreign_text;
mod interrupts;
mod mistaken_files;
mod processes;
mod standard_streams;
