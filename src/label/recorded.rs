//! Games of records: their main lines, with takebacks resolved.

use crate::go::Rules;
use crate::records::record::Record;
use crate::training::GameResult;

use super::game::{LabelGame, LabelGameError};

/// The game of a record's main line, or what comes after the last node at which it begins anew.
///
/// # Errors
/// Returns [`LabelGameError`] if there is none.
pub(super) fn of_record(record: &Record) -> Result<LabelGame, LabelGameError> {
    let root = record.tree.root();
    let last = record.tree.main_line(root).last().unwrap_or(root);
    let game = record.game_to(last, record.rules(Rules::CHINESE))?;
    let result = record.info.result.map(|outcome| outcome.to_string());
    let result = GameResult::parse(&result.unwrap_or_default());
    Ok(LabelGame::of(game, record.info.rules.komi, result))
}
