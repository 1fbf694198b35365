//! Whether an engine or a client keeps to WTP or GTP: dialogues that are played with it, and what they show.
//!
//! ```text
//! kit -> check -> dialogue -> text        kit -> player -> hearing -> wire <- engine_process
//!                                                  |
//! report, json, junit -> kit                    pattern
//! ```
//!
//! - [`catalogue`] has the built-in checks, and reads checks from a folder.
//! - [`check`] is a dialogue with a number and a clause.
//! - [`client`] is the other side: an engine that judges its client.
//! - [`dialogue`] parses dialogues, which have the form of the project's transcripts.
//! - [`engine_process`] is a [`wire`] to a process.
//! - [`hearing`] sends lines and reads responses.
//! - [`json`] and [`junit`] are reports for programs, [`report`] is the report for people.
//! - [`kit`] starts an engine for each check and judges.
//! - [`opening`] opens a session and asks for the name and the commands of an engine.
//! - [`parse_error`] has the errors of files of dialogues and checks.
//! - [`pattern`] compares lines with placeholders.
//! - [`player`] plays a dialogue over a [`wire`].
//! - [`text`] carries out escapes and repetitions.
//! - [`trouble`] is the first place where a dialogue differs.
//! - [`wire`] is the interface to whatever takes bytes and gives lines.

pub mod catalogue;
pub mod check;
pub mod client;
pub mod dialogue;
pub mod engine_process;
pub mod hearing;
pub mod json;
pub mod junit;
pub mod kit;
pub mod opening;
pub mod pattern;
pub mod parse_error;
pub mod player;
pub mod report;
pub mod text;
pub mod trouble;
pub mod wire;
