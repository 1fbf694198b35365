//! One page: its game, its search, and the messages of its page.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::command::{Command, Terms};
use super::error::BoardError;
use super::perform::{Effect, read_record};
use super::problem_set::ProblemSet;
use super::shared::Shared;
use super::state::State;
use super::task::Task;
use super::view;
use super::worker;
use crate::engine::{Engine, Settings};
use crate::protocol::record_text;
use crate::records::format::Format;
use crate::records::record::Fact;

/// The session of a page. The search ends when it is dropped.
#[derive(Debug)]
pub struct BoardSession(Arc<Shared>);

impl BoardSession {
    /// Starts a session with a new game.
    pub(super) fn start(
        settings: Settings,
        terms: Terms,
        problems: Arc<ProblemSet>,
    ) -> BoardSession {
        let engine = Engine::new(settings, terms.game.size(), *terms.game.rules());
        let shared =
            Arc::new(Shared::new(State::new(terms, engine.settings().nets.clone(), problems)));
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
        let mut state = self.0.lock();
        self.0.welcome_page(&mut state);
        let effect = change(&mut state)?;
        state.error = None;
        state.version += 1;
        state.tree_version = state.version;
        if let Effect::Next(task) = effect {
            if !matches!(task, Some(Task::Review)) {
                state.progress = None;
            }
            state.task = task.or_else(|| state.due_task());
            state.busy = state.task.as_ref().map(Task::busy);
            self.0.end_task();
        }
        state.run_clock(Instant::now());
        self.0.notify();
        Ok(())
    }

    /// Waits until the state differs from a version, or for the longest time. Returns the state as JSON.
    pub fn wait(&self, version: u64, longest: Duration) -> Vec<u8> {
        let mut state = self.0.lock();
        self.0.welcome_page(&mut state);
        if state.is_paused {
            state.is_paused = false;
            if state.task.is_none() && state.busy.is_none() {
                state.task = state.due_task();
                state.busy = state.task.as_ref().map(Task::busy);
            }
            self.0.notify();
        }
        let longest = state.until_flag(Instant::now()).unwrap_or(longest).min(longest);
        let mut state = self.0.wait_for_change(state, version, longest);
        self.0.note_time(&mut state);
        let text = view::state(&state, version).to_string();
        drop(state);
        self.0.note_page();
        text.into_bytes()
    }

    /// Returns the record in a format. SGF includes the values of analysed positions.
    pub fn record(&self, format: Format) -> Vec<u8> {
        let state = self.0.lock();
        let mut record = state.tree.record().clone();
        if format == Format::Sgf {
            for (&node, value) in &state.values {
                let notes = record.tree.node_mut(node).notes_mut();
                notes.set_fact(&Fact::BlackWinrate(f64::from(value.0) / 10_000.0));
                notes.set_fact(&Fact::BlackLead(f64::from(value.1) / 100.0));
            }
        }
        drop(state);
        record_text(record, format)
    }

    /// Returns the page of a finished review. Only the last reviews are stored.
    pub fn review_page(&self, number: u64) -> Option<Arc<Vec<u8>>> {
        let state = self.0.lock();
        let found = state.reviews.iter().find(|(known, _)| *known == number);
        found.map(|(_, page)| page.clone())
    }

    /// Ends the analysis and stops the user's clock until the page polls again.
    pub fn pause(&self) {
        self.0.abandon();
        self.0.change(|state| {
            state.is_away = true;
            state.run_clock(Instant::now());
        });
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
