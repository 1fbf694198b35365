//! Saves the game without overwriting files unless confirmed; hints and estimates.

use super::error::TerminalPlayError;
use super::session::{Answer, GamePhase, PlaySession};
use crate::engine::{AnalysisRequest, InternalError, Report};
use crate::sanitize::printable_line;
use std::path::Path;

impl PlaySession {
    /// Writes the record atomically, in the format of the file extension.
    ///
    /// # Errors
    /// Returns an error if the file exists and `overwrite` is not set, or cannot be written. Its content is unchanged
    /// then.
    pub(super) fn save(&mut self, file: &str, overwrite: bool) -> Answer {
        let path = Path::new(file);
        if !overwrite && path.symlink_metadata().is_ok() {
            return Err(TerminalPlayError::Exists(printable_line(file).into_owned()));
        }
        let saved = self.environment.save_game(&self.engine, path);
        saved.map_err(|reason| TerminalPlayError::of_saving(file, &reason))?;
        self.saved = Some(self.place());
        Ok(self.words.saved(&printable_line(file)))
    }

    /// Returns `true` if there are unsaved turns.
    pub(super) fn is_unsaved(&self) -> bool {
        !self.game().turns().is_empty() && self.saved != Some(self.place())
    }

    /// Returns the position and the number of turns.
    fn place(&self) -> (u64, usize) {
        (self.game().key(), self.game().turns().len())
    }
}

/// The maximum number of moves in a hint.
const MOST_MOVES: usize = 3;

impl PlaySession {
    /// Returns the engine's candidate moves for the user, best first.
    ///
    /// # Errors
    /// Returns an error if both players have passed, the game is over, or the engine fails.
    pub(super) fn hint(&mut self) -> Answer {
        self.check_in_progress()?;
        let report = self.search()?;
        let best = report.candidates.iter().take(MOST_MOVES);
        let lines = best.map(|candidate| self.words.candidate(self.game(), candidate));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    /// Returns an estimate of the result, or the score after two passes.
    ///
    /// # Errors
    /// Returns an error if the engine fails.
    pub(super) fn score(&mut self) -> Answer {
        match self.stage {
            GamePhase::Agreeing(_) => Ok(self.dead_stones_prompt()),
            GamePhase::Over(dead) => Ok(self.result(&dead)),
            GamePhase::Playing => {
                let report = self.search()?;
                let color = self.game().to_play();
                Ok(self.words.estimate(color, report.score_lead, report.winrate))
            }
        }
    }

    /// Searches the position for the player to move, at full strength and with the time of one move.
    fn search(&mut self) -> Result<Report, InternalError> {
        let settings = self.engine.settings();
        let (playouts, visits) = (settings.playouts, settings.visits);
        let time = (playouts.is_none() && visits.is_none()).then_some(settings.move_time);
        let color = self.game().to_play();
        let request = AnalysisRequest { time, playouts, visits, ..AnalysisRequest::of(color) };
        self.engine.guard(|engine| engine.analyze(&request, &mut || false, &mut |_| {}))
    }
}
