//! Random sessions in either protocol: moves on a small board, any command with any argument, and arbitrary bytes.

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tianyuan::protocol::Protocol;

/// Arguments that commands accept, and some that none accepts.
pub const WORDS: &[&str] = &[
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

/// Returns a session with this number of lines, with the line numbers as ids.
pub fn random_session(protocol: &Protocol, lines: usize, random: &mut StdRng) -> Vec<u8> {
    let mut input = b"0 boardsize 5\n".to_vec();
    for id in 1..lines {
        input.extend(format!("{id} ").bytes());
        input.extend(line(protocol, random));
        input.push(b'\n');
    }
    input
}

/// Returns an argument of up to six words, mostly colours and points of a small board.
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

/// Returns a line without its line break: a move, any command of the table, or arbitrary bytes.
fn line(protocol: &Protocol, random: &mut StdRng) -> Vec<u8> {
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
            // `quit` would skip the rest of the session.
            let name = if command.name == "quit" { "undo" } else { command.name };
            format!("{name} {}", argument(random))
        }
    };
    protocol.charset.encode(&text).into_owned()
}
