//! Matches of these tests: the command line, the report and the games.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tianyuan::go::{BoardSize, Game, Komi, Rules};
use tianyuan::protocol::vertex;

use crate::support::folder::empty_folder;

/// Returns the command line of a fake engine.
pub fn dumb(kind: &str) -> String {
    let this = std::env::current_exe().expect("the test knows where it is");
    format!("'{}' --dumb-engine {kind}", this.display())
}

/// Returns an empty folder for the files of a test.
pub fn folder(name: &str) -> PathBuf {
    empty_folder(Path::new("match").join(name))
}

/// A finished match.
pub struct Match {
    pub status: Option<i32>,
    pub report: String,
    pub errors: String,
    /// The resource usage of the games, which is also on standard error.
    pub costs: String,
    pub games: Vec<Value>,
}

/// Returns the command of a match between engines, on 5x5 by default, with its games as JSON in a file of the folder.
pub fn command(folder: &Path, engines: &[&str], options: &[&str]) -> Command {
    let mut command = tianyuan(&["match"]);
    engines.iter().for_each(|engine| {
        command.args(["--engine", engine]);
    });
    command.arg("--json").arg(folder.join("games.json")).args(options);
    if !options.contains(&"--size") {
        command.args(["--size", "5"]);
    }
    command
}

/// Returns a command of the program, in English.
pub fn tianyuan(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(arguments).env("LC_ALL", "C");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns the result of a finished match.
pub fn played(folder: &Path, output: Output) -> Match {
    let json = fs::read_to_string(folder.join("games.json")).unwrap_or_default();
    let game = |line| serde_json::from_str(line).expect("a line is JSON");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let told = text(output.stderr);
    let (costs, errors): (Vec<&str>, Vec<&str>) =
        told.split_inclusive('\n').partition(|line| line.starts_with("  "));
    Match {
        status: output.status.code(),
        report: text(output.stdout),
        errors: errors.concat(),
        costs: costs.concat(),
        games: json.lines().map(game).collect(),
    }
}

/// Plays a match in its own folder.
pub fn play<const N: usize>(name: &str, engines: [&str; N], options: &[&str]) -> Match {
    let folder = folder(name);
    let output = command(&folder, &engines, options).output().expect("the program runs");
    played(&folder, output)
}

/// Returns the final position of a game, whose moves must all be legal.
pub fn replayed(line: &Value) -> Game {
    let size = BoardSize::new(line["size"].as_u64().expect("a size") as usize).expect("a size");
    let komi = Komi::from_half_points(15).expect("7.5");
    assert_eq!(line["komi"], "7.5");
    let mut game = Game::new(size, Rules { komi, ..Rules::CHINESE });
    for place in line["moves"].as_array().expect("moves") {
        let mv = vertex::read_move(size, place.as_str().expect("a vertex")).expect("a move");
        game.play(game.to_play(), mv).expect("the referee saw to it");
    }
    game
}
