//! What a net says of one position, in the form in which nodes and the cache keep it.

use std::sync::Arc;

use crate::go::{BoardSize, Color, Move, PointSet};
use crate::net::katago::{Model, RawOutput};
use crate::net::point_index;
use crate::search::root_options::RootOptions;

use super::expectation::Expectation;

/// Memory that an evaluation of the largest usual board takes, in bytes.
pub(in crate::search) const EVALUATION_BYTES: usize =
    size_of::<Evaluation>() + 5 * BoardSize::STANDARD.area() + 64;

/// A move and its policy prior, in four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Prior {
    mv: u16,
    /// The upper half of the probability as an `f32`: two or three decimals.
    policy: u16,
}

impl Prior {
    pub(super) fn new(mv: Move, policy: f32) -> Prior {
        Prior { mv: mv.code(), policy: ((policy.to_bits() + 0x8000) >> 16) as u16 }
    }

    pub(super) fn mv(self) -> Move {
        Move::from_code(self.mv)
    }

    pub(super) fn policy(self) -> f64 {
        f64::from(f32::from_bits(u32::from(self.policy) << 16))
    }
}

/// How uncertain a net is of a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Errors {
    /// The error of the winrate from -1 to 1.
    pub(super) win_loss: f64,
    /// The error of the score, in points.
    pub(super) score: f64,
}

/// What is known of a position beside the search below it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::search) struct Evaluation {
    pub(super) expectation: Expectation,
    /// How uncertain that is; `None` where the net does not tell.
    pub(super) errors: Option<Errors>,
    /// The moves, the most probable first; none where the game is over.
    pub(super) priors: Box<[Prior]>,
    /// How much Black owns each point, -127 to 127, row by row from the bottom left.
    ownership: Box<[i8]>,
    /// The stones that ladders capture.
    pub(super) captured: PointSet,
}

/// The most that a pass may weigh beside all other moves together (KataGo's bound), so that the search
/// always looks at some.
const MOST_OF_PASS: f32 = 19.0;

/// Steps of an owner.
const OWNER_STEPS: f32 = 127.0;

/// What tells how to read the outputs of a net for a position.
pub(super) struct Reading<'a> {
    pub(super) model: &'a Model,
    pub(super) size: BoardSize,
    pub(super) color: Color,
    /// The part of the optimistic policy, 0 to 1.
    pub(super) optimism: f32,
    /// Whether a game can end without result.
    pub(super) may_repeat: bool,
    /// The legal moves.
    pub(super) moves: &'a [Move],
}

impl Evaluation {
    /// The evaluation of a game that is over; owners from -1 to 1, Black positive, row by row from the
    /// bottom left.
    pub(super) fn of_end(
        expectation: Expectation,
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

    /// The mean of outputs for one position, each turned back from its symmetry.
    pub(super) fn of(
        outputs: &[RawOutput],
        reading: &Reading<'_>,
        captured: PointSet,
    ) -> Evaluation {
        let part = 1.0 / outputs.len() as f64;
        let mut expectation = Expectation::default();
        let mut errors = outputs[0].uncertainty(reading.model).map(|_| [0.0; 2]);
        let mut policy = vec![0.0; reading.moves.len()];
        let mut owners = vec![0.0; reading.size.area()];
        for output in outputs {
            expectation += reading.expectation(output).times(part);
            if let (Some(sum), Some(one)) = (&mut errors, output.uncertainty(reading.model)) {
                sum[0] += f64::from(one.value_error) * part;
                sum[1] += f64::from(one.score_error) * part;
            }
            for (sum, one) in policy.iter_mut().zip(reading.policy(output)) {
                *sum += one * part as f32;
            }
            for (sum, one) in owners.iter_mut().zip(reading.owners(output)) {
                *sum += one * part as f32;
            }
        }
        let made = |(&mv, &policy): (&Move, &f32)| Prior::new(mv, policy);
        let mut priors: Vec<Prior> = reading.moves.iter().zip(&policy).map(made).collect();
        priors.sort_by_key(|prior| std::cmp::Reverse(prior.policy));
        Evaluation {
            expectation,
            errors: errors.map(|[win_loss, score]| Errors { win_loss, score }),
            priors: priors.into(),
            ownership: owners.into_iter().map(owner_steps).collect(),
            captured,
        }
    }

    /// The evaluation with the temperature that options give the policy of the root.
    pub(super) fn tempered(self: Arc<Self>, options: &RootOptions) -> Arc<Evaluation> {
        if options.policy_temperature == 1.0 {
            return self;
        }
        let mut policy: Vec<f64> = self.priors.iter().map(|prior| prior.policy()).collect();
        options.temper(&mut policy);
        let tempered = |(prior, &policy): (&Prior, &f64)| Prior::new(prior.mv(), policy as f32);
        let priors = self.priors.iter().zip(&policy).map(tempered).collect();
        Arc::new(Evaluation { priors, ..Evaluation::clone(&self) })
    }

    /// Whether the game is over.
    pub(super) fn is_end(&self) -> bool {
        self.priors.is_empty()
    }

    /// How much Black owns each point, -1 to 1, row by row from the bottom left.
    pub(super) fn owners(&self) -> impl Iterator<Item = f64> {
        self.ownership.iter().map(|&steps| f64::from(steps) / f64::from(OWNER_STEPS))
    }

    /// The policy prior of a move; 0 for one that it does not have.
    pub(super) fn policy_of(&self, mv: Move) -> f64 {
        let found = self.priors.iter().find(|prior| prior.mv() == mv);
        found.map_or(0.0, |prior| prior.policy())
    }

    /// Memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Evaluation>() + size_of_val(&*self.priors) + self.ownership.len()
    }
}

fn owner_steps(owner: f32) -> i8 {
    (owner * OWNER_STEPS).round().clamp(-OWNER_STEPS, OWNER_STEPS) as i8
}

impl Reading<'_> {
    fn expectation(&self, output: &RawOutput) -> Expectation {
        let value = output.value(self.model, self.may_repeat);
        let sign = f64::from(self.color.sign());
        let (score, deviation) = (f64::from(value.score), f64::from(value.score_deviation));
        Expectation {
            win_loss: sign * f64::from(value.win - value.loss),
            no_result: f64::from(value.no_result),
            score: sign * score,
            score_square: score.mul_add(score, deviation * deviation),
            lead: sign * f64::from(value.lead),
        }
    }

    /// The softmax of the policy over the legal moves.
    fn policy(&self, output: &RawOutput) -> Vec<f32> {
        let points: Vec<f32> = output.point_logits(self.optimism).collect();
        let pass = output.pass_logit(self.optimism);
        let logit =
            |&mv: &Move| mv.point().map_or(pass, |point| points[point_index(self.size, point)]);
        let logits: Vec<f32> = self.moves.iter().map(logit).collect();
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut powers: Vec<f32> = logits.iter().map(|it| libm::expf(it - highest)).collect();
        let others: f32 = self
            .moves
            .iter()
            .zip(&powers)
            .filter(|(mv, _)| mv.point().is_some())
            .map(|(_, power)| power)
            .sum();
        for (mv, power) in self.moves.iter().zip(&mut powers) {
            if mv.point().is_none() {
                *power = power.min(others * MOST_OF_PASS).max(f32::MIN_POSITIVE);
            }
        }
        let sum: f32 = powers.iter().sum();
        powers.iter().map(|power| power / sum).collect()
    }

    fn owners(&self, output: &RawOutput) -> impl Iterator<Item = f32> {
        let owners: Vec<f32> = output.ownership().collect();
        let sign = self.color.sign() as f32;
        self.size.points().map(move |point| sign * owners[point_index(self.size, point)])
    }
}
