//! Recovers the game from panics inside the engine, which are defects of the program.
//!
//! The panic hook logs their location.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use super::state::Engine;
use crate::go::Game;
use crate::records::record::Record;

/// A caught panic inside the engine. The game is restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("internal error")]
pub struct InternalError;

impl Engine {
    /// Runs an action on the engine and catches panics. The cost does not grow with the length of the game.
    ///
    /// # Errors
    /// Returns [`InternalError`] if the action panicked. The game and its loaded record are restored, and the search
    /// tree is empty.
    pub fn guard<T>(&mut self, action: impl FnOnce(&mut Engine) -> T) -> Result<T, InternalError> {
        let before = (self.game.clone(), self.loaded.clone());
        // Unwind safe, because `recover` replaces everything that the panic may have left inconsistent.
        let done = panic::catch_unwind(AssertUnwindSafe(|| action(self)));
        done.map_err(|_| {
            self.recover(before);
            InternalError
        })
    }

    fn recover(&mut self, (game, loaded): (Game, Option<Arc<Record>>)) {
        self.game = game;
        self.loaded = loaded;
        // The state of the tree is unknown.
        self.search = self.search.sibling();
        self.own_move_position = None;
        self.own_pass = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;
    use crate::go::{BoardSize, Color, Move, Rules};

    #[test]
    fn guard_restores_game_after_panic() {
        let settings = Settings { threads: 2, memory: 1, seed: Some(1), ..Settings::default() };
        let mut engine = Engine::new(settings, BoardSize::new(5).expect("a size"), Rules::CHINESE);
        let point = engine.game().size().points().next().expect("a point");
        engine.play(Color::Black, Move::Play(point)).expect("it is legal");
        let panicking = engine.guard(|engine| {
            engine.play(Color::White, Move::Pass).expect("it is legal");
            engine.ponder(&mut || false);
            // During a search of two threads without a limit.
            engine.choose(Color::Black, &mut || panic!("as it should"));
        });
        assert_eq!(panicking, Err(InternalError));
        assert_eq!(engine.game().turns().len(), 1);
        assert_eq!(engine.guard(|engine| engine.game().to_play()), Ok(Color::White));
    }
}
