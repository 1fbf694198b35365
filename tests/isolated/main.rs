//! Tests that must have the process for themselves, one at a time: they measure memory and time, put a panic
//! hook in, or hold locks that a process which another test starts would hold too.
//!
//! `cargo test --test isolated NAME` runs those whose path has the name in it, as `cargo test --test isolated
//! fuzz::records`. Each test holds the answer of [`serial::alone`].

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
