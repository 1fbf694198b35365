//! The command line of `tianyuan train-patterns`.

use std::path::PathBuf;

use clap::Args;

use crate::go::BoardSize;

/// What to learn from, and how.
///
/// The games are read from the standard input, one a line: a month, a result and the moves, two
/// letters each, column and row from the upper left, Black first, `tt` for a pass.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct TrainingArguments {
    /// Where the table of weights goes; without it the figures are all there is
    #[arg(long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Lines of the board
    #[arg(long, default_value = "19", value_parser = parse_size)]
    pub(super) size: BoardSize,
    /// How often to go through the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) epochs: usize,
    /// The most positions to learn from in an epoch [default: all]
    #[arg(long, value_name = "N")]
    pub(super) positions: Option<usize>,
    /// The share of the games that is not learnt from but foretold at the end
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = parse_share)]
    pub(super) held_out: f64,
    /// The seed of the order of the games, and so of which are held out
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// The length of steps at the beginning; at the end it is a tenth of that
    #[arg(long, value_name = "LENGTH", default_value_t = 0.2)]
    pub(super) rate: f32,
    /// How often a shape must have been played to get a weight
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) least: u32,
    /// The most shapes that get a weight, about three bytes each
    #[arg(long, value_name = "N", default_value_t = 480_000)]
    pub(super) shapes: usize,
}

/// A board size by its lines.
pub(super) fn parse_size(text: &str) -> Result<BoardSize, String> {
    let size = text.parse().ok().and_then(BoardSize::new);
    size.ok_or_else(|| String::from("a board has 2 to 25 lines"))
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| String::from("it must be from 0 to less than 1"))
}
