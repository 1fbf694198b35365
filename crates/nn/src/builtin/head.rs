//! The head of a net in `f32`: policy, value, score and ownership from the output of the tower.

use super::tower::{Linear, dot, policy_pooling, value_pooling};
use crate::layers::PaddedTensor;
use crate::simd::F32;

/// The scale of the score output, in points.
const SCORE_SCALE: f32 = 20.0;

/// The weights of the head. H is the number of channels of each of its three parts.
#[derive(Debug)]
pub(crate) struct Head {
    /// From the pooled second part (3H) to the H offsets added to the first part.
    pub policy_pool: Linear,
    /// From the H channels of a point to its policy logit.
    pub policy: Vec<f32>,
    /// From the pooled second part (3H) to the policy logit of the pass.
    pub pass: Linear,
    /// From the pooled third part (3H) to the hidden layer.
    pub value_hidden: Linear,
    /// From the hidden layer to the value logit and the score.
    pub value: Linear,
    /// From the hidden layer to the gain of the score lead, before softplus.
    pub gain: Linear,
    /// From the H channels of the third part at a point to its ownership, before tanh.
    pub ownership: Linear,
}

impl Head {
    /// Computes the output of the net from the output of the tower and the komi of the player to move, in points.
    ///
    /// The tower has 3H channels: H for the policy, H that are pooled for it, and H for value and ownership. Sums
    /// overflow if weights are too large; see [`NetOutput::is_finite`].
    ///
    /// The value logit is the output of the hidden layer plus a gain times the score lead, which is the sum of the
    /// ownership and komi. Means over the board alone could not resolve half a point.
    pub(crate) fn evaluate(&self, tower: &PaddedTensor<F32>, komi: f32) -> NetOutput {
        let channels = tower.channels() / 3;
        let mut sums = [vec![0.0; channels], vec![0.0; channels]];
        let mut maxima = vec![0.0; channels];
        for point in tower.points() {
            let (pooled, value) = (&point[channels..2 * channels], &point[2 * channels..]);
            add_relu(&mut sums[0], pooled);
            add_relu(&mut sums[1], value);
            for (maximum, &activation) in maxima.iter_mut().zip(pooled) {
                // Starts at zero, so the result is the maximum after ReLU.
                *maximum = activation.max(*maximum);
            }
        }
        // A second pass over the points is needed because the offsets of the policy depend on all points.
        let [policy_means, value_means] = sums.map(|sums| means(&sums, tower.area()));
        let policy_pooled = policy_pooling(&policy_means, &maxima, tower.lines());
        let offsets = self.policy_pool.of(&policy_pooled);
        let mut hidden = self.value_hidden.of(&value_pooling(&value_means, tower.lines()));
        hidden.iter_mut().for_each(|unit| *unit = unit.max(0.0));
        let value = self.value.of(&hidden);
        let mut activations = vec![0.0; channels];
        let mut output = NetOutput {
            policy: Vec::with_capacity(tower.area()),
            pass: self.pass.of(&policy_pooled)[0],
            value: 0.0,
            score: value[1] * SCORE_SCALE,
            ownership: Vec::with_capacity(tower.area()),
        };
        for point in tower.points() {
            for ((activation, policy), offset) in activations.iter_mut().zip(point).zip(&offsets) {
                *activation = (policy + offset).max(0.0);
            }
            output.policy.push(dot(&self.policy, &activations));
            for (activation, value) in activations.iter_mut().zip(&point[2 * channels..]) {
                *activation = value.max(0.0);
            }
            output.ownership.push(libm::tanhf(self.ownership.of(&activations)[0]));
        }
        // Softplus keeps the gain positive: a larger lead never lowers the win rate.
        let lead = output.ownership.iter().sum::<f32>() + komi;
        output.value = value[0] + softplus(self.gain.of(&hidden)[0]) * lead;
        output
    }
}

/// Softplus: ln(1 + e^x).
fn softplus(x: f32) -> f32 {
    // The exponential of a negative number cannot overflow; `libm` gives the same bits on every platform.
    x.max(0.0) + libm::log1pf(libm::expf(-x.abs()))
}

/// Adds activations after ReLU to the sums per channel.
fn add_relu(sums: &mut [f32], activations: &[f32]) {
    for (sum, activation) in sums.iter_mut().zip(activations) {
        *sum += activation.max(0.0);
    }
}

fn means(sums: &[f32], area: usize) -> Vec<f32> {
    sums.iter().map(|sum| sum / area as f32).collect()
}

/// The output of a net for one position, from the point of view of the player to move.
#[derive(Debug, Clone, PartialEq)]
pub struct NetOutput {
    /// The policy logit of each point, row by row from the top left.
    pub policy: Vec<f32>,
    /// The policy logit of the pass.
    pub pass: f32,
    /// The value logit: the log odds of winning.
    pub value: f32,
    /// The expected score, in points.
    pub score: f32,
    /// The expected ownership of each point, from -1 (opponent) to 1 (player to move), row by row from the top left.
    pub ownership: Vec<f32>,
}

impl NetOutput {
    /// Returns `true` if every number is finite. A net with very large weights can overflow.
    pub fn is_finite(&self) -> bool {
        let points = self.policy.iter().chain(&self.ownership);
        points.chain([&self.pass, &self.value, &self.score]).all(|number| number.is_finite())
    }
}
