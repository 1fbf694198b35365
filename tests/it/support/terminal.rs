//! The program in a pseudo-terminal, created by Python.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// The result of a scenario.
pub struct Seen {
    /// The whole screen output, including escape sequences and echoes.
    pub screen: String,
    pub status: i64,
    /// `true` if the terminal has its initial mode.
    pub is_as_before: bool,
}

/// A step at the terminal.
#[derive(Clone, Copy)]
pub enum Step<'a> {
    /// Waits for this output after the previously expected output.
    Expect(&'a str),
    /// Waits for both outputs, in either order.
    Both(&'a str, &'a str),
    /// Types text.
    Send(&'a str),
    /// Types bytes, in hexadecimal digits.
    Bytes(&'a str),
    /// Sends a signal to the program.
    Signal(i32),
    /// Closes the terminal.
    Close,
}

/// Runs the steps with the program in a terminal, in a language; its standard output goes to a file if one is given.
/// Prints a message and returns `None` without Python.
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
