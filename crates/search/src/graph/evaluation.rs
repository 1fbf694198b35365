//! The net's evaluation of a position, as stored in nodes and in the cache.

use std::sync::Arc;

use crate::root_options::apply_temperature;
use tianyuan_go::{BoardSize, Move, PointSet};

use super::leaf::{LeafAnswer, OWNER_STEPS, owner_steps, packed_policy, unpacked_policy};
use super::node_stats::ExpectedOutcome;

/// The memory of an evaluation on a 19x19 board, in bytes.
pub(crate) const EVALUATION_BYTES: usize =
    size_of::<Evaluation>() + 5 * BoardSize::STANDARD.area() + 64;

/// A move and its policy prior in four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Prior {
    mv: u16,
    /// The packed probability, as in the leaf evaluation.
    policy: u16,
}

impl Prior {
    pub(super) fn new(mv: Move, policy: f32) -> Prior {
        Prior { mv: mv.code(), policy: packed_policy(policy) }
    }

    pub(super) fn mv(self) -> Move {
        Move::from_code(self.mv)
    }

    pub(super) fn policy(self) -> f64 {
        unpacked_policy(self.policy).into()
    }
}

/// The net's uncertainty about a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Errors {
    /// The error of the win rate on a scale from -1 to 1.
    pub(super) win_loss: f64,
    /// The error of the score, in points.
    pub(super) score: f64,
}

/// The evaluation of a position, independent of the search below it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Evaluation {
    pub(super) expectation: ExpectedOutcome,
    /// The uncertainty of the expectation; `None` if the net does not predict it.
    pub(super) errors: Option<Errors>,
    /// The moves in descending order of probability; empty if the game is over.
    pub(super) priors: Box<[Prior]>,
    /// Black's ownership of each point, -127 to 127, row by row from the bottom left.
    ownership: Box<[i8]>,
    /// The stones that ladders capture.
    pub(super) captured: PointSet,
}

impl Evaluation {
    /// Returns the evaluation of a finished game; `owners` are Black's ownership from -1 to 1, row by row from the
    /// bottom left.
    pub(super) fn of_end(
        expectation: ExpectedOutcome,
        owners: impl Iterator<Item = f32>,
    ) -> Evaluation {
        Evaluation {
            expectation,
            errors: None,
            priors: Box::default(),
            ownership: owners.map(owner_steps).collect(),
            captured: PointSet::EMPTY,
        }
    }

    /// Returns the evaluation of a leaf with these moves, in the order of the policy; `captured` are the stones that
    /// ladders capture.
    pub(super) fn of(answer: &LeafAnswer, moves: &[Move], captured: PointSet) -> Evaluation {
        let made = |(mv, &policy): (&Move, &u16)| Prior { mv: mv.code(), policy };
        let mut priors: Vec<Prior> = moves.iter().zip(&answer.policy).map(made).collect();
        priors.sort_by_key(|prior| std::cmp::Reverse(prior.policy));
        let [win_loss, no_result, score, score_square, lead] = answer.expectation;
        Evaluation {
            expectation: ExpectedOutcome { win_loss, no_result, score, score_square, lead },
            errors: answer.errors.map(|[win_loss, score]| Errors { win_loss, score }),
            priors: priors.into(),
            ownership: answer.owners.clone().into(),
            captured,
        }
    }

    /// Returns the evaluation with a temperature applied to its policy.
    pub(super) fn with_temperature(self: Arc<Self>, temperature: f64) -> Arc<Evaluation> {
        if temperature == 1.0 {
            return self;
        }
        Arc::new(Evaluation {
            priors: self.tempered_priors(temperature),
            ..Evaluation::clone(&self)
        })
    }

    /// Returns the moves with a temperature applied to their policy.
    pub(super) fn tempered_priors(&self, temperature: f64) -> Box<[Prior]> {
        let mut policy: Vec<f64> = self.priors.iter().map(|prior| prior.policy()).collect();
        apply_temperature(&mut policy, temperature);
        let tempered = |(prior, &policy): (&Prior, &f64)| Prior::new(prior.mv(), policy as f32);
        self.priors.iter().zip(&policy).map(tempered).collect()
    }

    /// Returns `true` if the game is over.
    pub(super) fn is_end(&self) -> bool {
        self.priors.is_empty()
    }

    /// Returns Black's ownership of each point, -1 to 1, row by row from the bottom left.
    pub(super) fn owners(&self) -> impl Iterator<Item = f64> {
        self.ownership.iter().map(|&steps| f64::from(steps) / f64::from(OWNER_STEPS))
    }

    /// Returns the policy prior of a move, or 0 if the move is unknown.
    pub(super) fn policy_of(&self, mv: Move) -> f64 {
        let found = self.priors.iter().find(|prior| prior.mv() == mv);
        found.map_or(0.0, |prior| prior.policy())
    }

    /// Returns the memory of the evaluation in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Evaluation>() + size_of_val(&*self.priors) + self.ownership.len()
    }
}
