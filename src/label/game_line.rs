//! Parses games from lines: `WORD RESULT MOVES`, and lines of `tianyuan match --json`.

use super::game::{LabelGame, LabelGameError, most_permissive};
use crate::go::{BoardSize, Color, Game, Komi, Move, Rules, with_words};
use crate::protocol::vertex;
use crate::records::record::Record;
use crate::training::{GameResult, parse};
use serde::Deserialize;

/// The fields that are read from a line of `tianyuan match --json`.
#[derive(Deserialize)]
struct MatchLine {
    size: usize,
    komi: String,
    result: String,
    moves: Vec<String>,
}

/// Parses a game. `size` is the board size of lines without one.
///
/// # Errors
/// Returns [`LabelGameError`] if the line is not a game.
pub(super) fn read(line: &str, size: BoardSize) -> Result<LabelGame, LabelGameError> {
    if line.trim_start().starts_with('{') { of_match(line) } else { of_words(line, size) }
}

fn of_words(line: &str, size: BoardSize) -> Result<LabelGame, LabelGameError> {
    let moves = with_words!(size, W => parse::<W>(line, size))?;
    let result = GameResult::parse(line.split_whitespace().nth(1).unwrap_or(""));
    let moves = moves.into_iter().map(|point| point.map_or(Move::Pass, Move::Play));
    Ok(LabelGame::from_empty(size, Color::BOTH.into_iter().cycle().zip(moves), result))
}

fn of_match(line: &str) -> Result<LabelGame, LabelGameError> {
    let line: MatchLine = serde_json::from_str(line)?;
    let size = BoardSize::new(line.size).ok_or(LabelGameError::Size)?;
    let halves = line.komi.parse().ok().map(|points: f64| points * 2.0);
    let halves = halves.filter(|halves| halves.fract() == 0.0).map(|halves| halves as i32);
    let komi = halves.and_then(Komi::from_half_points).ok_or(LabelGameError::Komi)?;
    let mut game = Game::new(size, most_permissive(Rules::CHINESE));
    for (name, number) in line.moves.iter().zip(1..) {
        let mv = vertex::read_move(size, name)
            .map_err(|error| LabelGameError::Move { number, reason: error.to_string() })?;
        game.play(game.to_play(), mv)
            .map_err(|error| LabelGameError::Move { number, reason: error.to_string() })?;
    }
    Ok(LabelGame::of(game, Some(komi), GameResult::parse(&line.result)))
}

/// Returns the game of a record's main line, starting at its last setup node.
///
/// # Errors
/// Returns [`LabelGameError`] if the record has no game.
pub(super) fn of_record(record: &Record) -> Result<LabelGame, LabelGameError> {
    let root = record.tree.root();
    let last = record.tree.main_line(root).last().unwrap_or(root);
    let game = record.game_to(last, record.rules(Rules::CHINESE))?;
    let result = record.info.result.map(|outcome| outcome.to_string());
    let result = GameResult::parse(&result.unwrap_or_default());
    Ok(LabelGame::of(game, record.info.rules.komi, result))
}
