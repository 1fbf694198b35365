//! A naive solver for tests: plain arrays, all rules applied literally, no proof numbers and no knowledge.
//!
//! Under simple ko all reachable states are listed, and the states in which the achiever can force its event are found
//! by iteration to the least fixed point. Under superko all lines are searched with their complete history.

use std::collections::HashMap;

use tianyuan_go::{Color, KoRule, Point};

use crate::problem::Problem;
use crate::search::Task;

/// The state of a local game. Cells are 0 (empty), 1 (black) or 2 (white), in row-major order from the bottom left.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    cells: Vec<u8>,
    to_play: u8,
    ko: Option<usize>,
    passes: u8,
    threats: [u8; 2],
}

/// The solver of one problem.
pub(crate) struct Oracle {
    neighbours: Vec<Vec<usize>>,
    region: Vec<usize>,
    ko: KoRule,
    allows_suicide: bool,
    owner: u8,
    targets: [usize; 2],
    start: State,
    task: Task,
    /// The remaining states.
    budget: usize,
}

impl Oracle {
    pub(crate) fn new(problem: &Problem) -> Oracle {
        let (board, size) = (problem.board(), problem.board().size());
        let points: Vec<Point> = size.points().collect();
        let index = |point: Point| points.iter().position(|&p| p == point).expect("a point");
        let lines = size.lines();
        let beside = |i: usize| {
            let (row, column) = (i / lines, i % lines);
            let mut found = Vec::new();
            found.extend((column > 0).then(|| i - 1));
            found.extend((column + 1 < lines).then(|| i + 1));
            found.extend((row > 0).then(|| i - lines));
            found.extend((row + 1 < lines).then(|| i + lines));
            found
        };
        let cell = |point: &Point| board.color_at(*point).map_or(0, |color| color as u8);
        let to_play = problem.to_play() as u8;
        let ko = board.ko().filter(|(color, _)| *color as u8 == to_play);
        Oracle {
            neighbours: (0..points.len()).map(beside).collect(),
            region: problem.region().iter().map(index).collect(),
            ko: problem.ko(),
            allows_suicide: problem.allows_suicide(),
            owner: problem.defender() as u8,
            targets: problem.goal().targets().map(index),
            start: State {
                cells: points.iter().map(cell).collect(),
                to_play,
                ko: ko.map(|(_, point)| index(point)),
                passes: 0,
                threats: [0, 0],
            },
            task: Task::Capture,
            budget: 0,
        }
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
        let start = State { threats, to_play: to_play as u8, ..self.start.clone() };
        if self.ko == KoRule::Simple {
            return self.fixed_point(start);
        }
        let mut history = vec![(start.cells.clone(), start.to_play)];
        self.search(&start, &mut history)
    }

    fn achiever(&self) -> u8 {
        if self.task == Task::Capture { 3 - self.owner } else { self.owner }
    }

    /// Finds the states from which the achiever wins: at first those where the event has happened, then repeatedly
    /// those from which it can move to, or the other side must move to, such a state.
    fn fixed_point(&mut self, start: State) -> Option<bool> {
        let mut indices = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut moves: Vec<Vec<usize>> = Vec::new();
        let mut wins: Vec<bool> = Vec::new();
        while moves.len() < states.len() {
            let state = states[moves.len()].clone();
            let result = self.result(&state);
            wins.push(result == Some(true));
            let next = if result.is_some() { Vec::new() } else { self.successors(&state, None).0 };
            let mut places = Vec::new();
            for after in next {
                let place = *indices.entry(after.clone()).or_insert(states.len());
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
                let is_achiever = states[i].to_play == self.achiever();
                let win = |&place: &usize| wins[place];
                let wins_now = if is_achiever {
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

    /// Searches all lines. `history` contains the stones and the side to move of all positions since the start or the
    /// last ko threat.
    fn search(&mut self, state: &State, history: &mut Vec<(Vec<u8>, u8)>) -> Option<bool> {
        if let Some(result) = self.result(state) {
            return Some(result);
        }
        self.budget = self.budget.checked_sub(1)?;
        let is_achiever = state.to_play == self.achiever();
        let (next, _) = self.successors(state, Some(history));
        for after in next {
            let result = if after.to_play == state.to_play {
                self.search(&after, &mut vec![(after.cells.clone(), after.to_play)])?
            } else {
                history.push((after.cells.clone(), after.to_play));
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
        if self.targets.iter().any(|&target| state.cells[target] == 0) {
            return Some(self.task == Task::Capture);
        }
        let [first, second] = self.targets;
        let is_reached = match self.task {
            Task::Capture => false,
            Task::Life => self.is_alive(&state.cells, first),
            Task::Connect => self.chain(&state.cells, first).contains(&second),
            Task::Eye => self.has_eye(&state.cells, first),
        };
        is_reached.then_some(true).or((state.passes == 2).then_some(false))
    }

    /// Returns the states after all legal moves, the pass first, and whether the ko rule forbids one.
    fn successors(
        &self,
        state: &State,
        history: Option<&[(Vec<u8>, u8)]>,
    ) -> (Vec<State>, bool) {
        let other = 3 - state.to_play;
        let pass =
            State { to_play: other, ko: None, passes: state.passes + 1, ..state.clone() };
        let (mut next, mut is_forbidden) = (vec![pass], false);
        for &point in &self.region {
            let Some(after) = self.play(state, point) else { continue };
            let is_repeated = history.unwrap_or_default().iter().any(|(cells, to_play)| {
                *cells == after.cells
                    && (self.ko == KoRule::Positional || *to_play == after.to_play)
            });
            if state.ko == Some(point) || is_repeated {
                is_forbidden = true;
            } else {
                next.push(after);
            }
        }
        let player = usize::from(state.to_play - 1);
        if is_forbidden && state.threats[player] > 0 {
            let mut after = State { ko: None, passes: 0, ..state.clone() };
            after.threats[player] -= 1;
            next.push(after);
        }
        (next, is_forbidden)
    }

    /// Plays a stone, regardless of ko. Returns `None` if the point is occupied or the move is illegal suicide.
    fn play(&self, state: &State, point: usize) -> Option<State> {
        if state.cells[point] != 0 {
            return None;
        }
        let other = 3 - state.to_play;
        let mut cells = state.cells.clone();
        cells[point] = state.to_play;
        let mut captured = Vec::new();
        for &beside in &self.neighbours[point] {
            if cells[beside] == other && self.liberties(&cells, beside).is_empty() {
                let chain = self.chain(&cells, beside);
                chain.iter().for_each(|&stone| cells[stone] = 0);
                captured.extend(chain);
            }
        }
        let own = self.chain(&cells, point);
        let liberties = self.liberties(&cells, point);
        if liberties.is_empty() {
            if !self.allows_suicide || own.len() == 1 {
                return None;
            }
            own.iter().for_each(|&stone| cells[stone] = 0);
        }
        let is_ko = captured.len() == 1 && own.len() == 1 && liberties == captured;
        let ko = captured.first().copied().filter(|_| is_ko);
        Some(State { cells, to_play: other, ko, passes: 0, threats: state.threats })
    }

    /// Returns the points connected to a point over points for which `is_in` is true, in rising order.
    fn connected(&self, start: usize, is_in: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut found = vec![start];
        let mut next = 0;
        while next < found.len() {
            for &beside in &self.neighbours[found[next]] {
                if is_in(beside) && !found.contains(&beside) {
                    found.push(beside);
                }
            }
            next += 1;
        }
        found.sort_unstable();
        found
    }

    fn chain(&self, cells: &[u8], stone: usize) -> Vec<usize> {
        self.connected(stone, |point| cells[point] == cells[stone])
    }

    fn liberties(&self, cells: &[u8], stone: usize) -> Vec<usize> {
        let chain = self.chain(cells, stone);
        let is_liberty = |&point: &usize| {
            cells[point] == 0 && self.neighbours[point].iter().any(|p| chain.contains(p))
        };
        (0..cells.len()).filter(is_liberty).collect()
    }

    /// Returns the parts of the board without stones of the owner, each once.
    fn parts(&self, cells: &[u8]) -> Vec<Vec<usize>> {
        let open = |point: usize| cells[point] != self.owner;
        let all = (0..cells.len()).filter(|&p| open(p)).map(|p| self.connected(p, open));
        let mut parts: Vec<Vec<usize>> = all.collect();
        parts.sort();
        parts.dedup();
        parts
    }

    /// Returns `true` if all empty points of a part are liberties of a chain of the owner.
    fn is_vital(&self, cells: &[u8], part: &[usize], stone: usize) -> bool {
        let liberties = self.liberties(cells, stone);
        let mut empty = part.iter().filter(|&&point| cells[point] == 0);
        empty.all(|point| liberties.contains(point)) && part.iter().any(|&p| cells[p] == 0)
    }

    /// Returns the stones of the owner next to a part.
    fn border(&self, cells: &[u8], part: &[usize]) -> Vec<usize> {
        let beside = part.iter().flat_map(|&point| self.neighbours[point].iter().copied());
        beside.filter(|&point| cells[point] == self.owner).collect()
    }

    fn has_eye(&self, cells: &[u8], stone: usize) -> bool {
        let chain = self.chain(cells, stone);
        self.parts(cells).iter().any(|part| {
            self.is_vital(cells, part, stone)
                && self.border(cells, part).iter().all(|beside| chain.contains(beside))
        })
    }

    /// Benson's algorithm; a chain with a liberty outside of the region is alive.
    fn is_alive(&self, cells: &[u8], stone: usize) -> bool {
        let own = (0..cells.len()).filter(|&point| cells[point] == self.owner);
        let mut chains: Vec<Vec<usize>> = own.map(|point| self.chain(cells, point)).collect();
        chains.sort();
        chains.dedup();
        let mut parts = self.parts(cells);
        loop {
            let before = (chains.len(), parts.len());
            chains.retain(|chain| {
                let liberties = self.liberties(cells, chain[0]);
                let vital = parts.iter().filter(|part| self.is_vital(cells, part, chain[0]));
                liberties.iter().any(|point| !self.region.contains(point)) || vital.count() >= 2
            });
            let alive: Vec<usize> = chains.concat();
            parts.retain(|part| self.border(cells, part).iter().all(|p| alive.contains(p)));
            if before == (chains.len(), parts.len()) {
                return alive.contains(&stone);
            }
        }
    }
}
