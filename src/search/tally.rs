//! What one thread counts beside the tree: who owned each point, and the scores by root move.
//!
//! Only its own thread writes a tally; another one may read it meanwhile for a report.

use std::sync::atomic::{AtomicI32, AtomicI64, Ordering::*};

use crate::go::{BoardSize, Color, Point, PointMap};

/// The root moves that scores are kept for: every point and a pass.
const ROOT_MOVES: usize = BoardSize::MAX.area() + 1;

/// Sums over the playouts of one thread.
#[derive(Debug)]
pub(super) struct Tally {
    /// Playouts that Black owned each point at the end of, less those that White did; told by the
    /// batch.
    owned: Box<[AtomicI32]>,
    playouts: AtomicI64,
    /// By root child: playouts, the sum of their scores in half points, and of the squares.
    scores: Box<[[AtomicI64; 3]]>,
}

impl Tally {
    pub(super) fn new(size: BoardSize) -> Tally {
        let indices = size.stride() * (size.lines() + 2) + 1;
        Tally {
            owned: (0..indices).map(|_| AtomicI32::new(0)).collect(),
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

/// Scores of some playouts in half points, positive where Black wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Scores {
    pub playouts: i64,
    sum: i64,
    squares: i64,
}

impl Scores {
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

/// Adds where nobody else writes: cheaper than an atomic addition.
fn add(sum: &AtomicI64, value: i64) {
    sum.store(sum.load(Relaxed) + value, Relaxed);
}
