//! Tianyuan (天元), a Go engine: WTP v22 and GTP 2 over one game and one Monte-Carlo player.
//!
//! Data flows one way, from bytes to the board and back; each module uses only what stands to its
//! right. `tests/arrows.rs` holds the code to that.
//!
//! ```text
//! bytes -> session -> line -> protocol -> command -> engine -> search -> go
//! bytes <- session <- line <- protocol <- reply   <- engine <- search <- go
//!          charset
//! ```
//!
//! Game records stand beside that way; files and texts of any format become one neutral tree:
//!
//! ```text
//! storage <-> record_file <-> format <-> sgf, wei7_json, wei7_xml <-> record <-> go
//! ```
//!
//! A review brings both together: records go in, the engine looks, records and pages come out.
//!
//! The modules, in the order of their dependence:

#![warn(unreachable_pub)]

pub mod go;
pub mod tuning;
pub mod model;
pub mod net;
pub mod search;
pub mod clock;
pub mod printable;
pub mod streams;
pub mod cancel;
pub mod progress;
pub mod usage;
pub mod storage;
pub mod charset;
pub mod record;
pub mod adapt;
pub mod sgf;
pub mod wei7_xml;
pub mod wei7_json;
pub mod format;
pub mod record_file;
pub mod engine;
pub mod protocol;
pub mod session;
#[cfg(feature = "cli")]
pub mod arena;
pub mod training;
pub mod review;
#[cfg(feature = "cli")]
pub mod cli;
