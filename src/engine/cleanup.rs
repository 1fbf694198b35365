//! Cleanup: dead stones are captured, so that every stone on the board counts as alive.

use std::cmp::Reverse;

use crate::go::{Color, Game, Move, Point, PointSet};
use crate::search::Report;

/// The most stones of a throw-in, where dead stones have no liberty that is safe to take: as many as
/// the largest nakade shape has.
const MOST_THROWN_IN: usize = 6;

/// By how much less a throw-in may win than the best move.
const MARGIN: f64 = 0.05;

/// A move that takes a liberty of one of the opponent's dead chains: a capture, else a move that is
/// not self-atari, else a throw-in of a few stones. Of several the one with the most visits.
///
/// `winrate_after` searches a move that the report may not have.
pub(super) fn capture_of_dead(
    game: &Game,
    color: Color,
    dead: &PointSet,
    report: &Report,
    mut winrate_after: impl FnMut(Point) -> f64,
) -> Option<Point> {
    let board = game.board();
    let dead = *dead & board.stones_of(!color);
    let searched = |point| report.candidates.iter().find(|c| c.mv == Move::Play(point));
    let takes = |point: Point| board.neighbours(point).any(|stone| dead.contains(stone));
    let captures = |point: Point| {
        let last_liberty = |stone| dead.contains(stone) && board.liberty_count(stone) == 1;
        board.neighbours(point).any(last_liberty)
    };
    let is_safe = |point: Point| !board.is_self_atari(color, point);
    let taking = board.empty_points().iter().copied().filter(|&point| takes(point));
    let mut taking: Vec<Point> =
        taking.filter(|&point| game.is_legal(color, point).is_ok()).collect();
    taking.sort_by_key(|&point| Reverse(searched(point).map_or(0, |candidate| candidate.visits)));
    let find = |fits: &dyn Fn(Point) -> bool| taking.iter().copied().find(|&point| fits(point));
    let least = report.winrate - MARGIN;
    find(&|point| captures(point) && is_safe(point)).or_else(|| find(&is_safe)).or_else(|| {
        let few = |&point: &Point| chain_size(game, color, point) <= MOST_THROWN_IN;
        taking.iter().copied().filter(few).find(|&point| winrate_after(point) >= least)
    })
}

/// The number of stones of the chain that a stone at a point would make.
fn chain_size(game: &Game, color: Color, point: Point) -> usize {
    let board = game.board();
    let own = board.neighbours(point).filter(|&stone| board.color_at(stone) == Some(color));
    let stones: PointSet = own.flat_map(|stone| board.chain_stones(stone)).collect();
    stones.len() + 1
}
