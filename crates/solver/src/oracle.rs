//! A naive solver for tests: its own board, all rules applied literally, no proof numbers and no knowledge.
//!
//! Under simple ko all reachable states are listed, and the states in which the achiever can force its event are found
//! by iteration to the least fixed point. Under superko all lines are searched with their complete history.

use std::collections::HashMap;

use tianyuan_go::{Color, KoRule, Point};

use crate::problem::Problem;
use crate::search::Task;

/// A set of points: bit `i` is the point `i` in row-major order from the bottom left.
type Points = u32;

/// One move outside less than none.
const TOO_MANY: u8 = u8::MAX;

/// The state of a local game. Sides are 0 (Black) and 1 (White).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    stones: [Points; 2],
    to_play: usize,
    /// The point that simple ko forbids.
    ko: Points,
    passes: u8,
    threats: [u8; 2],
    /// The remaining moves outside before the achiever fails, if they are limited.
    safe_moves: Option<u8>,
}

/// The stones and the side to move.
type Situation = ([Points; 2], usize);

/// The solver of one problem.
pub(crate) struct Oracle {
    /// The neighbours of each point.
    neighbours: Vec<Points>,
    region: Points,
    /// The points where a side may not play if it must not rely on the outside.
    unsupported: [Points; 2],
    /// The number of moves of the other side outside that do not endanger the chains of a side.
    safe_moves: [Option<u8>; 2],
    ko: KoRule,
    allows_suicide: bool,
    owner: usize,
    targets: [Points; 2],
    start: State,
    task: Task,
    /// The remaining states.
    budget: usize,
}

impl Oracle {
    /// Returns the oracle of a problem on a board of at most five lines.
    pub(crate) fn new(problem: &Problem) -> Oracle {
        let (board, size) = (problem.board(), problem.board().size());
        let points: Vec<Point> = size.points().collect();
        let bit = |point: Point| 1 << points.iter().position(|&p| p == point).expect("a point");
        let set = |points: &mut dyn Iterator<Item = Point>| points.map(bit).sum::<Points>();
        let beside = |&point: &Point| set(&mut board.neighbours(point));
        let to_play = problem.to_play();
        let ko = board.ko().filter(|(color, _)| *color == to_play);
        let stones = Color::BOTH.map(|color| set(&mut board.stones_of(color).iter()));
        let mut oracle = Oracle {
            unsupported: [0; 2],
            safe_moves: [None; 2],
            neighbours: points.iter().map(beside).collect(),
            region: set(&mut problem.region().iter()),
            ko: problem.ko(),
            allows_suicide: problem.allows_suicide(),
            owner: problem.defender().index(),
            targets: problem.goal().targets().map(bit),
            start: State {
                stones,
                to_play: to_play.index(),
                ko: ko.map_or(0, |(_, point)| bit(point)),
                passes: 0,
                threats: [0, 0],
                safe_moves: None,
            },
            task: Task::Capture,
            budget: 0,
        };
        let unsupported =
            |side| bits(oracle.region).filter(|&point| oracle.is_unsupported(side, point)).sum();
        oracle.unsupported = [0, 1].map(unsupported);
        oracle.safe_moves = [0, 1].map(|side| oracle.count_safe_moves(side));
        oracle
    }

    /// Returns `true` if an empty point outside of the region is next to a point, and no chain of a side with a liberty
    /// outside is.
    fn is_unsupported(&self, side: usize, point: Points) -> bool {
        let (stones, beside) = (&self.start.stones, self.beside(point));
        let supports = |stone| self.liberties(stones, side, stone) & !self.region != 0;
        beside & self.empty(stones) & !self.region != 0
            && !bits(beside & stones[side]).any(supports)
    }

    /// Returns the number of moves outside after which each chain of a side that could be captured by moves outside
    /// still has a liberty there.
    fn count_safe_moves(&self, side: usize) -> Option<u8> {
        let (stones, other) = (&self.start.stones, 1 - side);
        let start = self.targets[0] | self.targets[1] | self.region;
        let others = bits((start | self.beside(start)) & stones[other]);
        let chains = others.map(|stone| self.connected(stone, stones[other]));
        let reached = self.beside(chains.fold(start, |all, chain| all | chain)) | start;
        let near =
            bits(stones[side]).filter(|&stone| self.connected(stone, stones[side]) & reached != 0);
        let relying =
            near.filter(|&stone| !self.is_pass_alive(stones, side, stone, self.region, false));
        let outside = |stone| self.liberties(stones, side, stone) & !self.region;
        let numbers = relying.map(|stone| outside(stone).count_ones() as u8);
        numbers.filter(|&number| number > 0).map(|number| number - 1).min()
    }

    /// Returns whether the achiever of a task succeeds, or `None` if more than `budget` states are needed.
    pub(crate) fn achieves(
        &mut self,
        task: Task,
        to_play: Color,
        threats: [u8; 2],
        budget: usize,
    ) -> Option<bool> {
        (self.task, self.budget) = (task, budget);
        let is_limited = matches!(task, Task::InnerCapture | Task::InnerLife);
        let safe_moves = self.safe_moves[self.achiever()].filter(|_| is_limited);
        let start = State { threats, safe_moves, to_play: to_play.index(), ..self.start };
        if self.ko == KoRule::Simple {
            return self.fixed_point(start);
        }
        self.search(&start, &mut vec![(start.stones, start.to_play)])
    }

    fn achiever(&self) -> usize {
        if self.task.is_capture() { 1 - self.owner } else { self.owner }
    }

    /// Finds the states from which the achiever wins: at first those where the event has happened, then repeatedly
    /// those from which it can move to, or the other side must move to, such a state.
    fn fixed_point(&mut self, start: State) -> Option<bool> {
        let mut indices = HashMap::from([(start, 0)]);
        let mut states = vec![start];
        let mut moves: Vec<Vec<usize>> = Vec::new();
        let mut wins: Vec<bool> = Vec::new();
        while moves.len() < states.len() {
            let state = states[moves.len()];
            let result = self.result(&state);
            wins.push(result == Some(true));
            let next = if result.is_some() { Vec::new() } else { self.successors(&state, &[]) };
            let mut places = Vec::new();
            for after in next {
                let place = *indices.entry(after).or_insert(states.len());
                if place == states.len() {
                    states.push(after);
                }
                places.push(place);
            }
            moves.push(places);
            if states.len() > self.budget {
                return None;
            }
        }
        loop {
            let mut has_changed = false;
            for i in (0..states.len()).rev() {
                if wins[i] || moves[i].is_empty() {
                    continue;
                }
                let win = |&place: &usize| wins[place];
                let wins_now = if states[i].to_play == self.achiever() {
                    moves[i].iter().any(win)
                } else {
                    moves[i].iter().all(win)
                };
                (wins[i], has_changed) = (wins_now, has_changed || wins_now);
            }
            if !has_changed {
                return Some(wins[0]);
            }
        }
    }

    /// Searches all lines. `history` contains the situations since the start or the last ko threat.
    fn search(&mut self, state: &State, history: &mut Vec<Situation>) -> Option<bool> {
        if let Some(result) = self.result(state) {
            return Some(result);
        }
        self.budget = self.budget.checked_sub(1)?;
        let is_achiever = state.to_play == self.achiever();
        for after in self.successors(state, history) {
            let situation = (after.stones, after.to_play);
            let result = if after.to_play == state.to_play {
                self.search(&after, &mut vec![situation])?
            } else {
                history.push(situation);
                let result = self.search(&after, history);
                history.pop();
                result?
            };
            if result == is_achiever {
                return Some(is_achiever);
            }
        }
        Some(!is_achiever)
    }

    /// Returns the result of a state if the game has ended.
    fn result(&self, state: &State) -> Option<bool> {
        let own = state.stones[self.owner];
        if self.targets.iter().any(|&target| own & target == 0) {
            return Some(self.task.is_capture());
        }
        if state.safe_moves == Some(TOO_MANY) {
            return Some(false);
        }
        let [first, second] = self.targets;
        let is_reached = match self.task {
            Task::Capture | Task::InnerCapture | Task::InnerSurvival => false,
            Task::Life | Task::InnerLife => self.is_alive(&state.stones, first),
            Task::Connect => self.connected(first, own) & second != 0,
            Task::Eye => self.has_eye(&state.stones, first),
        };
        is_reached.then_some(true).or((state.passes == 2).then_some(false))
    }

    /// Returns the states after all legal moves. The pass is first, a ko threat last.
    fn successors(&self, state: &State, history: &[Situation]) -> Vec<State> {
        let player = state.to_play;
        let safe_moves = state.safe_moves.map(|moves| moves.wrapping_sub(1));
        let passes = state.passes + 1;
        let mut next = vec![State { to_play: 1 - player, ko: 0, passes, safe_moves, ..*state }];
        let mut is_forbidden = false;
        let excluded = match (self.task, player == self.owner) {
            (Task::InnerLife | Task::InnerSurvival, true) => self.unsupported[player],
            (Task::InnerCapture, false) => self.unsupported[player],
            _ => 0,
        };
        for point in bits(self.region & !excluded) {
            let Some(after) = self.play(state, point) else { continue };
            let is_repeated = history.iter().any(|&(stones, to_play)| {
                let is_same_side = to_play == after.to_play;
                stones == after.stones && (self.ko == KoRule::Positional || is_same_side)
            });
            if state.ko == point || is_repeated {
                is_forbidden = true;
            } else {
                next.push(after);
            }
        }
        if is_forbidden && state.threats[player] > 0 {
            let mut after = State { ko: 0, passes: 0, safe_moves, ..*state };
            after.threats[player] -= 1;
            next.push(after);
        }
        next
    }

    /// Plays a stone, regardless of ko. Returns `None` if the point is occupied or the move is illegal suicide.
    fn play(&self, state: &State, point: Points) -> Option<State> {
        let (player, other) = (state.to_play, 1 - state.to_play);
        let mut stones = state.stones;
        if (stones[0] | stones[1]) & point != 0 {
            return None;
        }
        stones[player] |= point;
        let mut captured = 0;
        for beside in bits(self.beside(point) & stones[other]) {
            if self.liberties(&stones, other, beside) == 0 {
                captured |= self.connected(beside, stones[other]);
            }
        }
        stones[other] &= !captured;
        let own = self.connected(point, stones[player]);
        let liberties = self.liberties(&stones, player, point);
        if liberties == 0 {
            if !self.allows_suicide || own == point {
                return None;
            }
            stones[player] &= !own;
        }
        let is_ko = captured.count_ones() == 1 && own == point && liberties == captured;
        let ko = if is_ko { captured } else { 0 };
        Some(State { stones, to_play: other, ko, passes: 0, ..*state })
    }

    /// Returns the points next to a set, including points of the set.
    fn beside(&self, set: Points) -> Points {
        bits(set).fold(0, |all, point| all | self.neighbours[point.trailing_zeros() as usize])
    }

    /// Returns the points of `within` that are connected to a point.
    fn connected(&self, point: Points, within: Points) -> Points {
        let mut found = point;
        loop {
            let wider = found | self.beside(found) & within;
            if wider == found {
                return found;
            }
            found = wider;
        }
    }

    /// Returns the liberties of the chain of a side's stone.
    fn liberties(&self, stones: &[Points; 2], side: usize, stone: Points) -> Points {
        self.beside(self.connected(stone, stones[side])) & self.empty(stones)
    }

    fn empty(&self, stones: &[Points; 2]) -> Points {
        let full = (1 << self.neighbours.len()) - 1;
        full & !(stones[0] | stones[1])
    }

    /// Returns the parts of the board without stones of a side.
    fn parts(&self, stones: &[Points; 2], side: usize) -> Vec<Points> {
        let open = self.empty(stones) | stones[1 - side];
        let (mut parts, mut rest) = (Vec::new(), open);
        while let Some(point) = bits(rest).next() {
            parts.push(self.connected(point, open));
            rest &= !parts[parts.len() - 1];
        }
        parts
    }

    /// Returns `true` if a part has empty points, and all are liberties of a chain of a side.
    fn is_vital(&self, stones: &[Points; 2], side: usize, part: Points, stone: Points) -> bool {
        let empty = part & self.empty(stones);
        empty != 0 && empty & !self.liberties(stones, side, stone) == 0
    }

    fn has_eye(&self, stones: &[Points; 2], stone: Points) -> bool {
        let own = stones[self.owner];
        let chain = self.connected(stone, own);
        self.parts(stones, self.owner).iter().any(|&part| {
            self.is_vital(stones, self.owner, part, stone) && self.beside(part) & own & !chain == 0
        })
    }

    /// Returns `true` if a chain of the owner is pass-alive, or has a liberty outside of the region, which counts as
    /// life except in [`Task::InnerLife`].
    fn is_alive(&self, stones: &[Points; 2], stone: Points) -> bool {
        self.is_pass_alive(stones, self.owner, stone, 0, self.task == Task::Life)
    }

    /// Benson's algorithm for a side, with eyes that contain no points of a set. With `counts_outside` a chain with a
    /// liberty outside of the region is alive.
    fn is_pass_alive(
        &self,
        stones: &[Points; 2],
        side: usize,
        stone: Points,
        excluded: Points,
        counts_outside: bool,
    ) -> bool {
        let own = stones[side];
        let (mut alive, mut parts) = (own, self.parts(stones, side));
        parts.retain(|part| part & excluded == 0);
        loop {
            let lives = |stone: Points| {
                let vital = parts.iter().filter(|&&part| self.is_vital(stones, side, part, stone));
                let reaches_outside =
                    counts_outside && self.liberties(stones, side, stone) & !self.region != 0;
                reaches_outside || vital.count() >= 2
            };
            let now: Points = bits(alive).filter(|&stone| lives(stone)).sum();
            let is_enclosed = |part: &Points| self.beside(*part) & own & !now == 0;
            let count = parts.len();
            parts.retain(is_enclosed);
            if now == alive && parts.len() == count {
                return alive & stone != 0;
            }
            alive = now;
        }
    }
}

/// Returns the single points of a set.
fn bits(set: Points) -> impl Iterator<Item = Points> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let point = rest & rest.wrapping_neg();
        rest &= !point;
        (point != 0).then_some(point)
    })
}
