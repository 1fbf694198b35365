//! The analysis engine: many positions at once, as lines of JSON in KataGo's protocol.
//!
//! One thread reads requests; as many workers as there are threads search positions and answer. Each
//! accepted position gets exactly one final answer.
//!
//! | module | contents |
//! | --- | --- |
//! | `json_fields`, `coordinates`, `ruleset` | JSON fields, points and rules |
//! | `game_moves`, `query`, `request`, `settings` | the position of a query; queries, requests and their settings |
//! | `symmetric_hash`, `search_state` | the hash of a position; the state of its search |
//! | `search_control`, `queue`, `scheduler` | which positions are searched, with how many threads |
//! | `response`, `output`, `worker` | searches positions and writes responses |

mod response;
mod settings;
mod search_control;
mod coordinates;
mod game_moves;
mod json_fields;
mod output;
mod query;
mod queue;
mod request;
mod ruleset;
mod scheduler;
mod search_state;
mod symmetric_hash;
mod worker;

use std::io::{self, BufReader, Read, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use serde_json::{Map, Value, json};

use crate::line_reader::{LONGEST_LINE, Line, read_lines};
use crate::nn::{AnyNet, Nets};
use crate::records::charset;
use crate::search::{Params, Search};

use json_fields::FieldError;
use output::Output;
use query::ParsedQuery;
use request::{Action, Request, RequestError};
use scheduler::{Scheduler, SearchPlan};
use settings::{SettingStatus, settings, value_of};
use worker::Worker;

pub use settings::{AnalysisSettings, Perspective};

/// The version of KataGo whose protocol this is; clients ask for what came with a version.
const PROTOCOL_VERSION: &str = "1.16.0";

/// Options of an analysis engine.
#[derive(Debug, Clone)]
pub struct Options {
    /// Threads of all searches together.
    pub threads: NonZero<usize>,
    /// The most memory of all searches, in MiB; cached evaluations take up to a quarter more.
    pub memory: usize,
    /// The seed of all random choices. With one, results do not depend on the order of the positions.
    pub seed: Option<u64>,
    /// The nets, each for the board sizes that it says.
    pub nets: Nets,
    /// The parameters of the searches.
    pub params: Params,
    /// How positions are searched and reported where their query does not say otherwise.
    pub conditions: AnalysisSettings,
    /// Whether the end of the input ends all searches at once, without answers.
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
    /// Takes the settings of a configuration file of KataGo's that are known here; others are left out.
    ///
    /// # Errors
    /// What the value of a setting must be.
    pub fn configure(&mut self, text: &str) -> Result<(), String> {
        settings(text).try_for_each(|(key, value)| self.set(key, &value).map(|_| ()))
    }

    /// Takes settings of the form `KEY=VALUE,KEY=VALUE`; answers the names that are not known.
    ///
    /// # Errors
    /// What the value of a setting must be, or where one has no value.
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

/// Runs an analysis engine: answers the lines of `input` on `output` until the input ends and all is
/// answered, or nobody reads the output any more. `ready` is called before the first line is read.
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
/// Where the output fails, unless its reader went away.
pub fn run(
    input: impl Read,
    output: &mut (dyn Write + Send),
    options: &Options,
    ready: impl FnOnce(),
) -> io::Result<()> {
    let scheduler = scheduler(options);
    let output = Output::new(output, &scheduler);
    let worker = Worker { scheduler: &scheduler, output: &output, nets: &options.nets };
    thread::scope(|scope| {
        for _ in 0..scheduler.max_running() {
            scope.spawn(|| worker.run());
        }
        ready();
        let mut is_first = true;
        let lines = read_lines(BufReader::with_capacity(1 << 16, input), |line| {
            let request = match &line {
                Line::TooLong => {
                    let sentence = format!("The line has more than {LONGEST_LINE} bytes");
                    Err(RequestError { id: None, fault: FieldError::new("", sentence) })
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
                Ok(request) => take(request, worker),
                Err(refusal) => output.refusal(&refusal),
            }
            // Nobody reads: nothing more has to be found out.
            if output.has_failed() { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
        });
        if let Err(error) = lines
            && !output.has_failed()
        {
            log::warn!("the input failed: {error}");
        }
        match options.quit_without_waiting || output.has_failed() {
            true => scheduler.stop(),
            false => scheduler.close(),
        }
    });
    output.end()
}

fn scheduler(options: &Options) -> Scheduler {
    let threads = options.threads;
    // As many searches may be suspended as are under way, each with its tree.
    let memory = (options.memory / (2 * threads.get())).max(1);
    let seed = options.seed.unwrap_or_else(rand::random);
    let mut model = Search::new(1, memory, seed).tuned(options.params.clone());
    model.set_nets(&options.nets);
    Scheduler::new(SearchPlan { threads, is_repeatable: options.seed.is_some() }, model)
}

/// Takes a request: queues its positions, or answers it.
fn take(request: Request, worker: Worker) {
    let Worker { scheduler, output, nets } = worker;
    match request {
        Request::Query(reading) => {
            let ParsedQuery { query, turns, mut warnings } = *reading;
            let needs_net = query.conditions.root.playout_doubling_advantage != 0.0;
            let net = nets.of(query.course.size);
            if needs_net && !net.is_some_and(AnyNet::has_doubling_advantage) {
                let sentence =
                    "Without effect: playoutDoublingAdvantage, which the net does not know";
                warnings.push(FieldError::new("overrideSettings", sentence));
            }
            warnings.iter().for_each(|warning| output.warning(&query.id, warning));
            scheduler.add(&Arc::new(query), turns.into_iter());
        }
        Request::Action { action, object } => {
            let terminated = match &action {
                Action::Terminate(termination) => scheduler.terminate(termination),
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

/// The answer to an action: the object of the request, with additions.
fn answered(action: &Action, mut object: Map<String, Value>, nets: &Nets) -> Map<String, Value> {
    match action {
        Action::QueryVersion => {
            let name = concat!("Tianyuan ", env!("CARGO_PKG_VERSION"));
            object.insert("version".into(), PROTOCOL_VERSION.into());
            object.insert("git_hash".into(), name.into());
            object.insert("engine".into(), name.into());
        }
        Action::QueryModels => {
            object.insert("models".into(), nets.iter().map(model).collect());
        }
        Action::ClearCache | Action::Terminate(_) => {}
    }
    object
}

fn model(net: &AnyNet) -> Value {
    let name = net.name();
    let version = match net {
        AnyNet::Own(_) => 0,
        AnyNet::KataGo { net, .. } => net.model().version,
    };
    json!({
        "name": name,
        "internalName": name,
        "maxBatchSize": 1,
        "usesHumanSLProfile": false,
        "version": version,
        "usingFP16": "false",
    })
}
