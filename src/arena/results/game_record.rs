//! A finished game as a game record.
//!
//! It does not know formats. The time limit and how the game ended, which only some formats can say,
//! are [facts](Fact) of the record.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::engine::TimeControl;
use crate::go::Color;
use crate::record::{Fact, Overtime, Participant, Player, Record, RulesName};

use crate::arena::game::conditions::Conditions;
use crate::arena::game::referee::Played;

/// The record of a game. `limits` are the time controls of Black and White.
pub(super) fn record(
    played: &Played,
    conditions: &Conditions,
    limits: [Option<TimeControl>; 2],
) -> Record {
    let mut record = Record::of(&played.game);
    let info = &mut record.info;
    for (color, name) in Color::BOTH.into_iter().zip(&played.names) {
        let participant = info.participants.len() as u32;
        info.participants.push(Participant { name: Some(name.clone()), ..Participant::default() });
        info.players.push(Player { participant, color: Some(color) });
    }
    if info.rules.name.is_none() {
        info.rules.name = Some(RulesName::Other(conditions.rules_name.clone()));
    }
    info.dates = Some(today());
    info.result = Some(played.ending.result());
    let root = record.tree.root();
    let mut line: Vec<_> = record.tree.main_line(root).skip(1 + played.opening).collect();
    line.truncate(played.move_stats.len());
    for (id, stats) in line.into_iter().zip(&played.move_stats) {
        let playouts = stats.playouts.map(|playouts| format!(", {playouts} playouts"));
        let seconds = stats.time.as_secs_f64();
        let comment = format!("{seconds:.3} s{}", playouts.unwrap_or_default());
        record.tree.node_mut(id).notes_mut().comment = Some(comment);
    }
    let ending = format!("Result: {}. {}", played.ending.result(), played.ending.description());
    let notes = record.tree.node_mut(root).notes_mut();
    let facts = time_limit(limits).into_iter().chain([Fact::GameComment(ending)]);
    facts.for_each(|fact| notes.add_fact(&fact));
    record
}

/// The facts of the time limit, where both sides have one.
fn time_limit(limits: [Option<TimeControl>; 2]) -> Vec<Fact> {
    let [Some(limit), Some(_)] = limits else { return Vec::new() };
    let (main, overtime) = match limit {
        TimeControl::Unlimited => return Vec::new(),
        TimeControl::Absolute { main } => (main, None),
        TimeControl::ByoYomi { main, period, periods } => {
            (main, Some(Overtime::ByoYomi { period, periods }))
        }
        TimeControl::Canadian { main, period, stones } => {
            (main, Some(Overtime::Canadian { period, stones }))
        }
        TimeControl::Fischer { main, increment, .. } => {
            (main, Some(Overtime::Fischer { increment }))
        }
    };
    [Some(Fact::MainTime(main)), overtime.map(Fact::Overtime)].into_iter().flatten().collect()
}

/// The date in UTC as `2026-01-31`.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// The date of a day, counted from 0 for 1970-01-01 (Hinnant's `civil_from_days`).
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
}
