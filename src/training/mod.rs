//! Training of the [move model](crate::nn::move_model), and samples for the training of [nets](crate::nn). Results
//! are reproducible on one machine.
//!
//! | module | contents |
//! | --- | --- |
//! | `trainer`, `prediction` | softmax regression on moves; predicted probabilities and loss; top-1, top-5, log loss |
//! | `shape_counts` | shape frequencies, hashing of shape keys |
//! | `sample`, `features` | training samples for nets, and `tianyuan features`, which writes them |
//! | `result` | results of training games |
//! | `options` | options of the two jobs |

mod features;
mod games;
mod trainer;
mod options;
mod prediction;
mod result;
pub(crate) mod sample;
mod shape_counts;

use std::io::BufRead;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use crate::go::{BoardSize, PointMap, with_words};
use crate::job_error::JobError;
use crate::nn::move_model::{Model, Table, UNITS, extract_shapes};
use crate::progress::Progress;
use crate::records::storage::Storage;
use crate::stdio::Closed;

pub(crate) use games::{GameError, parse};
use games::{Moves, Position, replay};
pub use options::{FeatureOptions, TrainingOptions};
use prediction::{Accuracy, Prediction};
pub(crate) use result::GameResult;
use shape_counts::ShapeCounts;
use trainer::Learner;

impl TrainingOptions {
    /// Trains the model on games and reports its accuracy on held-out games.
    ///
    /// # Errors
    /// Returns [`JobError`] if the input or the output fails, or there are no games to train on.
    pub fn run(
        &self,
        storage: &Storage,
        input: impl BufRead,
        progress: &dyn Progress,
        write_line: &mut dyn FnMut(&str) -> Result<(), Closed>,
    ) -> Result<(), JobError> {
        with_words!(self.size, W => self.train::<W>(storage, input, progress, write_line))
    }

    fn train<const W: usize>(
        &self,
        storage: &Storage,
        input: impl BufRead,
        progress: &dyn Progress,
        write_line: &mut dyn FnMut(&str) -> Result<(), Closed>,
    ) -> Result<(), JobError> {
        if let Some(path) = &self.output {
            storage.check_replaceable(path, Table::is_encoded).map_err(JobError::file(path))?;
        }
        let mut games = read_games::<W>(input, self.size, write_line)?;
        games.shuffle(&mut StdRng::seed_from_u64(self.seed));
        let held_out = (games.len() as f64 * self.held_out) as usize;
        let (held_out, rest) = games.split_at(held_out);
        let games = self.enough(rest);
        if games.is_empty() {
            return Err(JobError::Input("no training games".into()));
        }
        let table = self.learn::<W>(games, progress, write_line);
        if !held_out.is_empty() {
            let accuracy = evaluate::<W>(&Model::new(&table), self.size, held_out);
            let _ = write_line(&format!("{} held-out games: {accuracy}", held_out.len()));
        }
        if let Some(path) = &self.output {
            let bytes = table.encode();
            let _ = write_line(&format!("{} bytes to {}", bytes.len(), path.display()));
            storage.write(path, &bytes).map_err(JobError::file(path))?;
        }
        Ok(())
    }

    /// Returns the first games that provide the requested number of positions.
    fn enough<'a>(&self, games: &'a [Moves]) -> &'a [Moves] {
        let Some(most) = self.positions else { return games };
        let positions = games.iter().scan(0, |sum, game| {
            *sum += game.len();
            Some(*sum)
        });
        &games[..positions.take_while(|&positions| positions <= most).count()]
    }

    fn learn<const W: usize>(
        &self,
        games: &[Moves],
        progress: &dyn Progress,
        write_line: &mut dyn FnMut(&str) -> Result<(), Closed>,
    ) -> Table {
        let mut counts = ShapeCounts::new(self.least);
        for game in games {
            replay::<W>(self.size, game, |&Position { board, color, last, played }| {
                extract_shapes(board, color, last[0], played, &mut counts);
            });
        }
        let known = counts.known(self.shapes);
        drop(counts);
        let _ = write_line(&format!("{} training games, {} shapes", games.len(), known.len()));
        let mut learner = Learner::new(known);
        let total = self.epochs * games.len();
        let mut trained = 0;
        progress.begin(total as u64, 0);
        for epoch in 1..=self.epochs {
            let mut accuracy = Accuracy::default();
            for game in games {
                let done = trained as f32 / total as f32;
                let rate = self.rate * (1.0 - 0.9 * done);
                replay::<W>(self.size, game, |position| {
                    learner.learn(position, rate, &mut accuracy);
                });
                trained += 1;
                progress.advance();
            }
            let line = format!("epoch {epoch}, training: {accuracy}");
            // If the weights go to a file, training continues even if the output is closed.
            let mut written = Ok(());
            progress.while_hidden(&mut || written = write_line(&line));
            if written.is_err() && self.output.is_none() {
                break;
            }
        }
        progress.end();
        learner.table()
    }
}

/// Parses games and reports invalid lines.
fn read_games<const W: usize>(
    input: impl BufRead,
    size: BoardSize,
    write_line: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<Vec<Moves>, JobError> {
    let mut games = Vec::new();
    let mut refused = 0;
    for (line, number) in input.lines().zip(1..) {
        let line = line.map_err(JobError::io(format!("line {number}")))?;
        match parse::<W>(&line, size) {
            Ok(game) => games.push(game),
            Err(error) => {
                refused += 1;
                if refused <= 3 {
                    let _ = write_line(&format!("line {number} skipped: {error}"));
                }
            }
        }
    }
    let _ = write_line(&format!("games: {} read; lines: {refused} skipped", games.len()));
    Ok(games)
}

/// Returns the accuracy of a model on games.
fn evaluate<const W: usize>(model: &Model, size: BoardSize, games: &[Moves]) -> Accuracy {
    let mut accuracy = Accuracy::default();
    for game in games {
        replay::<W>(size, game, |position| {
            let &Position { board, color, last, .. } = position;
            let scores = model.scores(board, color, last);
            let mut nats = PointMap::new(0.0);
            for &v in board.empty_points() {
                nats[v] = scores[v] as f32 / UNITS as f32;
            }
            let prediction = Prediction::new(position, &nats);
            prediction.iter().for_each(|prediction| accuracy.add(prediction));
        });
    }
    accuracy
}
