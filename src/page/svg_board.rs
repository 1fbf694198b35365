//! Boards as SVG: grid, stones and marks.
//!
//! The caller chooses the position and marks. A cell is 32 units wide. The page defines the stones as symbols `#b`
//! and `#w`, and its script fills the groups of the large board.

use std::fmt::Write;

use crate::go::Color;
use crate::go::diagram::COLUMN_LETTERS;
use crate::go::handicap::hoshi;
use crate::records::record::{Point, Position, Size};

/// The index of a point, row by row from the upper left; `None` is a pass.
type PointIndex = Option<u16>;

/// The width of a cell, in SVG units.
pub(crate) const CELL: usize = 32;

/// The marks of a diagram.
#[derive(Debug, Clone, Default)]
pub(crate) struct Marks {
    /// The last move, or the move that the diagram illustrates.
    pub played: Option<(PointIndex, Color)>,
    /// A better move.
    pub better: Option<PointIndex>,
}

/// Returns the centre of a cell.
fn centre(x: usize, y: usize) -> (usize, usize) {
    (CELL * (x + 1), CELL * (y + 1))
}

fn centre_of(index: u16, size: Size) -> (usize, usize) {
    let Point { x, y } = point(index, size);
    centre(x.into(), y.into())
}

/// Returns the point of an index.
fn point(index: u16, size: Size) -> Point {
    size.at(index.into()).expect("marks are points on the board")
}

/// The number of lines in a small diagram of a large board.
const WINDOW: usize = 11;

/// Returns the part of the board around the marks: left edge, upper edge and width, in SVG units.
fn window(size: Size, marks: &Marks) -> (usize, usize, usize) {
    let marked = [marks.played.and_then(|(index, _)| index), marks.better.flatten()];
    let marked: Vec<Point> = marked.into_iter().flatten().map(|index| point(index, size)).collect();
    let range = |coordinate: &dyn Fn(&Point) -> u8| {
        let coordinates = || marked.iter().map(|point| usize::from(coordinate(point)));
        (coordinates().min().unwrap_or(0), coordinates().max().unwrap_or(size.width() - 1))
    };
    let ways = [range(&|point| point.x), range(&|point| point.y)];
    let longest = ways.iter().map(|(from, to)| to - from + 5).max().unwrap_or(WINDOW);
    let lines = if size.width() < WINDOW + 4 { size.width() } else { longest.max(WINDOW) };
    let lines = lines.min(size.width());
    let start = |(from, to): (usize, usize)| {
        ((from + to).saturating_sub(lines - 1) / 2).min(size.width() - lines)
    };
    let edge = |line: usize| CELL * line + CELL / 4;
    (edge(start(ways[0])), edge(start(ways[1])), CELL * lines + CELL / 2)
}

/// Draws a small diagram of stones and marks without coordinates, cropped around the marks on large boards.
pub(crate) fn diagram(position: &Position, marks: &Marks) -> String {
    let size = position.size();
    let edge = CELL * (size.width() + 1);
    let (left, top, side) = window(size, marks);
    let mut svg =
        format!(r#"<svg class="diagram" viewBox="{left} {top} {side} {side}" aria-hidden="true">"#);
    svg += &format!(r#"<rect class="wood" width="{edge}" height="{edge}"/>"#);
    svg += &grid(size);
    svg += &stones(position);
    svg += &marked(marks, size);
    svg + "</svg>"
}

/// Draws the large board of the page with its final position; the script steps through the game.
pub(crate) fn board(position: &Position, marks: &Marks) -> String {
    let size = position.size();
    let pad = CELL / 4;
    let edge = CELL * (size.width() + 1) + 2 * pad;
    let mut svg = format!(
        r#"<svg id="board" viewBox="-{pad} -{pad} {edge} {edge}" role="img" tabindex="0" aria-labelledby="caption">"#
    );
    let _ = write!(
        svg,
        r#"<rect class="wood" x="-{pad}" y="-{pad}" width="{edge}" height="{edge}" rx="6"/><rect class="grain" x="-{pad}" y="-{pad}" width="{edge}" height="{edge}" rx="6"/>"#
    );
    svg += &grid(size);
    svg += &coordinates(size);
    svg += r#"<g id="owned"></g>"#;
    let _ = write!(svg, r#"<g id="stones">{}</g><g id="dying"></g>"#, stones(position));
    let _ = write!(svg, r#"<g id="marks">{}</g>"#, marked(marks, size));
    svg + "</svg>"
}

fn grid(size: Size) -> String {
    let (from, to) = (CELL, CELL * size.width());
    let mut lines = String::new();
    for i in 1..=size.width() {
        let at = CELL * i;
        let _ = write!(lines, "M{from} {at}H{to}M{at} {from}V{to}");
    }
    let stars = size.playable().map_or(String::new(), |board| {
        let star = |point| {
            let Point { x, y } = Point::of(point, board);
            let (x, y) = centre(x.into(), y.into());
            format!(r#"<circle cx="{x}" cy="{y}" r="3.5"/>"#)
        };
        hoshi(board).into_iter().map(star).collect()
    });
    format!(r#"<path class="grid" d="{lines}"/><g class="stars">{stars}</g>"#)
}

fn coordinates(size: Size) -> String {
    let (near, far) = (CELL / 4, CELL * (size.width() + 1) - CELL / 4);
    let mut text = String::from(r#"<g class="coordinates">"#);
    for (i, &letter) in COLUMN_LETTERS.iter().enumerate().take(size.width()) {
        let at = CELL * (i + 1);
        let letter = char::from(letter);
        let row = size.height() - i;
        for edge in [near, far] {
            let _ = write!(
                text,
                r#"<text x="{at}" y="{edge}">{letter}</text><text x="{edge}" y="{at}">{row}</text>"#
            );
        }
    }
    text + "</g>"
}

fn stones(position: &Position) -> String {
    let size = position.size();
    let stone = |(point, color): (Point, Color)| {
        let (x, y) = centre_of(size.index(point) as u16, size);
        stone(color, x, y)
    };
    position.stones().map(stone).collect()
}

fn stone(color: Color, x: usize, y: usize) -> String {
    let symbol = if color == Color::Black { "b" } else { "w" };
    format!(r##"<use href="#{symbol}" x="{x}" y="{y}"/>"##)
}

fn marked(marks: &Marks, size: Size) -> String {
    let mut svg = String::new();
    if let Some((Some(index), color)) = marks.played {
        let (x, y) = centre_of(index, size);
        let class = if color == Color::Black { "on-black" } else { "on-white" };
        let _ = write!(svg, r#"<circle class="played {class}" cx="{x}" cy="{y}" r="7"/>"#);
    }
    if let Some(Some(index)) = marks.better {
        let (x, y) = centre_of(index, size);
        let _ = write!(svg, r#"<circle class="better" cx="{x}" cy="{y}" r="11"/>"#);
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagram_of_large_board_is_cropped_around_marks() {
        let view = |lines: usize, played: PointIndex, better: PointIndex| {
            let size = Size::new(lines, lines).expect("a size");
            let marks = Marks { played: Some((played, Color::Black)), better: Some(better) };
            let (left, top, side) = window(size, &marks);
            [left, top, side].map(|units| units / CELL)
        };
        assert_eq!(view(9, Some(0), Some(80)), [0, 0, 9], "all of a small board");
        assert_eq!(view(19, Some(0), Some(1)), [0, 0, 11], "the upper left corner");
        assert_eq!(view(19, Some(360), None), [8, 8, 11], "the lower right one");
        assert_eq!(view(19, Some(9 * 19 + 9), Some(9 * 19 + 9)), [4, 4, 11], "the middle");
        assert_eq!(view(19, Some(0), Some(18)), [0, 0, 19], "what lies far apart");
        assert_eq!(view(19, None, None), [0, 0, 19], "a pass");
    }
}
