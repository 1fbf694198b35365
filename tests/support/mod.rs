//! What several tests need: a talk with a session, and transcripts of such talks.
#![allow(dead_code, reason = "every test file is a crate of its own and uses its part of this")]

pub mod pattern;
pub mod talk;
pub mod transcript;
