//! Tianyuan (天元), a Go engine.

pub mod bench;
pub mod charset;
pub mod cpu_time;
pub mod engine;
pub mod go;
pub mod perft_command;
pub mod protocol;
pub mod search;
pub mod session;
pub mod speed;
