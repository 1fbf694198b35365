//! Go game records: SGF, wei7 3.0 (JSON) and wei7 2.2 (XML), with charset conversion and atomic file writes.
//!
//! Every format is read into one neutral [`Record`](record::Record) and written from it. Errors in a file, and
//! information that a format cannot represent, become [`Diagnostic`](record::Diagnostic)s; reading never fails.
//!
//! ```
//! use tianyuan_records::charset::Charset;
//! use tianyuan_records::format::{self, Format};
//!
//! let reading = format::read(b"(;GM[1]FF[4]SZ[9];B[ee];W[ec])", Format::Sgf);
//! let writing = format::write(&reading.records, Format::Wei7, Charset::Utf8);
//! assert!(!writing.findings.has_errors());
//! assert_eq!(Format::detect(&writing.bytes), Some(Format::Wei7));
//! ```
//!
//! ```text
//! bytes <-> format <-> sgf, wei7_json, wei7_xml <-> adapt <-> record <-> go
//!                      charset
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | [`record`] | the neutral record and its findings |
//! | [`format`](mod@format) | detection of formats, reading and writing by format |
//! | [`sgf`], [`wei7_json`], [`wei7_xml`] | one format each |
//! | [`adapt`] | adapts a record to a format that can represent less |
//! | [`charset`] | charsets: detection, decoding, encoding |
//! | [`storage`] | reading with a limit, atomic writing, locks, directories |

#![warn(unreachable_pub)]

pub mod adapt;
pub mod charset;
pub mod format;
pub mod record;
pub mod sgf;
pub mod storage;
pub mod wei7_json;
pub mod wei7_xml;
