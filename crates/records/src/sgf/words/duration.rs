//! Parser for times in common notations, in seconds: `1:30:00`, `90 minutes`, `5h`, `3時間`, `一小时半`.

use super::letters::{after, longest, plain};
use super::numeral::{WHOLE, fraction, number};

/// Units in seconds, in the normalised characters of [`letters`](super::letters).
const UNITS: &[(&str, i32)] = &[
    ("second", 1),
    ("seconds", 1),
    ("sec", 1),
    ("secs", 1),
    ("s", 1),
    ("秒", 1),
    ("秒钟", 1),
    ("초", 1),
    ("minute", 60),
    ("minutes", 60),
    ("mins", 60),
    ("min", 60),
    ("m", 60),
    ("分", 60),
    ("分钟", 60),
    ("분", 60),
    ("hour", 3600),
    ("hours", 3600),
    ("hrs", 3600),
    ("hr", 3600),
    ("h", 3600),
    ("小时", 3600),
    ("个小时", 3600),
    ("钟头", 3600),
    ("个钟头", 3600),
    ("时间", 3600),
    ("시간", 3600),
];

/// Half units.
const HALVES: &[(&str, i32)] = &[
    ("半小时", 1800),
    ("半个小时", 1800),
    ("半个钟头", 1800),
    ("半时间", 1800),
    ("반시간", 1800),
    ("half an hour", 1800),
    ("half hour", 1800),
    ("half a minute", 30),
    ("半分钟", 30),
];

/// Units preceded by a half: `两个半小时`.
const AND_HALF: &[(&str, i32)] = &[("个半小时", 3600), ("个半钟头", 3600)];

/// Words stating that the time is per player.
const EACH: [&str; 9] =
    ["各", "每方", "双方各", "每人", "each", "per player", "for each", "for each player", "각"];

/// Returns the seconds that a text denotes.
///
/// Returns `None` if the text is not certainly a time and nothing else.
pub(in super::super) fn seconds(text: &str) -> Option<u32> {
    let text = plain(text);
    let text = EACH.iter().find_map(|each| after(&text, each)).unwrap_or(&text).trim_start();
    let each = EACH.iter().filter_map(|each| text.strip_suffix(each)).min_by_key(|rest| rest.len());
    let text = each.unwrap_or(text).trim_end();
    if text.contains(':') {
        return by_colons(text);
    }
    let (mut sum, mut rest, mut last_unit) = (0i32, text, i32::MAX);
    while !rest.is_empty() {
        let (seconds, unit, behind) = part(rest)?;
        // The units of a time are in descending order.
        if unit >= last_unit {
            return None;
        }
        sum = sum.checked_add(seconds)?;
        last_unit = unit;
        rest = behind.trim_start();
        let joined = ["and", ",", "又"].iter().find_map(|joint| after(rest, joint));
        rest = joined.map(str::trim_start).filter(|rest| !rest.is_empty()).unwrap_or(rest);
    }
    u32::try_from(sum).ok().filter(|sum| *sum > 0)
}

/// Parses the first number with its unit. Returns the seconds, the seconds per unit, and the rest of the text.
fn part(text: &str) -> Option<(i32, i32, &str)> {
    if let Some((seconds, rest)) = longest(text, HALVES) {
        return Some((seconds, seconds * 2, rest));
    }
    let text = after(text, "an")
        .filter(|rest| after(rest.trim_start(), "hour").is_some())
        .map_or_else(|| number(text), |rest| Some((WHOLE, rest)));
    let (mut thousandths, behind) = text?;
    let (unit, mut rest) = match longest(behind, AND_HALF) {
        Some((unit, rest)) => {
            thousandths = thousandths.checked_add(WHOLE / 2)?;
            (unit, rest)
        }
        None => longest(behind.trim_start(), UNITS)?,
    };
    let half = ["半", "반", " and a half"].iter().find_map(|half| after(rest, half));
    if let Some(behind) = half.filter(|_| thousandths % WHOLE == 0) {
        (thousandths, rest) = (thousandths + 500, behind);
    } else if fraction(rest.trim_start()).is_some() {
        return None;
    }
    let seconds = i64::from(thousandths) * i64::from(unit);
    let is_whole = seconds % i64::from(WHOLE) == 0;
    let seconds = i32::try_from(seconds / i64::from(WHOLE)).ok().filter(|_| is_whole)?;
    Some((seconds, unit, rest))
}

/// Parses `h:mm:ss`. `10:00` is rejected because it could be hours or minutes.
fn by_colons(text: &str) -> Option<u32> {
    let is_number = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let parts: Option<Vec<u32>> =
        text.split(':').map(|part| part.parse().ok().filter(|_| is_number(part))).collect();
    match parts?[..] {
        [hours @ ..100, minutes @ ..60, seconds @ ..60] => {
            Some(hours * 3600 + minutes * 60 + seconds)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duration_notations_are_parsed() {
        for (text, meant) in [
            ("5 hours", Some(18_000)),
            ("5h", Some(18_000)),
            ("5 hours each", Some(18_000)),
            ("90 minutes", Some(5400)),
            ("1 hour 30 min", Some(5400)),
            ("1h30m", Some(5400)),
            ("1 hour and 30 minutes", Some(5400)),
            ("1.5 hours", Some(5400)),
            ("1½ hours", Some(5400)),
            ("1:30:00", Some(5400)),
            ("3600 sec", Some(3600)),
            ("3時間", Some(10_800)),
            ("１時間半", Some(5400)),
            ("各三小时", Some(10_800)),
            ("两个半小时", Some(9000)),
            ("一小时半", Some(5400)),
            ("半小时", Some(1800)),
            ("2小时30分", Some(9000)),
            ("1시간 30분", Some(5400)),
            ("half an hour", Some(1800)),
            ("30분 1시간", None),
            ("10:00", None),
            ("10/5", None),
            ("unlimited", None),
            ("5x30", None),
            ("60 minutes + 5 min", None),
            ("3小时,60秒5次", None),
            ("3600", None),
            ("", None),
        ] {
            assert_eq!(seconds(text), meant, "{text}");
        }
    }
}
