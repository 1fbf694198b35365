//! Handicap in SGF: a number that should be accompanied by stones, which Fox files lack.

use super::diagnostics::*;
use super::fox;
use super::game::GameReader;
use super::words::stones;
use crate::record::diagnostic::{Findings, SourceLocation, ellipsize};
use crate::record::{Event, Point, Setup};
use tianyuan_go::Color;

/// Reads `HA`, compares it with the stones, and places stones that the Fox server omits. A komi in hundredths also
/// identifies a file of that server.
pub(super) fn read(game: &mut GameReader, is_komi_in_hundredths: bool, findings: &mut Findings) {
    let Some(stated) = game.info_text("HA") else {
        game.record.info.states_no_handicap = game.record.handicap().is_some();
        return;
    };
    let (place, text) = (stated.place(), stated.text.clone());
    let Some(stones) = stones(&text) else {
        findings.add(&HANDICAP_UNREADABLE, place, [&ellipsize(&text)]);
        return;
    };
    if text.trim().parse() != Ok(stones) {
        let details = [&*ellipsize(&text), &stones.to_string()];
        findings.add(&HANDICAP_IN_WORDS, place.clone(), details);
    }
    let is_fox = is_komi_in_hundredths || fox::is_source(game);
    let stones = match stones {
        0 if is_fox => played(game, place, findings),
        0 => 0,
        1 => {
            findings.add(&HANDICAP_ONE, place, []);
            1
        }
        _ => {
            compare(game, stones, place, findings);
            stones
        }
    };
    if game.record.handicap() != Some(stones) {
        game.record.info.handicap = Some(stones);
    }
}

/// Returns the number of handicap stones played as moves.
fn played(game: &GameReader, place: SourceLocation, findings: &mut Findings) -> u32 {
    let moves = fox::opening_moves(&game.record);
    if Start::of(game).black > 0 || moves < 2 {
        return 0;
    }
    findings.add(&HANDICAP_FROM_MOVES, place, [&moves.to_string()]);
    moves
}

/// Compares a handicap with the stones on the board.
fn compare(game: &mut GameReader, stones: u32, place: SourceLocation, findings: &mut Findings) {
    let (start, number) = (Start::of(game), stones.to_string());
    if start.black == 0 && !start.has_white_stones {
        let points = fox::points(game, stones).filter(|_| start.begins_with_white);
        let placed = points.is_some_and(|points| place_stones(game, points));
        let rule = if placed { &HANDICAP_PLACED } else { &HANDICAP_WITHOUT_STONES };
        findings.add(rule, place, [&number]);
    } else if start.black != stones && !start.has_white_stones {
        findings.add(&HANDICAP_DIFFERS, place, [&number, &start.black.to_string()]);
    }
}

/// The position before the first move of the main line.
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

/// Adds black stones at the start. Returns `false` if any of the points already has a setup.
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
