//! The command line of `tianyuan match`: what the user may ask for.
//!
//! It does not know what that means together.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::go::{BoardSize, Komi};
use crate::protocol::number;

use super::contender::Side;

/// What to play.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct MatchArguments {
    /// An engine's command line; given twice, for A and for B. It speaks GTP, or WTP with `wtp:`
    /// before it. Quotation marks hold arguments with blanks together
    #[arg(long = "engine", value_name = "CMD", required = true)]
    pub(super) engines: Vec<String>,

    /// What the reports call A, and given again B [default: what the engine says]
    #[arg(long = "name", value_name = "NAME")]
    pub(super) names: Vec<String>,

    /// Games [default: 100, or with --sprt 100000 at most]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) games: Option<u32>,

    /// Lines of the board, 2 to 25
    #[arg(long, value_name = "N", default_value = "19", value_parser = board_size)]
    pub(super) size: BoardSize,

    /// White's compensation in points
    #[arg(long, default_value = "7.5", allow_negative_numbers = true, value_parser = komi)]
    pub(super) komi: Komi,

    /// The rules, by name and by option: `chinese`, `tromp-taylor`, `chinese, ko: simple`
    #[arg(long, value_name = "NAME", default_value = "chinese")]
    pub(super) rules: String,

    /// Time for each move
    #[arg(long, value_name = "SECONDS", value_parser = time, conflicts_with_all = ["main", "byo_yomi"])]
    pub(super) byo: Option<Duration>,

    /// Time for the game, before any byo-yomi
    #[arg(long, value_name = "SECONDS", value_parser = time)]
    pub(super) main: Option<Duration>,

    /// Time for a move once the main time is used up
    #[arg(long, value_name = "SECONDS", value_parser = time)]
    pub(super) byo_yomi: Option<Duration>,

    /// How often that time may pass without a move, the loss of the game included
    #[arg(long, value_name = "N", default_value_t = 1, requires = "byo_yomi")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) periods: u32,

    /// Canadian byo-yomi: moves that have to be made within each byo-yomi time
    #[arg(long, value_name = "N", requires = "byo_yomi", conflicts_with = "periods")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) stones: Option<u32>,

    /// Fischer's clock: time that is added after each move
    #[arg(long, value_name = "SECONDS", value_parser = time, requires = "main")]
    #[arg(conflicts_with = "byo_yomi")]
    pub(super) increment: Option<Duration>,

    /// The side, A or B, that is told no time settings and has no clock: it plays at its own pace
    #[arg(long, value_name = "SIDE", value_parser = side)]
    pub(super) untimed: Option<Side>,

    /// By how much a clock may be exceeded
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = time)]
    pub(super) margin: Duration,

    /// How long to wait for any answer that no clock limits
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = time)]
    pub(super) patience: Duration,

    /// A command for A (`A:level 1`) or B before the first move of every game, after the board, the
    /// rules and the time are set; may be given often
    #[arg(long, value_name = "SIDE:COMMAND")]
    pub(super) init: Vec<String>,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: u16,

    /// A file of openings, one a line: vertices of alternating colours, Black first, as
    /// `D4 Q16 pass C3`; a colour before a vertex (`W Q16`) says who plays it, # begins a comment.
    /// Each is played twice with colours changed
    #[arg(long, value_name = "FILE", conflicts_with = "random_opening")]
    pub(super) openings: Option<PathBuf>,

    /// Begin each pair of games with K random moves
    #[arg(long, value_name = "K")]
    pub(super) random_opening: Option<usize>,

    /// Stop as soon as A's strength is rather ELO0 or rather ELO1
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub(super) sprt: Option<Vec<f64>>,

    /// The chance of --sprt to accept ELO1 wrongly
    #[arg(long, value_name = "CHANCE", default_value = "0.05", value_parser = chance)]
    pub(super) alpha: f64,

    /// The chance of --sprt to accept ELO0 wrongly
    #[arg(long, value_name = "CHANCE", default_value = "0.05", value_parser = chance)]
    pub(super) beta: f64,

    /// A is Black in every game, each with its own opening
    #[arg(long)]
    pub(super) no_alternate: bool,

    /// Turns after which a game is a draw [default: four for each point of the board]
    #[arg(long, value_name = "N")]
    pub(super) max_moves: Option<usize>,

    /// A new or empty folder that each game is saved in as SGF and as wei7
    #[arg(long, value_name = "DIR")]
    pub(super) save: Option<PathBuf>,

    /// A file that gets a line of JSON for each game; lines before stay
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,

    /// A folder for what engines and referee said to each other, and the engines' standard error
    #[arg(long, value_name = "DIR")]
    pub(super) logs: Option<PathBuf>,

    /// Seed of the random openings [default: another one every time; it is printed]
    #[arg(long, value_name = "S")]
    pub(super) seed: Option<u64>,

    /// Tell of each game, and show what engines write to their standard error
    #[arg(short, long)]
    pub(super) verbose: bool,
}

fn board_size(text: &str) -> Result<BoardSize, String> {
    let size = text.parse().ok().and_then(BoardSize::new);
    size.ok_or_else(|| String::from("a board has 2 to 25 lines"))
}

fn komi(text: &str) -> Result<Komi, String> {
    let komi = number::float(text).and_then(number::komi);
    komi.map_err(|_| String::from("it must be a multiple of 0.5 within 1000"))
}

fn time(text: &str) -> Result<Duration, String> {
    const WEEK: f64 = 604_800.0;
    let seconds = text.parse().ok().filter(|seconds| (0.0..=WEEK).contains(seconds));
    let seconds = seconds.ok_or_else(|| String::from("it must be from 0 s to a week"))?;
    Ok(Duration::from_secs_f64(seconds))
}

fn chance(text: &str) -> Result<f64, String> {
    let chance = text.parse().ok().filter(|chance| (1e-6..0.5).contains(chance));
    chance.ok_or_else(|| String::from("it must be from 0.000001 to less than 0.5"))
}

/// Reads the letter of a side.
pub(super) fn side(text: &str) -> Result<Side, String> {
    match text {
        "A" | "a" => Ok(Side::A),
        "B" | "b" => Ok(Side::B),
        _ => Err("it must be A or B".into()),
    }
}
