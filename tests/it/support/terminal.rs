//! The program in a terminal of its own, by Python's pseudo-terminals.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// What came of a scenario.
pub struct Seen {
    /// All that was shown, escape sequences and echoes among it.
    pub screen: String,
    pub status: i64,
    /// Whether the terminal has the mode that it had at the start.
    pub is_as_before: bool,
}

/// Something that is done at the terminal.
#[derive(Clone, Copy)]
pub enum Step<'a> {
    /// Waits until this is shown, behind what was waited for before.
    Expect(&'a str),
    /// Waits until both are shown, in either order.
    Both(&'a str, &'a str),
    /// Types.
    Send(&'a str),
    /// Types bytes, in hexadecimal digits.
    Bytes(&'a str),
    /// Sends a signal to the program.
    Signal(i32),
    /// Takes the terminal away.
    Close,
}

/// Plays the steps with the program in a terminal, in a language; its standard output goes into a file if one is named.
/// `None`, with a word about it, where there is no Python.
pub fn at_terminal(
    language: &str,
    arguments: &[&str],
    output: Option<&Path>,
    steps: &[Step<'_>],
) -> Option<Seen> {
    let step = |step: &Step<'_>| match step {
        Step::Expect(text) => json!(["expect", text]),
        Step::Both(one, other) => json!(["both", [one, other]]),
        Step::Send(text) => json!(["send", text]),
        Step::Bytes(digits) => json!(["bytes", digits]),
        Step::Signal(number) => json!(["signal", number.to_string()]),
        Step::Close => json!(["close", ""]),
    };
    let command = [&[env!("CARGO_BIN_EXE_tianyuan")], arguments].concat();
    let scenario = json!({
        "command": command,
        "environment": { "LC_ALL": language, "TERM": "xterm", "NO_COLOR": "1" },
        "output": output,
        "steps": steps.iter().map(step).collect::<Vec<_>>(),
    });
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/terminal.py");
    let mut python = Command::new("python3");
    let started = python.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut python) = started else {
        eprintln!("skipped: there is no python3");
        return None;
    };
    let input = scenario.to_string();
    python.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let said = python.wait_with_output().expect("it ends").stdout;
    let seen: Value = serde_json::from_slice(&said).expect("the script answers in JSON");
    let screen = seen["screen"].as_str().expect("text").to_string();
    assert!(seen["missing"].is_null(), "{} did not come in\n{screen}", seen["missing"]);
    let status = seen["status"].as_i64().unwrap_or_else(|| panic!("it does not end:\n{screen}"));
    Some(Seen { screen, status, is_as_before: seen["is_as_before"] == json!(true) })
}
