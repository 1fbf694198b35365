//! Training on games whose players follow a rule, and on random games.

use std::fs;
use std::io::Cursor;

use clap::Parser;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use tianyuan::cli::training::TrainingArguments;
use tianyuan::nn::move_model::{FEATURES, Model, Table};

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    training: TrainingArguments,
}

/// Returns the messages of training on games.
fn train(games: &str, options: &str) -> Result<Vec<String>, String> {
    let options = ["train-patterns"].into_iter().chain(options.split_whitespace());
    let line = Line::try_parse_from(options).map_err(|error| error.to_string())?;
    let mut told = Vec::new();
    let mut tell = |line: &str| {
        told.push(String::from(line));
        Ok(())
    };
    line.training.run(Cursor::new(games), &mut tell).map_err(|error| error.to_string())?;
    Ok(told)
}

/// Returns the top-1 accuracy on held-out moves, in percent.
fn top_1(told: &[String]) -> f64 {
    let line = told.iter().find(|line| line.contains("held-out")).expect("games are held out");
    let share = line.split("top-1 ").nth(1).and_then(|rest| rest.split(' ').next());
    share.expect("a share").parse().expect("a number")
}

/// Games of thirty moves on 9x9, in a fixed order of points or at random.
fn games(count: usize, follow: bool) -> String {
    let mut rng = StdRng::seed_from_u64(7);
    let line = |_| {
        let mut points: Vec<(u8, u8)> = (0..9).flat_map(|x| (0..9).map(move |y| (x, y))).collect();
        match follow {
            // Column by column, from a random point.
            true => points.rotate_left(rng.random_range(0..81)),
            false => points.shuffle(&mut rng),
        }
        let text = points[..30].iter().map(|&(x, y)| format!("{}{}", letter(x), letter(y)));
        format!("2001-01 B+R {}\n", text.collect::<String>())
    };
    (0..count).map(line).collect()
}

fn letter(line: u8) -> char {
    char::from(b'a' + line)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn training_fits_rule_but_not_random_games() {
    let options = "--size 9 --held-out 0.2 --epochs 3";
    let followed = top_1(&train(&games(150, true), options).expect("it trains"));
    let drawn = top_1(&train(&games(150, false), options).expect("it trains"));
    assert!(followed > 85.0, "{followed} % of moves that follow a rule");
    assert!(drawn < 10.0, "{drawn} % of moves at random");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn same_games_and_seed_give_same_table() {
    let path = std::env::temp_dir().join(format!("tianyuan-training-{}.bin", std::process::id()));
    let games = games(40, true);
    let mut tables = ["1", "1", "2"].map(|seed| {
        let options = format!("--size 9 --seed {seed} --output {}", path.display());
        train(&games, &options).expect("it trains");
        fs::read(&path).expect("it was written")
    });
    fs::remove_file(&path).expect("it is there");
    assert!(tables[0] == tables[1] && tables[1] != tables[2]);
    let table = Table::decode(&tables[0]).expect("a table");
    assert_eq!(table.features.len(), FEATURES);
    assert!(!table.shapes.is_empty());
    let _ = Model::new(&table);
    tables[0].truncate(100);
    assert!(Table::decode(&tables[0]).is_err());
}

#[test]
fn invalid_lines_are_reported_and_skipped() {
    let text = games(3, true) + "2001-01 B+R aaaa\n2001-01\n";
    let told = train(&text, "--size 9 --held-out 0").expect("it trains");
    assert_eq!(told[0], "line 4 skipped: move 2 is illegal");
    assert_eq!(told[1], "line 5 skipped: expected month, result and moves");
    assert_eq!(told[2], "games: 3 read; lines: 2 skipped");
    assert!(told[3].starts_with("3 training games"), "{told:?}");
}

#[test]
fn empty_training_set_is_an_error() {
    let nothing = "no training games";
    assert_eq!(train("", "--size 9"), Err(nothing.into()));
    assert_eq!(train(&games(3, true), "--size 9 --positions 10"), Err(nothing.into()));
    assert!(train("", "--size 30").is_err());
    assert!(train("", "--held-out 1").is_err());
    let fails = train(&games(3, true), "--size 9 --output /nowhere/at/all");
    assert!(fails.is_err_and(|reason| reason.starts_with("/nowhere/at/all: ")));
}
