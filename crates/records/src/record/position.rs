//! Position of a record under the most permissive rules, those by which FF\[4\] executes a move.
//! On empty points they agree with wei7 3.0, clause 9.16.
//!
//! A stone may be placed on any point and replaces a stone there. It captures opponent's chains without liberties,
//! then its own. There is no ko and no turn order. Unlike the stricter [`tianyuan_go::Game`], a position supports
//! rectangular boards and setup at any time. Every change can be undone.

use std::collections::BTreeMap;
use std::iter;

use tianyuan_go::Color;

use super::{Point, Setup, Size};

/// Cell value of an empty point; for a stone it is the discriminant of its colour.
const EMPTY: u8 = 0;
/// Cell value of the border around the board.
const OFF: u8 = 3;

/// Stones on a board, with an undo log.
#[derive(Debug, Clone)]
pub struct Position {
    size: Size,
    /// The cells row by row, with a border around the board.
    cells: Vec<u8>,
    captured: [u32; 2],
    /// The changed cells with their previous values.
    log: Vec<(u16, u8)>,
    /// The number of the last search that visited each cell, so that a search visits it only once.
    seen: Vec<u32>,
    looks: u32,
    chain: Vec<u16>,
}

/// A saved state to restore with [`undo`](Position::undo).
#[derive(Debug, Clone, Copy)]
pub struct State {
    log: usize,
    captured: [u32; 2],
}

impl Position {
    /// Creates an empty board.
    pub fn new(size: Size) -> Position {
        let stride = size.width() + 2;
        let mut cells = vec![OFF; stride * (size.height() + 2)];
        for row in cells.chunks_mut(stride).skip(1).take(size.height()) {
            row[1..=size.width()].fill(EMPTY);
        }
        let seen = vec![0; cells.len()];
        let (log, chain) = (Vec::new(), Vec::new());
        Position { size, cells, captured: [0, 0], log, seen, looks: 0, chain }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the colour of the stone on a point, if any.
    pub fn color_at(&self, point: Point) -> Option<Color> {
        match self.cells[self.index(point)] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Returns the stones, row by row from the upper left.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        self.size.points().filter_map(|point| Some((point, self.color_at(point)?)))
    }

    /// Returns the number of captured stones of a colour.
    pub fn captured(&self, color: Color) -> u32 {
        self.captured[color.index()]
    }

    /// Plays a stone. Returns `false` if the point was occupied: the stone there is replaced and not counted as
    /// captured.
    pub fn play(&mut self, color: Color, point: Point) -> bool {
        let index = self.index(point);
        let was_empty = self.cells[index] == EMPTY;
        self.change(index, color as u8);
        for beside in self.neighbours(index) {
            if self.cells[beside] == !color as u8 && !self.has_liberty(beside) {
                self.remove_chain(!color);
            }
        }
        if !self.has_liberty(index) {
            self.remove_chain(color);
        }
        was_empty
    }

    /// Adds and removes stones without captures. Returns the first stone of a chain on or adjacent to these points
    /// that has no liberties afterwards.
    pub fn set_up(&mut self, setup: &Setup) -> Option<Point> {
        for &(point, color) in setup.points() {
            self.change(self.index(point), color.map_or(EMPTY, |color| color as u8));
        }
        let (since, mut dead) = (self.looks, None);
        for &(point, _) in setup.points() {
            let index = self.index(point);
            for stone in iter::once(index).chain(self.neighbours(index)) {
                let is_stone = !matches!(self.cells[stone], EMPTY | OFF);
                if is_stone && self.seen[stone] <= since && !self.look(stone, since) {
                    dead = dead.into_iter().chain(self.chain.iter().copied()).min();
                }
            }
        }
        dead.map(|index| self.point(index))
    }

    /// Returns the current state.
    pub fn state(&self) -> State {
        State { log: self.log.len(), captured: self.captured }
    }

    /// Restores a state.
    pub fn undo(&mut self, state: State) {
        while self.log.len() > state.log {
            let Some((index, cell)) = self.log.pop() else { return };
            self.cells[usize::from(index)] = cell;
        }
        self.captured = state.captured;
    }

    /// Returns the point of the captured stone if exactly one stone was captured by the single move played since
    /// `state`.
    pub fn single_capture_since(&self, state: State) -> Option<Point> {
        match self.log[state.log..] {
            [_, (taken, _)] => Some(self.point(taken)),
            _ => None,
        }
    }

    /// Returns the points changed since `state`, with their current content.
    pub fn changes_since(&self, state: State) -> Setup {
        let mut before: BTreeMap<u16, u8> = BTreeMap::new();
        for &(index, cell) in &self.log[state.log..] {
            before.entry(index).or_insert(cell);
        }
        before.retain(|&index, cell| self.cells[usize::from(index)] != *cell);
        let now = |index| (self.point(index), self.color_at(self.point(index)));
        Setup::new(before.into_keys().map(now).collect())
    }

    fn index(&self, point: Point) -> usize {
        (usize::from(point.y) + 1) * (self.size.width() + 2) + usize::from(point.x) + 1
    }

    fn point(&self, index: u16) -> Point {
        let stride = self.size.width() + 2;
        let (row, column) = (usize::from(index) / stride, usize::from(index) % stride);
        Point { x: (column - 1) as u8, y: (row - 1) as u8 }
    }

    fn neighbours(&self, index: usize) -> [usize; 4] {
        let stride = self.size.width() + 2;
        [index - stride, index + 1, index + stride, index - 1]
    }

    fn change(&mut self, index: usize, cell: u8) {
        self.log.push((index as u16, self.cells[index]));
        self.cells[index] = cell;
    }

    fn has_liberty(&mut self, stone: usize) -> bool {
        self.look(stone, self.looks)
    }

    /// Returns `true` if the chain of a stone has a liberty.
    ///
    /// `chain` receives the visited stones, the whole chain if it has no liberty. A stone visited by an earlier search
    /// `since` without a complete traversal therefore has a liberty.
    fn look(&mut self, stone: usize, since: u32) -> bool {
        let own = self.cells[stone];
        self.looks += 1;
        self.chain.clear();
        self.chain.push(stone as u16);
        self.seen[stone] = self.looks;
        let mut next = 0;
        while let Some(&index) = self.chain.get(next) {
            next += 1;
            for beside in self.neighbours(index.into()) {
                let cell = self.cells[beside];
                if cell == EMPTY
                    || cell == own && (since + 1..self.looks).contains(&self.seen[beside])
                {
                    return true;
                }
                if cell == own && self.seen[beside] != self.looks {
                    self.seen[beside] = self.looks;
                    self.chain.push(beside as u16);
                }
            }
        }
        false
    }

    /// Removes the chain that was just found to have no liberties.
    fn remove_chain(&mut self, color: Color) {
        for i in 0..self.chain.len() {
            self.change(self.chain[i].into(), EMPTY);
        }
        self.captured[color.index()] += self.chain.len() as u32;
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn point(x: u8, y: u8) -> Point {
        Point { x, y }
    }

    fn rows(position: &Position) -> Vec<String> {
        let size = position.size();
        let letter = |point| position.color_at(point).map_or('.', |color| color.letter());
        let letters: Vec<char> = size.points().map(letter).collect();
        letters.chunks(size.width()).map(|row| row.iter().collect()).collect()
    }

    #[test]
    fn captures_are_undone() {
        let mut position = Position::new(Size::new(3, 2).expect("a size"));
        let start = position.state();
        for (color, x, y) in
            [(Color::White, 0, 0), (Color::White, 1, 0), (Color::Black, 0, 1), (Color::Black, 1, 1)]
        {
            assert!(position.play(color, point(x, y)));
        }
        let before = position.state();
        assert!(position.play(Color::Black, point(2, 0)));
        assert_eq!(rows(&position), ["..B", "BB."]);
        assert_eq!(position.captured(Color::White), 2);
        position.undo(before);
        assert_eq!(rows(&position), ["WW.", "BB."]);
        assert_eq!(position.captured(Color::White), 0);
        position.undo(start);
        assert_eq!(position.stones().count(), 0);
    }

    #[test]
    fn stone_on_occupied_point_replaces_and_captures() {
        let mut position = Position::new(Size::new(3, 2).expect("a size"));
        for (color, x, y) in
            [(Color::White, 0, 0), (Color::White, 1, 0), (Color::Black, 0, 1), (Color::Black, 1, 1)]
        {
            assert!(position.play(color, point(x, y)));
        }
        let before = position.state();
        assert!(!position.play(Color::Black, point(1, 0)), "occupied");
        assert_eq!(rows(&position), [".B.", "BB."]);
        assert_eq!(position.captured(Color::White), 1, "what was replaced is not captured");
        let changes = vec![(point(0, 0), None), (point(1, 0), Some(Color::Black))];
        assert_eq!(position.changes_since(before), Setup::new(changes));
        let before = position.state();
        assert!(!position.play(Color::Black, point(1, 0)));
        assert_eq!(position.changes_since(before), Setup::default());
    }

    #[test]
    fn suicide_removes_chain_of_any_size() {
        let mut position = Position::new(Size::new(2, 1).expect("a size"));
        assert!(position.play(Color::Black, point(0, 0)));
        assert!(position.play(Color::Black, point(1, 0)));
        assert_eq!(rows(&position), [".."]);
        assert_eq!(position.captured(Color::Black), 2);
    }

    #[test]
    fn setup_reports_dead_stones_without_capturing() {
        let mut position = Position::new(Size::new(2, 2).expect("a size"));
        let points = vec![
            (point(0, 0), Some(Color::White)),
            (point(1, 0), Some(Color::Black)),
            (point(0, 1), Some(Color::Black)),
        ];
        assert_eq!(position.set_up(&Setup::new(points)), Some(point(0, 0)));
        assert_eq!(position.set_up(&Setup::new(vec![(point(1, 0), None)])), None);
    }

    /// Returns the stones of a chain and whether it has a liberty, by a naive search.
    fn chain_of(position: &Position, stone: Point) -> (Vec<Point>, bool) {
        let beside = |at: Point| {
            let near = move |p: &Point| p.x.abs_diff(at.x) + p.y.abs_diff(at.y) == 1;
            position.size().points().filter(move |p| near(p))
        };
        let color = position.color_at(stone);
        let (mut chain, mut next, mut alive) = (vec![stone], 0, false);
        while let Some(&at) = chain.get(next) {
            next += 1;
            for point in beside(at) {
                alive |= position.color_at(point).is_none();
                if position.color_at(point) == color && !chain.contains(&point) {
                    chain.push(point);
                }
            }
        }
        (chain, alive)
    }

    #[test]
    fn setup_dead_stones_match_naive_search() {
        let size = Size::new(4, 3).expect("a size");
        let mut position = Position::new(size);
        let mut rng = StdRng::seed_from_u64(12);
        for _ in 0..20_000 {
            let changes = (0..rng.random_range(0..5)).map(|_| {
                let at = point(rng.random_range(0..4), rng.random_range(0..3));
                (at, [None, Some(Color::Black), Some(Color::White)][rng.random_range(0..3)])
            });
            let setup = Setup::new(changes.collect());
            let found = position.set_up(&setup);
            let changed: Vec<Point> = setup.points().iter().map(|(at, _)| *at).collect();
            let touches = |chain: &[Point]| {
                let near = |p: &Point, at: &Point| p.x.abs_diff(at.x) + p.y.abs_diff(at.y) <= 1;
                chain.iter().any(|p| changed.iter().any(|at| near(p, at)))
            };
            let dead = position.stones().map(|(at, _)| at).find(|&at| {
                let (chain, alive) = chain_of(&position, at);
                !alive && touches(&chain)
            });
            assert_eq!(found, dead, "{:?} after {changed:?}", rows(&position));
        }
    }
}
