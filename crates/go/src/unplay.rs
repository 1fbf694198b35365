//! Taking a stone back: the inverse of [`Board::play`], for a game that goes back a turn.
//!
//! It does not know which move came last or what it captured: the game remembers both. The cost is
//! that of the chains that the move changed, not that of the board.

use super::{Board, Color, Point};

impl<const W: usize> Board<W> {
    /// Takes back a move that led here: the stone played on `point` (gone already where the move was
    /// suicide), and the stones of colour `lost` that it took off. There is no ko afterwards.
    ///
    /// The stone's chain is taken off and what it was before put back stone by stone. No order of
    /// stones can capture anything on the way: a chain that is not yet whole has a liberty where its
    /// next stone belongs, and a whole one those that it had.
    pub(super) fn unplay(&mut self, point: Point, lost: Color, captured: &[Point]) {
        let mut own = Vec::new();
        if let Some(color) = self.color_at(point) {
            own.extend(self.chain_stones(point).skip(1).map(|stone| (color, stone)));
            self.remove_chain(point);
        }
        let taken = captured.iter().map(|&stone| (lost, stone));
        for (color, stone) in taken.chain(own) {
            let now_captured = self.play(color, stone);
            debug_assert_eq!(now_captured, 0, "{stone:?} is where it was before");
        }
        self.clear_ko();
    }
}
