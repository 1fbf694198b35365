//! Clocks: time controls, and the time manager that computes how long a move may take.
//!
//! It does not know the search.
//!
//! | module | contents |
//! | --- | --- |
//! | `control` | time controls and the time left |
//! | `budget` | the time manager |
//! | `params` | its parameters |

mod budget;
mod control;
mod params;

pub use budget::{Budget, moves_to_go};
pub use control::{Clock, TimeControl};
pub use params::TimeParams;
