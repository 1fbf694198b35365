//! The receiver of the features and shapes of a position.

use tianyuan_go::Point;

/// Receives the features and shapes of the moves of a position. A [`Model`](super::Model) sums their weights;
/// training updates them.
pub trait FeatureSink {
    /// Receives a feature of a move at a point. Some of the points may not be playable.
    fn feature(&mut self, point: Point, feature: u16);

    /// Receives a shape around a move. Returns `true` if a larger shape of its kind may be known too; otherwise
    /// larger shapes are not extracted.
    fn shape(&mut self, point: Point, key: u32) -> bool;
}
