//! The program as a separate process.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::line_client::Talk;

/// Only prevents hanging; not a measurement.
const PATIENCE: Duration = Duration::from_secs(60);

/// The output of a command and its exit status.
pub struct Said {
    pub output: Vec<u8>,
    pub errors: String,
    pub status: i32,
}

impl Said {
    /// Returns the standard output, which must be UTF-8.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.output).expect("UTF-8")
    }

    /// Returns the lines of the standard output.
    pub fn lines(&self) -> Vec<&str> {
        self.text().lines().collect()
    }
}

/// Returns the program's command, in a folder and in English.
pub fn program_in(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(arguments).current_dir(folder);
    command.env("LC_ALL", "C").env("TIANYUAN_CACHE", "off");
    command
}

/// Runs a command to its end, with these bytes on its standard input.
pub fn run(command: &mut Command, input: &[u8]) -> Said {
    run_into(Stdio::piped(), command, input)
}

/// Runs a command to its end with this standard output. The result lacks output that does not go to a pipe of the
/// test.
pub fn run_into(output: impl Into<Stdio>, command: &mut Command, input: &[u8]) -> Said {
    command.stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    // Not every command reads its input, in particular not after a usage error.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    said(child)
}

/// Runs a command that must exit soon by itself.
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

/// Starts the program and connects to it.
pub fn start(arguments: &[&str]) -> (Child, Talk) {
    talk_with(Command::new(env!("CARGO_BIN_EXE_tianyuan")).args(arguments))
}

/// Starts the program in a shell after other commands; `$engine` stands for it.
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

/// Sends a line and returns the response as ASCII, with lines separated by line breaks.
pub fn ask(talk: &mut Talk, command: &str) -> String {
    talk.send(format!("{command}\n").as_bytes());
    let response = talk.response().unwrap_or_else(|| panic!("no response to {command}"));
    String::from_utf8_lossy(&response.join(&b'\n')).into_owned()
}

/// Returns the exit status, which must arrive soon.
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
