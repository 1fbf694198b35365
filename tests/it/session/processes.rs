//! The program as a process: start, order of responses, and exit.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::line_client::Talk;
use crate::support::process::{ask, ended, program_in, run, start};

#[test]
fn engine_is_silent_until_first_command() {
    let (child, mut talk) = start(&[]);
    assert_eq!(ask(&mut talk, "protocol_version"), "= 2");
    assert_eq!(ask(&mut talk, "quit"), "= ");
    assert!(talk.line().is_none(), "the output ends with the session");
    assert!(ended(child).success(), "while the input is still open");
}

#[test]
fn wtp_greeting_selects_protocol() {
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
fn thousand_buffered_commands_are_answered_in_order() {
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
fn client_may_send_more_than_it_reads() {
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
fn closed_output_exits_quietly() {
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
fn gogui_live_variation_is_sent_on_request() {
    let commands = "boardsize 5\ngenmove b\nkata-set-param liveGraphics true\ngenmove w\n";
    let mut program = program_in(Path::new("."), &["--threads", "1", "--playouts", "50"]);
    let said = run(&mut program, commands.as_bytes());
    assert_eq!(said.text().matches("= ").count(), 4);
    let drawn = said.errors;
    let drawing: Vec<&str> = drawn.lines().collect();
    // The number of reports depends on time; the last report is about the whole search, from White's side.
    let [.., head, variation, labels, text, ""] = drawing[..] else { panic!("{drawn}") };
    assert_eq!(head, "gogui-gfx:");
    assert!(variation.starts_with("VAR w ") && labels.starts_with("LABEL "), "{drawn}");
    assert!(text.starts_with("TEXT winrate ") && text.ends_with(" visits"), "{drawn}");
    assert!(!drawn.contains("VAR b"), "nobody had asked when Black thought: {drawn}");
}

#[test]
fn closed_output_stops_analysis() {
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
fn invalid_options_are_reported_on_stderr() {
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
fn idle_engine_uses_no_cpu() {
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
