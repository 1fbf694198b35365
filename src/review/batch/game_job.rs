//! A game under review: its positions and the evaluations so far.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::cancellation::Cancellation;
use crate::job_error::JobError;
use crate::review::batch::checkpoint::{Checkpoint, Key};
use crate::review::batch::finished_games::FinishedGame;
use crate::review::game::digest::GameReport;
use crate::review::game::input::ReviewInput;
use crate::review::game::search_passes::Passes;
use crate::review::options::{ReviewOptions, SearchOptions};
use crate::review::position::evaluation::{PositionEvaluation, PositionEvaluator};
use crate::review::position::pending_search::{PendingSearch, Variant};

/// A game with the evaluations so far.
pub(in crate::review) struct GameJob {
    /// Its number among all games of the review, from 1.
    pub(in crate::review) number: usize,
    pub(in crate::review) input: ReviewInput,
    passes: Mutex<Passes>,
    /// Its output lines and summary, once finished.
    pub(in crate::review) report: Mutex<Option<GameReport>>,
}

/// The remaining work of a game after a complete pass.
pub(in crate::review) enum RemainingWork {
    /// Pending searches.
    Searches(Vec<PendingSearch>),
    /// None: all positions are evaluated.
    Nothing(Vec<PositionEvaluation>),
}

impl GameJob {
    pub(in crate::review) fn new(number: usize, input: ReviewInput) -> GameJob {
        let passes = Mutex::new(Passes::new(input.course.situations.len()));
        GameJob { number, input, passes, report: Mutex::new(None) }
    }

    /// Marks the game as finished if the list of finished games contains it.
    ///
    /// # Errors
    /// Returns [`JobError`] if the list has a different game with this number.
    pub(in crate::review) fn restore_finished(
        &mut self,
        finished: FinishedGame,
        options: &ReviewOptions,
    ) -> Result<(), JobError> {
        if finished.key != self.key(options).to_string() {
            return Err(JobError::Usage(format!(
                "{}: game {} of the existing review is a different game; use --restart",
                options.output.display(),
                self.number
            )));
        }
        self.report = Mutex::new(Some(finished.report));
        Ok(())
    }

    /// Returns the combined key of all its positions.
    pub(in crate::review) fn key(&self, options: &ReviewOptions) -> Key {
        Key::of_all(&keys_of(&self.input, &options.search))
    }

    /// Returns the key of a search.
    pub(in crate::review) fn key_of(&self, search: PendingSearch, options: &SearchOptions) -> Key {
        let ReviewInput { record, course, .. } = &self.input;
        let situation = course.situations[search.place];
        let options = &options.limited_to(search.limit);
        Key::of(record, course, situation, search.variant, options)
    }

    /// Starts the next pass, using stored evaluations, and further passes while all their evaluations are stored.
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
                    passes.keep(search, known.clone());
                    false
                })
            });
            if !due.is_empty() {
                return RemainingWork::Searches(due);
            }
        }
        RemainingWork::Nothing(passes.take(&self.input.course))
    }

    pub(in crate::review) fn assess(
        &self,
        search: PendingSearch,
        assessor: &mut PositionEvaluator,
        cancellation: &Cancellation,
    ) -> Option<PositionEvaluation> {
        assess(&self.input, search, assessor, cancellation)
    }

    /// Stores an evaluation. Returns `true` if it completes the pass.
    pub(in crate::review) fn store(
        &self,
        search: PendingSearch,
        assessment: PositionEvaluation,
    ) -> bool {
        locked(&self.passes).keep(search, assessment)
    }

    /// Returns the number of remaining progress steps.
    pub(in crate::review) fn steps_left(&self, options: &SearchOptions) -> u64 {
        let is_finished = locked(&self.report).is_some();
        if is_finished { 0 } else { locked(&self.passes).steps_left(options) }
    }
}

/// Returns the keys of a game's positions.
pub(in crate::review) fn keys_of(input: &ReviewInput, options: &SearchOptions) -> Vec<Key> {
    let ReviewInput { record, course, .. } = input;
    let key = |&situation| Key::of(record, course, situation, Variant::Itself, options);
    course.situations.iter().map(key).collect()
}

/// Evaluates a position of a game. Returns `None` if cancelled.
pub(in crate::review) fn assess(
    input: &ReviewInput,
    search: PendingSearch,
    assessor: &mut PositionEvaluator,
    cancellation: &Cancellation,
) -> Option<PositionEvaluation> {
    let ReviewInput { record, course, .. } = input;
    let situation = course.situations[search.place];
    let game = course.game_at(record, situation).expect("the moves were checked for legality");
    assessor.assess_variant((game, situation.color), search, cancellation)
}

/// Locks a mutex, ignoring poisoning: a panicking thread ends the program anyway.
pub(in crate::review) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
