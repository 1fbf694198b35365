//! What a model thinks of the moves of a position, against the one that was played.

use crate::go::{Point, PointMap};

use super::games::Position;

/// How likely every move is, by the softmax of its scores.
#[derive(Debug)]
pub struct Opinion<const W: usize> {
    /// Shares of the playable points; zero elsewhere.
    pub shares: PointMap<f32, W>,
    /// Moves that are thought likelier than the one played; of equal ones, those of lower points.
    pub likelier: usize,
    /// The surprise at the move played, in nats.
    pub loss: f32,
}

impl<const W: usize> Opinion<W> {
    /// What scores, in nats, say of a position; `None` where the move played is none of those that
    /// the model considers, as it fills an eye.
    pub fn new(position: &Position<'_, W>, scores: &PointMap<f32, W>) -> Option<Self> {
        let &Position { board, color, played, .. } = position;
        if !board.is_playable(color, played) {
            return None;
        }
        let is_playable = |v: &&Point| board.is_playable(color, **v);
        let playable = || board.empty_points().iter().filter(is_playable).copied();
        let own = scores[played];
        let highest = playable().map(|v| scores[v]).fold(own, f32::max);
        let mut shares = PointMap::new(0.0);
        for v in playable() {
            shares[v] = (scores[v] - highest).exp();
        }
        let sum: f32 = playable().map(|v| shares[v]).sum();
        playable().for_each(|v| shares[v] /= sum);
        let is_likelier = |&v: &Point| scores[v] > own || scores[v] == own && v < played;
        let likelier = playable().filter(is_likelier).count();
        Some(Opinion { shares, likelier, loss: sum.ln() - (own - highest) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, BoardSize, Color};

    #[test]
    fn shares_add_up_and_the_order_counts() {
        let board = Board::<2>::new(BoardSize::new(3).expect("a size"));
        let points: Vec<Point> = board.size().points().collect();
        let mut scores = PointMap::new(0.0);
        scores[points[4]] = 2f32.ln();
        let of = |played: usize| {
            let played = points[played];
            let position = Position { board: &board, color: Color::Black, last: [None; 2], played };
            Opinion::new(&position, &scores).expect("no eye")
        };
        let opinion = of(4);
        assert!((opinion.shares[points[4]] - 0.2).abs() < 1e-6);
        assert!((opinion.loss - 5f32.ln()).abs() < 1e-6);
        assert_eq!([4, 0, 3, 5].map(|played| of(played).likelier), [0, 1, 4, 5]);
    }

    #[test]
    fn an_eye_of_ones_own_is_not_considered() {
        let size = BoardSize::new(3).expect("a size");
        let stones = [(1, 0), (0, 1), (1, 1)].map(|(x, y)| (Color::Black, size.point(x, y)));
        let board = Board::<2>::with_stones(size, stones);
        let played = size.point(0, 0);
        let position = Position { board: &board, color: Color::Black, last: [None; 2], played };
        assert!(Opinion::new(&position, &PointMap::new(0.0)).is_none());
    }
}
