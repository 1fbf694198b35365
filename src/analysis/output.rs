//! The output: lines of JSON, written by one thread at a time and flushed immediately.

use std::fmt::{self, Debug, Formatter};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::json;

use super::json_fields::FieldError;
use super::request::RequestError;
use super::scheduler::Scheduler;

/// The output, shared by all threads. A write error stops the scheduler, since no client can read any response.
pub(super) struct Output<'a> {
    stream: Mutex<Stream<'a>>,
    scheduler: &'a Scheduler,
}

struct Stream<'a> {
    stream: &'a mut (dyn Write + Send),
    failure: Option<io::Error>,
}

impl Debug for Output<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}

impl<'a> Output<'a> {
    pub(super) fn new(stream: &'a mut (dyn Write + Send), scheduler: &'a Scheduler) -> Output<'a> {
        Output { stream: Mutex::new(Stream { stream, failure: None }), scheduler }
    }

    /// Writes an object as a line. After an error, nothing more is written or searched.
    pub(super) fn line(&self, object: &impl Serialize) {
        let mut line =
            serde_json::to_vec(object).expect("responses have string keys and finite numbers");
        line.push(b'\n');
        let mut output = self.lock();
        if output.failure.is_none() {
            let written = output.stream.write_all(&line).and_then(|()| output.stream.flush());
            output.failure = written.err();
        }
        if output.failure.is_some() {
            drop(output);
            self.scheduler.stop();
        }
    }

    /// Writes the error of a rejected request.
    pub(super) fn refusal(&self, refusal: &RequestError) {
        let RequestError { id, fault: FieldError { field, message } } = refusal;
        self.line(&match (id, field.as_str()) {
            (None, _) => json!({ "error": message }),
            (Some(id), "") => json!({ "error": message, "id": id }),
            (Some(id), field) => json!({ "error": message, "field": field, "id": id }),
        });
    }

    /// Writes a warning about a request.
    pub(super) fn warning(&self, id: &str, warning: &FieldError) {
        let FieldError { field, message } = warning;
        self.line(&json!({ "warning": message, "field": field, "id": id }));
    }

    /// Returns `true` if the output is closed.
    pub(super) fn has_failed(&self) -> bool {
        self.lock().failure.is_some()
    }

    /// Returns the error of the output; a closed pipe is not an error.
    pub(super) fn end(&self) -> io::Result<()> {
        match self.lock().failure.take() {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Stream<'a>> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
