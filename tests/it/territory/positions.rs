//! The positions of `tests/data/territory-positions.txt`, whose first lines describe the format.

use std::fs;
use std::path::Path;

use tianyuan::go::{BoardSize, Color, Komi, Point, Rules};

/// A column and a row, counted from the lower left corner.
pub(super) type Cell = (usize, usize);

/// A position with its right moves and its result.
#[derive(Clone)]
pub(super) struct Position {
    pub(super) name: String,
    /// The cells by row, from the bottom.
    pub(super) rows: Vec<Vec<Option<Color>>>,
    /// Komi in half points; negative if the colours are swapped.
    pub(super) komi: i32,
    /// The captured stones by colour.
    pub(super) prisoners: [usize; 2],
    pub(super) to_move: Color,
    /// The previous move; `None` in the pair is a pass.
    pub(super) last: Option<(Color, Option<Cell>)>,
    /// The right moves; `None` is a pass.
    pub(super) best: Vec<Option<Cell>>,
    /// The result in half points, positive if Black wins.
    pub(super) score: i32,
    pub(super) is_final: bool,
    /// A cell of each dead chain.
    pub(super) dead: Vec<Cell>,
    /// Cells of the living chains in seki.
    pub(super) seki: Vec<Cell>,
}

/// Reads all positions.
pub(super) fn all() -> Vec<Position> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/territory-positions.txt");
    let text = fs::read_to_string(path).expect("the positions").replace("\r\n", "\n");
    let is_position = |block: &&str| block.lines().any(|line| line.starts_with("name: "));
    text.split("\n\n").filter(is_position).map(parse).collect()
}

fn parse(block: &str) -> Position {
    let lines: Vec<&str> = block.lines().filter(|line| !line.starts_with('#')).collect();
    let value = |key: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
        line.map(str::trim)
    };
    let required = |key: &str| value(key).unwrap_or_else(|| panic!("no {key} in\n{block}"));
    let words = |key: &str| value(key).unwrap_or_default().split_whitespace();
    let cells = |key: &str| words(key).filter_map(vertex).collect();
    let is_row = |line: &&&str| !line.is_empty() && !line.contains(':');
    let rows: Vec<Vec<Option<Color>>> =
        lines.iter().filter(is_row).rev().map(|row| row.split(' ').map(stone).collect()).collect();
    assert!(rows.iter().all(|row| row.len() == rows.len()), "not a square:\n{block}");
    let captured: Vec<usize> = words("prisoners").map(|n| n.parse().expect("a number")).collect();
    let last = words("last").collect::<Vec<_>>();
    Position {
        name: required("name").to_owned(),
        rows,
        komi: half_points(required("komi")),
        prisoners: captured.try_into().unwrap_or_default(),
        to_move: color(required("move")),
        last: last.first().map(|player| (color(player), vertex(last[1]))),
        best: words("best").map(vertex).collect(),
        score: result(required("score")),
        is_final: required("status") == "final",
        dead: cells("dead"),
        seki: cells("seki"),
    }
}

fn stone(cell: &str) -> Option<Color> {
    match cell {
        "X" => Some(Color::Black),
        "O" => Some(Color::White),
        "." => None,
        other => panic!("not a cell: {other}"),
    }
}

fn color(letter: &str) -> Color {
    match letter {
        "B" => Color::Black,
        "W" => Color::White,
        other => panic!("not a colour: {other}"),
    }
}

/// Returns the cell of a vertex such as `D4`, or `None` for a pass.
fn vertex(text: &str) -> Option<Cell> {
    if text == "pass" {
        return None;
    }
    let (letter, row) = text.split_at(1);
    let column = "ABCDEFGHJKLMNOPQRST".find(letter).expect("a column");
    Some((column, row.parse::<usize>().expect("a row") - 1))
}

fn half_points(text: &str) -> i32 {
    (2.0 * text.parse::<f64>().expect("points")) as i32
}

fn result(text: &str) -> i32 {
    match text.split_once('+') {
        Some(("B", points)) => half_points(points),
        Some(("W", points)) => -half_points(points),
        _ => 0,
    }
}

impl Position {
    /// Returns the board size.
    pub(super) fn size(&self) -> BoardSize {
        BoardSize::new(self.rows.len()).expect("a supported size")
    }

    /// Returns Japanese rules with the komi of the position.
    pub(super) fn rules(&self) -> Rules {
        let komi = Komi::from_half_points(self.komi).expect("a komi");
        Rules::from_name("japanese", komi).expect("a name")
    }

    /// Returns the stone on a cell.
    pub(super) fn at(&self, (column, row): Cell) -> Option<Color> {
        self.rows[row][column]
    }

    /// Returns all cells.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let lines = self.rows.len();
        (0..lines).flat_map(move |row| (0..lines).map(move |column| (column, row)))
    }

    /// Returns the point of a cell.
    pub(super) fn point(&self, (column, row): Cell) -> Point {
        self.size().point(column, row)
    }

    /// Returns the stones on the board.
    pub(super) fn stones(&self) -> Vec<(Color, Point)> {
        let stone = |cell| Some((self.at(cell)?, self.point(cell)));
        self.cells().filter_map(stone).collect()
    }

    /// Returns the position in all symmetries and with both colours.
    pub(super) fn variants(&self) -> Vec<Position> {
        let turned = (0..8).map(|symmetry| self.turned(symmetry));
        turned.flat_map(|position| [position.swapped(), position]).collect()
    }

    /// Returns the position in one of the 8 symmetries.
    pub(super) fn turned(&self, symmetry: usize) -> Position {
        let end = self.rows.len() - 1;
        let turn = |(column, row): Cell| {
            let column = if symmetry & 1 == 0 { column } else { end - column };
            let row = if symmetry & 2 == 0 { row } else { end - row };
            if symmetry & 4 == 0 { (column, row) } else { (row, column) }
        };
        let mut rows = vec![vec![None; end + 1]; end + 1];
        for cell in self.cells() {
            let (column, row) = turn(cell);
            rows[row][column] = self.at(cell);
        }
        let turn_all = |cells: &[Cell]| cells.iter().map(|&cell| turn(cell)).collect();
        Position {
            name: format!("{} (symmetry {symmetry})", self.name),
            rows,
            last: self.last.map(|(color, cell)| (color, cell.map(turn))),
            best: self.best.iter().map(|&cell| cell.map(turn)).collect(),
            dead: turn_all(&self.dead),
            seki: turn_all(&self.seki),
            ..*self
        }
    }

    /// Returns the position with swapped colours.
    pub(super) fn swapped(&self) -> Position {
        let swap_row = |row: &Vec<Option<Color>>| row.iter().map(|&cell| Some(!cell?)).collect();
        Position {
            name: format!("{}, swapped", self.name),
            rows: self.rows.iter().map(swap_row).collect(),
            komi: -self.komi,
            prisoners: [self.prisoners[1], self.prisoners[0]],
            to_move: !self.to_move,
            last: self.last.map(|(color, cell)| (!color, cell)),
            score: -self.score,
            ..self.clone()
        }
    }
}
