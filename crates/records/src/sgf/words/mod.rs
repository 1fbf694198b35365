//! Values that people and sites write in words: results, komi, days, times, handicaps.
//!
//! ```text
//! letters    characters that mean the same become one: full-width, traditional, fractions
//! numeral    numbers in digits, in Chinese, Korean and English numerals
//! amount     a number with its unit: 3目半, 1又3/4子, 3½
//! lexicon    the words of results
//! result     their grammar
//! komi, dates, seconds, stones
//! ```
//!
//! Each grammar accepts a text only as a whole: a value that is not understood, or that contradicts
//! itself, has no meaning here, so that the file keeps it as it is.
//!
//! | module | contents |
//! | --- | --- |
//! | `clause` | a clause of a result |

mod amount;
mod clause;
mod dates;
mod komi;
mod letters;
mod lexicon;
mod numeral;
mod result;
mod seconds;
mod stones;

pub(super) use dates::days;
pub(super) use komi::{Conventions, KomiReading, komi};
pub(super) use result::{ResultReading, result};
pub(super) use seconds::seconds;
pub(super) use stones::stones;
