//! What is told of a finished game when all games are done.

use serde::{Deserialize, Serialize};

use super::game_digest::GameDigest;

/// The lines about a finished game, and what the pages of all games need of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GameReport {
    /// Its line on the standard output.
    pub summary_line: String,
    /// Its row in the index.
    pub index_row: String,
    /// The game in short.
    pub digest: GameDigest,
}
