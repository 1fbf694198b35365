//! The decision for or against a pass under territory scoring.
//!
//! A stone inside settled territory costs a point, a pass costs nothing. The engine therefore passes unless a move
//! gains points or prevents a loss. A second search, in which the opponent moves first after the pass, must leave all
//! stones alive or dead as they are and every territory with its owner.
//!
//! Dame are filled before the pass, as people do: a score with open dame may count as seki elsewhere.

use super::dead_stones::DeadStones;
use super::decision::{PassDecision, may_end};
use super::settled_points::may_gain_points;
use crate::go::{Board, Color, Move, Point, PointSet, score};
use crate::search::{Candidate, Ownership, ReadFights, Report};

/// The minimum ownership of territory by its owner after a pass, by a net and by playouts. Playouts of both sides err
/// often, so that safe territory of the size of a group has about 0.4.
const SAFE_BY_NET: f32 = 0.5;
const SAFE_BY_PLAYOUTS: f32 = 0.2;

/// The maximum win-rate deficit of a move that gains points against the best move, with a net and with playouts, and
/// ([`GAIN_PART`]) the divisor of its minimum share of the best move's visits.
const GAIN_MARGIN_BY_NET: f64 = 0.02;
const GAIN_MARGIN_BY_PLAYOUTS: f64 = 0.06;
const GAIN_PART: u64 = 5;

/// The maximum deficit of a dame move against a pass, in win rate and in mean score, for the noise of the short
/// searches.
const QUIET_WINRATE: f64 = 0.02;
const QUIET_POINTS: f64 = 0.5;

impl PassDecision<'_, '_> {
    /// Returns the best move if it gains points, otherwise another move that does, a dame point or a pass if nothing
    /// is lost by it, or else the best move.
    pub(super) fn pass_or_gain(
        &mut self,
        best: &Candidate,
        report: &Report,
        ownership: &Ownership,
    ) -> Move {
        if !may_end(self.game) {
            return best.mv;
        }
        let gains = Gains::new(self, report, ownership);
        if gains.includes(best.mv) {
            return best.mv;
        }
        if let Some(gain) = gains.best(report, best) {
            return gain;
        }
        // Two kos could be fought without end.
        if let (Some(ko), 1) = (gains.kos.first(), gains.kos.len()) {
            let after = self.search_after(Move::Play(ko));
            if self.keeps_score(&after) {
                return Move::Play(ko);
            }
        }
        let after_pass = self.search_after(Move::Pass);
        if let Some(dame) = gains.dame.first().map(Move::Play) {
            let after = self.search_after(dame);
            if self.keeps_score(&after) && is_as_good(&after, &after_pass) {
                return dame;
            }
        }
        if self.keeps_score(&after_pass) { Move::Pass } else { best.mv }
    }

    /// Returns `true` if stones and territory are the same in the opponent's search after a pass or a dame move.
    fn keeps_score(&self, after: &Report) -> bool {
        if after.best().is_none() {
            return false;
        }
        let (game, dead) = (self.game, self.judgement.dead);
        let ownership = Ownership::of_report(after, !self.color);
        let safe = if is_by_net(after) { SAFE_BY_NET } else { SAFE_BY_PLAYOUTS };
        let (board, tax) = (game.board(), game.rules().tax);
        let area = score::Area::of(board, &dead);
        // Ownership is often wrong where reading decides.
        let read = ReadFights::of(board);
        let fights =
            (read.dead | read.seki).neighbours(game.size().stride(), &PointSet::full(game.size()));
        let is_safe = |color: Color| {
            let territory = area.territory(tax, color) - dead - fights;
            territory.iter().all(|point| ownership.of(point, color) >= safe)
        };
        // An own stone in a ko is not judged alone, but losing it costs points.
        let is_kept = |(color, stone): (Color, Point)| {
            color != self.color
                || dead.contains(stone)
                || board.liberty_count(stone) > 1
                || ownership.of(stone, color) > 0.0
        };
        DeadStones::of(game, &ownership).dead == dead
            && Color::BOTH.into_iter().all(is_safe)
            && board.stones().all(is_kept)
    }
}

/// Returns `true` if a move is as good as a pass, by the opponent's searches after both.
fn is_as_good(after: &Report, after_pass: &Report) -> bool {
    let replies = after.best().zip(after_pass.best());
    replies.is_some_and(|(reply, to_pass)| {
        reply.winrate <= to_pass.winrate + QUIET_WINRATE
            && reply.score_mean <= to_pass.score_mean + QUIET_POINTS
    })
}

/// Returns `true` if a report is from a search with a net.
fn is_by_net(report: &Report) -> bool {
    report.raw.is_some()
}

/// The moves that may gain points.
struct Gains<'a> {
    /// The stones in seki, next to which a move gains nothing.
    seki: PointSet,
    /// The empty points of kos.
    kos: PointSet,
    /// Other points without an owner.
    dame: PointSet,
    /// The ownership by a net, which shows where points can be gained; that of playouts does not.
    by_net: Option<&'a Ownership>,
    board: &'a Board,
    color: Color,
}

impl<'a> Gains<'a> {
    fn new(
        decision: &PassDecision<'a, '_>,
        report: &Report,
        ownership: &'a Ownership,
    ) -> Gains<'a> {
        let (game, color) = (decision.game, decision.color);
        let board = game.board();
        let is_ko =
            |&point: &Point| is_ko(board, color, point) && game.is_legal(color, point).is_ok();
        let kos: PointSet = board.empty_points().iter().copied().filter(is_ko).collect();
        let dame = decision.judgement.open_points(game, color) - kos;
        let seki = decision.judgement.seki;
        Gains {
            seki,
            kos,
            dame,
            by_net: Some(ownership).filter(|_| is_by_net(report)),
            board,
            color,
        }
    }

    /// Returns `true` if a move may gain points.
    fn includes(&self, mv: Move) -> bool {
        let is_disputed = |point: Point| {
            let in_seki = || self.board.neighbours(point).any(|stone| self.seki.contains(stone));
            self.by_net.is_some_and(|it| may_gain_points(it, mv)) && !in_seki()
        };
        mv.point().is_some_and(|point| {
            self.kos.contains(point) || self.dame.contains(point) || is_disputed(point)
        })
    }

    /// Returns the first candidate that may gain points, is safe, and is as good as the best one.
    fn best(&self, report: &Report, best: &Candidate) -> Option<Move> {
        let margin = match self.by_net {
            Some(_) => GAIN_MARGIN_BY_NET,
            None => GAIN_MARGIN_BY_PLAYOUTS,
        };
        let is_safe =
            |mv: Move| mv.point().is_some_and(|point| !self.board.is_self_atari(self.color, point));
        let found = report.candidates.iter().find(|candidate| {
            self.includes(candidate.mv)
                && is_safe(candidate.mv)
                && candidate.winrate >= best.winrate - margin
                && candidate.visits * GAIN_PART >= best.visits
        });
        found.map(|candidate| candidate.mv)
    }
}

/// Returns `true` if a point is the empty one of a ko: a stone of a colour there captures one stone, or prevents that
/// capture by the opponent.
fn is_ko(board: &Board, color: Color, point: Point) -> bool {
    let captures_ko = |color: Color| {
        let is_surrounded = board.neighbourhood(point).is_surrounded_by(!color);
        is_surrounded && board.captures(color, point).len() == 1
    };
    captures_ko(color) || captures_ko(!color)
}

#[cfg(test)]
mod tests {
    use crate::engine::{Engine, Settings};
    use crate::go::{Action, Color, Diagram, Komi, Move, Rules};

    #[test]
    fn debug_me() {
        let row = ". . . . X O . . .\n".repeat(9);
        let diagram = Diagram::parse(&row);
        let rules = Rules::from_name("japanese", Komi::from_half_points(13).unwrap()).unwrap();
        let settings =
            Settings { playouts: Some(500), nets: Default::default(), ..Settings::default() };
        let mut engine = Engine::new(settings, diagram.size, rules);
        engine.setup(&diagram.stones, Color::Black).unwrap();
        assert_eq!(engine.genmove(Color::Black, &mut || false), Action::Move(Move::Pass));
    }
}
