//! A game of a review under way: its situations, and the assessments that it has so far.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::cancellation::Cancellation;
use crate::job_error::JobError;
use crate::review::batch::checkpoint::{Checkpoint, Key};
use crate::review::batch::finished_games::FinishedGame;
use crate::review::game::digest::GameReport;
use crate::review::game::input::ReviewInput;
use crate::review::game::search_passes::{Passes, PendingSearch};
use crate::review::options::{ReviewOptions, SearchOptions};
use crate::review::position::evaluation::{PositionEvaluation, PositionEvaluator};

/// A game and the assessments that it has so far.
pub(in crate::review) struct GameJob {
    /// Its number among all games of the review, from 1.
    pub(in crate::review) number: usize,
    pub(in crate::review) input: ReviewInput,
    passes: Mutex<Passes>,
    /// The lines about it, once it is finished.
    pub(in crate::review) report: Mutex<Option<GameReport>>,
}

/// What is left to do of a game when a pass is complete.
pub(in crate::review) enum RemainingWork {
    /// These searches.
    Searches(Vec<PendingSearch>),
    /// All situations are assessed.
    Nothing(Vec<PositionEvaluation>),
}

impl GameJob {
    pub(in crate::review) fn new(number: usize, input: ReviewInput) -> GameJob {
        let passes = Mutex::new(Passes::new(input.course.situations.len()));
        GameJob { number, input, passes, report: Mutex::new(None) }
    }

    /// Takes what a list has of the game: then nothing of it is left to do.
    ///
    /// # Errors
    /// Returns [`JobError`] if the list has another game under its number.
    pub(in crate::review) fn restore_finished(
        &mut self,
        finished: FinishedGame,
        options: &ReviewOptions,
    ) -> Result<(), JobError> {
        if finished.key != self.key(options).to_string() {
            return Err(JobError::Usage(format!(
                "{}: game {} was reviewed there as another game; begin anew with --restart",
                options.output.display(),
                self.number
            )));
        }
        self.report = Mutex::new(Some(finished.report));
        Ok(())
    }

    /// The key of all its situations.
    pub(in crate::review) fn key(&self, options: &ReviewOptions) -> Key {
        Key::of_all(&keys_of(&self.input, &options.search))
    }

    /// The key of a search.
    pub(in crate::review) fn key_of(&self, search: PendingSearch, options: &SearchOptions) -> Key {
        let ReviewInput { record, course, .. } = &self.input;
        let situation = course.situations[search.place];
        Key::of(record, course, situation, &options.limited_to(search.limit))
    }

    /// Begins the next pass, with what the journal has of it, and others as long as that is all.
    pub(in crate::review) fn start_next_pass(
        &self,
        options: &SearchOptions,
        journal: &Checkpoint,
    ) -> RemainingWork {
        let mut passes = locked(&self.passes);
        let area = self.input.record.size.area();
        while let Some(mut due) = passes.start_next_pass(&self.input.course, options) {
            due.retain(|&search| {
                let known = journal.find(self.key_of(search, options), area);
                known.is_none_or(|known| {
                    passes.keep(search.place, known.clone());
                    false
                })
            });
            if !due.is_empty() {
                return RemainingWork::Searches(due);
            }
        }
        RemainingWork::Nothing(passes.take())
    }

    pub(in crate::review) fn assess(
        &self,
        search: PendingSearch,
        assessor: &mut PositionEvaluator,
        cancellation: &Cancellation,
    ) -> Option<PositionEvaluation> {
        assess(&self.input, search, assessor, cancellation)
    }

    /// Keeps an assessment. Returns whether it was the last one that was missing in its pass.
    pub(in crate::review) fn store(
        &self,
        search: PendingSearch,
        assessment: PositionEvaluation,
    ) -> bool {
        locked(&self.passes).keep(search.place, assessment)
    }

    /// How many steps of the review are left of it.
    pub(in crate::review) fn steps_left(&self, options: &SearchOptions) -> usize {
        let is_finished = locked(&self.report).is_some();
        if is_finished { 0 } else { locked(&self.passes).steps_left(options) }
    }
}

/// The keys of the situations of a game.
pub(in crate::review) fn keys_of(input: &ReviewInput, options: &SearchOptions) -> Vec<Key> {
    let ReviewInput { record, course, .. } = input;
    let key = |&situation| Key::of(record, course, situation, options);
    course.situations.iter().map(key).collect()
}

/// Assesses a situation of a game; `None` where it was cancelled.
pub(in crate::review) fn assess(
    input: &ReviewInput,
    search: PendingSearch,
    assessor: &mut PositionEvaluator,
    cancellation: &Cancellation,
) -> Option<PositionEvaluation> {
    let ReviewInput { record, course, .. } = input;
    let situation = course.situations[search.place];
    let game = course.game_at(record, situation).expect("the course was played through");
    assessor.assess(game, situation.color, search.limit, cancellation)
}

/// The content of a mutex. Poisoning is ignored: a panic of a thread ends the program anyway.
pub(in crate::review) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
