//! Moves of the user and the engine, resignation and undo.

use super::error::TerminalPlayError;
use super::session::{Answer, GamePhase, PlaySession};
use crate::go::{Action, Move, PointSet};
use crate::protocol::vertex;

impl PlaySession {
    /// Plays the engine's turn.
    ///
    /// # Errors
    /// Returns an error if the engine fails or the game has reached the maximum length. The game is unchanged then.
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

    /// Plays the user's move.
    ///
    /// # Errors
    /// Returns an error if the move is not allowed.
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
            // The board is printed after the engine's reply.
            _ if self.stage == GamePhase::Playing => String::new(),
            end => end,
        })
    }

    /// Resigns for the user.
    ///
    /// # Errors
    /// Returns an error if the game is over.
    pub(super) fn resign(&mut self) -> Answer {
        if matches!(self.stage, GamePhase::Over(_)) {
            return Err(TerminalPlayError::Over);
        }
        self.engine.resign(self.person)?;
        self.date();
        Ok(self.after_turn(Action::Resign))
    }

    /// Undoes the user's last turn and all later turns.
    ///
    /// # Errors
    /// Returns an error if the user has not played.
    pub(super) fn undo(&mut self) -> Answer {
        let after = self.game().turns().iter().rev().position(|turn| turn.color == self.person);
        let turns = after.ok_or(TerminalPlayError::NothingToUndo)? + 1;
        self.engine.undo(turns).map_err(|_| TerminalPlayError::NothingToUndo)?;
        self.stage = GamePhase::Playing;
        Ok(self.position())
    }

    /// Returns an error if both players have passed or the game is over.
    pub(super) fn check_in_progress(&self) -> Result<(), TerminalPlayError> {
        match self.stage {
            GamePhase::Playing => Ok(()),
            GamePhase::Agreeing(_) => Err(TerminalPlayError::Agreeing),
            GamePhase::Over(_) => Err(TerminalPlayError::Over),
        }
    }

    /// Returns the output after a turn, and updates the phase of the game.
    fn after_turn(&mut self, action: Action) -> String {
        if action == Action::Resign {
            self.stage = GamePhase::Over(PointSet::EMPTY);
            return self.result(&PointSet::EMPTY);
        }
        if self.game().passes() >= 2 { self.start_scoring() } else { self.position() }
    }

    /// Sets the date of the game after its first turn.
    fn date(&mut self) {
        let now = self.environment.calendar.now();
        self.engine.set_game_date(&now);
    }
}
