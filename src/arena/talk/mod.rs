//! One engine: its process, the commands for it, its answers and its faults.

pub(super) mod answers;
pub(super) mod commands;
pub(super) mod connection;
pub(super) mod descendants;
pub(super) mod fault;
pub(super) mod move_report;
mod process;
pub(super) mod protocol_kind;
pub(super) mod talk_log;
