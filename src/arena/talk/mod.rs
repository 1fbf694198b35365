//! One engine: its process, the commands for it, its answers and its faults.

pub(crate) mod answers;
pub(crate) mod commands;
pub(crate) mod connection;
pub(crate) mod descendants;
pub(crate) mod fault;
pub(super) mod move_report;
pub(crate) mod process;
pub(crate) mod protocol_kind;
pub(crate) mod talk_log;
