//! Clocks: time controls, and the time manager that computes how long a move may take.
//!
//! It does not know the search.
//!
//! | module | contents |
//! | --- | --- |
//! | `control` | time controls and the time left |
//! | `budget` | the time manager |

mod budget;
mod control;

pub use budget::{Budget, TimeParams, moves_to_go};
pub use control::{Clock, TimeControl};
