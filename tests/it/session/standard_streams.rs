//! The standard streams of all commands: a full disk is an error, a closed pipe is not, and a nonblocking stream is
//! awaited.
#![cfg(target_os = "linux")]
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::Duration;

use crate::support::folder::empty_folder;
use crate::support::process::{Said, program_in, run_into};

const VALID: &str = "(;SZ[5];B[cc];W[bb])";

/// A record of a size that SGF cannot express, and a valid one.
const INVALID: &str = "(;SZ[99];B[cc])(;SZ[5];B[cc])";

/// Input lines of `features` and `train-patterns`.
const GAMES: &str = "game B+R cccd\ngame W+R dcdd\n";

/// An empty folder for a test, with a valid and an invalid record.
fn folder(name: &str) -> PathBuf {
    let folder = empty_folder(Path::new("standard-streams").join(name));
    fs::write(folder.join("valid.sgf"), VALID).expect("written");
    fs::write(folder.join("other.sgf"), VALID).expect("written");
    fs::write(folder.join("invalid.sgf"), INVALID).expect("written");
    folder
}

/// Returns the result of a command with this standard output.
fn run(folder: &Path, arguments: &str, output: impl Into<Stdio>) -> Said {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    run_into(output, &mut program_in(folder, &arguments), GAMES.as_bytes())
}

/// Returns a pipe whose reader is closed.
fn closed() -> Stdio {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").expect("Linux has it").into()
}

/// Each command, with its status if all output can be written.
const JOBS: [(&str, i32); 19] = [
    ("analysis --no-net", 0),
    ("bench --no-net", 0),
    ("perft 5 2", 0),
    ("speed --size 2 --seconds 0.01 --no-net", 0),
    ("train-patterns --size 5", 0),
    ("train-patterns --size 5 --output table", 0),
    ("features --size 5 --output samples", 0),
    ("check valid.sgf", 0),
    ("check --json valid.sgf", 0),
    ("check valid.sgf invalid.sgf", 2),
    ("show valid.sgf", 0),
    ("convert valid.sgf - --to wei7", 0),
    ("convert valid.sgf - --to sgf", 0),
    ("convert invalid.sgf - --to sgf", 2),
    ("completions bash", 0),
    ("man", 0),
    ("--help", 0),
    ("--version", 0),
    ("review valid.sgf other.sgf -o review --playouts 5", 0),
];

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn full_disk_is_an_error_in_every_command() {
    let folder = folder("full");
    for (job, status) in JOBS {
        let said = run(&folder, job, full());
        let errors = said.errors;
        assert_eq!(said.status, status.max(1), "{job}: {errors}");
        assert!(errors.contains("cannot write standard output: no space left"), "{job}: {errors}");
    }
    for file in ["table", "samples", "review/valid.html", "review/index.html"] {
        assert!(folder.join(file).is_file(), "{file} is written all the same");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn closed_pipe_does_not_change_status() {
    let folder = folder("closed");
    for (job, status) in JOBS {
        let said = run(&folder, job, closed());
        let errors = said.errors;
        assert_eq!(said.status, status, "{job}: {errors}");
        assert!(!errors.contains("output") && !errors.contains("roken"), "{job}: {errors}");
    }
    for file in ["table", "samples", "review/valid.html", "review/index.html"] {
        assert!(folder.join(file).is_file(), "{file} is written all the same");
    }
}

#[test]
fn printing_commands_exit_when_output_closes() {
    // Both would take hours.
    assert_eq!(run(&folder("ended"), "perft 19 9", closed()).status, 0);
    let games = GAMES.repeat(10);
    let job = ["train-patterns", "--size", "5", "--epochs", "1000000"];
    let mut job = program_in(Path::new("."), &job);
    assert_eq!(run_into(closed(), &mut job, games.as_bytes()).status, 0);
}

#[test]
fn match_fails_if_report_cannot_be_printed() {
    let folder = folder("match");
    for (output, status) in [(closed(), 0), (full(), 1)] {
        let engine = format!("{} --playouts 1 --no-net", env!("CARGO_BIN_EXE_tianyuan"));
        let job = ["match", "--size", "2", "--games", "1", "--json", "games.json"];
        let engines = ["--engine", &engine, "--engine", &engine];
        let mut command = program_in(&folder, &[&job[..], &engines].concat());
        let said = run_into(output, &mut command, b"");
        let errors = said.errors;
        assert_eq!(said.status, status, "{errors}");
        assert_eq!(errors.contains("cannot write standard output"), status == 1, "{errors}");
        assert!(folder.join("games.json").is_file());
    }
}

#[test]
fn failed_stderr_is_ignored() {
    let folder = folder("errors");
    let status = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
        command.args(arguments.split(' ')).current_dir(&folder).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(full()).status().expect("it runs").code()
    };
    assert_eq!(status("check none.sgf"), Some(2));
    assert_eq!(status("show none.sgf"), Some(2));
    assert_eq!(status("--nonsense"), Some(2));
    assert_eq!(status("convert valid.sgf none.sgf out/ --to wei7"), Some(2));
    assert_eq!(status("review none.sgf -o out"), Some(2));
}

// --- nonblocking streams --------------------------------------------------------------------------

/// The program with nonblocking standard input and output.
fn between(arguments: &[&str]) -> (Child, UnixStream, UnixStream) {
    let end = || {
        let (ours, theirs) = UnixStream::pair().expect("a pair");
        theirs.set_nonblocking(true).expect("it can be set");
        (ours, Stdio::from(OwnedFd::from(theirs)))
    };
    let ((input, its_input), (output, its_output)) = (end(), end());
    let child = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .args(arguments)
        .stdin(its_input)
        .stdout(its_output)
        .spawn()
        .expect("it starts");
    (child, input, output)
}

#[test]
fn session_supports_nonblocking_streams() {
    const MANY: usize = 2000;
    let (mut child, mut input, output) = between(&["--playouts", "1"]);
    sleep(Duration::from_millis(300));
    input.write_all(b"protocol_vers").expect("it listens");
    sleep(Duration::from_millis(100));
    input.write_all(b"ion\n").expect("it listens");
    let mut output = BufReader::new(output);
    let mut line = String::new();
    output.read_line(&mut line).expect("it answers");
    assert_eq!(line, "= 2\n");
    // More than the pipes can hold while no process reads.
    let writer = thread::spawn(move || {
        input.write_all("showboard\n".repeat(MANY).as_bytes()).expect("it listens");
        input.write_all(b"quit\n").expect("it listens");
        input
    });
    sleep(Duration::from_millis(500));
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("it answers");
    drop(writer.join().expect("all is written"));
    assert_eq!(rest.matches("\n= Black (X) to play").count(), MANY);
    assert_eq!(rest.matches(" 1 . . .").count(), MANY, "each is whole");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn commands_support_nonblocking_streams() {
    let sgf = format!("(;SZ[9]C[{}])", "a line of a comment\n".repeat(100_000));
    let (mut child, mut input, mut output) = between(&["convert", "-", "-", "--to", "sgf"]);
    sleep(Duration::from_millis(300));
    input.write_all(sgf.as_bytes()).expect("it listens");
    drop(input);
    sleep(Duration::from_millis(500));
    let mut printed = String::new();
    output.read_to_string(&mut printed).expect("it prints");
    assert_eq!(printed.matches("a line of a comment").count(), 100_000);
    assert!(child.wait().expect("it ends").success());
}
