//! The integration tests in one program, with a folder per subject. `cargo test --test it NAME` runs the tests whose
//! path contains the name, such as `cargo test --test it records::sgf`.
//!
//! The tests run in parallel in one process: none changes process-wide state, and each has its own files. Tests that
//! need a process of their own are in `tests/isolated/`.

mod analysis;
mod conform;
mod distributed;
mod game;
mod human;
mod model;
mod net;
mod play;
mod project;
mod protocol;
mod records;
mod review;
mod search;
mod serve;
mod session;
mod setup;
mod support;
mod territory;
mod training;
