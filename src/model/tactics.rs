//! What the fights of a position come to, chain by chain, as features of the moves that matter.
//!
//! Ladders are read to their end. It does not know what lies further away than a chain's liberties.

use crate::go::{Board, Color, Point, PointSet, ladder};

use super::feature::Feature;
use super::reading::Reading;

/// Tells the features of all moves that take, save, attack or defend a chain of few liberties.
pub(super) fn read<const W: usize>(
    board: &Board<W>,
    color: Color,
    last: Option<Point>,
    reading: &mut impl Reading,
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
            true => fight.read_own(reading),
            false => fight.read_theirs(color, reading),
        }
    }
}

/// The class of a number of stones: 1, 2, 3, 4 to 6, more.
pub(super) fn size_class(stones: usize) -> usize {
    match stones {
        0..=3 => stones.saturating_sub(1),
        4..=6 => 3,
        _ => 4,
    }
}

/// A chain of few liberties.
struct Fight<'a, const W: usize> {
    board: &'a Board<W>,
    stone: Point,
    size: usize,
    /// Whether it was played last, and whether the last move was beside it.
    is_last: bool,
    is_touched: bool,
}

impl<const W: usize> Fight<'_, W> {
    /// A chain of the player to move.
    fn read_own(&self, reading: &mut impl Reading) {
        let &Fight { board, stone, size: stones, is_touched, .. } = self;
        let liberties = board.liberty_count(stone);
        if is_touched {
            let touched = Feature::Touched { liberties: liberties - 1, stones: stones.min(3) };
            self.tell(touched, reading);
        }
        if liberties == 1 {
            let is_saved = ladder::escapes(board, stone);
            self.tell(Feature::Escape { stones, is_saved, is_touched }, reading);
        } else if liberties == 2 && ladder::catching_atari(board, stone).is_some() {
            self.tell(Feature::Threatened { stones }, reading);
        }
    }

    /// A chain of the opponent's.
    fn read_theirs(&self, color: Color, reading: &mut impl Reading) {
        let &Fight { board, stone, size: stones, is_last, .. } = self;
        match board.liberty_count(stone) {
            1 => {
                let runs = ladder::escapes(board, stone);
                let saves = self.saves(color);
                self.tell(Feature::Capture { stones, runs, saves, is_last }, reading);
                self.read_ko(color, reading);
            }
            2 => {
                let catching = ladder::catching_atari(board, stone);
                let is_ko = board.ko().is_some();
                for point in board.liberties(stone).iter() {
                    let catches = catching
                        .is_some_and(|found| found == point || self.is_caught_by(color, point));
                    let atari = Feature::Atari { stones, catches, is_last, is_ko };
                    reading.feature(point, atari.number());
                }
            }
            _ => {}
        }
    }

    /// Whether an atari catches the chain in a ladder.
    fn is_caught_by(&self, color: Color, atari: Point) -> bool {
        let mut after = Box::new(self.board.clone());
        after.is_legal(color, atari) && {
            after.play(color, atari);
            !after.is_empty(atari) && !ladder::escapes(&after, self.stone)
        }
    }

    /// Tells of a ko that may be taken.
    fn read_ko(&self, color: Color, reading: &mut impl Reading) {
        let &Fight { board, stone, is_last, .. } = self;
        let is_surrounded = |v: Point| board.neighbourhood(v).is_surrounded_by(!color);
        if board.chain_size(stone) == 1 && board.liberties(stone).iter().all(is_surrounded) {
            self.tell(Feature::Ko { is_another: board.ko().is_some(), is_last }, reading);
        }
    }

    /// What the weakest chain of a colour beside this one lacks: 2 in atari, 1 with two liberties.
    fn saves(&self, color: Color) -> usize {
        let board = self.board;
        let around = board.chain_stones(self.stone).flat_map(|stone| board.neighbours(stone));
        let chains = around.filter(|&v| board.color_at(v) == Some(color));
        chains.map(|v| weakness(board, v)).max().unwrap_or(0)
    }

    /// Tells a feature of all liberties.
    fn tell(&self, feature: Feature, reading: &mut impl Reading) {
        for point in self.board.liberties(self.stone).iter() {
            reading.feature(point, feature.number());
        }
    }
}

/// What the chain of a stone lacks to be safe: 2 in atari, 1 with two liberties, 0 with more.
#[inline]
pub(super) fn weakness<const W: usize>(board: &Board<W>, stone: Point) -> usize {
    match board.liberty_count(stone) {
        0 | 1 => 2,
        2 => 1,
        _ => 0,
    }
}
