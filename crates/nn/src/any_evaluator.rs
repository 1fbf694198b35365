//! Evaluation of positions by a net of either kind, ours or KataGo's, in the same terms.

use std::sync::Once;

use tianyuan_go::BoardSize;

use super::any_net::AnyNet;
use super::katago::{self, Inputs, Model, RawOutput, Uncertainty, Value};
use super::symmetry::Symmetry;
use crate::builtin::evaluator;
use crate::builtin::head::NetOutput;
use crate::builtin::planes::Planes;

/// The inputs of a net for one position.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyInputs {
    /// Those of a net of ours.
    Own(Planes),
    /// Those of a net of KataGo's.
    KataGo(Inputs),
}

impl AnyInputs {
    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        match self {
            AnyInputs::Own(planes) => planes.size(),
            AnyInputs::KataGo(inputs) => inputs.size,
        }
    }
}

/// How the output of a net of KataGo's is read; nets of ours have one reading.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PostprocessOptions {
    /// The part of the optimistic policy, 0 to 1, for nets that have one.
    pub optimism: f32,
    /// Whether a game can end without result.
    pub may_have_no_result: bool,
}

/// What a net says of a position, from the side of the player to move. Points are row by row from the top
/// left.
#[derive(Debug, Clone, PartialEq)]
pub struct AnyOutput {
    /// The policy logit of a move at each point.
    pub policy: Vec<f32>,
    /// The policy logit of a pass.
    pub pass: f32,
    /// Who wins, and by how much.
    pub value: Value,
    /// How uncertain the net is; `None` for nets that do not say it.
    pub uncertainty: Option<Uncertainty>,
    /// The expected owner of each point, from -1 (the opponent's) to 1.
    pub ownership: Vec<f32>,
}

/// Evaluates one position at a time by a net of either kind; threads have one each.
#[derive(Debug)]
pub enum AnyEvaluator<'n> {
    /// By a net of ours.
    Own(evaluator::Evaluator<'n>),
    /// By a net of KataGo's.
    KataGo(&'n Model, katago::Evaluator<'n>),
}

impl AnyNet {
    /// An evaluator with the fastest instructions of this processor.
    pub fn evaluator(&self) -> AnyEvaluator<'_> {
        match self {
            AnyNet::Own(net) => AnyEvaluator::Own(net.evaluator()),
            AnyNet::KataGo { net, .. } => AnyEvaluator::KataGo(net.model(), net.evaluator()),
        }
    }
}

impl AnyEvaluator<'_> {
    /// Evaluates a position with the board turned by a symmetry, and turns the output back. `None` for inputs
    /// of the other kind of net, and on a board size that a net of ours is not for.
    ///
    /// ```
    /// use tianyuan_go::{BoardSize, Color, Game, Rules};
    /// use tianyuan_nn::{AnyInputs, Nets, Planes, PostprocessOptions, Symmetry};
    ///
    /// let size = BoardSize::new(9).expect("boards have 2 to 25 lines");
    /// let game = Game::new(size, Rules::CHINESE);
    /// let net = Nets::embedded().of(size).expect("a net is built in for 9x9");
    /// let inputs = AnyInputs::Own(Planes::of_game(&game, Color::Black));
    /// let output = net.evaluator().evaluate(&inputs, Symmetry::IDENTITY, PostprocessOptions::default());
    /// let value = output.expect("the net is for 9x9").value;
    /// assert!((value.win + value.loss - 1.0).abs() < 1e-6);
    /// ```
    pub fn evaluate(
        &mut self,
        inputs: &AnyInputs,
        symmetry: Symmetry,
        reading: PostprocessOptions,
    ) -> Option<AnyOutput> {
        let lines = inputs.size().lines();
        match (self, inputs) {
            (AnyEvaluator::Own(evaluator), AnyInputs::Own(planes)) => {
                let output = evaluator.evaluate(&planes.turned(symmetry))?;
                let area_komi = planes.counts_area().then(|| planes.komi());
                let output = AnyOutput::of_own(output.turned_back(lines, symmetry), area_komi);
                Some(output.made_finite())
            }
            (AnyEvaluator::KataGo(model, evaluator), AnyInputs::KataGo(inputs)) => {
                let output = evaluator.evaluate(&inputs.turned(symmetry));
                let output = output.turned_back(lines, symmetry);
                Some(AnyOutput::of_katago(&output, model, reading).made_finite())
            }
            _ => None,
        }
    }
}

/// The standard deviation of the score for each root of the points that are open, where a point that one
/// side owns for sure counts 0 and one that either may own counts 1: KataGo's net g170-b6c96 has 1.5 on
/// 13x13 and 1.6 on 9x9 and 19x19.
const DEVIATION: f32 = 1.6;

/// The largest score in points: far more than any board and komi have, with a finite square.
const MAX_SCORE: f32 = 1e6;

/// How much a side owns every point, 0 to 1, where a board is settled.
const SETTLED: f32 = 0.7;

/// How likely the side wins at least that a settled board is counted for: the count was right in 99 % of
/// settled positions of close games on 19x19, the value of the net in 90 %.
const SETTLED_WIN: f32 = 0.995;

/// The score of a settled board with the komi of the player to move, by area; `None` where a point is open.
fn settled_score(ownership: &[f32], komi: f32) -> Option<f32> {
    let is_settled = ownership.iter().all(|owner| owner.abs() >= SETTLED);
    is_settled.then(|| ownership.iter().map(|owner| owner.signum()).sum::<f32>() + komi)
}

impl AnyOutput {
    /// `area_komi` is the komi of the player to move, in points, where area is counted.
    fn of_own(output: NetOutput, area_komi: Option<f32>) -> AnyOutput {
        let NetOutput { policy, pass, value, score, ownership } = output;
        // The sigmoid of the logit of winning.
        let by_value = 1.0 / (1.0 + libm::expf(-value));
        // Sums over a board of what the net says of each point are too coarse for half a point.
        let settled = area_komi.and_then(|komi| settled_score(&ownership, komi));
        let win = match settled {
            None => by_value,
            Some(score) if score > 0.0 => by_value.max(SETTLED_WIN),
            Some(score) if score < 0.0 => by_value.min(1.0 - SETTLED_WIN),
            Some(_) => 0.5,
        };
        let score = settled.unwrap_or(score);
        let open: f32 = ownership.iter().map(|owner| 1.0 - owner * owner).sum();
        let score_deviation = DEVIATION * open.max(0.0).sqrt();
        let value =
            Value { win, loss: 1.0 - win, no_result: 0.0, score, score_deviation, lead: score };
        AnyOutput { policy, pass, value, uncertainty: None, ownership }
    }

    /// Returns `true` if every number is finite and the scores are at most a million points.
    pub fn is_finite(&self) -> bool {
        let Value { win, loss, no_result, score, score_deviation, lead } = self.value;
        let scores = [score, score_deviation, lead];
        let errors = self.uncertainty.map_or([0.0; 2], |it| [it.value_error, it.score_error]);
        let others = [self.pass, win, loss, no_result].into_iter().chain(errors);
        let points = self.policy.iter().chain(&self.ownership).copied();
        points.chain(others).all(f32::is_finite) && scores.iter().all(|it| it.abs() <= MAX_SCORE)
    }

    /// Replaces an output with overflows by one of no information: an even game with equal priors.
    ///
    /// Nets that overflow on their first positions are refused when they are loaded, but a net can
    /// overflow on a single position.
    fn made_finite(self) -> AnyOutput {
        if self.is_finite() {
            return self;
        }
        static WARNING: Once = Once::new();
        WARNING.call_once(|| {
            log::error!("a net's output overflows: such positions are evaluated as even");
        });
        let value = Value { win: 0.5, loss: 0.5, ..Value::default() };
        let uncertainty = self.uncertainty.map(|_| Uncertainty::default());
        let (policy, ownership) = (vec![0.0; self.policy.len()], vec![0.0; self.ownership.len()]);
        AnyOutput { policy, pass: 0.0, value, uncertainty, ownership }
    }

    fn of_katago(output: &RawOutput, model: &Model, reading: PostprocessOptions) -> AnyOutput {
        AnyOutput {
            policy: output.point_logits(reading.optimism).collect(),
            pass: output.pass_logit(reading.optimism),
            value: output.value(model, reading.may_have_no_result),
            uncertainty: output.uncertainty(model),
            ownership: output.ownership().collect(),
        }
    }
}
