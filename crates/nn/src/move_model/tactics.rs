//! Tactical features: captures, escapes, ataris and ladders of chains with at most four liberties.
//!
//! Ladders are read to the end.

use tianyuan_go::{Board, Color, Point, PointSet, ladder};

use super::feature::Feature;
use super::feature_sink::FeatureSink;

/// Extracts the features of all moves that capture, save, attack or defend a chain with few liberties.
pub(super) fn extract<const W: usize>(
    board: &Board<W>,
    color: Color,
    last: Option<Point>,
    sink: &mut impl FeatureSink,
) {
    let beside_last = last.map_or(PointSet::EMPTY, |last| board.neighbours(last).collect());
    let mut seen = PointSet::<W>::EMPTY;
    for (owner, stone) in board.stones() {
        if board.liberty_count(stone) > 4 || seen.contains(stone) {
            continue;
        }
        let stones: PointSet<W> = board.chain_stones(stone).collect();
        seen |= stones;
        let fight = Fight {
            board,
            stone,
            size: size_class(board.chain_size(stone)),
            is_last: last.is_some_and(|last| stones.contains(last)),
            is_touched: stones.intersects(&beside_last),
        };
        match owner == color {
            true => fight.extract_own(sink),
            false => fight.extract_opponents(color, sink),
        }
    }
}

/// Returns the class of a number of stones: 1, 2, 3, 4 to 6, more.
pub(super) fn size_class(stones: usize) -> usize {
    match stones {
        0..=3 => stones.saturating_sub(1),
        4..=6 => 3,
        _ => 4,
    }
}

/// A chain with few liberties.
struct Fight<'a, const W: usize> {
    board: &'a Board<W>,
    stone: Point,
    size: usize,
    /// `is_last`: the chain contains the last move; `is_touched`: the last move is next to it.
    is_last: bool,
    is_touched: bool,
}

impl<const W: usize> Fight<'_, W> {
    /// Extracts the features of a chain of the player to move.
    fn extract_own(&self, sink: &mut impl FeatureSink) {
        let &Fight { board, stone, size: stones, is_touched, .. } = self;
        let liberties = board.liberty_count(stone);
        if is_touched {
            let touched = Feature::Touched { liberties: liberties - 1, stones: stones.min(3) };
            self.add_to_liberties(touched, sink);
        }
        if liberties == 1 {
            let is_saved = ladder::escapes(board, stone);
            self.add_to_liberties(Feature::Escape { stones, is_saved, is_touched }, sink);
        } else if liberties == 2 && ladder::catching_atari(board, stone).is_some() {
            self.add_to_liberties(Feature::Threatened { stones }, sink);
        }
    }

    /// Extracts the features of an opponent's chain.
    fn extract_opponents(&self, color: Color, sink: &mut impl FeatureSink) {
        let &Fight { board, stone, size: stones, is_last, .. } = self;
        match board.liberty_count(stone) {
            1 => {
                let runs = ladder::escapes(board, stone);
                let saves = self.saves(color);
                self.add_to_liberties(Feature::Capture { stones, runs, saves, is_last }, sink);
                self.extract_ko(color, sink);
            }
            2 => {
                let catching = ladder::catching_atari(board, stone);
                let is_ko = board.ko().is_some();
                for point in board.liberties(stone).iter() {
                    let catches = catching
                        .is_some_and(|found| found == point || self.is_caught_by(color, point));
                    let atari = Feature::Atari { stones, catches, is_last, is_ko };
                    sink.feature(point, atari.number());
                }
            }
            _ => {}
        }
    }

    /// Returns `true` if the atari captures the chain in a ladder.
    fn is_caught_by(&self, color: Color, atari: Point) -> bool {
        let mut after = Box::new(self.board.clone());
        after.is_legal(color, atari) && {
            after.play(color, atari);
            !after.is_empty(atari) && !ladder::escapes(&after, self.stone)
        }
    }

    /// Extracts a ko that can be captured.
    fn extract_ko(&self, color: Color, sink: &mut impl FeatureSink) {
        let &Fight { board, stone, is_last, .. } = self;
        let is_surrounded = |v: Point| board.neighbourhood(v).is_surrounded_by(!color);
        if board.chain_size(stone) == 1 && board.liberties(stone).iter().all(is_surrounded) {
            self.add_to_liberties(Feature::Ko { is_another: board.ko().is_some(), is_last }, sink);
        }
    }

    /// Returns the maximum [`weakness`] of a chain of `color` next to this one.
    fn saves(&self, color: Color) -> usize {
        let board = self.board;
        let around = board.chain_stones(self.stone).flat_map(|stone| board.neighbours(stone));
        let chains = around.filter(|&v| board.color_at(v) == Some(color));
        chains.map(|v| weakness(board, v)).max().unwrap_or(0)
    }

    /// Adds a feature to the moves at all liberties of the chain.
    fn add_to_liberties(&self, feature: Feature, sink: &mut impl FeatureSink) {
        for point in self.board.liberties(self.stone).iter() {
            sink.feature(point, feature.number());
        }
    }
}

/// Returns the weakness of the chain of a stone: 2 in atari, 1 with two liberties, 0 with more.
#[inline]
pub(super) fn weakness<const W: usize>(board: &Board<W>, stone: Point) -> usize {
    match board.liberty_count(stone) {
        0 | 1 => 2,
        2 => 1,
        _ => 0,
    }
}
