//! The engine's clocks.

use std::time::Duration;

use super::state::Engine;
use crate::go::Color;
use crate::nn::move_model::Model;
use crate::records::record::{Fact, Overtime};
use crate::search::clock::{Clock, TimeControl};

impl Engine {
    /// Sets the time control and resets both clocks.
    pub fn set_time_control(&mut self, control: TimeControl) {
        // The move model is decoded on first use: do it now, not within the time of a first move.
        let _ = Model::embedded();
        self.sheet.set.time = true;
        self.time_control = control;
        self.clocks = [Clock::new(control); 2];
    }

    /// Returns the time control.
    pub fn time_control(&self) -> TimeControl {
        self.time_control
    }

    /// Sets a player's clock. If `stones` is 0, `left` is main time; otherwise it is the rest of the byo-yomi period,
    /// and `stones` are the remaining stones (Canadian) or periods (Japanese).
    pub fn set_time_left(&mut self, color: Color, left: Duration, stones: u32) {
        let clock = &mut self.clocks[color.index()];
        clock.set(left, stones);
        let (reading, turns) = (clock.reading(), self.game.turns());
        let mut last = turns.iter().rev().map(|turn| turn.color);
        let colors = [last.next(), last.next()];
        self.sheet.set_time_left(turns.len(), colors, color, reading);
    }

    /// Returns a player's clock.
    #[cfg(feature = "cli")]
    pub(crate) fn clock(&self, color: Color) -> &Clock {
        &self.clocks[color.index()]
    }

    /// Sets a player's clock with its time control.
    #[cfg(feature = "cli")]
    pub(crate) fn set_clock(&mut self, color: Color, clock: Clock) {
        self.clocks[color.index()] = clock;
    }

    /// Subtracts the time of a move that another program chose.
    #[cfg(feature = "cli")]
    pub(crate) fn spend(&mut self, color: Color, used: Duration) {
        self.clocks[color.index()].spend(used);
    }

    /// Returns `true` if a clock runs: a time control is set, or the client has sent a time.
    pub(crate) fn has_clock(&self) -> bool {
        self.clocks.iter().any(|clock| clock.control() != TimeControl::Unlimited)
    }
}

/// Returns the properties of a time control for the record of a game.
pub fn time_record(control: TimeControl) -> Vec<Fact> {
    let (main, overtime) = match control {
        TimeControl::Unlimited => return Vec::new(),
        TimeControl::Absolute { main } => (main, None),
        TimeControl::ByoYomi { main, period, periods } => {
            (main, Some(Overtime::ByoYomi { period, periods }))
        }
        TimeControl::Canadian { main, period, stones } => {
            (main, Some(Overtime::Canadian { period, stones }))
        }
        TimeControl::Fischer { main, increment, .. } => {
            (main, Some(Overtime::Fischer { increment }))
        }
    };
    [Some(Fact::MainTime(main)), overtime.map(Fact::Overtime)].into_iter().flatten().collect()
}
