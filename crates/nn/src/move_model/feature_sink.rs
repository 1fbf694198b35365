//! The receiver of the features and shapes of a position.

use tianyuan_go::Point;

/// Receives the features and shapes of the moves of a position: a [`Model`](super::Model) adds up
/// their weights, training learns them.
pub trait FeatureSink {
    /// A move at a point has a feature. Some of the points may not be playable.
    fn feature(&mut self, point: Point, feature: u16);

    /// A shape surrounds a move. Returns whether a larger shape of its kind may be known too; where
    /// it may not, larger ones are not extracted.
    fn shape(&mut self, point: Point, key: u32) -> bool;
}
