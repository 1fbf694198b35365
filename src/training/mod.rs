//! `tianyuan train-patterns`: learns the weights of the move model from games.

mod census;
mod games;
mod keys;
mod learner;

use std::io::BufRead;
use std::time::Instant;

use clap::Args;

use crate::go::{BoardSize, Color};
use crate::model::{read_shapes, shape::Grid};

use census::Census;
use games::{Moves, Position};
use learner::{Accuracy, Learner};

/// What to learn from, and how.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct TrainingArguments {
    #[arg(long, default_value_t = 1)]
    epochs: usize,
    #[arg(long, default_value_t = 0.05)]
    held_out: f64,
    #[arg(long, default_value_t = 0.1)]
    rate: f32,
    #[arg(long, default_value_t = 10)]
    least: u32,
    #[arg(long, default_value_t = 450_000)]
    shapes: usize,
}

impl TrainingArguments {
    pub fn run(&self, tell: &mut dyn FnMut(&str)) {
        let size = BoardSize::STANDARD;
        let lines = std::io::stdin().lock().lines();
        let games: Vec<Moves> =
            lines.map_while(Result::ok).filter_map(|line| games::parse(&line, size).ok()).collect();
        let held = (games.len() as f64 * self.held_out) as usize;
        let (test, train) = games.split_at(held);
        let start = Instant::now();
        let mut census = Census::new(self.least);
        for game in train {
            let _ = games::replay::<7>(size, game, |p: Position<'_, 7>| {
                let grid = Grid::new(p.board, p.color, p.last[0]);
                read_shapes(p.board, &grid, p.played, &mut census);
            });
        }
        let known = census.known(self.shapes);
        tell(&format!("{} games, {} shapes {:?}", train.len(), known.len(), start.elapsed()));
        let mut learner = Learner::new(&known, self.rate);
        let rate = self.rate;
        for epoch in 0..self.epochs {
            let mut acc = Accuracy::default();
            for (i, game) in train.iter().enumerate() {
                let done = (epoch * train.len() + i) as f32 / (self.epochs * train.len()) as f32;
                learner.rate = rate * (1.0 - 0.9 * done);
                let _ = games::replay::<7>(size, game, |p: Position<'_, 7>| acc.add(learner.see(&p, true)));
            }
            tell(&format!("epoch {epoch} train {} {:?}", show(acc), start.elapsed()));
            let mut acc = Accuracy::default();
            for game in test {
                let _ = games::replay::<7>(size, game, |p: Position<'_, 7>| acc.add(learner.see(&p, false)));
            }
            tell(&format!("   test {} {:?}", show(acc), start.elapsed()));
        }
        let _ = Color::Black;
    }
}

fn show(a: Accuracy) -> String {
    let n = a.positions as f64;
    format!("{} positions top1 {:.2} top5 {:.2} loss {:.4}", a.positions, a.first as f64 / n * 100.0, a.five as f64 / n * 100.0, a.loss / n)
}
