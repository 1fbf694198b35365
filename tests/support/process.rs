//! The program as a process of its own.

use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::talk::Talk;

/// A guard against hanging, not a measurement.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program and a talk with it.
pub fn start(arguments: &[&str]) -> (Child, Talk) {
    run(Command::new(env!("CARGO_BIN_EXE_tianyuan")).args(arguments))
}

/// The program as a shell starts it, after other commands of a line; `$engine` is its place.
#[allow(dead_code)] // not every test that talks with the program needs a shell
pub fn start_in_shell(line: &str) -> (Child, Talk) {
    run(Command::new("sh").args(["-c", line]).env("engine", env!("CARGO_BIN_EXE_tianyuan")))
}

fn run(command: &mut Command) -> (Child, Talk) {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    let input = child.stdin.take().expect("a pipe");
    let output = child.stdout.take().expect("a pipe");
    (child, Talk::over(input, output))
}

/// Sends a line and answers the response to it as ASCII, lines parted by line breaks.
pub fn ask(talk: &mut Talk, command: &str) -> String {
    talk.send(format!("{command}\n").as_bytes());
    let response = talk.response().unwrap_or_else(|| panic!("no response to {command}"));
    String::from_utf8_lossy(&response.join(&b'\n')).into_owned()
}

/// How it ended, which must be soon.
pub fn ended(mut child: Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            return status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("it can be ended");
            panic!("it did not end by itself");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
