//! Fuzz tests with mutated inputs of all kinds.

mod board;
mod mutation;
mod random_session;
mod records;
mod sessions;
mod harness;
mod words;
