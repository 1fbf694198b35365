//! Tianyuan (天元), a Go engine.

pub mod go;
pub mod search;
pub mod engine;

pub mod perft_command;
