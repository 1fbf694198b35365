//! The program in a terminal: the banner, line editing, exit by keys and signals, and games.
//!
//! Without Python, which creates the terminals, nothing is tested.
#![cfg(unix)]

use std::fs;

use crate::support::folder::empty_folder;
use crate::support::process::{program_in, run};
use crate::support::terminal::Step::{Both, Bytes, Close, Expect, Send, Signal};
use crate::support::terminal::{Seen, Step, at_terminal};

/// A protocol session with a fast search, after the banner.
const FAST: [&str; 5] = ["--no-net", "--threads", "1", "--playouts", "50"];
/// A session whose search takes longer than any test.
const SLOW: [&str; 5] = ["--no-net", "--threads", "1", "--time", "600"];
/// The end of the banner.
const GREETED: Step<'_> = Expect("in the source.");
/// The editor's output for an empty new line: from then on it handles the keys.
const EMPTY_LINE: &str = "\u{1b}[K\r\u{1b}[?2026l";
const EDITING: Step<'_> = Expect(EMPTY_LINE);

const ENTER: &str = "\r";
const UP: &str = "\u{1b}[A";
const LEFT: &str = "\u{1b}[D";
const ERASE: &str = "\u{7f}";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";

/// Waits for a response and the editor's next line: during a slow command a line can be edited already.
fn answered(text: &str) -> Step<'_> {
    Both(text, EMPTY_LINE)
}

/// Plays the steps after the banner.
fn session(arguments: &[&str], steps: &[Step<'_>]) -> Option<Seen> {
    let waits = [GREETED, EDITING];
    at_terminal("C", arguments, None, &waits.iter().chain(steps).copied().collect::<Vec<_>>())
}

#[test]
fn banner_is_printed_on_terminals_only() {
    let greeting = |language, arguments: &[&str]| {
        let seen = at_terminal(
            language,
            arguments,
            None,
            &[Expect("docs/README.md"), EDITING, Send(CTRL_D)],
        );
        seen.map(|seen| {
            seen.screen.lines().take(3).map(|line| line.trim().into()).collect::<Vec<String>>()
        })
    };
    let Some(english) = greeting("C", &FAST) else { return };
    assert!(english[0].starts_with("Tianyuan (天元) 0."), "{english:?}");
    assert!(english[1].contains("GTP (WTP after a first line `WTP`)"), "{english:?}");
    let Some(chinese) = greeting("zh_CN.UTF-8", &["--protocol", "wtp"]) else { return };
    assert!(
        chinese[0].starts_with("天元（Tianyuan）") && chinese[1].starts_with("正在等待WTP命令：")
    );
    let said = run(&mut program_in(std::path::Path::new("."), &FAST), b"name\n");
    assert_eq!((said.text(), &*said.errors), ("= Tianyuan\n\n", ""), "a pipe is not greeted");
}

#[test]
fn line_editor_supports_completion_and_history() {
    let steps = [
        Send("nXme"),
        Send(LEFT),
        Send(LEFT),
        Send(ERASE),
        Send("a"),
        Send(ENTER),
        answered("= Tianyuan"),
        Send("protocol_v\t"),
        Send(ENTER),
        answered("= 2"),
        Send(UP),
        Send(UP),
        Send(ENTER),
        answered("= Tianyuan"),
        // Wide characters are erased completely.
        Send("name # 围棋\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}"),
        Send(ENTER),
        answered("= Tianyuan"),
        // Pasted lines are answered in order.
        Send("1 name\r2 version\r3 quit\r"),
        Expect("=1 Tianyuan"),
        Expect("=2 0."),
        Expect("=3"),
    ];
    let Some(seen) = session(&FAST, &steps) else { return };
    assert_eq!((seen.status, seen.is_as_before), (0, true), "{}", seen.screen);
}

#[test]
fn exit_restores_terminal() {
    let endings: [(&[Step<'_>], i64); 5] = [
        (&[Send(CTRL_D)], 0),
        (&[Send(CTRL_C)], 130),
        (&[Send("nam"), Expect("nam"), Send(CTRL_C)], 130),
        (&[Send("name\r"), Expect("= Tianyuan"), Signal(15)], 130),
        (&[Send("quit\r")], 0),
    ];
    for (number, (steps, status)) in endings.into_iter().enumerate() {
        let Some(seen) = session(&FAST, steps) else { return };
        assert_eq!((seen.status, seen.is_as_before), (status, true), "{number}:\n{}", seen.screen);
    }
}

#[test]
fn input_during_search_is_read() {
    // The line that ends an analysis can be edited; typed text is redrawn below each report.
    let steps = [
        Send("lz-analyze 10\r"),
        answered("="),
        Expect("info move"),
        Send("nXme"),
        Expect("info move"),
        Send(LEFT),
        Send(LEFT),
        Send(ERASE),
        Send("a"),
        Send(ENTER),
        Expect("= Tianyuan"),
        Send("quit\r"),
    ];
    let Some(seen) = session(&FAST, &steps) else { return };
    assert_eq!((seen.status, seen.is_as_before), (0, true), "{}", seen.screen);
    for (key, status) in [(CTRL_C, 130), ("quit\r", 0)] {
        let slow: Vec<&str> = if status == 0 {
            vec!["--no-net", "--threads", "1", "--time", "1"]
        } else {
            SLOW.into()
        };
        // Shortly after the line was accepted the editor handles keys again.
        let steps = [Send("genmove b\r"), Expect("genmove b"), EDITING, Send(key)];
        let Some(seen) = session(&slow, &steps) else { return };
        assert_eq!((seen.status, seen.is_as_before), (status, true), "{}", seen.screen);
    }
    let steps = [Send("genmove b\r"), Expect("genmove b"), EDITING, Close];
    let Some(seen) = session(&SLOW, &steps) else { return };
    assert_eq!(seen.status, 130, "the terminal has gone");
}

#[test]
fn piped_output_contains_responses_only() {
    let file = empty_folder("play/output").join("answers");
    let arguments = [&FAST[..], &["--show-board"]].concat();
    let steps = [
        GREETED,
        EDITING,
        Send("boardsize 3\r"),
        answered(" 1 . . . 1"),
        Send("play b B2\r"),
        answered(".(X)."),
        Send("name"),
        Expect("name"),
        Send(ENTER),
        EDITING,
        // Invalid text discards the current line; the next line is normal.
        Bytes("ff8022"),
        EDITING,
        Send("version"),
        Expect("version"),
        Send(ENTER),
        EDITING,
        Send("quit\r"),
    ];
    let Some(seen) = at_terminal("C", &arguments, Some(&file), &steps) else { return };
    assert_eq!((seen.status, seen.is_as_before), (0, true), "{}", seen.screen);
    let answers = fs::read_to_string(&file).expect("UTF-8");
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(answers, format!("= \n\n= \n\n= Tianyuan\n\n= {version}\n\n= \n\n"));
}

#[test]
fn show_board_draws_board_after_moves() {
    let arguments = [&FAST[..], &["--show-board"]].concat();
    let steps = [
        Send("boardsize 3\r"),
        Expect(" 3 . . . 3"),
        Send("play b B2\r"),
        Expect(" 2 .(X). 2"),
        Send("undo\r"),
        Expect(" 2 . . . 2"),
        Send("showboard\r"),
        Expect("0 turns"),
        Send("quit\r"),
    ];
    let Some(seen) = session(&arguments, &steps) else { return };
    assert_eq!(
        seen.screen.matches(" 2 . . . 2").count(),
        3,
        "not after every command:\n{}",
        seen.screen
    );
    let Some(seen) = session(&FAST, &[Send("boardsize 3\r"), Expect("= "), Send("quit\r")]) else {
        return;
    };
    assert!(!seen.screen.contains("A B C"), "{}", seen.screen);
}

#[test]
fn game_can_be_played_in_terminal() {
    let arguments =
        ["play", "--no-net", "--threads", "1", "--playouts", "50", "--seed", "1", "--size", "5"];
    // Four letters, one of them wrong; wide characters are erased completely; leaving is confirmed once.
    let steps = [
        Expect("黑> "),
        Send("c33\u{7f}\r"),
        Expect("第2手：白"),
        Expect("黑> "),
        Send("悔棋棋\u{7f}\r"),
        Expect("轮到黑"),
        Expect("黑> "),
        Send("het\u{7f}l\t\r"),
        Expect("帮助：列出命令"),
        Expect("黑> "),
        Send("c3\r"),
        Expect("第2手：白"),
        Expect("黑> "),
        Send(CTRL_D),
        Expect("尚未保存"),
        Expect("黑> "),
        Send("退出\r"),
    ];
    let Some(seen) = at_terminal("zh_CN.UTF-8", &arguments, None, &steps) else { return };
    assert_eq!((seen.status, seen.is_as_before), (0, true), "{}", seen.screen);
    let slow = ["play", "--no-net", "--threads", "1", "--time", "600", "--size", "5"];
    for (ending, is_there) in [(Send(CTRL_C), true), (Signal(15), true), (Close, false)] {
        let steps = [Expect("Black> "), Send("c3\r"), Expect("is thinking"), ending];
        let Some(seen) = at_terminal("C", &slow, None, &steps) else { return };
        assert_eq!((seen.status, seen.is_as_before), (130, is_there), "{}", seen.screen);
    }
}
