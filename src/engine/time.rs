//! The engine's clocks.

use std::time::Duration;

use super::state::Engine;
use crate::clock::{Clock, TimeControl};
use crate::go::Color;
use crate::model::Model;

impl Engine {
    /// Sets the time control; both clocks start anew.
    pub fn set_time_control(&mut self, control: TimeControl) {
        // The move model is unpacked when it is first used: not in the short time of a first move.
        let _ = Model::embedded();
        self.time_control = control;
        self.clocks = [Clock::new(control); 2];
    }

    /// The time control in force.
    pub fn time_control(&self) -> TimeControl {
        self.time_control
    }

    /// Sets a player's clock. Where `stones` is 0, `left` is main time; else it is what is left of
    /// the byo-yomi period, and `stones` are the stones (Canadian) or periods (Japanese) left.
    pub fn set_time_left(&mut self, color: Color, left: Duration, stones: u32) {
        self.clocks[color.index()].set(left, stones);
    }
}
