//! The predicted move probabilities of a position, and the loss of the move played.

use super::games::Position;
use crate::go::{Point, PointMap};
use std::fmt;

/// A prediction: the softmax of the scores of all moves.
#[derive(Debug)]
pub(super) struct Prediction<const W: usize> {
    /// Probabilities of the playable points; 0 elsewhere.
    pub probabilities: PointMap<f32, W>,
    /// The number of more probable moves; ties count lower points first.
    pub rank: usize,
    /// The log loss in nats: minus the logarithm of the probability of the move played.
    pub loss: f32,
}

impl<const W: usize> Prediction<W> {
    /// Computes the prediction from scores in nats. Returns `None` if the move played fills the player's own eye,
    /// which the model never considers.
    pub(super) fn new(position: &Position<'_, W>, scores: &PointMap<f32, W>) -> Option<Self> {
        let &Position { board, color, played, .. } = position;
        if !board.is_playable(color, played) {
            return None;
        }
        let is_playable = |v: &&Point| board.is_playable(color, **v);
        let playable = || board.empty_points().iter().filter(is_playable).copied();
        let own = scores[played];
        // The highest score is subtracted, so that no exponential overflows.
        let highest = playable().map(|v| scores[v]).fold(own, f32::max);
        let mut probabilities = PointMap::new(0.0);
        for v in playable() {
            probabilities[v] = (scores[v] - highest).exp();
        }
        let sum: f32 = playable().map(|v| probabilities[v]).sum();
        playable().for_each(|v| probabilities[v] /= sum);
        let is_ahead = |&v: &Point| scores[v] > own || scores[v] == own && v < played;
        let rank = playable().filter(is_ahead).count();
        Some(Prediction { probabilities, rank, loss: sum.ln() - (own - highest) })
    }
}

/// Sums over positions.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Accuracy {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions where the move played was the most probable.
    pub top_1: u64,
    /// The number of positions in which it was among the five most probable.
    pub top_5: u64,
    /// The sum of log losses in nats.
    pub loss: f64,
}

impl Accuracy {
    /// Adds the prediction of a position.
    pub(super) fn add<const W: usize>(&mut self, prediction: &Prediction<W>) {
        self.positions += 1;
        self.top_1 += u64::from(prediction.rank == 0);
        self.top_5 += u64::from(prediction.rank < 5);
        self.loss += f64::from(prediction.loss);
    }
}

impl fmt::Display for Accuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = |sum: f64| sum / self.positions.max(1) as f64;
        let [first, five] = [self.top_1, self.top_5].map(|n| 100.0 * mean(n as f64));
        let loss = mean(self.loss);
        write!(f, "top-1 {first:.2} %, top-5 {five:.2} %, log-loss {loss:.4}")?;
        write!(f, " on {} positions", self.positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, BoardSize, Color};

    #[test]
    fn prediction_gives_probabilities_loss_and_rank() {
        let board = Board::<2>::new(BoardSize::new(3).expect("a size"));
        let points: Vec<Point> = board.size().points().collect();
        let mut scores = PointMap::new(0.0);
        scores[points[4]] = 2f32.ln();
        let of = |played: usize| {
            let played = points[played];
            let position = Position { board: &board, color: Color::Black, last: [None; 2], played };
            Prediction::new(&position, &scores).expect("no eye")
        };
        let prediction = of(4);
        assert!((prediction.probabilities[points[4]] - 0.2).abs() < 1e-6);
        assert!((prediction.loss - 5f32.ln()).abs() < 1e-6);
        assert_eq!([4, 0, 3, 5].map(|played| of(played).rank), [0, 1, 4, 5]);
    }

    #[test]
    fn own_eye_has_no_prediction() {
        let size = BoardSize::new(3).expect("a size");
        let stones = [(1, 0), (0, 1), (1, 1)].map(|(x, y)| (Color::Black, size.point(x, y)));
        let board = Board::<2>::with_stones(size, stones);
        let played = size.point(0, 0);
        let position = Position { board: &board, color: Color::Black, last: [None; 2], played };
        assert!(Prediction::new(&position, &PointMap::new(0.0)).is_none());
    }
}
