//! Every file operation of every job fails in turn: nothing is lost, no file is incomplete, and the job reports the
//! failure.
//!
//! No other test may start a process at the same time: until its first own instruction it shares all open files,
//! including locks.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use clap::Parser;
use tianyuan::cancellation::Cancellation;
use tianyuan::cli::exit_status::Status;
use tianyuan::cli::match_command::MatchArguments;
use tianyuan::cli::records::ConvertArguments;
use tianyuan::cli::review::ReviewArguments;
use tianyuan::cli::training::FeaturesArguments;
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Rules};
use tianyuan::job_error::JobError;
use tianyuan::progress::NoProgress;
use tianyuan::protocol::ProtocolContext;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::Time;
use tianyuan::records::storage::Storage;
use tianyuan::session::{self, Options, ProtocolChoice};
use tianyuan::tournament::MatchStatus;
use tianyuan::wall_clock::WallClock;

use super::failing_disk::{Fails, with_every_fault, with_first_faults};
use crate::serial::alone;
use crate::support::folder::empty_folder;

/// The suffix of unfinished files.
const UNFINISHED: &str = ".tianyuan-part";

/// A job with the arguments of its command line.
#[derive(Parser)]
enum Job {
    Convert(ConvertArguments),
    Review(Box<ReviewArguments>),
    Match(Box<MatchArguments>),
    Features(FeaturesArguments),
}

fn job(words: &[&str]) -> Job {
    Job::try_parse_from([&["tianyuan"], words].concat()).expect("a command line")
}

/// Returns an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    empty_folder(Path::new("file-faults").join(name))
}

fn empty(folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("a folder");
}

/// Prefixes of earlier outputs, which may be replaced.
const OLD_RECORD: &str = r#"{"format":"wei7"}"#;
const OLD_PAGE: &str = "<title>天元 Tianyuan</title>";
const OLD_SAMPLES: &str = "GOREC001";

/// Returns the files of a folder with their content, without unfinished files.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeMap::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file());
    let file = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read(path).expect("readable"))
    };
    paths.map(file).filter(|(name, _)| !name.ends_with(UNFINISHED)).collect()
}

fn unfinished(folder: &Path) -> usize {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    names.filter(|name| name.file_name().to_string_lossy().ends_with(UNFINISHED)).count()
}

/// Returns the responses of an engine with a disk.
fn answers(storage: &Storage, commands: &[String]) -> String {
    let settings = Settings { seed: Some(1), threads: 1, memory: 1, ..Settings::default() };
    let mut engine = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
    // Saved games must not depend on the start time of a game.
    let calendar = WallClock::Fixed(Time::since_1970(0));
    let environment =
        ProtocolContext { storage: storage.clone(), calendar, ..ProtocolContext::default() };
    let options = Options { protocol: ProtocolChoice::Gtp, environment, observer: None };
    let mut output = Vec::new();
    let input = Cursor::new(commands.join("\n").into_bytes());
    session::run(input, &mut output, options, &mut engine).expect("it talks");
    String::from_utf8(output).expect("text")
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn saved_game_is_complete_or_unchanged() {
    let _alone = alone();
    let folder = folder("save");
    for name in ["game.sgf", "game.wei7"] {
        let file = folder.join(name);
        let save = |storage: &Storage| {
            answers(
                storage,
                &[
                    "boardsize 9".into(),
                    "play B E5".into(),
                    format!("save_game {}", file.display()),
                ],
            )
        };
        save(&Storage::default());
        let new = fs::read(&file).expect("saved");
        let count = with_every_fault(|storage, fault, has_failed| {
            fs::write(&file, "old").expect("written");
            let said = save(storage);
            let found = fs::read(&file).expect("there");
            assert!(found == new || found == b"old", "{fault:?}: half a file");
            let is_saved = said.ends_with("= \n\n");
            let failure = "? cannot save file: cannot be written: no storage space\n\n";
            assert!(is_saved || said.ends_with(failure), "{fault:?}: {said}");
            assert!(!is_saved || found == new, "{fault:?}: it says that it saved");
            assert!(is_saved || has_failed(), "{fault:?}: {said}");
            assert!(fault.fails == Fails::FromThenOn || unfinished(&folder) == 0, "{fault:?}");
            save(&Storage::default());
            assert_eq!(unfinished(&folder), 0, "{fault:?}: the next one clears up");
        });
        assert!(count > 10, "{count} operations");
    }
}

#[test]
fn unreadable_game_changes_nothing() {
    let _alone = alone();
    let folder = folder("load");
    let file = folder.join("game.sgf");
    fs::write(&file, "(;SZ[9];B[ee];W[cc])").expect("written");
    let commands =
        ["boardsize 5".into(), format!("load_game {}", file.display()), "query_boardsize".into()];
    let count = with_every_fault(|storage, fault, has_failed| {
        let said = answers(storage, &commands);
        let failed = "= \n\n? cannot load file: cannot be read: no storage space\n\n= 5\n\n";
        let expected = if has_failed() { failed } else { "= \n\n= \n\n= 9\n\n" };
        assert_eq!(said, expected, "{fault:?}");
    });
    assert!(count > 3, "{count} operations");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn failed_conversion_preserves_input_and_output() {
    let _alone = alone();
    let folder = folder("convert");
    let [from, to] = ["from", "to"].map(|name| folder.join(name));
    empty(&from);
    fs::write(from.join("a.sgf"), "(;SZ[9];B[ee])(;SZ[9];B[cc])").expect("written");
    fs::write(from.join("b.sgf"), "(;SZ[9];B[gg])").expect("written");
    let before = contents(&from);
    let names = [&from, &to].map(|path| path.display().to_string());
    let Job::Convert(convert) = job(&["convert", &names[0], &names[1], "--to", "wei7"]) else {
        panic!("a conversion")
    };
    assert_eq!(convert.run(&mut |_| {}).expect("two files"), Status::Clean);
    let whole = contents(&to);
    assert_eq!(whole.len(), 3);
    let count = with_every_fault(|storage, fault, has_failed| {
        empty(&to);
        fs::write(to.join("b.wei7"), OLD_RECORD).expect("written");
        let outcome = convert.run_on(storage, &mut |_| {});
        assert_eq!(contents(&from), before, "{fault:?}");
        for (name, found) in contents(&to) {
            let is_old = name == "b.wei7" && found == OLD_RECORD.as_bytes();
            assert!(is_old || found == whole[&name], "{fault:?}: {name} is half");
        }
        if matches!(outcome, Ok(Status::Clean)) {
            assert_eq!(contents(&to), whole, "{fault:?}: it says that all is well");
        } else {
            assert!(has_failed(), "{fault:?}: {outcome:?}");
        }
    });
    assert!(count > 30, "{count} operations");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn review_resumes_after_any_disk_error() {
    let _alone = alone();
    let folder = folder("review");
    let [from, to] = ["from", "to"].map(|name| folder.join(name));
    empty(&from);
    fs::write(from.join("a.sgf"), "(;SZ[5]KM[0];B[cc];W[cb];B[bb])").expect("written");
    fs::write(from.join("b.sgf"), "(;SZ[5]KM[2];B[cc];W[bc])").expect("written");
    let before = contents(&from);
    let names = [&from, &to].map(|path| path.display().to_string());
    let words =
        ["review", &names[0], "-o", &names[1], "--playouts", "5", "--jobs", "1", "--no-net"];
    let review = |more: &[&str]| match job(&[&words, more, &["--format", "html,sgf"]].concat()) {
        Job::Review(review) => *review,
        _ => panic!("a review"),
    };
    let run = |review: &ReviewArguments, storage: &Storage| {
        let mut lines = Vec::new();
        let mut tell = |line: &str| lines.push(line.to_string());
        let outcome = review.options().expect("no net is named").run(
            storage,
            &Cancellation::default(),
            &NoProgress,
            &mut tell,
        );
        (outcome, lines)
    };
    let (outcome, said) = run(&review(&[]), &Storage::default());
    let outcome = outcome.expect("a review");
    assert_eq!(
        (outcome.is_clean, said.len()),
        (true, 3),
        "a line for each game, and where they are"
    );
    let whole = contents(&to);
    assert_eq!(whole.len(), 5, "{:?}", whole.keys());
    let count = with_every_fault(|storage, fault, has_failed| {
        empty(&to);
        fs::write(to.join("a.html"), OLD_PAGE).expect("written");
        let (outcome, _) = run(&review(&[]), storage);
        assert_eq!(contents(&from), before, "{fault:?}");
        let found = contents(&to);
        let journal = ".tianyuan-review.jsonl";
        for (name, found) in found.iter().filter(|(name, _)| *name != journal) {
            let is_old = name == "a.html" && found == OLD_PAGE.as_bytes();
            assert!(is_old || *found == whole[name], "{fault:?}: {name} is half");
        }
        if outcome.as_ref().is_ok_and(|outcome| outcome.is_clean) {
            let found: BTreeMap<_, _> =
                found.into_iter().filter(|(name, _)| name != journal).collect();
            assert_eq!(found, whole, "{fault:?}: it says that all is well");
        } else {
            assert!(has_failed(), "{fault:?}: {outcome:?}");
        }
        let (outcome, said) = run(&review(&["--resume"]), &Storage::default());
        assert_eq!((outcome.expect("a review").is_clean, said.len()), (true, 3), "{fault:?}");
        assert_eq!(contents(&to), whole, "{fault:?}: and no journal");
        assert_eq!(unfinished(&to), 0, "{fault:?}");
    });
    assert!(count > 60, "{count} operations");
}

/// Plays a match with files on a disk and returns its outcome.
fn play(contest: &MatchArguments, storage: &Storage) -> Result<MatchStatus, JobError> {
    contest.options().run(storage, &Cancellation::default(), &NoProgress, &mut |_| {})
}

/// Returns a match of short games, with their number and the options for files.
fn contest(games: &str, options: &[&str]) -> Box<MatchArguments> {
    let program = env!("CARGO_BIN_EXE_tianyuan");
    let engine = format!("{program} --protocol gtp --playouts 1 --threads 1 --memory 1 --no-net");
    let words =
        ["match", "--engine", &engine, "--engine", &engine, "--size", "5", "--games", games];
    match job(&[&words[..], &["--max-moves", "2", "--seed", "1"], options].concat()) {
        Job::Match(contest) => contest,
        _ => panic!("a match"),
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn match_preserves_games_and_reports_lost_games() {
    let _alone = alone();
    let folder = folder("match");
    let (saved, json) = (folder.join("saved"), folder.join("games.jsonl"));
    let names = [&saved, &json].map(|path| path.display().to_string());
    let first = play(&contest("1", &["--json", &names[1]]), &Storage::default());
    assert_eq!(first.expect("a match"), MatchStatus::Clean);
    let first = fs::read_to_string(&json).expect("a game");
    let contest = contest("2", &["--save", &names[0], "--json", &names[1]]);
    let count = with_every_fault(|storage, fault, has_failed| {
        let _ = fs::remove_dir_all(&saved);
        // The state after an interrupted match.
        fs::write(&json, format!("{first}{{\"ga")).expect("written");
        let outcome = play(&contest, storage);
        let text = fs::read_to_string(&json).expect("there");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], first.trim_end(), "{fault:?}");
        let is_entered = lines.last().is_some_and(|line| {
            line.ends_with('}') && line.starts_with("{\"game\":2") && text.ends_with('\n')
        });
        if fault.fails == Fails::Once && !is_entered {
            assert!(lines[1..].iter().all(|line| *line == "{\"ga"), "{fault:?}: {text}");
        }
        for (name, bytes) in contents(&saved) {
            let format = if name.ends_with("sgf") { Format::Sgf } else { Format::Wei7 };
            let reading = format::check(&bytes, format);
            assert!(!reading.findings.has_errors() && reading.records.len() == 1, "{fault:?}");
        }
        if matches!(outcome, Ok(MatchStatus::Clean)) {
            assert!(is_entered && contents(&saved).len() == 2, "{fault:?}: {text}");
        } else {
            assert!(has_failed(), "{fault:?}: {outcome:?}");
        }
    });
    assert!(count > 20, "{count} operations");
}

#[test]
fn full_disk_for_logs_does_not_stop_match() {
    let _alone = alone();
    let folder = folder("logs");
    let logs = folder.join("logs");
    let json = folder.join("games.jsonl");
    let names = [&logs, &json].map(|path| path.display().to_string());
    let contest = contest("1", &["--logs", &names[0], "--json", &names[1]]);
    let mut clean = 0;
    // The first operations create the folder and the files; then there is one per line.
    with_first_faults(12, |storage, fault, _| {
        empty(&folder);
        if matches!(play(&contest, storage), Ok(MatchStatus::Clean)) {
            let text = fs::read_to_string(&json).expect("there");
            assert!(text.starts_with("{\"game\":1") && text.ends_with("}\n"), "{fault:?}: {text}");
            clean += 1;
        }
    });
    assert!(clean > 2, "{clean} matches");
}

#[test]
fn samples_replace_old_ones_when_complete() {
    let _alone = alone();
    let folder = folder("features");
    let file = folder.join("samples");
    let name = file.display().to_string();
    let Job::Features(features) = job(&["features", "--output", &name, "--size", "9"]) else {
        panic!("features")
    };
    let games = b"game B+R eeccgg\n";
    features.run(&games[..], &mut |_| {}).expect("a game");
    let whole = fs::read(&file).expect("written");
    let count = with_every_fault(|storage, fault, has_failed| {
        fs::write(&file, OLD_SAMPLES).expect("written");
        let result = features.options().run(storage, &games[..], &mut |_| {});
        let found = fs::read(&file).expect("there");
        assert!(found == whole || found == OLD_SAMPLES.as_bytes(), "{fault:?}: half a file");
        assert!(
            if result.is_ok() { found == whole } else { has_failed() },
            "{fault:?}: {result:?}"
        );
    });
    assert!(count > 8, "{count} operations");
}
