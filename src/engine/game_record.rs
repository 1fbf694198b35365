//! The engine's game as a game record, and game records as its game.
//!
//! It does not know file formats, and opens no files.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::state::Engine;
use crate::record::standing::Standing;
use crate::record::{NoGame, NodeId, Record};

/// The reason why the engine cannot take the game of a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The board is too small or too large for the caller.
    #[error("boards of {0} lines are not known here")]
    Size(usize),
    /// The moves cannot be played.
    #[error("{0}")]
    NoGame(NoGame),
}

impl Engine {
    /// Begins the game of a record: its rules and komi, where it has them, and the moves of its
    /// main line. `before` ends them before the move of that number, counted from 1. `sizes` are
    /// the numbers of lines that the caller allows a board to have. The clocks start anew.
    ///
    /// # Errors
    /// Where the record has no game that can be played on a board of one of these sizes. The
    /// engine's game stays as it was.
    pub fn load_record(
        &mut self,
        mut record: Record,
        sizes: &RangeInclusive<usize>,
        before: Option<u32>,
    ) -> Result<(), RecordError> {
        // Rules that a format has no field for stand in the comment, where a save put them.
        record.take_rules_from_comment();
        let record = record.without_takebacks();
        let rules = record.rules(*self.game.rules());
        let node = before.map_or_else(|| end(&record), |before| node_before(&record, before));
        let game = record.game_to(node, rules).map_err(RecordError::NoGame)?;
        let size = game.size();
        if !sizes.contains(&size.lines()) {
            return Err(RecordError::Size(size.lines()));
        }
        // Nothing may fail from here on: until now the engine's own game is untouched.
        self.set_size(size);
        self.game = game;
        self.loaded = Some(Arc::new(record));
        Ok(())
    }

    /// The game as a record. A game that was loaded keeps the facts, comments and variations of the
    /// record that it came from.
    pub fn record(&self) -> Record {
        match &self.loaded {
            Some(record) => record.continued(&self.game),
            None => Record::of(&self.game),
        }
    }
}

fn end(record: &Record) -> NodeId {
    let root = record.tree.root();
    record.tree.main_line(root).last().unwrap_or(root)
}

/// The node of the main line before a move; the end where it has fewer.
fn node_before(record: &Record, number: u32) -> NodeId {
    let standing = Standing::of(&record.tree);
    let mut line = record.tree.main_line(record.tree.root());
    let wanted = number.saturating_sub(1);
    line.find(|&id| standing.moves(id) == wanted).unwrap_or_else(|| end(record))
}
