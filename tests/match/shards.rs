//! Matches shared by several processes, killed and resumed matches, and matches of many engines.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;
use std::process::Output;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::playing::{command, dumb, folder, play, played, tianyuan};

/// The tests of this file by name.
pub const TESTS: &[(&str, fn())] = &[
    ("merged_shards_equal_unsharded_match", merged_shards_equal_unsharded_match),
    ("killed_match_resumes", killed_match_resumes),
    ("games_with_other_settings_are_rejected", games_with_other_settings_are_rejected),
    ("match_seed_determines_games", match_seed_determines_games),
    ("twenty_games_are_counted_once", twenty_games_are_counted_once),
    ("several_engines_are_reported_in_table", several_engines_are_reported_in_table),
    ("shard_is_read_from_scheduler_variables", shard_is_read_from_scheduler_variables),
    ("options_are_read_from_file", options_are_read_from_file),
    ("agreement_adjudicates_game", agreement_adjudicates_game),
];

/// Returns the command line of this program as a deterministic engine.
fn ours(playouts: u32) -> String {
    let program = env!("CARGO_BIN_EXE_tianyuan");
    format!("'{program}' --protocol gtp --threads 1 --memory 4 --no-net --playouts {playouts}")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Prints the report of the games in files.
fn merge(files: &[&Path], options: &[&str]) -> Output {
    let mut command = tianyuan(&["match", "merge"]);
    command.args(files).args(options).output().expect("the program runs")
}

fn merged_shards_equal_unsharded_match() {
    let engines = [&*ours(20), &*ours(40)];
    let options =
        ["--games", "15", "--random-opening", "2", "--seed", "3", "--name", "new", "--name", "old"];
    let whole = folder("shards-whole");
    let one = command(&whole, &engines, &[&options[..], &["--concurrency", "2"]].concat());
    let one = { one }.output().expect("the program runs");
    let report = text(&one.stdout);
    assert!(report.contains("15 games") && report.contains("seed 3"), "{report}");
    let mut files = Vec::new();
    for shard in ["0/3", "1/3", "2/3"] {
        let part = folder(&format!("shards-{}", &shard[..1]));
        let output = command(&part, &engines, &[&options[..], &["--shard", shard]].concat());
        assert_eq!({ output }.output().expect("it runs").status.code(), Some(0), "{shard}");
        files.push(part.join("games.json"));
    }
    let mut parts: Vec<&Path> = files.iter().map(|file| &**file).collect();
    parts.swap(0, 2);
    let whole = whole.join("games.json");
    for files in [&parts[..], &[&whole], &[&[&*whole], &parts[..]].concat()] {
        let merged = merge(files, &[]);
        assert_eq!(merged.status.code(), Some(0));
        assert_eq!(text(&merged.stdout), report, "{files:?}");
        let again = text(&merged.stderr).contains("15 duplicate games are counted once");
        assert_eq!(again, files.len() == 4);
    }
    let test = ["--sprt", "-2000", "2000"];
    let [tested, prefix] = [&parts[..], &parts[..2]].map(|files| text(&merge(files, &test).stdout));
    assert!(tested.contains("H1 accepted after ") || tested.contains("H0 accepted after "));
    // Without the first shard no pair follows a complete sequence.
    assert!(prefix.contains("undecided after 0 pairs"), "{prefix}");
    assert!(prefix.contains("6 games are missing before the last game"), "{prefix}");
}

fn killed_match_resumes() {
    let engines = [&*ours(200), &*ours(100)];
    let options = ["--games", "8", "--random-opening", "2", "--seed", "5"];
    let due = folder("kill-due");
    let due = command(&due, &engines, &options).output().expect("the program runs");
    let (cut, saved) = (folder("kill-cut"), folder("kill-saved").join("games"));
    let options = [&options[..], &["--save", saved.to_str().expect("a path")]].concat();
    let file = cut.join("games.json");
    let (mut kills, start) = (0, Instant::now());
    // Killed as soon as another game is finished, until the match is complete.
    let output = loop {
        let games = || fs::read_to_string(&file).unwrap_or_default().matches('\n').count();
        let before = games();
        let mut child = command(&cut, &engines, &options).spawn().expect("the program runs");
        while games() == before && child.try_wait().expect("ours").is_none() {
            assert!(start.elapsed() < Duration::from_secs(300), "it does not play");
            sleep(Duration::from_millis(1));
        }
        if games() == 8 {
            break child.wait_with_output().expect("it ends");
        }
        child.kill().expect("ours");
        child.wait().expect("ours");
        kills += 1;
        // The state after an interrupted write.
        let torn = format!("{}{{\"game\":1,\"pa", fs::read_to_string(&file).expect("games"));
        fs::write(&file, torn).expect("written");
    };
    assert!(kills >= 3, "{kills}");
    assert_eq!(text(&output.stdout), text(&due.stdout), "{}", text(&output.stderr));
    let result = played(&cut, output);
    let numbers: HashSet<Option<u64>> =
        result.games.iter().map(|line| line["game"].as_u64()).collect();
    assert_eq!((result.games.len(), numbers.len()), (8, 8), "every game once");
    assert_eq!(fs::read_dir(&saved).expect("the folder").count(), 16, "and every record");
    let again = command(&cut, &engines, &options[2..]).args(["--games", "8"]).output();
    assert_eq!(text(&again.expect("it runs").stdout), text(&due.stdout), "nothing is left to play");
}

fn games_with_other_settings_are_rejected() {
    let (random, passer) = (dumb("random"), dumb("passer"));
    let here = folder("terms");
    let options = ["--games", "2", "--seed", "1"];
    let first = command(&here, &[&random, &passer], &options).output().expect("it runs");
    assert_eq!(first.status.code(), Some(0));
    let before = fs::read_to_string(here.join("games.json")).expect("games");
    let refused = |engines: &[&str], options: &[&str], due: &str| {
        let output = command(&here, engines, options).output().expect("it runs");
        let errors = text(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(due), "{due}: {errors}");
        assert_eq!(fs::read_to_string(here.join("games.json")).expect("games"), before);
    };
    refused(&[&random, &passer], &["--games", "2", "--komi", "6.5"], r#"komi is "7.5", not "6.5""#);
    refused(&[&random, &passer], &["--games", "2", "--seed", "2"], "seed is 1, not 2");
    refused(&[&passer, &random], &["--games", "2"], "engines is ");
    refused(&[&random, &passer], &["--games", "1"], "game 2: not a game of this match or shard");
    let shard = ["--games", "4", "--seed", "1", "--shard", "1/2"];
    refused(&[&random, &passer], &shard, "game 1: not a game of this match or shard");
    let other = folder("terms-other");
    let output = command(&other, &[&random, &passer], &["--games", "2", "--seed", "2"]);
    { output }.output().expect("it runs");
    let merged = merge(&[&here.join("games.json"), &other.join("games.json")], &[]);
    assert_eq!((merged.status.code(), &*text(&merged.stdout)), (Some(2), ""));
    assert!(text(&merged.stderr).contains("seed is 2, not 1"), "{}", text(&merged.stderr));
    let version = before.replace(r#""version":""#, r#""version":"0."#);
    fs::write(other.join("games.json"), version).expect("written");
    let merged = merge(&[&here.join("games.json"), &other.join("games.json")], &[]);
    assert!(text(&merged.stderr).contains("version is "), "{}", text(&merged.stderr));
    fs::write(other.join("games.json"), "{}\n").expect("written");
    let merged = merge(&[&other.join("games.json")], &[]);
    assert!(text(&merged.stderr).contains("line 1 is not a match game"));
}

fn match_seed_determines_games() {
    let engines = [&*ours(20), &*ours(20)];
    let moves = |name: &str, options: &[&str]| {
        let games = play(name, engines, &[&["--games", "4"], options].concat()).games;
        let moves =
            |line: &Value| (line["game"].as_u64().expect("a number"), line["moves"].clone());
        games.iter().map(moves).collect::<BTreeMap<u64, Value>>()
    };
    let one = moves("seed-one", &["--seed", "1"]);
    assert_eq!(one, moves("seed-again", &["--seed", "1", "--concurrency", "2"]));
    let other = moves("seed-other", &["--seed", "2"]);
    assert!(one.values().all(|moves| !other.values().any(|others| others == moves)));
}

fn twenty_games_are_counted_once() {
    // Engines with a seed would repeat the same game; the match gives each game its own seed.
    let ours = format!("{} --seed 1", ours(100));
    let options = ["--games", "20", "--concurrency", "2", "--size", "7"];
    let result = play("twenty", [&*ours, &*ours], &options);
    assert!(result.report.contains("\n  20 distinct games\n"), "{}", result.report);
}

fn several_engines_are_reported_in_table() {
    let engines = [&*dumb("resigner"), &*dumb("random"), &*dumb("passer")];
    // One game after the other: an engine's random moves continue from game to game.
    let options = ["--games", "18", "--seed", "1"];
    let result = play("many", engines, &options);
    assert_eq!((result.status, result.games.len()), (Some(0), 18), "{}", result.errors);
    let mut meetings: BTreeMap<String, usize> = BTreeMap::new();
    for line in &result.games {
        let [black, white] =
            ["black_side", "white_side"].map(|side| line[side].as_str().expect("a letter"));
        *meetings.entry(format!("{black}{white}")).or_default() += 1;
    }
    assert_eq!(meetings.into_values().collect::<Vec<_>>(), [3; 6], "all meet all as both colours");
    let lines: Vec<&str> = result.report.lines().collect();
    assert!(lines[1].starts_with("  engine ") && lines[4].contains("resigner 1"), "{lines:?}");
    assert!(lines[5].contains(" - ") && result.report.contains("18 distinct games"), "{lines:?}");
    let gauntlet = play("gauntlet", engines, &[&options[..4], &["--gauntlet"]].concat());
    let sides = |line: &Value| line["black_side"] == "A" || line["white_side"] == "A";
    assert!(gauntlet.games.iter().all(sides) && gauntlet.games.len() == 18);
    let merged = merge(&[&folder_of("many").join("games.json")], &[]);
    assert_eq!(text(&merged.stdout), result.report);
}

/// Returns the folder of an existing match.
fn folder_of(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("match").join(name)
}

fn shard_is_read_from_scheduler_variables() {
    let engines = [&*dumb("random"), &*dumb("passer")];
    let here = folder("slurm");
    let mut slurm = command(&here, &engines, &["--games", "6", "--seed", "1", "--shard", "auto"]);
    slurm.env("SLURM_ARRAY_TASK_ID", "5").env("SLURM_ARRAY_TASK_COUNT", "3");
    slurm.env("SLURM_ARRAY_TASK_MIN", "4");
    let result = played(&here, slurm.output().expect("the program runs"));
    let numbers: Vec<_> = result.games.iter().map(|line| line["game"].as_u64()).collect();
    assert_eq!(numbers, [Some(3), Some(4)], "{}", result.errors);
    let none = play("slurm-none", engines, &["--seed", "1", "--shard", "auto"]);
    assert!(none.status == Some(2) && none.errors.contains("SLURM_ARRAY_TASK_ID"));
}

fn options_are_read_from_file() {
    let here = folder("options");
    let file = here.join("match.toml");
    let engines = format!("engine = [\"{}\", \"{}\"]\n", dumb("random"), dumb("passer"));
    let options = "name = ['new', 'old']\ngames = 6\nsize = 7\nkomi = 6.5 # not 7.5\n\
                   random-opening = 2\nsprt = [-10, 10]\nno-alternate = false\nverbose = true\n";
    fs::write(&file, format!("{engines}{options}")).expect("written");
    let path = file.to_str().expect("a path");
    let run = |options: &[&str]| {
        let mut command = tianyuan(&["match"]);
        command.arg("--json").arg(here.join("games.json")).arg(path).args(options);
        played(&here, command.output().expect("the program runs"))
    };
    let result = run(&["--games", "4", "--size", "5"]);
    assert_eq!((result.status, result.games.len()), (Some(0), 4), "{}", result.errors);
    assert!(result.report.starts_with("5x5, komi 6.5, chinese rules, no clock, 2 random moves"));
    assert!(result.report.contains("SPRT of Elo -10") && result.report.contains("\nnew "));
    assert!(result.errors.contains("game 1, new (A) - old (B)"), "{}", result.errors);
    for (text, due) in [
        ("sizes = 9", "unknown option sizes"),
        ("size = true", "size: expected a string, a number"),
        ("verbose = 1", "verbose: expected true or false"),
        ("size = [", "match.toml: "),
        ("size = 90", "expected a board size from 2 to 25"),
    ] {
        fs::write(&file, text).expect("written");
        let wrong = run(&[]);
        assert!(wrong.status == Some(2) && wrong.errors.contains(due), "{text}: {}", wrong.errors);
    }
    fs::remove_file(&file).expect("ours");
    assert!(run(&[]).errors.contains("match.toml"), "it is not there");
}

fn agreement_adjudicates_game() {
    let ours = format!("{} --resign 0", ours(100));
    let options = ["--games", "2", "--seed", "1", "--adjudicate-winrate", "0.8"];
    let bounds = ["--adjudicate-score", "2", "--adjudicate-moves", "2"];
    let result = play("agreed", [&*ours, &*ours], &[&options[..], &bounds].concat());
    assert_eq!(result.status, Some(0), "{}", result.errors);
    assert!(result.report.contains(", 2 by agreement of both engines\n"), "{}", result.report);
    for line in &result.games {
        assert_eq!((&line["ending"], line["winner"].is_string()), (&"agreement".into(), true));
        let thoughts = line["thoughts"].as_array().expect("a list");
        let last = &thoughts[thoughts.len() - 4..];
        let number = |thought: &Value, key: &str| thought[key].as_f64().expect("a number");
        let wins =
            |thought: &&Value| number(thought, "winrate") >= 0.8 && number(thought, "score") >= 2.0;
        assert_eq!(last.iter().filter(wins).count(), 2, "one of both calls itself the winner");
        assert!(last.iter().all(|it| (number(it, "winrate") - 0.5).abs() >= 0.3), "{last:?}");
    }
    let random = dumb("random");
    let silent = play("agreed-none", [&*ours, &random], &[&options[..], &bounds].concat());
    assert!(silent.games.iter().all(|line| line["ending"] != "agreement"), "one says nothing");
    let analyst = dumb("analyst");
    let result = play("agreed-report", [&*analyst, &*analyst], &[&options[..], &bounds].concat());
    for line in &result.games {
        assert_eq!((&line["ending"], &line["result"]), (&"agreement".into(), &"W+".into()));
        assert_eq!(line["moves"].as_array().map(Vec::len), Some(4), "two of each");
        let thought = &line["thoughts"][3];
        assert_eq!((&thought["winrate"], &thought["score"]), (&0.99.into(), &30.0.into()));
    }
}
