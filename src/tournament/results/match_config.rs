//! The terms of a match: all that its games depend on, as each line of its file has it.
//!
//! Games of other terms are no games of the match. The number of games, the shard and how many are played at a
//! time are no terms: they do not change a game.

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

/// The terms of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct MatchConfig {
    /// The version of the referee.
    version: String,
    /// The engines in their order.
    pub(super) engines: Vec<EngineEntry>,
    /// The engines that meet, by their letters.
    meetings: Vec<String>,
    /// Lines of the board.
    size: usize,
    komi: String,
    rules: String,
    /// The openings in words.
    openings: String,
    /// A hash of listed openings.
    listed: Option<String>,
    /// Whether two games in a row share an opening with colours changed.
    pub(super) pairs: bool,
    /// Turns after which a game is a draw.
    max_moves: usize,
    /// When a game is decided because both engines say so, in words.
    adjudication: Option<String>,
    /// Seconds by which a clock may be exceeded.
    margin: f64,
    /// The seed of openings and engines.
    pub(super) seed: u64,
}

/// An engine as the user describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct EngineEntry {
    /// The command line.
    command: String,
    /// The name that the user gave it.
    pub(super) name: Option<String>,
    /// Commands before the first move of every game.
    init: Vec<String>,
    /// The time control in words.
    time: String,
}

/// The first difference between the terms of two matches.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("it is a game of another match: its {name}: {found}, not {due}")]
pub(crate) struct TermsError {
    name: String,
    found: Value,
    due: Value,
}

impl MatchConfig {
    /// The terms of a contest.
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

    /// The seed of openings and engines.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of engines.
    pub(crate) fn engine_count(&self) -> usize {
        self.engines.len()
    }

    /// Compares the terms of a game with those of its match.
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

    /// The terms on a line, without the engines.
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

    /// Counts of the scores that a unit of the estimate may have.
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

/// Words of terms in Chinese, phrase by phrase: they are kept in files, and so in one language.
fn in_chinese(words: &str) -> String {
    const PHRASES: [(&str, &str); 11] = [
        (", ", "，"),
        ("no clock", "不限时"),
        (" s a game", " 秒一局"),
        (" s a move", " 秒一手"),
        (" s more a move", " 秒加给每手"),
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

/// The openings in words, and a hash of those of a list.
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

/// When a game is decided, in a few words.
fn adjudication_words(rule: &Adjudication) -> String {
    let bounds = [
        rule.winrate.map(|least| format!("winrate {least}")),
        rule.score.map(|least| format!("{least} points")),
    ];
    let bounds: Vec<String> = bounds.into_iter().flatten().collect();
    format!("{} for {} moves", bounds.join(" and "), rule.moves)
}

/// A time control in a few words.
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
            format!("{} s and {} s more a move", seconds(main), seconds(increment))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_terms_are_told_in_chinese() {
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
