//! The playout policy of the search: tactical replies and patterns around the last two moves.
//!
//! Independent of the tree and of how a playout ends.

use super::candidate_moves::CandidateMoves;
use super::pattern::Patterns;
use super::policy::Policy;
use crate::params::PlayoutParams;
use tianyuan_go::rng::Rng;
use tianyuan_go::{Board, Color, Move, Point};

/// The maximum number of stones to sacrifice inside an eye: a larger self-atari only breaks a seki.
const LARGEST_NAKADE: usize = 6;

/// The policy of heavy playouts: ataris, chains of two liberties and 3x3 patterns around the last two moves take
/// precedence over random moves.
#[derive(Debug)]
pub struct Heavy<'a> {
    params: &'a PlayoutParams,
    rng: &'a mut Rng,
    patterns: Patterns,
    /// The last two moves, latest first.
    last: [Option<Point>; 2],
}

impl<'a> Heavy<'a> {
    /// Creates a policy for a position after these last two moves, latest first.
    pub fn new(last: [Option<Point>; 2], params: &'a PlayoutParams, rng: &'a mut Rng) -> Self {
        Heavy { params, rng, patterns: Patterns::new(), last }
    }

    /// Returns the move of the first rule that proposes a playable move.
    fn decide<const W: usize>(&mut self, board: &Board<W>, color: Color) -> Move {
        if self.last[0].is_some() && self.rng.chance(self.params.atari) {
            let proposals = self.ataris(board, color);
            if let Some(point) = self.pick(board, color, proposals) {
                return Move::Play(point);
            }
        }
        if self.last[0].is_some() && self.rng.chance(self.params.two_liberties) {
            let proposals = self.two_liberties(board, color);
            if let Some(point) = self.pick(board, color, proposals) {
                return Move::Play(point);
            }
        }
        if self.last[0].is_some() && self.rng.chance(self.params.pattern) {
            let proposals = self.patterns(board);
            if let Some(point) = self.pick(board, color, proposals) {
                return Move::Play(point);
            }
        }
        self.random(board, color)
    }

    /// Returns proposals for chains in atari around the last two moves, latest first.
    fn ataris<const W: usize>(&self, board: &Board<W>, color: Color) -> CandidateMoves {
        let mut proposals = CandidateMoves::new();
        for last in self.last.into_iter().flatten() {
            if board.is_in_atari(last) {
                propose_atari(board, color, last, &mut proposals);
            }
            for stone in board.adjacent_ataris(last) {
                propose_atari(board, color, stone, &mut proposals);
            }
            if !proposals.is_empty() {
                break;
            }
        }
        proposals
    }

    /// Returns proposals for chains of two liberties at the last move.
    fn two_liberties<const W: usize>(&self, board: &Board<W>, color: Color) -> CandidateMoves {
        let mut proposals = CandidateMoves::new();
        if let Some(last) = self.last[0] {
            // After suicide there is no stone.
            if !board.is_empty(last) {
                propose_two_liberties(board, color, last, &mut proposals);
            }
            for stone in board.adjacent_stones(last) {
                propose_two_liberties(board, color, stone, &mut proposals);
            }
        }
        proposals
    }

    /// Returns the points around the last two moves whose neighbourhood matches a pattern.
    fn patterns<const W: usize>(&self, board: &Board<W>) -> CandidateMoves {
        let mut proposals = CandidateMoves::new();
        for last in self.last.into_iter().flatten() {
            for point in board.neighbours8_unchecked(last) {
                let matches = self.patterns.matches(board.neighbourhood(point));
                proposals.push_if(point, matches & board.is_empty(point));
            }
        }
        proposals
    }

    /// Returns a uniformly sampled playable proposal, or `None` if there is none.
    fn pick<const W: usize>(
        &mut self,
        board: &Board<W>,
        color: Color,
        mut proposals: CandidateMoves,
    ) -> Option<Point> {
        while !proposals.is_empty() {
            let point = proposals.take(self.rng.below(proposals.len()));
            if board.is_playable(color, point)
                && !(board.is_idle_self_atari(color, point)
                    && self.rng.chance(self.params.refuse_self_atari))
            {
                return Some(point);
            }
        }
        None
    }

    /// Returns a legal point that is not an eye, searching the list of empty points from a random index; a pass if
    /// there is none.
    ///
    /// This is not exactly uniform, but takes a single random number.
    fn random<const W: usize>(&mut self, board: &Board<W>, color: Color) -> Move {
        let count = board.empty_points().len();
        if count == 0 {
            return Move::Pass;
        }
        let start = self.rng.below(count);
        let mut refused = None;
        for i in 0..count {
            let place = if start + i < count { start + i } else { start + i - count };
            let point = board.empty_points()[place];
            if !board.is_playable(color, point) {
                continue;
            }
            if board.is_idle_self_atari(color, point) {
                let is_nakade = board.joined_count(color, point) < LARGEST_NAKADE;
                let refuse = self.params.refuse_random_self_atari;
                if refused.is_none() && is_nakade && !self.rng.chance(refuse) {
                    refused = Some(point);
                }
                continue;
            }
            return Move::Play(point);
        }
        refused.map_or(Move::Pass, Move::Play)
    }
}

impl<const W: usize> Policy<W> for Heavy<'_> {
    fn choose(&mut self, board: &mut Board<W>, color: Color) -> Move {
        let mv = self.decide(board, color);
        self.last = [mv.point(), self.last[0]];
        mv
    }
}

/// Proposes moves for a chain in atari: capture it, or save it by capturing a neighbour or by extending to at least
/// two liberties.
pub(super) fn propose_atari<const W: usize>(
    board: &Board<W>,
    color: Color,
    stone: Point,
    proposals: &mut CandidateMoves,
) {
    let Some(liberty) = board.liberties(stone).first() else { return };
    if board.color_at(stone) != Some(color) {
        proposals.push_new(liberty);
        return;
    }
    for friend in board.chain_stones(stone) {
        for enemy in board.neighbours(friend) {
            if board.color_at(enemy) == Some(!color) && board.is_in_atari(enemy) {
                let last = board.liberties(enemy).first();
                last.into_iter().for_each(|point| proposals.push_new(point));
            }
        }
    }
    if !board.is_suicide(color, liberty) && !board.is_self_atari(color, liberty) {
        proposals.push_new(liberty);
    }
}

/// Proposes moves for a chain of two liberties: an atari from which it cannot escape to three liberties, or a move
/// that extends it to three.
pub(super) fn propose_two_liberties<const W: usize>(
    board: &Board<W>,
    color: Color,
    stone: Point,
    proposals: &mut CandidateMoves,
) {
    let Some([a, b]) = board.two_liberties(stone) else { return };
    let grows = |at: Point| board.liberties_after(stone, at).len() > 2;
    if board.color_at(stone) == Some(color) {
        proposals.push_if(a, grows(a));
        proposals.push_if(b, grows(b));
    } else {
        proposals.push_if(a, !grows(b) && !board.is_self_atari(color, a));
        proposals.push_if(b, !grows(a) && !board.is_self_atari(color, b));
    }
}
