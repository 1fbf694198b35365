//! Time controls, and the time manager that computes the time budget of a move.
//!
//! Independent of the search.
//!
//! | module | contents |
//! | --- | --- |
//! | `time_control` | time controls and the time left |
//! | `time_manager` | the time manager |

mod time_manager;
mod time_control;

pub use time_control::{Clock, TimeControl};
pub use time_manager::{Budget, TimeParams, moves_to_go};
