//! Capturing what is dead, so that every stone on the board counts as alive.

use crate::go::{Color, Game, Move, Point, PointSet};
use crate::search::{Candidate, Report};

/// The most stones that may be thrown in where dead stones have no liberty that is safe to take: as
/// many as fill the largest eye that is none.
const THROWN_IN: usize = 6;

/// By how much less such a move may win.
const MARGIN: f64 = 0.05;

/// A move that takes a liberty of one of the opponent's dead chains: one that captures, else one
/// that is safe, else one that throws a few stones in; of equals the one that was searched most.
pub(super) fn capture_of_dead(
    game: &Game,
    color: Color,
    dead: &PointSet,
    report: &Report,
) -> Option<Move> {
    let board = game.board();
    let dead = *dead & board.stones_of(!color);
    let takes = |point: Point| board.neighbours(point).any(|stone| dead.contains(stone));
    let captures = |point: Point| {
        let last_liberty = |stone| dead.contains(stone) && board.liberty_count(stone) == 1;
        board.neighbours(point).any(last_liberty)
    };
    let is_safe = |point: Point| !board.is_self_atari(color, point);
    let best = report.best().map_or(0.0, |best| best.winrate);
    let find = |fits: &dyn Fn(Point, &Candidate) -> bool| {
        let taking = |candidate: &&Candidate| {
            candidate.mv.point().is_some_and(|point| takes(point) && fits(point, candidate))
        };
        report.candidates.iter().find(taking).map(|candidate| candidate.mv)
    };
    find(&|point, _| captures(point) && is_safe(point))
        .or_else(|| find(&|point, _| is_safe(point)))
        .or_else(|| {
            find(&|point, candidate| {
                candidate.winrate >= best - MARGIN && thrown_in(game, color, point) <= THROWN_IN
            })
        })
}

/// The stones that would hang together with one at a point.
fn thrown_in(game: &Game, color: Color, point: Point) -> usize {
    let board = game.board();
    let own = board.neighbours(point).filter(|&stone| board.color_at(stone) == Some(color));
    let stones: PointSet = own.flat_map(|stone| board.chain_stones(stone)).collect();
    stones.len() + 1
}
