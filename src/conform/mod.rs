//! Whether an engine or a client keeps to WTP or GTP: dialogues that are played with it, and what they show.
//!
//! ```text
//! runner -> check -> dialogue -> text        runner -> dialogue_runner -> engine_io -> transport <- engine_process
//!                                                  |
//! report, json, junit -> runner                    pattern
//! ```
//!
//! - [`catalogue`] has the built-in checks, and reads checks from a folder.
//! - [`check`] is a dialogue with a number and a clause.
//! - [`client`] is the other side: an engine that judges its client.
//! - [`dialogue`] parses dialogues, which have the form of the project's transcripts.
//! - [`engine_io`] sends lines and reads responses.
//! - [`json`] and [`junit`] are reports for programs, [`report`] is the report for people.
//! - [`runner`] starts an engine for each check and judges.
//! - [`handshake`] opens a session and asks for the name and the commands of an engine.
//! - [`pattern`] compares lines with placeholders.
//! - [`dialogue_runner`] plays a dialogue over a [`transport`], and returns the first place where it differs.
//! - [`text`] carries out escapes and repetitions, and has the errors of files of dialogues and checks.
//! - [`transport`] is the interface to an engine that takes bytes and returns lines, and to one that is a process.

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
