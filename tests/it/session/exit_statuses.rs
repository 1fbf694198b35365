//! The exit statuses of jobs: success, findings, errors and interrupts.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::folder::empty_folder;
use crate::support::process::{ended, program_in, run};

/// The exit status after a signal.
const INTERRUPTED: Option<i32> = Some(130);

/// An engine that never responds and keeps its output open.
const SILENT_ENGINE: &str = "sleep 600";

fn folder(name: &str) -> PathBuf {
    let folder = empty_folder(Path::new("exit-statuses").join(name));
    fs::write(folder.join("game.sgf"), "(;SZ[9];B[ee];W[ec];B[ce];W[gg])").expect("written");
    folder
}

/// Starts a job with an open standard input.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = program_in(folder, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn wait_until(what: &str, is_there: &mut dyn FnMut() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        sleep(Duration::from_millis(5));
    }
}

/// Returns `true` once a process handles SIGINT.
fn handles_interrupts(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask & 0b10 != 0)
}

/// Sends SIGINT. Returns the exit status and the standard error.
fn interrupt(mut child: Child) -> (Option<i32>, String) {
    let mut errors = child.stderr.take().expect("a pipe");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    let status = ended(child).code();
    let mut text = String::new();
    errors.read_to_string(&mut text).expect("UTF-8");
    (status, text)
}

/// Interrupts a job as soon as it handles interrupts.
fn interrupted(name: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let child = start(&folder(name), arguments);
    wait_until(&format!("{arguments:?}"), &mut || handles_interrupts(child.id()));
    interrupt(child)
}

#[test]
fn job_without_interrupt_exits_with_0_1_or_2() {
    let folder = folder("uninterrupted");
    for (status, arguments, error) in [
        (0, &["check", "game.sgf"][..], ""),
        (0, &["conform", "--list"], ""),
        (0, &["review", "--no-net", "--playouts", "1", "game.sgf"], ""),
        (2, &["review", "--no-net", "--playouts", "1", "none.sgf"], "none.sgf: "),
        (1, &["check", "--strict", "game.sgf"], ""),
        (2, &["convert", "game.sgf", "-"], "cannot infer the format: use --to FORMAT"),
        (2, &["net", "game.sgf"], "game.sgf: "),
        (2, &["features", "--output", "none/samples"], "none/samples: "),
        (2, &["bridge", "false"], "lost the engine: crash"),
        (2, &["conform", "./none"], "cannot start the engine: "),
        (2, &["match", "--engine", "false", "--engine", "false"], "cannot start false: "),
        (2, &["label", "--out", "labels"], "no games to label"),
    ] {
        let said = run(&mut program_in(&folder, arguments), b"");
        assert_eq!(said.status, status, "{arguments:?}: {}", said.errors);
        assert!(said.errors.contains(error), "{arguments:?}: {}", said.errors);
    }
}

#[test]
fn interrupted_job_exits_with_130() {
    for arguments in [
        &["analysis"][..],
        &["bench"],
        &["bridge", SILENT_ENGINE],
        &["check", "-"],
        &["convert", "-", "out.sgf"],
        &["features", "--output", "samples"],
        &["label", "--out", "labels", "--visits", "1000000", "game.sgf"],
        &["perft", "9", "9"],
        &["show", "-"],
        &["speed", "--seconds", "600", "--no-net"],
        &["train-patterns"],
    ] {
        let (status, errors) = interrupted(arguments[0], arguments);
        assert_eq!(status, INTERRUPTED, "{arguments:?}: {errors}");
    }
}

#[test]
fn interrupted_review_exits_with_130_and_can_be_resumed() {
    let folder = folder("review");
    let review = ["review", "--no-net", "--jobs", "1", "game.sgf"];
    let child = start(&folder, &[&review[..], &["--seconds", "100"]].concat());
    let journal = folder.join("review/.tianyuan-review.jsonl");
    wait_until("a journal", &mut || journal.exists());
    let (status, errors) = interrupt(child);
    assert_eq!(status, INTERRUPTED, "{errors}");
    let due = "tianyuan review: interrupted; the results are saved in review; --resume";
    assert!(errors.contains(due), "{errors}");
    let resumed = [&review[..], &["--playouts", "5", "--resume"]].concat();
    assert_eq!(ended(start(&folder, &resumed)).code(), Some(0));
}

#[test]
fn interrupted_conform_exits_with_130() {
    let arguments = ["conform", "--limit", "600", SILENT_ENGINE];
    let (status, errors) = interrupted("silent", &arguments);
    assert_eq!(status, INTERRUPTED, "{errors}");
    assert!(errors.ends_with("tianyuan conform: interrupted\n"), "{errors}");

    let engine = format!("'{}' --no-net --threads 1", env!("CARGO_BIN_EXE_tianyuan"));
    let mut child = start(&folder("checks"), &["conform", "--lang", "en", &engine]);
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // A loaded machine may fail a check of speed.
    let is_finding = |line: &String| line.contains("passed") || line.contains("FAILED");
    let found = lines.by_ref().map_while(Result::ok).find(is_finding);
    assert!(found.is_some(), "no check was played");
    let (status, errors) = interrupt(child);
    assert_eq!(status, INTERRUPTED, "{errors}");
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    assert!(!rest.iter().any(|line| line.contains("FAILED")), "{rest:?}");
}

#[test]
fn interrupted_features_leave_no_file() {
    let folder = folder("samples");
    let child = start(&folder, &["features", "--output", "samples"]);
    let files = || fs::read_dir(&folder).expect("a folder").count();
    wait_until("an unfinished file", &mut || files() == 2);
    assert_eq!(interrupt(child).0, INTERRUPTED);
    assert_eq!(files(), 1, "the unfinished file is removed");
}
