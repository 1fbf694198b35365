//! A game of a review under way: its situations, and the assessments that it has so far.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::assessment::{Assessment, Assessor};
use super::game_list::FinishedGame;
use super::input::ReviewInput;
use super::journal::{Journal, Key};
use super::options::ReviewOptions;
use crate::cancel::Cancellation;

/// A game and the assessments that it has so far.
pub(super) struct GameJob {
    /// Its number among all games of the review, from 1.
    pub(super) number: usize,
    pub(super) input: ReviewInput,
    pub(super) keys: Vec<Key>,
    pub(super) assessments: Mutex<Vec<Option<Assessment>>>,
    pub(super) missing: AtomicUsize,
    /// The lines about it, once it is finished.
    pub(super) report: Mutex<Option<GameReport>>,
}

/// The lines about a finished game, printed when all games are done.
pub(super) struct GameReport {
    /// The line on the standard output.
    pub(super) summary_line: String,
    /// The line in the index.
    pub(super) index_row: String,
}

impl GameJob {
    pub(super) fn new(
        number: usize,
        input: ReviewInput,
        options: &ReviewOptions,
        journal: &Journal,
    ) -> GameJob {
        let keys = keys_of(&input, options);
        let area = input.record.size.area();
        let known: Vec<Option<Assessment>> =
            keys.iter().map(|&key| journal.find(key, area).cloned()).collect();
        let missing = known.iter().filter(|known| known.is_none()).count();
        GameJob {
            number,
            input,
            keys,
            assessments: Mutex::new(known),
            missing: AtomicUsize::new(missing),
            report: Mutex::new(None),
        }
    }

    /// The game with what a list has of it: then nothing of it is left to do.
    pub(super) fn with_earlier(
        mut self,
        finished: Option<FinishedGame>,
        options: &ReviewOptions,
    ) -> Result<GameJob, String> {
        let Some(finished) = finished else { return Ok(self) };
        if finished.key != Key::of_all(&self.keys).to_string() {
            return Err(format!(
                "{}: game {} was reviewed there as another game; begin anew with --restart",
                options.output.display(),
                self.number
            ));
        }
        let FinishedGame { summary_line, index_row, .. } = finished;
        self.missing = AtomicUsize::new(0);
        self.report = Mutex::new(Some(GameReport { summary_line, index_row }));
        self.assessments = Mutex::default();
        Ok(self)
    }

    pub(super) fn missing_places(&self) -> Vec<usize> {
        let known = locked(&self.assessments);
        (0..known.len()).filter(|&place| known[place].is_none()).collect()
    }

    pub(super) fn assess(
        &self,
        place: usize,
        assessor: &mut Assessor,
        cancellation: &Cancellation,
    ) -> Option<Assessment> {
        assess(&self.input, place, assessor, cancellation)
    }

    /// Keeps an assessment. Returns whether it was the last one that was missing.
    pub(super) fn keep(&self, place: usize, assessment: Assessment) -> bool {
        let mut known = locked(&self.assessments);
        known[place] = Some(assessment);
        self.missing.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

/// The keys of the situations of a game.
pub(super) fn keys_of(input: &ReviewInput, options: &ReviewOptions) -> Vec<Key> {
    let ReviewInput { record, course, .. } = input;
    let key = |&situation| Key::of(record, course, situation, &options.search);
    course.situations.iter().map(key).collect()
}

/// Assesses the situation at a place of a game; `None` where it was cancelled.
pub(super) fn assess(
    input: &ReviewInput,
    place: usize,
    assessor: &mut Assessor,
    cancellation: &Cancellation,
) -> Option<Assessment> {
    let ReviewInput { record, course, .. } = input;
    let situation = course.situations[place];
    let game = course.game_at(record, situation).expect("the course was played through");
    assessor.assess(game, situation.color, cancellation)
}

/// The content of a mutex. Poisoning is ignored: a panic of a thread ends the program anyway.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
