//! The players of all games as JSON lines: games by date, and statistics by opponent.
//!
//! `docs/reference/review-output.md` describes every field.

use serde::Serialize;

use super::stats_json::TallyLines;
use crate::review::batch::player_history::{PlayedGame, PlayerHistory, Score, player_histories};
use crate::review::game::digest::GameReport;

#[derive(Serialize)]
#[serde(tag = "type", rename = "history")]
struct HistoryLine<'a> {
    name: &'a str,
    #[serde(flatten)]
    score: ScoreLine,
    halves: [ScoreLine; 2],
    opponents: Vec<OpponentLine<'a>>,
    progress: Vec<GameLine<'a>>,
}

#[derive(Serialize)]
struct ScoreLine {
    games: usize,
    won: usize,
    lost: usize,
    #[serde(flatten)]
    tallies: TallyLines,
}

#[derive(Serialize)]
struct OpponentLine<'a> {
    name: Option<&'a str>,
    #[serde(flatten)]
    score: ScoreLine,
}

#[derive(Serialize)]
struct GameLine<'a> {
    file: &'a str,
    date: Option<&'a str>,
    color: char,
    opponent: Option<&'a str>,
    result: Option<&'a str>,
    #[serde(flatten)]
    tallies: TallyLines,
}

/// Writes a line for each player with at least two games.
pub(crate) fn write(reports: &[&GameReport]) -> Vec<u8> {
    let histories = player_histories(reports.iter().map(|report| &report.digest));
    let line = |history: &PlayerHistory<'_>| {
        serde_json::to_string(&history_line(history)).expect("strings and numbers are valid JSON")
            + "\n"
    };
    histories.iter().map(line).collect::<String>().into_bytes()
}

fn history_line<'a>(history: &PlayerHistory<'a>) -> HistoryLine<'a> {
    let opponents = history.opponents().into_iter();
    HistoryLine {
        name: history.name,
        score: score_line(&history.score()),
        halves: history.halves().map(|half| score_line(&half)),
        opponents: opponents
            .map(|(name, score)| OpponentLine { name, score: score_line(&score) })
            .collect(),
        progress: history.games.iter().map(game_line).collect(),
    }
}

fn score_line(score: &Score) -> ScoreLine {
    let Score { games, won, lost, all, phases, .. } = score;
    ScoreLine { games: *games, won: *won, lost: *lost, tallies: TallyLines::of(all, phases) }
}

fn game_line<'a>(game: &PlayedGame<'a>) -> GameLine<'a> {
    let player = game.player();
    GameLine {
        file: &game.digest.stem,
        date: game.digest.date.as_deref(),
        color: game.color.letter(),
        opponent: game.opponent(),
        result: game.digest.result.as_deref(),
        tallies: TallyLines::of(&player.all, &player.phases),
    }
}
