//! Tests that need a process of their own, one at a time: they measure memory and time, install a panic hook, or hold
//! locks that another test's child process would inherit.
//!
//! `cargo test --test isolated NAME` runs the tests whose path contains the name, such as `cargo test --test isolated
//! fuzz::records`. Each test holds the guard of [`serial::alone`].

#[cfg(target_os = "linux")]
mod client_dies;
mod failing_disk;
mod file_faults;
mod fuzz;
mod latency;
mod long_games;
#[cfg(target_os = "linux")]
mod numbers;
mod support;
mod serial;
