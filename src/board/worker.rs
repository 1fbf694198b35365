//! The thread of a session that searches.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::BoardError;
use super::evaluation::{BlackValue, Evaluation};
use super::game_tree::cell;
use super::puzzle;
use super::shared::{Job, Shared};
use super::state::{SolvedProblem, State};
use super::task::{LONG, Task};
use super::teaching::Lesson;
use crate::cancellation::Cancellation;
use crate::engine::{
    AnalysisRequest, Clock, Engine, HumanSettings, PlayStyle, Report, TimeControl,
};
use crate::go::{Action, Game, Move, PointSet};
use crate::local_problem::{Answer, ProblemRequest, solve_until};
use crate::progress::Progress;
use crate::records::record::Language;
use crate::review::{ReviewError, SearchLimit, SearchOptions, explain_move, review_page};
use crate::solver::{LocalMove, Problem, Solution, SolveLimits, Solver};

/// The interval of reports of an analysis.
const INTERVAL: Duration = Duration::from_millis(250);

/// The visits of each position of a move that is checked.
const CHECKED: u64 = 200;

/// The playouts per position of a review.
const REVIEWED: u64 = 100;

/// The time limit of the solver.
const SOLVED: Duration = Duration::from_secs(30);

/// The memory of the solver in bytes.
const SOLVER_MEMORY: usize = 64 << 20;

/// Performs tasks until the session is closed.
pub(super) fn run(shared: &Arc<Shared>, mut engine: Engine) {
    let usual = engine.settings().human.clone();
    while let Some(job) = shared.next_job() {
        synchronize(&mut engine, &job.game);
        let settings = engine.settings_mut();
        (settings.level, settings.move_time) = (job.level, job.time);
        settings.human = match job.profile.filter(|_| matches!(job.task, Task::Move)) {
            None => usual.clone(),
            profile => HumanSettings { style: PlayStyle::Human, profile, ..usual.clone() },
        };
        let worker = Worker { shared, job: &job };
        let done = engine.guard(|engine| worker.perform(engine));
        if done.is_err() {
            shared.finish(job.generation, |state| {
                state.error = Some(BoardError::Internal);
                (state.is_engine_due, state.is_analyzing) = (false, false);
            });
        }
    }
}

/// Sets the engine's game. If it continues or precedes the engine's game, the engine keeps what it knows.
fn synchronize(engine: &mut Engine, game: &Game) {
    let is_same_start = engine.game().start_key() == game.start_key()
        && engine.game().rules() == game.rules()
        && engine.game().size() == game.size();
    if is_same_start {
        let extra = engine.game().turns().len().saturating_sub(game.turns().len());
        if engine.undo(extra).is_ok()
            && let Some(moves) = game.moves_since(engine.game())
        {
            let played = moves.into_iter().try_for_each(|(color, mv)| engine.play(color, mv));
            if played.is_ok() && engine.game().key() == game.key() {
                return;
            }
        }
    }
    engine.set_game(game.clone());
}

struct Worker<'a> {
    shared: &'a Arc<Shared>,
    job: &'a Job,
}

impl Worker<'_> {
    fn is_stale(&self) -> bool {
        self.shared.generation() != self.job.generation
    }

    fn finish(&self, change: impl FnOnce(&mut State)) {
        self.shared.finish(self.job.generation, change);
    }

    fn perform(&self, engine: &mut Engine) {
        match &self.job.task {
            Task::Move => self.choose_move(engine),
            Task::Judge => self.judge(engine),
            Task::Analyze(time) => self.analyze(engine, *time),
            Task::Check => self.check(engine),
            Task::Review => self.review(engine),
            Task::Solve(request) => self.solve(request),
            Task::Judgement => self.judge_answer(),
        }
    }

    fn choose_move(&self, engine: &mut Engine) {
        let color = self.job.game.to_play();
        if engine.can_add_turn().is_err() {
            return self.finish(|state| state.error = Some(BoardError::TooLong));
        }
        let clock = self.job.clock.unwrap_or_else(|| Clock::new(TimeControl::Unlimited));
        engine.set_clock(color, clock);
        let action = engine.genmove(color, &mut || self.is_stale());
        let winrate = engine.last_winrate();
        let value = winrate.map(|winrate| {
            BlackValue::of(color, winrate, engine.last_score_lead().unwrap_or_default())
        });
        self.finish(|state| {
            state.values.extend(value.map(|value| (self.job.node, value)));
            match action {
                Action::Resign => state.resign(color),
                Action::Move(mv) => state.error = state.play(mv).err(),
            }
            state.tree_version = state.version + 1;
        });
    }

    fn judge(&self, engine: &mut Engine) {
        let dead = engine.judge().dead;
        self.finish(|state| {
            state.dead = Some((self.job.node, dead));
            if self.job.game.rules().counts_all_stones_alive() {
                state.dead = Some((self.job.node, PointSet::EMPTY));
                // The dead stones are known, so that this always succeeds.
                state.error = state.agree().err();
            }
        });
    }

    fn analyze(&self, engine: &mut Engine, time: Duration) {
        let (color, size) = (self.job.game.to_play(), self.job.game.size());
        let request = AnalysisRequest {
            time: Some(time),
            interval: Some(INTERVAL),
            ..AnalysisRequest::of(color)
        };
        let start = Instant::now();
        let must_stop = &mut || self.is_stale() || self.shared.is_abandoned();
        let report = engine.analyze(&request, must_stop, &mut |report| {
            let evaluation = Evaluation::of(report, size, color, false);
            self.shared.update(self.job.generation, |state| {
                state.evaluate(self.job.node, evaluation);
                state.tree_version = state.version + 1;
            });
        });
        let is_complete = start.elapsed() >= time;
        let evaluation = Evaluation::of(&report, size, color, is_complete && time >= LONG);
        self.finish(|state| {
            state.is_paused |= !is_complete;
            state.evaluate(self.job.node, evaluation);
            state.tree_version = state.version + 1;
        });
    }

    /// Searches the positions before and after the user's move.
    fn check(&self, engine: &mut Engine) {
        let (game, size) = (&self.job.game, self.job.game.size());
        let mut before = game.clone();
        let turn = before.undo();
        let color = before.to_play();
        let played = turn.as_ref().and_then(|turn| turn.point()).map(|point| cell(size, point));
        let reports = [&before, game].map(|game| {
            synchronize(engine, game);
            self.look(engine)
        });
        let [was, is] = [(&reports[0], color), (&reports[1], game.to_play())]
            .map(|(report, color)| Evaluation::of(report, size, color, false));
        let limit = self.job.teaching.unwrap_or(i32::MAX);
        let mut lesson = turn.as_ref().and_then(|_| Lesson::of(color, played, &was, &is, limit));
        if let Some(lesson) = &mut lesson {
            let mv = turn.and_then(|turn| turn.point()).map_or(Move::Pass, Move::Play);
            lesson.explanation = explain_move(&before, mv, [&reports[0], &reports[1]]);
        }
        self.finish(|state| {
            state.values.insert(self.job.node, is.value);
            state.is_engine_due = lesson.is_none();
            state.lesson = lesson;
        });
    }

    fn look(&self, engine: &mut Engine) -> Report {
        let color = engine.game().to_play();
        let (visits, time) = (Some(CHECKED), Some(self.job.time));
        let request = AnalysisRequest { visits, time, ..AnalysisRequest::of(color) };
        engine.analyze(&request, &mut || self.is_stale(), &mut |_| {})
    }

    fn review(&self, engine: &Engine) {
        let Some(record) = &self.job.record else { return };
        let search = SearchOptions {
            limit: SearchLimit::Playouts(REVIEWED),
            ..SearchOptions::guided_by(engine.settings().nets.clone())
        };
        let progress = ReviewProgress { shared: self.shared, generation: self.job.generation };
        let cancellation = Cancellation::default();
        let page = self.shared.until_stale(self.job.generation, &cancellation, || {
            review_page(record, &search, &cancellation, &progress)
        });
        self.finish(|state| {
            state.progress = None;
            match page {
                Ok(page) => state.add_review(page),
                Err(ReviewError::NoGame(reason)) => state.error = Some(reason.into()),
                Err(ReviewError::Cancelled) => {}
            }
        });
    }

    fn solved(&self, problem: Problem) -> (Solver, Solution) {
        let limits = SolveLimits { time: Some(SOLVED), ..SolveLimits::default() };
        let mut solver = Solver::new(problem, SOLVER_MEMORY);
        let solution = solve_until(&mut solver, &limits, &mut || self.is_stale());
        (solver, solution)
    }

    fn judge_answer(&self) {
        let Some((start, user)) = &self.job.problem else { return };
        let solve = &mut |problem: &Problem| self.solved(problem.clone()).1;
        let judgement = puzzle::judge(start, &self.job.game, *user, solve);
        self.finish(|state| {
            state.note_judgement(self.job.node, judgement);
            state.tree_version = state.version + 1;
        });
    }

    fn solve(&self, request: &ProblemRequest) {
        let (game, size) = (&self.job.game, self.job.game.size());
        let problem = match request.problem(game.board(), game.rules(), game.to_play()) {
            Ok(problem) => problem,
            Err(reason) => {
                let reason = BoardError::NoProblem(reason.to_string());
                return self.finish(|state| state.error = Some(reason));
            }
        };
        let (solver, solution) = self.solved(problem);
        let answer = Answer { problem: solver.problem(), solution: &solution };
        let first = match solution.first_move {
            Some(LocalMove::Play(point)) => Some(cell(size, point)),
            _ => None,
        };
        let [english, chinese] = [Language::English, Language::Chinese].map(|it| answer.lines(it));
        self.finish(|state| {
            state.solution = Some(SolvedProblem { node: self.job.node, english, chinese, first });
        });
    }
}

/// Reports the progress of a review to the page.
struct ReviewProgress<'a> {
    shared: &'a Shared,
    generation: u64,
}

impl Progress for ReviewProgress<'_> {
    fn begin(&self, total: u64, done: u64) {
        self.shared.update(self.generation, |state| state.progress = Some([done, total]));
    }

    fn advance_by(&self, steps: u64) {
        self.shared.update(self.generation, |state| {
            state.progress = state.progress.map(|[done, total]| [done + steps, total]);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;
    use crate::go::{BoardSize, Color, Komi, Rules};

    #[test]
    fn synchronized_engine_has_same_game() {
        let size = BoardSize::new(9).expect("a size");
        let settings = Settings { memory: 16, ..Settings::default() };
        let mut engine = Engine::new(settings, size, Rules::CHINESE);
        let mut game = Game::new(size, Rules::CHINESE);
        let komi = Komi::from_half_points(1).expect("a komi");
        let mut other = Game::new(size, Rules { komi, ..Rules::CHINESE });
        for i in 0..6 {
            game.play(game.to_play(), Move::Play(size.point(i, i))).expect("a legal move");
            other.play(other.to_play(), Move::Play(size.point(i, 0))).expect("a legal move");
        }
        let mut earlier = game.clone();
        earlier.undo();
        earlier.undo();
        let mut branch = earlier.clone();
        branch.play(Color::Black, Move::Pass).expect("a pass is legal");
        for target in [&game, &earlier, &branch, &game, &other, &game] {
            synchronize(&mut engine, target);
            assert_eq!(engine.game().key(), target.key());
            assert_eq!(engine.game().turns().len(), target.turns().len());
            assert_eq!(engine.game().rules(), target.rules());
        }
    }
}
