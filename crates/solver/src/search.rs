//! Depth-first proof-number search (df-pn; Nagai 2002) in the local game.
//!
//! The achiever has to reach an event: the capture of the target, or for the other tasks an aim of its owner. If the
//! event does not happen, the achiever fails. The achiever therefore never passes: the other side would pass, too, and
//! end the game. A pass of the other side leads to the same position without ko.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use tianyuan_go::{Board, Color, KoRule, Point, PointSet};

use crate::frame::{Child, Frame, LocalMove};
use crate::history::History;
use crate::life::Ground;
use crate::limits::{SolveLimits, SolveStop};
use crate::problem::Problem;
use crate::table::Table;
use crate::team::Team;
use crate::value::{HAS_KO, INFINITE, Value};
use crate::zone::{Success, Zones};

/// The maximum length of a line.
const MAX_DEPTH: usize = 500;

/// The number of nodes between two checks of time and cancellation.
const CHECK_INTERVAL: u64 = 64;

/// The number of nodes after which a position looks up the results of other threads.
const REFRESH_INTERVAL: u64 = 256;

/// An event that a side tries to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// The opponent captures the target.
    Capture,
    /// The opponent captures the target before the owner's moves outside could endanger the surrounding chains. It plays
    /// next to the outside only where such a chain supports it.
    InnerCapture,
    /// The opponent captures the target, and the owner plays next to the outside only where a chain supports it.
    InnerSurvival,
    /// The owner makes the target pass-alive or reaches the outside.
    Life,
    /// The owner makes the target pass-alive by eyes alone, before the opponent's moves outside could endanger chains of
    /// the owner. It plays next to the outside only where such a chain supports it.
    InnerLife,
    /// The owner joins the targets.
    Connect,
    /// The owner makes an eye of the target.
    Eye,
}

impl Task {
    /// Returns `true` if a side must not rely on the outside: the achiever, or the owner in
    /// [`InnerSurvival`](Task::InnerSurvival).
    pub(crate) fn restricts(self, is_owner: bool) -> bool {
        match self {
            Task::InnerCapture => !is_owner,
            Task::InnerLife | Task::InnerSurvival => is_owner,
            _ => false,
        }
    }

    /// Returns `true` if the opponent of the target's owner is the achiever.
    pub(crate) fn is_capture(self) -> bool {
        matches!(self, Task::Capture | Task::InnerCapture | Task::InnerSurvival)
    }
}

/// A search with its path.
pub(crate) struct Search<'a, const W: usize> {
    pub(crate) ground: Ground<W>,
    pub(crate) root: Box<Board<W>>,
    pub(crate) ko: KoRule,
    pub(crate) allows_suicide: bool,
    pub(crate) owner: Color,
    pub(crate) targets: [Point; 2],
    pub(crate) target_set: PointSet<W>,
    pub(crate) task: Task,
    pub(crate) achiever: Color,
    pub(crate) frames: Vec<Frame<W>>,
    pub(crate) table: Arc<Table>,
    limits: &'a SolveLimits<'a>,
    /// The maximum number of nodes of this thread.
    max_nodes: u64,
    started: Instant,
    pub(crate) nodes: u64,
    pub(crate) stop: Option<SolveStop>,
    /// `true` if the search returns because another thread has finished, or the table should grow.
    pub(crate) is_paused: bool,
    /// The number of new entries in the table since it grew.
    pub(crate) new_entries: usize,
    /// The number of new entries after which the search pauses.
    pub(crate) growth_limit: Option<usize>,
    /// The coordination with other threads, if there are any.
    pub(crate) team: Option<Arc<Team>>,
    pub(crate) history: History<W>,
    pub(crate) zones: Zones<W>,
    /// The points where a side may not play if it must not rely on the outside, by [`Color::index`].
    pub(crate) unsupported: [PointSet<W>; 2],
    /// The number of moves of the other side outside that do not endanger the chains of a side, by [`Color::index`].
    safe_moves: [Option<u8>; 2],
}

impl<'a, const W: usize> Search<'a, W> {
    /// Prepares searches of a problem.
    pub(crate) fn new(
        problem: &Problem,
        table: Arc<Table>,
        limits: &'a SolveLimits<'a>,
        started: Instant,
    ) -> Self {
        let (size, owner) = (problem.board().size(), problem.defender());
        let full = PointSet::full(size);
        let playable = problem.region();
        let surroundings = Color::BOTH.map(|side| problem.surroundings(side));
        let resized = |set: &PointSet| size.points().filter(|&point| set.contains(point)).collect();
        let region = resized(playable);
        let targets = problem.goal().targets();
        let ground = Ground { full, region, stride: size.stride() };
        Search {
            zones: Zones::new(&ground, problem.allows_suicide()),
            ground,
            root: Box::new(problem.board().resized()),
            ko: problem.ko(),
            allows_suicide: problem.allows_suicide(),
            owner,
            targets,
            target_set: targets.into_iter().collect(),
            task: Task::Capture,
            achiever: !owner,
            frames: Vec::new(),
            table,
            limits,
            max_nodes: limits.nodes,
            started,
            nodes: 0,
            stop: None,
            is_paused: false,
            new_entries: 0,
            growth_limit: None,
            team: None,
            history: History::new(),
            unsupported: surroundings.each_ref().map(|it| resized(&it.unsupported)),
            safe_moves: surroundings.each_ref().map(|it| it.safe_moves),
        }
    }

    /// Searches a task from the start with numbers of ko threats by [`Color::index`]. Returns `None` if a limit is
    /// reached.
    pub(crate) fn run(&mut self, task: Task, to_play: Color, threats: [u8; 2]) -> Option<Value> {
        self.start(task, to_play, threats);
        let value = self.search(0, INFINITE, INFINITE);
        value.is_solved().then_some(value)
    }

    /// Makes the search one of several threads, which share the limit of nodes.
    pub(crate) fn join(&mut self, team: &Arc<Team>) {
        self.max_nodes = (self.limits.nodes / team.threads as u64).max(1);
        self.team = Some(team.clone());
    }

    /// Returns `true` if the search ends without a result.
    fn must_return(&self) -> bool {
        self.stop.is_some() || self.is_paused
    }

    /// Sets the start of the path.
    pub(crate) fn start(&mut self, task: Task, to_play: Color, threats: [u8; 2]) {
        self.task = task;
        self.achiever = if task.is_capture() { !self.owner } else { self.owner };
        self.frame(0);
        let is_limited = matches!(task, Task::InnerCapture | Task::InnerLife);
        let safe_moves = self.safe_moves[self.achiever.index()].filter(|_| is_limited);
        self.frames[0].set_root(&self.root, to_play, threats, safe_moves, task as u64);
    }

    /// Allocates the frame of a depth.
    fn frame(&mut self, depth: usize) {
        while self.frames.len() <= depth {
            self.frames.push(Frame::new(self.root.size()));
        }
    }

    /// Searches the position at a depth until it is solved or one of its numbers reaches a limit.
    pub(crate) fn search(&mut self, depth: usize, max_pn: u32, max_dn: u32) -> Value {
        let before = self.nodes;
        self.nodes += 1;
        self.check_limits(depth);
        if let Some(is_achieved) = self.decided(depth) {
            let value = if is_achieved { Value::ACHIEVED } else { Value::FAILED };
            let value = Value { zone: self.event_zone(depth, &value), ..value };
            self.store(depth, value, 1);
            return value;
        }
        self.expand(depth);
        let mut refreshed = self.nodes;
        loop {
            if self.team.is_some() && self.nodes - refreshed >= REFRESH_INTERVAL {
                refreshed = self.nodes;
                self.refresh(depth);
            }
            let mut value = self.combined(depth);
            if value.is_solved() {
                value.zone = self.zone(depth, &value);
            }
            let is_over = value.is_solved() || value.pn >= max_pn || value.dn >= max_dn;
            if is_over || self.must_return() {
                self.learn(depth, &value);
                self.store(depth, value, (self.nodes - before).min(u32::MAX.into()) as u32);
                return value;
            }
            let (place, max_pn, max_dn) = self.selected(depth, value, max_pn, max_dn);
            // Another line may have solved it meanwhile.
            let child = self.frames[depth].children[place];
            let found = self.known(&child.path).filter(Value::is_solved);
            let result = match found {
                Some(found) => found,
                None => {
                    self.enter(depth, place);
                    self.mark(child.path.state_key, true);
                    let value = self.search(depth + 1, max_pn, max_dn);
                    self.mark(child.path.state_key, false);
                    value
                }
            };
            self.frames[depth].children[place].value = result;
            if result.is_solved() {
                self.prune(depth);
            }
        }
    }

    /// Looks up the results of other threads for the moves of a position.
    fn refresh(&mut self, depth: usize) {
        let mut children = std::mem::take(&mut self.frames[depth].children);
        for child in children.iter_mut().filter(|child| !child.value.is_solved()) {
            child.value = self.known(&child.path).unwrap_or(child.value);
        }
        self.frames[depth].children = children;
        self.prune(depth);
    }

    /// Counts this thread below a position, for the other threads.
    fn mark(&self, key: u64, is_entered: bool) {
        if let Some(team) = &self.team {
            team.mark(key, is_entered);
        }
    }

    /// Returns a position of the path with its solved value.
    pub(crate) fn success(&self, depth: usize, value: &Value) -> Success<'_, W> {
        let is_achiever = value.pn == 0;
        let winner = if is_achiever { self.achiever } else { !self.achiever };
        let (frame, ground) = (&self.frames[depth], &self.ground);
        Success { frame, ground, winner, is_achiever, flags: value.flags }
    }

    /// Sets the frame of the next depth to the position after a move.
    pub(crate) fn enter(&mut self, depth: usize, place: usize) {
        self.frame(depth + 1);
        let (before, after) = self.frames.split_at_mut(depth + 1);
        after[0].set_after(&before[depth], &before[depth].children[place]);
    }

    /// Remembers the move that solved a position.
    fn learn(&mut self, depth: usize, value: &Value) {
        let frame = &self.frames[depth];
        let is_success = |value: &Value| {
            if frame.to_play == self.achiever { value.pn == 0 } else { value.dn == 0 }
        };
        if is_success(value)
            && let Some(child) = frame.children.iter().find(|child| is_success(&child.value))
            && let LocalMove::Play(point) = child.mv
        {
            self.history.add(frame.to_play, point);
        }
    }

    fn check_limits(&mut self, depth: usize) {
        if self.stop.is_some() {
            return;
        }
        let SolveLimits { time, cancelled, .. } = self.limits;
        if self.nodes >= self.max_nodes {
            self.stop = Some(SolveStop::Nodes);
        } else if depth + 1 >= MAX_DEPTH {
            self.stop = Some(SolveStop::Depth);
        } else if self.nodes % CHECK_INTERVAL == 1 {
            if cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                self.stop = Some(SolveStop::Cancelled);
            } else if time.is_some_and(|time| self.started.elapsed() >= time) {
                self.stop = Some(SolveStop::Time);
            }
            let is_finished = self.team.as_ref().is_some_and(|team| team.is_finished());
            let is_full = self.growth_limit.is_some_and(|limit| self.new_entries >= limit);
            self.is_paused = is_finished || is_full;
        }
    }

    /// Returns the value of a position from the values of its moves.
    fn combined(&self, depth: usize) -> Value {
        let frame = &self.frames[depth];
        let is_achiever = frame.to_play == self.achiever;
        // `least` is the number for a success of the side to move, `sum` the number for its failure.
        let (mut least, mut sum) = (INFINITE, 0u32);
        let numbers = |value: &Value| {
            if is_achiever { (value.pn, value.dn) } else { (value.dn, value.pn) }
        };
        for child in &frame.children {
            let (success, failure) = numbers(&child.value);
            least = least.min(success);
            sum = sum.saturating_add(failure);
        }
        let mut value = Value::UNKNOWN;
        let has_ko = if frame.forbidden_point().is_some() { HAS_KO } else { 0 };
        if least == 0 {
            sum = INFINITE;
            let wins = frame.children.iter().filter(|child| numbers(&child.value).0 == 0);
            // A result without dependency can be reused on more paths.
            let best = wins.max_by_key(|child| child.value.dependency);
            if let Some(child) = best {
                value.dependency = child.value.dependency;
                value.flags = has_ko | child.tree_flags();
            }
        } else if sum == 0 {
            least = INFINITE;
            let children = frame.children.iter();
            value.flags = children.fold(has_ko | frame.refused.flags, |f, c| f | c.tree_flags());
            let dependencies = frame.children.iter().map(|child| child.value.dependency);
            value.dependency = dependencies.fold(frame.refused.dependency, u16::min);
        } else {
            sum = sum.min(INFINITE - 1);
        }
        if usize::from(value.dependency) >= depth {
            value.dependency = Value::INDEPENDENT;
        }
        (value.pn, value.dn) = if is_achiever { (least, sum) } else { (sum, least) };
        value
    }

    /// Returns the most promising move and the limits of its numbers.
    fn selected(&self, depth: usize, value: Value, max_pn: u32, max_dn: u32) -> (usize, u32, u32) {
        let frame = &self.frames[depth];
        let is_achiever = frame.to_play == self.achiever;
        let swap = |pair: (u32, u32)| if is_achiever { pair } else { (pair.1, pair.0) };
        let (max_success, max_failure) = swap((max_pn, max_dn));
        // A move that other threads are searching looks harder, unless its limit is reached already.
        let harder = |child: &Child, number: u32| match &self.team {
            Some(team) if number < max_success => {
                let others = team.searching(child.path.state_key);
                number.saturating_mul(1 + others).min(max_success - 1).max(number)
            }
            _ => number,
        };
        let (mut place, mut best, mut second) = (0, (INFINITE, INFINITE), INFINITE);
        for (i, child) in frame.children.iter().enumerate() {
            let numbers = swap((child.value.pn, child.value.dn));
            let numbers = (harder(child, numbers.0), numbers.1);
            if numbers.0 < best.0 {
                (second, best, place) = (best.0, numbers, i);
            } else {
                second = second.min(numbers.0);
            }
        }
        // The margin of a quarter avoids frequent changes between two moves (1+epsilon; Pawlewicz and Lew 2007).
        let success = max_success.min((second + second / 4).saturating_add(1).min(INFINITE));
        let failure = (max_failure - (swap((value.pn, value.dn)).1 - best.1)).min(INFINITE);
        let (max_pn, max_dn) = swap((success, failure));
        (place, max_pn, max_dn)
    }
}
