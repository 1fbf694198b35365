//! What to do with what a search found: the move, a pass, and whether giving up is in order.
//!
//! A pass hands the opponent a move and may end the game. Where the opponent has passed it is made
//! as soon as the score is won whatever is disputed; else only where nothing is left to gain. A
//! second search from the opponent's side has to confirm either: what is owned after the best move
//! may be lost without it. In doubt the engine plays on: by area rules that costs nothing.
//!
//! Where stones stand as they are when two have passed, what is dead is captured before the first pass,
//! and after the opponent's the count is known: a win is taken, a loss only where nothing can change it.

use crate::go::{Color, Game, Move, Point, PointSet, Scoring};
use crate::search::{Candidate, Limits, Ownership, Report, Search};

use super::analysis::Reporter;
use super::cleanup::capture_of_dead;
use super::settlement::{is_settled, is_useful, wins_at_worst};
use super::{Judgement, Stop};

/// A move, and what the search thought of the position.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Verdict {
    pub mv: Move,
    /// The share of playouts that the player won, 0 to 1.
    pub winrate: f64,
    /// The playouts of the search for it.
    pub playouts: u64,
    /// The move that it searched most; `None` where there was no time for one.
    pub best: Option<Move>,
    /// Which stones are dead, by the same search; `None` where there was no time for one.
    pub judgement: Option<Judgement>,
    /// Whether the move is one that a pass has to wait for: a capture of what is dead, or a point that
    /// both sides reach.
    pub is_cleanup: bool,
}

impl Verdict {
    /// A move that nothing was searched for.
    pub(super) fn unsearched(mv: Move) -> Verdict {
        Verdict { mv, winrate: 0.5, playouts: 0, best: None, judgement: None, is_cleanup: false }
    }
}

/// The outside of a search for a move.
pub(super) struct Watch<'a, 'b> {
    pub stop: Stop<'a>,
    pub reporter: &'a mut Reporter<'b>,
}

/// Searches and decides. With `cleanup` it captures the opponent's dead stones before it passes.
pub(super) fn decide(
    search: &mut Search,
    game: &Game,
    color: Color,
    limits: &Limits,
    cleanup: bool,
    watch: &mut Watch<'_, '_>,
) -> Verdict {
    // The tenth part that is kept back is for the look from the other side.
    let mut first = if may_end(game) { limits.tenths(9) } else { *limits };
    // Not of playouts that somebody reads the figures of: there the look comes on top of them.
    if !limits.end_when_decided {
        first.playouts = limits.playouts;
    }
    let report = search.run(game, color, &first, &mut |report| {
        watch.reporter.tick(report);
        !(watch.stop)()
    });
    let Some(best) = report.best() else {
        return Verdict::unsearched(any_move(game, color));
    };
    watch.reporter.tell(&report);
    let ownership = Ownership::of_report(&report, color);
    let judgement = Judgement::of(game, &ownership);
    let mut end =
        Ending { search, game, color, limits, stop: &mut *watch.stop, judgement: &judgement };
    let capture = match cleanup {
        true => capture_of_dead(game, color, &judgement.dead, &report, |point| {
            1.0 - end.look_after(Move::Play(point)).winrate
        }),
        false => None,
    };
    let (mv, is_cleanup) = match capture {
        Some(point) => (Move::Play(point), true),
        None if game.rules().stones_stand() => end.capture_or_pass(best, &report, &ownership),
        None => (end.pass_or(best, &report, &ownership), false),
    };
    let is_won = mv == Move::Pass && pass_wins(game, color);
    let winrate = if is_won { 1.0 } else { report.winrate };
    let (playouts, best) = (report.playouts, Some(best.mv));
    Verdict { mv, winrate, playouts, best, judgement: Some(judgement), is_cleanup }
}

/// Whether a pass ends the game, by rules that count what stands, and wins it.
fn pass_wins(game: &Game, color: Color) -> bool {
    game.rules().stones_stand() && game.passes() > 0 && standing_winner(game) == Some(color)
}

/// Who wins if all stones stay.
fn standing_winner(game: &Game) -> Option<Color> {
    game.score(&PointSet::EMPTY).winner()
}

/// Whether the game may be at its end: the opponent has passed, or a third of the board is filled.
/// Until then no time is kept back for the look from the other side.
fn may_end(game: &Game) -> bool {
    game.passes() > 0 || 3 * game.board().empty_points().len() <= 2 * game.size().area()
}

/// By how much less a move that may gain something may win than one that gains nothing, to be played
/// in its place, and the part of its visits that it has to have.
///
/// Who hardly searched it does not know it, and what is owned may be so by the best move alone.
const USEFUL_MARGIN: f64 = 0.02;
const USEFUL_PART: u64 = 5;

/// By how much less a pass or a move on a shared point may win than the best move, and how many
/// points less it may leave: a little, since the look at it is the shorter search.
const QUIET_MARGIN: f64 = 0.02;
const QUIET_POINTS: f64 = 1.0;

/// What it takes to decide on a pass.
struct Ending<'a, 'b> {
    search: &'a Search,
    game: &'a Game,
    color: Color,
    limits: &'a Limits,
    stop: Stop<'b>,
    judgement: &'a Judgement,
}

impl Ending<'_, '_> {
    /// A pass where it is safe, else the best move, or one as good that may gain something.
    fn pass_or(&mut self, best: &Candidate, report: &Report, ownership: &Ownership) -> Move {
        let (game, color) = (self.game, self.color);
        let is_won = wins_at_worst(game, ownership, color);
        // By area a move within what is owned costs nothing, and may be what keeps it.
        let may_spare_it = is_won || game.rules().scoring == Scoring::Territory;
        let is_idle = may_end(game) && may_spare_it && !is_useful(ownership, best.mv);
        let useful = useful(game, color, report, ownership).filter(|_| is_idle);
        let would_end_it = is_won && game.passes() > 0;
        let nothing_left = may_end(game) && is_settled(game, ownership);
        if would_end_it || nothing_left || is_idle && useful.is_none() {
            // Who may pass may as well fill a shared point first, even one that was not searched.
            let shared = self.judgement.shared_point(game, color).filter(|_| !would_end_it);
            let quiet = shared.map_or(Move::Pass, Move::Play);
            let after = self.look_after(quiet);
            if self.ends_well(&after) && (would_end_it || is_as_good(&after, best)) {
                return quiet;
            }
        }
        let is_losing = game.score(&self.judgement.dead).winner() != Some(color);
        let by_moving = || report.candidates.iter().find(|other| other.mv != Move::Pass);
        useful
            // Losing by the count: only a move can change that.
            .or_else(|| by_moving().filter(|_| best.mv == Move::Pass && is_losing))
            .unwrap_or(best)
            .mv
    }

    /// Where stones stand: a pass that wins or loses nothing, else what has to be done before one, else
    /// the best move; and whether it is what a pass has to wait for.
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
        if may_end(game) && !is_useful(ownership, best.mv) {
            if let Some(useful) = useful(game, color, report, ownership) {
                return (useful.mv, false);
            }
            let dead = &self.judgement.dead;
            let shared = self.judgement.shared_point(game, color);
            let capture = || capture_of_dead(game, color, dead, report, |_| report.winrate);
            match shared.or_else(capture).map(Move::Play) {
                Some(mv) if is_known_as_good(report, mv, best) => return (mv, true),
                Some(mv) if is_as_good(&self.look_after(mv), best) => return (mv, true),
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

    /// Whether a pass keeps what the best move keeps, where stones stand and it does not win at once:
    /// by the count after the opponent's pass, else by a look from the other side.
    fn may_pass(&mut self, best: &Candidate, ownership: &Ownership) -> bool {
        let (game, color) = (self.game, self.color);
        let winner = standing_winner(game);
        // What stands does not win: only where nothing is open any more there is nothing to gain.
        if winner != Some(color) && !is_settled(game, ownership) {
            return false;
        }
        if game.passes() > 0 {
            let chance = if winner.is_none() { 0.5 } else { 0.0 };
            let lead = 0.5 * f64::from(game.score(&PointSet::EMPTY).0 * color.sign());
            return keeps(chance, lead, best);
        }
        let after = self.look_after(Move::Pass);
        is_as_good(&after, best) && (winner == Some(!color) || after.winrate <= 0.5)
    }

    /// A short search from the other side, after a legal move.
    fn look_after(&mut self, mv: Move) -> Report {
        let mut after = self.game.clone();
        after.play(self.color, mv).expect("only legal moves are asked about");
        let (limits, stop) = (self.limits.tenths(1), &mut self.stop);
        self.search.sibling().run(&after, !self.color, &limits, &mut |_| !stop())
    }

    /// Whether the opponent, to move after a pass or what is as quiet, finds nothing: the score is
    /// won whatever is disputed; or all is settled, the same stones are dead, and whoever wins by
    /// the count wins the search too.
    fn ends_well(&self, after: &Report) -> bool {
        let (game, color) = (self.game, self.color);
        if after.best().is_none() {
            return false;
        }
        let ownership = Ownership::of_report(after, !color);
        let score = game.score(&self.judgement.dead);
        let opponent_wins = after.winrate > 0.5;
        if !opponent_wins && wins_at_worst(game, &ownership, color) {
            return true;
        }
        game.score(&Judgement::of(game, &ownership).dead) == score
            && (score.winner() == Some(!color)) == opponent_wins
            && is_settled(game, &ownership)
    }
}

/// Whether a quiet move, searched or not, keeps what the best one keeps, by the opponent's search
/// after it.
fn is_as_good(after: &Report, best: &Candidate) -> bool {
    after.best().is_some_and(|reply| keeps(1.0 - reply.winrate, -reply.score_lead, best))
}

/// The same by the search for the best one, where it knows the move as well as that.
fn is_known_as_good(report: &Report, mv: Move, best: &Candidate) -> bool {
    report.candidates.iter().any(|candidate| {
        candidate.mv == mv
            && candidate.visits * USEFUL_PART >= best.visits
            && keeps(candidate.winrate, candidate.score_lead, best)
    })
}

/// Whether a winrate and a lead in points are about those of the best move.
fn keeps(winrate: f64, score_lead: f64, best: &Candidate) -> bool {
    winrate >= best.winrate - QUIET_MARGIN && score_lead >= best.score_lead - QUIET_POINTS
}

/// A move that may gain something and is as good as the best one.
fn useful<'a>(
    game: &Game,
    color: Color,
    report: &'a Report,
    ownership: &Ownership,
) -> Option<&'a Candidate> {
    let best = report.best()?;
    report.candidates.iter().find(|candidate| {
        let is_safe = |point| !game.board().is_self_atari(color, point);
        is_useful(ownership, candidate.mv)
            && candidate.mv.point().is_some_and(is_safe)
            && candidate.winrate >= best.winrate - USEFUL_MARGIN
            && candidate.visits * USEFUL_PART >= best.visits
    })
}

/// What to play where there was no time for a single playout.
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

/// Whether the game is far enough to be given up: a quarter of the board played, or half of it
/// with handicap, which begins with a lost position.
pub(super) fn may_resign(game: &Game) -> bool {
    let part = if game.handicap() > 0 { 2 } else { 4 };
    game.turns().len() * part >= game.size().area()
}
