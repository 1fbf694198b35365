//! What one thread counts beside the tree: who owned each point, and the scores by root move.
//!
//! Only its own thread writes a tally; another one may read it meanwhile for a report.

use std::sync::atomic::{AtomicI32, AtomicI64, Ordering::*};

use crate::go::{Board, BoardSize, Color, Point, score};

/// The root moves that scores are kept for: every point and a pass.
const ROOT_MOVES: usize = BoardSize::MAX.area() + 1;

/// Sums over the playouts of one thread.
#[derive(Debug)]
pub(super) struct Tally {
    /// Playouts that Black owned each point at the end of, less those that White did.
    owned: Box<[AtomicI32]>,
    playouts: AtomicI64,
    /// By root child: the sum of scores in half points, and of their squares.
    scores: Box<[[AtomicI64; 2]]>,
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

    /// Counts the end of a playout that began with a child of the root.
    pub(super) fn count<const W: usize>(
        &self,
        end: &Board<W>,
        half_points: i32,
        root_child: Option<usize>,
    ) {
        for point in end.size().points() {
            let owner = match end.color_at(point) {
                Some(color) => color.sign(),
                None => score::eye_owner(end, point),
            };
            let owned = &self.owned[point.index()];
            owned.store(owned.load(Relaxed) + owner, Relaxed);
        }
        add(&self.playouts, 1);
        if let Some([sum, squares]) = root_child.map(|child| &self.scores[child]) {
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

    /// The sum of the scores of a root child in half points, and of their squares.
    pub(super) fn scores(&self, root_child: usize) -> [i64; 2] {
        [0, 1].map(|power| self.scores[root_child][power].load(Relaxed))
    }
}

/// Adds where nobody else writes: cheaper than an atomic addition.
fn add(sum: &AtomicI64, value: i64) {
    sum.store(sum.load(Relaxed) + value, Relaxed);
}
