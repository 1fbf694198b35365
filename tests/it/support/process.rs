//! The program as a process of its own.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::line_client::Talk;

/// A guard against hanging, not a measurement.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a command printed, and its exit status.
pub struct Said {
    pub output: Vec<u8>,
    pub errors: String,
    pub status: i32,
}

impl Said {
    /// The standard output, which must be UTF-8.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.output).expect("UTF-8")
    }

    /// The lines of the standard output.
    pub fn lines(&self) -> Vec<&str> {
        self.text().lines().collect()
    }
}

/// The command line of the program, to be run in a folder and in English.
pub fn program_in(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(arguments).current_dir(folder).env("LC_ALL", "C");
    command
}

/// Runs a command to its end, with these bytes on its standard input.
pub fn run(command: &mut Command, input: &[u8]) -> Said {
    run_into(Stdio::piped(), command, input)
}

/// Runs a command to its end, with this as its standard output. What went anywhere but into a pipe of ours
/// is missing from the result.
pub fn run_into(output: impl Into<Stdio>, command: &mut Command, input: &[u8]) -> Said {
    command.stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    // Not every command reads its input, least of all one whose command line is wrong.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    said(child)
}

/// Runs a command that must end soon by itself.
pub fn run_briefly(command: &mut Command) -> Said {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    wait(&mut child);
    said(child)
}

fn said(child: Child) -> Said {
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    Said { output: output.stdout, errors, status: output.status.code().expect("it exits") }
}

/// The program and a talk with it.
pub fn start(arguments: &[&str]) -> (Child, Talk) {
    talk_with(Command::new(env!("CARGO_BIN_EXE_tianyuan")).args(arguments))
}

/// The program as a shell starts it, after other commands of a line; `$engine` is its place.
pub fn start_in_shell(line: &str) -> (Child, Talk) {
    talk_with(Command::new("sh").args(["-c", line]).env("engine", env!("CARGO_BIN_EXE_tianyuan")))
}

fn talk_with(command: &mut Command) -> (Child, Talk) {
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
    wait(&mut child)
}

fn wait(child: &mut Child) -> ExitStatus {
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
