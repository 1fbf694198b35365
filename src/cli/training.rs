//! The command lines of `tianyuan train-patterns` and `tianyuan features`.

use std::io::BufRead;
use std::path::PathBuf;

use clap::Args;

use crate::distributed::shard::Shard;
use crate::go::BoardSize;
use crate::job_error::JobError;
use crate::records::storage::Storage;
use crate::stdio::Closed;
use crate::training::{FeatureOptions, TrainingOptions};

use super::progress_bar::ProgressBar;
use super::value_parsers::board_size;

/// The progress bar template: games and time.
const BAR: &str = "{bar:24} {pos}/{len} games [{elapsed}, {eta} to go]";

/// The arguments of `tianyuan train-patterns`.
///
/// Games are read from standard input, one per line: a month, a result, and the moves as two letters each (column and
/// row from the upper left), Black first, `tt` for a pass.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct TrainingArguments {
    /// Output file for the weights [default: none]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Board size
    #[arg(long, default_value = "19", value_parser = board_size)]
    size: BoardSize,
    /// Number of epochs
    #[arg(long, value_name = "N", default_value_t = 1)]
    epochs: usize,
    /// Maximum number of positions per epoch [default: all]
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// Fraction of games held out for validation
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = parse_share)]
    held_out: f64,
    /// Random seed for the game order and the held-out set
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Initial learning rate; decays to a tenth
    #[arg(long, value_name = "RATE", default_value_t = 0.2)]
    rate: f32,
    /// Minimum number of occurrences of a shape
    #[arg(long, value_name = "N", default_value_t = 10)]
    least: u32,
    /// Maximum number of shapes, about three bytes each
    #[arg(long, value_name = "N", default_value_t = 480_000)]
    shapes: usize,
}

impl TrainingArguments {
    /// Trains on games from the input and prints the prediction accuracy on the held-out games.
    ///
    /// # Errors
    /// Returns [`JobError`] if the input or output fails or there are no training games.
    pub fn run(
        &self,
        input: impl BufRead,
        print: &mut dyn FnMut(&str) -> Result<(), Closed>,
    ) -> Result<(), JobError> {
        self.options().run(&Storage::default(), input, &ProgressBar::new(BAR), print)
    }

    /// Converts the arguments to options.
    pub fn options(&self) -> TrainingOptions {
        TrainingOptions {
            output: self.output.clone(),
            size: self.size,
            epochs: self.epochs,
            positions: self.positions,
            held_out: self.held_out,
            seed: self.seed,
            rate: self.rate,
            least: self.least,
            shapes: self.shapes,
        }
    }
}

/// The arguments of `tianyuan features`.
///
/// Games are read from standard input, one per line: a word, a result, and the moves as two letters each (column and
/// row from the upper left), Black first, `tt` for a pass.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct FeaturesArguments {
    /// Output file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Board size
    #[arg(long, default_value = "19", value_parser = board_size)]
    size: BoardSize,
    /// Komi of the games in points
    #[arg(long, value_name = "POINTS", default_value = "6.5", value_parser = parse_komi)]
    komi: i16,
    /// Use area scoring instead of territory scoring
    #[arg(long)]
    area: bool,
    /// Number of randomly sampled positions per game [default: all]
    #[arg(long, value_name = "N")]
    per_game: Option<usize>,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Process shard I (from 0) of N; `auto` reads a Slurm job array
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    #[arg(value_parser = Shard::parse)]
    shard: Shard,
}

impl FeaturesArguments {
    /// Reads games and writes their samples. A malformed line gets a message and is skipped.
    ///
    /// # Errors
    /// Returns [`JobError`] if the input or the output fails.
    pub fn run(&self, input: impl BufRead, print: &mut dyn FnMut(&str)) -> Result<(), JobError> {
        self.options().run(&Storage::default(), input, print)
    }

    /// Converts the arguments to options.
    pub fn options(&self) -> FeatureOptions {
        FeatureOptions {
            output: self.output.clone(),
            size: self.size,
            komi: self.komi,
            area: self.area,
            per_game: self.per_game,
            seed: self.seed,
            shard: self.shard,
        }
    }
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| String::from("expected a number from 0 to less than 1"))
}

/// Parses a komi into half points.
fn parse_komi(text: &str) -> Result<i16, String> {
    const MOST: f64 = 1000.0;
    let points = text.parse().ok().filter(|points: &f64| points.abs() <= MOST);
    let halves = points.map(|points| points * 2.0).filter(|halves| halves.fract() == 0.0);
    let wrong = || String::from("expected a multiple of 0.5 from -1000 to 1000");
    halves.map(|halves| halves as i16).ok_or_else(wrong)
}
