//! The state of a session.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::command::Terms;
use super::error::BoardError;
use super::evaluation::{BlackValue, Evaluation};
use super::game_clock::GameClock;
use super::game_tree::{GameTree, cell, point};
use super::problem_set::ProblemSet;
use super::puzzle::Puzzle;
use super::task::{Busy, Task};
use super::teaching::{Lesson, LevelLadder};
use crate::engine::{HumanProfile, Level};
use crate::go::{Color, Move, PointSet, Score};
use crate::nn::Nets;
use crate::records::record::{NodeId, Outcome, Participant, Player, Record, WinReason};

/// The maximum number of stored reviews.
const MOST_REVIEWS: usize = 4;

/// The phase of a game at its current node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Playing,
    /// Both players have passed; the dead stones await confirmation.
    Agreeing,
    Over,
}

/// The end of a game.
#[derive(Debug, Clone)]
pub(super) struct Ending {
    pub(super) node: NodeId,
    pub(super) outcome: Outcome,
    /// The dead stones of a scored game.
    pub(super) dead: PointSet,
}

/// A solved problem: its text in English and Chinese, and the first move.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SolvedProblem {
    pub(super) node: NodeId,
    pub(super) english: Vec<String>,
    pub(super) chinese: Vec<String>,
    pub(super) first: Option<usize>,
}

/// The state of a session. The worker and the page's requests change it under a lock.
#[derive(Debug)]
pub(super) struct State {
    /// Counts all changes.
    pub(super) version: u64,
    /// Counts the games.
    pub(super) game_number: u64,
    /// The version of the last change of the record's tree or its values.
    pub(super) tree_version: u64,
    pub(super) tree: GameTree,
    /// The name of the rules.
    pub(super) rules: String,
    /// The user's colour; `None` for both.
    pub(super) person: Option<Color>,
    pub(super) level: Level,
    /// The human profile that the engine imitates.
    pub(super) profile: Option<HumanProfile>,
    /// The nets of the engine.
    pub(super) nets: Nets,
    pub(super) problems: Arc<ProblemSet>,
    /// The problem that the user solves.
    pub(super) puzzle: Option<Puzzle>,
    pub(super) time: Duration,
    pub(super) teaching: Option<i32>,
    pub(super) ladder: Option<LevelLadder>,
    /// The clocks; `None` for a game without time limits.
    pub(super) clock: Option<GameClock>,
    /// `true` if the engine replies when it is its turn.
    pub(super) is_engine_due: bool,
    pub(super) is_analyzing: bool,
    /// `true` while no page polls, so that no analysis runs.
    pub(super) is_paused: bool,
    /// `true` after the page was closed.
    pub(super) is_away: bool,
    /// The values of nodes for the charts.
    pub(super) values: HashMap<NodeId, BlackValue>,
    /// The evaluation of a node.
    pub(super) evaluation: Option<(NodeId, Evaluation)>,
    pub(super) dead: Option<(NodeId, PointSet)>,
    pub(super) ending: Option<Ending>,
    pub(super) lesson: Option<Lesson>,
    /// The number of the finished review of this game.
    pub(super) review: Option<u64>,
    /// The pages of the last reviews with their numbers, also of earlier games.
    pub(super) reviews: VecDeque<(u64, Arc<Vec<u8>>)>,
    /// Completed and total steps of a review.
    pub(super) progress: Option<[u64; 2]>,
    pub(super) solution: Option<SolvedProblem>,
    /// The error of the last task.
    pub(super) error: Option<BoardError>,
    /// The next task of the worker.
    pub(super) task: Option<Task>,
    pub(super) busy: Option<Busy>,
    pub(super) is_closed: bool,
}

impl State {
    /// Creates the state of a new game.
    pub(super) fn new(terms: Terms, nets: Nets, problems: Arc<ProblemSet>) -> State {
        let tree = GameTree::new(terms.game.clone(), &terms.rules);
        let mut state = State {
            version: 1,
            game_number: 1,
            tree_version: 1,
            tree,
            rules: terms.rules,
            person: terms.person,
            level: terms.level,
            profile: terms.profile,
            nets,
            problems,
            puzzle: None,
            time: terms.time,
            teaching: terms.teaching,
            ladder: terms.ladder,
            clock: None,
            is_engine_due: true,
            is_analyzing: false,
            is_paused: false,
            is_away: false,
            values: HashMap::new(),
            evaluation: None,
            dead: None,
            ending: None,
            lesson: None,
            review: None,
            reviews: VecDeque::new(),
            progress: None,
            solution: None,
            error: None,
            task: None,
            busy: None,
            is_closed: false,
        };
        state.set_clock(terms.clock);
        state
    }

    /// Replaces the game by a new one.
    ///
    /// # Errors
    /// Returns [`BoardError::NoHumanNet`] if the terms have a profile, but no net imitates humans on the board.
    pub(super) fn start(&mut self, terms: Terms) -> Result<(), BoardError> {
        self.check_profile(&terms)?;
        let tree = GameTree::new(terms.game.clone(), &terms.rules);
        self.replace(tree);
        self.rules = terms.rules;
        (self.person, self.level, self.time) = (terms.person, terms.level, terms.time);
        self.profile = terms.profile;
        (self.teaching, self.ladder) = (terms.teaching, terms.ladder);
        self.set_clock(terms.clock);
        self.is_engine_due = true;
        self.name_engine();
        Ok(())
    }

    /// Checks that a net for the board imitates humans if the terms have a profile.
    ///
    /// # Errors
    /// Returns [`BoardError::NoHumanNet`] if there is no such net.
    pub(super) fn check_profile(&self, terms: &Terms) -> Result<(), BoardError> {
        let has_net = || self.nets.human().is_some_and(|net| net.is_for(terms.game.size()));
        match terms.profile {
            Some(_) if !has_net() => Err(BoardError::NoHumanNet(terms.game.size().lines())),
            _ => Ok(()),
        }
    }

    /// Replaces the game by a record, with both colours played by the user.
    ///
    /// # Errors
    /// Returns [`BoardError`] if the engine does not support its game.
    pub(super) fn open(&mut self, record: Record) -> Result<(), BoardError> {
        let tree = GameTree::open(record, false)?;
        self.replace(tree);
        (self.person, self.teaching, self.ladder, self.clock) = (None, None, None, None);
        Ok(())
    }

    /// Replaces the record and everything that belongs to it.
    pub(super) fn replace(&mut self, tree: GameTree) {
        self.tree = tree;
        self.game_number += 1;
        self.is_engine_due = false;
        self.profile = None;
        self.values = values(self.tree.record());
        (self.evaluation, self.dead, self.ending, self.lesson) = (None, None, None, None);
        (self.review, self.progress, self.solution) = (None, None, None);
        (self.clock, self.puzzle) = (None, None);
    }

    /// Returns the phase of the game at the current node.
    pub(super) fn phase(&self) -> Phase {
        let node = self.tree.node();
        if self.ending.as_ref().is_some_and(|ending| ending.node == node) {
            Phase::Over
        } else if self.tree.game().passes() >= 2 {
            Phase::Agreeing
        } else {
            Phase::Playing
        }
    }

    /// Returns the dead stones at the current node, if they are known.
    pub(super) fn dead(&self) -> Option<PointSet> {
        let node = self.tree.node();
        let ending = self.ending.as_ref().filter(|ending| ending.node == node);
        let marked = self.dead.filter(|(at, _)| *at == node).map(|(_, dead)| dead);
        ending.map(|ending| ending.dead).or(marked)
    }

    /// Returns `true` if the engine is to move.
    pub(super) fn is_engines_turn(&self) -> bool {
        self.person.is_some_and(|person| person != self.tree.game().to_play())
    }

    /// Plays a move of the player to move. Replies of the engine are up to the caller.
    ///
    /// # Errors
    /// Returns [`BoardError`] if the move is illegal.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), BoardError> {
        let node = self.tree.node();
        self.tree.play(mv)?;
        self.charge_move(node);
        self.moved();
        Ok(())
    }

    /// Discards what belongs to the previous node.
    pub(super) fn moved(&mut self) {
        self.lesson = None;
        self.solution = None;
    }

    /// Toggles the chain at a cell between dead and alive.
    ///
    /// # Errors
    /// Returns [`BoardError`] if the players have not both passed, or the cell is empty.
    pub(super) fn toggle_dead(&mut self, at: usize) -> Result<(), BoardError> {
        let board = self.tree.game().board();
        let point = point(board.size(), at)?;
        let dead = match (self.phase(), self.dead()) {
            (Phase::Agreeing, Some(dead)) => dead,
            (Phase::Over, _) => return Err(BoardError::Over),
            _ => return Err(BoardError::NotAgreeing),
        };
        if board.is_empty(point) {
            return Err(BoardError::NoStone(crate::protocol::vertex::vertex(board.size(), point)));
        }
        let chain: PointSet = board.chain_stones(point).collect();
        let dead = if dead.contains(point) { dead - chain } else { dead | chain };
        self.dead = Some((self.tree.node(), dead));
        Ok(())
    }

    /// Ends the game with the score without the dead stones.
    ///
    /// # Errors
    /// Returns [`BoardError::NotAgreeing`] if they are unknown.
    pub(super) fn agree(&mut self) -> Result<(), BoardError> {
        let dead = self.dead().filter(|_| self.phase() == Phase::Agreeing);
        let dead = dead.ok_or(BoardError::NotAgreeing)?;
        self.finish(outcome(self.tree.game().score(&dead)), dead);
        Ok(())
    }

    /// Ends the game by the resignation of a colour.
    pub(super) fn resign(&mut self, loser: Color) {
        let outcome = Outcome::Win { winner: !loser, by: WinReason::Resignation };
        self.finish(outcome, PointSet::EMPTY);
    }

    pub(super) fn finish(&mut self, outcome: Outcome, dead: PointSet) {
        let is_first = self.ending.is_none();
        self.ending = Some(Ending { node: self.tree.node(), outcome, dead });
        self.tree.set_result(outcome);
        let Outcome::Win { winner, .. } = outcome else { return };
        if let (Some(person), true) = (self.person, is_first) {
            self.ladder = self.ladder.take().map(|ladder| ladder.after(person == winner));
        }
    }

    /// Cancels the end of the game.
    pub(super) fn reopen(&mut self) {
        self.ending = None;
        self.tree.record_mut().info.result = None;
    }

    /// Stores the evaluation of a node.
    pub(super) fn evaluate(&mut self, node: NodeId, evaluation: Evaluation) {
        self.values.insert(node, evaluation.value);
        self.evaluation = Some((node, evaluation));
    }

    /// Names the engine as a player of its colour.
    fn name_engine(&mut self) {
        let Some(person) = self.person else { return };
        let info = &mut self.tree.record_mut().info;
        let mut name = concat!("Tianyuan ", env!("CARGO_PKG_VERSION")).to_owned();
        let mut rank = self.level.rank();
        if let Some(profile) = self.profile {
            name += &format!(" ({profile})");
            rank = None;
        }
        let engine = Participant { name: Some(name), rank, ..Participant::default() };
        info.players.push(Player { participant: 0, color: Some(!person) });
        info.participants.push(engine);
    }

    /// Adds the page of a review of this game, in place of the oldest one.
    pub(super) fn add_review(&mut self, page: Vec<u8>) {
        let number = self.reviews.back().map_or(1, |(last, _)| last + 1);
        if self.reviews.len() >= MOST_REVIEWS {
            self.reviews.pop_front();
        }
        self.reviews.push_back((number, Arc::new(page)));
        self.review = Some(number);
    }

    /// Returns the cells of a set of points.
    pub(super) fn cells(&self, points: &PointSet) -> Vec<usize> {
        let size = self.tree.game().size();
        points.iter().map(|point| cell(size, point)).collect()
    }
}

/// Returns the values that a record contains.
fn values(record: &Record) -> HashMap<NodeId, BlackValue> {
    let value = |id: NodeId| {
        let (winrate, lead) = record.tree.node(id).notes().black_value()?;
        Some((id, BlackValue::of(Color::Black, winrate, lead)))
    };
    record.tree.ids().filter_map(value).collect()
}

fn outcome(score: Score) -> Outcome {
    let by = WinReason::HalfPoints(score.0.unsigned_abs().try_into().unwrap_or(u16::MAX));
    score.winner().map_or(Outcome::Draw, |winner| Outcome::Win { winner, by })
}
