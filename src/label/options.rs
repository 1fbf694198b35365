//! Options of `tianyuan label`.

use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;

use crate::distributed::shard::Shard;
use crate::go::{BoardSize, Komi, Rules};
use crate::nn::Nets;
use crate::records::record::Language;

use super::row_kind::RowKind;

/// Options of the evaluation of positions.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelOptions {
    /// Game records, folders of them, and files of lines; if empty, lines are read from an input stream.
    pub files: Vec<PathBuf>,
    /// The nets by board size.
    pub nets: Nets,
    /// The rows to write.
    pub rows: RowKind,
    /// The language of messages.
    pub language: Language,
    /// The output folder.
    pub output: PathBuf,
    /// The board size of lines without one.
    pub size: BoardSize,
    /// The number of sampled games; `None` for all.
    pub games: Option<usize>,
    /// The number of sampled positions per game; `None` for all.
    pub per_game: Option<usize>,
    /// The komi input of the net.
    pub komi: KomiOptions,
    /// The rules input of the net; its komi is ignored.
    pub rules: Rules,
    /// The symmetries to average.
    pub symmetries: Symmetries,
    /// Visits of a search for value, score and ownership; 0 for no search.
    pub visits: u64,
    /// Positions per chunk; a chunk ends with a whole game.
    pub chunk_size: NonZero<usize>,
    /// The shard of chunks to process.
    pub shard: Shard,
    /// The random seed.
    pub seed: u64,
    /// The number of threads, each with one position.
    pub threads: NonZero<usize>,
}

/// The komi input of the net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KomiOptions {
    /// The centre of the distribution.
    pub around: KomiChoice,
    /// Half width of the uniform distribution, in half points.
    pub spread: u16,
    /// The komi of games without one.
    pub of_games: Komi,
}

/// The centre of the komi distribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KomiChoice {
    /// The same komi for all games.
    Given(Komi),
    /// The komi of each game.
    OfGame,
    /// The komi that makes the counted margin 0.5 or 1.5 points. Uncounted games, and games that need more than 25
    /// points, are skipped.
    Close,
}

/// The symmetries under which a position is evaluated; the target is the mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetries {
    /// Only the identity.
    Identity,
    /// This number of distinct symmetries, 1 to 8, sampled per position.
    Drawn(usize),
}

/// Formats the option as on the command line.
impl fmt::Display for KomiChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KomiChoice::Given(komi) => komi.fmt(f),
            KomiChoice::OfGame => f.write_str("game"),
            KomiChoice::Close => f.write_str("close"),
        }
    }
}

/// Formats the option as on the command line.
impl fmt::Display for Symmetries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symmetries::Identity => f.write_str("none"),
            Symmetries::Drawn(count) => count.fmt(f),
        }
    }
}
