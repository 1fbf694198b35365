//! What to do with what a search found: the move, a pass, and whether giving up is in order.
//!
//! A pass hands the opponent a move and may end the game, so it is made only where nothing is left
//! to gain, which a second search from the opponent's side has to confirm. In doubt the engine
//! plays on: by area rules that costs nothing.

use crate::go::{Color, Game, Move, Point, Score};
use crate::search::{Limits, Ownership, Report, Search};

use super::{Judgement, Stop};

/// Ownership beyond which a point's owner is settled.
const SETTLED: f32 = 0.85;

/// A move, and what the search thought of the position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Verdict {
    pub mv: Move,
    /// The share of playouts that the player won, 0 to 1.
    pub winrate: f64,
    /// The playouts of the search for it.
    pub playouts: u64,
}

/// Searches and decides. With `cleanup` it captures the opponent's dead stones before it passes.
pub(super) fn decide(
    search: &mut Search,
    game: &Game,
    color: Color,
    limits: &Limits,
    cleanup: bool,
    stop: Stop<'_>,
) -> Verdict {
    let may_end = may_end(game);
    let first = if may_end { share(limits, 4) } else { *limits };
    let report = search.run(game, color, &first, &mut |_| !stop());
    let Some(best) = report.best() else {
        return Verdict { mv: any_move(game, color), winrate: 0.5, playouts: 0 };
    };
    let verdict = |mv| Verdict { mv, winrate: report.winrate, playouts: report.playouts };
    let judgement = Judgement::of(game, &Ownership::of_report(&report, color));
    if cleanup && let Some(mv) = capture_of_dead(game, color, &judgement, &report) {
        return verdict(mv);
    }
    let score = game.score(&judgement.dead);
    if may_end
        && is_settled(game, &report, color)
        && is_confirmed(search, game, color, score, limits, stop)
    {
        return verdict(Move::Pass);
    }
    let wins = score.winner() == Some(color);
    if best.mv == Move::Pass && !wins {
        // Losing by the count: only a move can change that.
        let other = report.candidates.iter().find(|candidate| candidate.mv != Move::Pass);
        return verdict(other.map_or(Move::Pass, |candidate| candidate.mv));
    }
    verdict(best.mv)
}

/// Whether the game may be at its end: the opponent has passed, or a third of the board is filled.
/// Until then no time is kept back for the look from the other side.
fn may_end(game: &Game) -> bool {
    game.passes() > 0 || 3 * game.board().empty_points().len() <= 2 * game.size().area()
}

/// Four fifths of the limits for the first search and one fifth for the second, a playout at least.
fn share(limits: &Limits, fifths: u32) -> Limits {
    let part = |playouts: u64| (playouts.saturating_mul(fifths.into()) / 5).max(1);
    Limits {
        playouts: limits.playouts.map(part),
        time: limits.time.map(|time| time * fifths / 5),
        ..*limits
    }
}

/// Whether every point has its owner, or is one that neither side can play on with profit.
fn is_settled(game: &Game, report: &Report, to_play: Color) -> bool {
    let ownership = Ownership::of_report(report, to_play);
    let settled = |point: Point| {
        ownership.of(point, Color::Black).abs() >= SETTLED || is_dead_end(game, point)
    };
    game.size().points().all(settled)
}

/// Whether a point is one of a seki: a stone there would be in atari at once, or is illegal.
fn is_dead_end(game: &Game, point: Point) -> bool {
    let board = game.board();
    board.is_empty(point)
        && Color::BOTH
            .iter()
            .all(|&color| game.is_legal(color, point).is_err() || board.is_self_atari(color, point))
}

/// Whether the opponent, to move after a pass, finds nothing either: the same stones are dead, and
/// whoever wins by the count wins the playouts too.
fn is_confirmed(
    search: &Search,
    game: &Game,
    color: Color,
    score: Score,
    limits: &Limits,
    stop: Stop<'_>,
) -> bool {
    let mut passed = game.clone();
    passed.play(color, Move::Pass).expect("a pass is always legal");
    let report = search.sibling().run(&passed, !color, &share(limits, 1), &mut |_| !stop());
    let judgement = Judgement::of(game, &Ownership::of_report(&report, !color));
    let opponent_wins = report.winrate > 0.5;
    report.best().is_some()
        && game.score(&judgement.dead) == score
        && (score.winner() == Some(!color)) == opponent_wins
        && is_settled(game, &report, !color)
}

/// A move that takes a liberty of one of the opponent's dead chains, the one searched most.
fn capture_of_dead(
    game: &Game,
    color: Color,
    judgement: &Judgement,
    report: &Report,
) -> Option<Move> {
    let board = game.board();
    let dead = judgement.dead & board.stones_of(!color);
    let takes = |mv: Move| {
        mv.point().is_some_and(|point| {
            !board.is_self_atari(color, point)
                && board.neighbours(point).any(|stone| dead.contains(stone))
        })
    };
    report.candidates.iter().map(|candidate| candidate.mv).find(|&mv| takes(mv))
}

/// What to play where there was no time for a single playout.
fn any_move(game: &Game, color: Color) -> Move {
    let board = game.board();
    let open = |&&point: &&Point| {
        !board.neighbourhood(point).is_eye(color) && game.is_legal(color, point).is_ok()
    };
    board.empty_points().iter().find(open).map_or(Move::Pass, |&point| Move::Play(point))
}

/// Whether the game is far enough to be given up: a quarter of the board played, or half of it
/// with handicap, which begins with a lost position.
pub(super) fn may_resign(game: &Game) -> bool {
    let part = if game.handicap() > 0 { 2 } else { 4 };
    game.turns().len() * part >= game.size().area()
}
