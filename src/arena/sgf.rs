//! A finished game as SGF (FF[4]), for the folder of a match.
//!
//! It only writes.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::go::{Action, BoardSize, Color, Move};

use super::clock::TimeLimit;
use super::conditions::Conditions;
use super::referee::Played;

/// The record of a game; `limits` are those of Black and White.
pub fn text(played: &Played, conditions: &Conditions, limits: [Option<TimeLimit>; 2]) -> String {
    let Conditions { size, rules, rules_name, .. } = conditions;
    let [black, white] = &played.names;
    let mut text = String::from("(;FF[4]GM[1]CA[UTF-8]");
    let mut property = |name: &str, value: &str| {
        let _ = write!(text, "{name}[{}]", escaped(value));
    };
    property("AP", concat!("Tianyuan:", env!("CARGO_PKG_VERSION")));
    property("SZ", &size.lines().to_string());
    property("KM", &rules.komi.to_string());
    property("RU", rules_name);
    property("PB", black);
    property("PW", white);
    property("DT", &today());
    property("RE", &played.ending.result());
    if let [Some(limit), Some(_)] = limits {
        property("TM", &limit.main.as_secs_f64().to_string());
        if limit.periods > 0 {
            let period = limit.period.as_secs_f64();
            property("OT", &format!("{}x{period} byo-yomi", limit.periods));
        }
    }
    property("GC", &format!("Result: {}. {}", played.ending.result(), played.ending.words()));
    text.push('\n');
    for (i, turn) in played.game.turns().iter().enumerate() {
        let Action::Move(mv) = turn.action else { continue };
        let _ = write!(text, ";{}[{}]", turn.color.letter(), coordinates(*size, mv));
        if let Some(thought) = i.checked_sub(played.opening).and_then(|i| played.thoughts.get(i)) {
            let playouts = thought.playouts.map(|playouts| format!(", {playouts} playouts"));
            let seconds = thought.time.as_secs_f64();
            let _ = write!(text, "C[{seconds:.3} s{}]", playouts.unwrap_or_default());
        }
        if turn.color == Color::White {
            text.push('\n');
        }
    }
    text.push_str(")\n");
    text
}

/// Two letters, the column from the left and the row from the top; nothing for a pass.
fn coordinates(size: BoardSize, mv: Move) -> String {
    let letter = |place: usize| char::from(b'a' + place as u8);
    let of = |point| {
        let from_top = size.lines() - 1 - size.row(point);
        [letter(size.column(point)), letter(from_top)].iter().collect()
    };
    mv.point().map_or(String::new(), of)
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// The date in UTC as `2026-01-31`.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// The date of a day, counted from 1970-01-01 (Hinnant's `civil_from_days`, for days since then).
fn date(day: u64) -> String {
    let shifted = day + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{:02}", of_year - (153 * from_march + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let days = [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_453, "2025-12-31")];
        for (day, text) in days {
            assert_eq!(date(day), text);
        }
    }

    #[test]
    fn coordinates_count_from_the_top_left() {
        let size = BoardSize::STANDARD;
        assert_eq!(coordinates(size, Move::Play(size.point(3, 15))), "dd");
        assert_eq!(coordinates(size, Move::Play(size.point(0, 0))), "as");
        assert_eq!(coordinates(size, Move::Pass), "");
    }

    #[test]
    fn brackets_do_not_end_a_value() {
        assert_eq!(escaped(r"a]b\c"), r"a\]b\\c");
    }
}
