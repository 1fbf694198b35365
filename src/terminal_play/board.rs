//! The board as text with marks, optionally in colour.
//!
//! Stones are letters, because some terminals show stone symbols two columns wide.

use crate::go::{Board, Point, PointSet, diagram};

/// SGR parameters of Black's stones, White's stones, marks and the rest of the board.
const BLACK: &str = "48;5;16;38;5;231";
const WHITE: &str = "48;5;231;38;5;16";
const MARK: &str = "48;5;179;38;5;124;1";
const WOOD: &str = "48;5;179;38;5;94";

/// Draws a board with coordinates: the last move in parentheses, a `/` after each stone in `dead`. All lines except
/// the last end with a line break. The text is readable without colour.
///
/// ```
/// use tianyuan::go::{Board, BoardSize, Color, PointSet};
/// use tianyuan::terminal_play;
///
/// let size = BoardSize::new(3).expect("a board has 2 to 25 lines");
/// let stones = [(Color::Black, size.point(1, 1)), (Color::White, size.point(2, 0))];
/// let board: Board = Board::with_stones(size, stones);
/// let dead = PointSet::from_iter([size.point(2, 0)]);
/// let due = "   A B C\n 3 . . . 3\n 2 .(X). 2\n 1 . . O/1\n   A B C";
/// assert_eq!(terminal_play::draw(&board, Some(size.point(1, 1)), &dead, false), due);
/// ```
pub fn draw(board: &Board, last: Option<Point>, dead: &PointSet, in_color: bool) -> String {
    let size = board.size();
    let plain = diagram::draw(board);
    let mut rows: Vec<Vec<char>> = plain.lines().map(|line| line.chars().collect()).collect();
    let mut put = |point: Point, shift: usize, mark: char| {
        // The first row has the letters, the first columns have the row number.
        rows[size.lines() - size.row(point)][2 + 2 * size.column(point) + shift] = mark;
    };
    dead.iter().for_each(|point| put(point, 2, '/'));
    if let Some(point) = last {
        put(point, 0, '(');
        put(point, 2, ')');
    }
    let is_of_board = |row: usize| (1..=size.lines()).contains(&row);
    let lines = rows.iter().enumerate().map(|(row, cells)| match in_color && is_of_board(row) {
        true => colored(cells, 2..=2 + 2 * size.lines()),
        false => cells.iter().collect(),
    });
    lines.collect::<Vec<String>>().join("\n")
}

/// Returns a row with the board part in colour.
fn colored(cells: &[char], board: std::ops::RangeInclusive<usize>) -> String {
    let mut text = String::new();
    let mut present = "0";
    for (column, &cell) in cells.iter().enumerate() {
        let color = match cell {
            _ if !board.contains(&column) => "0",
            'X' => BLACK,
            'O' => WHITE,
            '(' | ')' | '/' => MARK,
            _ => WOOD,
        };
        if color != present {
            text += &format!("\u{1b}[0;{color}m").replace("0;0m", "0m");
            present = color;
        }
        text.push(cell);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Color, Diagram};

    /// Returns the text without escape sequences.
    fn without_color(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_string();
        parts.fold(first, |plain, part| plain + part.split_once('m').expect("a sequence").1)
    }

    #[test]
    fn color_adds_only_escape_sequences() {
        for lines in [2, 9, 25] {
            let size = BoardSize::new(lines).expect("a size");
            let corners = [(0, 0), (lines - 1, 0), (0, lines - 1)];
            let [a, b, c] = corners.map(|(x, y)| size.point(x, y));
            let board: Board =
                Board::with_stones(size, [(Color::Black, a), (Color::White, b), (Color::Black, c)]);
            let dead = [b].into_iter().collect();
            let plain = draw(&board, Some(c), &dead, false);
            let colored = draw(&board, Some(c), &dead, true);
            assert_eq!(without_color(&colored), plain);
            let is_even = |line: &&str| !line.contains('\u{1b}') || line.contains("\u{1b}[0m");
            assert!(colored.lines().all(|line| is_even(&line)), "no colour runs on");
            let unmarked = plain.replace(['(', ')', '/'], " ");
            let again: Board = Diagram::parse(&unmarked).board();
            assert!(board.stones().eq(again.stones()), "{plain}");
        }
    }
}
