//! Parsers for values that people and sites write in words: results, komi, dates, times, handicaps.
//!
//! | module | contents |
//! | --- | --- |
//! | `letters` | normalises equivalent characters: full-width and traditional forms |
//! | `numeral` | numbers in digits and in Chinese, Korean and English numerals |
//! | `quantity` | a number with its unit: 3目半, 1又3/4子, 3½ |
//! | `lexicon`, `clause`, `result` | vocabulary, clauses and grammar of results |
//! | `komi`, `dates`, `duration`, `stones` | grammars of other properties |
//!
//! Each grammar must match the entire text. A value that is not understood or contradictory is rejected, and the file
//! preserves it verbatim.

mod quantity;
mod clause;
mod dates;
mod komi;
mod letters;
mod lexicon;
mod numeral;
mod result;
mod duration;
mod stones;

pub(super) use dates::days;
pub(super) use duration::seconds;
pub(super) use komi::{Conventions, KomiReading, komi};
pub(super) use result::{ResultReading, result};
pub(super) use stones::stones;
