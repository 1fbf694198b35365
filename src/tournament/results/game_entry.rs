//! A finished game as a JSON line of the match file. All totals are computed from such lines, whether the games were
//! just played or read from files.

use std::collections::BTreeMap;
use std::{fmt, iter};

use serde::{Deserialize, Serialize};

use super::match_config::MatchConfig;
use crate::engine_process::engine_error::EngineErrorKind;
use crate::go::{Action, Color};
use crate::protocol::GTP;
use crate::tournament::game::engine_config::EngineId;
use crate::tournament::game::move_stats::{GameResourceUsage, MoveStats, ProcessUsage};
use crate::tournament::game::numbers::MOST_GAMES;
use crate::tournament::game::referee::GameOutcome;
use crate::tournament::game::schedule::ScheduledGame;
use crate::tournament::game::termination::{DeadStoneSource, GameTermination};
use crate::tournament::runner::MatchRunner;

/// A finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameEntry {
    /// The number of the game, from 1.
    pub game: usize,
    /// The number of its pair, from 1.
    pub pair: usize,
    /// The number of the opening, shared by games with the same opening.
    pub opening: usize,
    /// The seed for engines that accept one.
    pub seed: u32,
    /// The name of Black.
    pub black: String,
    /// The name of White.
    pub white: String,
    /// The engine that plays Black.
    pub black_side: EngineId,
    /// The engine that plays White.
    pub white_side: EngineId,
    pub result: String,
    /// `null` for a draw.
    pub winner: Option<EngineId>,
    pub ending: EndingKind,
    /// The source of the dead stones in a scored game.
    pub dead_stones: Option<DeadStoneSource>,
    pub words: String,
    pub fault: Option<ErrorEntry>,
    pub size: usize,
    pub komi: String,
    pub rules: String,
    /// The number of opening moves at the start.
    pub given: usize,
    pub moves: Vec<String>,
    /// Time, win rate and playouts of each move; `null` for opening moves. Not used for totals.
    #[serde(skip_deserializing)]
    pub thoughts: Vec<Option<MoveLine>>,
    pub costs: BTreeMap<EngineId, UsageEntry>,
    #[serde(rename = "match")]
    pub terms: MatchConfig,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EndingKind {
    Count,
    Resignation,
    Fault,
    Agreement,
    #[serde(rename = "too long")]
    TooLong,
}

/// An engine error that ended a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ErrorEntry {
    pub side: EngineId,
    pub kind: EngineErrorKind,
    pub what: String,
}

/// The statistics of a move.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct MoveLine {
    /// Seconds on the referee's clock.
    seconds: f64,
    /// The win rate that the engine reports for itself, 0 to 1.
    winrate: Option<f64>,
    /// The lead in points that the engine reports for itself.
    score: Option<f64>,
    playouts: Option<u64>,
}

/// An engine's resource usage in a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct UsageEntry {
    pub moves: u64,
    pub seconds: f64,
    pub slowest: f64,
    pub cpu_seconds: Option<f64>,
    /// Memory in bytes at the end of the game.
    pub memory: Option<u64>,
    pub open_files: Option<u64>,
    pub playouts: Option<u64>,
    pub moves_with_playouts: u64,
}

/// A field that is inconsistent with the others.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {value} {reason}")]
pub(crate) struct FieldError {
    field: &'static str,
    value: String,
    reason: String,
}

impl GameEntry {
    /// Creates the line of a game that was played.
    pub(crate) fn of(
        contest: &MatchRunner,
        terms: &MatchConfig,
        scheduled: &ScheduledGame,
        played: &GameOutcome,
    ) -> GameEntry {
        let conditions = &contest.conditions;
        let [black_side, white_side] = scheduled.sides;
        let [black, white] = played.names.clone();
        let moves = played.game.turns().iter().filter_map(|turn| match turn.action {
            Action::Move(mv) => Some(GTP.words.of_move(conditions.size, mv)),
            Action::Resign => None,
        });
        let moves: Vec<String> = moves.collect();
        let thoughts = played.move_stats.iter().map(|stats| Some(stats.into()));
        let thoughts = iter::repeat_with(|| None).take(played.opening).chain(thoughts);
        let (ending, dead_stones) = match &played.ending {
            GameTermination::Counted { by, .. } => (EndingKind::Count, Some(*by)),
            GameTermination::Resignation { .. } => (EndingKind::Resignation, None),
            GameTermination::Fault { .. } => (EndingKind::Fault, None),
            GameTermination::Agreed { .. } => (EndingKind::Agreement, None),
            GameTermination::TooLong => (EndingKind::TooLong, None),
        };
        let fault = played.ending.fault().map(|(color, fault)| ErrorEntry {
            side: scheduled.side(color),
            kind: fault.kind,
            what: fault.what.clone(),
        });
        GameEntry {
            game: scheduled.number,
            pair: scheduled.pair + 1,
            opening: scheduled.opening + 1,
            seed: scheduled.seed,
            black,
            white,
            black_side,
            white_side,
            result: played.ending.result().to_string(),
            winner: played.ending.winner().map(|color| scheduled.side(color)),
            ending,
            dead_stones,
            words: played.ending.description(),
            fault,
            size: conditions.size.lines(),
            komi: conditions.rules.komi.to_string(),
            rules: conditions.rules_name.clone(),
            given: played.opening,
            thoughts: thoughts.take(moves.len()).collect(),
            moves,
            costs: scheduled
                .sides
                .into_iter()
                .zip(played.costs.iter().map(UsageEntry::of))
                .collect(),
            terms: terms.clone(),
        }
    }

    /// Checks that the fields are consistent, so that a game read from a file can be counted.
    ///
    /// # Errors
    /// Returns [`FieldError`] for the first inconsistent field.
    pub(crate) fn check(&self) -> Result<(), FieldError> {
        let wrong = |field: &'static str, value: &dyn fmt::Display, reason: &str| {
            Err(FieldError { field, value: value.to_string(), reason: reason.into() })
        };
        let engines = self.terms.engine_count();
        if !(2..=EngineId::MOST).contains(&engines) {
            let why = format!("is not a number of engines (2 to {})", EngineId::MOST);
            return wrong("match.engines", &engines, &why);
        }
        if !(1..=MOST_GAMES).contains(&self.game) {
            return wrong("game", &self.game, &format!("is not a game number (1 to {MOST_GAMES})"));
        }
        let pair = if self.terms.pairs { self.game.div_ceil(2) } else { self.game };
        if self.pair != pair {
            let why = format!("does not match game {}, which is in pair {pair}", self.game);
            return wrong("pair", &self.pair, &why);
        }
        let sides = self.sides();
        for (field, side) in ["black_side", "white_side"].into_iter().zip(sides) {
            if side.index() >= engines {
                return wrong(field, &side, &format!("is not one of the {engines} engines"));
            }
        }
        if sides[0] == sides[1] {
            return wrong("white_side", &sides[1], "is also the engine with Black");
        }
        let others = |side: &&EngineId| !sides.contains(side);
        let fault = self.fault.iter().map(|fault| &fault.side);
        for (field, side) in [
            ("winner", self.winner.iter().find(others)),
            ("fault.side", fault.clone().find(others)),
            ("costs", self.costs.keys().find(others)),
        ] {
            if let Some(side) = side {
                return wrong(field, side, "is not an engine of this game");
            }
        }
        Ok(())
    }

    /// Returns the engines of Black and White.
    pub(crate) fn sides(&self) -> [EngineId; 2] {
        [self.black_side, self.white_side]
    }

    /// Returns the names of Black and White.
    pub(crate) fn names(&self) -> [&str; 2] {
        [&self.black, &self.white]
    }

    /// Returns the colour that won.
    pub(crate) fn winning_color(&self) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .zip(self.sides())
            .find(|it| Some(it.1) == self.winner)
            .map(|it| it.0)
    }

    /// Returns a summary: `game 3, Tianyuan (A) - GNU Go (B): B+R after 57 moves, W resigned`.
    pub(crate) fn summary(&self) -> String {
        let GameEntry { game, black, white, black_side, white_side, result, words, .. } = self;
        let moves = self.moves.len();
        format!(
            "game {game}, {black} ({black_side}) - {white} ({white_side}): {result} after {moves} moves, \
             {words}"
        )
    }
}

fn thousandths(number: f64) -> f64 {
    (1000.0 * number).round() / 1000.0
}

impl From<&MoveStats> for MoveLine {
    fn from(stats: &MoveStats) -> MoveLine {
        MoveLine {
            seconds: thousandths(stats.time.as_secs_f64()),
            winrate: stats.winrate.map(thousandths),
            score: stats.score.map(thousandths),
            playouts: stats.playouts,
        }
    }
}

impl UsageEntry {
    fn of(cost: &GameResourceUsage) -> UsageEntry {
        UsageEntry {
            moves: cost.moves,
            seconds: thousandths(cost.time.as_secs_f64()),
            slowest: thousandths(cost.slowest.as_secs_f64()),
            cpu_seconds: cost.cpu.map(thousandths),
            memory: cost.footprint.map(|footprint| footprint.memory),
            open_files: cost.footprint.map(|footprint| footprint.files),
            playouts: (cost.moves_with_playouts > 0).then_some(cost.playouts),
            moves_with_playouts: cost.moves_with_playouts,
        }
    }

    /// Returns memory and open files at the end of the game.
    pub(super) fn footprint(&self) -> Option<ProcessUsage> {
        Some(ProcessUsage { memory: self.memory?, files: self.open_files? })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::records::storage::Storage;
    use crate::tournament::MatchOptions;
    use crate::tournament::game::schedule::Pairing;

    /// The configuration of a match between engines `a`, `b` and so on.
    pub(crate) fn terms(engines: usize, alternate: bool) -> MatchConfig {
        let names: Vec<String> =
            ["a", "b", "c", "d"][..engines].iter().map(|&it| it.into()).collect();
        let options = MatchOptions {
            engines: names.clone(),
            names,
            alternate,
            pairing: Pairing::RoundRobin,
            ..MatchOptions::default()
        };
        MatchConfig::of(&options.contest(&Storage::default(), 1).expect("a contest"))
    }

    /// A game between A and B with one stone, on point `point`. A is Black in odd games if games are paired,
    /// otherwise in all games.
    pub(crate) fn resigned(
        terms: &MatchConfig,
        number: usize,
        winner: Option<EngineId>,
        point: usize,
    ) -> GameEntry {
        let is_changed = terms.pairs && number.is_multiple_of(2);
        let [black_side, white_side] =
            if is_changed { [EngineId::B, EngineId::A] } else { EngineId::BOTH };
        let cost = |moves: u64| UsageEntry {
            moves,
            seconds: 1.5 * moves as f64,
            slowest: 2.0,
            cpu_seconds: (moves > 0).then_some(0.5 * moves as f64),
            memory: Some(4096),
            open_files: Some(3),
            playouts: None,
            moves_with_playouts: 0,
        };
        GameEntry {
            game: number,
            pair: if terms.pairs { number.div_ceil(2) } else { number },
            opening: 1,
            seed: 1,
            black: black_side.to_string().to_lowercase(),
            white: white_side.to_string().to_lowercase(),
            black_side,
            white_side,
            result: "?".into(),
            winner,
            ending: EndingKind::Resignation,
            dead_stones: None,
            words: String::new(),
            fault: None,
            size: 9,
            komi: "7.5".into(),
            rules: "chinese".into(),
            given: 0,
            moves: vec![format!("A{point}")],
            thoughts: Vec::new(),
            costs: BTreeMap::from([(EngineId::A, cost(2)), (EngineId::B, cost(0))]),
            terms: terms.clone(),
        }
    }

    #[test]
    fn game_entry_json_roundtrip() {
        let game = resigned(&terms(3, true), 7, None, 5);
        let text = serde_json::to_string(&game).expect("JSON");
        assert!(text.starts_with(r#"{"game":7,"pair":4,"#), "{text}");
        assert_eq!(serde_json::from_str::<GameEntry>(&text).expect("a game"), game);
    }

    #[test]
    fn check_names_inconsistent_field() {
        let side = |letter| EngineId::parse(letter).expect("a letter");
        let good = resigned(&terms(3, true), 7, Some(EngineId::A), 5);
        assert_eq!(good.check(), Ok(()));
        let refused = |game: GameEntry| game.check().expect_err("it cannot be counted").field;
        for game in [0, 1 << 40, usize::MAX] {
            assert_eq!(refused(GameEntry { game, ..good.clone() }), "game");
        }
        assert_eq!(refused(GameEntry { pair: 1 << 40, ..good.clone() }), "pair");
        assert_eq!(refused(GameEntry { white_side: side("D"), ..good.clone() }), "white_side");
        assert_eq!(refused(GameEntry { white_side: EngineId::A, ..good.clone() }), "white_side");
        assert_eq!(refused(GameEntry { winner: Some(side("C")), ..good.clone() }), "winner");
        let kind = EngineErrorKind::Crash;
        let fault = Some(ErrorEntry { side: side("C"), kind, what: String::new() });
        assert_eq!(refused(GameEntry { fault, ..good.clone() }), "fault.side");
        let mut costs = good.costs.clone();
        let cost = costs[&EngineId::A].clone();
        costs.insert(side("C"), cost);
        assert_eq!(refused(GameEntry { costs, ..good.clone() }), "costs");
    }
}
