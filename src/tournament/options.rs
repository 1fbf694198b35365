//! Match options and their conversion to a [`MatchRunner`].

use std::path::PathBuf;
use std::time::Duration;

use crate::distributed::shard::Shard;
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::engine_process::setup_commands;
use crate::go::{BoardSize, Game, Komi, Rules};
use crate::job_error::JobError;
use crate::protocol::rule_option;
use crate::records::record::Language;
use crate::records::storage::Storage;
use crate::search::clock::TimeControl;

use super::runner::MatchRunner;
use crate::tournament::game::engine_config::{EngineConfig, EngineId};
use crate::tournament::game::opening::Openings;
use crate::tournament::game::schedule::{Pairing, Schedule};
use crate::tournament::game::settings::{Adjudication, GameSettings};
use crate::tournament::statistics::Sprt;

/// The maximum size of an openings file, in bytes.
const MOST_OPENINGS: usize = 64 << 20;

/// The options of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchOptions {
    /// The command lines of A, B and so on; the prefix `wtp:` marks a WTP engine.
    pub engines: Vec<String>,
    /// The pairing system for more than two engines.
    pub pairing: Pairing,
    /// The names of A, B and so on in reports; missing names are reported by the engines.
    pub names: Vec<String>,
    /// The number of games over all shards. `None` plays 100 games per pairing, or at most 100,000 with an SPRT.
    pub games: Option<u32>,
    /// The shard of games to play.
    pub shard: Shard,
    /// The board size.
    pub size: BoardSize,
    /// The komi.
    pub komi: Komi,
    /// The ruleset by name and options, such as `chinese, ko: simple`.
    pub rules: String,
    /// The time control; `None` lets engines play at their own pace.
    pub time: Option<TimeControl>,
    /// The engine that plays without a clock.
    pub untimed: Option<EngineId>,
    /// The tolerated clock overrun.
    pub margin: Duration,
    /// The response timeout without a clock.
    pub answer_timeout: Duration,
    /// Commands sent before the first move of every game, each with an engine prefix: `A:level 1`.
    pub init: Vec<String>,
    /// The number of games played in parallel.
    pub concurrency: usize,
    /// An openings file with one opening per line.
    pub openings: Option<PathBuf>,
    /// The number of random moves at the start of each pair of games.
    pub random_opening: Option<usize>,
    /// An SPRT, which ends the match when it is decided.
    pub sprt: Option<Sprt>,
    /// Whether colours alternate, so that each opening is played from both sides.
    pub alternate: bool,
    /// The number of turns after which a game is a draw; `None` is four per point of the board.
    pub max_turns: Option<usize>,
    /// The adjudication criteria: both engines must report the same winner.
    pub adjudication: Option<Adjudication>,
    /// A directory in which each game is saved as SGF and wei7.
    pub save: Option<PathBuf>,
    /// A file with a JSON line per game, from which the match resumes.
    pub json: Option<PathBuf>,
    /// A directory for the traffic between engines and referee.
    pub logs: Option<PathBuf>,
    /// The seed of random openings and of engines that accept one. `None` uses the seed of the games in the file, or
    /// a random one.
    pub seed: Option<u64>,
    /// Whether to print a message per game and the engines' standard error.
    pub verbose: bool,
    /// The language of the report.
    pub language: Language,
}

impl Default for MatchOptions {
    fn default() -> Self {
        MatchOptions {
            engines: Vec::new(),
            pairing: Pairing::RoundRobin,
            names: Vec::new(),
            games: None,
            shard: Shard::WHOLE,
            size: BoardSize::STANDARD,
            komi: Komi::default(),
            rules: "chinese".into(),
            time: None,
            untimed: None,
            margin: Duration::ZERO,
            answer_timeout: Duration::from_secs(600),
            init: Vec::new(),
            concurrency: 1,
            openings: None,
            random_opening: None,
            sprt: None,
            alternate: true,
            max_turns: None,
            adjudication: None,
            save: None,
            json: None,
            logs: None,
            seed: None,
            verbose: false,
            language: Language::English,
        }
    }
}

impl MatchOptions {
    /// Creates the match described by the options, with a seed.
    ///
    /// # Errors
    /// Returns [`JobError`] for the first invalid option.
    pub fn contest(&self, storage: &Storage, seed: u64) -> Result<MatchRunner, JobError> {
        let rules = rules(&self.rules, self.komi)?;
        let area = self.size.area();
        let conditions = GameSettings {
            size: self.size,
            rules,
            rules_name: self.rules.trim().into(),
            margin: self.margin,
            answer_timeout: self.answer_timeout,
            max_turns: self.max_turns.unwrap_or(4 * area),
            adjudication: self.adjudication,
        };
        let start = Game::new(self.size, rules);
        if let Some(folder) = &self.logs {
            storage.make_folder(folder).map_err(JobError::file(folder))?;
        }
        let contenders = self.contenders()?;
        Ok(MatchRunner {
            schedule: Schedule::new(contenders.len(), self.pairing, self.alternate, seed),
            contenders,
            conditions,
            openings: self.openings(storage, &start, seed)?,
            concurrency: self.concurrency,
            logs: self.logs.clone(),
            storage: storage.clone(),
            echo: self.verbose,
        })
    }

    /// Returns the number of games over all shards.
    pub(super) fn game_count(&self) -> usize {
        let meetings =
            Schedule::new(self.engines.len(), self.pairing, self.alternate, 0).meetings().len();
        let usual = if self.sprt.is_some() { 100_000 } else { 100 * meetings };
        self.games.map_or(usual, |games| games as usize)
    }

    /// Checks the consistency of the options.
    ///
    /// # Errors
    /// Returns [`JobError`] if options contradict each other; the first conflict is reported.
    pub fn check(&self) -> Result<(), JobError> {
        if self.shard != Shard::WHOLE {
            let missing = match (self.seed, &self.json, self.sprt) {
                (None, ..) => Some("--seed is required: all shards must use the same seed"),
                (_, None, _) => {
                    Some("--json is required: match merge combines the games of all shards")
                }
                (.., Some(_)) => {
                    Some("--sprt cannot be used by one shard; use it with match merge")
                }
                _ => None,
            };
            return missing.map_or(Ok(()), |reason| {
                Err(JobError::Usage(format!("--shard {}: {reason}", self.shard)))
            });
        }
        if self.sprt.is_some() && self.engines.len() > 2 {
            return Err(JobError::Usage("--sprt requires two engines".into()));
        }
        check_sprt(self.sprt)
    }

    fn contenders(&self) -> Result<Vec<EngineConfig>, JobError> {
        let count = self.engines.len();
        if !(2..=EngineId::MOST).contains(&count) {
            let most = EngineId::MOST;
            return Err(JobError::Usage(format!("a match needs 2 to {most} engines, not {count}")));
        }
        if self.names.len() > count {
            let names = self.names.len();
            let reason = format!("{names} names for {count} engines");
            return Err(JobError::Usage(reason));
        }
        let contenders = self.engines.iter().map(|engine| contender(engine));
        let mut contenders = contenders.collect::<Result<Vec<_>, _>>()?;
        for (contender, name) in contenders.iter_mut().zip(&self.names) {
            contender.name = Some(name.clone());
        }
        for init in &self.init {
            let (side, command) = self.init_command(init)?;
            contenders[side.index()].init.push(command);
        }
        for (side, contender) in EngineId::first(count).zip(&mut contenders) {
            contender.limit = self.time.filter(|_| self.untimed != Some(side));
            if contender.protocol == ProtocolKind::Wtp
                && let Some(limit) = &contender.limit
            {
                setup_commands::wtp_time(limit)
                    .map_err(|reason| JobError::Usage(format!("engine {side}: {reason}")))?;
            }
        }
        Ok(contenders)
    }

    /// Splits `A:level 1` into the engine, by letter or name, and the command.
    fn init_command(&self, init: &str) -> Result<(EngineId, String), JobError> {
        let (owner, command) = init.split_once(':').unwrap_or(("", init));
        let named = self.names.iter().position(|name| name == owner);
        let mut sides = EngineId::first(self.engines.len());
        let lettered = EngineId::parse(owner).ok().filter(|side| side.index() < self.engines.len());
        let side = lettered.or(named.and_then(|index| sides.nth(index)));
        match (side, command.trim()) {
            (Some(side), command) if !command.is_empty() && !command.contains(['\n', '\r']) => {
                Ok((side, command.into()))
            }
            _ => Err(JobError::Usage(format!(
                "--init '{init}': expected A:COMMAND, with the letter or name of an engine"
            ))),
        }
    }

    fn openings(&self, storage: &Storage, start: &Game, seed: u64) -> Result<Openings, JobError> {
        if let Some(turns) = self.random_opening {
            return Ok(Openings::Random { turns, seed });
        }
        let Some(path) = &self.openings else { return Ok(Openings::None) };
        let text = storage.read_text(path, MOST_OPENINGS).map_err(JobError::file(path))?;
        Openings::parse(&text, start).map_err(JobError::invalid(path))
    }
}

/// Checks the hypotheses of an SPRT, if there is one.
///
/// # Errors
/// Returns [`JobError`] if `elo0` is not less than `elo1`, or one of them exceeds 2000.
pub(super) fn check_sprt(sprt: Option<Sprt>) -> Result<(), JobError> {
    let Some(Sprt { elo0, elo1, .. }) = sprt else { return Ok(()) };
    let sensible = elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 2000.0;
    sensible.then_some(()).ok_or_else(|| {
        JobError::Usage(format!(
            "--sprt {elo0} {elo1}: the first must be less than the second, both within 2000"
        ))
    })
}

fn contender(text: &str) -> Result<EngineConfig, JobError> {
    EngineConfig::parse(text)
        .map_err(|error| JobError::Usage(format!("--engine '{text}': {error}")))
}

/// Parses a ruleset by name and options, with a separate komi.
fn rules(text: &str, komi: Komi) -> Result<Rules, JobError> {
    let rules = rule_option::rules(text, komi)
        .map_err(|error| JobError::Usage(format!("--rules: {error}")))?;
    Ok(Rules { komi, ..rules })
}
