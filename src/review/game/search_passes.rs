//! The search passes of a game: the first one evaluates all positions, the second one some of them again.

use crate::review::game::game_positions::GamePositions;
use crate::review::game::playout_allocation;
use crate::review::options::{SearchLimit, SearchOptions};
use crate::review::position::evaluation::PositionEvaluation;

/// A pending search: the index of a position, and the limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::review) struct PendingSearch {
    pub(in crate::review) place: usize,
    pub(in crate::review) limit: SearchLimit,
}

/// The state and results of a game's search passes.
#[derive(Debug)]
pub(in crate::review) struct Passes {
    found: Vec<Option<PositionEvaluation>>,
    /// The number of passes started.
    begun: usize,
    /// The number of pending results in the current pass.
    missing: usize,
}

impl Passes {
    /// Returns the number of passes for these options.
    pub(in crate::review) fn count(options: &SearchOptions) -> usize {
        if options.shared_playouts().is_some() { 2 } else { 1 }
    }

    /// Creates the passes of a game with this number of positions; none is started.
    pub(in crate::review) fn new(situations: usize) -> Passes {
        Passes { found: vec![None; situations], begun: 0, missing: 0 }
    }

    /// Starts the next pass and returns its searches, or `None` after the last pass.
    pub(in crate::review) fn start_next_pass(
        &mut self,
        course: &GamePositions,
        options: &SearchOptions,
    ) -> Option<Vec<PendingSearch>> {
        let due = match (self.begun, options.shared_playouts()) {
            (0, shared) => {
                let first = |playouts| {
                    SearchLimit::Playouts(playout_allocation::first_pass_playouts(playouts))
                };
                let limit = shared.map_or(options.limit, first);
                (0..self.found.len()).map(|place| PendingSearch { place, limit }).collect()
            }
            (1, Some(playouts)) => {
                let again = playout_allocation::second_playouts(course, &self.winrates(), playouts);
                let due = |(place, playouts)| PendingSearch {
                    place,
                    limit: SearchLimit::Playouts(playouts),
                };
                again.into_iter().map(due).collect::<Vec<_>>()
            }
            _ => return None,
        };
        self.begun += 1;
        self.missing = due.len();
        Some(due)
    }

    /// Stores the result of a search. Returns `true` if the pass is complete.
    pub(in crate::review) fn keep(&mut self, place: usize, assessment: PositionEvaluation) -> bool {
        self.found[place] = Some(assessment);
        self.missing -= 1;
        self.missing == 0
    }

    /// Returns the number of remaining progress steps; each pass has one step per position.
    pub(in crate::review) fn steps_left(&self, options: &SearchOptions) -> usize {
        self.missing + (Passes::count(options) - self.begun) * self.found.len()
    }

    /// Takes the evaluations of all positions after the last pass.
    pub(in crate::review) fn take(&mut self) -> Vec<PositionEvaluation> {
        std::mem::take(&mut self.found).into_iter().flatten().collect()
    }

    fn winrates(&self) -> Vec<f64> {
        self.found.iter().flatten().map(|found| found.value.winrate_fraction()).collect()
    }
}

/// Evaluates all positions of a game with `assess`. Returns `None` if `assess` does.
pub(in crate::review) fn assess_all(
    course: &GamePositions,
    options: &SearchOptions,
    assess: &mut dyn FnMut(PendingSearch) -> Option<PositionEvaluation>,
) -> Option<Vec<PositionEvaluation>> {
    let mut passes = Passes::new(course.situations.len());
    while let Some(due) = passes.start_next_pass(course, options) {
        for search in due {
            passes.keep(search.place, assess(search)?);
        }
    }
    Some(passes.take())
}
