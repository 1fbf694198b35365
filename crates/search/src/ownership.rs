//! Estimates of point ownership, by playouts without a tree and by a net.

use tianyuan_go::{Board, BoardSize, Color, Game, Point, PointMap, PointSet, score, with_words};
use tianyuan_nn::katago::Inputs;
use tianyuan_nn::{AnyInputs, AnyNet, Planes, PostprocessOptions, Symmetry, point_index};

use super::Search;
use super::limits::Limits;
use super::params::PlayoutParams;
use super::playout::heavy::Heavy;
use super::playout::policy::play_out;
use super::report::Report;
use tianyuan_go::rng::Rng;

/// The weight of playouts relative to a Tianyuan net.
const PLAYOUT_PART: f32 = 0.15;

/// The memory of the searches for an estimate in MiB.
const SEARCH_MEMORY: usize = 16;

/// The estimated ownership of the points at the end of a game.
#[derive(Debug, Clone)]
pub struct Ownership {
    /// Black's ownership of each point, -1 to 1: the probability of Black minus that of White.
    black: PointMap<f32>,
}

impl Ownership {
    /// Estimates the ownership of a position by `playouts` playouts; each colour starts half of them.
    ///
    /// Random numbers depend only on the position, so equal positions have equal results.
    pub fn estimate(game: &Game, playouts: u32) -> Ownership {
        with_words!(game.size(), W => estimate(&game.board().resized::<W>(), game.key(), playouts))
    }

    /// Estimates the ownership of a position by searches without a net, `playouts` for each player to move, and
    /// returns the mean. In contrast to [`estimate`](Self::estimate), both players read ahead.
    ///
    /// Random numbers depend only on the position, so equal positions have equal results.
    pub fn by_search(game: &Game, playouts: u64) -> Ownership {
        let [one, other] = Color::BOTH.map(|color| {
            let limits = Limits { playouts: Some(playouts), ..Limits::default() };
            let mut search = Search::new(1, SEARCH_MEMORY, game.key());
            Ownership::of_report(&search.run(game, color, &limits, &mut |_| true), color)
        });
        let mean = |point| (one.of(point, Color::Black) + other.of(point, Color::Black)) / 2.0;
        Ownership::from_fn(game.size(), mean)
    }

    /// Returns the ownership of a position by a net, averaged over both players to move. Returns `None` if the net
    /// does not support the board size.
    ///
    /// The ownership of a Tianyuan net, which is small, is mixed with `playouts` playouts; a KataGo net is used
    /// alone.
    pub fn by_net(game: &Game, net: &AnyNet, playouts: u32) -> Option<Ownership> {
        let [one, other] = Color::BOTH.map(|color| owners_by_net(game, net, color));
        let (one, other, size) = (one?, other?, game.size());
        let mean = |point| (one[point_index(size, point)] + other[point_index(size, point)]) / 2.0;
        Some(match net {
            AnyNet::Own(_) => {
                let estimate = Ownership::estimate(game, playouts).black;
                let mixed = |v| PLAYOUT_PART * estimate[v] + (1.0 - PLAYOUT_PART) * mean(v);
                Ownership::from_fn(size, mixed)
            }
            AnyNet::KataGo { .. } => Ownership::from_fn(size, mean),
        })
    }

    /// Returns the ownership from the report of a search for `color`.
    pub fn of_report(report: &Report, color: Color) -> Ownership {
        let mut black = PointMap::new(0.0);
        for &(point, owner) in &report.ownership {
            black[point] = owner as f32 * color.sign() as f32;
        }
        Ownership { black }
    }

    /// Creates the ownership from a function of the point, from -1 (White) to 1 (Black).
    pub fn from_fn(size: BoardSize, owner: impl Fn(Point) -> f32) -> Ownership {
        let mut black = PointMap::new(0.0);
        for point in size.points() {
            black[point] = owner(point);
        }
        Ownership { black }
    }

    /// Returns the ownership of a point for a colour, from -1 (certainly the opponent's) to 1 (certainly its own).
    pub fn of(&self, point: Point, color: Color) -> f32 {
        self.black[point] * color.sign() as f32
    }

    /// Returns the mean ownership of a set of points for a colour, -1 to 1; 0 for an empty set.
    pub fn mean(&self, points: &PointSet, color: Color) -> f32 {
        let sum: f32 = points.iter().map(|point| self.of(point, color)).sum();
        sum / points.len().max(1) as f32
    }
}

/// Returns Black's ownership of the points of a game's position with `color` to move, row by row from the top left.
/// Returns `None` if the net does not support the board size.
fn owners_by_net(game: &Game, net: &AnyNet, color: Color) -> Option<Vec<f32>> {
    let inputs = match net.katago_model() {
        None => AnyInputs::Own(Planes::of_game(game, color)),
        Some(model) => AnyInputs::KataGo(Inputs::of_final_position(game, color, model.area)),
    };
    let output =
        net.evaluator().evaluate(&inputs, Symmetry::IDENTITY, PostprocessOptions::default())?;
    Some(output.ownership.iter().map(|owner| color.sign() as f32 * owner).collect())
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
    Ownership::from_fn(start.size(), |point| owned[point] as f32 / playouts as f32)
}
