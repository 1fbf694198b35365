//! The effects of commands on the state.

use super::command::{Command, NewGame};
use super::error::BoardError;
use super::game_tree::{GameTree, point};
use super::state::{Phase, State};
use super::task::{Busy, SHORT, Task};
use crate::go::{Move, PointSet};
use crate::local_problem::ProblemRequest;
use crate::records::record::Record;

/// The effect of a command on the worker.
#[derive(Debug)]
pub(super) enum Effect {
    /// The current task continues.
    Unchanged,
    /// The current task ends. This task is next, or else the one that is due.
    Next(Option<Task>),
}

const DUE: Effect = Effect::Next(None);

impl State {
    /// Performs a command.
    ///
    /// # Errors
    /// Returns [`BoardError`] if the command is not allowed. The state is unchanged then.
    pub(super) fn perform(&mut self, command: Command) -> Result<Effect, BoardError> {
        match command {
            Command::New { game } => self.start(game.terms()?)?,
            Command::Restore { game, record } => self.restore(&game, &record)?,
            Command::Play { cell } => {
                let mv = Move::Play(point(self.tree.game().size(), cell)?);
                return self.play_by_user(mv);
            }
            Command::Pass => return self.play_by_user(Move::Pass),
            Command::Resign => {
                if self.phase() == Phase::Over {
                    return Err(BoardError::Over);
                }
                let loser = self.person.unwrap_or_else(|| self.tree.game().to_play());
                self.resign(loser);
            }
            Command::Undo => {
                let was_over = self.phase() == Phase::Over;
                self.tree.undo(self.person)?;
                if was_over {
                    self.reopen();
                }
                self.leave();
                self.begin_turn();
            }
            Command::EngineMove => return self.move_by_engine(),
            Command::Go { node } => {
                self.tree.go(node)?;
                self.leave();
                self.is_engine_due = self.is_at_clock();
            }
            Command::Comment { text } => {
                self.tree.set_comment(&text)?;
                return Ok(Effect::Unchanged);
            }
            Command::Dead { cell } => self.toggle_dead(cell)?,
            Command::Agree => self.agree()?,
            Command::Analyze { on } => return Ok(self.analyze(on)),
            Command::Look => return Ok(self.look()),
            Command::Keep => {
                self.lesson.take().ok_or(BoardError::NoLesson)?;
                self.is_engine_due = true;
            }
            Command::Side { person } => {
                self.person = person.color();
                self.is_engine_due = false;
            }
            Command::Review => {
                (self.review, self.progress) = (None, Some([0, 1]));
                return Ok(Effect::Next(Some(Task::Review)));
            }
            Command::Solve { cells } => return self.solve(&cells),
            Command::Problem { index } => self.open_problem(index)?,
            Command::Answer => return self.show_answer(),
        }
        Ok(DUE)
    }

    /// Discards what belongs to the previous node. The engine does not reply to old positions.
    fn leave(&mut self) {
        self.moved();
        self.is_engine_due = false;
        if let Some(puzzle) = &mut self.puzzle {
            puzzle.verdict = None;
        }
    }

    fn play_by_user(&mut self, mv: Move) -> Result<Effect, BoardError> {
        match self.phase() {
            Phase::Over => return Err(BoardError::Over),
            Phase::Agreeing => return Err(BoardError::Agreeing),
            Phase::Playing if self.is_engines_turn() => return Err(BoardError::NotYourTurn),
            Phase::Playing => {}
        }
        if self.puzzle.is_some() {
            return self.play_in_problem(mv);
        }
        self.play(mv)?;
        if self.teaching.is_some() && mv != Move::Pass {
            self.is_engine_due = false;
            return Ok(Effect::Next(Some(Task::Check)));
        }
        self.is_engine_due = true;
        Ok(DUE)
    }

    fn move_by_engine(&mut self) -> Result<Effect, BoardError> {
        match self.phase() {
            Phase::Over => Err(BoardError::Over),
            Phase::Agreeing => Err(BoardError::Agreeing),
            Phase::Playing => {
                self.moved();
                if !self.is_at_clock() {
                    self.begin_turn();
                }
                Ok(Effect::Next(Some(Task::Move)))
            }
        }
    }

    /// Switches the analysis. It starts after the current task of another kind.
    fn analyze(&mut self, on: bool) -> Effect {
        self.is_analyzing = on;
        if self.is_occupied() { Effect::Unchanged } else { DUE }
    }

    /// Analyses the position once, unless another task is running.
    fn look(&self) -> Effect {
        match self.is_occupied() {
            true => Effect::Unchanged,
            false => Effect::Next(Some(Task::Analyze(SHORT))),
        }
    }

    /// Returns `true` if the worker does something other than an analysis.
    fn is_occupied(&self) -> bool {
        self.busy.is_some_and(|busy| busy != Busy::Analyzing)
    }

    fn restore(&mut self, game: &NewGame, record: &str) -> Result<(), BoardError> {
        let terms = game.terms()?;
        self.check_profile(&terms)?;
        let mut tree = GameTree::open(read_record(record.as_bytes())?, terms.person.is_some())?;
        tree.go_to_end()?;
        self.replace(tree);
        (self.rules, self.profile) = (terms.rules, terms.profile);
        (self.person, self.level, self.time) = (terms.person, terms.level, terms.time);
        (self.teaching, self.ladder) = (terms.teaching, terms.ladder);
        self.restore_ending();
        self.set_clock(terms.clock);
        self.is_engine_due = self.ending.is_none();
        Ok(())
    }

    pub(super) fn solve(&mut self, cells: &[usize]) -> Result<Effect, BoardError> {
        let game = self.tree.game();
        let region = cells.iter().map(|&cell| point(game.size(), cell));
        let region: PointSet = region.collect::<Result<_, _>>()?;
        let board = game.board();
        let request = match cells.is_empty() {
            true => {
                ProblemRequest { last_move: game.last_points()[0], ..ProblemRequest::default() }
            }
            false => ProblemRequest {
                targets: target(&region, board).into_iter().collect(),
                region: Some(region),
                ..ProblemRequest::default()
            },
        };
        let problem = request.problem(board, game.rules(), game.to_play());
        problem.map_err(|reason| BoardError::NoProblem(reason.to_string()))?;
        self.solution = None;
        Ok(Effect::Next(Some(Task::Solve(request))))
    }
}

/// Returns a stone of the largest chain that lies in a region; `None` if no chain does.
fn target(region: &PointSet, board: &crate::go::Board) -> Option<crate::go::Point> {
    let stones = region.iter().filter(|&point| !board.is_empty(point));
    let inside = stones.filter(|&stone| board.chain_stones(stone).all(|it| region.contains(it)));
    inside.max_by_key(|&stone| (board.chain_size(stone), std::cmp::Reverse(stone)))
}

/// Returns the first game of a file.
///
/// # Errors
/// Returns [`BoardError::NoRecord`] if there is none.
pub(super) fn read_record(bytes: &[u8]) -> Result<Record, BoardError> {
    let reading = Record::read(bytes).ok_or(BoardError::NoRecord)?;
    reading.records.into_iter().next().ok_or(BoardError::NoRecord)
}
