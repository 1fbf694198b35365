//! What the results of a match say of the difference in strength.
//!
//! Results are counted in units: single games, or pairs of games that share an opening with colours
//! changed. [`ScoreCounts`] has the likelihood of them, [`Estimate`] the difference in Elo with its
//! interval, [`Sprt`] the sequential test.

mod elo;
mod likelihood;
mod sprt;

pub use elo::{Estimate, elo, expected_score};
pub use likelihood::ScoreCounts;
pub use sprt::{Decision, Sprt};
