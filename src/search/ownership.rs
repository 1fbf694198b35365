//! Who will own each point, by playouts without a tree, and by a net.

use crate::go::{Board, BoardSize, Color, Game, Point, PointMap, PointSet, score};
use crate::net::{Net, point_index};
use crate::with_words;

use super::net_evaluator::evaluate_once;
use super::params::{NetParams, PlayoutParams};
use super::playout::heavy::Heavy;
use super::playout::play_out;
use super::report::Report;
use super::rng::Rng;

/// How often each side owned each point at the end of playouts.
#[derive(Debug, Clone)]
pub struct Ownership {
    /// Black's share less White's, -1 to 1.
    black: PointMap<f32>,
}

impl Ownership {
    /// The ownership of a position by so many playouts, in half of them the other colour first.
    /// The same position always gets the same answer.
    pub fn estimate(game: &Game, playouts: u32) -> Ownership {
        with_words!(game.size(), W => estimate(&game.board().resized::<W>(), game.key(), playouts))
    }

    /// Together with what a net says, whoever is to move; unchanged on a board that it is not for.
    pub fn with_net(mut self, game: &Game, net: &Net, params: &NetParams) -> Ownership {
        let size = game.size();
        let opinions =
            Color::BOTH.map(|color| (evaluate_once(net, game, color), color.sign() as f32));
        let [(Some(one), one_sign), (Some(other), other_sign)] = &opinions else { return self };
        let part = params.playout_part.min(100) as f32 / 100.0;
        for point in size.points() {
            let place = point_index(size, point);
            let mean =
                (one_sign * one.ownership[place] + other_sign * other.ownership[place]) / 2.0;
            self.black[point] = part * self.black[point] + (1.0 - part) * mean;
        }
        self
    }

    /// The ownership that a search for `color` found.
    pub fn of_report(report: &Report, color: Color) -> Ownership {
        let mut black = PointMap::new(0.0);
        for &(point, share) in &report.ownership {
            black[point] = share as f32 * color.sign() as f32;
        }
        Ownership { black }
    }

    /// The ownership of these shares, Black's less White's.
    pub fn of_shares(size: BoardSize, share: impl Fn(Point) -> f32) -> Ownership {
        let mut black = PointMap::new(0.0);
        for point in size.points() {
            black[point] = share(point);
        }
        Ownership { black }
    }

    /// How surely a colour owns a point: 1 always, -1 never.
    pub fn of(&self, point: Point, color: Color) -> f32 {
        self.black[point] * color.sign() as f32
    }

    /// How surely a colour owns the points of a set, on the whole.
    pub fn mean(&self, points: &PointSet, color: Color) -> f32 {
        let sum: f32 = points.iter().map(|point| self.of(point, color)).sum();
        sum / points.len().max(1) as f32
    }
}

fn estimate<const W: usize>(start: &Board<W>, key: u64, playouts: u32) -> Ownership {
    let mut rng = Rng::new(key);
    let params = PlayoutParams::default();
    let mut owned = PointMap::new(0);
    for i in 0..playouts {
        let mut board = start.clone();
        let first = Color::BOTH[i as usize % 2];
        play_out(&mut board, first, &mut Heavy::new([None, None], &params, &mut rng), |_, _| {});
        score::add_owners(&board, &mut owned);
    }
    Ownership::of_shares(start.size(), |point| owned[point] as f32 / playouts as f32)
}
