//! Boards as text: the ASCII format of comments, docs, tests and `showboard`.
//!
//! ```text
//!    A B C D E
//!  5 . . . . .
//!  4 . X a . .      X black, O white, . or + empty, a-z empty points that a test speaks of
//!  3 . . + O .
//!  2 . . . . .
//!  1 . . . . .
//! ```

use std::fmt::Write;

use super::{Board, BoardSize, Color, Point};

/// The column letters, without I.
pub const COLUMN_LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A parsed diagram: stones, and points marked by lower-case letters.
#[derive(Debug, Clone)]
pub struct Diagram {
    /// The size: the number of rows.
    pub size: BoardSize,
    /// The stones in row-major order from the top.
    pub stones: Vec<(Color, Point)>,
    marks: Vec<(char, Point)>,
}

impl Diagram {
    /// Parses a diagram, skipping row numbers, blanks and lines of column letters.
    ///
    /// # Panics
    /// Panics if the rows do not form a square: diagrams are written by hand, in tests and docs.
    pub fn parse(text: &str) -> Diagram {
        let is_cell = |c: char| matches!(c, '.' | '+' | 'X' | 'O') || c.is_ascii_lowercase();
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace() && !c.is_ascii_digit()))
            .map(Iterator::collect::<Vec<char>>)
            .filter(|row| !row.is_empty() && row.iter().copied().all(is_cell))
            .collect();
        let size = BoardSize::new(rows.len()).expect("a diagram has 2 to 25 rows");
        let mut diagram = Diagram { size, stones: Vec::new(), marks: Vec::new() };
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), rows.len(), "row {} from the top of\n{text}", i + 1);
            for (column, &cell) in row.iter().enumerate() {
                let point = size.point(column, rows.len() - 1 - i);
                match cell {
                    'X' => diagram.stones.push((Color::Black, point)),
                    'O' => diagram.stones.push((Color::White, point)),
                    'a'..='z' => diagram.marks.push((cell, point)),
                    _ => {}
                }
            }
        }
        diagram
    }

    /// Returns the board with the stones of the diagram.
    pub fn board<const W: usize>(&self) -> Board<W> {
        Board::with_stones(self.size, self.stones.iter().copied())
    }

    /// Returns the point marked by a letter.
    ///
    /// # Panics
    /// Panics if the letter is not in the diagram.
    pub fn mark(&self, letter: char) -> Point {
        let found = self.marks.iter().find(|(mark, _)| *mark == letter);
        found.unwrap_or_else(|| panic!("the diagram does not contain {letter}")).1
    }
}

/// Draws a board with coordinates and star points (`+`). All lines except the last end with a line break.
pub fn draw<const W: usize>(board: &Board<W>) -> String {
    let size = board.size();
    let hoshi = super::handicap::hoshi(size);
    let letters = COLUMN_LETTERS[..size.lines()].iter().map(|&letter| letter as char);
    let header = letters.fold(String::from("  "), |line, letter| line + " " + &letter.to_string());
    let mut text = header.clone();
    for row in (0..size.lines()).rev() {
        let _ = write!(text, "\n{:2}", row + 1);
        for column in 0..size.lines() {
            let point = size.point(column, row);
            text.push(' ');
            text.push(match board.color_at(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if hoshi.contains(&point) => '+',
                None => '.',
            });
        }
        let _ = write!(text, " {}", row + 1);
    }
    text + "\n" + &header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagram_parses_stones_and_marks() {
        let text = "
            . . X O .
            . . . a .
            O O . . .
            . . . . .
            X . . . .";
        let diagram = Diagram::parse(text);
        let board: Board<2> = diagram.board();
        assert_eq!(diagram.mark('a'), diagram.size.point(3, 3));
        let again: Board<2> = Diagram::parse(&draw(&board)).board();
        assert!(board.stones().eq(again.stones()));
        assert_eq!(board.stones().count(), 5);
    }
}
