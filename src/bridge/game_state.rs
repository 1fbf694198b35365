//! What an engine behind the bridge is told of the game: the internal state of WTP (内部状态, 4 of WTP).

use crate::engine::Engine;
use crate::go::{Action, BoardSize, Color, Game, Move, Point, Rules};
use crate::search::clock::TimeControl;

/// All that an engine is told of a game, before it is asked for a move.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GameState {
    /// The size of the board.
    pub size: BoardSize,
    /// The rules, komi among them.
    pub rules: Rules,
    /// The time control.
    pub time: TimeControl,
    /// The position that the game begins with.
    pub start: Start,
    /// The turns since then.
    pub turns: Vec<(Color, Action)>,
}

/// The position that a game begins with.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Start {
    /// The Zobrist key of the position.
    key: u64,
    /// Its stones.
    pub stones: Vec<(Color, Point)>,
    /// The moves that led to it, which may be more than its stones; empty where none are known.
    pub series: Vec<(Color, Move)>,
}

/// A series of moves and the position that it led to.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Series {
    /// The moves.
    pub moves: Vec<(Color, Move)>,
    /// The Zobrist key of the position after them.
    pub key: u64,
}

impl GameState {
    /// The state of an engine's game. `series` is the last series of moves that began a game, `before`
    /// a state of it that may have the same start.
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

    /// The state without resignations, for engines to which they are no turns.
    pub(super) fn without_resignations(mut self) -> GameState {
        self.turns.retain(|&(_, action)| action != Action::Resign);
        self
    }

    /// Whether two games are the same but for rules, time and turns.
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

    /// Whether it is a handicap: two black stones or more, and no white one.
    pub(super) fn is_handicap(&self) -> bool {
        self.stones.len() >= 2 && self.stones.iter().all(|&(color, _)| color == Color::Black)
    }

    /// Moves that lead to the position: the series that did, or one stone after the other, the colours
    /// by turns as long as there are stones of both.
    ///
    /// The stones can be played in any order: a chain of some of them has a liberty of the whole chain, or a
    /// point next to it where a stone is still to come. So none is captured, and no move is suicide.
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
    fn stones_can_be_played_in_their_order() {
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
