//! What a client can set in an engine: to be put back where something fails later.

use std::sync::Arc;

use super::game_info::GameInfo;
use super::state::Engine;
use crate::go::Game;
use crate::records::record::Record;
use crate::search::clock::{Clock, TimeControl};

/// The game of an engine with all that belongs to it, and its clocks.
#[derive(Debug, Clone)]
pub(crate) struct EngineSnapshot {
    game: Game,
    loaded: Option<Arc<Record>>,
    sheet: GameInfo,
    time_control: TimeControl,
    clocks: [Clock; 2],
}

impl Engine {
    /// The game and the clocks as they are now.
    pub(crate) fn snapshot(&self) -> EngineSnapshot {
        EngineSnapshot {
            game: self.game.clone(),
            loaded: self.loaded.clone(),
            sheet: self.sheet.clone(),
            time_control: self.time_control,
            clocks: self.clocks,
        }
    }

    /// Puts game and clocks back.
    pub(crate) fn restore(&mut self, standing: EngineSnapshot) {
        let EngineSnapshot { game, loaded, sheet, time_control, clocks } = standing;
        (self.game, self.loaded, self.sheet) = (game, loaded, sheet);
        (self.time_control, self.clocks) = (time_control, clocks);
    }
}
