//! Attribute values of wei7 2.2: keywords, half points, coordinates, names and times.
//!
//! Independent of the element. Findings have the location of the attribute.

use super::char_refs::shortened;
use super::diagnostics::*;
use super::parser::{Attribute, Element};
use super::scanner::is_blank;
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::{DiagnosticRule, Time};

/// The maximum length of names and titles, in characters.
pub(super) const LONGEST_NAME: usize = 128;
/// The maximum komi and margin, in half points.
pub(super) const MOST_KOMI: u32 = 19;
pub(super) const MOST_MARGIN: u32 = 1023;

/// An attribute of an element.
#[derive(Clone, Copy)]
pub(super) struct Value<'e, 't> {
    pub(super) attribute: &'e Attribute<'t>,
}

impl<'e, 't> Value<'e, 't> {
    /// Iterates over the attributes of an element.
    pub(super) fn all(element: &'e Element<'t>) -> impl Iterator<Item = Value<'e, 't>> {
        element.attributes.iter().map(|attribute| Value { attribute })
    }

    pub(super) fn text(self) -> &'e str {
        &self.attribute.value
    }

    /// Returns the text of a number without surrounding blanks, which XML Schema allows.
    fn number(self) -> &'e str {
        self.text().trim_matches(is_blank)
    }

    pub(super) fn place(self) -> SourceLocation {
        SourceLocation::offset(self.attribute.at)
    }

    /// Reports a violation of a rule without details.
    pub(super) fn breaks(self, rule: &'static DiagnosticRule, findings: &mut Findings) {
        findings.add_at(rule, || self.place(), []);
    }

    /// Reads one of several keywords. Reports `rule` for any other value.
    pub(super) fn word<T: Copy>(
        self,
        words: &[(&str, T)],
        rule: &'static DiagnosticRule,
        findings: &mut Findings,
    ) -> Option<T> {
        let meant = words.iter().find(|(word, _)| *word == self.text()).map(|(_, meant)| *meant);
        if meant.is_none() {
            findings.add_at(rule, || self.place(), [&shortened(self.text())]);
        }
        meant
    }

    /// Reads a number of half points from 1 to `most`. Reports `rule` for any other value.
    pub(super) fn half_points(
        self,
        most: u32,
        rule: &'static DiagnosticRule,
        findings: &mut Findings,
    ) -> Option<u32> {
        let found = half_points(self.number()).filter(|halves| (1..=most).contains(halves));
        if found.is_none() {
            findings.add_at(rule, || self.place(), [&shortened(self.text())]);
            if is_odd_quarter(self.number()) {
                self.breaks(&IN_STONES, findings);
            }
        }
        found
    }

    /// Reads a coordinate below `lines`.
    pub(super) fn coordinate(self, lines: usize, findings: &mut Findings) -> Option<usize> {
        let found = coordinate(self.number()).filter(|coordinate| *coordinate < lines);
        if found.is_none() {
            let details = [&*shortened(self.text()), &lines.to_string()];
            findings.add_at(&COORDINATE, || self.place(), details);
        }
        found
    }

    /// Reads a line of text. Violations of its limits are reported but accepted.
    pub(super) fn line(
        self,
        too_long: &'static DiagnosticRule,
        of_lines: &'static DiagnosticRule,
        findings: &mut Findings,
    ) -> String {
        let characters = self.text().chars().count();
        if characters > LONGEST_NAME {
            findings.add_at(too_long, || self.place(), [&characters.to_string()]);
        }
        if self.text().contains(|c| c < ' ') {
            self.breaks(of_lines, findings);
        }
        self.text().to_string()
    }

    /// Reads a name of the game or of a player.
    pub(super) fn name(self, findings: &mut Findings) -> Option<String> {
        Some(self.line(&NAME_TOO_LONG, &NAME_OF_LINES, findings))
    }
}

/// Parses half points without leading zeros: `0`, `0.5`, `7`, `7.5`.
fn half_points(text: &str) -> Option<u32> {
    let (whole, halves) = text.strip_suffix(".5").map_or((text, 0), |whole| (whole, 1));
    let digits = whole.len() <= 4 && whole.bytes().all(|b| b.is_ascii_digit());
    let idle_zero = whole.len() > 1 && whole.starts_with('0');
    let whole: u32 = whole.parse().ok().filter(|_| digits && !idle_zero)?;
    Some(2 * whole + halves)
}

/// Returns `true` if a number is a multiple of 0.25 but not of 0.5.
fn is_odd_quarter(text: &str) -> bool {
    let number = text.parse().unwrap_or(f64::NAN);
    (number * 4.0).fract() == 0.0 && (number * 2.0).fract() != 0.0
}

/// Parses `0` to `99` without leading zeros.
fn coordinate(text: &str) -> Option<usize> {
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let idle_zero = text.len() > 1 && text.starts_with('0');
    text.parse().ok().filter(|_| digits && !idle_zero)
}

/// Parses a `dateTime` of XML Schema: with seconds, an optional zone, and no leading zeros in years of more than four
/// digits.
pub(super) fn date_time(text: &str) -> Option<Time> {
    let year = text.strip_prefix('-').unwrap_or(text).split('-').next()?;
    let idle_zero = year.len() > 4 && year.starts_with('0');
    // The year before 1 is -1.
    let is_one = |time: &Time| time.second.is_some_and(|second| second < 60) && time.year != 0;
    Time::parse(text).filter(|time| is_one(time) && !idle_zero)
}

/// Returns `true` if a text is a `dateTime` whose year is out of range for a [`Time`].
pub(super) fn is_far_time(text: &str) -> bool {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let Some((year, rest)) = rest.split_once('-') else { return false };
    // The calendar repeats after 10000 years, so the year is replaced by a near one with the same last four digits.
    let Some(near) = year.len().checked_sub(5).and_then(|from| year.get(from..)) else {
        return false;
    };
    let is_year = year.bytes().all(|b| b.is_ascii_digit()) && !year.starts_with('0');
    is_year && date_time(&format!("{sign}1{}-{rest}", &near[1..])).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_zeros_are_rejected() {
        for (text, halves) in [("0.5", 1), ("7", 14), ("7.5", 15), ("511.5", 1023), ("0", 0)] {
            assert_eq!(half_points(text), Some(halves), "{text}");
        }
        for text in ["", ".5", "07", "00.5", "7.50", "7.0", "+7", "7.25", "-1", " 7", "７", "1e1"]
        {
            assert_eq!(half_points(text), None, "{text}");
        }
        assert_eq!([coordinate("0"), coordinate("18")], [Some(0), Some(18)]);
        for text in ["", "00", "01", "007", "-0", "+1", "1.0", " 1", "100"] {
            assert_eq!(coordinate(text), None, "{text}");
        }
        assert!(is_odd_quarter("3.75") && !is_odd_quarter("7.50") && !is_odd_quarter("x"));
    }

    #[test]
    fn date_time_follows_xml_schema() {
        for text in
            ["2011-09-06T02:35:19.5822023+08:00", "-12013-02-28T24:00:00", "0001-01-01T00:00:00Z"]
        {
            assert!(date_time(text).is_some(), "{text}");
        }
        assert!(is_far_time("99999999996-02-29T24:00:00Z"));
        assert!(!is_far_time("99999999995-02-29T24:00:00Z") && !is_far_time("x"));
        for text in
            ["2011-09-06T02:35Z", "2011-09-06T02:35:60Z", "012011-09-06T02:35:00", "2011-09-06"]
        {
            assert_eq!(date_time(text), None, "{text}");
        }
    }
}
