//! The program as a process: streams, signals and untrusted text.

mod exit_statuses;
mod faults;
mod untrusted_text;
mod mistaken_files;
mod processes;
mod standard_streams;
