//! The command line of `tianyuan match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cancellation::Cancellation;
use crate::distributed::shard::Shard;
use crate::go::{BoardSize, Komi};
use crate::job_error::JobError;
use crate::protocol::parse_number;
use crate::records::storage::Storage;
use crate::search::clock::TimeControl;
use crate::tournament::{Adjudication, EngineId, MatchOptions, MatchStatus, Pairing};

#[cfg(feature = "postgres")]
use super::claims::ClaimArguments;
use super::language::LanguageOption;
use super::match_merge::{MatchJob, TestArguments};
use super::progress_bar::ProgressBar;
use super::signals::cancel_on_interrupt;
use super::value_parsers::board_size;

/// The progress bar template: games, time and score.
const BAR: &str = "{bar:12} {pos}/{len} [{elapsed}] {wide_msg}";

/// The examples at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  tianyuan match --engine 'tianyuan --level 5' --engine 'gnugo --mode gtp' --size 9 --games 20
  tianyuan match --engine ./new --engine ./old --byo 1 --sprt 0 10 --openings openings.txt
  tianyuan match --engine A --engine B --json games.jsonl --save games --concurrency 4";

/// The arguments of `tianyuan match`.
#[derive(Debug, Clone, PartialEq, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = EXAMPLES)]
pub struct MatchArguments {
    #[command(subcommand)]
    job: Option<MatchJob>,

    /// TOML file of options; command line options take precedence
    #[arg(value_name = "FILE.toml")]
    pub(super) file: Option<PathBuf>,

    /// Engine command line (GTP; WTP with the prefix `wtp:`); at least twice
    #[arg(help_heading = "Engines")]
    #[arg(long = "engine", value_name = "CMD", required_unless_present = "file")]
    engines: Vec<String>,

    /// Play the first engine against each of the others only
    #[arg(long, help_heading = "Engines")]
    gauntlet: bool,

    /// Name of an engine in reports, in order [default: its reported name]
    #[arg(long = "name", value_name = "NAME", help_heading = "Engines")]
    names: Vec<String>,

    /// Number of games per pairing [default: 100; with --sprt at most 100000]
    #[arg(help_heading = "Games")]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Process shard I (from 0) of N; `auto` reads a Slurm job array
    #[arg(help_heading = "Distribution")]
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    #[arg(value_parser = Shard::parse)]
    shard: Shard,

    #[cfg(feature = "postgres")]
    #[command(flatten)]
    claims: ClaimArguments,

    /// Board size, 2 to 25
    #[arg(help_heading = "Games")]
    #[arg(long, value_name = "N", default_value = "19", value_parser = board_size)]
    size: BoardSize,

    /// Komi in points
    #[arg(help_heading = "Games")]
    #[arg(long, default_value = "7.5", allow_negative_numbers = true, value_parser = komi)]
    komi: Komi,

    /// Rules, such as `chinese`, `tromp-taylor` or `chinese, ko: simple`
    #[arg(long, value_name = "NAME", default_value = "chinese", help_heading = "Games")]
    rules: String,

    /// Time per move
    #[arg(help_heading = "Time")]
    #[arg(long, value_name = "SECONDS", value_parser = time, conflicts_with_all = ["main", "byo_yomi"])]
    byo: Option<Duration>,

    /// Main time
    #[arg(long, value_name = "SECONDS", value_parser = time, help_heading = "Time")]
    main: Option<Duration>,

    /// Byo-yomi time per period
    #[arg(long, value_name = "SECONDS", value_parser = time, help_heading = "Time")]
    byo_yomi: Option<Duration>,

    /// Number of byo-yomi periods
    #[arg(help_heading = "Time")]
    #[arg(long, value_name = "N", default_value_t = 1, requires = "byo_yomi")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    periods: u32,

    /// Canadian byo-yomi: moves per byo-yomi period
    #[arg(help_heading = "Time")]
    #[arg(long, value_name = "N", requires = "byo_yomi", conflicts_with = "periods")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    stones: Option<u32>,

    /// Fischer increment per move
    #[arg(help_heading = "Time")]
    #[arg(long, value_name = "SECONDS", value_parser = time, requires = "main")]
    #[arg(conflicts_with = "byo_yomi")]
    increment: Option<Duration>,

    /// Engine without time settings and clock: A, B, ...
    #[arg(long, value_name = "SIDE", value_parser = EngineId::parse, help_heading = "Engines")]
    untimed: Option<EngineId>,

    /// Tolerated clock overrun
    #[arg(help_heading = "Time")]
    #[arg(long, alias = "margin", value_name = "SECONDS", default_value = "0", value_parser = time)]
    time_tolerance: Duration,

    /// Response timeout for commands without a clock
    #[arg(help_heading = "Engines")]
    #[arg(long = "timeout", alias = "patience", value_name = "SECONDS", default_value = "600", value_parser = time)]
    answer_timeout: Duration,

    /// Command sent before each game, such as `A:level 1`; repeatable
    #[arg(long, value_name = "SIDE:COMMAND", help_heading = "Engines")]
    init: Vec<String>,

    /// Number of games played in parallel
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Games")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// File of openings, one per line, such as `D4 Q16 pass C3`
    #[arg(long, value_name = "FILE", conflicts_with = "random_opening", help_heading = "Games")]
    openings: Option<PathBuf>,

    /// Start each pair of games with K random moves
    #[arg(long, value_name = "K", help_heading = "Games")]
    random_opening: Option<usize>,

    #[command(flatten)]
    test: TestArguments,

    /// A is Black in every game, instead of alternating colours
    #[arg(long, help_heading = "Games")]
    no_alternate: bool,

    /// Moves after which a game is a draw [default: four per point]
    #[arg(long, value_name = "N", help_heading = "Games")]
    max_moves: Option<usize>,

    /// Adjudicate if both engines report this win rate for one side
    #[arg(long, value_name = "CHANCE", value_parser = likely, help_heading = "Adjudication")]
    adjudicate_winrate: Option<f64>,

    /// Adjudicate if both engines report this lead for one side
    #[arg(long, value_name = "POINTS", value_parser = points, help_heading = "Adjudication")]
    adjudicate_score: Option<f64>,

    /// Consecutive moves per engine required to adjudicate
    #[arg(long, value_name = "N", default_value_t = 5, help_heading = "Adjudication")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    adjudicate_moves: u16,

    /// Save each game as SGF and wei7 in an empty folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    save: Option<PathBuf>,

    /// Append a line of JSON per game; resumes an interrupted match
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,

    /// Folder for the traffic with the engines and their standard error
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    logs: Option<PathBuf>,

    /// Random seed of openings and of engines with `set_random_seed` [default: random]
    #[arg(long, value_name = "S", help_heading = "Games")]
    seed: Option<u64>,

    /// Print a line per game and the engines' standard error
    #[arg(short, long, help_heading = "Output")]
    verbose: bool,

    #[command(flatten)]
    lang: LanguageOption,
}

impl MatchArguments {
    /// Plays the match or merges a sharded one, and prints the lines of the report. An interrupt ends it early.
    ///
    /// # Errors
    /// Returns [`JobError`] if the match cannot be played; games already played are reported nevertheless.
    pub fn run(&self, print: &mut dyn FnMut(&str)) -> Result<MatchStatus, JobError> {
        let (storage, progress) = (Storage::default(), ProgressBar::new(BAR));
        if let Some(MatchJob::Merge(job)) = &self.job {
            return job.run(&storage, &progress, print);
        }
        let cancellation = Cancellation::default();
        cancel_on_interrupt(&cancellation);
        #[cfg(feature = "postgres")]
        if let Some(run) = self.claims.options("match") {
            return self.options().run_claimed(&storage, &run, &cancellation, &progress, print);
        }
        self.options().run(&storage, &cancellation, &progress, print)
    }

    /// Converts the arguments to options.
    pub fn options(&self) -> MatchOptions {
        MatchOptions {
            engines: self.engines.clone(),
            pairing: if self.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin },
            names: self.names.clone(),
            games: self.games,
            shard: self.shard,
            size: self.size,
            komi: self.komi,
            rules: self.rules.clone(),
            time: self.time_control(),
            untimed: self.untimed,
            margin: self.time_tolerance,
            answer_timeout: self.answer_timeout,
            init: self.init.clone(),
            concurrency: self.concurrency.into(),
            openings: self.openings.clone(),
            random_opening: self.random_opening,
            sprt: self.test.sprt(),
            alternate: !self.no_alternate,
            max_turns: self.max_moves,
            adjudication: self.adjudication(),
            save: self.save.clone(),
            json: self.json.clone(),
            logs: self.logs.clone(),
            seed: self.seed,
            verbose: self.verbose,
            language: self.lang.language(),
        }
    }

    /// Returns the adjudication criteria, if enabled.
    fn adjudication(&self) -> Option<Adjudication> {
        let (winrate, score) = (self.adjudicate_winrate, self.adjudicate_score);
        let moves = self.adjudicate_moves.into();
        (winrate.is_some() || score.is_some()).then_some(Adjudication { winrate, score, moves })
    }

    /// Returns the time control of the engines that have one.
    fn time_control(&self) -> Option<TimeControl> {
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
}

pub(super) fn komi(text: &str) -> Result<Komi, String> {
    let komi = parse_number::float(text).and_then(parse_number::komi);
    komi.map_err(|_| String::from("expected a multiple of 0.5 from -1000 to 1000"))
}

fn time(text: &str) -> Result<Duration, String> {
    const WEEK: f64 = 604_800.0;
    let seconds = text.parse().ok().filter(|seconds| (0.0..=WEEK).contains(seconds));
    let seconds = seconds.ok_or_else(|| String::from("expected 0 to 604800 s"))?;
    Ok(Duration::from_secs_f64(seconds))
}

fn likely(text: &str) -> Result<f64, String> {
    let chance = text.parse().ok().filter(|chance| (0.5..=1.0).contains(chance) && *chance > 0.5);
    chance.ok_or_else(|| String::from("expected a number above 0.5, up to 1"))
}

fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points| (0.5..=1000.0).contains(points));
    points.ok_or_else(|| String::from("expected a number from 0.5 to 1000"))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::go::KoRule;
    use crate::tournament::MatchRunner;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        arguments: MatchArguments,
    }

    fn contest(arguments: &[&str]) -> Result<MatchRunner, String> {
        let engines = ["match", "--engine", "wtp:one -x", "--engine", "two"];
        let line = CommandLine::try_parse_from(engines.iter().chain(arguments))
            .map_err(|error| error.to_string())?;
        let options = line.arguments.options();
        let checked = options.check().and_then(|()| options.contest(&Storage::default(), 1));
        checked.map_err(|error| error.to_string())
    }

    #[test]
    fn untimed_engine_has_no_time_control() {
        let limits = |arguments: &[&str]| {
            let contenders = contest(arguments).expect("a contest").contenders;
            contenders.into_iter().map(|contender| contender.limit).collect::<Vec<_>>()
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
    fn options_select_time_control() {
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
    fn rules_accept_options() {
        let rules = |text| contest(&["--rules", text]).map(|contest| contest.conditions.rules);
        assert_eq!(rules("Chinese").map(|rules| rules.ko), Ok(KoRule::Positional));
        assert_eq!(rules("chinese, ko: simple").map(|rules| rules.ko), Ok(KoRule::Simple));
        assert!(rules("klingon").is_err_and(|error| error.contains("'klingon'")));
        assert!(rules("chinese, ko: eternal").is_err());
        assert!(rules("chinese, ko").is_err());
    }

    #[test]
    fn init_accepts_engine_letter_or_name() {
        let asked = ["--name", "x", "--name", "gnu", "--init", "A:level 1", "--init", "gnu:a b:c"];
        let contenders = contest(&asked).expect("a contest").contenders;
        let commands = contenders.into_iter().map(|contender| contender.init);
        assert_eq!(commands.collect::<Vec<_>>(), [["level 1"], ["a b:c"]]);
        for wrong in ["level 1", "C:level 1", "A: "] {
            assert!(contest(&["--init", wrong]).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn invalid_options_are_rejected() {
        for wrong in [
            &["--byo", "0.5"][..],
            &["--byo", "1", "--main", "10"],
            &["--sprt", "10", "0"],
            &["--sprt", "0"],
            &["--engine", "three", "--sprt", "0", "10"],
            &["--shard", "2/2", "--seed", "1", "--json", "x"],
            &["--shard", "0/2", "--json", "x"],
            &["--shard", "0/2", "--seed", "1"],
            &["--shard", "0/2", "--seed", "1", "--json", "x", "--sprt", "0", "10"],
            &["--openings", "no such file"],
            &["--komi", "7.3"],
            &["--games", "0"],
            &["--periods", "3"],
        ] {
            assert!(contest(wrong).is_err(), "{wrong:?}");
        }
        assert!(contest(&["--sprt", "-10", "0", "--komi", "-3.5"]).is_ok());
        assert!(contest(&["--engine", "three", "--gauntlet"]).is_ok());
        assert!(contest(&["--shard", "1/2", "--seed", "1", "--json", "x"]).is_ok());
    }
}
