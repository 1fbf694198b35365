//! The options of a match, and how they become a contest.

use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use crate::clock::TimeControl;
use crate::go::{BoardSize, Game, Komi, Rules};
use crate::protocol::rule_option;
use crate::storage::Storage;

use super::contest::Contest;
use crate::arena::game::conditions::Conditions;
use crate::arena::game::contender::{Contender, Side};
use crate::arena::game::opening::Openings;
use crate::arena::statistics::Sprt;
use crate::arena::talk::commands;
use crate::arena::talk::protocol_kind::ProtocolKind;

/// The most bytes of a file of openings.
const MOST_OPENINGS: usize = 64 << 20;

/// The options of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchOptions {
    /// The command lines of A and B; `wtp:` before one says that the engine speaks WTP.
    pub engines: Vec<String>,
    /// The names of A and B in reports; where missing, the names that the engines state.
    pub names: Vec<String>,
    /// The number of games; 100, or at most 100 000 with a test, where it is missing.
    pub games: Option<u32>,
    /// The board.
    pub size: BoardSize,
    /// White's compensation.
    pub komi: Komi,
    /// The rules by name and options, as `chinese, ko: simple`.
    pub rules: String,
    /// The time control; without one the engines play at their own pace.
    pub time: Option<TimeControl>,
    /// The side that plays without a clock.
    pub untimed: Option<Side>,
    /// By how much a clock may be exceeded.
    pub margin: Duration,
    /// The longest wait for an answer that no clock limits.
    pub answer_timeout: Duration,
    /// Commands before the first move of every game, each behind its side: `A:level 1`.
    pub init: Vec<String>,
    /// Games at a time.
    pub concurrency: usize,
    /// A file of openings, one a line.
    pub openings: Option<PathBuf>,
    /// Random moves that each pair of games begins with.
    pub random_opening: Option<usize>,
    /// A test that ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// Whether colours alternate, and each opening is played by both sides.
    pub alternate: bool,
    /// Turns after which a game is a draw; four for each point of the board where it is missing.
    pub max_turns: Option<usize>,
    /// A folder where each game is saved as SGF and as wei7.
    pub save: Option<PathBuf>,
    /// A file that gets a line of JSON for each game.
    pub json: Option<PathBuf>,
    /// A folder for what engines and referee say to each other.
    pub logs: Option<PathBuf>,
    /// The seed of random openings; drawn where it is missing.
    pub seed: Option<u64>,
    /// Whether each game gets a message, and the standard error of engines is shown.
    pub verbose: bool,
}

impl Default for MatchOptions {
    fn default() -> Self {
        MatchOptions {
            engines: Vec::new(),
            names: Vec::new(),
            games: None,
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
            save: None,
            json: None,
            logs: None,
            seed: None,
            verbose: false,
        }
    }
}

impl MatchOptions {
    /// The contest that the options describe.
    ///
    /// # Errors
    /// One sentence about the first option that is wrong.
    pub fn contest(&self, storage: &Storage) -> Result<Contest, String> {
        let rules = rules(&self.rules, self.komi)?;
        let area = self.size.area();
        let conditions = Conditions {
            size: self.size,
            rules,
            rules_name: self.rules.trim().into(),
            margin: self.margin,
            answer_timeout: self.answer_timeout,
            max_turns: self.max_turns.unwrap_or(4 * area),
        };
        let start = Game::new(self.size, rules);
        if let Some(folder) = &self.logs {
            let made = storage.make_folder(folder);
            made.map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let most = if self.sprt.is_some() { 100_000 } else { 100 };
        Ok(Contest {
            contenders: self.contenders()?,
            conditions,
            openings: self.openings(storage, &start)?,
            alternate: self.alternate,
            games: self.games.unwrap_or(most) as usize,
            concurrency: self.concurrency,
            logs: self.logs.clone(),
            storage: storage.clone(),
            echo: self.verbose,
        })
    }

    /// The sequential test.
    ///
    /// # Errors
    /// Where its hypotheses are the wrong way round.
    pub fn sprt(&self) -> Result<Option<Sprt>, String> {
        let Some(sprt) = self.sprt else { return Ok(None) };
        let Sprt { elo0, elo1, .. } = sprt;
        let sensible = elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 2000.0;
        sensible.then_some(Some(sprt)).ok_or_else(|| {
            format!(
                "--sprt {elo0} {elo1}: the first must be less than the second, both within 2000"
            )
        })
    }

    fn contenders(&self) -> Result<[Contender; 2], String> {
        let [a, b] = &self.engines[..] else {
            return Err(format!("a match has two engines, not {}", self.engines.len()));
        };
        if self.names.len() > 2 {
            return Err(format!("{} names are too many for two engines", self.names.len()));
        }
        let mut contenders = [contender(a)?, contender(b)?];
        for (contender, name) in contenders.iter_mut().zip(&self.names) {
            contender.name = Some(name.clone());
        }
        for init in &self.init {
            let (side, command) = self.init_command(init)?;
            contenders[side.index()].init.push(command);
        }
        for side in Side::BOTH {
            let contender = &mut contenders[side.index()];
            contender.limit = self.time.filter(|_| self.untimed != Some(side));
            if contender.protocol == ProtocolKind::Wtp
                && let Some(limit) = &contender.limit
            {
                commands::wtp_time(limit).map_err(|reason| format!("engine {side}: {reason}"))?;
            }
        }
        Ok(contenders)
    }

    /// Splits `A:level 1` into the side, by letter or name, and the command.
    fn init_command(&self, init: &str) -> Result<(Side, String), String> {
        let (owner, command) = init.split_once(':').unwrap_or(("", init));
        let named = self.names.iter().position(|name| name == owner);
        let side = Side::parse(owner).ok().or(named.map(|index| Side::BOTH[index]));
        match (side, command.trim()) {
            (Some(side), command) if !command.is_empty() && !command.contains(['\n', '\r']) => {
                Ok((side, command.into()))
            }
            _ => Err(format!("--init '{init}': it must be A:COMMAND or B:COMMAND")),
        }
    }

    fn openings(&self, storage: &Storage, start: &Game) -> Result<Openings, String> {
        if let Some(turns) = self.random_opening {
            return Ok(Openings::Random {
                turns,
                seed: self.seed.unwrap_or_else(|| rand::random::<u32>().into()),
            });
        }
        let Some(path) = &self.openings else { return Ok(Openings::None) };
        let message = |error: &dyn Display| format!("{}: {error}", path.display());
        let text = storage.read_text(path, MOST_OPENINGS).map_err(|error| message(&error))?;
        Openings::parse(&text, start).map_err(|error| message(&error))
    }
}

fn contender(text: &str) -> Result<Contender, String> {
    Contender::parse(text).map_err(|error| format!("--engine '{text}': {error}"))
}

/// The rules by name and options, with a komi that has its own argument.
fn rules(text: &str, komi: Komi) -> Result<Rules, String> {
    let rules = rule_option::rules(text, komi).map_err(|error| format!("--rules: {error}"))?;
    Ok(Rules { komi, ..rules })
}
