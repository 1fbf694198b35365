//! Converts a finished game to a game record.
//!
//! The time limit, the remaining time and the kind of ending, which only some formats support, are [facts](Fact) of
//! the record. This module does not depend on formats.

use crate::engine::{TimeControl, time_facts};
use crate::go::Color;
use crate::records::record::{Fact, Notes, Participant, Player, Record, RulesInfo, RulesName};

use crate::tournament::game::move_stats::MoveStats;
use crate::tournament::game::referee::GameOutcome;
use crate::tournament::game::settings::GameSettings;

/// Converts a game to a record. `limits` are the time controls of Black and White.
pub(super) fn record(
    played: &GameOutcome,
    conditions: &GameSettings,
    limits: [Option<TimeControl>; 2],
) -> Record {
    let mut record = Record::of(&played.game);
    let info = &mut record.info;
    for (color, name) in Color::BOTH.into_iter().zip(&played.names) {
        let participant = info.participants.len() as u32;
        info.participants.push(Participant { name: Some(name.clone()), ..Participant::default() });
        info.players.push(Player { participant, color: Some(color) });
    }
    info.rules =
        RulesInfo::describe(RulesName::of_text(&conditions.rules_name), played.game.rules());
    if info.rules.name.is_none() {
        info.rules.name = Some(RulesName::Other(conditions.rules_name.clone()));
    }
    info.time = Some(played.begun.clone());
    info.result = Some(played.ending.result());
    let root = record.tree.root();
    let line: Vec<_> = record.tree.main_line(root).skip(1 + played.opening).collect();
    let turns = played.game.turns().iter().skip(played.opening);
    for ((id, turn), stats) in line.into_iter().zip(turns).zip(&played.move_stats) {
        note(record.tree.node_mut(id).notes_mut(), turn.color, stats);
    }
    let ending = format!("Result: {}. {}", played.ending.result(), played.ending.description());
    let notes = record.tree.node_mut(root).notes_mut();
    let facts = time_limit(limits).into_iter().chain([Fact::GameComment(ending)]);
    facts.for_each(|fact| notes.add_fact(&fact));
    record
}

/// Adds the statistics of a move.
fn note(notes: &mut Notes, color: Color, stats: &MoveStats) {
    let playouts = stats.playouts.map(|playouts| format!(", {playouts} playouts"));
    let seconds = stats.time.as_secs_f64();
    notes.comment = Some(format!("{seconds:.3} s{}", playouts.unwrap_or_default()));
    notes.set_time(stats.at);
    if let Some(left) = stats.left {
        notes.add_time_left(color, left);
    }
}

/// Returns the facts about the time limit, if both engines have one.
fn time_limit(limits: [Option<TimeControl>; 2]) -> Vec<Fact> {
    let [Some(limit), Some(_)] = limits else { return Vec::new() };
    time_facts(limit)
}
