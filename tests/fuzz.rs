//! Random input in both protocols: whatever comes in, every line with an id is answered once, in
//! order and in the form of a response, and nothing panics.
//!
//! Input that once went wrong is kept in `tests/data/fuzz/` and tried every time.

mod support {
    pub mod seeded;
}

use std::fs;
use std::io::{Cursor, sink};
use std::path::Path;
use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use support::seeded::with_seeds;
use tianyuan::charset::Charset;
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Rules};
use tianyuan::protocol::{GTP, Protocol, WTP};
use tianyuan::session::{self, Choice};

/// Lines of a session.
const LINES: usize = 1000;

/// Words that commands take, and some that none does.
const WORDS: &[&str] = &[
    "b",
    "W",
    "black",
    "E",
    "pass",
    "resign",
    "0",
    "1",
    "2",
    "3",
    "5",
    "7.5",
    "-1",
    "1e300",
    "nan",
    "99999999999999999999",
    "A0",
    "I3",
    "Z26",
    "围",
    "alive",
    "dead",
    "play",
    "chinese",
    "Tromp-Taylor",
    "Komi: 3.5",
    "Ko: Situational,",
    "AllowMultiStoneSuicide: true",
    "japanese",
    r#"{"suicide":true}"#,
    "ko",
    "SIMPLE",
    "maxVisits",
    "byoyomi",
    "fischer",
    "canadian",
    "absolute",
    "interval",
    "avoid",
    "allow",
    "A1,pass",
    "ownership",
    "movesOwnership",
    "true",
    "#",
    "\t",
    "\0",
    "\r",
];

fn engine() -> Engine {
    let settings = Settings {
        threads: 2,
        move_time: Duration::from_millis(1),
        playouts: Some(20),
        seed: Some(1),
        memory: 1,
        ..Settings::default()
    };
    Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE)
}

/// An argument of up to six words: mostly colours and points of a small board.
fn argument(random: &mut StdRng) -> String {
    let word = |random: &mut StdRng| match random.random_range(0..10) {
        0..3 => String::from(if random.random() { "B" } else { "W" }),
        3..7 => {
            let column = *b"ABCDE".choose(random).expect("there are letters") as char;
            format!("{column}{}", random.random_range(1..6))
        }
        _ => String::from(*WORDS.choose(random).expect("there are words")),
    };
    let count = random.random_range(0..7);
    (0..count).map(|_| word(random)).collect::<Vec<_>>().join(" ")
}

/// A line without its end: a move, any command of the table, or bytes.
fn line(protocol: &Protocol, charset: Charset, random: &mut StdRng) -> Vec<u8> {
    let text = match random.random_range(0..10) {
        0..4 => {
            let column = *b"ABCDE".choose(random).expect("there are letters") as char;
            let color = if random.random() { "B" } else { "W" };
            format!("play {color} {column}{}", random.random_range(1..6))
        }
        4 => String::from(if random.random() { "genmove B" } else { "genmove W" }),
        5 => {
            let bytes = (0..random.random_range(0..40)).map(|_| random.random());
            return bytes.filter(|&byte| byte != b'\n').collect();
        }
        _ => {
            let command = protocol.commands.choose(random).expect("there are commands");
            // A quit would leave the rest of the session untried.
            let name = if command.name == "quit" { "undo" } else { command.name };
            format!("{name} {}", argument(random))
        }
    };
    charset.encode(&text).into_owned()
}

/// The responses to an input.
fn responses(choice: Choice, charset: Charset, input: Vec<u8>) -> Vec<String> {
    let mut output = Vec::new();
    session::run(Cursor::new(input), &mut output, choice, &mut engine()).expect("it can write");
    let text = charset.decode(&output).into_owned();
    let responses = text.strip_suffix("\n\n").unwrap_or_else(|| panic!("cut short: {text}"));
    responses.split("\n\n").map(String::from).collect()
}

fn check(protocol: &Protocol, choice: Choice, charset: Charset, random: &mut StdRng) {
    let mut input = b"0 boardsize 5\n".to_vec();
    for id in 1..LINES {
        input.extend(format!("{id} ").bytes());
        input.extend(line(protocol, charset, random));
        input.push(b'\n');
    }
    let responses = responses(choice, charset, input);
    assert_eq!(responses.len(), LINES, "a line has one response");
    for (id, response) in responses.iter().enumerate() {
        let (status, rest) = response.split_at(1);
        assert!(matches!(status, "=" | "?"), "{response}");
        let after = rest.strip_prefix(&id.to_string());
        let after = after.unwrap_or_else(|| panic!("response {id} is {response}"));
        // Streams begin with a line of the status alone.
        assert!(after.is_empty() || after.starts_with([' ', '\n']), "{response}");
        assert!(!response.chars().any(|c| c.is_control() && c != '\n'), "{response:?}");
    }
}

#[test]
fn whatever_comes_in_is_answered_in_order() {
    with_seeds(|random| {
        check(&GTP, Choice::Gtp, Charset::Utf8, random);
        check(&WTP, Choice::Wtp, Charset::Gb18030, random);
    });
}

#[test]
fn what_once_went_wrong_does_not_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fuzz");
    let kept = fs::read_dir(folder).into_iter().flatten();
    for file in kept.map(|entry| entry.expect("the folder can be read").path()) {
        let input = fs::read(&file).expect("the file can be read");
        let run = session::run(Cursor::new(input), sink(), Choice::Auto, &mut engine());
        assert!(run.is_ok(), "{}", file.display());
    }
}
