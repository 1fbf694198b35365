//! One page: its game, its search, and the messages of its page.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::command::{Command, Terms};
use super::error::BoardError;
use super::perform::{Effect, read_record};
use super::shared::Shared;
use super::state::State;
use super::task::Task;
use super::view;
use super::worker;
use crate::engine::{Engine, Settings};
use crate::protocol::record_text;
use crate::records::format::Format;

/// The session of a page. The search ends when it is dropped.
#[derive(Debug)]
pub struct BoardSession(Arc<Shared>);

impl BoardSession {
    /// Starts a session with a new game.
    pub(super) fn start(settings: Settings, terms: Terms) -> BoardSession {
        let engine = Engine::new(settings, terms.game.size(), *terms.game.rules());
        let shared = Arc::new(Shared::new(State::new(terms)));
        shared.change(|state| state.task = state.due_task());
        let of_worker = shared.clone();
        thread::spawn(move || worker::run(&of_worker, engine));
        BoardSession(shared)
    }

    /// Performs a command of the page, a JSON object.
    ///
    /// # Errors
    /// Returns [`BoardError`] if the command is invalid or not allowed. The state is unchanged then.
    pub fn command(&self, body: &[u8]) -> Result<(), BoardError> {
        let command = Command::read(body)?;
        self.attempt(|state| state.perform(command))
    }

    /// Opens the first game of a file. The user plays both colours.
    ///
    /// # Errors
    /// Returns [`BoardError`] if the file is not a record, or its game is not supported. The state is unchanged then.
    pub fn open(&self, file: &[u8]) -> Result<(), BoardError> {
        let record = read_record(file)?;
        self.attempt(|state| state.open(record).map(|()| Effect::Next(None)))
    }

    fn attempt(
        &self,
        change: impl FnOnce(&mut State) -> Result<Effect, BoardError>,
    ) -> Result<(), BoardError> {
        self.0.note_page();
        let mut state = self.0.lock();
        let effect = change(&mut state)?;
        state.error = None;
        state.version += 1;
        state.tree_version = state.version;
        if let Effect::Next(task) = effect {
            state.task = task.or_else(|| state.due_task());
            state.busy = state.task.as_ref().map(Task::busy);
            self.0.end_task();
        }
        self.0.notify();
        Ok(())
    }

    /// Waits until the state differs from a version, or for the longest time. Returns the state as JSON.
    pub fn wait(&self, version: u64, longest: Duration) -> Vec<u8> {
        self.0.note_page();
        let mut state = self.0.lock();
        if state.is_paused {
            state.is_paused = false;
            if state.task.is_none() && state.busy.is_none() {
                state.task = state.due_task();
                state.busy = state.task.as_ref().map(Task::busy);
            }
            self.0.notify();
        }
        let state = self.0.wait_for_change(state, version, longest);
        let text = view::state(&state, version).to_string();
        drop(state);
        self.0.note_page();
        text.into_bytes()
    }

    /// Returns the record in a format.
    pub fn record(&self, format: Format) -> Vec<u8> {
        let record = self.0.lock().tree.record().clone();
        record_text(record, format)
    }

    /// Returns the review page, if the review is finished.
    pub fn review_page(&self) -> Option<Arc<Vec<u8>>> {
        self.0.lock().review.clone()
    }

    /// Ends the analysis until the page polls again.
    pub fn pause(&self) {
        self.0.abandon();
    }

    /// Returns the time since the last message of the page.
    pub fn idle(&self) -> Duration {
        self.0.idle()
    }
}

impl Drop for BoardSession {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.end_task();
        self.0.notify();
    }
}
