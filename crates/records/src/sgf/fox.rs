//! Conventions of the Fox server (foxwq), which omits handicap stones and writes komi in hundredths.

use super::game::GameReader;
use crate::record::{Event, Point, Property, Record};
use tianyuan_go::{Color, handicap};

/// The name of the server in `AP`.
const SERVER: &str = "foxwq";

/// Returns `true` if the root of a record names the server as the application.
pub(super) fn is_named(record: &Record) -> bool {
    made_by(record, SERVER)
}

fn made_by(record: &Record, name: &str) -> bool {
    let properties = &record.tree.node(record.tree.root()).notes().properties;
    let of = properties.iter().filter(|property| property.name == "AP");
    of.flat_map(|Property { values, .. }| values).any(|value| value.starts_with(name))
}

/// Returns `true` if the file comes from the server. Such a file may name another application first, with an empty game
/// name.
pub(super) fn is_source(game: &GameReader) -> bool {
    let has_no_name = game.info.iter().any(|info| info.name == "GN" && info.text.trim().is_empty());
    is_named(&game.record) || made_by(&game.record, "GNU Go:3.8") && has_no_name
}

/// Returns the points of handicap stones that the server omits.
pub(super) fn points(game: &GameReader, stones: u32) -> Option<Vec<Point>> {
    let size = game.record.size.playable().filter(|size| size.lines() == 19 && is_source(game))?;
    let fixed = handicap::fixed(size, stones as usize)?;
    let mut points: Vec<Point> = fixed.into_iter().map(|point| Point::of(point, size)).collect();
    // Before 2018 the server placed stones 5 and 6 at the top and bottom.
    let year = game.record.info.dates.as_deref().and_then(|dates| dates.get(..4)?.parse().ok());
    if matches!(stones, 6 | 7) && year.is_some_and(|year: u32| year < 2018) {
        points[4..6].iter_mut().for_each(|point| *point = Point { x: point.y, y: point.x });
    }
    Some(points)
}

/// Returns the number of Black's moves before White's first move. Two or more are handicap stones.
pub(super) fn opening_moves(record: &Record) -> u32 {
    let tree = &record.tree;
    let moves = tree.main_line(tree.root()).filter_map(|id| match tree.node(id).event {
        Event::Move { color, point } => Some((color, point)),
        _ => None,
    });
    let is_stone =
        |(color, point): &(Color, Option<Point>)| *color == Color::Black && point.is_some();
    moves.take_while(is_stone).count() as u32
}
