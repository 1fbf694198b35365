//! The tuning parameters of the time manager.

use crate::tuning::params;

params! {
    /// Parameters of the time manager: how the main time is divided by the phase of the game.
    TimeParams {
        /// Percent of the board that is filled where the opening ends (Pachi: 20).
        opening_end = 20,
        /// Percent of the board that is filled where the endgame begins (Pachi: 40).
        endgame_start = 40,
        /// The maximum time of a move in percent of its optimum (Pachi: 200).
        most_time = 200,
    }
}
