//! The command line of `tianyuan conform --client`, which tests a client.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;

use super::exit_status::{FAILURE, SUCCESS};
use super::signals::exit_on_interrupt;
use crate::conform::client::{ClientDiagnostic, Scenario, ServeResult, serve};
use crate::job_error::JobError;
use crate::protocol::Protocol;
use crate::records::record::Language;
use crate::records::storage::{LineLog, Storage};
use crate::stdio::{Blocking, print_error};

/// The arguments of `tianyuan conform --client`.
#[derive(Debug, Args)]
pub(super) struct ClientArguments {
    /// Test a client: run as an engine and report protocol violations
    #[arg(long, conflicts_with_all = ["command", "list", "only", "checks", "json", "junit"])]
    pub(super) client: bool,

    /// Engine behaviour: plain, pauses, errors, comments, flood, resigns, dies or turn
    #[arg(long, value_name = "NAME", default_value = "plain", value_parser = scenario)]
    #[arg(requires = "client")]
    scenario: Scenario,

    /// Append each diagnostic to a file as a line of JSON
    #[arg(long, alias = "remarks", value_name = "FILE", requires = "client")]
    diagnostics: Option<PathBuf>,
}

impl ClientArguments {
    /// Serves the client. Returns the exit status.
    ///
    /// # Errors
    /// Returns [`JobError`] if the diagnostics file cannot be written, or writing to the client fails.
    pub(super) fn run(
        &self,
        protocol: &'static Protocol,
        language: Language,
    ) -> Result<u8, JobError> {
        exit_on_interrupt();
        let mut file = self.diagnostics.as_deref().map(|path| {
            let storage = Storage::default();
            let checked = storage.check_replaceable(path, ClientDiagnostic::is_json);
            let opened = checked.and_then(|()| storage.lines(path)).and_then(|mut lines| {
                lines.clear()?;
                Ok(lines)
            });
            opened.map_err(JobError::file(path))
        });
        let mut file: Option<LineLog> = file.take().transpose()?;
        let violations = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&violations);
        let report = move |diagnostic: &ClientDiagnostic| {
            let is_violation = diagnostic.complaint.is_violation(protocol);
            counted.fetch_add(usize::from(is_violation), Ordering::Relaxed);
            print_error(&diagnostic.line(protocol, language));
            if let Some(file) = &mut file {
                let line = diagnostic.json(protocol, language) + "\n";
                if let Err(error) = file.add(line.as_bytes()) {
                    log::warn!("cannot write a diagnostic: {error}");
                }
            }
        };
        let (input, output) = (Blocking::new(io::stdin()), Blocking::new(io::stdout()));
        let ending = serve(input, output, protocol, self.scenario, Box::new(report));
        let count = violations.load(Ordering::Relaxed);
        match ending {
            Err(error) => return Err(JobError::io("cannot write the response")(error)),
            Ok(ServeResult::Died) => print_error(died(language)),
            Ok(ServeResult::Over) => {}
        }
        print_error(&total(count, language));
        Ok(if count == 0 { SUCCESS } else { FAILURE })
    }
}

fn scenario(text: &str) -> Result<Scenario, String> {
    let names = Scenario::NAMES.map(|(name, _)| name).join(", ");
    Scenario::named(text).ok_or_else(|| format!("expected one of {names}"))
}

fn died(language: Language) -> &'static str {
    language.choose("the scenario ends the engine here", "引擎按情景终止")
}

fn total(count: usize, language: Language) -> String {
    language
        .choose(format!("protocol violations by the client: {count}"), format!("{count}处违反协议"))
}
