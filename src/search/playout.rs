//! Playouts: simulated games to the end by a fast policy.
//!
//! A playout knows simple ko and no suicide, nothing of superko or rules. It ends at two passes,
//! when every empty point is an eye or illegal, or after a number of moves that only long ko
//! cycles reach.

use smallvec::SmallVec;

use crate::go::{Board, Color, Move, Point, score};

use super::params::PlayoutParams;
use super::pattern::Patterns;
use super::rng::Rng;

/// The most stones that are worth giving up inside an eye: a larger self-atari only breaks a seki.
const LARGEST_NAKADE: usize = 6;

/// Points that a rule proposes, seldom more than these.
type Proposals = SmallVec<[Point; 16]>;

/// How a playout chooses its moves.
pub trait Policy<const W: usize, const ATARI: bool = false> {
    /// A move for the colour to play; a pass only where it finds nothing.
    fn choose(&mut self, board: &mut Board<W, ATARI>, color: Color) -> Move;
}

/// Plays a position to the end, handing every move to `record`, and answers Black's margin in
/// points.
pub fn play_out<const W: usize, const ATARI: bool>(
    board: &mut Board<W, ATARI>,
    to_play: Color,
    policy: &mut impl Policy<W, ATARI>,
    mut record: impl FnMut(Color, Move),
) -> i32 {
    let mut passes = 0;
    let longest = 3 * board.size().area();
    if to_play == Color::White {
        turn(board, Color::White, policy, &mut record, &mut passes);
    }
    // Colours that are known when compiled are worth a twentieth.
    for _ in 0..longest.div_ceil(2) {
        turn(board, Color::Black, policy, &mut record, &mut passes);
        if passes == 2 {
            break;
        }
        turn(board, Color::White, policy, &mut record, &mut passes);
        if passes == 2 {
            break;
        }
    }
    score::final_margin(board)
}

/// One move of a playout; `passes` is how many came in a row.
#[inline(always)]
fn turn<const W: usize, const ATARI: bool>(
    board: &mut Board<W, ATARI>,
    color: Color,
    policy: &mut impl Policy<W, ATARI>,
    record: &mut impl FnMut(Color, Move),
    passes: &mut u32,
) {
    let mv = policy.choose(board, color);
    record(color, mv);
    match mv {
        Move::Play(point) => {
            board.play(color, point);
            *passes = 0;
        }
        Move::Pass => {
            board.clear_ko();
            *passes += 1;
        }
    }
}

/// Exactly uniform over the legal moves that do not fill an eye: the measure of boards.
#[derive(Debug)]
pub struct Light<'a>(pub &'a mut Rng);

impl<const W: usize, const ATARI: bool> Policy<W, ATARI> for Light<'_> {
    #[inline(always)]
    fn choose(&mut self, board: &mut Board<W, ATARI>, color: Color) -> Move {
        // Points that will not do are put behind those still to be drawn from.
        for count in (1..=board.empty_points().len()).rev() {
            let drawn = self.0.below(count);
            let point = board.empty_points()[drawn];
            if board.is_playable(color, point) {
                return Move::Play(point);
            }
            board.swap_empty_points(drawn, count - 1);
        }
        Move::Pass
    }
}

/// The policy of the search: answers to ataris and 3x3 patterns around the last two moves before
/// anything else.
#[derive(Debug)]
pub struct Heavy<'a> {
    params: &'a PlayoutParams,
    rng: &'a mut Rng,
    patterns: Patterns,
    /// The last move and the one before.
    last: [Option<Point>; 2],
}

impl<'a> Heavy<'a> {
    /// The policy for a position that these moves led to, the latest first.
    pub fn new(last: [Option<Point>; 2], params: &'a PlayoutParams, rng: &'a mut Rng) -> Self {
        Heavy { params, rng, patterns: Patterns::new(), last }
    }

    /// The policy: the first rule that proposes something decides.
    fn decide<const W: usize>(&mut self, board: &Board<W>, color: Color) -> Move {
        if self.last[0].is_some() && self.rng.chance(self.params.atari) {
            let proposals = self.ataris(board, color);
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

    /// Captures and escapes around the last two moves.
    fn ataris<const W: usize>(&self, board: &Board<W>, color: Color) -> Proposals {
        let mut proposals = Proposals::new();
        for last in self.last.into_iter().flatten() {
            if !board.is_empty(last) && board.is_in_atari(last) {
                propose_atari(board, color, last, &mut proposals);
            }
            for stone in board.stones_beside(last) {
                if board.is_in_atari(stone) {
                    propose_atari(board, color, stone, &mut proposals);
                }
            }
            if !proposals.is_empty() {
                break;
            }
        }
        proposals
    }

    /// Points around the last two moves whose surroundings match a pattern.
    fn patterns<const W: usize>(&self, board: &Board<W>) -> Proposals {
        let mut proposals = Proposals::new();
        for last in self.last.into_iter().flatten() {
            for point in board.empty_around(last) {
                if self.patterns.matches(board.neighbourhood(point)) {
                    proposals.push(point);
                }
            }
        }
        proposals
    }

    /// One of the proposals that may be played, each as likely.
    fn pick<const W: usize>(
        &mut self,
        board: &Board<W>,
        color: Color,
        mut proposals: Proposals,
    ) -> Option<Point> {
        while !proposals.is_empty() {
            let point = proposals.swap_remove(self.rng.below(proposals.len()));
            if board.is_playable(color, point)
                && !(board.is_idle_self_atari(color, point)
                    && self.rng.chance(self.params.refuse_self_atari))
            {
                return Some(point);
            }
        }
        None
    }

    /// A legal point that is not an eye, from a random place in the list of empty points onward;
    /// a pass where there is none.
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
                let is_nakade = board.joined(color, point).len() < LARGEST_NAKADE;
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

/// What there is to do about a chain in atari: take it, or save it by taking
/// a neighbour or by running to two liberties or more.
pub fn propose_atari<const W: usize>(
    board: &Board<W>,
    color: Color,
    stone: Point,
    proposals: &mut Proposals,
) {
    let Some(liberty) = board.liberties(stone).first() else { return };
    if board.color_at(stone) != Some(color) {
        push_new(proposals, liberty);
        return;
    }
    for friend in board.chain_stones(stone) {
        for enemy in board.neighbours(friend) {
            if board.color_at(enemy) == Some(!color) && board.is_in_atari(enemy) {
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
