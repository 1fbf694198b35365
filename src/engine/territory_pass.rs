//! The decision for or against a pass under territory scoring.
//!
//! A stone inside settled territory costs a point, a pass costs nothing. The engine therefore passes unless a move
//! gains points or prevents a loss. A second search, in which the opponent moves first after the pass, must leave all
//! stones alive or dead as they are and every territory with its owner.
//!
//! Dame are filled before the pass, as people do: a score with open dame may count as seki elsewhere.

use super::dead_stones::{DeadStones, captures_ko};
use super::decision::{PassDecision, may_end};
use super::settled_points::{may_gain_points, wins_in_worst_case};
use crate::go::{Board, Color, Move, Point, PointSet, ladder, score};
use crate::search::{Candidate, Ownership, ReadFights, Report};

/// The minimum ownership of territory by its owner after a pass, by a net and by playouts. Playouts of both sides err
/// often, so that safe territory of the size of a group has about 0.4.
const SAFE_BY_NET: f32 = 0.5;
const SAFE_BY_PLAYOUTS: f32 = 0.2;

/// The minimum absolute ownership of a chain that is certainly alive or dead, by a net. The ownership of playouts is too
/// uncertain for a limit.
const SURE_BY_NET: f32 = 0.6;

/// The maximum win-rate deficit of a move that gains points against the best move, with a net and with playouts, and
/// ([`GAIN_PART`]) the divisor of its minimum share of the best move's visits.
const GAIN_MARGIN_BY_NET: f64 = 0.02;
const GAIN_MARGIN_BY_PLAYOUTS: f64 = 0.06;
const GAIN_PART: u64 = 5;

/// The maximum deficit of a dame move against a pass in win rate and in mean score, for the noise of the short searches.
const DAME_WINRATE: f64 = 0.02;
const DAME_POINTS: f64 = 0.5;

/// The minimum gain in points of an opponent's reply over a pass that shows a group in danger, by a net, and
/// ([`THREAT_PART`]) the divisor of its minimum share of the best reply's visits.
const THREAT_POINTS: f64 = 3.0;
const THREAT_PART: u64 = 5;

/// The maximum win-rate deficit of a move that is played instead of a doubtful pass, and ([`DOUBT_PART`]) the divisor
/// of its minimum share of the best move's visits.
const DOUBT_WINRATE: f64 = 0.05;
const DOUBT_PART: u64 = 10;

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
        // After the opponent's pass, dame are worth nothing to a player who wins anyway. Without a net, a certain win is
        // better than a doubtful gain.
        let is_dame = best.mv.point().is_none_or(|point| gains.dame.contains(point));
        let (game, color) = (self.game, self.color);
        let is_won = |of: &Ownership| wins_in_worst_case(game, of, color);
        let is_doubtful = !is_by_net(report) && gains.kos.len() != 1;
        if self.game.passes() > 0 && (is_dame || is_doubtful) && is_won(ownership) {
            let after = self.search_after(Move::Pass);
            let still_won = || {
                let winrate = 1.0 - after.winrate;
                winrate >= 0.5 && is_won(&Ownership::of_report(&after, !color))
            };
            if self.keeps_score(&after) || !is_by_net(report) && still_won() {
                return Move::Pass;
            }
        }
        if gains.includes(best.mv) {
            return best.mv;
        }
        if let Some(gain) = gains.best(report, best) {
            return gain;
        }
        // Two kos could be fought without end.
        let ko = gains.kos.first().filter(|_| gains.kos.len() == 1);
        for point in gains.cuts.first().into_iter().chain(ko) {
            let after = self.search_after(Move::Play(point));
            if self.keeps_score(&after) {
                return Move::Play(point);
            }
        }
        let after_pass = self.search_after(Move::Pass);
        if let Some(dame) = gains.dame.first().map(Move::Play) {
            let after = self.search_after(dame);
            if self.keeps_score(&after) && is_as_good(&after, &after_pass) {
                return dame;
            }
        }
        let is_safe = |decision: &mut Self| {
            threat(&after_pass).is_none_or(|reply| !decision.changes_stones(reply))
        };
        if self.keeps_score(&after_pass) && is_safe(self) {
            return Move::Pass;
        }
        // A group may be in danger. A move costs at most a point, and a pass may lose the group.
        let sound = report.candidates.iter().find(|candidate| {
            candidate.mv != Move::Pass
                && !gains.is_in_fight(candidate.mv)
                && candidate.winrate >= best.winrate - DOUBT_WINRATE
                && candidate.visits * DOUBT_PART >= best.visits
        });
        sound.unwrap_or(best).mv
    }

    /// Returns `true` if stones and territory are the same in the opponent's search after a pass or a dame move.
    fn keeps_score(&self, after: &Report) -> bool {
        if after.best().is_none() {
            return false;
        }
        let (game, dead) = (self.game, self.judgement.dead);
        let ownership = Ownership::of_report(after, !self.color);
        let (safe, sure) = match is_by_net(after) {
            true => (SAFE_BY_NET, SURE_BY_NET),
            false => (SAFE_BY_PLAYOUTS, 0.0),
        };
        let (board, tax) = (game.board(), game.rules().tax);
        let area = score::Area::of(board, &dead);
        // Ownership is often wrong where reading decides.
        let fights = fight_points(board);
        let is_safe = |color: Color| {
            let territory = area.territory(tax, color) - dead - fights;
            territory.iter().all(|point| ownership.of(point, color) >= safe)
        };
        let is_sure = |chain: PointSet| {
            let Some(stone) = chain.first() else { return true };
            let Some(color) = board.color_at(stone) else { return true };
            let owned = ownership.mean(&chain, color);
            let in_atari = board.liberty_count(stone) == 1;
            // A stone in a ko is not judged alone, but losing an own one costs points.
            (chain.len() == 1
                && in_atari
                && (color != self.color || dead.contains(stone) || owned > 0.0))
                || board.liberties(stone).intersects(&fights)
                || owned.abs() >= sure
        };
        let chains = |color: Color| board.stones_of(color).components(game.size().stride());
        DeadStones::of(game, &ownership).dead == dead
            && Color::BOTH.into_iter().all(is_safe)
            && Color::BOTH.into_iter().flat_map(chains).all(is_sure)
    }

    /// Returns `true` if an opponent's reply to a pass saves or kills stones. In a decided game the opponent's search
    /// visits such a reply about as often as a pass, and the mean ownership hides it.
    fn changes_stones(&mut self, reply: Move) -> bool {
        let mut game = self.game.clone();
        for (color, mv) in [(self.color, Move::Pass), (!self.color, reply)] {
            game.play(color, mv).expect("the move is legal");
        }
        let after = self.search_position(&game, self.color);
        if after.best().is_none() {
            return true;
        }
        let ownership = Ownership::of_report(&after, self.color);
        DeadStones::of(self.game, &ownership).dead != self.judgement.dead
    }
}

/// Returns a reply in the opponent's search by a net that gains at least [`THREAT_POINTS`] over a pass and has a fair
/// share of the visits.
fn threat(after: &Report) -> Option<Move> {
    let pass = after.candidates.iter().find(|candidate| candidate.mv == Move::Pass);
    let (best, pass) = after.best().zip(pass).filter(|_| is_by_net(after))?;
    let found = after.candidates.iter().find(|reply| {
        reply.visits * THREAT_PART >= best.visits
            && reply.score_mean >= pass.score_mean + THREAT_POINTS
    });
    found.map(|reply| reply.mv)
}

/// Returns the liberties of stones in fights that reading decides.
fn fight_points(board: &Board) -> PointSet {
    let (read, size) = (ReadFights::of(board), board.size());
    (read.dead | read.seki).neighbours(size.stride(), &PointSet::full(size))
}

/// Returns `true` if a dame move is as good as a pass, by the opponent's searches after both. Searches by
/// playouts are too noisy for the comparison.
fn is_as_good(after: &Report, after_pass: &Report) -> bool {
    let replies = after.best().zip(after_pass.best());
    !is_by_net(after)
        || replies.is_some_and(|(reply, to_pass)| {
            reply.winrate <= to_pass.winrate + DAME_WINRATE
                && reply.score_mean <= to_pass.score_mean + DAME_POINTS
        })
}

/// Returns `true` if a report is from a search with a net.
fn is_by_net(report: &Report) -> bool {
    report.raw.is_some()
}

/// The moves that may gain points.
struct Gains<'a> {
    /// The points next to fights that reading decides, where a move gains nothing.
    fights: PointSet,
    /// The points that capture chains of the opponent that would otherwise connect to living ones.
    cuts: PointSet,
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
        let is_legal = |&point: &Point| game.is_legal(color, point).is_ok();
        let is_ko = |point: &Point| is_ko(board, color, *point) && is_legal(point);
        let kos: PointSet = board.empty_points().iter().copied().filter(is_ko).collect();
        let dame = decision.judgement.open_points(game, color) - kos;
        let fights = fight_points(board);
        let cuts = cuts(board, color, &decision.judgement.dead) - fights;
        Gains {
            fights,
            cuts: cuts.iter().filter(is_legal).collect(),
            kos,
            dame,
            by_net: Some(ownership).filter(|_| is_by_net(report)),
            board,
            color,
        }
    }

    /// Returns `true` if a move may gain points.
    fn includes(&self, mv: Move) -> bool {
        let is_disputed =
            || self.by_net.is_some_and(|it| may_gain_points(it, mv)) && !self.is_in_fight(mv);
        let known = self.kos | self.dame | self.cuts;
        mv.point().is_some_and(|point| known.contains(point) || is_disputed())
    }

    /// Returns `true` if a move is next to a fight that reading decides.
    fn is_in_fight(&self, mv: Move) -> bool {
        mv.point().is_some_and(|point| self.fights.contains(point))
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
    captures_ko(board, color, point) || captures_ko(board, !color, point)
}

/// Returns the points where `color` captures a chain that would otherwise connect to another living one.
fn cuts(board: &Board, color: Color, dead: &PointSet) -> PointSet {
    let cut = |chain: PointSet| {
        let connects = |&point: &Point| {
            let mut neighbours = board.neighbours(point);
            let is_friend = |it| board.color_at(it) == Some(!color) && !chain.contains(it);
            neighbours.any(|it| is_friend(it) && !dead.contains(it))
                && !board.is_suicide(!color, point)
                && !board.is_self_atari(!color, point)
        };
        let stone = chain.first()?;
        let liberties = *board.liberties(stone);
        if liberties.len() > 2 || !liberties.iter().any(|point| connects(&point)) {
            return None;
        }
        match liberties.len() {
            1 => liberties.first(),
            _ => ladder::catching_atari(board, stone),
        }
    };
    board.stones_of(!color).components(board.size().stride()).filter_map(cut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Diagram;

    #[test]
    fn cut_captures_chain_before_it_connects() {
        // Two white stones connect at `a` unless Black plays there first.
        let diagram = Diagram::parse(
            ". X . a O O .
             . X O O X O .
             . X X X X O .
             . . . . X O .
             X X X X X O .
             O O O O O O .
             . . . . . . .",
        );
        let board = diagram.board();
        let found = cuts(&board, Color::Black, &PointSet::EMPTY);
        assert_eq!(found, [diagram.mark('a')].into_iter().collect());
        let dead = board.stones_of(Color::White);
        assert!(cuts(&board, Color::Black, &dead).is_empty(), "no living chain");
    }

    #[test]
    fn empty_point_of_a_ko_is_found_for_both_colours() {
        let diagram = Diagram::parse(
            ". X O . .
             X a X O .
             . X O . .
             . . . . .
             . . . . .",
        );
        let board = diagram.board();
        let kos = Color::BOTH.map(|color| {
            let empty = board.empty_points().iter().copied();
            empty.filter(|&point| is_ko(&board, color, point)).collect::<Vec<_>>()
        });
        assert_eq!(kos, [vec![diagram.mark('a')], vec![diagram.mark('a')]]);
    }
}
