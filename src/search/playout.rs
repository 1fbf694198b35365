//! Playouts: simulated games to the end by a fast policy.
//!
//! A playout knows simple ko and no suicide, nothing of superko or rules. It ends at two passes,
//! when every empty point is an eye or illegal, or after a number of moves that only long ko
//! cycles reach.

use smallvec::SmallVec;

use crate::go::{Board, Color, Move, Point, score};

use super::params::PlayoutParams;
use super::pattern;
use super::rng::Rng;

/// The most stones that are worth giving up inside an eye: a larger self-atari only breaks a seki.
const LARGEST_NAKADE: usize = 6;

/// Points that a rule proposes, seldom more than these.
type Proposals = SmallVec<[Point; 16]>;

/// A simulated game under way.
#[derive(Debug)]
pub struct Playout<'a, const W: usize> {
    board: &'a mut Board<W>,
    params: &'a PlayoutParams,
    rng: &'a mut Rng,
    /// The last move and the one before.
    last: [Option<Point>; 2],
}

impl<'a, const W: usize> Playout<'a, W> {
    /// A playout from a position, with the last two moves that led to it, the latest first.
    pub fn new(
        board: &'a mut Board<W>,
        last: [Option<Point>; 2],
        params: &'a PlayoutParams,
        rng: &'a mut Rng,
    ) -> Self {
        Playout { board, params, rng, last }
    }

    /// Plays to the end, handing every move to `record`, and answers Black's margin in points.
    pub fn run(mut self, mut to_play: Color, mut record: impl FnMut(Color, Move)) -> i32 {
        let mut passes = 0;
        let longest = 3 * self.board.size().area();
        for _ in 0..longest {
            let mv = self.choose(to_play);
            record(to_play, mv);
            match mv {
                Move::Play(point) => {
                    self.board.play(to_play, point);
                    passes = 0;
                }
                Move::Pass => {
                    self.board.clear_ko();
                    passes += 1;
                }
            }
            if passes == 2 {
                break;
            }
            self.last = [mv.point(), self.last[0]];
            to_play = !to_play;
        }
        score::final_margin(self.board)
    }

    /// The policy: the first rule that proposes something decides.
    fn choose(&mut self, color: Color) -> Move {
        if self.last[0].is_some() && self.rng.chance(self.params.atari) {
            let proposals = self.ataris(color);
            if let Some(point) = self.pick(color, proposals) {
                return Move::Play(point);
            }
        }
        if self.last[0].is_some() && self.rng.chance(self.params.pattern) {
            let proposals = self.patterns();
            if let Some(point) = self.pick(color, proposals) {
                return Move::Play(point);
            }
        }
        self.random(color)
    }

    /// Captures and escapes around the last two moves.
    fn ataris(&mut self, color: Color) -> Proposals {
        let mut proposals = Proposals::new();
        for last in self.last.into_iter().flatten() {
            let board = &*self.board;
            if !board.is_empty(last) {
                propose_atari(board, color, last, &mut proposals);
            }
            for stone in board.neighbours(last).filter(|&point| !board.is_empty(point)) {
                propose_atari(board, color, stone, &mut proposals);
            }
            if !proposals.is_empty() {
                break;
            }
        }
        proposals
    }

    /// Points around the last two moves whose surroundings match a pattern.
    fn patterns(&mut self) -> Proposals {
        let mut proposals = Proposals::new();
        for last in self.last.into_iter().flatten() {
            let board = &*self.board;
            let empty = board.surroundings(last).filter(|&point| board.is_empty(point));
            proposals.extend(empty.filter(|&point| pattern::matches(board.neighbourhood(point))));
        }
        proposals
    }

    /// One of the proposals that may be played, each as likely.
    fn pick(&mut self, color: Color, mut proposals: Proposals) -> Option<Point> {
        while !proposals.is_empty() {
            let point = proposals.swap_remove(self.rng.below(proposals.len()));
            if self.board.is_legal(color, point)
                && !self.board.neighbourhood(point).is_eye(color)
                && !(self.board.is_self_atari(color, point)
                    && self.rng.chance(self.params.refuse_self_atari))
            {
                return Some(point);
            }
        }
        None
    }

    /// A legal point that is not an eye, from a random place in the list of empty points onward;
    /// a pass where there is none.
    fn random(&mut self, color: Color) -> Move {
        let count = self.board.empty_points().len();
        if count == 0 {
            return Move::Pass;
        }
        let start = self.rng.below(count);
        let mut refused = None;
        for i in 0..count {
            let place = if start + i < count { start + i } else { start + i - count };
            let point = self.board.empty_points()[place];
            if self.board.neighbourhood(point).is_eye(color) || !self.board.is_legal(color, point) {
                continue;
            }
            if self.board.is_self_atari(color, point) {
                let is_nakade = self.board.joined_size(color, point) <= LARGEST_NAKADE;
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

/// What there is to do about the chain of a stone that is in atari: take it, or save it by taking
/// a neighbour or by running to two liberties or more.
pub fn propose_atari<const W: usize>(
    board: &Board<W>,
    color: Color,
    stone: Point,
    proposals: &mut Proposals,
) {
    if board.liberty_count(stone) != 1 {
        return;
    }
    let Some(liberty) = board.liberties(stone).first() else { return };
    if board.color_at(stone) != Some(color) {
        push_new(proposals, liberty);
        return;
    }
    for friend in board.chain_stones(stone) {
        for enemy in board.neighbours(friend) {
            if board.color_at(enemy) == Some(!color) && board.liberty_count(enemy) == 1 {
                proposals.extend(board.liberties(enemy).first());
            }
        }
    }
    if !board.is_suicide(color, liberty) && !board.is_self_atari(color, liberty) {
        push_new(proposals, liberty);
    }
}

fn push_new(proposals: &mut Proposals, point: Point) {
    if !proposals.contains(&point) {
        proposals.push(point);
    }
}
