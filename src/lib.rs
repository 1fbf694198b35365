//! Tianyuan (天元), a Go engine.

pub mod engine;
pub mod go;
pub mod search;
