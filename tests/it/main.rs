//! The integration tests, in one program: a folder for each subject. `cargo test --test it NAME` runs those whose path has
//! the name in it, as `cargo test --test it records::sgf`.
//!
//! They run at the same time in one process: none changes what belongs to the process as a whole, and each
//! has files of its own. What must have the process for itself is in `tests/isolated/`.

mod analysis;
mod conform;
mod distributed;
mod game;
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
mod support;
mod training;
