//! All tuning parameters of the player, and their names; the style of play.

use std::fmt;

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

params! {
    /// Parameters of the choice among searched moves.
    #[derive(Copy)]
    MoveChoiceParams on &[Interface::Gtp, Interface::Json, Interface::Param]; {
        /// Temperature of the choice late in the game; 0 plays the best move.
        temperature: f64 = 0.0, "chosenMoveTemperature" in 0.0..=5.0;
        /// Temperature of the choice at the first move.
        temperature_early: f64 = 0.0, "chosenMoveTemperatureEarly" in 0.0..=5.0;
        /// Moves on a 19x19 board after which half of the difference between both temperatures is
        /// left.
        temperature_halflife: f64 = 19.0, "chosenMoveTemperatureHalflife" in 0.1..=100_000.0;
        /// Share of all moves below which the temperature applies; 1 applies it to all moves.
        temperature_only_below: f64 = 1.0, "chosenMoveTemperatureOnlyBelowProb" in 0.0..=1.0;
        /// Visits subtracted from every move, at most 1/64 of the best move's.
        subtract: f64 = 0.0, "chosenMoveSubtract" in 0.0..=1e10;
        /// Visits below which a move is not played, at most 1/64 of the best move's.
        prune: f64 = 1.0, "chosenMovePrune" in 0.0..=1e10;
    }
}

/// The way in which a level chooses its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlayStyle {
    /// By the engine's own policy and search.
    #[default]
    Engine,
    /// By the policy of the human net for the rank, with one evaluation per move.
    Human,
}

impl PlayStyle {
    /// All styles by name.
    pub const NAMES: &[&str] = &["engine", "human"];

    /// Returns the style of a name.
    pub fn from_name(name: &str) -> Option<PlayStyle> {
        match name {
            "engine" => Some(PlayStyle::Engine),
            "human" => Some(PlayStyle::Human),
            _ => None,
        }
    }
}

impl fmt::Display for PlayStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayStyle::Engine => "engine",
            PlayStyle::Human => "human",
        })
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
