//! The player.

pub mod clock;
pub mod report;

pub use clock::TimeControl;
pub use report::{Candidate, Report};
