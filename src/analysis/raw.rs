//! What is known of a position before a search: the net's own evaluation and policy.

use crate::go::{Color, Game, Point};
use crate::model::{Model, UNITS};
use crate::net::{Nets, Symmetry};
use crate::search::{NetAnswer, RawEvaluation};

/// A position as it looks without a search.
#[derive(Debug, Clone)]
pub(super) struct Raw {
    /// What a net of ours says; the search for nets of KataGo's tells that by itself.
    pub(super) evaluation: Option<RawEvaluation>,
    /// The probability of each point, row by row from the top left, and then of a pass; -1 where a move is
    /// illegal. The others sum to 1. Where no net is for the board it is the move model's. Empty unless
    /// it was asked for.
    pub(super) policy: Vec<f64>,
}

impl Raw {
    /// Asks the net for the board, where its answer is needed, and the move model for a policy where there
    /// is no net.
    pub(super) fn of(game: &Game, color: Color, nets: &Nets, with_policy: bool) -> Raw {
        let net = nets.of(game.size()).filter(|net| with_policy || net.own().is_some());
        let net = net.and_then(|net| NetAnswer::of(game, net, color, Symmetry::IDENTITY, 0.0));
        let policy = match &net {
            _ if !with_policy => Vec::new(),
            Some(net) => {
                let points = net.policy.iter().map(|it| it.map_or(-1.0, f64::from));
                points.chain([f64::from(net.pass)]).collect()
            }
            None => policy_of_model(game, color),
        };
        Raw { evaluation: net.as_ref().map(evaluation), policy }
    }
}

fn evaluation(net: &NetAnswer) -> RawEvaluation {
    let variance = net.score_square - net.score * net.score;
    let uncertainty = net.uncertainty.as_ref();
    RawEvaluation {
        winrate: f64::from(net.win) + 0.5 * f64::from(net.no_result),
        no_result: net.no_result.into(),
        score_lead: net.lead.into(),
        score_selfplay: net.score.into(),
        score_stdev: f64::from(variance.max(0.0)).sqrt(),
        // The net tells by how much a difference of probabilities errs, which is twice as much.
        winrate_error: uncertainty.map(|it| 0.5 * f64::from(it.value_error)),
        score_error: uncertainty.map(|it| it.score_error.into()),
    }
}

/// The softmax of the move model's scores. A pass, which it does not know, counts as a move with score 0.
fn policy_of_model(game: &Game, color: Color) -> Vec<f64> {
    let (board, size) = (game.board(), game.size());
    let scores = Model::embedded().scores(board, color, game.last_points());
    let odds = |score: i32| (f64::from(score) / f64::from(UNITS)).exp();
    let odds_of = |point: Point| {
        let is_legal = game.is_legal(color, point).is_ok();
        // A legal move that fills an eye is never played by the model.
        is_legal.then(|| if board.is_playable(color, point) { odds(scores[point]) } else { 0.0 })
    };
    let points: Vec<Option<f64>> = size.points_from_top().map(odds_of).collect();
    let pass = odds(0);
    let sum: f64 = pass + points.iter().flatten().sum::<f64>();
    let points = points.iter().map(|odds| odds.map_or(-1.0, |odds| odds / sum));
    points.chain([pass / sum]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Move, Rules};

    #[test]
    fn a_policy_sums_to_one_and_has_no_illegal_moves() {
        for (lines, nets) in [(9, Nets::embedded().clone()), (7, Nets::default())] {
            let size = BoardSize::new(lines).expect("a size");
            let mut game = Game::new(size, Rules::CHINESE);
            game.play(Color::Black, Move::Play(size.point(0, lines - 1))).expect("legal");
            let raw = Raw::of(&game, Color::White, &nets, true);
            assert_eq!(raw.policy.len(), lines * lines + 1);
            assert_eq!(raw.policy[0], -1.0, "the stone at the top left");
            let sum: f64 = raw.policy.iter().filter(|it| **it >= 0.0).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
            assert_eq!(raw.evaluation.is_some(), lines == 9);
        }
    }
}
