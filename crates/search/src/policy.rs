//! The policy of a position before a search.

use super::net_answer::NetQuestioner;
use tianyuan_go::{Color, Game, Point};
use tianyuan_nn::move_model::{Model, UNITS};
use tianyuan_nn::{Nets, Symmetry};

/// The probability of each point, row by row from the top left, and then of a pass; -1 where a move is
/// illegal. The others sum to 1. It is the net's, or the move model's where no net is for the board.
pub fn policy(game: &Game, color: Color, nets: &Nets) -> Vec<f64> {
    let net = nets.of(game.size());
    let ask = |net| NetQuestioner::new(net).ask(game, color, &[Symmetry::IDENTITY], 0.0);
    match net.and_then(ask).and_then(|mut answers| answers.pop()) {
        Some(net) => {
            let points = net.policy.iter().map(|it| it.map_or(-1.0, f64::from));
            points.chain([f64::from(net.pass)]).collect()
        }
        None => policy_of_model(game, color),
    }
}

/// The softmax of the move model's scores. A pass, which it does not know, counts as a move with score 0.
fn policy_of_model(game: &Game, color: Color) -> Vec<f64> {
    let (board, size) = (game.board(), game.size());
    let scores = Model::embedded().scores(board, color, game.last_points());
    let odds = |score: i32| libm::exp(f64::from(score) / f64::from(UNITS));
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
    use tianyuan_go::{BoardSize, Move, Rules};

    #[test]
    fn a_policy_sums_to_one_and_has_no_illegal_moves() {
        for (lines, nets) in [(9, Nets::embedded().clone()), (7, Nets::default())] {
            let size = BoardSize::new(lines).expect("a size");
            let mut game = Game::new(size, Rules::CHINESE);
            game.play(Color::Black, Move::Play(size.point(0, lines - 1))).expect("legal");
            let policy = policy(&game, Color::White, &nets);
            assert_eq!(policy.len(), lines * lines + 1);
            assert_eq!(policy[0], -1.0, "the stone at the top left");
            let sum: f64 = policy.iter().filter(|it| **it >= 0.0).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        }
    }
}
