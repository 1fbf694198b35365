//! Vertices: the text of points and moves, read in any case and written in the protocol's.
//!
//! `A1` is the lower left corner; the letter I is left out, so that 25 columns end at Z.

use super::Failure;
use crate::engine::Answer;
use crate::go::diagram::COLUMN_LETTERS;
use crate::go::{BoardSize, Color, Move, Point};

/// How a protocol writes what is no point.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// 虚着.
    pub pass: &'static str,
    /// 认输.
    pub resign: &'static str,
}

impl Words {
    /// The text of a move.
    pub fn of_move(&self, size: BoardSize, mv: Move) -> String {
        match mv {
            Move::Play(point) => vertex(size, point),
            Move::Pass => self.pass.into(),
        }
    }

    /// The text of what the engine does in its turn.
    pub fn of_answer(&self, size: BoardSize, answer: Answer) -> String {
        match answer {
            Answer::Move(mv) => self.of_move(size, mv),
            Answer::Resign => self.resign.into(),
        }
    }
}

/// The text of a point.
pub fn vertex(size: BoardSize, point: Point) -> String {
    let letter = COLUMN_LETTERS[size.column(point)] as char;
    format!("{letter}{}", size.row(point) + 1)
}

/// Reads a point.
///
/// # Errors
/// A syntax error where it is no vertex, an illegal move where it lies off the board.
pub fn point(size: BoardSize, text: &str) -> Result<Point, Failure> {
    let letter = text.chars().next().ok_or(Failure::Syntax)?.to_ascii_uppercase();
    let column = COLUMN_LETTERS.iter().position(|&l| l as char == letter).ok_or(Failure::Syntax)?;
    let row = super::number::integer(&text[1..])?;
    if column >= size.lines() || row == 0 || row > size.lines() {
        return Err(Failure::IllegalMove);
    }
    Ok(size.point(column, row - 1))
}

/// Reads a point or a pass.
///
/// # Errors
/// As [`point`].
pub fn read_move(size: BoardSize, text: &str) -> Result<Move, Failure> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    point(size, text).map(Move::Play)
}

/// Reads a colour.
///
/// # Errors
/// A syntax error where it is none; the `E` of WTP is the colour of no player.
pub fn color(text: &str) -> Result<Color, Failure> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(Failure::Syntax),
    }
}

/// Reads pairs of a colour and a point.
///
/// # Errors
/// A syntax error where one half of a pair is missing or is neither; as [`point`] besides.
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
    fn every_point_comes_back() {
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
    fn what_is_no_vertex_and_what_is_off_the_board() {
        let size = BoardSize::new(9).expect("a size");
        for wrong in ["", "I5", "5", "D", "D-4", "D4x", "围4", "D４", "passs", "4D"] {
            assert_eq!(read_move(size, wrong), Err(Failure::Syntax), "{wrong:?}");
        }
        for off in ["K1", "A10", "A0", "Z25", "A99999999999999999999999"] {
            assert_eq!(read_move(size, off), Err(Failure::IllegalMove), "{off:?}");
        }
    }
}
