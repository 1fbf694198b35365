//! `tianyuan features`: writes positions of games as [samples](super::sample) for the training of nets, with the
//! input features of play.

use std::io::{BufRead, BufWriter, Seek, SeekFrom, Write};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::index;

use crate::go::{Move, Scoring, with_words};
use crate::job_error::JobError;
use crate::nn::{Features, LAST_MOVES, NonSpatialFeatures};
use crate::records::storage::Storage;

use super::games::{Moves, parse, replay_turns};
use super::options::FeatureOptions;
use super::result::GameResult;
use super::sample::{self, Origin};

impl FeatureOptions {
    /// Reads games and writes their samples. Invalid lines are reported and skipped.
    ///
    /// # Errors
    /// Returns [`JobError`] if the input or the output fails. The output file is unchanged then.
    pub fn run(
        &self,
        storage: &Storage,
        input: impl BufRead,
        write_line: &mut dyn FnMut(&str),
    ) -> Result<(), JobError> {
        let fails = JobError::file(&self.output);
        storage.check_replaceable(&self.output, sample::is_file).map_err(&fails)?;
        let mut file = BufWriter::new(storage.begin(&self.output).map_err(&fails)?);
        let count = with_words!(self.size, W => self.write::<W>(input, &mut file, write_line))?;
        file.seek(SeekFrom::Start(0)).map_err(&fails)?;
        file.write_all(&sample::head(self.size, count)).map_err(&fails)?;
        let file = file.into_inner().map_err(|error| fails(error.into_error()))?;
        file.finish().map_err(&fails)?;
        write_line(&format!("{count} positions to {}", self.output.display()));
        Ok(())
    }

    /// Writes and counts the samples of all games.
    fn write<const W: usize>(
        &self,
        input: impl BufRead,
        file: &mut impl Write,
        write_line: &mut dyn FnMut(&str),
    ) -> Result<u64, JobError> {
        let fails = JobError::file(&self.output);
        file.write_all(&[0; sample::HEAD]).map_err(&fails)?;
        let mut count = 0;
        for (line, number) in input.lines().zip(0..) {
            let line = line.map_err(JobError::io(format!("line {}", number + 1)))?;
            if !self.shard.has(number as usize) {
                continue;
            }
            match parse::<W>(&line, self.size) {
                Ok(moves) => {
                    let result = GameResult::parse(line.split_whitespace().nth(1).unwrap_or(""));
                    let (samples, bytes) = self.samples::<W>(number, &moves, result);
                    file.write_all(&bytes).map_err(&fails)?;
                    count += samples;
                }
                Err(error) => write_line(&format!("line {} skipped: {error}", number + 1)),
            }
        }
        Ok(count)
    }

    /// Returns the number and the bytes of the samples of a game.
    fn samples<const W: usize>(
        &self,
        game: u32,
        moves: &Moves,
        result: GameResult,
    ) -> (u64, Vec<u8>) {
        let mv = |turn: usize| moves[turn].map_or(Move::Pass, Move::Play);
        let chosen = self.chosen(game, moves.len());
        let mut samples = (0, Vec::new());
        replay_turns::<W>(self.size, moves, |board, color, turn| {
            if !chosen[turn] {
                return;
            }
            let last: [_; LAST_MOVES] =
                std::array::from_fn(|age| turn.checked_sub(age + 1).map(mv));
            let scoring = if self.area { Scoring::Area } else { Scoring::Territory };
            let beside = NonSpatialFeatures { last, komi: i32::from(self.komi), scoring };
            let to_come = moves.len() - turn;
            let origin = Origin { game, before: turn, to_come, played: mv(turn), result };
            sample::push(&mut samples.1, &Features::of(board, color, &beside), &origin);
            samples.0 += 1;
        });
        samples
    }

    /// Returns the sampled turns of a game, which depend only on the seed and the line.
    fn chosen(&self, game: u32, turns: usize) -> Vec<bool> {
        let Some(most) = self.per_game.filter(|&most| most < turns) else {
            return vec![true; turns];
        };
        let mut rng = StdRng::seed_from_u64(self.seed ^ u64::from(game) << 32);
        let mut chosen = vec![false; turns];
        index::sample(&mut rng, turns, most).into_iter().for_each(|turn| chosen[turn] = true);
        chosen
    }
}
