//! The game state that is sent to an engine behind the bridge: the internal state of WTP (内部状态, 4 of WTP).

use crate::engine::Engine;
use crate::go::{Action, BoardSize, Color, Game, Move, Point, Rules};
use crate::search::clock::TimeControl;

/// The complete game state that an engine needs before it is asked for a move.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GameState {
    /// The size of the board.
    pub size: BoardSize,
    /// The rules, including komi.
    pub rules: Rules,
    /// The time control.
    pub time: TimeControl,
    /// The initial position.
    pub start: Start,
    /// The turns since the initial position.
    pub turns: Vec<(Color, Action)>,
}

/// The initial position of a game.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Start {
    /// The Zobrist key of the position.
    key: u64,
    /// Its stones.
    pub stones: Vec<(Color, Point)>,
    /// The moves that led to it, including captured stones; empty if they are unknown.
    pub series: Vec<(Color, Move)>,
}

/// A sequence of moves and the resulting position.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Series {
    /// The moves.
    pub moves: Vec<(Color, Move)>,
    /// The Zobrist key of the position after them.
    pub key: u64,
}

impl GameState {
    /// Returns the state of an engine's game. `series` is the last move sequence that started a game, `before`
    /// an earlier state that may have the same initial position.
    pub(super) fn of(engine: &Engine, series: &Series, before: Option<&GameState>) -> GameState {
        let game = engine.game();
        let same =
            |state: &&GameState| state.size == game.size() && state.start.key == game.start_key();
        let start = before.filter(same).map(|state| state.start.clone());
        GameState {
            size: game.size(),
            rules: *game.rules(),
            time: engine.time_control(),
            start: start.unwrap_or_else(|| Start::of(game, series)),
            turns: game.turns().iter().map(|turn| (turn.color, turn.action)).collect(),
        }
    }

    /// Returns the state without resignations, for engines that do not treat them as turns.
    pub(super) fn without_resignations(mut self) -> GameState {
        self.turns.retain(|&(_, action)| action != Action::Resign);
        self
    }

    /// Returns `true` if two games differ at most in rules, time control and turns.
    pub(super) fn same_start(&self, other: &GameState) -> bool {
        self.size == other.size && self.start == other.start
    }
}

impl Start {
    fn of(game: &Game, series: &Series) -> Start {
        let key = game.start_key();
        let stones: Vec<_> = game.start().board().stones().collect();
        let known = key == series.key && !stones.is_empty();
        Start { key, stones, series: if known { series.moves.clone() } else { Vec::new() } }
    }

    /// Returns `true` if the position is a handicap: at least two black stones and no white stone.
    pub(super) fn is_handicap(&self) -> bool {
        self.stones.len() >= 2 && self.stones.iter().all(|&(color, _)| color == Color::Black)
    }

    /// Returns moves that lead to the position: the recorded sequence, or one move per stone. The colours
    /// alternate while stones of both remain.
    ///
    /// The order of the stones does not matter. A partial chain always has a liberty of the complete chain, or
    /// an adjacent point that is still to be filled. No stone is therefore captured, and no move is suicide.
    pub(super) fn moves(&self) -> Vec<(Color, Move)> {
        if !self.series.is_empty() {
            return self.series.clone();
        }
        let of = |color| self.stones.iter().filter(move |stone| stone.0 == color);
        let mut colors = Color::BOTH.map(of);
        let mut moves = Vec::with_capacity(self.stones.len());
        while moves.len() < self.stones.len() {
            let next = colors.iter_mut().filter_map(Iterator::next);
            moves.extend(next.map(|&(color, point)| (color, Move::Play(point))));
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Diagram;

    #[test]
    fn start_moves_recreate_position() {
        let text = ". O . X O\nO X O O .\nX . X O X\nX X X X .\nX O . . X";
        let diagram = Diagram::parse(text);
        let rules = Rules::CHINESE;
        let game = Game::setup(diagram.size, rules, &diagram.stones, Color::Black);
        let game = game.expect("every chain has a liberty");
        let start = Start::of(&game, &Series::default());
        let mut played = Game::new(diagram.size, rules);
        for (color, mv) in start.moves() {
            played.play(color, mv).expect("no stone is in the way of another");
        }
        assert_eq!(played.key(), game.key());
        let colors: Vec<_> = start.moves().iter().map(|mv| mv.0).collect();
        assert!(colors.windows(2).take(10).all(|pair| pair[0] != pair[1]), "{colors:?}");
    }
}
