//! A leaf of the graph for evaluation by a net, and the result.
//!
//! Both are plain data, independent of the search, so that a leaf can be evaluated by the thread that reached it or
//! by a [remote evaluator](crate::LeafEvaluator).

use std::fmt::Debug;
use tianyuan_go::{BoardSize, Color, Move};
use tianyuan_nn::{AnyEvaluator, AnyInputs, AnyOutput, PostprocessOptions, Symmetry, point_index};

/// A position for evaluation by a net, with the options for postprocessing the output.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf {
    /// The checksum of the net's file.
    pub net: u32,
    /// The net inputs of the position.
    pub inputs: AnyInputs,
    /// The symmetries to average over, at least one.
    pub symmetries: Vec<Symmetry>,
    /// The player to move.
    pub color: Color,
    /// The postprocessing options.
    pub reading: PostprocessOptions,
    /// The legal moves: points row by row from the bottom left, then the pass.
    pub moves: Vec<Move>,
}

/// The evaluation of a leaf, with exactly the data and precision that the search stores.
#[derive(Debug, Clone, PartialEq)]
pub struct LeafAnswer {
    /// Black's win probability minus White's, the probability of no result, Black's score in points, its square, and
    /// Black's lead.
    pub expectation: [f64; 5],
    /// The errors of the win rate (on a scale from -1 to 1) and of the score; `None` if the net does not predict
    /// them.
    pub errors: Option<[f64; 2]>,
    /// The probability of each move of the leaf, as the upper half of an `f32`.
    pub policy: Vec<u16>,
    /// Black's ownership of each point, -127 to 127, row by row from the bottom left.
    pub owners: Vec<i8>,
}

/// The maximum weight of a pass relative to all other moves together (KataGo's bound), so that the search always
/// considers other moves.
const MOST_OF_PASS: f32 = 19.0;

/// The number of quantisation steps of ownership.
pub(super) const OWNER_STEPS: f32 = 127.0;

impl Leaf {
    /// Returns the board size.
    pub fn size(&self) -> BoardSize {
        self.inputs.size()
    }

    /// Evaluates the leaf with an evaluator of its net. Returns `None` if the leaf does not match the evaluator.
    pub fn evaluated(&self, evaluator: &mut AnyEvaluator<'_>) -> Option<LeafAnswer> {
        let evaluate =
            |&symmetry: &Symmetry| evaluator.evaluate(&self.inputs, symmetry, self.reading);
        let outputs: Vec<AnyOutput> =
            self.symmetries.iter().map(evaluate).collect::<Option<_>>()?;
        Some(self.mean(&outputs))
    }

    /// Averages outputs after undoing their symmetries.
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
            // The second moment, because it can be averaged over leaves; deviations cannot.
            score.mul_add(score, deviation * deviation),
            sign * f64::from(value.lead),
        ]
    }

    /// Returns the softmax of the policy over the legal moves.
    fn policy(&self, output: &AnyOutput) -> Vec<f32> {
        let of_point = |point| output.policy[point_index(self.size(), point)];
        let logit = |&mv: &Move| mv.point().map_or(output.pass, of_point);
        let logits: Vec<f32> = self.moves.iter().map(logit).collect();
        // Subtracting the maximum prevents overflow.
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut powers: Vec<f32> = logits.iter().map(|it| libm::expf(it - highest)).collect();
        let others: f32 = self
            .moves
            .iter()
            .zip(&powers)
            .filter(|(mv, _)| mv.point().is_some())
            .map(|(_, power)| power)
            .sum();
        // A net that is nearly certain of a pass would leave no policy for other moves, and the search could not find
        // out that the pass loses.
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

/// Packs a probability into two bytes: the upper half of an `f32`, two or three decimals.
pub(super) fn packed_policy(policy: f32) -> u16 {
    ((policy.to_bits() + 0x8000) >> 16) as u16
}

/// Returns the probability of a packed value.
pub(super) fn unpacked_policy(packed: u16) -> f32 {
    f32::from_bits(u32::from(packed) << 16)
}

/// Quantises ownership from -1 to 1.
pub(super) fn owner_steps(owner: f32) -> i8 {
    (owner * OWNER_STEPS).round().clamp(-OWNER_STEPS, OWNER_STEPS) as i8
}

/// An evaluator outside this process that evaluates leaves of searches with nets.
///
/// If it fails or is too slow, the leaf is evaluated locally, so it may fail at any time.
pub trait LeafEvaluator: Debug + Send + Sync {
    /// Returns the number of threads that a search needs to keep this evaluator and `here` local threads busy. Most
    /// of them wait for the result of one leaf each.
    fn threads(&self, here: usize) -> usize;

    /// Evaluates a leaf remotely, or with `here` in this thread.
    fn evaluate(&self, leaf: &Leaf, here: &mut dyn FnMut() -> LeafAnswer) -> LeafAnswer;
}
