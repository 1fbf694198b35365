//! What one thread counts beside the tree: who owned each point, and the scores by root move.
//!
//! Only its own thread writes a tally; another one may read it meanwhile for a report.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicI64, Ordering::*};

use crate::go::{BoardSize, Color, Point, PointMap};

/// The root moves that scores are kept for: every point and a pass.
const ROOT_MOVES: usize = BoardSize::MAX.area() + 1;

/// By point: how often Black owned it, less how often White did.
type Owners = Box<[AtomicI32]>;

/// Sums over the playouts of one thread.
#[derive(Debug)]
pub(super) struct Tally {
    /// At the end of playouts; told by the batch.
    owned: Owners,
    playouts: AtomicI64,
    /// The same by root child, where it is wanted: whoever first needs a part makes it.
    owned_after: Option<Box<[OnceLock<Owners>]>>,
    /// By root child: playouts, the sum of their scores in half points, and of the squares.
    scores: Box<[[AtomicI64; 3]]>,
}

impl Tally {
    /// An empty one, which counts owners by root move as well where that is wanted.
    pub(super) fn new(size: BoardSize, by_move: bool) -> Tally {
        Tally {
            owned: no_owners(size),
            owned_after: by_move.then(|| (0..ROOT_MOVES).map(|_| OnceLock::new()).collect()),
            playouts: AtomicI64::new(0),
            scores: (0..ROOT_MOVES).map(|_| Default::default()).collect(),
        }
    }

    /// Tells who has owned the points so far.
    pub(super) fn tell_owned<const W: usize>(&self, size: BoardSize, sums: &PointMap<i32, W>) {
        for point in size.points() {
            self.owned[point.index()].store(sums[point], Relaxed);
        }
    }

    /// Whether owners are counted by root move.
    pub(super) fn is_by_move(&self) -> bool {
        self.owned_after.is_some()
    }

    /// Counts who owned the points at the end of a playout that began with a child of the root.
    pub(super) fn tell_owned_after<const W: usize>(
        &self,
        root_child: usize,
        size: BoardSize,
        owners: &PointMap<i32, W>,
    ) {
        let Some(children) = &self.owned_after else { return };
        let sums = children[root_child].get_or_init(|| no_owners(size));
        for point in size.points() {
            let sum = &sums[point.index()];
            sum.store(sum.load(Relaxed) + owners[point], Relaxed);
        }
    }

    /// How often `color` owned a point after a root move, less how often its opponent did.
    pub(super) fn owned_after(&self, root_child: usize, point: Point, color: Color) -> i64 {
        let sums = self.owned_after.as_ref().and_then(|children| children[root_child].get());
        sums.map_or(0, |sums| i64::from(sums[point.index()].load(Relaxed) * color.sign()))
    }

    /// Counts the end of a playout that began with a child of the root.
    pub(super) fn count(&self, half_points: i32, root_child: Option<usize>) {
        add(&self.playouts, 1);
        if let Some([playouts, sum, squares]) = root_child.map(|child| &self.scores[child]) {
            add(playouts, 1);
            add(sum, i64::from(half_points));
            add(squares, i64::from(half_points) * i64::from(half_points));
        }
    }

    /// Playouts counted.
    pub(super) fn playouts(&self) -> i64 {
        self.playouts.load(Relaxed)
    }

    /// How often `color` owned a point, less how often its opponent did.
    pub(super) fn owned(&self, point: Point, color: Color) -> i64 {
        i64::from(self.owned[point.index()].load(Relaxed) * color.sign())
    }

    /// Playouts that began with a root child, and their scores.
    pub(super) fn scores(&self, root_child: usize) -> Scores {
        let [playouts, sum, squares] = &self.scores[root_child];
        Scores {
            playouts: playouts.load(Relaxed),
            sum: sum.load(Relaxed),
            squares: squares.load(Relaxed),
        }
    }
}

/// Playouts that a steadied score has beside its own.
const STEADY: i64 = 20;

/// Scores of some playouts in half points, positive where Black wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Scores {
    pub playouts: i64,
    sum: i64,
    squares: i64,
}

impl Scores {
    /// Together with some of all playouts, so that few of its own do not leap.
    pub(super) fn steadied(self, all: Scores) -> Scores {
        let some = |sum: i64| sum * STEADY / all.playouts.max(1);
        let part = Scores { playouts: STEADY, sum: some(all.sum), squares: some(all.squares) };
        [self, part].into_iter().sum()
    }

    /// Mean and standard deviation in points, the mean for a colour.
    pub(super) fn spread(&self, color: Color) -> (f64, f64) {
        let n = self.playouts.max(1) as f64;
        let mean = self.sum as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0);
        (mean * 0.5 * f64::from(color.sign()), variance.sqrt() * 0.5)
    }
}

impl std::iter::Sum for Scores {
    fn sum<I: Iterator<Item = Scores>>(all: I) -> Scores {
        all.fold(Scores::default(), |a, b| Scores {
            playouts: a.playouts + b.playouts,
            sum: a.sum + b.sum,
            squares: a.squares + b.squares,
        })
    }
}

fn no_owners(size: BoardSize) -> Owners {
    let indices = size.stride() * (size.lines() + 2) + 1;
    (0..indices).map(|_| AtomicI32::new(0)).collect()
}

/// Adds where nobody else writes: cheaper than an atomic addition.
fn add(sum: &AtomicI64, value: i64) {
    sum.store(sum.load(Relaxed) + value, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_playouts_lean_on_all_and_many_do_not() {
        let scores = |playouts, each: i64| Scores {
            playouts,
            sum: playouts * each,
            squares: playouts * each * each,
        };
        let all = scores(1000, 10);
        let lead = |own: Scores| own.steadied(all).spread(Color::Black).0;
        assert_eq!([lead(scores(0, 0)), lead(scores(20, 50))], [5.0, 15.0]);
        assert!((24.0..25.0).contains(&lead(scores(1000, 50))));
        assert_eq!(scores(0, 0).steadied(scores(0, 0)).spread(Color::White), (0.0, 0.0));
        let (mean, spread) = scores(5, -4).steadied(scores(10, 4)).spread(Color::White);
        assert!(mean < 0.0 && spread > 1.0, "{mean} {spread}");
    }
}
