//! Checks for unusual moves and setups by replaying a game. SGF allows all of them.

use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::{Event, NodeId, Point, Position, Record, Setup, State, Visit};
use crate::sgf::diagnostics::*;

/// Reports moves on occupied points, suicide, ko violations, and setups without effect.
pub(super) fn check(record: &Record, places: &[u32], findings: &mut Findings) {
    let tree = &record.tree;
    let mut position = Position::new(record.size);
    // The states before each node from the root to the current one, each with its ko.
    let mut way: Vec<(State, Option<Ko>)> = Vec::new();
    let mut ko = None;
    for visit in tree.walk() {
        match visit {
            Visit::Enter(id) => {
                let before = position.state();
                way.push((before, ko));
                let place = || SourceLocation::offset(places[id.index()] as usize);
                match &tree.node(id).event {
                    &Event::Move { color, point: Some(point) } => {
                        let was_empty = position.play(color, point);
                        let taken = position.single_capture_since(before);
                        let takes_back = taken.map(|taken| Ko { by: taken, taken: point });
                        let rule = if !was_empty {
                            Some(&OCCUPIED)
                        } else if position.color_at(point).is_none() {
                            Some(&SUICIDE)
                        } else if ko.is_some() && ko == takes_back && !says_so(record, id) {
                            Some(&KO_TAKEN_BACK)
                        } else {
                            None
                        };
                        if let Some(rule) = rule {
                            findings.add_at(rule, place, [&point.vertex(record.size)]);
                        }
                        ko = taken.map(|taken| Ko { by: point, taken });
                    }
                    Event::Move { point: None, .. } => ko = None,
                    Event::Setup(setup) => {
                        if let Some(point) = first_without_effect(setup, &position) {
                            findings.add_at(
                                &SETUP_WITHOUT_EFFECT,
                                place,
                                [&point.vertex(record.size)],
                            );
                        }
                        position.set_up(setup);
                        ko = None;
                    }
                    _ => {}
                }
            }
            Visit::Leave(_) => {
                if let Some((before, ko_before)) = way.pop() {
                    position.undo(before);
                    ko = ko_before;
                }
            }
        }
    }
}

/// A move that captured a single stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ko {
    by: Point,
    taken: Point,
}

/// Returns `true` if the node has `KO`: the move is intended to be played even if it is illegal.
fn says_so(record: &Record, id: NodeId) -> bool {
    record.tree.node(id).notes().properties.iter().any(|property| property.name == "KO")
}

/// Returns the first point of a setup that does not change the position.
fn first_without_effect(setup: &Setup, position: &Position) -> Option<Point> {
    let unchanged = |(point, color): &&(Point, _)| position.color_at(*point) == *color;
    setup.points().iter().find(unchanged).map(|(point, _)| *point)
}
