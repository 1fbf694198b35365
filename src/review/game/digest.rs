//! The data of a reviewed game that the pages over all games need: players, date, statistics and problems.

use serde::{Deserialize, Serialize};

use crate::go::Color;
use crate::records::record::{Language, Outcome, Participant};
use crate::review::game::problem::{Problem, problems};
use crate::review::game::review::GameReview;
use crate::review::game::summary::Tally;

/// A summary of a reviewed game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::review) struct GameSummary {
    /// The base name of its files, without extension.
    pub stem: String,
    /// The date stated in the record.
    pub date: Option<String>,
    /// The result in SGF notation.
    pub result: Option<String>,
    /// Black, then White.
    pub players: [PlayerDigest; 2],
    /// Its problems, if they were requested.
    pub problems: Vec<Problem>,
}

/// A player of a game, with statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::review) struct PlayerDigest {
    /// The name without the rank, which may change between games.
    pub name: Option<String>,
    /// Whether the player won; `None` if the winner is unknown.
    pub has_won: Option<bool>,
    /// All moves.
    pub all: Tally,
    /// The moves of each phase.
    pub phases: [Tally; 3],
    /// The log likelihoods of the moves for each rank, as in [`ReaderReview`]; empty without a human net.
    ///
    /// [`ReaderReview`]: crate::review::game::reader::ReaderReview
    #[serde(default)]
    pub likelihoods: Vec<i64>,
}

impl GameSummary {
    /// Summarises a review.
    pub(in crate::review) fn of(review: &GameReview<'_>) -> GameSummary {
        let info = &review.input.record.info;
        let time = info.time.as_ref().map(|time| time.to_string().chars().take(10).collect());
        let result = info.result;
        let winner = result.and_then(|result| match result {
            Outcome::Win { winner, .. } => Some(winner),
            _ => None,
        });
        let player = |color: Color| {
            let summary = review.summary.player(color);
            PlayerDigest {
                name: name(review, color),
                has_won: winner.map(|winner| winner == color),
                all: summary.all,
                phases: summary.phases,
                likelihoods: review
                    .reader
                    .map_or(Vec::new(), |reader| reader.likelihoods[color.index()].clone()),
            }
        };
        let is_asked = !review.options.problems.is_empty();
        GameSummary {
            stem: review.input.stem.clone(),
            date: time.or(info.dates.clone()),
            result: result.map(|result| result.to_string()),
            players: Color::BOTH.map(player),
            problems: if is_asked { problems(review) } else { Vec::new() },
        }
    }

    /// Returns the player of a colour.
    pub(in crate::review) fn player(&self, color: Color) -> &PlayerDigest {
        &self.players[color.index()]
    }
}

/// Returns the names of the players of a colour.
fn name(review: &GameReview<'_>, color: Color) -> Option<String> {
    let named = |participant: &Participant| {
        let name = participant.name.as_deref()?.trim();
        (!name.is_empty()).then(|| name.to_string())
    };
    let names = review.input.record.info.players_of(color).filter_map(named);
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// The output lines of a finished game, and the data for the pages over all games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::review) struct GameReport {
    /// Its line on standard output.
    pub summary_line: String,
    /// Its row in the index.
    pub index_row: String,
    /// The summary of the game.
    pub digest: GameSummary,
}

/// A problem and its game.
#[derive(Debug, Clone, Copy)]
pub(in crate::review) struct GameProblem<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The game.
    pub digest: &'a GameSummary,
}

impl GameProblem<'_> {
    /// Returns its title: the players or the file name, and the move number.
    pub(in crate::review) fn title(&self, language: Language) -> String {
        let names = Color::BOTH.map(|color| self.digest.player(color).name.as_deref());
        let game = match names {
            [None, None] => self.digest.stem.clone(),
            names => names.map(|name| name.unwrap_or("?")).join(" – "),
        };
        let number = self.problem.number;
        match language {
            Language::Chinese => format!("{game}，第 {number} 手"),
            Language::English => format!("{game}, move {number}"),
        }
    }
}
