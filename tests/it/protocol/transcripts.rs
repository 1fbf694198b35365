//! Plays the dialogues of `protocol-transcripts/` against the session. They are the specification, the manual and
//! this test at once. `TIANYUAN_BLESS=1 cargo test --profile checked --test it transcripts` updates the dialogues
//! that do not match.

use std::fs;
use std::path::{Path, PathBuf};

use tianyuan::protocol::{GTP, Line, Protocol, WTP};

use crate::support::transcript::{Outcome, Transcript};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-transcripts")
}

fn transcripts(protocol: &str) -> Vec<Transcript> {
    let entries = fs::read_dir(folder().join(protocol)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    paths.iter().map(|path| Transcript::read(path)).collect()
}

fn play_all(protocol: &str) {
    let mut failures = Vec::new();
    for mut transcript in transcripts(protocol) {
        match transcript.play() {
            Outcome::Passed => {}
            Outcome::KnownFailure => eprintln!("{}: known to fail", transcript.path.display()),
            Outcome::Failed(_) if std::env::var_os("TIANYUAN_BLESS").is_some() => {
                transcript.bless()
            }
            Outcome::Failed(message) => failures.push(message),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn gtp_dialogues_match_transcripts() {
    play_all("gtp");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn wtp_dialogues_match_transcripts() {
    play_all("wtp");
}

#[test]
fn mismatched_dialogues_fail() {
    let play = |text: &str| Transcript::parse(Path::new("gtp/x.txt"), text).play();
    let failed = |text: &str| match play(text) {
        Outcome::Failed(message) => message,
        Outcome::Passed | Outcome::KnownFailure => panic!("it passed:\n{text}"),
    };
    assert!(matches!(play("> name\n< = Tianyuan"), Outcome::Passed));
    assert!(failed("> name\n< = Gnu").starts_with("gtp/x.txt:2: "));
    assert!(failed("> name\n> 2 name\n< = Tianyuan").contains("unexpected line"));
    assert!(failed("> quit\n< =\\s\n< = more").contains("has ended"));
    assert!(failed("> name\n<~ = Gnu").contains("Tianyuan"));
    assert!(matches!(play("! not yet\n> name\n< = Gnu"), Outcome::KnownFailure));
    assert!(failed("! not yet\n> name\n< = Tianyuan").contains("take the ! away"));
}

fn shown(protocol: &'static Protocol, folder: &str) -> Vec<String> {
    let read = |line: &str| match protocol.read(line) {
        Line::Command { name, .. } => Some(name),
        Line::Blank | Line::Comment(_) => None,
    };
    let transcripts = transcripts(folder);
    transcripts.iter().flat_map(|transcript| transcript.sent().filter_map(read)).collect()
}

#[test]
fn every_command_occurs_in_a_transcript() {
    for (protocol, folder) in [(&GTP, "gtp"), (&WTP, "wtp")] {
        let shown = shown(protocol, folder);
        let missing = protocol.commands.iter().map(|command| command.name);
        let missing: Vec<&str> =
            missing.filter(|&name| !shown.iter().any(|other| other == name)).collect();
        assert!(missing.is_empty(), "no transcript of {folder} shows {missing:?}");
    }
}

#[test]
fn every_transcript_has_a_description() {
    for transcript in transcripts("gtp").into_iter().chain(transcripts("wtp")) {
        assert!(transcript.begins_with_prose(), "{}", transcript.path.display());
    }
}

#[test]
fn transcript_readme_lists_interpretations_and_files() {
    let readme = fs::read_to_string(folder().join("README.md")).expect("there is a README");
    for reading in 1..=40 {
        assert!(readme.contains(&format!("\n| {reading} |")), "reading {reading} is missing");
    }
    for name in readme.split('`').filter(|name| name.ends_with(".txt") && !name.contains('*')) {
        assert!(folder().join(name).exists(), "{name} is not there");
    }
}
