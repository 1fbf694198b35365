//! Handicap in SGF: a number that should have stones beside it, and does not on one large server.

use super::game::GameReader;
use super::rules::*;
use crate::go::{Color, handicap};
use crate::record::finding::Findings;
use crate::record::{Event, Point, Setup};

/// Reads `HA`, compares it with the stones, and puts them where the server forgot them.
pub(super) fn read(game: &mut GameReader, findings: &mut Findings) {
    let Some(stated) = game.info_text("HA") else { return };
    let place = stated.place();
    let Ok(stones) = stated.text.trim().parse::<u32>() else {
        findings.add(&HANDICAP_UNREADABLE, place, [&stated.text]);
        return;
    };
    let number = stones.to_string();
    if stones == 1 {
        findings.add(&HANDICAP_ONE, place, []);
    } else if stones > 1 {
        let start = Start::of(game);
        if start.black == 0 && !start.has_white_stones {
            let points = points(game, stones).filter(|_| start.begins_with_white);
            let placed = points.is_some_and(|points| place_stones(game, points));
            let rule = if placed { &HANDICAP_PLACED } else { &HANDICAP_WITHOUT_STONES };
            findings.add(rule, place, [&number]);
        } else if start.black != stones && !start.has_white_stones {
            findings.add(&HANDICAP_DIFFERS, place, [&number, &start.black.to_string()]);
        }
    }
    if game.record.handicap() != Some(stones) {
        game.record.info.handicap = Some(stones);
    }
}

/// What is on the board before the first move of the main line.
struct Start {
    black: u32,
    has_white_stones: bool,
    begins_with_white: bool,
}

impl Start {
    fn of(game: &GameReader) -> Start {
        let tree = &game.record.tree;
        let mut start = Start { black: 0, has_white_stones: false, begins_with_white: false };
        for id in tree.main_line(tree.root()) {
            match &tree.node(id).event {
                Event::Setup(setup) => {
                    let black = setup.stones().filter(|(_, color)| *color == Color::Black);
                    start.black += black.count() as u32;
                    start.has_white_stones |=
                        setup.stones().any(|(_, color)| color == Color::White);
                }
                Event::Move { color, .. } => {
                    start.begins_with_white = *color == Color::White;
                    break;
                }
                _ => {}
            }
        }
        start
    }
}

/// The points of the stones, where the file comes from the server that leaves them out.
fn points(game: &GameReader, stones: u32) -> Option<Vec<Point>> {
    let made_by = |name: &str| {
        let properties = &game.record.tree.node(game.record.tree.root()).notes().properties;
        let of = properties.iter().filter(|property| property.name == "AP");
        of.flat_map(|property| &property.values).any(|value| value.starts_with(name))
    };
    let no_name = game.info.iter().any(|info| info.name == "GN" && info.text.trim().is_empty());
    let leaves_out = made_by("foxwq") || made_by("GNU Go:3.8") && no_name;
    let size = game.record.size.playable().filter(|size| size.lines() == 19 && leaves_out)?;
    let fixed = handicap::fixed(size, stones as usize)?;
    let mut points: Vec<Point> = fixed.into_iter().map(|point| Point::of(point, size)).collect();
    // Before 2018 the server put stones 5 and 6 at the top and bottom.
    let year = game.record.info.dates.as_deref().and_then(|dates| dates.get(..4)?.parse().ok());
    if matches!(stones, 6 | 7) && year.is_some_and(|year: u32| year < 2018) {
        points[4..6].iter_mut().for_each(|point| *point = Point { x: point.y, y: point.x });
    }
    Some(points)
}

/// Puts black stones on the points at the start; false where something is set up there already.
fn place_stones(game: &mut GameReader, points: Vec<Point>) -> bool {
    let root = game.record.tree.root();
    let event = &mut game.record.tree.node_mut(root).event;
    let free = *event == Event::Nothing;
    if free {
        let points = points.into_iter().map(|point| (point, Some(Color::Black))).collect();
        *event = Event::Setup(Box::new(Setup::new(points)));
    }
    free
}
