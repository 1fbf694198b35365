//! The configuration of a match: all settings that affect its games, as stored in each line of its file.
//!
//! Games with a different configuration belong to a different match. The number of games, the shard and the
//! concurrency are not included, since they do not affect a game.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::records::record::Language;
use crate::search::clock::TimeControl;
use crate::tournament::game::engine_config::{EngineConfig, EngineId};
use crate::tournament::game::opening::Openings;
use crate::tournament::game::settings::Adjudication;
use crate::tournament::runner::MatchRunner;
use crate::tournament::statistics::ScoreCounts;

/// The configuration of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct MatchConfig {
    /// The version of the referee.
    version: String,
    /// The engines, in order.
    pub(super) engines: Vec<EngineEntry>,
    /// The pairings, by engine letters.
    meetings: Vec<String>,
    /// The board size in lines.
    size: usize,
    komi: String,
    rules: String,
    /// A description of the openings.
    openings: String,
    /// A hash of the listed openings.
    listed: Option<String>,
    /// Whether consecutive games share an opening with colours swapped.
    pub(super) pairs: bool,
    /// The number of turns after which a game is a draw.
    max_moves: usize,
    /// A description of the adjudication criteria.
    adjudication: Option<String>,
    /// The tolerated clock overrun, in seconds.
    margin: f64,
    /// The seed of openings and engines.
    pub(super) seed: u64,
}

/// An engine as specified by the user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct EngineEntry {
    /// The command line.
    command: String,
    /// The name given by the user.
    pub(super) name: Option<String>,
    /// Commands sent before the first move of every game.
    init: Vec<String>,
    /// A description of the time control.
    time: String,
}

/// The first difference between two configurations.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("the game is from another match: {name} is {found}, not {due}")]
pub(crate) struct TermsError {
    name: String,
    found: Value,
    due: Value,
}

impl MatchConfig {
    /// Returns the configuration of a match.
    pub(crate) fn of(contest: &MatchRunner) -> MatchConfig {
        let conditions = &contest.conditions;
        let (openings, listed) = openings(&contest.openings);
        let meetings = contest.schedule.meetings().iter().map(|[a, b]| format!("{a}{b}"));
        MatchConfig {
            version: env!("CARGO_PKG_VERSION").into(),
            engines: contest.contenders.iter().map(EngineEntry::of).collect(),
            meetings: meetings.collect(),
            size: conditions.size.lines(),
            komi: conditions.rules.komi.to_string(),
            rules: conditions.rules_name.clone(),
            openings,
            listed,
            pairs: contest.schedule.alternate(),
            max_moves: conditions.max_turns,
            adjudication: conditions.adjudication.as_ref().map(adjudication_words),
            margin: conditions.margin.as_secs_f64(),
            seed: contest.schedule.seed(),
        }
    }

    /// Returns the seed of openings and engines.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of engines.
    pub(crate) fn engine_count(&self) -> usize {
        self.engines.len()
    }

    /// Compares the configuration of a game with that of its match.
    ///
    /// # Errors
    /// Returns [`TermsError`] with the first difference.
    pub(crate) fn compare(&self, other: &MatchConfig) -> Result<(), TermsError> {
        if self == other {
            return Ok(());
        }
        let [due, found] = [self, other].map(|terms| serde_json::to_value(terms).ok());
        let empty = serde_json::Map::new();
        let [due, found] =
            [&due, &found].map(|value| value.as_ref().and_then(Value::as_object).unwrap_or(&empty));
        let other = due.iter().find(|(name, value)| found.get(*name) != Some(value));
        let (name, value) = other.map_or(("terms", &Value::Null), |(name, value)| (name, value));
        let found = found.get(name).unwrap_or(&Value::Null).clone();
        Err(TermsError { name: name.into(), found, due: value.clone() })
    }

    /// Returns the configuration in one line, without the engines.
    pub(super) fn line(&self, language: Language) -> String {
        let MatchConfig { size, komi, rules, seed, .. } = self;
        let mut times = self.engines.iter().map(|engine| &*engine.time);
        let first = times.next().unwrap_or_default();
        let time = if times.all(|time| time == first) {
            first.to_owned()
        } else {
            let named = EngineId::first(self.engines.len()).zip(&self.engines);
            let named = named.map(|(side, engine)| format!("{side}: {}", engine.time));
            named.collect::<Vec<_>>().join(", ")
        };
        let openings = match &*self.openings {
            "" => String::new(),
            openings => format!(", {openings}"),
        };
        language.choose(
            format!("{size}x{size}, komi {komi}, {rules} rules, {time}{openings}, seed {seed}"),
            format!(
                "{size}x{size}，贴目 {komi}，规则 {rules}，{}{}，种子 {seed}",
                in_chinese(&time),
                in_chinese(&openings)
            ),
        )
    }

    /// Creates empty score counts for the unit of the estimate: a pair or a game.
    pub(super) fn no_scores(&self) -> ScoreCounts {
        ScoreCounts::new(if self.pairs { 5 } else { 3 })
    }
}

impl EngineEntry {
    fn of(contender: &EngineConfig) -> EngineEntry {
        EngineEntry {
            command: contender.line.clone(),
            name: contender.name.clone(),
            init: contender.init.clone(),
            time: time_words(contender.limit),
        }
    }
}

/// Translates a stored description into Chinese, phrase by phrase; files have descriptions in English only.
fn in_chinese(words: &str) -> String {
    const PHRASES: [(&str, &str); 11] = [
        (", ", "，"),
        ("no clock", "不限时"),
        (" s a game", " 秒一局"),
        (" s a move", " 秒一手"),
        (" s per move", " 秒加给每手"),
        (" s and ", " 秒，再 "),
        (" moves in ", " 手用 "),
        (" x ", " 次，每次 "),
        (" random moves", " 手随机着手"),
        (" openings", " 个开局"),
        (" s", " 秒"),
    ];
    let replace = |words: String, (english, chinese)| words.replace(english, chinese);
    PHRASES.into_iter().fold(words.into(), replace)
}

/// Returns a description of the openings, and a hash of listed ones.
fn openings(openings: &Openings) -> (String, Option<String>) {
    match openings {
        Openings::None => (String::new(), None),
        Openings::Random { turns, .. } => (format!("{turns} random moves"), None),
        Openings::Listed(list) => {
            let mut hasher = DefaultHasher::new();
            for (color, mv) in list.iter().flatten() {
                (color.index(), mv).hash(&mut hasher);
            }
            (format!("{} openings", list.len()), Some(format!("{:016x}", hasher.finish())))
        }
    }
}

/// Returns a description of the adjudication criteria.
fn adjudication_words(rule: &Adjudication) -> String {
    let bounds = [
        rule.winrate.map(|least| format!("winrate {least}")),
        rule.score.map(|least| format!("{least} points")),
    ];
    let bounds: Vec<String> = bounds.into_iter().flatten().collect();
    format!("{} for {} moves", bounds.join(" and "), rule.moves)
}

/// Returns a description of a time control.
fn time_words(limit: Option<TimeControl>) -> String {
    let seconds = |time: Duration| time.as_secs_f64();
    match limit {
        None | Some(TimeControl::Unlimited) => "no clock".into(),
        Some(TimeControl::Absolute { main }) => format!("{} s a game", seconds(main)),
        Some(TimeControl::ByoYomi { main, period, periods: 1 }) if main.is_zero() => {
            format!("{} s a move", seconds(period))
        }
        Some(TimeControl::ByoYomi { main, period, periods }) => {
            format!("{} s and {periods} x {} s", seconds(main), seconds(period))
        }
        Some(TimeControl::Canadian { main, period, stones }) => {
            format!("{} s and {stones} moves in {} s", seconds(main), seconds(period))
        }
        Some(TimeControl::Fischer { main, increment, .. }) => {
            format!("{} s and {} s per move", seconds(main), seconds(increment))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_translated_to_chinese() {
        let second = Duration::from_secs(1);
        let (main, period) = (60 * second, second);
        let limits = [
            (None, "不限时"),
            (Some(TimeControl::Absolute { main }), "60 秒一局"),
            (Some(TimeControl::ByoYomi { main: Duration::ZERO, period, periods: 1 }), "1 秒一手"),
            (Some(TimeControl::ByoYomi { main, period, periods: 5 }), "60 秒，再 5 次，每次 1 秒"),
            (Some(TimeControl::Canadian { main, period, stones: 10 }), "60 秒，再 10 手用 1 秒"),
            (
                Some(TimeControl::Fischer { main, increment: period, cap: None, move_cap: None }),
                "60 秒，再 1 秒加给每手",
            ),
        ];
        for (limit, due) in limits {
            assert_eq!(in_chinese(&time_words(limit)), due);
        }
        let random = openings(&Openings::Random { turns: 2, seed: 1 }).0;
        assert_eq!(in_chinese(&format!(", {random}")), "，2 手随机着手");
        let listed = openings(&Openings::Listed(vec![Vec::new(); 3])).0;
        assert_eq!(in_chinese(&listed), "3 个开局");
    }
}
