//! Whether an engine or a client keeps to WTP or GTP: dialogues that are played with it, and what they show.
//!
//! ```text
//! kit -> check -> dialogue -> text        kit -> player -> hearing -> wire <- engine_process
//!                                                  |
//! report, json, junit -> kit                    pattern
//! ```
//!
//! - [`dialogue`] reads the form of the files, which the transcripts of the project have too.
//! - [`player`] plays one with whatever is behind a [`wire`]: a process, or a session of this program.
//! - [`check`] is a dialogue with a number and a clause; [`catalogue`] has those that the program brings.
//! - [`kit`] starts an engine for each check and judges; [`report`], [`json`] and [`junit`] tell.
//! - [`client`] is the other side: an engine that judges the client which speaks with it.

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
