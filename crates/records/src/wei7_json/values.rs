//! The value constraints of wei7 3.0 (clauses 3.4 to 3.15): texts, numbers, points, marks and results.
//!
//! Each reader returns the value, or reports a finding and returns `None`.

use std::borrow::Cow;

use super::diagnostics::*;
use super::document::Value;
use super::entry::Kind;
use super::number::Number;
use super::schema::{self, place};
use crate::record::diagnostic::{Findings, SourceLocation, ellipsize};
use crate::record::{DiagnosticRule, Mark, Outcome, Point, Size, Symbol, WinReason};
use tianyuan_go::Color;

/// The maximum number of characters in a `shortString`.
pub(super) const LONGEST: usize = 128;

/// The seconds per day. All times are less.
const SECONDS_OF_DAY: u32 = 86_400;

/// The state that value checks of a file depend on.
#[derive(Debug)]
pub(super) struct Values<'f> {
    pub(super) findings: &'f mut Findings,
    pub(super) size: Size,
    pub(super) participants: usize,
}

impl Values<'_> {
    /// Adds a finding at a value.
    pub(super) fn report<const N: usize>(
        &mut self,
        rule: &'static DiagnosticRule,
        value: Value<'_, '_>,
        details: [&str; N],
    ) {
        self.findings.add(rule, place(value), details);
    }

    /// Adds a finding of a rule that applies to several clauses.
    fn report_in<const N: usize>(
        &mut self,
        clause: &'static str,
        rule: &'static DiagnosticRule,
        value: Value<'_, '_>,
        details: [&str; N],
    ) {
        self.findings.add_in(clause, rule, || place(value), details);
    }

    fn is(
        &mut self,
        value: Value<'_, '_>,
        is: bool,
        rule: &'static DiagnosticRule,
        clause: &'static str,
    ) -> bool {
        match is {
            true => {}
            false if value.is_null() => self.report(&IS_NULL, value, []),
            false => self.report_in(clause, rule, value, []),
        }
        is
    }

    // --- strings and lists ----------------------------------------------------------------------

    /// A string of any length (3.11, 3.16.1).
    pub(super) fn string<'t>(
        &mut self,
        value: Value<'_, 't>,
        clause: &'static str,
    ) -> Option<Cow<'t, str>> {
        let is_string = matches!(value.kind(), Kind::String { .. });
        let text = self.is(value, is_string, &NOT_STRING, clause).then(|| value.text())?;
        if text.contains(|c: char| c.is_ascii_control() && !matches!(c, '\n' | '\r' | '\t')) {
            self.report_in(clause, &ODD_CONTROL, value, []);
        }
        Some(text)
    }

    /// Reads a `shortString`. A string that is too long is reported but accepted.
    pub(super) fn short_string(&mut self, value: Value<'_, '_>) -> Option<String> {
        let is_string = matches!(value.kind(), Kind::String { .. });
        let text = self.is(value, is_string, &NOT_STRING, "3.4").then(|| value.text())?;
        let characters = text.chars().count();
        if characters > LONGEST {
            self.report(&LONG_STRING, value, [&characters.to_string()]);
        }
        if text.contains(is_line_break) {
            self.report(&SEVERAL_LINES, value, []);
        } else if text.contains(|c| c < ' ') {
            self.report(&CONTROL_IN_LINE, value, []);
        } else if text.contains(char::is_control) {
            self.report_in("3.4", &ODD_CONTROL, value, []);
        }
        Some(text.into_owned())
    }

    /// Reads one of a few keywords.
    pub(super) fn one_of<T: Copy>(
        &mut self,
        value: Value<'_, '_>,
        words: &[(&str, T)],
        clause: &'static str,
    ) -> Option<T> {
        let text = self.string(value, clause)?;
        let found = words.iter().find(|(word, _)| *word == text);
        if found.is_none() {
            let quoted: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            let is = format!("\"{}\"", ellipsize(&text));
            self.report_in(clause, &NOT_ONE_OF, value, [&quoted.join(", "), &is]);
        }
        found.map(|(_, meaning)| *meaning)
    }

    /// Returns `true` if a value is an array, and reports it otherwise.
    pub(super) fn is_array(&mut self, value: Value<'_, '_>, clause: &'static str) -> bool {
        self.is(value, value.kind() == Kind::Array, &NOT_ARRAY, clause)
    }

    // --- numbers ------------------------------------------------------------------------------

    pub(super) fn number<'t>(
        &mut self,
        value: Value<'_, 't>,
        clause: &'static str,
    ) -> Option<Number<'t>> {
        let is_number = value.kind() == Kind::Number;
        let is_number = self.is(value, is_number, &NOT_NUMBER, clause);
        let number = is_number.then(|| Number::parse(value.raw()))?;
        if number.is_minus_zero() {
            self.report_in(clause, &MINUS_ZERO, value, []);
        }
        Some(number)
    }

    /// Reads a number that must meet a condition. Reports the number otherwise.
    fn number_if<T>(
        &mut self,
        value: Value<'_, '_>,
        rule: &'static DiagnosticRule,
        accept: impl FnOnce(&Number<'_>) -> Option<T>,
    ) -> Option<T> {
        let number = self.number(value, rule.clause)?;
        let accepted = accept(&number);
        if accepted.is_none() {
            self.report(rule, value, [&ellipsize(value.raw())]);
        }
        accepted
    }

    pub(super) fn color(&mut self, value: Value<'_, '_>) -> Option<Color> {
        match value.small() {
            Some(1) => return Some(Color::Black),
            Some(2) => return Some(Color::White),
            _ => {}
        }
        self.number_if(value, &BAD_COLOR, |number| match number.as_integer()? {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        })
    }

    fn coordinate(&mut self, value: Value<'_, '_>) -> Option<i64> {
        if let Some(small) = value.small() {
            return Some(small.into());
        }
        self.number_if(value, &BAD_COORDINATE, |number| {
            number.as_integer().filter(|line| *line >= 0)
        })
    }

    pub(super) fn participant(&mut self, value: Value<'_, '_>) -> Option<u32> {
        let index = |number: &Number<'_>| number.as_integer().filter(|index| *index >= 0);
        let index = self.number_if(value, &BAD_INDEX, index)?;
        let there = self.participants;
        let found = u32::try_from(index).ok().filter(|index| (*index as usize) < there);
        if found.is_none() {
            self.report(&NO_PARTICIPANT, value, [&index.to_string(), &there.to_string()]);
        }
        found
    }

    /// Reads the seconds since the start of the game.
    pub(super) fn seconds(&mut self, value: Value<'_, '_>) -> Option<f64> {
        self.number_if(value, &BAD_SECONDS, |number| {
            let seconds: f64 =
                value.raw().parse().ok().filter(|_| number.is_below(SECONDS_OF_DAY))?;
            // A number just below the limit must not be rounded up to it. Adding 0 turns -0 into 0.
            Some(seconds.min(f64::from(SECONDS_OF_DAY).next_down()) + 0.0)
        })
    }

    /// Reads the number of moves taken back.
    pub(super) fn takeback(&mut self, value: Value<'_, '_>) -> Option<u32> {
        self.number_if(value, &BAD_TAKEBACK, |number| {
            let moves = number.as_integer().filter(|moves| *moves > 0)?;
            Some(u32::try_from(moves).unwrap_or(u32::MAX))
        })
    }

    /// Reads a multiple of 0.5 within the range `halves`, in half points.
    pub(super) fn half_points(
        &mut self,
        value: Value<'_, '_>,
        rule: &'static DiagnosticRule,
        halves: std::ops::RangeInclusive<i64>,
    ) -> Option<i64> {
        let mut in_stones = false;
        let found = self.number_if(value, rule, |number| {
            in_stones = number.looks_like_stones();
            number.half_points().filter(|number| halves.contains(number))
        });
        if in_stones {
            self.report(&IN_STONES, value, []);
        }
        found
    }

    // --- objects ------------------------------------------------------------------------------

    pub(super) fn point(&mut self, value: Value<'_, '_>) -> Option<Point> {
        let [x, y] = schema::POINT.members(value, self.findings)?;
        let x = x.and_then(|x| self.coordinate(x));
        let y = y.and_then(|y| self.coordinate(y));
        let (x, y) = (x?, y?);
        let found = self.size.point(
            usize::try_from(x).unwrap_or(usize::MAX),
            usize::try_from(y).unwrap_or(usize::MAX),
        );
        if found.is_none() {
            let size = self.size.to_string();
            self.report(&OUTSIDE, value, [&format!("{x},{y}"), &size]);
        }
        found
    }

    /// Reads the player to move of a problem.
    pub(super) fn problem(&mut self, value: Value<'_, '_>) -> Option<Color> {
        let [color] = schema::PROBLEM.members(value, self.findings)?;
        self.color(color?)
    }

    pub(super) fn mark(&mut self, value: Value<'_, '_>) -> Option<Mark> {
        let [point, symbol] = schema::MARK.members(value, self.findings)?;
        let point = point.and_then(|point| self.point(point));
        let symbol = symbol.and_then(|symbol| {
            let text = self.string(symbol, "3.12")?;
            let is_symbol = is_symbol(&text);
            if !is_symbol {
                self.report(&BAD_SYMBOL, symbol, []);
            }
            is_symbol.then(|| Symbol::Label(text.into_owned()))
        });
        Some(Mark { point: point?, symbol: symbol? })
    }

    /// Reads the marks of a position, sorted.
    pub(super) fn marks(&mut self, value: Value<'_, '_>) -> Vec<Mark> {
        let mut marks: Vec<Mark> = Vec::new();
        if !self.is_array(value, "3.13") {
            return marks;
        }
        marks.extend(value.elements().filter_map(|element| self.mark(element)));
        marks.sort();
        if let Some(pair) = marks.windows(2).find(|pair| pair[0].point == pair[1].point) {
            self.report(&TWO_MARKS, value, [&pair[0].point.to_string()]);
        }
        marks
    }

    pub(super) fn result(&mut self, value: Value<'_, '_>) -> Option<Outcome> {
        let [winner, margin] = schema::RESULT.members(value, self.findings)?;
        let halves = margin.and_then(|margin| self.half_points(margin, &BAD_MARGIN, 1..=1023));
        let winner = winner?;
        if winner.is_null() {
            if let Some(margin) = margin {
                self.report(&MARGIN_OF_DRAW, margin, []);
            }
            return Some(Outcome::Draw);
        }
        let by = match (margin, halves) {
            (None, _) => WinReason::Resignation,
            (Some(_), Some(halves)) => WinReason::HalfPoints(halves as u16),
            (Some(_), None) => WinReason::Unstated,
        };
        Some(Outcome::Win { winner: self.color(winner)?, by })
    }

    /// Reads the stones of a `pre`. Reports duplicate points.
    pub(super) fn stones(&mut self, value: Value<'_, '_>) -> Vec<(Point, Color)> {
        let mut stones: Vec<(Point, Color)> = Vec::new();
        if !self.is_array(value, schema::STONE.clause) {
            return stones;
        }
        let mut taken = vec![false; self.size.area()];
        for element in value.elements() {
            let Some([color, point]) = schema::STONE.members(element, self.findings) else {
                continue;
            };
            let color = color.and_then(|color| self.color(color));
            let at = point.and_then(|point| self.point(point));
            let (Some(color), Some(at)) = (color, at) else { continue };
            let taken = &mut taken[self.size.index(at)];
            if std::mem::replace(taken, true) {
                let place = SourceLocation::offset(point.map_or(element.at(), Value::at));
                self.findings.add(&STONE_TWICE, place, [&at.to_string()]);
            }
            stones.push((at, color));
        }
        stones
    }
}

/// Returns `true` if a text is a valid symbol of a mark.
pub(super) fn is_symbol(text: &str) -> bool {
    let is_one = |b: u8| b.is_ascii_alphanumeric() || b"@#$%&*?".contains(&b);
    matches!(text.as_bytes(), [byte] if is_one(*byte))
}

/// Returns `true` for any Unicode line break.
pub(super) fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
