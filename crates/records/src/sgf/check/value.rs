//! Checks of property values against their type and the version of SGF.

use crate::charset::FileCharset;
use crate::record::Size;
use crate::sgf::property_definitions::{Definition, Kind};
use crate::sgf::values::{Area, composed, lines, point};

/// The maximum board size before FF\[4\].
const OLD_SIZE: usize = 19;

/// Result of the check of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueCheck {
    /// Valid, or invalid in a way that the reader itself reports.
    Good,
    Bad,
    /// The corners of a rectangle are in the wrong order.
    OutOfOrder,
    /// Valid only in newer versions.
    NotYetDefined,
}

/// Checks a value that is not blank.
pub(super) fn verdict(value: &str, of: &Definition, size: Size, format: u8) -> ValueCheck {
    let good = |is_good: bool| if is_good { ValueCheck::Good } else { ValueCheck::Bad };
    match of.kind {
        Kind::None => good(false),
        Kind::Double => good(matches!(value, "1" | "2")),
        Kind::Number => good(number(value).is_some()),
        Kind::NumberIn(min, max) => good(number(value).is_some_and(|n| (min..=max).contains(&n))),
        Kind::Real => good(is_real(value)),
        Kind::Time => good(format < 4 || is_real(value) && !value.starts_with('-')),
        Kind::SimpleText | Kind::Text => ValueCheck::Good,
        // The reader reports other colours and points off the board.
        Kind::Color => ValueCheck::Good,
        Kind::Move => good(lines(value).is_some()),
        Kind::Points | Kind::UnreadPoints => points(value, of.kind, size, format),
        Kind::Line => good(is_line(value, size)),
        // The reader reports invalid points.
        Kind::Label => good(composed(value).is_none_or(|(_, label)| !label.is_empty())),
        Kind::Figure => good(match composed(value) {
            Some((flags, _)) => number(flags).is_some(),
            // Before FF[4] the value was only the title.
            None => format < 4,
        }),
        Kind::Application => good(composed(value).is_some_and(|(name, _)| !name.is_empty())),
        Kind::Size => sizes(value, format),
        Kind::Charset => good(FileCharset::from_name(value).is_some()),
        Kind::Dates => good(format < 4 || are_dates(value)),
        Kind::Result => good(format < 4 || is_result(value)),
    }
}

fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// Returns `true` if the text is a decimal number in SGF syntax, with digits on both sides of the decimal point.
pub(in super::super) fn is_real(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    match unsigned.split_once('.') {
        Some((whole, decimals)) => digits(whole) && digits(decimals),
        None => digits(unsigned),
    }
}

fn points(value: &str, kind: Kind, size: Size, format: u8) -> ValueCheck {
    match Area::parse(value, size) {
        _ if value.contains(|c: char| c.is_ascii_whitespace()) => ValueCheck::Bad,
        None if kind == Kind::UnreadPoints => ValueCheck::Bad,
        None => ValueCheck::Good,
        Some(_) if !value.contains(':') => ValueCheck::Good,
        Some(_) if format < 4 => ValueCheck::NotYetDefined,
        Some(area) if area.len() == 1 => ValueCheck::Bad,
        Some(area) if !area.in_order => ValueCheck::OutOfOrder,
        Some(_) => ValueCheck::Good,
    }
}

fn is_line(value: &str, size: Size) -> bool {
    let ends = value.split_once(':').and_then(|(a, b)| Some((point(a, size)?, point(b, size)?)));
    ends.is_some_and(|(a, b)| a != b)
}

fn sizes(value: &str, format: u8) -> ValueCheck {
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let is_new = value.contains(':') || width.parse().is_ok_and(|lines: usize| lines > OLD_SIZE);
    match number(width).is_some() && number(height).is_some() {
        false => ValueCheck::Bad,
        true if format < 4 && is_new => ValueCheck::NotYetDefined,
        true => ValueCheck::Good,
    }
}

/// Returns `true` if the text is an FF\[4\] list of dates such as `1996-05-06,07,06-01`. Each entry contains only the
/// parts that differ from the previous entry.
pub(in super::super) fn are_dates(text: &str) -> bool {
    let mut before: Option<Precision> = None;
    text.split(',').all(|part| {
        before = day(part, before);
        before.is_some()
    })
}

/// Precision of an entry in a list of dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Precision {
    Year,
    Month,
    Day,
}

/// Returns the precision of an entry that follows an entry of precision `before`.
fn day(text: &str, before: Option<Precision>) -> Option<Precision> {
    let mut numbers = [0; 3];
    let mut parts = 0;
    for part in text.split('-') {
        let length = if parts == 0 && part.len() == 4 { 4 } else { 2 };
        let is_number = part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
        *numbers.get_mut(parts)? = part.parse().ok().filter(|_| is_number)?;
        parts += 1;
    }
    let month = |n: u32| (1..=12).contains(&n);
    let day = |n: u32| (1..=31).contains(&n);
    let has_year = text.bytes().take_while(|&b| b != b'-').count() == 4;
    match (has_year, parts, before) {
        (true, 1, _) => Some(Precision::Year),
        (true, 2, _) if month(numbers[1]) => Some(Precision::Month),
        (true, 3, _) if month(numbers[1]) && day(numbers[2]) => Some(Precision::Day),
        (false, 2, Some(Precision::Day)) if month(numbers[0]) && day(numbers[1]) => {
            Some(Precision::Day)
        }
        (false, 1, Some(Precision::Day)) if day(numbers[0]) => Some(Precision::Day),
        (false, 1, Some(Precision::Month)) if month(numbers[0]) => Some(Precision::Month),
        _ => None,
    }
}

/// Returns `true` if the text is a result in FF\[4\] syntax.
pub(in super::super) fn is_result(text: &str) -> bool {
    let by = match text {
        "0" | "Draw" | "Void" | "?" => return true,
        _ => text.strip_prefix("B+").or_else(|| text.strip_prefix("W+")),
    };
    by.is_some_and(|by| {
        let in_letters = ["", "R", "Resign", "T", "Time", "F", "Forfeit"].contains(&by);
        in_letters || is_real(by) && !by.starts_with(['+', '-'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::property_definitions::of;

    fn verdict_on(name: &str, value: &str, format: u8) -> ValueCheck {
        let of = of(name).expect("it is known");
        verdict(value, of, Size::STANDARD, format)
    }

    #[test]
    fn values_are_checked_by_type() {
        for (name, value) in [
            ("DT", "1996-05-06"),
            ("DT", "1996-05,06"),
            ("DT", "1996-05-06,07,08"),
            ("DT", "1996-05-06,07,06-01"),
            ("DT", "1996,1997"),
            ("DT", "1996-12-27,28,1997-01-03,04"),
            ("RE", "B+"),
            ("RE", "W+12.5"),
            ("RE", "Void"),
            ("V", "-1.5"),
            ("MN", "+7"),
            ("FG", "257:title"),
            ("AP", "CGoban:1.6.2"),
            ("AR", "aa:bb"),
            ("DD", "aa:cc"),
            ("TM", "600.5"),
            ("CA", "GB2312"),
        ] {
            assert_eq!(verdict_on(name, value, 4), ValueCheck::Good, "{name}[{value}]");
        }
        for (name, value) in [
            ("DT", "1996-05-06,05,06-7"),
            ("DT", "6 May 1996"),
            ("DT", "1996-13-01"),
            ("DT", "05-06"),
            ("DT", "1996,05"),
            ("RE", "B"),
            ("RE", "B+3,5"),
            ("RE", "B+R "),
            ("RE", "W+-2"),
            ("V", "1."),
            ("V", ".5"),
            ("DO", "1"),
            ("GB", "3"),
            ("ST", "4"),
            ("FG", "x"),
            ("AP", "foo"),
            ("AR", "aa:aa"),
            ("DD", "aa:aa"),
            ("TM", "10 min"),
            ("CA", "klingon"),
        ] {
            assert_eq!(verdict_on(name, value, 4), ValueCheck::Bad, "{name}[{value}]");
        }
    }

    #[test]
    fn older_versions_accept_different_values() {
        assert_eq!(verdict_on("TM", "10 min", 3), ValueCheck::Good);
        assert_eq!(verdict_on("DT", "6 May 1996", 1), ValueCheck::Good);
        assert_eq!(verdict_on("TB", "aa:cc", 3), ValueCheck::NotYetDefined);
        assert_eq!(verdict_on("SZ", "9:5", 3), ValueCheck::NotYetDefined);
        assert_eq!(verdict_on("SZ", "25", 1), ValueCheck::NotYetDefined);
    }
}
