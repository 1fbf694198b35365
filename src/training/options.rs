//! The options of the two training jobs.

use std::path::PathBuf;

use crate::distributed::shard::Shard;
use crate::go::BoardSize;

/// The options of learning the move model. Games are read one a line: a month, a result and the
/// moves, two letters each, column and row from the upper left, Black first, `tt` for a pass.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingOptions {
    /// The file of the table of weights; without it only the accuracy is told.
    pub output: Option<PathBuf>,
    /// The board.
    pub size: BoardSize,
    /// How often the games are gone through.
    pub epochs: usize,
    /// The most positions of an epoch.
    pub positions: Option<usize>,
    /// The share of the games that is held out to measure the accuracy, from 0 to less than 1.
    pub held_out: f64,
    /// The seed of the order of the games.
    pub seed: u64,
    /// The learning rate of the first epoch's beginning; it falls to a tenth of that.
    pub rate: f32,
    /// How often a shape must have been played to get a weight.
    pub least: u32,
    /// The most shapes that get a weight.
    pub shapes: usize,
}

impl Default for TrainingOptions {
    fn default() -> Self {
        TrainingOptions {
            output: None,
            size: BoardSize::STANDARD,
            epochs: 1,
            positions: None,
            held_out: 0.02,
            seed: 1,
            rate: 0.2,
            least: 10,
            shapes: 480_000,
        }
    }
}

/// The options of writing the features of positions. Games are read one a line: a word, a result
/// and the moves, two letters each, column and row from the upper left, Black first, `tt` for a pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureOptions {
    /// The file of the samples.
    pub output: PathBuf,
    /// The board.
    pub size: BoardSize,
    /// Komi of the games in half points.
    pub komi: i16,
    /// Whether the games are counted by area rather than by territory.
    pub area: bool,
    /// How many positions of each game are drawn at random; all where it is missing.
    pub per_game: Option<usize>,
    /// The seed of what is drawn.
    pub seed: u64,
    /// The part of the games that is written, by the numbers of their lines.
    pub shard: Shard,
}
