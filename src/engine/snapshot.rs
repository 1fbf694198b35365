//! The state that a client can set, for restoring it after an error.

use std::sync::Arc;

use super::game_info::GameInfo;
use super::state::Engine;
use crate::go::Game;
use crate::records::record::Record;
use crate::search::clock::{Clock, TimeControl};

/// The game of an engine with its data, and its clocks.
#[derive(Debug, Clone)]
pub(crate) struct EngineSnapshot {
    game: Game,
    loaded: Option<Arc<Record>>,
    sheet: GameInfo,
    time_control: TimeControl,
    clocks: [Clock; 2],
}

impl Engine {
    /// Returns the current game and clocks.
    pub(crate) fn snapshot(&self) -> EngineSnapshot {
        EngineSnapshot {
            game: self.game.clone(),
            loaded: self.loaded.clone(),
            sheet: self.sheet.clone(),
            time_control: self.time_control,
            clocks: self.clocks,
        }
    }

    /// Restores game and clocks.
    pub(crate) fn restore(&mut self, standing: EngineSnapshot) {
        let EngineSnapshot { game, loaded, sheet, time_control, clocks } = standing;
        (self.game, self.loaded, self.sheet) = (game, loaded, sheet);
        (self.time_control, self.clocks) = (time_control, clocks);
    }
}
