//! Match files: resumed files, rejected files, and numbers in them.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::playing::{command, dumb, folder, play, tianyuan};

/// The tests of this file by name.
pub const TESTS: &[(&str, fn())] = &[
    ("files::file_of_other_kind_is_unchanged", file_of_other_kind_is_unchanged),
    ("files::logs_are_not_appended_to_other_files", logs_are_not_appended_to_other_files),
    ("files::folder_of_running_match_is_rejected", folder_of_running_match_is_rejected),
    ("files::merge_names_line_and_field", merge_names_line_and_field),
    ("files::memory_is_independent_of_number_of_games", memory_is_independent_of_number_of_games),
];

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn file_of_other_kind_is_unchanged() {
    let random = dumb("random");
    let here = folder("other-files");
    let file = here.join("games.json");
    for content in [
        "(;GM[1]FF[4]SZ[9];B[ee])",
        "(;GM[1]FF[4]SZ[9];B[ee])\n",
        "notes without a line break",
        "{\"game\":\"Go\",\"moves\":[]}",
        "{\"id\":1",
        "\n",
    ] {
        fs::write(&file, content).expect("written");
        let output = command(&here, &[&random, &random], &["--games", "2"]).output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{content:?}: {}", errors(&output));
        assert!(errors(&output).contains("line 1 is not a match game"), "{}", errors(&output));
        assert_eq!(fs::read_to_string(&file).expect("there"), content);
    }
    let played = play("other-files", [&random, &random], &["--games", "2"]);
    assert_eq!((played.status, played.games.len()), (Some(0), 2), "{}", played.errors);
    // Only the line break of the last game is missing: the game is preserved.
    let games = fs::read_to_string(&file).expect("games");
    fs::write(&file, games.trim_end()).expect("written");
    let output = command(&here, &[&random, &random], &["--games", "2"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(fs::read_to_string(&file).expect("games"), games);
}

fn logs_are_not_appended_to_other_files() {
    let (random, here) = (dumb("random"), folder("other-logs"));
    let log = here.join("A-1.log");
    fs::write(&log, "my notes").expect("written");
    let logs = ["--games", "1", "--logs", here.to_str().expect("a path")];
    let refused = play("other-logs-games", [&random, &random], &logs);
    assert_eq!(refused.status, Some(2));
    assert!(refused.errors.contains("with other content"), "{}", refused.errors);
    assert_eq!(fs::read_to_string(&log).expect("there"), "my notes");
    fs::write(&log, "> name\n").expect("written");
    assert_eq!(play("other-logs-games", [&random, &random], &logs).status, Some(0));
    assert!(fs::read_to_string(&log).expect("there").starts_with("> name\n> "));
}

fn folder_of_running_match_is_rejected() {
    let (saved, one, two) = (folder("shared-save"), folder("shared-one"), folder("shared-two"));
    let save = ["--games", "1", "--save", saved.to_str().expect("a path")];
    let engines = [&*dumb("random"), &*dumb("hanger")];
    let logged = [&save[..], &["--logs", one.to_str().expect("a path")]].concat();
    let mut first = command(&one, &engines, &logged).spawn().expect("it runs");
    let start = Instant::now();
    while !one.join("B-1.log").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not begin");
        sleep(Duration::from_millis(10));
    }
    let second = command(&two, &engines, &save).output().expect("it runs");
    let _ = first.kill();
    let _ = first.wait();
    assert_eq!(second.status.code(), Some(2), "{}", errors(&second));
    let reason = "another match is writing to this folder";
    assert!(errors(&second).contains(reason), "{}", errors(&second));
    assert_eq!(fs::read_dir(two).expect("a folder").count(), 0, "and no file of games is left");

    // A resumed match replaces records and no other files.
    fs::write(saved.join("mine.sgf"), "(;)").expect("written");
    fs::write(one.join("games.json"), "").expect("written");
    let other = command(&one, &[&dumb("random"), &dumb("random")], &save).output();
    let other = other.expect("it runs");
    assert!(
        errors(&other).contains("mine.sgf is not a record of this match"),
        "{}",
        errors(&other)
    );
}

fn merge_names_line_and_field() {
    let played = play("merge-fields", [&*dumb("random"), &*dumb("passer")], &["--games", "4"]);
    let file = folder("merge-fields-changed").join("games.json");
    let merged = |change: &dyn Fn(&mut Value)| {
        let mut games = played.games.clone();
        change(&mut games[2]);
        let lines: String = games.iter().map(|game| format!("{game}\n")).collect();
        fs::write(&file, lines).expect("written");
        limited(&["match", "merge", file.to_str().expect("a path")])
    };
    assert_eq!(merged(&|_| ()).status.code(), Some(0));
    for (field, value) in [
        ("game", json!(u64::MAX)),
        ("game", json!(1_u64 << 40)),
        ("game", json!(0)),
        ("pair", json!(u64::MAX)),
        ("winner", json!("C")),
        ("black_side", json!("C")),
        ("costs", json!({"C": played.games[2]["costs"]["A"].clone()})),
    ] {
        let output = merged(&|game| game[field] = value.clone());
        let due = format!("line 3: {field}: ");
        assert_eq!(output.status.code(), Some(2), "{field} {value}: {}", errors(&output));
        assert!(errors(&output).contains(&due), "{field} {value}: {}", errors(&output));
    }
    let engine = played.games[2]["match"]["engines"][0].clone();
    let output = merged(&|game| game["match"]["engines"] = json!(vec![engine.clone(); 300]));
    assert!(errors(&output).contains("line 3: match.engines: "), "{}", errors(&output));
    // A distant game number means missing games, not memory.
    let output = merged(&|game| {
        game["game"] = json!(300_000_000);
        game["pair"] = json!(150_000_000);
    });
    let report = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert!(report.contains("299999996 games are missing before the last game"), "{report}");
    let output = merged(&|game| game["costs"]["A"]["moves"] = json!(u64::MAX));
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
}

fn memory_is_independent_of_number_of_games() {
    let stillborn = dumb("stillborn");
    let start = Instant::now();
    for games in ["1000000000", "4294967295"] {
        for shard in ["0/1", "3/7"] {
            let file = folder("billion").join("games.json");
            let json = file.to_str().expect("a path");
            let output = limited(&[
                "match", "--games", games, "--shard", shard, "--seed", "1", "--json", json,
                "--engine", &stillborn, "--engine", &stillborn,
            ]);
            assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
            assert!(errors(&output).contains("cannot start"), "{}", errors(&output));
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60), "numbers are not counted one by one");
}

/// Runs the program with 512 MB of memory if the system can limit it.
fn limited(arguments: &[&str]) -> Output {
    if !Path::new("/bin/sh").exists() {
        return tianyuan(arguments).output().expect("it runs");
    }
    let mut command = std::process::Command::new("/bin/sh");
    command.args(["-c", "ulimit -v 524288; exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_tianyuan")).args(arguments);
    command.env("LC_ALL", "C").env("MALLOC_ARENA_MAX", "1");
    command.output().expect("it runs")
}
