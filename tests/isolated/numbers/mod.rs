//! Numbers in the input never determine the size of memory: each number of each input format, of commands and of
//! options is replaced by huge ones, and the program runs with 512 MB of address space. It neither crashes nor is
//! killed, and reports an error or a valid response.
//!
//! Each number is replaced by one of the values; with `TIANYUAN_NUMBER_TRIALS=all` by all of them.

mod files;
mod nets;
mod options;
mod sessions;

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// The replacement values.
const VALUES: [&str; 4] = ["2147483648", "9007199254740992", "18446744073709551615", "1e300"];

/// The limit of the address space in KiB.
const LIMIT: &str = "524288";

/// The time after which a running command counts as working.
const LONG: Duration = Duration::from_secs(if cfg!(optimised) { 20 } else { 60 });

/// The result of a command.
#[derive(Debug)]
struct Said {
    /// The exit status; `None` if a signal ended the command.
    status: Option<i32>,
    output: String,
    errors: String,
    /// `true` if the command was still running at the timeout.
    was_ended: bool,
}

/// Returns `true` if each number is replaced by each value.
fn are_all_wanted() -> bool {
    std::env::var("TIANYUAN_NUMBER_TRIALS").is_ok_and(|which| which == "all")
}

/// Returns the values that replace a number.
fn values_for(place: usize) -> Vec<&'static str> {
    if are_all_wanted() { VALUES.into() } else { vec![VALUES[place % VALUES.len()]] }
}

/// Returns the text with each of its numbers replaced; a number is a sequence of digits with or without a fraction.
fn with_each_number_replaced(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let (mut at, mut place) = (0, 0);
    while let Some(begin) = text[at..].find(|c: char| c.is_ascii_digit()).map(|it| at + it) {
        let is_number = |(_, c): &(usize, char)| c.is_ascii_digit() || *c == '.';
        let rest = &text[begin..];
        let length = rest.char_indices().take_while(is_number).count();
        for value in values_for(place) {
            texts.push(format!("{}{value}{}", &text[..begin], &rest[length..]));
        }
        (at, place) = (begin + length, place + 1);
    }
    texts
}

/// Runs the program under the memory limit, with a timeout.
fn run(folder: &Path, arguments: &[&str], input: &[u8], most: Duration) -> Said {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", LIMIT]);
    command.arg(env!("CARGO_BIN_EXE_tianyuan")).args(arguments).current_dir(folder);
    // Each arena of the allocator would reserve 64 MB of the address space.
    command.env("LC_ALL", "C").env("MALLOC_ARENA_MAX", "1").env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let (mut output, mut errors) =
        (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
    let mut to_child = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        let output = scope.spawn(move || text_of(&mut output));
        let errors = scope.spawn(move || text_of(&mut errors));
        // A command that rejects its arguments reads nothing.
        scope.spawn(move || to_child.write_all(input).ok());
        let start = Instant::now();
        let mut was_ended = false;
        let status = loop {
            if let Some(status) = child.try_wait().expect("it is ours") {
                break status.code();
            }
            if start.elapsed() > most && !was_ended {
                was_ended = true;
                let _ = child.kill();
            }
            thread::sleep(Duration::from_millis(2));
        };
        let (output, errors) = (output.join().expect("no panic"), errors.join().expect("no panic"));
        Said { status, output, errors, was_ended }
    })
}

fn text_of(stream: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Said {
    /// Returns the error, if any: a panic, an abort, a signal, or a failed allocation.
    fn defect(&self) -> Option<String> {
        const SIGNS: [&str; 5] =
            ["a defect of", "panicked at", "memory allocation of", "overflowed", "out of memory"];
        let lines = || self.errors.lines().chain(self.output.lines());
        let sign = SIGNS.iter().find_map(|sign| lines().find(|line| line.contains(sign)));
        if let Some(line) = sign {
            return Some(line.into());
        }
        let is_killed = self.status.is_none() && !self.was_ended;
        let is_wrong = self.status.is_some_and(|status| ![0, 1, 2].contains(&status));
        let last = lines().last().unwrap_or_default();
        (is_killed || is_wrong).then(|| format!("the status is {:?}: {last}", self.status))
    }
}

/// Fails with all errors, by input.
fn report(failures: &[String], tried: usize) {
    println!("{tried} inputs");
    assert!(failures.is_empty(), "{} of {tried} fail: {failures:#?}", failures.len());
}

/// Writes texts as numbered files of a folder.
fn write_all(folder: &Path, texts: &[impl AsRef<[u8]>], extension: &str) {
    fs::create_dir_all(folder).expect("a folder");
    for (number, text) in texts.iter().enumerate() {
        fs::write(folder.join(format!("{number:05}.{extension}")), text).expect("written");
    }
}
