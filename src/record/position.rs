//! The stones on a record's board, by the widest rules there are: wei7 3.0, clause 9.16.
//!
//! A stone may go on any empty point; it takes the opponent's chains without liberties and then its
//! own. There is no ko and no turn. [`crate::go::Game`] is for playing, and stricter; this holds
//! rectangles, setup at any time, and whatever else files contain. Every change can be taken back.

use crate::go::Color;

use super::{Point, Setup, Size};

/// The cell of an empty point; a stone's cell is its colour's discriminant.
const EMPTY: u8 = 0;
/// The cell of what lies around the board.
const OFF: u8 = 3;

/// Stones on a board, with the way back to how they stood before.
#[derive(Debug, Clone)]
pub struct Position {
    size: Size,
    /// Row by row with a border around.
    cells: Vec<u8>,
    captured: [u32; 2],
    /// The changed cells with what they were.
    log: Vec<(u16, u8)>,
    /// When a cell was last looked at, to look at each once.
    seen: Vec<u32>,
    looks: u32,
    chain: Vec<u16>,
}

/// How much of a chain is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    FirstLiberty,
    WholeChain,
}

/// How a position stood, to come [`back`](Position::back) to.
#[derive(Debug, Clone, Copy)]
pub struct State {
    log: usize,
    captured: [u32; 2],
}

impl Position {
    /// The empty board.
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

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point of the board.
    pub fn color_at(&self, point: Point) -> Option<Color> {
        match self.cells[self.index(point)] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// The stones, row by row from the upper left.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        self.size.points().filter_map(|point| Some((point, self.color_at(point)?)))
    }

    /// How many stones of a colour were captured.
    pub fn captured(&self, color: Color) -> u32 {
        self.captured[color.index()]
    }

    /// Plays a stone; false, and nothing is changed, where the point is occupied.
    pub fn play(&mut self, color: Color, point: Point) -> bool {
        let index = self.index(point);
        if self.cells[index] != EMPTY {
            return false;
        }
        self.change(index, color as u8);
        for beside in self.neighbours(index) {
            if self.cells[beside] == !color as u8 && !self.has_liberty(beside) {
                self.remove_chain(!color);
            }
        }
        if !self.has_liberty(index) {
            self.remove_chain(color);
        }
        true
    }

    /// Fills and empties points; nothing is captured.
    pub fn set_up(&mut self, setup: &Setup) {
        for &(point, color) in setup.points() {
            self.change(self.index(point), color.map_or(EMPTY, |color| color as u8));
        }
    }

    /// A stone of a chain without liberties, which only setup can leave on the board.
    pub fn dead_stone(&mut self) -> Option<Point> {
        let size = self.size;
        let mut known = vec![false; self.cells.len()];
        size.points().find(|&point| {
            let index = self.index(point);
            if self.cells[index] == EMPTY || known[index] {
                return false;
            }
            let alive = self.look(index, Until::WholeChain);
            self.chain.iter().for_each(|&stone| known[usize::from(stone)] = true);
            !alive
        })
    }

    /// How the position stands now.
    pub fn state(&self) -> State {
        State { log: self.log.len(), captured: self.captured }
    }

    /// Makes it stand as it did.
    pub fn back(&mut self, state: State) {
        while self.log.len() > state.log {
            let Some((index, cell)) = self.log.pop() else { return };
            self.cells[usize::from(index)] = cell;
        }
        self.captured = state.captured;
    }

    fn index(&self, point: Point) -> usize {
        (usize::from(point.y) + 1) * (self.size.width() + 2) + usize::from(point.x) + 1
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
        self.look(stone, Until::FirstLiberty)
    }

    /// Whether the chain of a stone has a liberty. `chain` holds the stones that were looked at, all
    /// of them where there is none.
    fn look(&mut self, stone: usize, until: Until) -> bool {
        let own = self.cells[stone];
        self.looks += 1;
        self.chain.clear();
        self.chain.push(stone as u16);
        self.seen[stone] = self.looks;
        let (mut next, mut alive) = (0, false);
        while let Some(&index) = self.chain.get(next) {
            next += 1;
            for beside in self.neighbours(index.into()) {
                let cell = self.cells[beside];
                alive |= cell == EMPTY;
                if alive && until == Until::FirstLiberty {
                    return true;
                }
                if cell == own && self.seen[beside] != self.looks {
                    self.seen[beside] = self.looks;
                    self.chain.push(beside as u16);
                }
            }
        }
        alive
    }

    /// Takes the stones off that were just found to have no liberty.
    fn remove_chain(&mut self, color: Color) {
        for i in 0..self.chain.len() {
            self.change(self.chain[i].into(), EMPTY);
        }
        self.captured[color.index()] += self.chain.len() as u32;
    }
}

#[cfg(test)]
mod tests {
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
    fn stones_capture_and_come_back() {
        let mut position = Position::new(Size::new(3, 2).expect("a size"));
        let start = position.state();
        for (color, x, y) in
            [(Color::White, 0, 0), (Color::White, 1, 0), (Color::Black, 0, 1), (Color::Black, 1, 1)]
        {
            assert!(position.play(color, point(x, y)));
        }
        let before = position.state();
        assert!(!position.play(Color::Black, point(0, 0)), "occupied");
        assert!(position.play(Color::Black, point(2, 0)));
        assert_eq!(rows(&position), ["..B", "BB."]);
        assert_eq!(position.captured(Color::White), 2);
        position.back(before);
        assert_eq!(rows(&position), ["WW.", "BB."]);
        assert_eq!(position.captured(Color::White), 0);
        position.back(start);
        assert_eq!(position.stones().count(), 0);
    }

    #[test]
    fn suicide_of_any_size_takes_the_stones_off() {
        let mut position = Position::new(Size::new(2, 1).expect("a size"));
        assert!(position.play(Color::Black, point(0, 0)));
        assert!(position.play(Color::Black, point(1, 0)));
        assert_eq!(rows(&position), [".."]);
        assert_eq!(position.captured(Color::Black), 2);
    }

    #[test]
    fn setup_captures_nothing_and_shows_dead_stones() {
        let mut position = Position::new(Size::new(2, 2).expect("a size"));
        let points = vec![
            (point(0, 0), Some(Color::White)),
            (point(1, 0), Some(Color::Black)),
            (point(0, 1), Some(Color::Black)),
        ];
        position.set_up(&Setup::new(points));
        assert_eq!(position.dead_stone(), Some(point(0, 0)));
        position.set_up(&Setup::new(vec![(point(1, 0), None)]));
        assert_eq!(position.dead_stone(), None);
    }
}
