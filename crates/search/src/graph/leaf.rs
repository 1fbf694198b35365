//! A leaf of the graph as a net is asked about it, and the answer.
//!
//! Both are plain numbers that know nothing of the search, so that a leaf can be evaluated anywhere: in the
//! thread that came to it, or by [another place](crate::LeafEvaluator).

use std::fmt::Debug;
use tianyuan_go::{BoardSize, Color, Move};
use tianyuan_nn::{AnyEvaluator, AnyInputs, AnyOutput, PostprocessOptions, Symmetry, point_index};

/// A position that a net is asked about, with what tells how to read its output.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf {
    /// The checksum of the net's file.
    pub net: u32,
    /// The position as the net sees it.
    pub inputs: AnyInputs,
    /// The symmetries of which the mean is taken, one at least.
    pub symmetries: Vec<Symmetry>,
    /// The player to move.
    pub color: Color,
    /// How the output is read.
    pub reading: PostprocessOptions,
    /// The legal moves: points row by row from the bottom left, then a pass.
    pub moves: Vec<Move>,
}

/// What a net says of a leaf: all that a search keeps of it, and so exactly.
#[derive(Debug, Clone, PartialEq)]
pub struct LeafAnswer {
    /// Black's probability to win less that to lose, that of no result, the score in points for Black, its
    /// square, and Black's lead.
    pub expectation: [f64; 5],
    /// The errors of the winrate from -1 to 1 and of the score; `None` where the net does not tell.
    pub errors: Option<[f64; 2]>,
    /// The probability of each move of the leaf: the upper half of it as an `f32`.
    pub policy: Vec<u16>,
    /// How much Black owns each point, -127 to 127, row by row from the bottom left.
    pub owners: Vec<i8>,
}

/// The most that a pass may weigh beside all other moves together (KataGo's bound), so that the search
/// always looks at some.
const MOST_OF_PASS: f32 = 19.0;

/// Steps of an owner.
pub(super) const OWNER_STEPS: f32 = 127.0;

impl Leaf {
    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.inputs.size()
    }

    /// Evaluates the leaf by its net, whose evaluator this is; `None` where the leaf is not for it.
    pub fn evaluated(&self, evaluator: &mut AnyEvaluator<'_>) -> Option<LeafAnswer> {
        let evaluate =
            |&symmetry: &Symmetry| evaluator.evaluate(&self.inputs, symmetry, self.reading);
        let outputs: Vec<AnyOutput> =
            self.symmetries.iter().map(evaluate).collect::<Option<_>>()?;
        Some(self.mean(&outputs))
    }

    /// The mean of outputs, each turned back from its symmetry.
    fn mean(&self, outputs: &[AnyOutput]) -> LeafAnswer {
        let part = 1.0 / outputs.len() as f64;
        let mut expectation = [0.0; 5];
        let mut errors = outputs[0].uncertainty.map(|_| [0.0; 2]);
        let mut policy = vec![0.0; self.moves.len()];
        let mut owners = vec![0.0; self.size().area()];
        for output in outputs {
            for (sum, one) in expectation.iter_mut().zip(self.expectation(output)) {
                *sum += one * part;
            }
            if let (Some(sum), Some(one)) = (&mut errors, output.uncertainty) {
                sum[0] += f64::from(one.value_error) * part;
                sum[1] += f64::from(one.score_error) * part;
            }
            for (sum, one) in policy.iter_mut().zip(self.policy(output)) {
                *sum += one * part as f32;
            }
            for (sum, one) in owners.iter_mut().zip(self.owners(output)) {
                *sum += one * part as f32;
            }
        }
        LeafAnswer {
            expectation,
            errors,
            policy: policy.into_iter().map(packed_policy).collect(),
            owners: owners.into_iter().map(owner_steps).collect(),
        }
    }

    fn expectation(&self, output: &AnyOutput) -> [f64; 5] {
        let value = output.value;
        let sign = f64::from(self.color.sign());
        let (score, deviation) = (f64::from(value.score), f64::from(value.score_deviation));
        [
            sign * f64::from(value.win - value.loss),
            f64::from(value.no_result),
            sign * score,
            // The second moment, because means of it can be taken over leaves; deviations cannot.
            score.mul_add(score, deviation * deviation),
            sign * f64::from(value.lead),
        ]
    }

    /// The softmax of the policy over the legal moves.
    fn policy(&self, output: &AnyOutput) -> Vec<f32> {
        let of_point = |point| output.policy[point_index(self.size(), point)];
        let logit = |&mv: &Move| mv.point().map_or(output.pass, of_point);
        let logits: Vec<f32> = self.moves.iter().map(logit).collect();
        // The highest logit is subtracted so that no power overflows.
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut powers: Vec<f32> = logits.iter().map(|it| libm::expf(it - highest)).collect();
        let others: f32 = self
            .moves
            .iter()
            .zip(&powers)
            .filter(|(mv, _)| mv.point().is_some())
            .map(|(_, power)| power)
            .sum();
        // A net that is nearly sure of a pass would leave no policy for other moves, and the search could
        // not find out that the pass loses.
        for (mv, power) in self.moves.iter().zip(&mut powers) {
            if mv.point().is_none() {
                *power = power.min(others * MOST_OF_PASS).max(f32::MIN_POSITIVE);
            }
        }
        let sum: f32 = powers.iter().sum();
        powers.iter().map(|power| power / sum).collect()
    }

    fn owners(&self, output: &AnyOutput) -> impl Iterator<Item = f32> {
        let sign = self.color.sign() as f32;
        let owner = move |point| sign * output.ownership[point_index(self.size(), point)];
        self.size().points().map(owner)
    }
}

/// A probability in two bytes: the upper half of it as an `f32`, two or three decimals.
pub(super) fn packed_policy(policy: f32) -> u16 {
    ((policy.to_bits() + 0x8000) >> 16) as u16
}

/// The probability that a packed one stands for.
pub(super) fn unpacked_policy(packed: u16) -> f32 {
    f32::from_bits(u32::from(packed) << 16)
}

/// An owner from -1 to 1 in whole steps.
pub(super) fn owner_steps(owner: f32) -> i8 {
    (owner * OWNER_STEPS).round().clamp(-OWNER_STEPS, OWNER_STEPS) as i8
}

/// A place beside this process that evaluates leaves of searches with nets.
///
/// The search does not know what it is. A leaf that it cannot evaluate, or not in time, is evaluated here, so
/// that it may fail at any moment.
pub trait LeafEvaluator: Debug + Send + Sync {
    /// How many threads a search needs to keep the place busy and `here` threads of this process too. Most of
    /// them wait, each for the answer to one leaf.
    fn threads(&self, here: usize) -> usize;

    /// Evaluates a leaf there, or by `here` in this thread.
    fn evaluate(&self, leaf: &Leaf, here: &mut dyn FnMut() -> LeafAnswer) -> LeafAnswer;
}
