//! A game whose positions are evaluated: start position, turns and metadata.

use crate::go::rng::mix;
use crate::go::{Action, BoardSize, Color, Game, KoRule, Komi, Move, Point, Rules};
use crate::records::record::NotPlayableError;
use crate::training::{GameError, GameResult};

/// The bit of a turn that marks White; the other bits are the move code.
const WHITE: u16 = 1 << 15;

/// The reason why a line or record contains no usable game.
#[derive(Debug, thiserror::Error)]
pub(super) enum LabelGameError {
    #[error(transparent)]
    Words(#[from] GameError),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Record(#[from] NotPlayableError),
    #[error("no game in the file")]
    Missing,
    #[error("the board size must be from 2 to 25")]
    Size,
    #[error("invalid komi")]
    Komi,
    #[error("move {number}: {reason}")]
    Move { number: usize, reason: String },
}

/// A game whose moves are legal under simple ko with multi-stone suicide, regardless of its own rules.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LabelGame {
    /// The board size.
    pub size: BoardSize,
    /// The komi, if known.
    pub komi: Option<Komi>,
    /// The result.
    pub result: GameResult,
    /// The stones of the start position.
    stones: Box<[(Color, Point)]>,
    /// Colours and moves, two bytes each: there may be tens of millions.
    turns: Box<[u16]>,
}

impl LabelGame {
    /// Creates a game from the empty board.
    pub(super) fn from_empty(
        size: BoardSize,
        turns: impl IntoIterator<Item = (Color, Move)>,
        result: GameResult,
    ) -> LabelGame {
        let turns = turns.into_iter().map(packed).collect();
        LabelGame { size, komi: None, result, stones: Box::default(), turns }
    }

    /// Creates a game from a start position.
    pub(super) fn of(mut game: Game, komi: Option<Komi>, result: GameResult) -> LabelGame {
        let played = game.turns().iter().map_while(|turn| match turn.action {
            Action::Move(mv) => Some(packed((turn.color, mv))),
            Action::Resign => None,
        });
        let turns = played.collect();
        while game.undo().is_some() {}
        let stones = game.board().stones().collect();
        LabelGame { size: game.size(), komi, result, stones, turns }
    }

    /// Returns the turns: colours and moves.
    pub(super) fn turns(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Color, Move)> + ExactSizeIterator {
        self.turns.iter().map(|&turn| unpacked(turn))
    }

    /// Returns the number of turns up to and including two consecutive passes.
    pub(super) fn turns_to_end(&self) -> usize {
        let mut last = None;
        let end = self
            .turns()
            .position(|(_, mv)| last.replace(mv) == Some(Move::Pass) && mv == Move::Pass);
        end.map_or(self.turns.len(), |second| second + 1)
    }

    /// Visits the positions before some turns (sorted) under the given rules, as long as `visit` returns `true`.
    pub(super) fn positions_before(
        &self,
        turns: &[u32],
        rules: Rules,
        mut visit: impl FnMut(&Game, Color, usize) -> bool,
    ) {
        let lenient = most_permissive(rules);
        let begins = self.turns().next().map_or(Color::Black, |(color, _)| color);
        let game = Game::setup(self.size, lenient, &self.stones, begins);
        let mut game = game.expect("the setup stones are legal");
        let mut due = turns.iter().map(|&turn| turn as usize).peekable();
        for (turn, (color, mv)) in self.turns().enumerate() {
            let Some(&next) = due.peek() else { return };
            if next == turn {
                due.next();
                game.set_rules(rules);
                game.set_to_play(color);
                if !visit(&game, color, turn) {
                    return;
                }
                game.set_rules(lenient);
            }
            game.play(color, mv).expect("the moves were checked for legality");
        }
    }

    /// Returns a hash of the game, combined with an earlier hash.
    pub(super) fn sum(&self, before: u64) -> u64 {
        let result = Color::BOTH
            .map(|color| self.result.margin(color) as u64 ^ self.result.won(color) as u64);
        let stones = self.stones.iter().map(|&(color, point)| packed((color, Move::Play(point))));
        let words = stones.chain([u16::MAX]).chain(self.turns.iter().copied()).map(u64::from);
        let words = words.chain([self.size.lines() as u64]).chain(result);
        words.fold(before, |sum, word| mix(sum ^ word).wrapping_add(word))
    }
}

/// Returns rules that allow every move that any rules allow.
pub(super) fn most_permissive(rules: Rules) -> Rules {
    Rules { ko: KoRule::Simple, multi_stone_suicide: true, ..rules }
}

fn packed((color, mv): (Color, Move)) -> u16 {
    mv.code() | if color == Color::White { WHITE } else { 0 }
}

fn unpacked(turn: u16) -> (Color, Move) {
    let color = if turn & WHITE == 0 { Color::Black } else { Color::White };
    (color, Move::from_code(turn & !WHITE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_to_end_stops_after_two_passes() {
        let size = BoardSize::new(9).expect("a size");
        let [here, there] = [size.point(2, 2), size.point(6, 6)].map(Move::Play);
        let game = |moves: &[Move]| {
            let turns = Color::BOTH.into_iter().cycle().zip(moves.iter().copied());
            LabelGame::from_empty(size, turns, GameResult::parse("?"))
        };
        let pass = Move::Pass;
        assert_eq!(game(&[here, pass, there]).turns_to_end(), 3);
        assert_eq!(game(&[here, pass, pass, there]).turns_to_end(), 3);
        assert_eq!(game(&[here, pass, there, pass]).turns_to_end(), 4);
        let played = game(&[here, pass, there]);
        let turns = [(Color::Black, here), (Color::White, pass), (Color::Black, there)];
        assert!(played.turns().eq(turns));
        assert_ne!(played.sum(1), game(&[here, there, pass]).sum(1));
        let mut seen = Vec::new();
        played.positions_before(&[0, 2], Rules::CHINESE, |game, color, turn| {
            seen.push((color, turn, game.board().stones().count(), game.passes()));
            true
        });
        assert_eq!(seen, [(Color::Black, 0, 0, 0), (Color::Black, 2, 1, 1)]);
    }
}
