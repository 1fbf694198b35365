//! How uncertain a net of KataGo's is of its value.

use super::model::{Model, Multipliers};
use super::output::{RawOutput, softplus};

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
