//! Capturing what is dead, so that every stone on the board counts as alive.

use std::cmp::Reverse;

use crate::go::{Color, Game, Move, Point, PointSet};
use crate::search::Report;

/// The most stones that may be thrown in where dead stones have no liberty that is safe to take: as
/// many as fill the largest eye that is none.
const THROWN_IN: usize = 6;

/// By how much less such a move may win.
const MARGIN: f64 = 0.05;

/// A move that takes a liberty of one of the opponent's dead chains: one that captures, else one
/// that is safe, else one that throws a few stones in; of equals the one that was searched most.
///
/// `winrate_after` looks at a move that was not searched.
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
        let few = |&point: &Point| thrown_in(game, color, point) <= THROWN_IN;
        taking.iter().copied().filter(few).find(|&point| winrate_after(point) >= least)
    })
}

/// The stones that would hang together with one at a point.
fn thrown_in(game: &Game, color: Color, point: Point) -> usize {
    let board = game.board();
    let own = board.neighbours(point).filter(|&stone| board.color_at(stone) == Some(color));
    let stones: PointSet = own.flat_map(|stone| board.chain_stones(stone)).collect();
    stones.len() + 1
}
