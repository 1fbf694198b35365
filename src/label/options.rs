//! What is labelled, and how.

use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;

use crate::distributed::shard::Shard;
use crate::go::{BoardSize, Komi, Rules};
use crate::nn::Nets;
use crate::records::record::Language;

use super::row_kind::RowKind;

/// The options of labelling positions of games by a net.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelOptions {
    /// Game records, folders of them, and files of lines; where there are none, lines are read from an input.
    pub files: Vec<PathBuf>,
    /// The nets, each for its board sizes.
    pub nets: Nets,
    /// What is written beside the samples.
    pub rows: RowKind,
    /// The language of messages.
    pub language: Language,
    /// The folder of the chunks.
    pub output: PathBuf,
    /// The board of lines that do not tell theirs.
    pub size: BoardSize,
    /// How many games are drawn; all where it is missing.
    pub games: Option<usize>,
    /// How many positions of each game are drawn; all where it is missing.
    pub per_game: Option<usize>,
    /// The komi under which the net is asked.
    pub komi: KomiOptions,
    /// The rules under which the net is asked; their komi does not count.
    pub rules: Rules,
    /// The symmetries under which it is asked.
    pub symmetries: Symmetries,
    /// Visits of a search for value, score and ownership; none where it is 0.
    pub visits: u64,
    /// A chunk ends with the game that fills it to so many positions.
    pub chunk_size: NonZero<usize>,
    /// The part of the chunks that is labelled.
    pub shard: Shard,
    /// The seed of all that is drawn.
    pub seed: u64,
    /// Threads, each with a net at work on a position of its own.
    pub threads: NonZero<usize>,
}

/// Which komi the net is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KomiOptions {
    /// What komi is drawn around.
    pub around: KomiChoice,
    /// How far, in half points, it may be from that, in steps of a half point.
    pub spread: u16,
    /// The komi of games that do not tell theirs.
    pub of_games: Komi,
}

/// What the komi that a net is told is drawn around.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KomiChoice {
    /// One for all games.
    Given(Komi),
    /// That of each game.
    OfGame,
    /// The one that makes a game close, by half a point or three halves; games that nobody counted, or where
    /// it is beyond 25 points, are left out.
    Close,
}

/// The symmetries under which a net is asked about a position; the mean of the answers is the label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetries {
    /// The board as it is.
    Identity,
    /// So many different ones, 1 to 8, drawn for each position.
    Drawn(usize),
}

/// As the command line has it.
impl fmt::Display for KomiChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KomiChoice::Given(komi) => komi.fmt(f),
            KomiChoice::OfGame => f.write_str("game"),
            KomiChoice::Close => f.write_str("close"),
        }
    }
}

/// As the command line has it.
impl fmt::Display for Symmetries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symmetries::Identity => f.write_str("none"),
            Symmetries::Drawn(count) => count.fmt(f),
        }
    }
}
