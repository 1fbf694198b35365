//! The kind of a single costly move, and the reasons for its loss.

use serde::Serialize;

use super::game::find_reasons::find_reasons;
use super::game::move_review::Phase;
use super::game::reasons::LostMove;
use super::output::messages::{self, IN_ORDER};
use super::output::reason_text::sentence;
use super::position::evaluation::{PositionEvaluation, point_index};
use super::position::mistake_kind::{Mistake, MistakeKind};
use crate::engine::Report;
use crate::go::{Game, Move};
use crate::records::record::{Point, Position, Setup, Size};

/// The explanation of a costly move.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub(crate) struct MoveExplanation {
    /// The name and the criterion of the kind of mistake, each in Chinese and English; `None` without a kind.
    pub(crate) kind: Option<[[&'static str; 2]; 2]>,
    /// Sentences about the reasons, at most two, each in Chinese and English.
    pub(crate) reasons: Vec<[String; 2]>,
}

/// Explains the loss of a move of the player to move, from searches before and after the move.
pub(crate) fn explain_move(
    game: &Game,
    mv: Move,
    [before, after]: [&Report; 2],
) -> MoveExplanation {
    let (color, board_size) = (game.to_play(), game.size());
    let Some(size) = Size::new(board_size.lines(), board_size.lines()) else {
        return MoveExplanation::default();
    };
    let before = &PositionEvaluation::of(before, board_size, color);
    let after = &PositionEvaluation::of(after, board_size, !color);
    let played = point_index(board_size, mv);
    let Some(&better) = before.best().and_then(|best| best.line.first()) else {
        return MoveExplanation::default();
    };
    let number = game.turns().len() as u32 + 1;
    let is_opening = Phase::of(number, size) == Phase::Opening;
    let position = &position(game, size);
    let kind =
        MistakeKind::of(&Mistake { color, position, is_opening, played, better, before, after });
    let reasons = find_reasons(&LostMove { color, game, played, better, before, after });
    MoveExplanation {
        kind: kind.map(|kind| {
            let name = IN_ORDER.map(|language| messages::kind(kind, language));
            [name, IN_ORDER.map(|language| messages::criterion(kind, language))]
        }),
        reasons: reasons
            .iter()
            .map(|reason| IN_ORDER.map(|language| sentence(reason, color, size, language)))
            .collect(),
    }
}

fn position(game: &Game, size: Size) -> Position {
    let stones = game.board().stones();
    let stones = stones.map(|(color, point)| (Point::of(point, game.size()), Some(color)));
    let mut position = Position::new(size);
    position.set_up(&Setup::new(stones.collect()));
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Candidate, Report};
    use crate::go::{BoardSize, Color, Rules};

    #[test]
    fn lost_stones_give_kind_and_sentence() {
        let size = BoardSize::new(9).expect("a size");
        let mut game = Game::new(size, Rules::CHINESE);
        let at = |x, y| size.point(x, y);
        let own = [at(3, 3), at(3, 4), at(3, 5)];
        let other = [at(6, 6), at(6, 7), at(7, 6)];
        for (black, white) in own.into_iter().zip(other) {
            game.play(Color::Black, Move::Play(black)).expect("legal");
            game.play(Color::White, Move::Play(white)).expect("legal");
        }
        let report = |best, share: f64| Report {
            candidates: vec![Candidate {
                pv: vec![Move::Play(best)],
                ..Candidate::of(Move::Play(best))
            }],
            ownership: own.map(|stone| (stone, share)).to_vec(),
            ..Report::default()
        };
        // The player to move owns the shares: Black before the move, White after it.
        let reports = [&report(at(2, 3), 0.9), &report(at(2, 4), 0.9)];
        let found = explain_move(&game, Move::Play(at(8, 0)), reports);
        assert_eq!(found.kind.map(|[name, _]| name), Some(["死活", "Life and death"]));
        let due = "Black’s 3 stones at D6 probably die: \
                   Black’s share is 95 % before the move and 5 % after it.";
        assert_eq!(found.reasons[0][1], due);
        assert!(found.reasons[0][0].starts_with("黑 D6 处 3 子多半被杀"), "{:?}", found.reasons);
        let best = [&report(at(2, 3), 0.9), &report(at(2, 4), -0.9)];
        assert_eq!(explain_move(&game, Move::Play(at(2, 4)), best).kind, None, "nothing is lost");
    }
}
