//! Generated endgame positions on 9x9 with exact values: corridors, rooms and hane-connect, alone or in pairs.
//!
//! Black owns the left side and White the right side. Both are alive beyond doubt, so that only the empty points of
//! the generated regions matter. Values are exhaustive: minimax over all moves in the regions, with area scoring, and
//! thermographs of single regions. Positions in which a ko matters are rejected.

use std::collections::HashMap;

use rand::RngExt as _;
use rand::rngs::StdRng;

pub const LINES: usize = 9;
const AREA: usize = LINES * LINES;

/// A board: 0 (empty), 1 (Black) or 2 (White) for each point, row by row.
pub type Cells = [u8; AREA];

/// A generated position.
pub struct Endgame {
    pub cells: Cells,
    /// The empty points of each region.
    pub regions: Vec<Vec<usize>>,
    /// The colour to play.
    pub color: u8,
}

/// The treatment of captures that start a ko.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kos {
    Forbidden,
    AllowedFor(u8),
}

const fn at(x: usize, y: usize) -> usize {
    y * LINES + x
}

/// Returns the two sides without regions: solid stones with single-point eyes at both edges.
fn settled() -> Cells {
    let mut cells = [0; AREA];
    for (place, cell) in cells.iter_mut().enumerate() {
        let (x, y) = (place % LINES, place / LINES);
        let is_eye = y % 2 == 0 && (x == 0 || x == LINES - 1);
        *cell = if is_eye {
            0
        } else if x <= 4 {
            1
        } else {
            2
        };
    }
    cells
}

/// Returns the empty points of a random region in the rows from `y`, which has three rows for itself.
fn region(random: &mut StdRng, y: usize) -> Vec<usize> {
    let length = 1 + random.random_range(0..3);
    let is_white = random.random_range(0..2) == 1;
    let inside = |depth: usize, row: usize| at(if is_white { 5 + depth } else { 4 - depth }, row);
    match random.random_range(0..4) {
        0 | 1 => (0..length).map(|depth| inside(depth, y)).collect(),
        // A door and a room of two rows.
        2 => {
            let room = (1..=2).flat_map(|depth| [inside(depth, y), inside(depth, y + 1)]);
            std::iter::once(inside(0, y)).chain(room).collect()
        }
        _ => {
            let edge = if y < LINES / 2 { 0 } else { LINES - 1 };
            (5 - length.min(2)..5 + length.min(2)).map(|x| at(x, edge)).collect()
        }
    }
}

/// Returns a random position with one or two regions.
pub fn endgame(random: &mut StdRng) -> Endgame {
    let rows: &[usize] = if random.random_range(0..5) < 3 { &[3] } else { &[1, 6] };
    let rows =
        if rows.len() == 1 { vec![[1, 3, 6][random.random_range(0..3)]] } else { rows.to_vec() };
    let regions: Vec<Vec<usize>> = rows.iter().map(|&y| region(random, y)).collect();
    let mut cells = settled();
    regions.iter().flatten().for_each(|&place| cells[place] = 0);
    // Exhaustive searches of more points take too long.
    if regions.concat().len() > MOST_POINTS {
        return endgame(random);
    }
    Endgame { cells, regions, color: 1 + random.random_range(0..2) as u8 }
}

fn neighbours(place: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (place % LINES, place / LINES);
    let beside = [
        (x > 0).then(|| place - 1),
        (x + 1 < LINES).then_some(place + 1),
        (y > 0).then(|| place.wrapping_sub(LINES)),
        (y + 1 < LINES).then_some(place + LINES),
    ];
    beside.into_iter().flatten()
}

/// Returns the chain at a point and whether it has a liberty.
fn chain(cells: &Cells, start: usize) -> (Vec<usize>, bool) {
    let mut stones = vec![start];
    let mut next = 0;
    let mut is_free = false;
    while let Some(&stone) = stones.get(next) {
        next += 1;
        for beside in neighbours(stone) {
            is_free |= cells[beside] == 0;
            if cells[beside] == cells[start] && !stones.contains(&beside) {
                stones.push(beside);
            }
        }
    }
    (stones, is_free)
}

/// Returns the board after a move, or `None` if it is illegal or a forbidden ko capture.
pub fn play(cells: &Cells, color: u8, place: usize, kos: Kos) -> Option<Cells> {
    if cells[place] != 0 {
        return None;
    }
    let mut after = *cells;
    after[place] = color;
    let mut captured = 0;
    for beside in neighbours(place) {
        if after[beside] == 3 - color {
            let (stones, is_free) = chain(&after, beside);
            if !is_free {
                captured += stones.len();
                stones.iter().for_each(|&stone| after[stone] = 0);
            }
        }
    }
    let (stones, is_free) = chain(&after, place);
    let empty = neighbours(place).filter(|&beside| after[beside] == 0).count();
    let is_ko = captured == 1 && stones.len() == 1 && empty == 1;
    let is_allowed = !is_ko || kos == Kos::AllowedFor(color);
    (is_free && is_allowed).then_some(after)
}

/// The minimum size of a chain that contains one of the two sides. Smaller chains are dead: the regions are too small for
/// two eyes.
const FEWEST_ALIVE: usize = 10;

/// Returns Black's area minus White's on some points.
fn area(cells: &Cells, points: &[usize]) -> i32 {
    let mut alive = *cells;
    for &place in points.iter().filter(|&&place| cells[place] != 0) {
        if chain(cells, place).0.len() < FEWEST_ALIVE {
            alive[place] = 0;
        }
    }
    let owner = |&place: &usize| match alive[place] {
        0 => owner_of_empty(&alive, place),
        color => color,
    };
    let sign = |color| i32::from(color == 1) - i32::from(color == 2);
    points.iter().map(owner).map(sign).sum()
}

/// Returns the only colour next to the empty points around a point, or 0.
fn owner_of_empty(cells: &Cells, start: usize) -> u8 {
    let (points, _) = chain(cells, start);
    let borders = points.iter().flat_map(|&point| neighbours(point)).map(|place| cells[place]);
    borders.fold(0, |colors, color| colors | color) % 3
}

/// An exhaustive search of the moves on some points.
pub struct Exact<'a> {
    /// The board at the start: points that become empty are playable too.
    start: &'a Cells,
    points: &'a [usize],
    kos: Kos,
    known: HashMap<(Cells, u8, bool, u32), i32>,
    walls: HashMap<(Cells, u32), Thermograph>,
}

/// Both walls of a thermograph at each temperature of [`STEPS`], and the temperature.
#[derive(Clone)]
struct Thermograph {
    walls: [Vec<f64>; 2],
    temperature: f64,
}

/// The maximum number of empty points in all regions.
const MOST_POINTS: usize = 6;

/// The maximum length of a continuation, and of local moves in a thermograph. Positions whose values change with one
/// more move are rejected.
const MOVES: u32 = 8;
const LOCAL_MOVES: u32 = 6;

/// The number of temperatures, and their distance in points.
const STEPS: usize = 160;
const STEP: f64 = 0.125;

impl<'a> Exact<'a> {
    pub fn new(start: &'a Cells, points: &'a [usize], kos: Kos) -> Exact<'a> {
        Exact { start, points, kos, known: HashMap::new(), walls: HashMap::new() }
    }

    /// Returns the boards after each move of a colour.
    fn options(&self, cells: &Cells, color: u8) -> Vec<Cells> {
        let is_open = |place: &usize| self.start[*place] != 0 && cells[*place] == 0;
        let emptied = (0..AREA).filter(is_open);
        let points = self.points.iter().copied().chain(emptied);
        points.filter_map(|place| play(cells, color, place, self.kos)).collect()
    }

    /// Returns Black's score with `color` to play after at most `moves` moves; two passes end the game.
    pub fn score(&mut self, cells: &Cells, color: u8, moves: u32) -> i32 {
        self.score_after(cells, (color, false), moves)
    }

    fn score_after(&mut self, cells: &Cells, (color, is_passed): (u8, bool), moves: u32) -> i32 {
        if moves == 0 {
            return area(cells, self.points);
        }
        let key = (*cells, color, is_passed, moves);
        if let Some(&score) = self.known.get(&key) {
            return score;
        }
        let sign = if color == 1 { 1 } else { -1 };
        let pass = match is_passed {
            true => area(cells, self.points),
            false => self.score_after(cells, (3 - color, true), moves - 1),
        };
        let mut best = sign * pass;
        for option in self.options(cells, color) {
            best = best.max(sign * self.score_after(&option, (3 - color, false), moves - 1));
        }
        self.known.insert(key, sign * best);
        sign * best
    }

    /// Returns the temperature of the board, in points.
    pub fn temperature(&mut self, cells: &Cells) -> f64 {
        self.thermograph(cells, LOCAL_MOVES).temperature
    }

    /// Returns the thermograph of the board with at most `moves` local moves.
    fn thermograph(&mut self, cells: &Cells, moves: u32) -> Thermograph {
        if let Some(known) = self.walls.get(&(*cells, moves)) {
            return known.clone();
        }
        let stops = [1, 2].map(|color| f64::from(self.score(cells, color, MOVES)));
        let [left, right] = [1, 2].map(|color| {
            let options = if moves == 0 { Vec::new() } else { self.options(cells, color) };
            options.iter().map(|option| self.thermograph(option, moves - 1)).collect::<Vec<_>>()
        });
        let mut walls = [Vec::new(), Vec::new()];
        let mut mast: Option<(f64, f64)> = None;
        for step in 0..STEPS {
            let t = step as f64 * STEP;
            let [l, r] = match (step, mast) {
                (_, Some((value, _))) => [value; 2],
                (0, _) => stops,
                _ => [
                    left.iter().map(|it| it.walls[1][step] - t).fold(f64::MIN, f64::max),
                    right.iter().map(|it| it.walls[0][step] + t).fold(f64::MAX, f64::min),
                ],
            };
            let is_crossed = mast.is_none() && l <= r;
            if is_crossed {
                let last = |wall: &Vec<f64>| wall.last().copied();
                let before = walls.each_ref().map(last);
                let value = match before {
                    [Some(left), Some(right)] => (left + right) / 2.0,
                    _ => (l + r) / 2.0,
                };
                mast = Some((value, t));
                walls.iter_mut().for_each(|wall| wall.push(value));
            } else {
                walls[0].push(l);
                walls[1].push(r);
            }
        }
        let temperature = mast.map_or(STEPS as f64 * STEP, |(_, t)| t);
        let found = Thermograph { walls, temperature };
        self.walls.insert((*cells, moves), found.clone());
        found
    }
}

impl Endgame {
    /// Returns the exact gain of the player to move by moving first, or `None` if a ko matters or longer
    /// continuations change it.
    pub fn exact_gain(&self) -> Option<i32> {
        let points: Vec<usize> = self.regions.concat();
        let mut gains = Vec::new();
        for kos in [Kos::Forbidden, Kos::AllowedFor(1), Kos::AllowedFor(2)] {
            let mut exact = Exact::new(&self.cells, &points, kos);
            for moves in [MOVES, MOVES + 1] {
                let [black, white] = [1, 2].map(|color| exact.score(&self.cells, color, moves));
                gains.push(black - white);
            }
        }
        gains.iter().all(|&of| of == gains[0]).then_some(gains[0])
    }

    /// Returns whether `place` is sente: it raises the temperature of its region. Returns `None` if the temperatures
    /// are too close, or the move is in no region.
    pub fn is_sente(&self, place: usize) -> Option<bool> {
        let region = self.regions.iter().find(|region| region.contains(&place))?;
        let mut exact = Exact::new(&self.cells, region, Kos::Forbidden);
        let before = exact.temperature(&self.cells);
        let after = exact.temperature(&play(&self.cells, self.color, place, Kos::Forbidden)?);
        ((after - before).abs() > 2.0 * STEP).then_some(after > before)
    }

    /// Returns the mean of Black's scores on the regions with either side to move.
    pub fn mean_score(&self) -> f64 {
        let points: Vec<usize> = self.regions.concat();
        let mut exact = Exact::new(&self.cells, &points, Kos::Forbidden);
        f64::from(exact.score(&self.cells, 1, MOVES) + exact.score(&self.cells, 2, MOVES)) / 2.0
    }

    /// Returns the position as SGF, with a komi that makes the game close.
    pub fn sgf(&self) -> String {
        let side = |x: usize| i32::from(x <= 4) - i32::from(x > 4);
        let rest = (0..AREA).filter(|place| !self.regions.concat().contains(place));
        let rest: i32 = rest.map(|place| side(place % LINES)).sum();
        let komi = (self.mean_score() + f64::from(rest)).floor() + 0.5;
        let point = |place: usize| {
            let letter = |line: usize| char::from(b'a' + line as u8);
            format!("[{}{}]", letter(place % LINES), letter(place / LINES))
        };
        let stones = |color| (0..AREA).filter(move |&place| self.cells[place] == color);
        let list = |color| stones(color).map(point).collect::<String>();
        let player = if self.color == 1 { "B" } else { "W" };
        format!("(;GM[1]FF[4]SZ[9]RU[Chinese]KM[{komi}]PL[{player}]AB{}AW{})\n", list(1), list(2))
    }
}
