//! SGF's results: `B+2.5` as it should be, and the words of Chinese and Japanese sites.

use super::amount::{Amount, Unit};
use super::rules::{RESULT_CONVERTED, RESULT_IN_WORDS, RESULT_NO_MARGIN};
use crate::go::Color;
use crate::record::Rule;
use crate::record::{Manner, Outcome};

/// A result as it was meant, and the rule that reports how it was written.
pub(super) type ResultReading = (Outcome, Option<&'static Rule>);

/// Reads a result that is not empty. Where `in_stones`, margins are in 子 unless they say points.
pub(super) fn result(text: &str, in_stones: bool) -> Option<ResultReading> {
    let text = text.trim();
    let whole = match text.to_ascii_lowercase().as_str() {
        "?" => Some((Outcome::Unknown, None)),
        "void" => Some((Outcome::Void, None)),
        "0" | "draw" => Some((Outcome::Draw, None)),
        "jigo" | "和棋" | "和" | "持碁" | "ジゴ" => {
            Some((Outcome::Draw, Some(&RESULT_IN_WORDS)))
        }
        _ => None,
    };
    whole
        .or_else(|| in_letters(text, in_stones))
        .or_else(|| in_english(text, in_stones))
        .or_else(|| in_words(text, in_stones))
}

/// `B+R` and its like.
fn in_letters(text: &str, in_stones: bool) -> Option<ResultReading> {
    let winner = match text.as_bytes().first()? {
        b'B' | b'b' => Color::Black,
        b'W' | b'w' => Color::White,
        _ => return None,
    };
    let how = text[1..].trim_start();
    let how = if how.is_empty() { "" } else { how.strip_prefix('+')?.trim() };
    // Remarks may follow: `W+R (time)`, `W+15 (moves beyond 215 not known)`.
    let letters = how.bytes().take_while(|b| b.is_ascii_alphabetic() || *b == b'+').count();
    let (word, remark) = how.split_at(letters);
    let by = match word.to_ascii_lowercase().as_str() {
        "" if how.is_empty() => Some(Manner::Unstated),
        "r" | "res" | "resign" | "resignation" => Some(Manner::Resignation),
        "t" | "time" => Some(Manner::Time),
        "f" | "forfeit" => Some(Manner::Forfeit),
        _ => None,
    };
    let (by, rule) = match by {
        Some(by) if remark.is_empty() => (by, None),
        Some(by) => (by, Some(&RESULT_IN_WORDS)),
        _ if how.starts_with(|c: char| c.is_ascii_digit()) => margin(how, in_stones)?,
        _ => (Manner::Unstated, Some(&RESULT_NO_MARGIN)),
    };
    Some((Outcome::Win { winner, by }, rule))
}

/// `White wins by 3.5 points` and its like: a colour, then how it won or lost.
fn in_english(text: &str, in_stones: bool) -> Option<ResultReading> {
    let lower = text.to_ascii_lowercase();
    let mut words = lower.split_ascii_whitespace();
    let named = match words.next()? {
        "b" | "black" => Color::Black,
        "w" | "white" => Color::White,
        _ => return None,
    };
    let does = words.next()?;
    let has = |stem: &str| lower.contains(stem);
    let winner = if does.starts_with("win") || does.starts_with("won") {
        named
    } else if ["lose", "lost", "resign", "forfeit"].iter().any(|verb| does.starts_with(verb)) {
        !named
    } else {
        return None;
    };
    let rest = &lower[does.as_ptr().addr() - lower.as_ptr().addr()..];
    let (by, rule) = if has("resign") {
        (Manner::Resignation, None)
    } else if has("time") {
        (Manner::Time, None)
    } else if has("forfeit") {
        (Manner::Forfeit, None)
    } else if rest.contains(|c: char| c.is_ascii_digit()) {
        margin(rest, in_stones)?
    } else {
        (Manner::Unstated, None)
    };
    Some((Outcome::Win { winner, by }, rule.or(Some(&RESULT_IN_WORDS))))
}

/// `黑中盘胜` and its like: a colour, then how it won or lost.
fn in_words(text: &str, in_stones: bool) -> Option<ResultReading> {
    let start = text.find(['黑', '黒', '白'])?;
    let named = if text[start..].starts_with('白') { Color::White } else { Color::Black };
    let how = &text[start..];
    let lost =
        how.contains(['负', '敗', '败', '負']) || how.contains("认输") || how.contains("投了");
    let winner = if lost { !named } else { named };
    let (by, rule) = if how.contains("超时") || how.contains("時間") {
        (Manner::Time, None)
    } else if ["中盘", "中盤", "中押", "不计点", "认输", "投了"]
        .iter()
        .any(|word| how.contains(word))
    {
        (Manner::Resignation, None)
    } else if how.contains(|c: char| c.is_ascii_digit()) {
        margin(how, in_stones)?
    } else if lost || how.contains(['胜', '勝']) {
        (Manner::Unstated, None)
    } else {
        return None;
    };
    Some((Outcome::Win { winner, by }, rule.or(Some(&RESULT_IN_WORDS))))
}

/// A margin in points, and the finding where it was given in other units.
fn margin(text: &str, in_stones: bool) -> Option<(Manner, Option<&'static Rule>)> {
    const NO_MARGIN: (Manner, Option<&Rule>) = (Manner::Unstated, Some(&RESULT_NO_MARGIN));
    let Some((amount, rest)) = Amount::find(text) else { return Some(NO_MARGIN) };
    // A quarter stone that lost its second decimal: 0.2 for 0.25.
    let is_rounded = matches!(amount.thousandths % 1000, 200 | 700) && amount.unit != Unit::Points;
    let thousandths = amount.thousandths + if is_rounded { 50 } else { 0 };
    let amount = Amount { thousandths, ..amount };
    let unit = match amount.unit {
        Unit::None if in_stones || thousandths % 500 == 250 => Unit::Stones,
        unit => unit,
    };
    let half_points = amount.half_points(unit).and_then(|halves| u16::try_from(halves).ok());
    Some(match half_points.filter(|halves| *halves > 0) {
        None => NO_MARGIN,
        Some(halves) if unit == Unit::Stones => {
            (Manner::HalfPoints(halves), Some(&RESULT_CONVERTED))
        }
        Some(halves) if rest.trim().is_empty() => (Manner::HalfPoints(halves), None),
        Some(halves) => (Manner::HalfPoints(halves), Some(&RESULT_IN_WORDS)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match result(text, false) {
            None => "none".into(),
            Some((outcome, rule)) => {
                let suffix = rule.map_or(String::new(), |rule| format!(" {}", rule.name()));
                outcome.to_string() + &suffix
            }
        }
    }

    #[test]
    fn results_are_read_in_all_their_forms() {
        for (text, meant) in [
            ("B+R", "B+R"),
            ("W+Resign", "W+R"),
            ("b+r", "B+R"),
            ("B+2.5", "B+2.5"),
            ("W+14.50", "W+14.5"),
            ("B+64", "B+64"),
            ("0", "0"),
            ("Draw", "0"),
            ("和棋", "0 result-in-words"),
            ("B+T", "B+T"),
            ("W+Forfeit", "W+F"),
            ("B+", "B+"),
            ("W", "W+"),
            ("W+V", "W+ result-no-margin"),
            ("B+AW", "B+ result-no-margin"),
            ("B+0.0", "B+ result-no-margin"),
            ("B+0.03", "B+ result-no-margin"),
            ("W+1.25", "W+2.5 result-converted"),
            ("B+0.2", "B+0.5 result-converted"),
            ("B+1 3/4", "B+3.5 result-converted"),
            ("黑1又3/4子胜", "B+3.5 result-converted"),
            ("白胜1/4子", "W+0.5 result-converted"),
            ("Void", "Void"),
            ("?", "?"),
            ("黑中盘胜", "B+R result-in-words"),
            ("白中盘胜", "W+R result-in-words"),
            ("黒中押し勝ち", "B+R result-in-words"),
            ("257手完, 黒中押し勝ち", "B+R result-in-words"),
            ("黑胜5.5目", "B+5.5 result-in-words"),
            ("白胜", "W+ result-in-words"),
            ("黑不计点胜", "B+R result-in-words"),
            ("白超时负", "B+T result-in-words"),
            ("白认输", "B+R result-in-words"),
            ("W+15 (moves beyond 215 not known)", "W+15 result-in-words"),
            ("W+R (time)", "W+R result-in-words"),
            ("W+3,5", "W+3.5"),
            ("Black wins by 3.5 points", "B+3.5 result-in-words"),
            ("White resigns", "B+R result-in-words"),
            ("white won by resignation", "W+R result-in-words"),
            ("B lost on time", "W+T result-in-words"),
            ("Black wins", "B+ result-in-words"),
            ("Both lost", "none"),
            ("unfinished", "none"),
            ("Blah", "none"),
            ("黑", "none"),
        ] {
            assert_eq!(read(text), meant, "{text}");
        }
    }

    #[test]
    fn margins_are_in_stones_where_komi_was() {
        let by = |text| result(text, true).map(|(outcome, _)| outcome.to_string());
        assert_eq!(by("B+1.5").as_deref(), Some("B+3"));
        assert_eq!(by("黑胜5.5目").as_deref(), Some("B+5.5"), "it says points");
    }
}
