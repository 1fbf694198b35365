//! The elements within `moves` and `pre` of wei7 2.2: stones, marks, and notes.
//!
//! Independent of their place in the tree, which [`moves`](super::moves) handles.

use super::char_refs::shortened;
use super::diagnostics::*;
use super::parser::Element;
use super::values::Value;
use crate::record::diagnostic::Findings;
use crate::record::{Evaluation, Event, Mark, Notes, Point, Size, Splitter, Symbol};
use tianyuan_go::Color;

/// Reads a stone in `moves` as a move, or as no event if its point is invalid.
pub(super) fn step(
    color: Color,
    element: &Element<'_>,
    size: Size,
    findings: &mut Findings,
) -> (Event, Notes) {
    let (mut notes, mut at) = (Notes::NONE, Coordinates::default());
    let mut is_pass = false;
    for value in Value::all(element) {
        match value.attribute.name {
            "x" | "y" => at.read(value, size, findings),
            "type" => {
                let words = [("normal", false), ("pass", true)];
                is_pass = value.word(&words, &TYPE, findings).unwrap_or(false);
            }
            "splitter" => {
                let (small, medium, large) = (Splitter::Small, Splitter::Medium, Splitter::Large);
                let words = [("small", small), ("medium", medium), ("large", large)];
                notes.splitter = value.word(&words, &SPLITTER, findings).unwrap_or_default();
            }
            _ => note(value, &mut notes, findings),
        }
    }
    if is_pass && at != Coordinates::default() {
        element.breaks(&PASS_WITH_COORDINATES, findings);
    }
    if !is_pass && !at.are_complete() {
        element.breaks(&NO_COORDINATES, findings);
    }
    let point = at.on(size).filter(|_| !is_pass);
    let is_move = is_pass || point.is_some();
    (if is_move { Event::Move { color, point } } else { Event::Nothing }, notes)
}

/// Reads the point of a stone in `pre`.
pub(super) fn pre_stone(
    element: &Element<'_>,
    size: Size,
    findings: &mut Findings,
) -> Option<Point> {
    let mut at = Coordinates::default();
    for value in Value::all(element) {
        match value.attribute.name {
            "x" | "y" => at.read(value, size, findings),
            "type" | "splitter" | "eval" | "title" | "comment" | "problem" => {
                value.breaks(&PRE_STONE_ATTRIBUTE, findings);
            }
            _ => value.breaks(&UNKNOWN_ATTRIBUTE, findings),
        }
    }
    if !at.are_complete() {
        element.breaks(&PRE_STONE_COORDINATES, findings);
    }
    at.on(size)
}

pub(super) fn mark(element: &Element<'_>, size: Size, findings: &mut Findings) -> Option<Mark> {
    let (mut at, mut symbol) = (Coordinates::default(), None);
    for value in Value::all(element) {
        match value.attribute.name {
            "x" | "y" => at.read(value, size, findings),
            "symbol" => symbol = Some(value),
            _ => value.breaks(&UNKNOWN_ATTRIBUTE, findings),
        }
    }
    if symbol.is_none() || !at.are_complete() {
        element.breaks(&MARK_INCOMPLETE, findings);
    }
    let symbol = symbol.filter(|value| {
        let is_one = value.text().chars().count() == 1 && value.text().chars().all(is_symbol);
        if !is_one {
            findings.add_at(&SYMBOL, || value.place(), [&shortened(value.text())]);
        }
        is_one
    });
    Some(Mark { point: at.on(size)?, symbol: Symbol::Label(symbol?.text().to_string()) })
}

/// Returns `true` if a character is a valid symbol of a mark.
pub(super) fn is_symbol(c: char) -> bool {
    c.is_ascii_alphanumeric() || "@#$%&*?".contains(c)
}

/// Reads an attribute that `pre` and the stones of `moves` share.
pub(super) fn note(value: Value<'_, '_>, notes: &mut Notes, findings: &mut Findings) {
    match value.attribute.name {
        "eval" => {
            let words = [
                ("bad", Some(Evaluation::Bad)),
                ("normal", None),
                ("good", Some(Evaluation::Good)),
                ("trick", Some(Evaluation::Trick)),
            ];
            notes.evaluation = value.word(&words, &EVAL, findings).flatten();
        }
        "title" => notes.title = Some(value.line(&TITLE_TOO_LONG, &TITLE_OF_LINES, findings)),
        "comment" => notes.comment = Some(value.text().to_string()),
        "problem" => {
            let words =
                [("no", None), ("black", Some(Color::Black)), ("white", Some(Color::White))];
            notes.problem = value.word(&words, &PROBLEM, findings).flatten();
        }
        _ => value.breaks(&UNKNOWN_ATTRIBUTE, findings),
    }
}

/// The attributes `x` and `y`. The inner `None` stands for an invalid coordinate.
#[derive(Default, PartialEq)]
struct Coordinates {
    x: Option<Option<usize>>,
    y: Option<Option<usize>>,
}

impl Coordinates {
    fn read(&mut self, value: Value<'_, '_>, size: Size, findings: &mut Findings) {
        match value.attribute.name {
            "x" => self.x = Some(value.coordinate(size.width(), findings)),
            _ => self.y = Some(value.coordinate(size.height(), findings)),
        }
    }

    fn are_complete(&self) -> bool {
        self.x.is_some() && self.y.is_some()
    }

    fn on(&self, size: Size) -> Option<Point> {
        size.point(self.x??, self.y??)
    }
}
