//! Conformance tests of engines and clients for WTP and GTP, based on dialogues.
//!
//! ```text
//! runner -> check -> dialogue -> text        runner -> dialogue_runner -> engine_io -> transport <- engine_process
//!                                                  |
//! report, json, junit -> runner                    pattern
//! ```
//!
//! - [`catalogue`] has the built-in checks, and reads checks from a directory.
//! - [`check`] is a dialogue with a number and a clause.
//! - [`client`] tests clients with an engine that reports their violations.
//! - [`dialogue`] parses dialogues, in the same format as the project's transcripts.
//! - [`engine_io`] sends lines and reads responses.
//! - [`json`], [`junit`] and [`report`] format the report as JSON, JUnit XML and text.
//! - [`runner`] starts an engine for each check and determines the verdict.
//! - [`handshake`] opens a session and queries an engine's name and commands.
//! - [`pattern`] compares lines with placeholders.
//! - [`dialogue_runner`] runs a dialogue over a [`transport`] and returns the first difference.
//! - [`text`] resolves escapes and repetitions, and defines the parse errors of dialogues and checks.
//! - [`transport`] is the interface to an engine, with an implementation for processes.

pub mod catalogue;
pub mod check;
pub mod client;
pub mod dialogue;
pub mod engine_io;
pub mod json;
pub mod junit;
pub mod runner;
pub mod handshake;
pub mod pattern;
pub mod dialogue_runner;
pub mod report;
pub mod text;
pub mod transport;
