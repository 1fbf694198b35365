//! `tianyuan play`, and the program in a terminal.

mod files;
mod games;
mod lines;
mod terminal;

use std::path::Path;

use crate::support::process::{Said, program_in, run};

/// Options that make a game on a small board the same on every machine.
const ALWAYS_THE_SAME: [&str; 8] =
    ["--no-net", "--threads", "1", "--playouts", "300", "--seed", "1", "--lang"];

/// Plays a game on a board of this size in a folder, over a pipe, in a language.
fn game_in(folder: &Path, language: &str, options: &[&str], lines: &str) -> Said {
    let arguments = [&["play"], &ALWAYS_THE_SAME[..], &[language], options].concat();
    run(&mut program_in(folder, &arguments), lines.as_bytes())
}

/// Plays a game without files and returns the output.
fn game(language: &str, options: &[&str], lines: &str) -> String {
    let said = game_in(Path::new("."), language, options, lines);
    assert_eq!((said.status, &*said.errors), (0, ""), "{lines}");
    String::from_utf8(said.output).expect("UTF-8")
}
