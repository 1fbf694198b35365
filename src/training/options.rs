//! The options of the two training jobs.

use std::path::PathBuf;

use crate::distributed::shard::Shard;
use crate::go::BoardSize;

/// The options of training the move model. Games are read one per line: month, result and moves. A move has two
/// letters, column and row from the top left; `tt` is a pass; Black moves first.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingOptions {
    /// The output file of the weights; without it only the accuracy is reported.
    pub output: Option<PathBuf>,
    /// The board size.
    pub size: BoardSize,
    /// The number of epochs.
    pub epochs: usize,
    /// The maximum number of positions per epoch.
    pub positions: Option<usize>,
    /// The fraction of games held out for validation, from 0 to less than 1.
    pub held_out: f64,
    /// The seed of the game order.
    pub seed: u64,
    /// The initial learning rate; it decays to a tenth.
    pub rate: f32,
    /// The minimum number of occurrences of a shape.
    pub least: u32,
    /// The maximum number of shapes.
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

/// The options of writing training samples. Games are read one per line: a field that is ignored, result and moves. A
/// move has two letters, column and row from the top left; `tt` is a pass; Black moves first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureOptions {
    /// The output file.
    pub output: PathBuf,
    /// The board size.
    pub size: BoardSize,
    /// Komi of the games in half points.
    pub komi: i16,
    /// Whether area scoring is used instead of territory scoring.
    pub area: bool,
    /// The number of sampled positions per game; `None` for all.
    pub per_game: Option<usize>,
    /// The random seed.
    pub seed: u64,
    /// The shard of games, by line number.
    pub shard: Shard,
}
