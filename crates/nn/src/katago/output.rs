//! The output of a net of KataGo's: raw, and as the numbers that it stands for.

use super::inputs::Inputs;
use super::model::{Model, Multipliers};
use crate::symmetry::Symmetry;

/// What a net computes, before softmax and its like. Points are row by row from the top left.
#[derive(Debug, Clone, PartialEq)]
pub struct RawOutput {
    /// How many policies there are for each point.
    pub policies: usize,
    /// Policy logits of each point: `[points, policies]`.
    pub policy: Vec<f32>,
    /// Policy logits of a pass.
    pub pass: Vec<f32>,
    /// The logits of win, loss and no result.
    pub value: [f32; 3],
    /// The score outputs: mean, deviation, lead, variance time, and from version 9 on two errors.
    pub score: Vec<f32>,
    /// The ownership logit of each point.
    pub ownership: Vec<f32>,
}

/// The value of a position for the player to move.
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
    /// The lead: by how many points komi would have to change for a fair game.
    pub lead: f32,
}

impl RawOutput {
    /// The policy logits of each point, mixed of the ordinary policy and the optimistic one where the
    /// net has it: `optimism` 0 takes the ordinary one alone, 1 the optimistic one.
    pub fn point_logits(&self, optimism: f32) -> impl Iterator<Item = f32> {
        self.policy.chunks_exact(self.policies).map(move |logits| mixed(logits, optimism))
    }

    /// The policy logit of a pass, mixed as [`point_logits`](Self::point_logits) are.
    pub fn pass_logit(&self, optimism: f32) -> f32 {
        mixed(&self.pass, optimism)
    }

    /// The value for the player to move. `may_have_no_result` is true under simple ko and territory
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
        // A game without result counts as a score of 0, for the mean square too.
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

    /// Returns `true` if every number is finite, before and after the multipliers of a model.
    pub fn is_finite(&self, model: &Model) -> bool {
        let Value { win, loss, score, score_deviation, lead, .. } = self.value(model, true);
        let values = [win, loss, score, score_deviation, lead];
        let outputs = self.policy.iter().chain(&self.pass).chain(&self.ownership);
        outputs.chain(&values).chain(&self.score).all(|number| number.is_finite())
    }

    /// The expected owner of each point, from -1 (the opponent's) to 1.
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
    /// The inputs for the board turned by a symmetry.
    pub fn turned(&self, symmetry: Symmetry) -> Inputs {
        let planes = symmetry.turned(self.size.lines(), &self.planes);
        Inputs { size: self.size, planes, globals: self.globals }
    }
}

impl RawOutput {
    /// The output for a board of so many lines, where this is the one for the board
    /// [turned](Inputs::turned) by a symmetry.
    pub fn turned_back(self, lines: usize, symmetry: Symmetry) -> RawOutput {
        RawOutput {
            policy: symmetry.turned_back(lines, &self.policy),
            ownership: symmetry.turned_back(lines, &self.ownership),
            ..self
        }
    }
}

/// The oldest version of nets whose outputs for this are trained.
const FIRST_VERSION: usize = 9;

/// How uncertain a net is of its value.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Uncertainty {
    /// The variance of the time that the game still takes, in moves squared.
    pub time_variance: f32,
    /// How far a deeper look will move the winning probability less that of losing: the root of the
    /// mean square, from 0 to about 2.
    pub value_error: f32,
    /// The same for the score, in points.
    pub score_error: f32,
}

impl RawOutput {
    /// How uncertain the net is of its value; `None` for nets that are too old to know.
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
