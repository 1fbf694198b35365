//! Problems on the board: commands and replies.

use super::error::BoardError;
use super::perform::Effect;
use super::puzzle::{Puzzle, SolverJudgement, Verdict};
use super::state::State;
use super::task::Task;
use crate::go::{Color, Game, Move};
use crate::records::record::{Event, NodeId};

impl State {
    /// Opens a problem.
    ///
    /// # Errors
    /// Returns [`BoardError`] if there is no such problem.
    pub(super) fn open_problem(&mut self, index: usize) -> Result<(), BoardError> {
        let (tree, color) = self.problems.open(index).ok_or_else(|| {
            let Some(last) = self.problems.len().checked_sub(1) else {
                return BoardError::NoProblems;
            };
            BoardError::Field("problem", index.to_string(), format!("0 to {last}"))
        })?;
        let start = tree.node();
        self.replace(tree);
        (self.person, self.teaching, self.ladder) = (Some(color), None, None);
        self.puzzle = Some(Puzzle::new(index, self.tree.record(), start, color));
        Ok(())
    }

    /// Plays a move of the user in a problem. The record or the solver replies.
    ///
    /// # Errors
    /// Returns [`BoardError`] if the move is illegal.
    pub(super) fn play_in_problem(&mut self, mv: Move) -> Result<Effect, BoardError> {
        self.play(mv)?;
        let (node, record) = (self.tree.node(), self.tree.record());
        let Some(puzzle) = &mut self.puzzle else { return Ok(Effect::Next(None)) };
        puzzle.verdict = None;
        if node.index() >= puzzle.nodes {
            return Ok(Effect::Next(Some(Task::Judgement)));
        }
        let reply = record.tree.first_child(node).filter(|id| id.index() < puzzle.nodes);
        let reply = reply.filter(|&id| matches!(record.tree.node(id).event, Event::Move { .. }));
        let at_move = puzzle.judgement(record, node);
        let verdict = at_move.or_else(|| puzzle.judgement(record, reply?));
        if let Some(verdict) = verdict {
            puzzle.note(verdict, record);
        }
        if let Some(reply) = reply {
            self.tree.go(reply.index())?;
        }
        Ok(Effect::Next(None))
    }

    /// Applies the solver's judgement of the move that led to a node.
    pub(super) fn note_judgement(&mut self, node: NodeId, judgement: SolverJudgement) {
        if self.tree.node() != node {
            return;
        }
        if let Some(puzzle) = &mut self.puzzle {
            puzzle.note(judgement.verdict, self.tree.record());
        }
        let verdict = judgement.verdict;
        if let Some(reply) = judgement.reply.filter(|_| verdict != Verdict::Unknown) {
            // The solver's replies are legal; a superko that it does not know leaves the position unchanged.
            let _ = self.play(reply);
        }
    }

    /// Returns the first position of the problem, and the user's colour.
    pub(super) fn problem_start(&self) -> Option<(Game, Color)> {
        let puzzle = self.puzzle.as_ref()?;
        Some((self.tree.game_at(puzzle.start).ok()?, puzzle.color))
    }

    /// Shows the answer of a problem: the record's variations, or the solver's solution.
    ///
    /// # Errors
    /// Returns [`BoardError`] if no problem is open, or it has no variations and cannot be solved.
    pub(super) fn show_answer(&mut self) -> Result<Effect, BoardError> {
        let puzzle = self.puzzle.as_mut().ok_or(BoardError::NoOpenProblem)?;
        puzzle.first.get_or_insert(false);
        (puzzle.verdict, puzzle.is_revealed) = (None, true);
        let (start, nodes) = (puzzle.start, puzzle.nodes);
        self.tree.go(start.index())?;
        self.moved();
        let has_answer =
            self.tree.record().tree.first_child(start).is_some_and(|id| id.index() < nodes);
        if !has_answer {
            return self.solve(&[]);
        }
        self.tree.go_to_end()?;
        Ok(Effect::Next(None))
    }
}
