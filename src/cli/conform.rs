//! The command line of `tianyuan conform`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::conform_client::ClientArguments;
use super::exit_status::{FAILURE, SUCCESS};
use super::language::LanguageOption;
use super::signals::cancel_on_interrupt;
use crate::cancellation::Cancellation;
use crate::conform::check::Check;
use crate::conform::json::json;
use crate::conform::junit::{is_junit, junit};
use crate::conform::runner::{CheckResult, Runner, Start, Verdict};
use crate::conform::transport::{EngineProcess, Transport};
use crate::conform::{catalogue, report};
use crate::engine_process::command_line;
use crate::job_error::JobError;
use crate::protocol::{GTP, Protocol, WTP};
use crate::records::record::Language;
use crate::records::storage::Storage;
use crate::sanitize::printable_json;

/// The arguments of `tianyuan conform`.
#[derive(Debug, Args)]
pub struct ConformArguments {
    /// Engine command line
    #[arg(value_name = "COMMAND", required_unless_present_any = ["list", "client"])]
    command: Option<String>,

    #[command(flatten)]
    client: ClientArguments,

    /// Check for GTP 2 instead of WTP
    #[arg(long)]
    gtp: bool,

    /// Response timeout
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = limit)]
    limit: Duration,

    /// Run only these checks, by number or class, such as `12,14,ko`
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    only: Vec<String>,

    /// Run the checks in this folder instead of the built-in checks
    #[arg(long, value_name = "DIR")]
    checks: Option<PathBuf>,

    /// List the checks and exit
    #[arg(long)]
    list: bool,

    /// Print the report as one line of JSON
    #[arg(long)]
    json: bool,

    /// Also write the report as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    #[command(flatten)]
    lang: LanguageOption,
}

impl ConformArguments {
    /// Runs the checks and prints the report. Returns the exit status.
    ///
    /// # Errors
    /// Returns [`JobError`] if the checks cannot be run, or the user interrupts them.
    pub fn run(&self, print: &mut dyn FnMut(&str)) -> Result<u8, JobError> {
        let language = self.lang.language();
        if self.client.client {
            return self.client.run(self.protocol(), language);
        }
        let checks = self.chosen()?;
        if self.list {
            checks.iter().for_each(|check| print(&check.line(language)));
            return Ok(SUCCESS);
        }
        self.judge(&checks, language, print)
    }

    /// Returns `true` if the report is also written to a file.
    pub fn writes_file(&self) -> bool {
        self.junit.is_some()
    }

    /// Checks that the report file may be written.
    fn check_report_file(&self) -> Result<(), JobError> {
        let Some(path) = &self.junit else { return Ok(()) };
        Storage::default().check_replaceable(path, is_junit).map_err(JobError::file(path))
    }

    fn judge(
        &self,
        checks: &[Check],
        language: Language,
        print: &mut dyn FnMut(&str),
    ) -> Result<u8, JobError> {
        self.check_report_file()?;
        let line = self.command.as_deref().unwrap_or_default();
        let command = command_line::words(line)?;
        let cancellation = Cancellation::default();
        cancel_on_interrupt(&cancellation);
        let start: &mut Start = &mut || {
            let engine = EngineProcess::start(&command, &cancellation)?;
            Ok(Box::new(engine) as Box<dyn Transport>)
        };
        let kit = Runner { checks, protocol: self.protocol(), limit: self.limit };
        let about = kit.about(start).map_err(|error| match cancellation.is_cancelled() {
            true => JobError::Interrupted("interrupted".into()),
            false => error,
        })?;
        let mut print_lines = |lines: Vec<String>| {
            if !self.json {
                lines.iter().for_each(|line| print(line));
            }
        };
        print_lines(report::head(&about, language));
        let findings = kit.run(&about, start, &cancellation, &mut |finding| {
            print_lines(report::lines(finding, language));
        })?;
        print_lines(report::tail(&findings, language));
        if self.json {
            let json = json(line, self.protocol().version, &about, &findings, language);
            print(&printable_json(&json));
        }
        if let Some(path) = &self.junit {
            let text = junit(&about, &findings, language);
            Storage::default().write(path, text.as_bytes()).map_err(JobError::file(path))?;
        }
        Ok(status(&findings))
    }

    fn protocol(&self) -> &'static Protocol {
        if self.gtp { &GTP } else { &WTP }
    }

    /// Returns the selected checks.
    fn chosen(&self) -> Result<Vec<Check>, JobError> {
        let mut checks = match &self.checks {
            Some(folder) => catalogue::of_folder(folder, self.protocol())?,
            None => catalogue::builtin_checks(self.protocol()),
        };
        let is_named =
            |check: &Check, name: &str| check.class == name || check.number.to_string() == name;
        for name in &self.only {
            if !checks.iter().any(|check| is_named(check, name)) {
                let reason = format!("unknown check or check class {name:?}");
                return Err(JobError::Usage(reason));
            }
        }
        checks.retain(|check| {
            self.only.is_empty() || self.only.iter().any(|name| is_named(check, name))
        });
        Ok(checks)
    }
}

/// Returns success if no check failed; ambiguous clauses and unsupported features do not count as failures.
fn status(findings: &[CheckResult]) -> u8 {
    let fails = findings.iter().any(|finding| finding.verdict == Verdict::Fails);
    if fails { FAILURE } else { SUCCESS }
}

fn limit(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected 0.1 to 3600 s".into())
}
