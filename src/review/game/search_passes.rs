//! The search passes of a game: the first one evaluates all positions, the second one some of them again. An optional
//! last pass measures the value of moving first.

use std::collections::HashMap;

use crate::review::game::game_positions::GamePositions;
use crate::review::game::{move_values, playout_allocation};
use crate::review::options::{SearchLimit, SearchOptions};
use crate::review::position::evaluation::PositionEvaluation;
use crate::review::position::pending_search::{PendingSearch, Variant};

/// The state and results of a game's search passes.
#[derive(Debug)]
pub(in crate::review) struct Passes {
    found: Vec<Option<PositionEvaluation>>,
    /// The evaluations of the positions' variants.
    variants: HashMap<(usize, Variant), PositionEvaluation>,
    /// The number of passes started.
    begun: usize,
    /// The number of pending results in the current pass.
    missing: usize,
    /// The progress steps of these results.
    missing_steps: u64,
}

impl Passes {
    /// Returns the progress steps of a review of `positions`. Steps are playouts, since a search of the second
    /// pass takes several times as long as a search of the first pass.
    pub(in crate::review) fn steps(options: &SearchOptions, positions: usize) -> u64 {
        let one = Passes::steps_of(options.limit) + Passes::value_steps(options);
        one * positions as u64
    }

    fn steps_of(limit: SearchLimit) -> u64 {
        PendingSearch { place: 0, limit, variant: Variant::Itself }.steps()
    }

    /// Returns the maximum progress steps per position for the values of moves.
    fn value_steps(options: &SearchOptions) -> u64 {
        let searches = if options.move_values { move_values::MOST_SEARCHES } else { 0 };
        searches * Passes::steps_of(options.value_limit())
    }

    /// Creates the passes of a game with this number of positions; none is started.
    pub(in crate::review) fn new(situations: usize) -> Passes {
        let found = vec![None; situations];
        Passes { found, variants: HashMap::new(), begun: 0, missing: 0, missing_steps: 0 }
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
                let variant = Variant::Itself;
                let first = |place| PendingSearch { place, limit, variant };
                (0..self.found.len()).map(first).collect()
            }
            (1, Some(playouts)) => {
                let again = playout_allocation::second_playouts(course, &self.winrates(), playouts);
                let due = |(place, playouts)| PendingSearch {
                    place,
                    limit: SearchLimit::Playouts(playouts),
                    variant: Variant::Itself,
                };
                again.into_iter().map(due).collect::<Vec<_>>()
            }
            (1 | 2, _) if options.move_values => {
                self.begun = 2;
                let limit = options.value_limit();
                let due =
                    |(place, variant): (usize, Variant)| PendingSearch { place, limit, variant };
                move_values::variants(course, &self.found).into_iter().map(due).collect()
            }
            _ => return None,
        };
        self.begun += 1;
        self.missing = due.len();
        self.missing_steps = due.iter().map(PendingSearch::steps).sum();
        Some(due)
    }

    /// Stores the result of a search. Returns `true` if the pass is complete.
    pub(in crate::review) fn keep(
        &mut self,
        search: PendingSearch,
        assessment: PositionEvaluation,
    ) -> bool {
        match search.variant {
            Variant::Itself => self.found[search.place] = Some(assessment),
            variant => _ = self.variants.insert((search.place, variant), assessment),
        }
        self.missing -= 1;
        self.missing_steps -= search.steps();
        self.missing == 0
    }

    /// Returns the number of remaining progress steps. Before the second pass, its whole budget remains.
    pub(in crate::review) fn steps_left(&self, options: &SearchOptions) -> u64 {
        let positions = self.found.len();
        let values = Passes::value_steps(options);
        let per_position = match (self.begun, options.shared_playouts()) {
            (0, _) => return Passes::steps(options, positions),
            (1, Some(mean)) => mean - playout_allocation::first_pass_playouts(mean) + values,
            (1, None) | (2, _) => values,
            _ => 0,
        };
        self.missing_steps + per_position * positions as u64
    }

    /// Takes the evaluations of all positions after the last pass, with the values of moving first if they were
    /// measured.
    pub(in crate::review) fn take(&mut self, course: &GamePositions) -> Vec<PositionEvaluation> {
        let mut found: Vec<_> = std::mem::take(&mut self.found).into_iter().flatten().collect();
        move_values::set(course, &mut found, &self.variants);
        found
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
            passes.keep(search, assess(search)?);
        }
    }
    Some(passes.take(course))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::format::{self, Format};
    use crate::review::options::PlayoutAllocation;
    use crate::review::position::value::Value;

    fn found(winrate: f64) -> PositionEvaluation {
        let value = Value::new(winrate, 0.0);
        PositionEvaluation {
            playouts: 1,
            value,
            choices: Vec::new(),
            ranking: Vec::new(),
            priors: Vec::new(),
            ownership: Vec::new(),
            first_move: None,
        }
    }

    /// Returns the remaining steps at the start and after each search, and the sum of all playouts.
    fn remaining(mean: u64, sharing: PlayoutAllocation) -> (Vec<u64>, u64) {
        let sgf = b"(;GM[1]FF[4]SZ[9];B[ee];W[ec];B[gc];W[ge];B[ed];W[dc];B[gd])";
        let records = format::read(sgf, Format::Sgf).records;
        let course = GamePositions::of(&records[0], false, None).expect("a game");
        let limit = SearchLimit::Playouts(mean);
        let options = SearchOptions { limit, sharing, ..SearchOptions::default() };
        let mut passes = Passes::new(course.situations.len());
        let mut left = vec![passes.steps_left(&options)];
        let mut playouts = 0;
        while let Some(due) = passes.start_next_pass(&course, &options) {
            left.push(passes.steps_left(&options));
            for search in due {
                playouts += search.steps();
                passes.keep(search, found(if search.place > 4 { 0.9 } else { 0.5 }));
                left.push(passes.steps_left(&options));
            }
        }
        (left, playouts)
    }

    #[test]
    fn remaining_steps_are_remaining_playouts() {
        for mean in [1, 2, 7, 400] {
            let (left, playouts) = remaining(mean, PlayoutAllocation::Even);
            assert_eq!((left[0], left[left.len() - 1], playouts), (8 * mean, 0, 8 * mean));
            let (left, playouts) = remaining(mean, PlayoutAllocation::Unclear);
            assert!(left.is_sorted_by(|before, after| before >= after), "{left:?}");
            assert_eq!((left[0], left[left.len() - 1]), (8 * mean, 0));
            assert!(playouts <= 8 * mean);
            assert_eq!(left[9], 8 * (mean - (mean / 4).max(1)), "after the first pass: {left:?}");
        }
    }
}
