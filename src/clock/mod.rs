//! Clocks: time controls, and the time manager that says how long a move may take.
//!
//! It does not know the search.

mod budget;
mod control;
mod params;

pub use budget::{Allotment, parts};
pub use control::{Clock, TimeControl};
pub use params::TimeParams;
