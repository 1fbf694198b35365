//! Evaluations of positions by a net, for the threads of a search and for single questions.
//!
//! It does not know the tree.

use std::sync::Arc;

use crate::go::{Board, BoardSize, Color, Game, Move, Scoring};
use crate::net::katago::{self, Inputs};
use crate::net::{
    Circumstances, Evaluator, Features, LAST_MOVES, Net, NetOutput, Planes, Symmetry,
};
use crate::with_words;

use super::evaluation_cache::{EvaluationCache, key_of};
use super::node::WIN;
use super::root::moves_of_game;

/// The most memory that one evaluation takes, in bytes.
pub(super) const EVALUATION_BYTES: usize = 2 * BoardSize::STANDARD.area() * size_of::<f32>() + 128;

/// Evaluates positions for one thread, through a cache that all threads share.
#[derive(Debug)]
pub(super) struct NetEvaluator<'n> {
    evaluator: Evaluator<'n>,
    cache: &'n EvaluationCache<NetOutput>,
    /// How the board is turned for the net.
    symmetry: Symmetry,
    scoring: Scoring,
    /// What White receives beside the board, in half points.
    komi: i32,
}

impl<'n> NetEvaluator<'n> {
    /// An evaluator for games under a scoring and komi, for which the board is turned by a symmetry; all
    /// that the cache holds must be of this net and symmetry.
    pub(super) fn new(
        net: &'n Net,
        cache: &'n EvaluationCache<NetOutput>,
        symmetry: Symmetry,
        scoring: Scoring,
        komi: i32,
    ) -> NetEvaluator<'n> {
        NetEvaluator { evaluator: net.evaluator(), cache, symmetry, scoring, komi }
    }

    /// The net's output for the player to move; `None` on a board that the net is not for.
    ///
    /// `stones` is the key of the stones, `last` are the moves before, the latest first.
    pub(super) fn evaluate<const W: usize>(
        &mut self,
        board: &Board<W>,
        stones: u64,
        color: Color,
        last: [Option<Move>; LAST_MOVES],
    ) -> Option<Arc<NetOutput>> {
        let beside = Circumstances { last, komi: self.komi, scoring: self.scoring };
        let (evaluator, symmetry, lines) =
            (&mut self.evaluator, self.symmetry, board.size().lines());
        self.cache.get_or_evaluate(key_of(board, stones, color, self.komi, self.scoring), || {
            let planes = Planes::of(&Features::of(board, color, &beside));
            if symmetry == Symmetry::IDENTITY {
                return evaluator.evaluate(&planes);
            }
            Some(evaluator.evaluate(&planes.turned(symmetry))?.turned_back(lines, symmetry))
        })
    }
}

/// The owners of the points of a game's position with a colour to move, Black positive, row by row
/// from the top left; without a cache. `None` on a board that the net is not for.
pub(super) fn owners_once(net: &Net, game: &Game, color: Color) -> Option<Vec<f32>> {
    let output = net.evaluator().evaluate(&planes_of(game, color))?;
    Some(output.ownership.iter().map(|owner| color.sign() as f32 * owner).collect())
}

/// The planes of a game's position with a colour to move.
pub(super) fn planes_of(game: &Game, color: Color) -> Planes {
    let mut all = moves_of_game(game);
    let last = std::array::from_fn(|_| all.next());
    let (komi, scoring) = (game.compensation(), game.rules().scoring);
    let beside = Circumstances { last, komi, scoring };
    with_words!(game.size(), W => {
        Planes::of(&Features::of(&game.board().resized::<W>(), color, &beside))
    })
}

/// What [`owners_once`] answers, by a net of KataGo's.
pub(super) fn katago_owners_once(net: &katago::Net, game: &Game, color: Color) -> Vec<f32> {
    let inputs = Inputs::of_game(game, color, net.model().pass_alive_under_suicide);
    let output = net.evaluator().evaluate(&inputs);
    output.ownership().map(|owner| color.sign() as f32 * owner).collect()
}

/// What a net says of a leaf, from Black's side.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LeafEvaluation {
    /// Black's winning probability, from 0 to [`WIN`].
    pub(super) black_wins: i32,
    /// Black's score in points.
    pub(super) score: f32,
    /// How much Black will own each point, -1 to 1, row by row from the top left.
    pub(super) ownership: Vec<f32>,
}

impl LeafEvaluation {
    /// The output for a player to move, turned to Black's side.
    pub(super) fn of(output: &NetOutput, color: Color) -> LeafEvaluation {
        // Beyond any board: a mean stays finite whatever a net says.
        const MOST: f32 = 1000.0;
        let sign = color.sign() as f32;
        // The sigmoid of the logit of winning.
        let black_wins = 1.0 / (1.0 + libm::expf(-output.value * sign));
        LeafEvaluation {
            black_wins: (black_wins * WIN as f32) as i32,
            score: (sign * output.score).clamp(-MOST, MOST),
            ownership: output.ownership.iter().map(|owner| sign * owner).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_for_white_is_turned_to_black() {
        let ownership = vec![0.25];
        let output = NetOutput { policy: Vec::new(), pass: 0.0, value: 0.0, score: 3.5, ownership };
        let expected =
            LeafEvaluation { black_wins: WIN as i32 / 2, score: -3.5, ownership: vec![-0.25] };
        assert_eq!(LeafEvaluation::of(&output, Color::White), expected);
    }
}
