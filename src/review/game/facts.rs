//! The facts behind the reasons of a mistake: what the moves do on the board, and what the evaluations change.

use crate::go::{Board, Color, Move, Point, PointSet, ladder};
use crate::records::record::Size;
use crate::review::game::reasons::{LostMove, Reason, Stones};
use crate::review::position::area::{BoardArea, is_far, is_near};
use crate::review::position::evaluation::{PositionEvaluation, point, point_index};

/// The share from which a point counts as settled, in percent.
const SETTLED: i32 = 90;

/// The share of a chain's owner that separates living and dead stones, in percent.
const ALIVE: i32 = 65;

/// The boards around a move.
pub(super) struct Facts<'a> {
    lost: &'a LostMove<'a>,
    size: Size,
    board: &'a Board,
    /// The board after the move.
    after: Board,
    played: Point,
    better: Point,
    /// The opponent's best reply.
    reply: Option<Point>,
}

impl<'a> Facts<'a> {
    /// Returns `None` if one of the moves is a pass or is illegal on the board.
    pub(super) fn of(lost: &'a LostMove<'a>) -> Option<Facts<'a>> {
        let (color, board) = (lost.color, lost.game.board());
        let size = Size::new(board.size().lines(), board.size().lines())?;
        let on_board = |index: u16| point(index, size).on(board.size());
        let (played, better) = (on_board(lost.played?), on_board(lost.better?));
        let mut after = board.clone();
        if !board.is_playable(color, played) || !board.is_playable(color, better) {
            return None;
        }
        after.play(color, played);
        let reply = lost.after.best().and_then(|best| best.line.first().copied().flatten());
        let reply = reply.map(on_board).filter(|&reply| after.is_playable(!color, reply));
        Some(Facts { lost, size, board, after, played, better, reply })
    }

    fn color(&self) -> Color {
        self.lost.color
    }

    fn index(&self, point: Point) -> u16 {
        point_index(self.board.size(), Move::Play(point)).unwrap_or_default()
    }

    fn indices(&self, points: impl Iterator<Item = Point>) -> Stones {
        let mut stones: Stones = points.map(|point| self.index(point)).collect();
        stones.sort_unstable();
        stones
    }

    fn chain(&self, board: &Board, stone: Point) -> Stones {
        self.indices(board.chain_stones(stone))
    }

    /// Returns the player's share of some points, in percent.
    fn share(&self, evaluation: &PositionEvaluation, stones: &[u16]) -> i32 {
        let owner = |&stone: &u16| i32::from(evaluation.ownership[usize::from(stone)]);
        let sum: i32 = stones.iter().map(owner).sum();
        let mean = sum * self.color().sign() / stones.len().max(1) as i32;
        (mean + 100) / 2
    }

    /// Returns one stone of each adjacent chain of a colour.
    fn chains_at(&self, board: &Board, at: Point, color: Color) -> Vec<Point> {
        let mut seen: Vec<Point> = Vec::new();
        for stone in board.neighbours(at).filter(|&stone| board.color_at(stone) == Some(color)) {
            if !seen.iter().any(|&known| board.chain_at(known) == board.chain_at(stone)) {
                seen.push(stone);
            }
        }
        seen
    }

    pub(super) fn captured(&self) -> Option<Reason> {
        let reply = self.reply?;
        let stones = captures(&self.after, !self.color(), reply);
        let stones = self.indices(stones.iter());
        (!stones.is_empty()).then(|| Reason::Captured { reply: self.index(reply), stones })
    }

    pub(super) fn ladder_catches(&self) -> Option<Reason> {
        let reply = self.reply?;
        let chains = self.chains_at(&self.after, reply, self.color());
        let caught = chains.into_iter().find(|&stone| is_ladder(&self.after, stone, reply))?;
        let stones = self.chain(&self.after, caught);
        Some(Reason::LadderCatches { reply: self.index(reply), stones })
    }

    pub(super) fn ladder_missed(&self) -> Option<Reason> {
        let chains = self.chains_at(self.board, self.better, !self.color());
        let caught = chains.into_iter().find(|&stone| is_ladder(self.board, stone, self.better))?;
        let stones = self.chain(self.board, caught);
        Some(Reason::LadderMissed { better: self.index(self.better), stones })
    }

    pub(super) fn ladder_fails(&self) -> Option<Reason> {
        let chains = self.chains_at(&self.after, self.played, !self.color());
        let escaped = chains.into_iter().find(|&stone| {
            let is_atari = self.after.is_in_atari(stone);
            is_atari && is_chase(&self.after, stone) && ladder::escapes(&self.after, stone)
        })?;
        Some(Reason::LadderFails { stones: self.chain(&self.after, escaped) })
    }

    pub(super) fn self_atari(&self) -> Option<Reason> {
        let is_lost = self.after.is_in_atari(self.played) && self.after.chain_size(self.played) > 1;
        let liberty = self.after.liberties(self.played).first()?;
        let stones = self.chain(&self.after, self.played);
        is_lost.then(|| Reason::SelfAtari { stones, liberty: self.index(liberty) })
    }

    pub(super) fn capture_missed(&self) -> Option<Reason> {
        let stones = self.indices(captures(self.board, self.color(), self.better).iter());
        let better = self.index(self.better);
        (!stones.is_empty()).then_some(Reason::CaptureMissed { better, stones })
    }

    /// Returns the largest chain of a colour that the player owns before the move and the opponent after it, with the
    /// player's shares.
    fn turned(&self, color: Color) -> Option<(Stones, i32, i32)> {
        let mut turned: Option<(Stones, i32, i32)> = None;
        let mut seen: PointSet = PointSet::EMPTY;
        for stone in self.after.stones_of(color).iter() {
            if !seen.insert(stone) || stone == self.played {
                continue;
            }
            self.after.chain_stones(stone).for_each(|stone| _ = seen.insert(stone));
            let mut stones = self.chain(&self.after, stone);
            stones.retain(|&stone| stone != self.index(self.played));
            let share = |of| self.share(of, &stones);
            let (before, after) = (share(self.lost.before), share(self.lost.after));
            let is_turned = before >= ALIVE && after <= 100 - ALIVE && stones.len() > 1;
            if is_turned && turned.as_ref().is_none_or(|(known, ..)| known.len() < stones.len()) {
                turned = Some((stones, before, after));
            }
        }
        turned
    }

    pub(super) fn dies(&self) -> Option<Reason> {
        let (stones, before, after) = self.turned(self.color())?;
        Some(Reason::Dies { stones, before, after })
    }

    pub(super) fn lives(&self) -> Option<Reason> {
        let (stones, before, after) = self.turned(!self.color())?;
        Some(Reason::Lives { stones, before, after })
    }

    /// Returns two chains of the player of at least two stones that a move at `at` connects.
    fn joined(&self, board: &Board, at: Point) -> Option<[Point; 2]> {
        let chains = self.chains_at(board, at, self.color());
        let mut large = chains.into_iter().filter(|&stone| board.chain_size(stone) > 1);
        Some([large.next()?, large.next()?])
    }

    pub(super) fn cut(&self) -> Option<Reason> {
        let reply = self.reply?;
        let [one, other] = self.joined(&self.after, reply)?;
        let common =
            self.after.liberties(one).iter().filter(|&at| self.after.liberties(other).contains(at));
        let mut cut = self.after.clone();
        let is_only = common.count() == 1 && cut.play(!self.color(), reply) == 0;
        let holds = is_only && !cut.is_in_atari(reply);
        let chains = [one, other].map(|stone| self.chain(&self.after, stone));
        holds.then(|| Reason::Cut { reply: self.index(reply), chains })
    }

    pub(super) fn connects(&self) -> Option<Reason> {
        let chains = self.joined(self.board, self.better)?;
        let chains = chains.map(|stone| self.chain(self.board, stone));
        Some(Reason::Connects { better: self.index(self.better), chains })
    }

    pub(super) fn settled(&self) -> Option<Reason> {
        let played = [self.index(self.played)];
        let (before, after) =
            (self.share(self.lost.before, &played), self.share(self.lost.after, &played));
        let own = before >= SETTLED && self.captured_by_move() == 0;
        let others = before <= 100 - SETTLED && after <= 100 - SETTLED;
        match (own, others) {
            (true, _) => Some(Reason::Settled { owner: self.color(), share: before }),
            (_, true) => Some(Reason::Settled { owner: !self.color(), share: 100 - before }),
            _ => None,
        }
    }

    fn captured_by_move(&self) -> usize {
        captures(self.board, self.color(), self.played).len()
    }

    pub(super) fn sente(&self) -> Option<Reason> {
        let first = self.lost.before.first_move.filter(|first| first.is_sente())?;
        let better = self.index(self.better);
        Some(Reason::Sente { better, gain: first.gain, follow_up: first.follow_up })
    }

    pub(super) fn unanswered(&self) -> Option<Reason> {
        let last = self.lost.game.last_points()[0]?;
        self.board.color_at(last).filter(|&color| color == !self.color())?;
        let [last, better, played] = [last, self.better, self.played].map(|at| self.index(at));
        let reply = self.index(self.reply?);
        let is_local = is_near(last, better, self.size) && is_near(last, reply, self.size);
        let is_left = is_far(played, last, self.size);
        (is_local && is_left).then_some(Reason::Unanswered { last, better, reply })
    }

    pub(super) fn elsewhere(&self) -> Option<Reason> {
        let [better, played] = [self.better, self.played].map(|at| self.index(at));
        let area = BoardArea::of(better, self.size);
        let is_elsewhere =
            is_far(better, played, self.size) && area != BoardArea::of(played, self.size);
        is_elsewhere.then_some(Reason::Elsewhere { better, area })
    }
}

/// Returns the stones that a move captures.
fn captures(board: &Board, color: Color, at: Point) -> PointSet {
    board.captures(color, at)
}

/// Returns `true` if an atari at `at` captures the chain in a ladder: the chain can extend and is caught.
fn is_ladder(board: &Board, stone: Point, at: Point) -> bool {
    let Some(color) = board.color_at(stone) else { return false };
    let is_atari = board.liberties(stone).len() == 2 && board.liberties(stone).contains(at);
    if !is_atari || !board.is_legal(!color, at) {
        return false;
    }
    let mut after = board.clone();
    after.play(!color, at);
    is_chase(&after, stone) && !ladder::escapes(&after, stone)
}

/// Returns `true` if a chain in atari gets two liberties by extending, so that the opponent can give atari again.
fn is_chase(board: &Board, stone: Point) -> bool {
    let last = board.liberties(stone).first();
    last.is_some_and(|last| board.liberties_after(stone, last).len() == 2)
}
