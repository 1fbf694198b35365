//! The analysis engine: analyses many positions in parallel, with KataGo's JSON protocol.
//!
//! One thread reads requests. The workers, one per thread, search positions and write the responses. Each
//! accepted position gets exactly one final response.
//!
//! | module | contents |
//! | --- | --- |
//! | `json_fields`, `coordinates`, `ruleset` | JSON fields, points and rules |
//! | `game_moves`, `query`, `request`, `settings` | the position of a query; queries, requests and their settings |
//! | `position_hash`, `search_state` | the hashes of a position; the state of its search |
//! | `search_control`, `queue`, `scheduler` | which positions are searched, with how many threads |
//! | `solve_query`, `solver_queue` | life-and-death problems |
//! | `response`, `output`, `worker` | searches positions and writes responses |

mod response;
mod settings;
mod search_control;
mod coordinates;
mod game_moves;
mod json_fields;
mod output;
mod position_hash;
mod query;
mod queue;
mod request;
mod ruleset;
mod scheduler;
mod search_state;
mod solve_query;
mod solver_queue;
mod worker;

use std::io::{self, BufReader, Read, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use serde_json::{Map, Value, json};

use crate::line_reader::{LONGEST_LINE, Line, read_lines};
use crate::net_models::net_models;
use crate::nn::{AnyNet, Nets};
use crate::records::charset;
use crate::search::{Params, Search};

use json_fields::FieldError;
use output::Output;
use query::ParsedQuery;
use request::{Action, Request, RequestError};
use scheduler::{Scheduler, SearchPlan};
use settings::{SettingStatus, settings, value_of};
use solver_queue::SolverQueue;
use worker::Worker;

pub use settings::{AnalysisSettings, Perspective};

/// The version of KataGo that is reported; clients use it to detect features.
const PROTOCOL_VERSION: &str = "1.17.2";

/// Options of an analysis engine.
#[derive(Debug, Clone)]
pub struct Options {
    /// The total number of threads of all searches.
    pub threads: NonZero<usize>,
    /// The memory limit of all searches in MiB; cached evaluations use up to a quarter more.
    pub memory: usize,
    /// The random seed. With a seed, results do not depend on the order of the positions.
    pub seed: Option<u64>,
    /// The nets, each with its board sizes.
    pub nets: Nets,
    /// The parameters of the searches.
    pub params: Params,
    /// The default settings for searches and reports; queries can override them.
    pub conditions: AnalysisSettings,
    /// Whether the end of the input stops all searches immediately, without responses.
    pub quit_without_waiting: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            threads: NonZero::<usize>::MIN,
            memory: 256,
            seed: None,
            nets: Nets::default(),
            params: Params::default(),
            conditions: AnalysisSettings::default(),
            quit_without_waiting: false,
        }
    }
}

impl AnalysisSettings {
    /// Applies the supported settings of a KataGo configuration file; others are ignored.
    ///
    /// # Errors
    /// Returns an error that describes the valid values if a setting is invalid.
    pub fn configure(&mut self, text: &str) -> Result<(), String> {
        settings(text).try_for_each(|(key, value)| self.set(key, &value).map(|_| ()))
    }

    /// Applies settings of the form `KEY=VALUE,KEY=VALUE`; returns the unknown names.
    ///
    /// # Errors
    /// Returns an error that describes the valid values if a value is invalid or missing.
    pub fn override_by(&mut self, text: &str) -> Result<Vec<String>, String> {
        let mut unknown = Vec::new();
        for setting in text.split(',').filter(|setting| !setting.trim().is_empty()) {
            let pair = setting.split_once('=');
            let (key, value) = pair.ok_or_else(|| format!("'{setting}' must be KEY=VALUE"))?;
            if self.set(key.trim(), &value_of(value))? != SettingStatus::Taken {
                unknown.push(key.trim().into());
            }
        }
        Ok(unknown)
    }
}

/// Runs an analysis engine: answers the lines of `input` on `output` until the input ends and all positions are
/// answered, or the output is closed. Calls `ready` before it reads the first line.
///
/// ```
/// use tianyuan::analysis::{Options, run};
///
/// let query = r#"{"id":"a","moves":[["B","E5"]],"rules":"chinese","komi":7.5,"boardXSize":9,
///     "boardYSize":9,"maxVisits":20}"#.replace('\n', "");
/// let options = Options { memory: 16, ..Options::default() };
/// let mut output = Vec::new();
/// run(query.as_bytes(), &mut output, &options, || {})?;
/// let answer: serde_json::Value = serde_json::from_slice(&output)?;
/// assert_eq!(answer["rootInfo"]["visits"], 20);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the output fails, unless it was closed by its reader.
pub fn run(
    input: impl Read,
    output: &mut (dyn Write + Send),
    options: &Options,
    ready: impl FnOnce(),
) -> io::Result<()> {
    let scheduler = scheduler(options);
    let output = Output::new(output, &scheduler);
    let problems = SolverQueue::default();
    let worker = Worker {
        scheduler: &scheduler,
        output: &output,
        nets: &options.nets,
        params: &options.params,
    };
    thread::scope(|scope| {
        for _ in 0..scheduler.max_running() {
            scope.spawn(|| worker.run());
        }
        scope.spawn(|| problems.run(&output, &scheduler, options.memory << 20));
        ready();
        let mut is_first = true;
        let lines = read_lines(BufReader::with_capacity(1 << 16, input), |line| {
            let request = match &line {
                Line::TooLong => {
                    let message = format!("Line longer than {LONGEST_LINE} bytes");
                    Err(RequestError { id: None, fault: FieldError::new("", message) })
                }
                Line::Bytes(bytes) => {
                    let bytes = if is_first { charset::strip_bom(bytes) } else { bytes };
                    is_first = false;
                    if bytes.trim_ascii().is_empty() {
                        return Ok(());
                    }
                    request::read(bytes, &options.conditions)
                }
            };
            match request {
                Ok(request) => take(request, worker, &problems),
                Err(refusal) => output.refusal(&refusal),
            }
            // The output is closed, so further searches are useless.
            if output.has_failed() { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
        });
        if let Err(error) = lines
            && !output.has_failed()
        {
            log::warn!("cannot read the input: {error}");
        }
        match options.quit_without_waiting || output.has_failed() {
            true => scheduler.stop(),
            false => scheduler.close(),
        }
        problems.close();
    });
    output.end()
}

fn scheduler(options: &Options) -> Scheduler {
    let threads = options.threads;
    // There can be as many suspended searches as active ones, each with its tree.
    let memory = (options.memory / (2 * threads.get())).max(1);
    let seed = options.seed.unwrap_or_else(rand::random);
    let mut model = Search::new(1, memory, seed).tuned(options.params.clone());
    model.set_nets(&options.nets);
    Scheduler::new(SearchPlan { threads, is_repeatable: options.seed.is_some() }, model)
}

/// Handles a request: queues its positions, or answers it directly.
fn take(request: Request, worker: Worker, problems: &SolverQueue) {
    let Worker { scheduler, output, nets, .. } = worker;
    match request {
        Request::Query(reading) => {
            let ParsedQuery { query, turns, mut warnings } = *reading;
            let needs_net = query.conditions.root.playout_doubling_advantage != 0.0;
            let net = nets.of(query.course.size);
            if needs_net && !net.is_some_and(AnyNet::has_doubling_advantage) {
                let message = "Ignored: the net does not support playoutDoublingAdvantage";
                warnings.push(FieldError::new("overrideSettings", message));
            }
            let human = query.conditions.human_guide(nets, query.course.size);
            if query.conditions.human_profile.is_some() && human.is_none() {
                let message = "Ignored: humanSLProfile needs a human net (-human-model FILE)";
                warnings.push(FieldError::new("overrideSettings", message));
            }
            warnings.iter().for_each(|warning| output.warning(&query.id, warning));
            scheduler.add(&Arc::new(query), turns.into_iter());
        }
        Request::Solve(query, warnings) => {
            warnings.iter().for_each(|warning| output.warning(&query.id, warning));
            problems.add(*query);
        }
        Request::Action { action, object } => {
            let terminated = match &action {
                Action::Terminate(termination) => {
                    problems.terminate(termination);
                    scheduler.terminate(termination)
                }
                _ => Vec::new(),
            };
            if action == Action::ClearCache {
                scheduler.clear();
            }
            output.line(&answered(&action, object, nets));
            worker.send_terminated(terminated);
        }
    }
}

/// Returns the response to an action: the request object with additional fields.
fn answered(action: &Action, mut object: Map<String, Value>, nets: &Nets) -> Map<String, Value> {
    match action {
        Action::QueryVersion => {
            let name = concat!("Tianyuan ", env!("CARGO_PKG_VERSION"));
            object.insert("version".into(), PROTOCOL_VERSION.into());
            object.insert("git_hash".into(), name.into());
            object.insert("engine".into(), name.into());
        }
        Action::QueryModels => {
            object.insert("models".into(), json!(net_models(nets)));
        }
        Action::ClearCache | Action::Terminate(_) => {}
    }
    object
}
