//! The accuracy of a review for its playouts: equal for all positions, or more for unclear ones, each compared with a
//! review with ten times the playouts.

use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs};

use tianyuan::cancellation::Cancellation;
use tianyuan::nn::Nets;
use tianyuan::progress::NoProgress;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::Record;
use tianyuan::review::{
    PlayoutAllocation, ReviewedMove, SearchLimit, SearchOptions, review_record,
};

/// The losses of win rate that separate the classes of moves.
const CLASSES: [f64; 4] = [0.02, 0.05, 0.1, 0.2];

/// The total deviation of the moves of a review.
#[derive(Debug, Clone, Copy, Default)]
struct Errors {
    moves: f64,
    winrate: f64,
    loss: f64,
    points: f64,
    same_class: f64,
    time: Duration,
}

impl Errors {
    fn add(&mut self, found: &[ReviewedMove], exact: &[ReviewedMove], time: Duration) {
        let class = |it: &ReviewedMove| CLASSES.iter().filter(|&&at| it.winrate_loss >= at).count();
        for (it, exact) in found.iter().zip(exact) {
            assert_eq!(it.node, exact.node);
            self.moves += 1.0;
            self.winrate += (it.winrate_before - exact.winrate_before).abs();
            self.loss += (it.winrate_loss - exact.winrate_loss).abs();
            self.points += (it.point_loss - exact.point_loss).abs();
            self.same_class += f64::from(class(it) == class(exact));
        }
        self.time += time;
    }

    fn row(&self, name: &str) -> String {
        let mean = |sum: f64| sum / self.moves;
        format!(
            "| {name} | {:.2} % | {:.2} % | {:.3} | {:.1} % | {:.0} s |",
            100.0 * mean(self.winrate),
            100.0 * mean(self.loss),
            mean(self.points),
            100.0 * mean(self.same_class),
            self.time.as_secs_f64()
        )
    }
}

fn reviewed(record: &Record, search: &SearchOptions) -> (Vec<ReviewedMove>, Duration) {
    let start = Instant::now();
    let moves = review_record(record, search, &Cancellation::default(), &NoProgress);
    (moves.expect("a game"), start.elapsed())
}

/// Returns the records of a folder, sorted by name.
fn records(folder: &str) -> Vec<Record> {
    let entries = fs::read_dir(folder).expect("a folder of games");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let read = |path: &PathBuf| fs::read(path).expect("a file");
    paths.iter().flat_map(|path| format::read(&read(path), Format::Sgf).records).collect()
}

#[test]
#[ignore = "it searches for minutes; TIANYUAN_GAMES names a folder of SGF files, TIANYUAN_PLAYOUTS how many"]
fn allocation_accuracy_is_measured() {
    let games = records(&env::var("TIANYUAN_GAMES").expect("TIANYUAN_GAMES is a folder"));
    let playouts = env::var("TIANYUAN_PLAYOUTS").ok().and_then(|text| text.parse().ok());
    let playouts: u64 = playouts.unwrap_or(50);
    let usual = SearchOptions::guided_by(Nets::embedded().clone());
    let search = |playouts, sharing, seed| SearchOptions {
        limit: SearchLimit::Playouts(playouts),
        sharing,
        seed,
        ..usual.clone()
    };
    println!(
        "| board | positions get | win rate | win rate lost | points lost | same class | time |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut all = [Errors::default(); 2];
    for lines in 2..=25 {
        let games = games.iter().filter(|record| record.size.width() == lines);
        let mut errors = [Errors::default(); 2];
        for record in games {
            let (exact, _) = reviewed(record, &search(10 * playouts, PlayoutAllocation::Even, 2));
            for (place, sharing) in
                [PlayoutAllocation::Even, PlayoutAllocation::Unclear].into_iter().enumerate()
            {
                let (found, time) = reviewed(record, &search(playouts, sharing, 1));
                errors[place].add(&found, &exact, time);
                all[place].add(&found, &exact, time);
            }
        }
        if errors[0].moves > 0.0 {
            println!("| {lines}x{lines} {}", errors[0].row("the same"));
            println!("| {lines}x{lines} {}", errors[1].row("what they need"));
        }
    }
    println!("| all {}", all[0].row("the same"));
    println!("| all {}", all[1].row("what they need"));
}

#[test]
fn both_allocations_are_reproducible() {
    let sgf = b"(;GM[1]FF[4]SZ[5]KM[0.5];B[cc];W[cb];B[bb];W[dc];B[dd];W[bc])";
    let record = &format::read(sgf, Format::Sgf).records[0];
    let search = |sharing| {
        let limit = SearchLimit::Playouts(60);
        reviewed(record, &SearchOptions { limit, sharing, ..SearchOptions::default() }).0
    };
    assert_eq!(search(PlayoutAllocation::Unclear), search(PlayoutAllocation::Unclear));
    assert_ne!(search(PlayoutAllocation::Unclear), search(PlayoutAllocation::Even));
}
