//! Writes values of wei7 3.0 that occur in several objects: lists, colours, points, marks and results.

use super::json_writer::{JsonWriter, Layout};
use crate::record::{Mark, Outcome, Point, Symbol};
use tianyuan_go::{Color, Komi};

/// Writes a member with one line per list element, unless the list is empty.
pub(super) fn list<T>(
    page: &mut JsonWriter,
    name: &str,
    list: &[T],
    mut write: impl FnMut(&mut JsonWriter, &T),
) {
    if list.is_empty() {
        return;
    }
    page.name(name);
    page.array(Layout::Lines);
    list.iter().for_each(|one| write(page, one));
    page.close();
}

pub(super) fn color(page: &mut JsonWriter, color: Color) {
    page.name("color");
    page.count(color as u8);
}

/// Writes a point, or null for a pass.
pub(super) fn point(page: &mut JsonWriter, point: Option<Point>) {
    page.name("point");
    let Some(point) = point else { return page.value("null") };
    page.object(Layout::Line);
    page.name("x");
    page.count(point.x);
    page.name("y");
    page.count(point.y);
    page.close();
}

pub(super) fn problem(page: &mut JsonWriter, of: Option<Color>) {
    if let Some(of) = of {
        page.name("problem");
        page.object(Layout::Line);
        color(page, of);
        page.close();
    }
}

pub(super) fn mark(page: &mut JsonWriter, mark: &Mark) {
    page.object(Layout::Line);
    point(page, Some(mark.point));
    if let Symbol::Label(label) = &mark.symbol {
        page.text("symbol", Some(label));
    }
    page.close();
}

/// Writes a result that 3.0 can express.
pub(super) fn result(page: &mut JsonWriter, outcome: Outcome) {
    page.object(Layout::Line);
    page.name("winner");
    match outcome {
        Outcome::Win { winner, .. } => page.count(winner as u8),
        _ => page.value("null"),
    }
    if let Some(margin) = outcome.margin().and_then(|halves| Komi::from_half_points(halves.into()))
    {
        page.name("margin");
        page.value(margin);
    }
    page.close();
}
