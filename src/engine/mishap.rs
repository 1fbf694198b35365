//! A panic while the engine works: a defect of ours, which must not take the game with it.
//!
//! Where it comes from is the panic hook's to tell.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use super::{Engine, Game};
use crate::record::Record;

/// Something panicked; the game is as it was before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("internal error")]
pub struct Mishap;

impl Engine {
    /// Does something with the engine that ought not to panic.
    ///
    /// # Errors
    /// Where it does all the same. The game is then what it was, with the record that it was loaded
    /// from, and what the search knew is forgotten, since nobody knows what state that is in. This
    /// costs the same however long the game is.
    pub fn guard<T>(&mut self, action: impl FnOnce(&mut Engine) -> T) -> Result<T, Mishap> {
        let before = (self.game.clone(), self.loaded.clone());
        // Nothing that the panic may have left half done is looked at again.
        let done = panic::catch_unwind(AssertUnwindSafe(|| action(self)));
        done.map_err(|_| {
            self.recover(before);
            Mishap
        })
    }

    fn recover(&mut self, (game, loaded): (Game, Option<Arc<Record>>)) {
        self.game = game;
        self.loaded = loaded;
        self.search = self.search.sibling();
        self.moved_to = None;
        self.passed_on = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;
    use crate::go::{BoardSize, Color, Move, Rules};

    #[test]
    fn the_game_is_as_it_was_before() {
        let settings = Settings { threads: 2, memory: 1, seed: Some(1), ..Settings::default() };
        let mut engine = Engine::new(settings, BoardSize::new(5).expect("a size"), Rules::CHINESE);
        let point = engine.game().size().points().next().expect("a point");
        engine.play(Color::Black, Move::Play(point)).expect("it is legal");
        let panicking = engine.guard(|engine| {
            engine.play(Color::White, Move::Pass).expect("it is legal");
            engine.ponder(&mut || false);
            // In the midst of a search of two threads, which no limit ends.
            engine.choose(Color::Black, &mut || panic!("as it should"));
        });
        assert_eq!(panicking, Err(Mishap));
        assert_eq!(engine.game().turns().len(), 1);
        assert_eq!(engine.guard(|engine| engine.game().to_play()), Ok(Color::White));
    }
}
