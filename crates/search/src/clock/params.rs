//! The tuning parameters of the time manager.

use crate::tuning::{Interface, params};

params! {
    /// Parameters of the time manager: how the main time is divided by the phase of the game.
    TimeParams on &[Interface::Param]; {
        /// The part of the board that is filled where the opening ends (Pachi: 0.2).
        opening_end: f64 = 0.2, "timeOpeningEnd" in 0.0..=1.0;
        /// The part of the board that is filled where the endgame begins (Pachi: 0.4).
        endgame_start: f64 = 0.4, "timeEndgameStart" in 0.0..=1.0;
        /// The maximum time of a move as a multiple of its optimum (Pachi: 2).
        most_time: f64 = 2.0, "timeMaximum" in 1.0..=100.0;
    }
}
