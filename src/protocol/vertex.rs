//! Vertices: the text of points and moves, case-insensitive in input and in the protocol's case in output.
//!
//! `A1` is the lower left corner. The letter I is skipped, so that 25 columns end at Z. All conversions between
//! points and protocol text are in this module.

use super::response::Failure;
use crate::go::diagram::COLUMN_LETTERS;
use crate::go::{Action, BoardSize, Color, Move, Point, PointSet};

/// The keywords of a protocol for moves without a point.
#[derive(Debug, Clone, Copy)]
pub struct MoveKeywords {
    /// The keyword for a pass (虚着).
    pub pass: &'static str,
    /// The keyword for a resignation (认输).
    pub resign: &'static str,
}

impl MoveKeywords {
    /// Formats a move.
    pub fn of_move(&self, size: BoardSize, mv: Move) -> String {
        match mv {
            Move::Play(point) => vertex(size, point),
            Move::Pass => self.pass.into(),
        }
    }

    /// Formats a move or a resignation.
    pub fn of_action(&self, size: BoardSize, action: Action) -> String {
        match action {
            Action::Move(mv) => self.of_move(size, mv),
            Action::Resign => self.resign.into(),
        }
    }
}

/// The notation of moves: the board size and the keywords of the protocol.
#[derive(Debug, Clone, Copy)]
pub struct Notation {
    /// The board size.
    pub size: BoardSize,
    /// The keywords of the protocol.
    pub words: &'static MoveKeywords,
}

impl Notation {
    /// Formats a move.
    pub fn of_move(&self, mv: Move) -> String {
        self.words.of_move(self.size, mv)
    }

    /// Formats a move or a resignation.
    pub fn of_action(&self, action: Action) -> String {
        self.words.of_action(self.size, action)
    }
}

/// Iterates over the rows of per-point values from the top of the board, the order that clients expect. Reports start
/// at the bottom.
pub fn rows_from_top<T>(values: &[T], size: BoardSize) -> impl Iterator<Item = &[T]> {
    values.chunks(size.lines()).rev()
}

/// Formats a point, such as `D4`.
///
/// ```
/// use tianyuan::go::BoardSize;
/// use tianyuan::protocol::vertex;
///
/// let size = BoardSize::STANDARD;
/// let point = vertex::point(size, "d4")?;
/// assert_eq!(vertex::vertex(size, point), "D4");
/// assert!(vertex::point(size, "T20").is_err(), "off the board");
/// # Ok::<(), tianyuan::protocol::Failure>(())
/// ```
pub fn vertex(size: BoardSize, point: Point) -> String {
    let letter = COLUMN_LETTERS[size.column(point)] as char;
    format!("{letter}{}", size.row(point) + 1)
}

/// Parses a point, ignoring case.
///
/// # Errors
/// Returns a syntax error if the text is not a vertex, or an illegal move if it is off the board.
pub fn point(size: BoardSize, text: &str) -> Result<Point, Failure> {
    let letter = text.chars().next().ok_or(Failure::Syntax)?.to_ascii_uppercase();
    let column = COLUMN_LETTERS.iter().position(|&l| l as char == letter).ok_or(Failure::Syntax)?;
    let row = super::parse_number::integer(&text[1..])?;
    if column >= size.lines() || row == 0 || row > size.lines() {
        return Err(Failure::IllegalMove);
    }
    Ok(size.point(column, row - 1))
}

/// Parses a point or a pass, ignoring case.
///
/// # Errors
/// Returns a syntax error if the text is neither, or an illegal move if the point is off the board.
pub fn read_move(size: BoardSize, text: &str) -> Result<Move, Failure> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    point(size, text).map(Move::Play)
}

/// Parses a region: points and rectangles (`A1-C3`, two opposite corners), separated by commas.
///
/// # Errors
/// Returns a syntax error if a part is neither, or an illegal move if a point is off the board.
pub fn region(size: BoardSize, text: &str) -> Result<PointSet, Failure> {
    let mut region = PointSet::EMPTY;
    for part in text.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let [from, to] = [point(size, from)?, point(size, to)?];
        let span = |a: usize, b: usize| a.min(b)..=a.max(b);
        for column in span(size.column(from), size.column(to)) {
            for row in span(size.row(from), size.row(to)) {
                region.insert(size.point(column, row));
            }
        }
    }
    Ok(region)
}

/// Parses a colour: `b`, `black`, `w` or `white`, ignoring case.
///
/// # Errors
/// Returns a syntax error for other texts, including `E` of WTP (an empty point).
pub fn color(text: &str) -> Result<Color, Failure> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(Failure::Syntax),
    }
}

/// Parses pairs of a colour and a point.
///
/// # Errors
/// Returns a syntax error if a pair is incomplete or invalid, or an illegal move if a point is off the board.
pub fn stones(size: BoardSize, words: &[&str]) -> Result<Vec<(Color, Point)>, Failure> {
    words
        .chunks(2)
        .map(|pair| match pair {
            [who, place] => Ok((color(who)?, point(size, place)?)),
            _ => Err(Failure::Syntax),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertex_roundtrip() {
        for lines in 2..=25 {
            let size = BoardSize::new(lines).expect("a size");
            for here in size.points() {
                let text = vertex(size, here);
                assert_eq!(point(size, &text), Ok(here));
                assert_eq!(point(size, &text.to_lowercase()), Ok(here));
            }
        }
    }

    #[test]
    fn region_consists_of_points_and_rectangles() {
        let size = BoardSize::new(9).expect("a size");
        let points = |text: &str| {
            let region = region(size, text).expect("a region");
            region.iter().map(|point| vertex(size, point)).collect::<Vec<_>>()
        };
        assert_eq!(points("d4"), ["D4"]);
        assert_eq!(points("B2-A1,J9"), ["A1", "B1", "A2", "B2", "J9"]);
        assert_eq!(points("A1,A1-A2"), ["A1", "A2"]);
        for wrong in ["", "A1,", "A1-", "A1-B2-C3", "A1 A2"] {
            assert_eq!(region(size, wrong), Err(Failure::Syntax), "{wrong:?}");
        }
        assert_eq!(region(size, "A1-K1"), Err(Failure::IllegalMove));
    }

    #[test]
    fn invalid_and_off_board_vertices_are_distinguished() {
        let size = BoardSize::new(9).expect("a size");
        for wrong in ["", "I5", "5", "D", "D-4", "D4x", "围4", "D４", "passs", "4D"] {
            assert_eq!(read_move(size, wrong), Err(Failure::Syntax), "{wrong:?}");
        }
        for off in ["K1", "A10", "A0", "Z25", "A99999999999999999999999"] {
            assert_eq!(read_move(size, off), Err(Failure::IllegalMove), "{off:?}");
        }
    }
}
