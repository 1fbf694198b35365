//! Item lines for the event of an SGF node that has a different event in wei7.

use super::super::item_line::Line;
use crate::adapt::property_point::{point, point_text};
use crate::record::{Event, Mark, Point, Setup, Size, Symbol};
use tianyuan_go::Color;

/// The names of event lines.
pub(in super::super) const NAMES: [&str; 8] = ["B", "W", "AB", "AW", "AE", "XWQ", "XWM", "XWR"];

/// The setup properties, with the colour of their points.
const SETUPS: [(&str, Option<Color>); 3] =
    [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)];

/// Returns the lines of an event; empty for `Nothing` and for takebacks.
pub(in super::super) fn lines(event: &Event) -> Vec<Line> {
    match event {
        Event::Nothing | Event::Takeback(_) => vec![],
        Event::Setup(setup) if setup.points().is_empty() => vec![Line::sgf("XWQ", "")],
        Event::Setup(setup) => {
            let of = |color: Option<Color>| {
                let points = setup.points().iter().filter(move |(_, of)| *of == color);
                points.map(|(at, _)| point_text(*at)).collect::<Vec<String>>().join(" ")
            };
            let all = SETUPS.into_iter().map(|(name, color)| (name, of(color)));
            all.filter(|(_, points)| !points.is_empty())
                .map(|(name, points)| Line::sgf(name, points))
                .collect()
        }
        Event::Move { color, point } => {
            let name = color.letter().to_string();
            vec![Line::sgf(&name, point.map_or(String::new(), point_text))]
        }
        Event::Claim(outcome) => vec![Line::sgf("XWR", outcome.to_string())],
        Event::Message(text) => vec![Line::sgf("XWM", format!("C:{text}"))],
        Event::Mark(mark) => {
            let at = point_text(mark.point);
            let text = match &mark.symbol {
                Symbol::Label(label) => format!("LB {at}:{label}"),
                shape => format!("{} {at}:", shape.shape().unwrap_or_default()),
            };
            vec![Line::sgf("XWM", text)]
        }
    }
}

/// Adds a line to an event, which may span several lines. Returns `None` if the line is invalid.
pub(in super::super) fn take(
    event: &mut Option<Event>,
    name: &str,
    text: &str,
    size: Size,
) -> Option<()> {
    let taken = match name {
        "B" | "W" => {
            let color = if name == "B" { Color::Black } else { Color::White };
            let point = if text.is_empty() { None } else { Some(point(text, size)?) };
            Event::Move { color, point }
        }
        "XWQ" => Event::Setup(Box::default()),
        "XWR" => Event::Claim(text.parse().ok()?),
        "XWM" => live(text, size)?,
        _ => {
            let (_, color) = SETUPS.into_iter().find(|(setup, _)| *setup == name)?;
            let points = points(text, size)?.into_iter().map(|point| (point, color));
            let before = match event {
                Some(Event::Setup(setup)) => setup.points(),
                _ => &[],
            };
            Event::Setup(Box::new(Setup::new(before.iter().copied().chain(points).collect())))
        }
    };
    *event = Some(taken);
    Some(())
}

/// Parses a live message or mark.
fn live(text: &str, size: Size) -> Option<Event> {
    let (key, text) = text.split_once(':')?;
    if key == "C" {
        return Some(Event::Message(text.into()));
    }
    let (kind, at) = key.split_once(' ')?;
    let symbol = match kind {
        "LB" => Symbol::Label(text.into()),
        kind => Symbol::SHAPES.into_iter().find(|shape| shape.shape() == Some(kind))?,
    };
    Some(Event::Mark(Box::new(Mark { point: point(at, size)?, symbol })))
}

/// Parses points separated by spaces.
pub(in super::super) fn points(text: &str, size: Size) -> Option<Vec<Point>> {
    text.split(' ').map(|one| point(one, size)).collect()
}
