//! A client of the analysis engine, which runs on its own thread behind pipes.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;
use tianyuan::analysis::{self, Options};

/// Only prevents hanging; not a measurement.
const PATIENCE: Duration = Duration::from_secs(120);

/// A client that sends requests and receives responses.
pub struct Client {
    requests: Option<PipeWriter>,
    answers: Receiver<Value>,
    engine: Option<JoinHandle<()>>,
}

/// Options for tests: a number of threads, little memory, no nets.
pub fn options(threads: usize) -> Options {
    let threads = NonZero::new(threads).expect("some threads");
    Options { threads, memory: 64, ..Options::default() }
}

impl Client {
    /// Starts an engine.
    pub fn start(options: Options) -> Client {
        let (input, requests) = pipe().expect("a pipe");
        let (reader, mut output) = pipe().expect("a pipe");
        let engine = thread::spawn(move || {
            analysis::run(input, &mut output, &options, || {}).expect("its output is read");
        });
        let (sender, answers) = channel();
        thread::spawn(move || {
            for line in BufReader::new(reader).lines() {
                let line = line.expect("text");
                let answer = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
                if sender.send(answer).is_err() {
                    return;
                }
            }
        });
        Client { requests: Some(requests), answers, engine: Some(engine) }
    }

    /// Sends a request.
    pub fn send(&mut self, request: &Value) {
        self.send_line(request.to_string().as_bytes());
    }

    /// Sends a line.
    pub fn send_line(&mut self, line: &[u8]) {
        let requests = self.requests.as_mut().expect("the input is open");
        requests.write_all(&[line, b"\n"].concat()).expect("the engine reads");
    }

    /// Returns the next response.
    pub fn next(&self) -> Value {
        self.answers.recv_timeout(PATIENCE).expect("an answer")
    }

    /// Sends a request and returns the next response.
    pub fn ask(&mut self, request: &Value) -> Value {
        self.send(request);
        self.next()
    }

    /// Ends the input and returns all remaining responses.
    pub fn end(mut self) -> Vec<Value> {
        drop(self.requests.take());
        let answers = self.answers.iter().collect();
        self.engine.take().expect("it runs").join().expect("it did not panic");
        answers
    }
}
