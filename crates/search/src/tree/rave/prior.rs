//! The prior of playout search: initial visits and wins of a move, from the [move model](tianyuan_nn::move_model).

use crate::params::PriorParams;
use crate::tree::node::Stats;
use tianyuan_go::{Board, Color, Point, PointMap};
use tianyuan_nn::move_model::Model;

/// The priors of a position, for the player to move.
pub(super) struct Prior<'a, const W: usize> {
    model: &'static Model,
    params: &'a PriorParams,
    scores: PointMap<i32, W>,
    /// The highest score of any playable move.
    best: i32,
}

impl<'a, const W: usize> Prior<'a, W> {
    /// Scores the moves of a position; `last` contains the last two moves, latest first.
    pub(super) fn new(
        board: &Board<W>,
        color: Color,
        last: [Option<Point>; 2],
        params: &'a PriorParams,
    ) -> Self {
        let model = Model::embedded();
        let scores = model.scores(board, color, last);
        let playable = board.empty_points().iter().filter(|&&v| board.is_playable(color, v));
        let best = playable.map(|&v| scores[v]).max().unwrap_or(0);
        Prior { model, params, scores, best }
    }

    /// Returns the prior of a pass: lost visits.
    pub(super) fn of_pass(&self) -> Stats {
        let even = self.params.even;
        Stats::from_half_wins(even + self.params.pass, even)
    }

    /// Returns the prior of a playable move: the higher its score, the more won visits.
    pub(super) fn of(&self, point: Point) -> Stats {
        let part = self.model.sqrt_odds(self.best - self.scores[point]);
        let (even, won) = (self.params.even, (part * self.params.model as f32) as u32);
        Stats::from_half_wins(even + won, even + 2 * won)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;
    use tianyuan_go::Diagram;

    #[test]
    fn capture_next_to_last_move_has_highest_prior() {
        let diagram = Diagram::parse(
            ". . . . .
             . . . . .
             . X X . .
             X O O a .
             b X X . .",
        );
        let board: Board<2> = diagram.board();
        let params = Params::default();
        let last = [Some(diagram.size.point(2, 1)), None];
        let priors = Prior::new(&board, Color::Black, last, &params.prior);
        let best = diagram.mark('a');
        let of = |point| priors.of(point);
        let others = board.empty_points().iter().filter(|&&point| point != best);
        assert!(others.clone().all(|&point| of(point).winrate() < of(best).winrate()));
        assert_eq!(of(best).visits, params.prior.even + params.prior.model);
        assert!(priors.of_pass().winrate() < 0.5);
        assert!(of(diagram.mark('b')).visits >= params.prior.even);
    }
}
