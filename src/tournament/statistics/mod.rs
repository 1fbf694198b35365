//! What the results of a match say of differences in strength.
//!
//! Between two engines results are counted in units: single games, or pairs of games that share an opening with
//! colours changed. [`ScoreCounts`] has the likelihood of them, [`Estimate`] the difference in Elo with its
//! interval, [`Sprt`] and [`SequentialTest`] the sequential test. Among more engines games are counted:
//! [`Crosstable`] has who won against whom, [`ratings`] the Elo of each.
//!
//! - `bradley_terry` has the ratings of more than two engines.
//! - `crosstable` counts results for each two engines.
//! - `elo` estimates the difference between two engines.
//! - `likelihood` counts the scores of units, and has their likelihood.
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
