//! The decision after a search: which move to play, whether to pass, and whether to resign.
//!
//! A pass gives the opponent a move and may end the game. After the opponent's pass, the engine passes as soon as it
//! wins in the worst case. Otherwise it passes only if there is nothing left to gain.
//!
//! A second search from the opponent's side must confirm the pass, since points owned after the best move may be lost
//! without it. In doubt the engine plays on, which costs nothing under area scoring.
//!
//! Under territory scoring a needless move costs a point; `territory_pass` decides there.
//!
//! Under rules without dead-stone removal, the engine captures dead stones before the first pass. After the
//! opponent's pass the score is known. A winning pass is played; a losing one only if no move can change the result.

use super::dead_stones::DeadStones;
use super::request::{Reporter, Stop};
use super::settled_points::{is_settled, may_gain_points, wins_in_worst_case};
use crate::go::{Color, Game, Move, Point, PointSet, Scoring, score};
use crate::search::{Candidate, EarlyStop, Limits, Ownership, Report, Search};
use std::cmp::Reverse;

/// A move, and the search result of the position.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MoveDecision {
    /// The move to play.
    pub mv: Move,
    /// The player's win rate, 0 to 1.
    pub winrate: f64,
    /// The player's win rate with the search's dynamic komi.
    pub searched_winrate: f64,
    /// The player's lead in points; `None` if time ran out before the first playout.
    pub score_lead: Option<f64>,
    /// The number of playouts.
    pub playouts: u64,
    /// The best move of the search; `None` if time ran out before the first playout.
    pub best: Option<Move>,
    /// The dead stones according to the search; `None` if time ran out before the first playout.
    pub judgement: Option<DeadStones>,
    /// The last report of the search; `None` if time ran out before the first playout.
    pub report: Option<Report>,
    /// Whether the move is due before a pass: a capture of dead stones, or a dame point.
    pub is_cleanup: bool,
}

impl MoveDecision {
    /// Creates a decision without a search.
    pub(super) fn without_search(mv: Move) -> MoveDecision {
        MoveDecision {
            mv,
            winrate: 0.5,
            searched_winrate: 0.5,
            score_lead: None,
            playouts: 0,
            best: None,
            judgement: None,
            report: None,
            is_cleanup: false,
        }
    }
}

/// The callbacks during the search for a move.
pub(super) struct Callbacks<'a, 'b> {
    pub stop: Stop<'a>,
    pub reporter: &'a mut Reporter<'b>,
}

/// Searches and decides on a move. With `cleanup`, captures the opponent's dead stones before passing.
pub(super) fn decide(
    search: &mut Search,
    game: &Game,
    color: Color,
    limits: &Limits,
    cleanup: bool,
    callbacks: &mut Callbacks<'_, '_>,
) -> MoveDecision {
    // A part of the limits is reserved for the search from the opponent's side.
    let reserved = check_tenths(search, game);
    let mut first = if may_end(game) { limits.tenths(10 - reserved) } else { *limits };
    // With `EarlyStop::Never`, the caller expects the full playouts in the report, so the second search is
    // additional.
    if limits.early_stop == EarlyStop::Never {
        (first.playouts, first.visits) = (limits.playouts, limits.visits);
    }
    let report = search.run(game, color, &first, &mut |report| {
        callbacks.reporter.tick(report);
        !(callbacks.stop)()
    });
    let Some(best) = report.best() else {
        return MoveDecision::without_search(any_move(game, color));
    };
    callbacks.reporter.report(&report);
    let ownership = Ownership::of_report(&report, color);
    let judgement = DeadStones::of(game, &ownership);
    let stop = &mut *callbacks.stop;
    let mut passing = PassDecision { search, game, color, limits, stop, judgement: &judgement };
    let capture = match cleanup {
        true => dead_stone_capture(game, color, &judgement.dead, &report, |point| {
            1.0 - passing.search_after(Move::Play(point)).winrate
        }),
        false => None,
    };
    let (mv, is_cleanup) = match capture {
        Some(point) => (Move::Play(point), true),
        None if game.rules().counts_all_stones_alive() => {
            passing.capture_or_pass(best, &report, &ownership)
        }
        None if game.rules().scoring == Scoring::Territory => {
            (passing.pass_or_gain(best, &report, &ownership), false)
        }
        None => (passing.pass_or(best, &report, &ownership), false),
    };
    let is_won = mv == Move::Pass && pass_wins(game, color);
    let winrate = if is_won { 1.0 } else { report.winrate };
    let (playouts, best) = (report.playouts, Some(best.mv));
    let score_lead = Some(report.score_lead);
    MoveDecision {
        mv,
        winrate,
        searched_winrate: report.searched_winrate,
        score_lead,
        playouts,
        best,
        judgement: Some(judgement),
        report: Some(report),
        is_cleanup,
    }
}

/// Returns `true` if a pass ends and wins the game under rules without dead-stone removal.
fn pass_wins(game: &Game, color: Color) -> bool {
    game.rules().counts_all_stones_alive()
        && game.passes() > 0
        && standing_winner(game) == Some(color)
}

/// Returns the winner if all stones on the board are alive.
fn standing_winner(game: &Game) -> Option<Color> {
    game.score(&PointSet::EMPTY).winner()
}

/// Returns `true` if the game may be near its end: the opponent has passed, a third of the board is filled, or under
/// territory scoring two thirds are surrounded. Before that, no time is reserved for the search from the opponent's
/// side.
pub(super) fn may_end(game: &Game) -> bool {
    let (empty, area) = (game.board().empty_points().len(), game.size().area());
    game.passes() > 0
        || 3 * empty <= 2 * area
        || game.rules().scoring == Scoring::Territory
            // A wall across the board has at least this number of stones.
            && area - empty >= game.size().lines()
            && 3 * score::Area::of(game.board(), &PointSet::EMPTY).shared.len() <= area
}

/// Returns the tenths of the limits for the search from the opponent's side.
fn check_tenths(search: &Search, game: &Game) -> u32 {
    // Under territory scoring a needless answer to an invasion costs a point, and few playouts cannot find out whether
    // the invasion works.
    match game.rules().scoring {
        Scoring::Area => 1,
        Scoring::Territory if search.has_net(game.size()) => 2,
        Scoring::Territory => 4,
    }
}

/// The maximum win-rate deficit of a move that may gain points, to be played instead of a best move that gains
/// nothing. [`USEFUL_PART`] is the divisor of its minimum share of the best move's visits.
///
/// With few visits the win rate is unreliable, and points may be owned only because of the best move.
const USEFUL_MARGIN: f64 = 0.02;
const USEFUL_PART: u64 = 5;

/// The maximum deficit of a pass or a dame move against the best move, in win rate and ([`QUIET_POINTS`]) in mean
/// score. It allows for the shorter search.
const QUIET_MARGIN: f64 = 0.02;
const QUIET_POINTS: f64 = 1.0;

/// The inputs of the decision for or against a pass.
pub(super) struct PassDecision<'a, 'b> {
    search: &'a Search,
    pub(super) game: &'a Game,
    pub(super) color: Color,
    limits: &'a Limits,
    stop: Stop<'b>,
    pub(super) judgement: &'a DeadStones,
}

impl PassDecision<'_, '_> {
    /// Returns a pass if it is safe. Otherwise returns a move that may gain points and is as good as the best one, or
    /// else the best move.
    fn pass_or(&mut self, best: &Candidate, report: &Report, ownership: &Ownership) -> Move {
        let (game, color) = (self.game, self.color);
        let is_won = wins_in_worst_case(game, ownership, color);
        // A move inside owned points costs nothing, and may be necessary to keep them.
        let is_idle = may_end(game) && is_won && !may_gain_points(ownership, best.mv);
        let useful = useful(game, color, report, ownership).filter(|_| is_idle);
        let would_end_it = is_won && game.passes() > 0;
        let nothing_left = may_end(game) && is_settled(game, ownership);
        if would_end_it || nothing_left || is_idle && useful.is_none() {
            // If a pass is safe, a dame point may be filled first, even without visits.
            let shared = self.judgement.dame(game, color).filter(|_| !would_end_it);
            let quiet = shared.map_or(Move::Pass, Move::Play);
            let after = self.search_after(quiet);
            if self.confirms_pass(&after) && (would_end_it || is_as_good(&after, best)) {
                return quiet;
            }
        }
        let is_losing = game.score(&self.judgement.dead).winner() != Some(color);
        let by_moving = || report.candidates.iter().find(|other| other.mv != Move::Pass);
        useful
            // Behind by score: a pass would lose, so only a move can help.
            .or_else(|| by_moving().filter(|_| best.mv == Move::Pass && is_losing))
            .unwrap_or(best)
            .mv
    }

    /// Decides under rules without dead-stone removal. Returns a pass that wins or loses nothing, a move due before a
    /// pass, or the best move, in this order. The flag is set for a move due before a pass.
    fn capture_or_pass(
        &mut self,
        best: &Candidate,
        report: &Report,
        ownership: &Ownership,
    ) -> (Move, bool) {
        let (game, color) = (self.game, self.color);
        if pass_wins(game, color) {
            return (Move::Pass, false);
        }
        if may_end(game) && !may_gain_points(ownership, best.mv) {
            if let Some(useful) = useful(game, color, report, ownership) {
                return (useful.mv, false);
            }
            let dead = &self.judgement.dead;
            let shared = self.judgement.dame(game, color);
            let capture = || dead_stone_capture(game, color, dead, report, |_| report.winrate);
            match shared.or_else(capture).map(Move::Play) {
                Some(mv) if is_known_as_good(report, mv, best) => return (mv, true),
                Some(mv) if is_as_good(&self.search_after(mv), best) => return (mv, true),
                Some(_) => {}
                None if self.may_pass(best, ownership) => return (Move::Pass, false),
                None => {}
            }
        }
        let by_moving = || report.candidates.iter().find(|other| other.mv != Move::Pass);
        let is_losing = standing_winner(game) == Some(!color);
        let moving = by_moving().filter(|_| best.mv == Move::Pass && is_losing);
        (moving.unwrap_or(best).mv, false)
    }

    /// Returns `true` if a pass is as good as the best move under rules without dead-stone removal: by score after
    /// the opponent's pass, otherwise by a search from the opponent's side.
    fn may_pass(&mut self, best: &Candidate, ownership: &Ownership) -> bool {
        let (game, color) = (self.game, self.color);
        let winner = standing_winner(game);
        // The score does not win: a pass is right only if no open point could change that.
        if winner != Some(color) && !is_settled(game, ownership) {
            return false;
        }
        if game.passes() > 0 {
            let chance = if winner.is_none() { 0.5 } else { 0.0 };
            let lead = 0.5 * f64::from(game.score(&PointSet::EMPTY).0 * color.sign());
            return keeps(chance, lead, best);
        }
        let after = self.search_after(Move::Pass);
        is_as_good(&after, best) && (winner == Some(!color) || after.winrate <= 0.5)
    }

    /// Searches briefly from the opponent's side after a legal move.
    pub(super) fn search_after(&mut self, mv: Move) -> Report {
        let mut after = self.game.clone();
        after.play(self.color, mv).expect("the move is legal");
        self.search_position(&after, !self.color)
    }

    /// Searches a position briefly.
    pub(super) fn search_position(&mut self, game: &Game, to_play: Color) -> Report {
        let limits = self.limits.tenths(check_tenths(self.search, self.game));
        let stop = &mut self.stop;
        self.search.sibling().run(game, to_play, &limits, &mut |_| !stop())
    }

    /// Returns `true` if the opponent's search after a pass or a dame move confirms it. Either `color` wins in the
    /// worst case. Or all points are settled, the score is unchanged, and the winner by score also wins the search.
    fn confirms_pass(&self, after: &Report) -> bool {
        let (game, color) = (self.game, self.color);
        if after.best().is_none() {
            return false;
        }
        let ownership = Ownership::of_report(after, !color);
        let score = game.score(&self.judgement.dead);
        let opponent_wins = after.winrate > 0.5;
        if !opponent_wins && wins_in_worst_case(game, &ownership, color) {
            return true;
        }
        game.score(&DeadStones::of(game, &ownership).dead) == score
            && (score.winner() == Some(!color)) == opponent_wins
            && is_settled(game, &ownership)
    }
}

/// Returns `true` if a quiet move is as good as the best one, by the opponent's search after it.
fn is_as_good(after: &Report, best: &Candidate) -> bool {
    after.best().is_some_and(|reply| keeps(1.0 - reply.winrate, -reply.score_mean, best))
}

/// Returns `true` if a quiet move is as good as the best one in the same search. It needs a fifth of the best move's
/// visits.
fn is_known_as_good(report: &Report, mv: Move, best: &Candidate) -> bool {
    report.candidates.iter().any(|candidate| {
        candidate.mv == mv
            && candidate.visits * USEFUL_PART >= best.visits
            && keeps(candidate.winrate, candidate.score_mean, best)
    })
}

/// Returns `true` if a win rate and a mean score in points are close to the best move's values.
fn keeps(winrate: f64, score: f64, best: &Candidate) -> bool {
    winrate >= best.winrate - QUIET_MARGIN && score >= best.score_mean - QUIET_POINTS
}

/// Returns the first candidate that may gain points, is safe, and is as good as the best one.
fn useful<'a>(
    game: &Game,
    color: Color,
    report: &'a Report,
    ownership: &Ownership,
) -> Option<&'a Candidate> {
    let best = report.best()?;
    report.candidates.iter().find(|candidate| {
        let is_safe = |point| !game.board().is_self_atari(color, point);
        may_gain_points(ownership, candidate.mv)
            && candidate.mv.point().is_some_and(is_safe)
            && candidate.winrate >= best.winrate - USEFUL_MARGIN
            && candidate.visits * USEFUL_PART >= best.visits
    })
}

/// Returns the move to play if time ran out before the first playout.
fn any_move(game: &Game, color: Color) -> Move {
    if pass_wins(game, color) {
        return Move::Pass;
    }
    let board = game.board();
    let open = |&&point: &&Point| {
        !board.neighbourhood(point).is_eye(color) && game.is_legal(color, point).is_ok()
    };
    board.empty_points().iter().find(open).map_or(Move::Pass, |&point| Move::Play(point))
}

/// Returns `true` if the game is long enough for a resignation: at least a quarter as many moves as the board has
/// points. In handicap games, which start from a lost position, half of the board.
pub(super) fn may_resign(game: &Game) -> bool {
    let part = if game.handicap() > 0 { 2 } else { 4 };
    game.turns().len() * part >= game.size().area()
}

/// The maximum number of stones in a throw-in, if dead stones have no liberty that is safe to fill: the size of the
/// largest nakade shape.
const MOST_THROWN_IN: usize = 6;

/// The maximum win-rate deficit of a throw-in against the best move.
const MARGIN: f64 = 0.05;

/// Returns a move that fills a liberty of the opponent's dead chains. Safe captures come first, then other moves that
/// are not self-atari, then small throw-ins; ties are broken by visits.
///
/// `winrate_after` searches a move that the report may lack.
pub(super) fn dead_stone_capture(
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

/// Returns the size of the chain that a stone at `point` would form.
fn chain_size(game: &Game, color: Color, point: Point) -> usize {
    let board = game.board();
    let own = board.neighbours(point).filter(|&stone| board.color_at(stone) == Some(color));
    let stones: PointSet = own.flat_map(|stone| board.chain_stones(stone)).collect();
    stones.len() + 1
}
