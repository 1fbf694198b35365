//! Drives another engine over pipes, by GTP or WTP. The only module that starts programs.
//!
//! ```text
//! setup: command_line, commands, protocol_kind     answers: answers, move_report
//!                        connection -> process -> descendants
//!                             |           |
//!                           fault      talk_log
//! ```
//!
//! - `answers` parses responses: moves, dead stones, the engine's evaluation of its last move.
//! - `command_line` splits the command line of an engine into program and arguments.
//! - `commands` formats the commands that set up and run a game.
//! - `connection` sends commands and reads responses.
//! - `descendants` finds and kills the processes that an engine has started.
//! - `fault` lists the errors by which an engine loses a game.
//! - `move_report` parses responses to `kata-genmove_analyze`.
//! - `process` starts a program, reads its output in a thread and kills it in the end.
//! - `protocol_kind` is the protocol of an engine.
//! - `talk_log` logs the traffic and the standard error of an engine.

pub(crate) mod answers;
pub(crate) mod command_line;
pub(crate) mod commands;
pub(crate) mod connection;
pub(crate) mod descendants;
pub(crate) mod fault;
pub(crate) mod move_report;
pub(crate) mod process;
pub(crate) mod protocol_kind;
pub(crate) mod talk_log;
