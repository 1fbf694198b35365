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

/// The template of the progress bar: games, time and the score.
const BAR: &str = "{bar:12} {pos}/{len} [{elapsed}] {wide_msg}";

/// The options of `tianyuan match`.
#[derive(Debug, Clone, PartialEq, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct MatchArguments {
    #[command(subcommand)]
    job: Option<MatchJob>,

    /// A file of options in TOML: their names, as `size = 9` or `engine = ["CMD", "CMD"]`. Options of the
    /// command line count more
    #[arg(value_name = "FILE.toml")]
    pub(super) file: Option<PathBuf>,

    /// An engine's command line; given twice, for A and for B, or more often: then each meets each
    /// other one. It speaks GTP, or WTP with `wtp:` before it. Quotation marks hold arguments with
    /// blanks together
    #[arg(long = "engine", value_name = "CMD", required_unless_present = "file")]
    engines: Vec<String>,

    /// The first engine meets all others, and these do not meet each other
    #[arg(long)]
    gauntlet: bool,

    /// The name of A in reports; given again, that of B and so on [default: the name that the engine
    /// states]
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,

    /// Games, of all shards [default: 100 between each two that meet, or with --sprt 100000 at most]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Play only part I of N of the pairs, I from 0 on; `auto` takes both from a Slurm job array,
    /// `auto/N` takes I from one or from an indexed job of Kubernetes
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    #[arg(value_parser = Shard::parse)]
    shard: Shard,

    #[cfg(feature = "postgres")]
    #[command(flatten)]
    claims: ClaimArguments,

    /// Lines of the board, 2 to 25
    #[arg(long, value_name = "N", default_value = "19", value_parser = board_size)]
    size: BoardSize,

    /// White's compensation in points
    #[arg(long, default_value = "7.5", allow_negative_numbers = true, value_parser = komi)]
    komi: Komi,

    /// The rules, by name and by option: `chinese`, `tromp-taylor`, `chinese, ko: simple`
    #[arg(long, value_name = "NAME", default_value = "chinese")]
    rules: String,

    /// Time for each move
    #[arg(long, value_name = "SECONDS", value_parser = time, conflicts_with_all = ["main", "byo_yomi"])]
    byo: Option<Duration>,

    /// Time for the game, before any byo-yomi
    #[arg(long, value_name = "SECONDS", value_parser = time)]
    main: Option<Duration>,

    /// Time for a move once the main time is used up
    #[arg(long, value_name = "SECONDS", value_parser = time)]
    byo_yomi: Option<Duration>,

    /// The number of byo-yomi periods; exceeding the last one loses the game
    #[arg(long, value_name = "N", default_value_t = 1, requires = "byo_yomi")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    periods: u32,

    /// Canadian byo-yomi: moves to be made within each byo-yomi time
    #[arg(long, value_name = "N", requires = "byo_yomi", conflicts_with = "periods")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    stones: Option<u32>,

    /// Fischer time: time added after each move
    #[arg(long, value_name = "SECONDS", value_parser = time, requires = "main")]
    #[arg(conflicts_with = "byo_yomi")]
    increment: Option<Duration>,

    /// The engine, A, B or another, that gets no time settings and has no clock: it plays at its own pace
    #[arg(long, value_name = "SIDE", value_parser = EngineId::parse)]
    untimed: Option<EngineId>,

    /// By how much a clock may be exceeded
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = time)]
    margin: Duration,

    /// How long to wait for any answer that no clock limits
    #[arg(long = "patience", value_name = "SECONDS", default_value = "600", value_parser = time)]
    answer_timeout: Duration,

    /// A command for A (`A:level 1`) or B before the first move of every game, after the board, the
    /// rules and the time are set; may be given often
    #[arg(long, value_name = "SIDE:COMMAND")]
    init: Vec<String>,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// A file of openings, one per line: vertices of alternating colours, Black first, as
    /// `D4 Q16 pass C3`; a colour before a vertex (`W Q16`) says who plays it, # begins a comment.
    /// Each is played twice with colours changed
    #[arg(long, value_name = "FILE", conflicts_with = "random_opening")]
    openings: Option<PathBuf>,

    /// Begin each pair of games with K random moves
    #[arg(long, value_name = "K")]
    random_opening: Option<usize>,

    #[command(flatten)]
    test: TestArguments,

    /// A is Black in every game, each with its own opening
    #[arg(long)]
    no_alternate: bool,

    /// Turns after which a game is a draw [default: four for each point of the board]
    #[arg(long, value_name = "N")]
    max_moves: Option<usize>,

    /// End a game when both engines state for some moves that the same one wins with at least this
    /// probability, 0.5 to 1
    #[arg(long, value_name = "CHANCE", value_parser = likely)]
    adjudicate_winrate: Option<f64>,

    /// End a game when both engines state for some moves that the same one leads by so many points
    #[arg(long, value_name = "POINTS", value_parser = points)]
    adjudicate_score: Option<f64>,

    /// The moves in a row for which each engine must state it
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    adjudicate_moves: u16,

    /// A new or empty folder that each game is saved in as SGF and as wei7
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,

    /// A file to which a line of JSON is appended for each game; if it has games of this match, it goes on
    /// with them
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// A folder for what engines and referee said to each other, and the engines' standard error
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,

    /// Seed of random openings and of engines that know `set_random_seed`, another one for each game
    /// [default: that of the games in the file, or another one every time; it is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Print a line for each game, and show what engines write to their standard error
    #[arg(short, long)]
    verbose: bool,

    #[command(flatten)]
    lang: LanguageOption,
}

impl MatchArguments {
    /// Plays the match, or puts together one that was played, and prints the lines of the report. An interrupt
    /// ends it early.
    ///
    /// # Errors
    /// Returns [`JobError`] if the match cannot be played. Games that were played before are reported nevertheless.
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

    /// The options as those of a match.
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
            margin: self.margin,
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

    /// When both engines decide a game.
    fn adjudication(&self) -> Option<Adjudication> {
        let (winrate, score) = (self.adjudicate_winrate, self.adjudicate_score);
        let moves = self.adjudicate_moves.into();
        (winrate.is_some() || score.is_some()).then_some(Adjudication { winrate, score, moves })
    }

    /// The time control of the sides that have one.
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
    komi.map_err(|_| String::from("it must be a multiple of 0.5 within 1000"))
}

fn time(text: &str) -> Result<Duration, String> {
    const WEEK: f64 = 604_800.0;
    let seconds = text.parse().ok().filter(|seconds| (0.0..=WEEK).contains(seconds));
    let seconds = seconds.ok_or_else(|| String::from("it must be from 0 s to a week"))?;
    Ok(Duration::from_secs_f64(seconds))
}

fn likely(text: &str) -> Result<f64, String> {
    let chance = text.parse().ok().filter(|chance| (0.5..=1.0).contains(chance) && *chance > 0.5);
    chance.ok_or_else(|| String::from("it must be more than 0.5, up to 1"))
}

fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points| (0.5..=1000.0).contains(points));
    points.ok_or_else(|| String::from("it must be from 0.5 to 1000"))
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
    fn only_the_timed_side_has_a_limit() {
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
        let contenders = contest(&asked).expect("a contest").contenders;
        let commands = contenders.into_iter().map(|contender| contender.init);
        assert_eq!(commands.collect::<Vec<_>>(), [["level 1"], ["a b:c"]]);
        for wrong in ["level 1", "C:level 1", "A: "] {
            assert!(contest(&["--init", wrong]).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn wrong_options_are_errors() {
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
