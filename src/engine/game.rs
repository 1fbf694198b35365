//! The engine's game: new games, moves, setup positions and handicap stones.

use std::time::{Duration, Instant};

use super::dynamic_komi::DynamicKomi;
use super::errors::{GameLengthError, HandicapError, PlayError, UndoError};
use super::state::Engine;
use crate::go::{
    BoardSize, Color, Game, IllegalMove, Komi, Move, Point, Rules, SetupError, handicap,
};
use crate::records::record::RulesName;

impl Engine {
    /// Starts a new game on another board size. Rules, komi and time control are preserved; the clocks are reset.
    pub fn set_size(&mut self, size: BoardSize) {
        self.set_game(Game::new(size, *self.game.rules()));
        self.set_time_control(self.time_control);
    }

    /// Replaces the game and its rules, and clears all data of the previous game.
    ///
    /// Draws a new seed unless the user has set one.
    pub fn set_game(&mut self, game: Game) {
        // With the old seed, interrupted searches would lead to the same moves again.
        if self.settings.seed.is_none() {
            self.search.set_seed(rand::random());
        }
        self.game = game;
        self.loaded = None;
        self.sheet = std::mem::take(&mut self.sheet).next();
        self.dynamic_komi = DynamicKomi::default();
        self.hopeless_moves = [0; 2];
    }

    /// Sets the random seed of this and later games, and clears earlier search trees. With one thread and a playout
    /// limit, moves then depend only on the seed and the game.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = Some(seed);
        self.search.set_seed(seed);
        self.search.clear();
    }

    /// Returns the random seed of this game.
    pub fn seed(&self) -> u64 {
        self.search.seed()
    }

    /// Starts a new game. Size, rules, komi and time control are preserved.
    pub fn clear(&mut self) {
        self.set_size(self.game.size());
    }

    /// Sets the rules, including komi. The position is unchanged.
    pub fn set_rules(&mut self, rules: Rules) {
        self.sheet.set.rules = true;
        let is_komi_new = rules.komi != self.game.rules().komi;
        self.sheet.set.komi |= is_komi_new;
        let komi = if is_komi_new { rules.komi } else { self.chosen_rules.komi };
        self.chosen_rules = Rules { komi, ..rules };
        self.game.set_rules(rules);
    }

    /// Sets the name of the rules, since two names may have the same rules. It is written to records as long as it
    /// corresponds to the current rules.
    pub fn set_rules_name(&mut self, name: &str) {
        self.sheet.rules_name = RulesName::of_text(name);
    }

    /// Sets the komi.
    pub fn set_komi(&mut self, komi: Komi) {
        self.sheet.set.komi = true;
        self.chosen_rules.komi = komi;
        self.game.set_rules(Rules { komi, ..*self.game.rules() });
    }

    /// Checks whether the game may have another turn.
    ///
    /// # Errors
    /// Returns an error if it has [`Game::MOST_TURNS`] turns.
    pub fn can_add_turn(&self) -> Result<(), GameLengthError> {
        if self.game.turns().len() < Game::MOST_TURNS { Ok(()) } else { Err(GameLengthError) }
    }

    /// Plays a move of either colour, in or out of turn.
    ///
    /// # Errors
    /// Returns [`PlayError`] if the move is illegal or the game has reached the maximum length. The game is unchanged
    /// then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), PlayError> {
        self.can_add_turn()?;
        self.game.play(color, mv)?;
        self.record_turn(color, Instant::now(), false, None);
        Ok(())
    }

    /// Records the last turn of the game, which started at `start`.
    pub(super) fn record_turn(
        &mut self,
        color: Color,
        start: Instant,
        is_own: bool,
        left: Option<(Duration, u32)>,
    ) {
        self.sheet.add_turn(self.game.turns().len(), color, start, is_own, left);
    }

    /// Ends the game by resignation.
    ///
    /// # Errors
    /// Returns an error if the game has reached the maximum length.
    pub fn resign(&mut self, color: Color) -> Result<(), GameLengthError> {
        self.can_add_turn()?;
        self.game.resign(color);
        self.record_turn(color, Instant::now(), false, None);
        Ok(())
    }

    /// Undoes the last turns, all of them or none.
    ///
    /// # Errors
    /// Returns [`UndoError`] if fewer turns were played.
    pub fn undo(&mut self, turns: usize) -> Result<(), UndoError> {
        if turns > self.game.turns().len() {
            return Err(UndoError);
        }
        for _ in 0..turns {
            self.game.undo();
        }
        Ok(())
    }

    /// Starts a game from setup stones.
    ///
    /// # Errors
    /// Returns an error if the stones are not a valid position. The game is unchanged then.
    pub fn setup(&mut self, stones: &[(Color, Point)], to_play: Color) -> Result<(), SetupError> {
        self.set_game(Game::setup(self.game.size(), *self.game.rules(), stones, to_play)?);
        Ok(())
    }

    /// Sets the colour to play.
    pub fn set_to_play(&mut self, color: Color) {
        self.game.set_to_play(color);
    }

    /// Starts a game from the position after a sequence of moves. The sequence cannot be undone, but counts for ko
    /// and superko.
    ///
    /// # Errors
    /// Returns the index of the first illegal move, from 0, and the rule. The game is unchanged then.
    pub fn setup_by_moves(&mut self, series: &[(Color, Move)]) -> Result<(), (usize, IllegalMove)> {
        let mut game = Game::new(self.game.size(), *self.game.rules());
        for (index, &(color, mv)) in series.iter().enumerate() {
            game.play(color, mv).map_err(|illegal| (index, illegal))?;
        }
        game.reset_history();
        self.set_game(game);
        Ok(())
    }

    /// Places black handicap stones on an empty board; White plays next.
    ///
    /// # Errors
    /// Returns [`HandicapError`] if the board is not empty, no points are given, a point occurs twice, or a chain
    /// would have no liberties.
    pub fn set_handicap(&mut self, points: &[Point]) -> Result<(), HandicapError> {
        if self.game.board().stones().next().is_some() || !self.game.turns().is_empty() {
            return Err(HandicapError::BoardNotEmpty);
        }
        if points.is_empty() {
            return Err(HandicapError::BadPoints);
        }
        let stones: Vec<_> = points.iter().map(|&point| (Color::Black, point)).collect();
        self.setup(&stones, Color::White).map_err(|_| HandicapError::BadPoints)
    }

    /// Places 2 to 9 handicap stones on the fixed points of the board size. Returns the points.
    ///
    /// # Errors
    /// Returns [`HandicapError`] if the board is not empty, or its size has no points for this number of stones.
    pub fn fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = handicap::fixed(self.game.size(), stones);
        let points = points.ok_or(HandicapError::NumberOfStones)?;
        self.set_handicap(&points).map(|()| points)
    }

    /// Places handicap stones on points that the engine chooses. Returns the points.
    ///
    /// # Errors
    /// Returns [`HandicapError`] if the board is not empty, or the number of stones is below two or above half of the
    /// board.
    pub fn place_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = handicap::free(self.game.size(), stones);
        let points = points.ok_or(HandicapError::NumberOfStones)?;
        self.set_handicap(&points).map(|()| points)
    }
}
