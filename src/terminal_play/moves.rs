//! Turns: the person's, the engine's, and taking them back.

use super::error::TerminalPlayError;
use super::session::{Answer, GamePhase, PlaySession};
use crate::go::{Action, Move, PointSet};
use crate::protocol::vertex;

impl PlaySession {
    /// The engine's turn: its move on the board, or how the game ends by it.
    ///
    /// # Errors
    /// Where the engine fails, which is a defect, or the game may have no more turns. The game stays as it was.
    pub(super) fn engine_turn(&mut self) -> Answer {
        let color = !self.person;
        self.engine.can_add_turn()?;
        let action = self.engine.guard(|engine| engine.genmove(color, &mut || false))?;
        if action == Action::Resign {
            self.engine.resign(color)?;
        }
        self.date();
        Ok(self.after_turn(action))
    }

    /// The person's move.
    ///
    /// # Errors
    /// Where it may not be played.
    pub(super) fn play(&mut self, mv: Move) -> Answer {
        self.check_in_progress()?;
        if self.is_engines_turn() {
            return Err(TerminalPlayError::NotYourTurn);
        }
        let size = self.game().size();
        let name = |mv: Move| mv.point().map_or("pass".into(), |point| vertex::vertex(size, point));
        let played = self.engine.play(self.person, mv);
        played.map_err(|reason| TerminalPlayError::of_move(name(mv), reason))?;
        self.date();
        Ok(match self.after_turn(Action::Move(mv)) {
            // The engine answers with the board.
            _ if self.stage == GamePhase::Playing => String::new(),
            end => end,
        })
    }

    /// The person gives up.
    ///
    /// # Errors
    /// Where the game is over.
    pub(super) fn resign(&mut self) -> Answer {
        if matches!(self.stage, GamePhase::Over(_)) {
            return Err(TerminalPlayError::Over);
        }
        self.engine.resign(self.person)?;
        self.date();
        Ok(self.after_turn(Action::Resign))
    }

    /// Takes back the last turn of the person and all that came after it.
    ///
    /// # Errors
    /// Where the person has had no turn.
    pub(super) fn undo(&mut self) -> Answer {
        let after = self.game().turns().iter().rev().position(|turn| turn.color == self.person);
        let turns = after.ok_or(TerminalPlayError::NothingToUndo)? + 1;
        self.engine.undo(turns).map_err(|_| TerminalPlayError::NothingToUndo)?;
        self.stage = GamePhase::Playing;
        Ok(self.position())
    }

    /// Refuses what belongs to a game that goes on, once both have passed or it is over.
    pub(super) fn check_in_progress(&self) -> Result<(), TerminalPlayError> {
        match self.stage {
            GamePhase::Playing => Ok(()),
            GamePhase::Agreeing(_) => Err(TerminalPlayError::Agreeing),
            GamePhase::Over(_) => Err(TerminalPlayError::Over),
        }
    }

    /// What is shown after a turn; puts the stage in force that follows from it.
    fn after_turn(&mut self, action: Action) -> String {
        if action == Action::Resign {
            self.stage = GamePhase::Over(PointSet::EMPTY);
            return self.result(&PointSet::EMPTY);
        }
        if self.game().passes() >= 2 { self.start_scoring() } else { self.position() }
    }

    /// Dates the game when its first turn was played.
    fn date(&mut self) {
        let now = self.environment.calendar.now();
        self.engine.set_game_date(&now);
    }
}
