//! Runs another engine over pipes with GTP or WTP. The only module that starts programs.
//!
//! ```text
//! setup: command_line, setup_commands, protocol_kind     responses: response_parser, genmove_analysis
//!                        connection -> process -> child_processes
//!                             |           |
//!                           engine_error      gtp_log
//! ```
//!
//! - `response_parser` parses responses: moves, dead stones, the engine's evaluation of its last move.
//! - `command_line` splits the command line of an engine into program and arguments.
//! - `setup_commands` formats the commands that set up and run a game.
//! - `connection` sends commands and reads responses.
//! - `child_processes` finds and kills the processes that an engine started.
//! - `engine_error` lists the errors by which an engine loses a game.
//! - `genmove_analysis` parses responses to `kata-genmove_analyze`.
//! - `process` starts a program, reads its output in a thread and finally kills it.
//! - `protocol_kind` is the protocol of an engine.
//! - `browser` opens pages in the browser.
//! - `gtp_log` logs the traffic and the standard error of an engine.

pub(crate) mod browser;
pub(crate) mod response_parser;
pub(crate) mod command_line;
pub(crate) mod setup_commands;
pub(crate) mod connection;
pub(crate) mod child_processes;
pub(crate) mod engine_error;
pub(crate) mod genmove_analysis;
pub(crate) mod process;
pub(crate) mod protocol_kind;
pub(crate) mod gtp_log;
