//! The program as a process: it starts, answers in order, and ends when it should.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::process::{ask, ended, program_in, run, start};
use crate::support::talk::Talk;

#[test]
fn it_says_nothing_before_it_is_asked_and_then_answers() {
    let (child, mut talk) = start(&[]);
    assert_eq!(ask(&mut talk, "protocol_version"), "= 2");
    assert_eq!(ask(&mut talk, "quit"), "= ");
    assert!(talk.line().is_none(), "the output ends with the session");
    assert!(ended(child).success(), "while the input is still open");
}

#[test]
fn it_greets_in_the_other_protocol() {
    let (child, mut talk) = start(&["--threads", "1", "--playouts", "20"]);
    for (command, answer) in [("WTP", "="), ("boardsize 5", "="), ("protocol_version", "= 22")] {
        assert_eq!(ask(&mut talk, command), answer);
    }
    assert!(ask(&mut talk, "genmove B").starts_with("= "));
    talk.close();
    assert!(talk.line().is_none());
    assert!(ended(child).success());
}

#[test]
fn a_thousand_commands_in_one_write_are_answered_in_order() {
    let (child, mut talk) = start(&["--protocol", "gtp"]);
    let commands: String = (0..1000).map(|id| format!("{id} komi {}\n", id % 100)).collect();
    talk.send(commands.as_bytes());
    for id in 0..1000 {
        let response = talk.response().expect("there are as many responses as commands");
        assert_eq!(response, [format!("={id} ").into_bytes()]);
    }
    talk.close();
    assert!(talk.line().is_none());
    assert!(ended(child).success());
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn a_client_may_send_far_more_than_it_reads() {
    let (child, mut talk) = start(&["--protocol", "wtp"]);
    talk.send("showboard\n".repeat(20_000).as_bytes());
    talk.close();
    for _ in 0..20_000 {
        assert_eq!(talk.response().map(|lines| lines.len()), Some(22));
    }
    assert!(talk.line().is_none());
    assert!(ended(child).success());
}

#[test]
fn it_ends_quietly_when_nobody_listens() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let input = child.stdin.take().expect("a pipe");
    let mut talk = Talk::over(input, std::io::empty());
    talk.send(b"name\nname\n");
    let mut errors = child.stderr.take().expect("a pipe");
    assert!(ended(child).success());
    let mut said = String::new();
    std::io::Read::read_to_string(&mut errors, &mut said).expect("the standard error is text");
    assert_eq!(said, "");
}

#[test]
fn gogui_is_shown_what_is_thought_of_where_it_asks_for_that() {
    let commands = "boardsize 5\ngenmove b\nkata-set-param liveGraphics true\ngenmove w\n";
    let mut program = program_in(Path::new("."), &["--threads", "1", "--playouts", "50"]);
    let said = run(&mut program, commands.as_bytes());
    assert_eq!(said.text().matches("= ").count(), 4);
    let drawn = said.errors;
    let drawing: Vec<&str> = drawn.lines().collect();
    // How many there are is a matter of time; the last is of the whole search, and White's.
    let [.., head, variation, labels, text, ""] = drawing[..] else { panic!("{drawn}") };
    assert_eq!(head, "gogui-gfx:");
    assert!(variation.starts_with("VAR w ") && labels.starts_with("LABEL "), "{drawn}");
    assert!(text.starts_with("TEXT winrate ") && text.ends_with(" visits"), "{drawn}");
    assert!(!drawn.contains("VAR b"), "nobody had asked when Black thought: {drawn}");
}

#[test]
fn an_analysis_ends_when_nobody_listens() {
    let (mut from_engine, to_us) = std::io::pipe().expect("a pipe");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .args(["--protocol", "wtp", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(to_us)
        .spawn()
        .expect("the program starts");
    let mut talk = Talk::over(child.stdin.take().expect("a pipe"), std::io::empty());
    talk.send(b"boardsize 5\nanalyze B interval 1\n");
    let mut first = [0; 10];
    std::io::Read::read_exact(&mut from_engine, &mut first).expect("it answers");
    drop(from_engine);
    assert!(ended(child).success());
}

#[test]
fn wrong_options_are_told_on_the_standard_error() {
    let wrong = [["--threads", "0"], ["--time", "0"], ["--time", "nan"], ["--protocol", "uci"]];
    for arguments in wrong.into_iter().chain([["--playouts", "0"], ["--tea", "now"]]) {
        let said = run(&mut program_in(Path::new("."), &arguments), b"");
        assert_eq!(said.status, 2, "{arguments:?}");
        assert!(said.output.is_empty(), "the standard output belongs to the protocol");
        assert!(said.errors.contains(arguments[0]));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn it_takes_no_time_while_it_waits() {
    let (child, mut talk) = start(&["--threads", "1"]);
    assert_eq!(ask(&mut talk, "name"), "= Tianyuan");
    let stat = format!("/proc/{}/stat", child.id());
    let ticks = || -> u64 {
        let stat = std::fs::read_to_string(&stat).expect("the process is there");
        let after_name = stat.rsplit(')').next().expect("a name in parentheses");
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        fields[11..13].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
    };
    let before = ticks();
    std::thread::sleep(Duration::from_millis(300));
    assert!(ticks() - before <= 1, "a busy wait takes thirty ticks");
    talk.close();
    assert!(ended(child).success());
}
