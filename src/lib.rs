//! Tianyuan (天元), a Go engine.

pub mod charset;
pub mod engine;
pub mod go;
pub mod protocol;
pub mod search;
pub mod session;
