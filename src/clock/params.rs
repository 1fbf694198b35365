//! The tuning parameters of the time manager.

use crate::tuning::params;

params! {
    /// How the main time is divided by the phase of the game.
    TimeParams {
        /// Percent of the board that is filled where the opening ends (Pachi: 20).
        opening_end = 20,
        /// Percent of the board that is filled where the endgame begins (Pachi: 40).
        endgame_start = 40,
        /// The most that a move may take, in percent of its budget (Pachi: 200).
        most_time = 200,
    }
}
