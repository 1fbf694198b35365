//! Invalid input lines and closed streams: each has a one-line message, and nothing is lost.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{ALWAYS_THE_SAME, game, game_in};
use crate::support::process::{program_in, run};

const FIVE: [&str; 2] = ["--size", "5"];

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn invalid_input_changes_nothing() {
    let plain = game("en", &FIVE, "C3\nboard\n");
    let lines = [
        ("F1", "F1: off the 5x5 board"),
        ("c3", "C3: the point is occupied"),
        ("play C3", "play: neither a point nor a command; help lists the commands"),
        ("pass now", "now: unexpected after pass"),
        ("level 0", "0: invalid level (1 to 10, or 25k to 5d)"),
        ("dead C3", "dead stones can be marked after two passes"),
        ("dead", "dead: missing points, as in dead C3"),
        ("save", "save: missing file name (.sgf or .wei7)"),
        ("\u{1b}[2J", "\\u{1b}[2J: neither a point nor a command; help lists the commands"),
    ];
    for (line, due) in lines {
        let said = game("en", &FIVE, &format!("C3\n{line}\nboard\n"));
        assert_eq!(said.replace(&format!("{due}\n"), ""), plain, "{line}");
        assert_eq!(said.matches(due).count(), 1, "{said}");
    }
    let chinese = game("zh", &FIVE, "C3\nC3\n围棋\n悔棋\n悔棋\n");
    for due in
        ["C3：此处已有棋子\n", "围棋：既非落点也非命令；“帮助”列出各命令\n", "您尚未落子，无可悔\n"]
    {
        assert_eq!(chinese.matches(due).count(), 1, "{due}{chinese}");
    }
}

#[test]
fn arbitrary_bytes_are_handled() {
    let arguments = [&["play"], &ALWAYS_THE_SAME[..], &["en"], &FIVE[..]].concat();
    let long = vec![b'x'; 3 << 20];
    let inputs =
        [&b"\xff\xfe\x80 \xe5\x9b\r\n\r\n  \nboard"[..], &long, b"\xef\xbb\xbfC3\r\nlevel", b""];
    let answers = [
        "neither a point nor a command",
        "neither a point nor a command",
        "Move 2: White",
        "to play",
    ];
    for (input, answer) in inputs.into_iter().zip(answers) {
        let said = run(&mut program_in(Path::new("."), &arguments), input);
        assert_eq!((said.status, &*said.errors), (0, ""));
        assert!(said.text().contains(answer), "{}", said.text());
        assert!(said.output.len() < 2000, "{} bytes", said.output.len());
    }
}

#[test]
fn closed_output_ends_play() {
    let arguments = [&["play"], &ALWAYS_THE_SAME[..], &["en"], &FIVE[..]].concat();
    let mut command = program_in(Path::new("."), &arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    let _ = std::io::Write::write_all(&mut input, "board\n".repeat(100).as_bytes());
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// A full disk is an error.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_reported() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let arguments = [&["play"], &ALWAYS_THE_SAME[..], &["en"], &FIVE[..]].concat();
    let mut command: Command = program_in(Path::new("."), &arguments);
    let output = command.stdin(Stdio::null()).stdout(full).stderr(Stdio::piped()).output();
    let output = output.expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("tianyuan play: cannot write standard output"), "{errors}");
}

#[test]
fn invalid_game_options_are_rejected() {
    let cases: [(&[&str], &str); 4] = [
        (&["--handicap", "1"], "tianyuan play: --handicap: expected an integer from 2 to 180\n"),
        (&["--size", "26"], "expected a board size from 2 to 25"),
        (&["--komi", "7.3"], "expected a multiple of 0.5 from -1000 to 1000"),
        (&["--rules", "klingon"], "unknown rules 'klingon'"),
    ];
    for (options, due) in cases {
        let said = game_in(Path::new("."), "en", options, "");
        assert_eq!((said.status, said.output.len()), (2, 0), "{options:?}");
        assert!(said.errors.contains(due), "{}", said.errors);
    }
}
