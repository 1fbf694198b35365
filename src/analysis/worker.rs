//! A worker: searches positions one by one and writes a response for each.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::json_fields::FieldError;
use super::output::Output;
use super::position_hash::PositionHash;
use super::query::Query;
use super::queue::Position;
use super::request::RequestError;
use super::response::{EmptyResponse, SearchResult};
use super::scheduler::{Assignment, Scheduler};
use super::search_control::Control;
use super::search_state::{SearchState, Searcher};
use crate::nn::Nets;
use crate::search::{Limits, Params, Report, apply_temperature, policy};

/// Why a search ended or paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The response is due.
    Answered,
    /// A more urgent position takes its slot.
    Suspended,
}

/// The data that workers share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worker<'a> {
    pub(super) scheduler: &'a Scheduler,
    pub(super) output: &'a Output<'a>,
    pub(super) nets: &'a Nets,
    /// The search parameters, which a query can override.
    pub(super) params: &'a Params,
}

impl Worker<'_> {
    /// Searches positions until the scheduler has no more.
    pub(super) fn run(&self) {
        let mut last = None;
        while let Some(assignment) = self.scheduler.take(last) {
            last = Some(assignment.position.place);
            self.search(assignment);
        }
    }

    fn search(&self, mut assignment: Assignment) {
        let (query, turn) = (assignment.position.query.clone(), assignment.position.place.turn);
        let control = assignment.control.clone();
        let begun = assignment.position.begun.take();
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let mut state = begun.unwrap_or_else(|| self.begin(&query, turn));
            let end = self.continue_search(&query, turn, &mut state, &control);
            if end == End::Answered && !self.scheduler.is_stopped() {
                self.tell(&query, turn, &state);
            }
            (end, state)
        }));
        match searched {
            Ok((End::Suspended, state)) => {
                let position = Position { begun: Some(state), ..assignment.position };
                self.scheduler.suspend(position);
            }
            Ok((End::Answered, state)) => {
                let SearchState { searcher, game, .. } = *state;
                let searcher = Searcher { last: Some(game), ..searcher };
                assignment.finish(self.scheduler, Some(searcher));
            }
            Err(_) => {
                // The panic hook has logged the error; the searcher is lost.
                let fault = FieldError::new("", "Internal error during the analysis");
                self.output.refusal(&RequestError { id: Some(query.id.clone()), fault });
                assignment.finish(self.scheduler, None);
            }
        }
    }

    fn begin(&self, query: &Query, turn: usize) -> Box<SearchState> {
        let game = query.course.game_at(turn);
        let to_move = query.course.to_move(turn);
        let mut searcher = self.scheduler.searcher_for(&game);
        let search = &mut searcher.search;
        search.set_restriction(query.restriction.clone());
        let params = query.conditions.params(self.params);
        search.set_params(&params);
        search.set_root_options(query.conditions.root_options(to_move));
        search.set_human(query.conditions.human_guide(self.nets, game.size()));
        let extras = query.extras;
        search.set_by_move(extras.moves_ownership || extras.moves_ownership_stdev);
        Box::new(SearchState {
            hash: PositionHash::of(&game, to_move),
            policy: match extras.policy {
                true => tempered(policy(&game, to_move, self.nets), params.graph.net_temperature),
                false => Vec::new(),
            },
            searcher,
            game,
            to_move,
            spent: Duration::ZERO,
            playouts: 0,
            next_report: query.reports.map(|reports| reports.first),
            report: Report::default(),
        })
    }

    /// Searches until the response or a pause is due, with the number of threads that the scheduler assigns.
    fn continue_search(
        &self,
        query: &Query,
        turn: usize,
        state: &mut SearchState,
        control: &Control,
    ) -> End {
        let conditions = &query.conditions;
        let SearchState {
            searcher,
            game,
            to_move,
            hash,
            policy,
            spent,
            playouts,
            next_report,
            report,
        } = state;
        let (to_move, hash) = (*to_move, *hash);
        loop {
            let threads = control.threads();
            let (start, before) = (Instant::now(), *spent);
            let time = conditions.time.map(|time| time.saturating_sub(before));
            let limits = Limits {
                visits: Some(conditions.visits),
                playouts: conditions.playouts.map(|most| most.saturating_sub(*playouts)),
                time,
                ..Limits::default()
            };
            searcher.search.set_threads(threads);
            *report = searcher.search.run(game, to_move, &limits, &mut |report| {
                if let (Some(reports), Some(due)) = (query.reports, *next_report)
                    && before + start.elapsed() >= due
                {
                    let report = &report();
                    let findings = SearchResult { query, turn, to_move, hash, policy, report };
                    self.output.line(&findings.answer(true));
                    // Counted from now rather than from the due time, so that a slow client gets no backlog.
                    *next_report = (before + start.elapsed()).checked_add(reports.every);
                }
                !control.is_terminated() && !control.is_suspended() && control.threads() == threads
            });
            *spent = before + start.elapsed();
            *playouts += report.playouts;
            let is_late = conditions.time.is_some_and(|time| *spent >= time);
            let is_counted_out = report.visits >= conditions.visits
                || conditions.playouts.is_some_and(|most| *playouts >= most);
            if control.is_terminated() || is_late || is_counted_out {
                return End::Answered;
            }
            if control.is_suspended() {
                return End::Suspended;
            }
            if control.threads() == threads {
                // The search has ended on its own.
                return End::Answered;
            }
        }
    }

    /// Writes the final response for a position.
    fn tell(&self, query: &Query, turn: usize, state: &SearchState) {
        let SearchState { to_move, hash, ref policy, ref report, .. } = *state;
        let findings = SearchResult { query, turn, to_move, hash, policy, report };
        self.output.line(&findings.answer(false));
    }

    /// Writes responses for positions that were terminated while they waited.
    pub(super) fn send_terminated(&self, terminated: Vec<Position>) {
        for mut position in terminated {
            let (query, turn) = (&position.query, position.place.turn);
            match mem::take(&mut position.begun) {
                Some(state) => self.tell(query, turn, &state),
                None => self.output.line(&EmptyResponse {
                    id: &query.id,
                    is_during_search: false,
                    no_results: true,
                    turn_number: turn,
                }),
            }
        }
    }
}

/// Applies a temperature to a policy, in which illegal moves are -1.
fn tempered(mut policy: Vec<f64>, temperature: f64) -> Vec<f64> {
    let mut legal: Vec<f64> = policy.iter().copied().filter(|&part| part >= 0.0).collect();
    apply_temperature(&mut legal, temperature);
    for (part, legal) in policy.iter_mut().filter(|part| **part >= 0.0).zip(legal) {
        *part = legal;
    }
    policy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temperature_leaves_illegal_moves() {
        let policy = vec![-1.0, 0.64, 0.16, -1.0, 0.2];
        assert_eq!(tempered(policy.clone(), 1.0), policy);
        let found = tempered(policy, 2.0);
        assert_eq!((found[0], found[3]), (-1.0, -1.0));
        assert!((found[1] / found[2] - 2.0).abs() < 1e-12, "{found:?}");
        assert!((found[1] + found[2] + found[4] - 1.0).abs() < 1e-12, "{found:?}");
    }
}
