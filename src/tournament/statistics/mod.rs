//! Statistics of match results: differences in strength.
//!
//! For two engines, results are counted in units: single games, or pairs of games with the same opening and
//! swapped colours. [`ScoreCounts`] computes their likelihood, [`Estimate`] the difference in Elo with its
//! interval. [`Sprt`] and [`SequentialTest`] implement the sequential test. For more engines, games are
//! counted: [`Crosstable`] has the results of each pair, [`ratings`] computes the Elo of each engine.
//!
//! - `bradley_terry` computes the ratings of more than two engines.
//! - `crosstable` counts results for each pair of engines.
//! - `elo` estimates the difference between two engines.
//! - `likelihood` counts the scores of units and computes their likelihood.
//! - `sprt` is the sequential test.

mod bradley_terry;
mod crosstable;
mod elo;
mod likelihood;
mod sprt;

pub use bradley_terry::{Rating, ratings};
pub use crosstable::Crosstable;
pub use elo::{Estimate, elo, expected_score};
pub use likelihood::ScoreCounts;
pub use sprt::{Decision, SequentialTest, Sprt};
