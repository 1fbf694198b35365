//! Values that people and sites write in words: results, komi, days, times, handicaps.
//!
//! | module | contents |
//! | --- | --- |
//! | `letters` | unifies equivalent characters: full-width, traditional, fractions |
//! | `numeral` | numbers in digits and in Chinese, Korean and English numerals |
//! | `quantity` | a number with its unit: 3目半, 1又3/4子, 3½ |
//! | `lexicon`, `clause`, `result` | the vocabulary, clauses and grammar of results |
//! | `komi`, `dates`, `duration`, `stones` | the grammars of other properties |
//!
//! Each grammar accepts a text only as a whole: a value that is not understood, or that contradicts
//! itself, has no meaning here, so that the file keeps it as it is.

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
