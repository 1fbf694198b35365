//! All tuning parameters of the player, and their names.

use crate::search::Params;
use crate::search::clock::TimeParams;
use crate::search::params_macro::{Interface, ParamDefinition, ParamGroup, Parameter, params};

params! {
    /// Dynamic komi: the komi that searches of a handicap game use.
    HandicapParams on &[Interface::Param]; {
        /// Value of a handicap stone at the start, in points as estimated by playouts (Pachi: 8 for
        /// White); 0 disables dynamic komi.
        stone_worth: f64 = 8.0, "handicapStoneWorth" in 0.0..=100.0;
        /// Moves over which the value of handicap stones falls to 0 on a board of 361 points
        /// (Pachi: 200).
        stone_fades: u32 = 200, "handicapStoneFades" in 0..=1000;
    }
}

/// All tuning parameters of the player: of its search, its time manager and its handicap games.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlayerParams {
    /// Parameters of the search.
    pub search: Params,
    /// Parameters of the time manager.
    pub time: TimeParams,
    /// Parameters of handicap games.
    pub handicap: HandicapParams,
}

impl PlayerParams {
    /// Returns the rows of the settings table for all parameters of the player.
    pub fn definitions() -> impl Iterator<Item = &'static ParamDefinition> {
        Params::definitions().chain(TimeParams::definitions()).chain(HandicapParams::definitions())
    }

    /// Returns the parameter of a name, or `None` if no parameter has it.
    pub fn parameter(&mut self, name: &str) -> Option<&mut dyn Parameter> {
        (self.search.parameter(name))
            .or_else(|| self.time.parameter(name))
            .or_else(|| self.handicap.parameter(name))
    }
}
