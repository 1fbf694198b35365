//! Analyses one position at a time: the last one that a page requested.
//!
//! It communicates with the analysis engine in JSON lines. A search ends with the next request, a stop, or when no page
//! has polled for a while.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::pending_problem::{PendingProblem, locked, problem_number};
use crate::analysis::{self, Options};

/// The part of a query that a page specifies.
const FIELDS: [&str; 7] =
    ["boardXSize", "boardYSize", "rules", "komi", "initialStones", "initialPlayer", "moves"];

/// The interval of reports in seconds.
const INTERVAL: f64 = 0.25;

/// The maximum search time of a position in seconds.
const LONGEST: f64 = 600.0;

/// How long a search continues without polling.
const PATIENCE: Duration = Duration::from_secs(6);

/// The timeout for the first report or error.
const FIRST: Duration = Duration::from_secs(10);

/// The analysis engine with its current position and its current problem.
#[derive(Debug)]
pub(super) struct PositionAnalyzer {
    lines: Mutex<Sender<Vec<u8>>>,
    asked: Arc<PendingAnalysis>,
    pub(super) problem: Arc<PendingProblem>,
}

/// The last requested position and its results.
#[derive(Debug, Default)]
struct PendingAnalysis {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    /// The number of the position, from 1.
    number: u64,
    /// The last line of the engine about the position.
    latest: Option<Vec<u8>>,
    looked: Instant,
}

impl Default for State {
    fn default() -> State {
        State { number: 0, latest: None, looked: Instant::now() }
    }
}

/// The state of an analysis for a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AnalysisUpdate {
    /// The latest report or error as a line of JSON.
    Line(Vec<u8>),
    /// No result yet.
    Nothing,
    /// Another position has been requested since.
    Replaced,
}

impl PositionAnalyzer {
    /// Starts an analysis engine.
    pub(super) fn start(options: Options) -> PositionAnalyzer {
        let (sender, receiver) = channel();
        let asked = Arc::new(PendingAnalysis::default());
        let problem = Arc::new(PendingProblem::default());
        let mut answers = Answers {
            asked: asked.clone(),
            problem: problem.clone(),
            lines: sender.clone(),
            line: Vec::new(),
        };
        thread::spawn(move || {
            let input = Lines { receiver, line: io::Cursor::default() };
            if let Err(error) = analysis::run(input, &mut answers, &options, || {}) {
                log::error!("the analysis has ended: {error}");
            }
        });
        PositionAnalyzer { lines: Mutex::new(sender), asked, problem }
    }

    /// Starts the analysis of a position, replacing the previous one. Returns its number and the first report.
    ///
    /// # Errors
    /// Returns [`QueryError`] if the request is not a position.
    pub(super) fn ask(&self, body: &[u8]) -> Result<(u64, AnalysisUpdate), QueryError> {
        let mut query = query(body)?;
        let number = {
            let mut state = locked(&self.asked.state);
            let last = state.number;
            *state = State { number: last + 1, ..State::default() };
            self.send(&terminate(last));
            query.insert("id".into(), state.number.to_string().into());
            self.send(&query.into());
            state.number
        };
        let update = self.first(number);
        if let AnalysisUpdate::Line(line) = &update
            && let Ok(Value::Object(answer)) = serde_json::from_slice(line)
            && let Some(Value::String(error)) = answer.get("error")
        {
            return Err(QueryError::Engine(error.clone()));
        }
        Ok((number, update))
    }

    /// Returns the current state of a position.
    pub(super) fn look(&self, number: u64) -> AnalysisUpdate {
        let mut state = locked(&self.asked.state);
        if state.number != number {
            return AnalysisUpdate::Replaced;
        }
        state.looked = Instant::now();
        state.latest.clone().map_or(AnalysisUpdate::Nothing, AnalysisUpdate::Line)
    }

    /// Stops the search of a position; its results remain available.
    pub(super) fn stop(&self) {
        let number = locked(&self.asked.state).number;
        self.send(&terminate(number));
    }

    /// Waits for the first line about a position.
    fn first(&self, number: u64) -> AnalysisUpdate {
        let state = locked(&self.asked.state);
        let is_waiting = |state: &mut State| state.number == number && state.latest.is_none();
        let waited = self.asked.changed.wait_timeout_while(state, FIRST, is_waiting);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        self.look(number)
    }

    pub(super) fn send(&self, line: &Value) {
        send(&locked(&self.lines), line);
    }
}

/// The reason why a request is not a position.
#[derive(Debug, thiserror::Error)]
pub(super) enum QueryError {
    #[error("no JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("not a JSON object")]
    NotAnObject,
    #[error("unknown field '{}'", .0.escape_debug())]
    Field(String),
    /// The error message of the analysis engine.
    #[error("{0}")]
    Engine(String),
}

/// Returns the query for the position of a page.
fn query(body: &[u8]) -> Result<Map<String, Value>, QueryError> {
    let mut query = fields(body, &[])?;
    let terms = json!({
        "maxVisits": 10_000_000,
        "maxTime": LONGEST,
        "firstReportDuringSearchAfter": 0.05,
        "reportDuringSearchEvery": INTERVAL,
        "includeOwnership": true,
        "overrideSettings": { "reportAnalysisWinratesAs": "SIDETOMOVE" },
    });
    let Value::Object(terms) = terms else { unreachable!("the value is an object") };
    query.extend(terms);
    Ok(query)
}

/// Returns the fields of a request, which are fields of a position or of `others`.
pub(super) fn fields(body: &[u8], others: &[&str]) -> Result<Map<String, Value>, QueryError> {
    let Value::Object(query) = serde_json::from_slice(body)? else {
        return Err(QueryError::NotAnObject);
    };
    let is_unknown = |key: &&String| !FIELDS.iter().chain(others).any(|known| known == key);
    match query.keys().find(is_unknown) {
        Some(key) => Err(QueryError::Field(key.chars().take(40).collect())),
        None => Ok(query),
    }
}

fn terminate(number: u64) -> Value {
    json!({ "id": "", "action": "terminate", "terminateId": number.to_string() })
}

/// Sends a line. If the engine has ended, this was already logged.
fn send(lines: &Sender<Vec<u8>>, line: &Value) {
    let _ = lines.send(format!("{line}\n").into_bytes());
}

/// The input of the engine as a blocking stream.
struct Lines {
    receiver: Receiver<Vec<u8>>,
    line: io::Cursor<Vec<u8>>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.line.read(buffer)?;
        if count > 0 {
            return Ok(count);
        }
        let Ok(line) = self.receiver.recv() else { return Ok(0) };
        self.line = io::Cursor::new(line);
        self.line.read(buffer)
    }
}

/// The output of the engine; stores the latest line about the position.
struct Answers {
    asked: Arc<PendingAnalysis>,
    problem: Arc<PendingProblem>,
    lines: Sender<Vec<u8>>,
    line: Vec<u8>,
}

impl Answers {
    fn keep(&mut self) {
        let line = std::mem::take(&mut self.line);
        let Ok(answer) = serde_json::from_slice::<Map<String, Value>>(&line) else { return };
        let id = answer.get("id").and_then(Value::as_str);
        if let Some(number) = id.and_then(problem_number) {
            return self.problem.keep(number, line);
        }
        let number = id.and_then(|id| id.parse().ok());
        let has_news = ["rootInfo", "error"].iter().any(|field| answer.contains_key(*field));
        let mut state = locked(&self.asked.state);
        if number != Some(state.number) || !has_news {
            return;
        }
        state.latest = Some(line);
        if state.looked.elapsed() > PATIENCE {
            send(&self.lines, &terminate(state.number));
        }
        self.asked.changed.notify_all();
    }
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(bytes.len());
        self.line.extend_from_slice(&bytes[..taken]);
        if end.is_some() {
            self.keep();
        }
        Ok(taken + usize::from(end.is_some()))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::num::NonZero;

    use super::*;

    pub(in crate::serve) fn analyzer() -> PositionAnalyzer {
        let options = Options { threads: NonZero::<usize>::MIN, memory: 16, ..Options::default() };
        PositionAnalyzer::start(options)
    }

    pub(in crate::serve) fn position(moves: &Value) -> Vec<u8> {
        let position = json!({
            "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "komi": 7.5, "moves": moves
        });
        position.to_string().into_bytes()
    }

    fn visits(update: &AnalysisUpdate) -> u64 {
        let AnalysisUpdate::Line(line) = update else { panic!("nothing is told: {update:?}") };
        let answer: Value = serde_json::from_slice(line).expect("JSON");
        answer["rootInfo"]["visits"].as_u64().expect("a number")
    }

    #[test]
    fn search_runs_until_next_position_or_stop() {
        let analyst = analyzer();
        let (first, update) = analyst.ask(&position(&json!([]))).expect("a position");
        let before = visits(&update);
        let wait = |number: u64, is_enough: &dyn Fn(&AnalysisUpdate) -> bool| {
            let start = Instant::now();
            while !is_enough(&analyst.look(number)) {
                assert!(start.elapsed() < Duration::from_secs(60), "it does not come");
                thread::sleep(Duration::from_millis(20));
            }
        };
        wait(first, &|update| visits(update) > before);
        let (second, _) = analyst.ask(&position(&json!([["B", "E5"]]))).expect("a position");
        assert_eq!(analyst.look(first), AnalysisUpdate::Replaced);
        analyst.stop();
        let is_over = |update: &AnalysisUpdate| matches!(update, AnalysisUpdate::Line(line) if String::from_utf8_lossy(line).contains(r#""isDuringSearch":false"#));
        wait(second, &is_over);
    }

    #[test]
    fn invalid_position_gives_one_error_message() {
        let analyst = analyzer();
        let said = |body: &[u8]| analyst.ask(body).expect_err("it is none").to_string();
        assert_eq!(said(b"[]"), "not a JSON object");
        assert!(said(b"{").starts_with("no JSON: "));
        assert_eq!(said(br#"{"maxVisits":1}"#), "unknown field 'maxVisits'");
        let twice = said(&position(&json!([["B", "E5"], ["W", "E5"]])));
        assert!(twice.starts_with("Illegal move 1: E5"), "{twice}");
        assert!(
            said(&position(&json!(3))).starts_with("Must be"),
            "{}",
            said(&position(&json!(3)))
        );
        assert!(analyst.ask(&position(&json!([]))).is_ok(), "and it goes on");
    }
}
