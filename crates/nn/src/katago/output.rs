//! The outputs of KataGo nets: raw, and as probabilities and points.

use super::inputs::Inputs;
use super::model::{Model, Multipliers};
use crate::symmetry::Symmetry;

/// The raw outputs of a net, before softmax and similar functions. Points are ordered row by row from the top left.
#[derive(Debug, Clone, PartialEq)]
pub struct RawOutput {
    /// The number of policy logits per point.
    pub policies: usize,
    /// The policy logits of each point, of shape `[points][policies]`.
    pub policy: Vec<f32>,
    /// The policy logits of the pass.
    pub pass: Vec<f32>,
    /// The logits of win, loss and no result.
    pub value: [f32; 3],
    /// The score outputs: mean, deviation, lead, variance time, and two errors from version 9.
    pub score: Vec<f32>,
    /// The ownership logit of each point.
    pub ownership: Vec<f32>,
}

/// The evaluation of a position, from the point of view of the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Value {
    /// The probability of a win, 0 to 1.
    pub win: f32,
    /// The probability of a loss, 0 to 1.
    pub loss: f32,
    /// The probability of no result, 0 to 1.
    pub no_result: f32,
    /// The expected score, in points.
    pub score: f32,
    /// The standard deviation of the score, in points.
    pub score_deviation: f32,
    /// The lead: the change of komi, in points, that would make the game fair.
    pub lead: f32,
}

impl RawOutput {
    /// Returns the policy logits of the points, interpolated between the ordinary policy (`optimism` 0) and the
    /// optimistic one (1) if the net has it.
    pub fn point_logits(&self, optimism: f32) -> impl Iterator<Item = f32> {
        self.policy.chunks_exact(self.policies).map(move |logits| mixed(logits, optimism))
    }

    /// Returns the policy logit of the pass, interpolated like [`point_logits`](Self::point_logits).
    pub fn pass_logit(&self, optimism: f32) -> f32 {
        mixed(&self.pass, optimism)
    }

    /// Returns the value for the player to move. `may_have_no_result` is `true` under simple ko and under territory
    /// rules, where a game can end without a result.
    pub fn value(&self, model: &Model, may_have_no_result: bool) -> Value {
        let Multipliers { score_mean, score_deviation, lead, .. } = model.multipliers;
        let used = if may_have_no_result { 3 } else { 2 };
        let maximum = self.value[..used].iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut shares = [0.0; 3];
        for (share, logit) in shares.iter_mut().zip(&self.value[..used]) {
            *share = libm::expf(logit - maximum);
        }
        let sum: f32 = shares.iter().sum();
        let [win, loss, no_result] = shares.map(|share| share / sum);
        let decided = 1.0 - no_result;
        let mean = self.score[0] * score_mean;
        let deviation = softplus(self.score[1]) * score_deviation;
        // A game without result counts as a score of 0, also in the mean square.
        let square = (mean * mean + deviation * deviation) * decided;
        let score = mean * decided;
        Value {
            win,
            loss,
            no_result,
            score,
            score_deviation: (square - score * score).max(0.0).sqrt(),
            lead: self.score[2] * lead * decided,
        }
    }

    /// Returns `true` if every number is finite before and after the multipliers of the model.
    pub fn is_finite(&self, model: &Model) -> bool {
        let Value { win, loss, score, score_deviation, lead, .. } = self.value(model, true);
        let values = [win, loss, score, score_deviation, lead];
        let outputs = self.policy.iter().chain(&self.pass).chain(&self.ownership);
        outputs.chain(&values).chain(&self.score).all(|number| number.is_finite())
    }

    /// Returns the expected ownership of each point, from -1 (opponent) to 1 (player to move).
    pub fn ownership(&self) -> impl Iterator<Item = f32> {
        self.ownership.iter().map(|&logit| libm::tanhf(logit))
    }
}

fn mixed(logits: &[f32], optimism: f32) -> f32 {
    let optimistic = logits.get(1).unwrap_or(&logits[0]);
    logits[0] + (optimistic - logits[0]) * optimism
}

/// `ln(1 + eˣ)`
pub(super) fn softplus(x: f32) -> f32 {
    if x > 20.0 { x } else { libm::log1pf(libm::expf(x)) }
}

impl Inputs {
    /// Returns the inputs for the board transformed by `symmetry`.
    pub fn turned(&self, symmetry: Symmetry) -> Inputs {
        let planes = symmetry.turned(self.size.lines(), &self.planes);
        Inputs { planes, ..*self }
    }
}

impl RawOutput {
    /// Undoes [`Inputs::turned`] for the output: returns it for the original board of `lines` lines.
    pub fn turned_back(self, lines: usize, symmetry: Symmetry) -> RawOutput {
        RawOutput {
            policy: symmetry.turned_back(lines, &self.policy),
            ownership: symmetry.turned_back(lines, &self.ownership),
            ..self
        }
    }
}

/// The first version whose uncertainty outputs were trained.
const FIRST_VERSION: usize = 9;

/// The uncertainty of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Uncertainty {
    /// The variance of the remaining game length, in moves squared.
    pub time_variance: f32,
    /// The expected change of the value (win minus loss) by a deeper search: root mean square, from 0 to about 2.
    pub value_error: f32,
    /// The same for the score, in points.
    pub score_error: f32,
}

impl RawOutput {
    /// Returns the uncertainty of the evaluation, or `None` for nets older than version 9.
    pub fn uncertainty(&self, model: &Model) -> Option<Uncertainty> {
        let &[_, _, _, time, value, score, ..] = &self.score[..] else { return None };
        let Multipliers { variance_time, value_error, score_error, .. } = model.multipliers;
        let [value_error, score_error] = match model.version {
            14.. => [(value, value_error), (score, score_error)]
                .map(|(output, factor)| softplus(output / 2.0) * factor.sqrt()),
            10.. => [(value, value_error), (score, score_error)]
                .map(|(output, factor)| (softplus(output) * factor).sqrt()),
            FIRST_VERSION => [softplus(value), 10.0 * softplus(score)],
            _ => return None,
        };
        let time_variance = softplus(time) * variance_time;
        Some(Uncertainty { time_variance, value_error, score_error })
    }
}
