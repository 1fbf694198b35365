//! `tianyuan label`: net evaluations of game positions as files.

mod answers;
mod net_inputs;
mod interruption;
mod inputs;
mod pytorch;

use std::io::Cursor;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::cancellation::Cancellation;
use tianyuan::cli::label::LabelArguments;
use tianyuan::go::{BoardSize, Game, KoRule, Rules};
use tianyuan::nn::point_index;
use tianyuan::progress::Progress;
use tianyuan::records::storage::Storage;

use crate::support::random_player::random_move;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    label: LabelArguments,
}

/// Collects messages, and cancels after a number of positions.
struct Watch {
    cancellation: Cancellation,
    steps: AtomicUsize,
    most: usize,
    messages: Mutex<Vec<String>>,
}

impl Progress for Watch {
    fn advance(&self) {
        if self.steps.fetch_add(1, Ordering::Relaxed) + 1 >= self.most {
            self.cancellation.cancel();
        }
    }

    fn message(&self, line: &str) {
        self.messages.lock().expect("no panic").push(line.to_owned());
    }
}

/// Labels the games of the input into a folder, up to a number of positions. Returns the messages.
fn label_until(
    most: usize,
    folder: &Path,
    games: &str,
    options: &str,
) -> Result<Vec<String>, String> {
    let out = folder.to_str().expect("a plain name");
    let words =
        ["label", "--lang", "en", "--out", out].into_iter().chain(options.split_whitespace());
    let line = Line::try_parse_from(words).map_err(|error| error.to_string())?;
    let cancellation = Cancellation::default();
    let (steps, messages) = (AtomicUsize::new(0), Mutex::default());
    let watch = Watch { cancellation: cancellation.clone(), steps, most, messages };
    let options = line.label.options().map_err(|error| error.to_string())?;
    let mut said = Vec::new();
    let mut write_line = |line: &str| said.push(line.to_owned());
    options
        .run(&Storage::default(), Cursor::new(games), &cancellation, &watch, &mut write_line)
        .map_err(|error| error.to_string())?;
    let mut messages = watch.messages.into_inner().expect("no panic");
    messages.append(&mut said);
    Ok(messages)
}

fn label(folder: &Path, games: &str, options: &str) -> Result<Vec<String>, String> {
    label_until(usize::MAX, folder, games, options)
}

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

/// Returns a game of random moves, up to a maximum number.
fn played(lines: usize, most: usize, seed: u64) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    let rules = Rules { ko: KoRule::Simple, ..Rules::CHINESE };
    let mut game = Game::new(size(lines), rules);
    while game.turns().len() < most && !game.is_over() {
        let color = game.to_play();
        game.play(color, random_move(&game, color, &mut rng)).expect("it is legal");
    }
    game
}

/// Returns a game as a line.
fn line_of(game: &Game, result: &str) -> String {
    let letters = |point| {
        let index = point_index(game.size(), point);
        let letter = |line: usize| char::from(b'a' + line as u8);
        [letter(index % game.size().lines()), letter(index / game.size().lines())]
    };
    let moves = game.turns().iter().flat_map(|turn| turn.point().map_or(['t', 't'], letters));
    format!("x {result} {}\n", moves.collect::<String>())
}

/// Returns a number of games of random moves on 9x9 as lines.
fn lines(count: u64) -> String {
    (0..count).map(|seed| line_of(&played(9, 40, seed), "B+R")).collect()
}
