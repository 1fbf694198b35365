//! Text diagrams of a record's positions, for boards of any size.
//!
//! The format is that of all diagrams of the program, with each mark after its point.

use std::fmt::Write;

use crate::go::Color;
use crate::go::diagram::COLUMN_LETTERS;
use crate::go::handicap::hoshi;
use crate::records::record::{Mark, Point, Position, Symbol};
use crate::sanitize::is_harmful;

/// Returns the character of a mark in a diagram.
pub(super) fn symbol(mark: &Mark) -> char {
    match &mark.symbol {
        Symbol::Label(label) => {
            // A label is cut to one character.
            let first = label.chars().next().unwrap_or(' ');
            if is_harmful(first) { char::REPLACEMENT_CHARACTER } else { first }
        }
        Symbol::Circle => '(',
        Symbol::Cross => '/',
        Symbol::Square => '[',
        Symbol::Triangle => '^',
        Symbol::Selected => '#',
    }
}

/// Returns the diagram of a position with its marks. Every line ends with a line break.
pub(super) fn draw(position: &Position, marks: &[Mark]) -> String {
    let size = position.size();
    let gap = if size.width() > COLUMN_LETTERS.len() { " " } else { "" };
    let header = (0..size.width() as u8).fold(String::from("  "), |line, x| {
        let width = 2 + gap.len();
        line + &format!("{:>width$}", Point { x, y: 0 }.column_label())
    });
    let hoshi = size.playable().map_or(Vec::new(), |board| {
        hoshi(board).iter().map(|point| Point::of(*point, board)).collect()
    });
    let mut text = format!("{header}\n");
    for y in 0..size.height() as u8 {
        let row = Point { x: 0, y }.row_label(size);
        // A mark follows its point, so each point is printed after the mark of the previous one.
        let mut before = ' ';
        let _ = write!(text, "{row:2}");
        for x in 0..size.width() as u8 {
            let point = Point { y, x };
            let cell = match position.color_at(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if hoshi.contains(&point) => '+',
                None => '.',
            };
            let _ = write!(text, "{before}{gap}{cell}");
            before = marks.iter().find(|mark| mark.point == point).map_or(' ', symbol);
        }
        let _ = writeln!(text, "{before}{row}");
    }
    text + &header + "\n"
}
