//! What is asked for: the contest and the test that a command line means, or why there is none.

use std::fmt::Display;
use std::time::Duration;

use crate::engine::TimeControl;
use crate::go::{Game, Komi, Rules};
use crate::protocol::rule_option;
use crate::storage::Storage;

use super::arguments::{MatchArguments, side};
use super::conditions::Conditions;
use super::contender::{Contender, Side};
use super::contest::Contest;
use super::opening::Openings;
use super::orders;
use super::sprt::Sprt;
use super::talk::Language;

/// The most bytes of a file of openings.
const MOST_OPENINGS: usize = 64 << 20;

impl MatchArguments {
    /// The contest that is asked for.
    ///
    /// # Errors
    /// What cannot be as asked, in a sentence.
    pub fn contest(&self, storage: &Storage) -> Result<Contest, String> {
        let rules = rules(&self.rules, self.komi)?;
        let area = self.size.area();
        let conditions = Conditions {
            size: self.size,
            rules,
            rules_name: self.rules.trim().into(),
            margin: self.margin,
            patience: self.patience,
            most_turns: self.max_moves.unwrap_or(4 * area),
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
            alternate: !self.no_alternate,
            games: self.games.unwrap_or(most) as usize,
            concurrency: self.concurrency.into(),
            logs: self.logs.clone(),
            storage: storage.clone(),
            echo: self.verbose,
        })
    }

    /// The sequential test that is asked for, if one is.
    ///
    /// # Errors
    /// Where its hypotheses are the wrong way round.
    pub fn sprt(&self) -> Result<Option<Sprt>, String> {
        let Some(&[elo0, elo1]) = self.sprt.as_deref() else { return Ok(None) };
        let sprt = Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta };
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
            contender.limit = self.limit().filter(|_| self.untimed != Some(side));
            if contender.language == Language::Wtp
                && let Some(limit) = &contender.limit
            {
                orders::wtp_time(limit).map_err(|reason| format!("engine {side}: {reason}"))?;
            }
        }
        Ok(contenders)
    }

    /// The time control of a side that has one.
    fn limit(&self) -> Option<TimeControl> {
        let main = self.main.unwrap_or_default();
        let limit = match (self.byo.or(self.byo_yomi), self.stones, self.increment) {
            (None | Some(Duration::ZERO), _, None | Some(Duration::ZERO)) => {
                TimeControl::Absolute { main }
            }
            (Some(period), Some(stones), _) => TimeControl::Canadian { main, period, stones },
            (Some(period), None, _) => TimeControl::ByoYomi { main, period, periods: self.periods },
            (None, _, Some(increment)) => {
                TimeControl::Fischer { main, increment, cap: None, move_cap: None }
            }
        };
        (limit != TimeControl::Absolute { main: Duration::ZERO }).then_some(limit)
    }

    /// The side that `A:level 1` is for, by its letter or its name, and the command.
    fn init_command(&self, init: &str) -> Result<(Side, String), String> {
        let (whose, command) = init.split_once(':').unwrap_or(("", init));
        let named = self.names.iter().position(|name| name == whose);
        let side = side(whose).ok().or(named.map(|place| Side::BOTH[place]));
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
        let told = |error: &dyn Display| format!("{}: {error}", path.display());
        let text = storage.read_text(path, MOST_OPENINGS).map_err(|error| told(&error))?;
        Openings::parse(&text, start).map_err(|error| told(&error))
    }
}

fn contender(text: &str) -> Result<Contender, String> {
    Contender::of(text).map_err(|error| format!("--engine '{text}': {error}"))
}

/// The rules of a name and options; komi has an argument of its own.
fn rules(text: &str, komi: Komi) -> Result<Rules, String> {
    let rules = rule_option::rules(text, komi).map_err(|error| format!("--rules: {error}"))?;
    Ok(Rules { komi, ..rules })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::go::KoRule;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        arguments: MatchArguments,
    }

    fn contest(arguments: &[&str]) -> Result<Contest, String> {
        let engines = ["match", "--engine", "wtp:one -x", "--engine", "two"];
        let line = CommandLine::try_parse_from(engines.iter().chain(arguments))
            .map_err(|error| error.to_string())?;
        line.arguments.sprt()?;
        line.arguments.contest(&Storage::default())
    }

    #[test]
    fn only_the_timed_side_has_a_limit() {
        let limits = |arguments: &[&str]| {
            contest(arguments).expect("a contest").contenders.map(|contender| contender.limit)
        };
        let second = Duration::from_secs(1);
        let one = TimeControl::ByoYomi { main: Duration::ZERO, period: second, periods: 1 };
        assert_eq!(limits(&[]), [None, None]);
        assert_eq!(limits(&["--byo", "1"]), [Some(one), Some(one)]);
        assert_eq!(limits(&["--byo", "1", "--untimed", "B"]), [Some(one), None]);
        let blitz = TimeControl::ByoYomi { main: 10 * second, period: second, periods: 5 };
        let asked = ["--main", "10", "--byo-yomi", "1", "--periods", "5", "--untimed", "a"];
        assert_eq!(limits(&asked), [None, Some(blitz)]);
    }

    #[test]
    fn every_kind_of_clock_can_be_asked_for() {
        let limit = |arguments: &[&str]| {
            let untimed = [arguments, &["--untimed", "a"]].concat();
            contest(&untimed).expect("a contest").contenders[1].limit
        };
        let [main, period] = [60, 20].map(Duration::from_secs);
        assert_eq!(limit(&["--main", "60"]), Some(TimeControl::Absolute { main }));
        assert_eq!(
            limit(&["--main", "60", "--byo-yomi", "20", "--stones", "5"]),
            Some(TimeControl::Canadian { main, period, stones: 5 })
        );
        assert_eq!(
            limit(&["--main", "60", "--increment", "20"]),
            Some(TimeControl::Fischer { main, increment: period, cap: None, move_cap: None })
        );
        let error = |arguments| contest(arguments).expect_err("WTP cannot say it");
        assert!(error(&["--main", "1", "--increment", "1"]).contains("engine A: WTP"));
        assert!(error(&["--byo-yomi", "9", "--stones", "2"]).contains("engine A: WTP"));
    }

    #[test]
    fn rules_have_options() {
        let rules = |text| contest(&["--rules", text]).map(|contest| contest.conditions.rules);
        assert_eq!(rules("Chinese").map(|rules| rules.ko), Ok(KoRule::Positional));
        assert_eq!(rules("chinese, ko: simple").map(|rules| rules.ko), Ok(KoRule::Simple));
        assert!(rules("klingon").is_err_and(|error| error.contains("'klingon'")));
        assert!(rules("chinese, ko: eternal").is_err());
        assert!(rules("chinese, ko").is_err());
    }

    #[test]
    fn commands_are_for_a_letter_or_a_name() {
        let asked = ["--name", "x", "--name", "gnu", "--init", "A:level 1", "--init", "gnu:a b:c"];
        let [a, b] = contest(&asked).expect("a contest").contenders;
        assert_eq!((a.init, b.init), (vec!["level 1".to_owned()], vec!["a b:c".to_owned()]));
        for wrong in ["level 1", "C:level 1", "A: "] {
            assert!(contest(&["--init", wrong]).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn what_cannot_be_is_told() {
        for wrong in [
            &["--byo", "0.5"][..],
            &["--byo", "1", "--main", "10"],
            &["--sprt", "10", "0"],
            &["--sprt", "0"],
            &["--engine", "three"],
            &["--openings", "no such file"],
            &["--komi", "7.3"],
            &["--games", "0"],
            &["--periods", "3"],
        ] {
            assert!(contest(wrong).is_err(), "{wrong:?}");
        }
        assert!(contest(&["--sprt", "-10", "0", "--komi", "-3.5"]).is_ok());
    }
}
