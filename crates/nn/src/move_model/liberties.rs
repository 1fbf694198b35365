//! Liberty features: the effect of a move on the liberties of its own chain and of adjacent chains.

use smallvec::SmallVec;

use tianyuan_go::{Board, ChainId, Color, Point, PointSet};

use super::feature::Feature;
use super::feature_sink::FeatureSink;
use super::tactics::size_class;

/// Extracts the liberty features of a playable point.
pub(super) fn extract<const W: usize>(
    board: &Board<W>,
    color: Color,
    last: Option<Point>,
    point: Point,
    sink: &mut impl FeatureSink,
) {
    let stone = Stone::new(board, color, point);
    let own = stone.liberties.len();
    let before = if stone.joined == 0 { 0 } else { stone.before };
    let joined = Feature::Liberties { joined: stone.joined.min(2), before, after: own.min(6) };
    sink.feature(point, joined.number());
    if own == 1 {
        let stones = size_class(stone.stones);
        sink.feature(point, Feature::SelfAtari { stones, captures: stone.captures }.number());
    }
    let last = last.filter(|&last| !board.is_empty(last));
    let last_chain = last.map(|last| board.chain_at(last));
    for v in stone.opponents {
        let beside = Feature::Beside {
            left: (board.liberty_count(v) - 2).min(5),
            stones: size_class(board.chain_size(v)).min(3),
            own: own.clamp(1, 5),
            is_last: last_chain == Some(board.chain_at(v)),
        };
        sink.feature(point, beside.number());
    }
}

/// The chain that a new stone would belong to.
struct Stone<const W: usize> {
    /// The liberties of the chain, except those that a capture next to its other stones would open.
    liberties: PointSet<W>,
    stones: usize,
    /// The number of chains that the stone joins.
    joined: usize,
    /// The minimum number of liberties of these chains before the move, at most 5.
    before: usize,
    captures: bool,
    /// A stone of each adjacent opponent's chain with more than one liberty.
    opponents: SmallVec<[Point; 4]>,
}

impl<const W: usize> Stone<W> {
    fn new(board: &Board<W>, color: Color, point: Point) -> Self {
        let mut stone = Stone {
            liberties: PointSet::EMPTY,
            stones: 1,
            joined: 0,
            before: 5,
            captures: false,
            opponents: SmallVec::new(),
        };
        let mut seen: SmallVec<[ChainId; 4]> = SmallVec::new();
        for v in board.neighbours(point) {
            match board.color_at(v) {
                None => {
                    stone.liberties.insert(v);
                    continue;
                }
                Some(owner) if owner != color && board.is_in_atari(v) => {
                    stone.liberties.insert(v);
                    stone.captures = true;
                }
                Some(_) if seen.contains(&board.chain_at(v)) => continue,
                Some(owner) if owner == color => stone.join(board, v),
                Some(_) => stone.opponents.push(v),
            }
            seen.push(board.chain_at(v));
        }
        stone.liberties.remove(point);
        stone
    }

    fn join(&mut self, board: &Board<W>, friend: Point) {
        self.liberties |= *board.liberties(friend);
        self.stones += board.chain_size(friend);
        self.before = self.before.min(board.liberty_count(friend));
        self.joined += 1;
    }
}
