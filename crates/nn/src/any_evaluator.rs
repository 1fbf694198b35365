//! Evaluation of positions by Tianyuan or KataGo nets through a common interface.

use std::sync::Once;

use tianyuan_go::BoardSize;

use super::any_net::AnyNet;
use super::katago::{self, Inputs, Model, RawOutput, Uncertainty, Value};
use super::symmetry::Symmetry;
use crate::builtin::evaluator;
use crate::builtin::head::NetOutput;
use crate::builtin::planes::Planes;

/// The net inputs for one position.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyInputs {
    /// Inputs of a Tianyuan net.
    Own(Planes),
    /// Inputs of a KataGo net.
    KataGo(Inputs),
}

impl AnyInputs {
    /// Returns the board size.
    pub fn size(&self) -> BoardSize {
        match self {
            AnyInputs::Own(planes) => planes.size(),
            AnyInputs::KataGo(inputs) => inputs.size,
        }
    }
}

/// Options for postprocessing the output of a KataGo net; Tianyuan nets ignore them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PostprocessOptions {
    /// The weight of the optimistic policy, 0 to 1, for nets that have one.
    pub optimism: f32,
    /// `true` if a game can end without a result.
    pub may_have_no_result: bool,
}

/// The output of a net for one position, from the point of view of the player to move. Points are ordered row by row
/// from the top left.
#[derive(Debug, Clone, PartialEq)]
pub struct AnyOutput {
    /// The policy logit of each point.
    pub policy: Vec<f32>,
    /// The policy logit of the pass.
    pub pass: f32,
    /// Win rate and score.
    pub value: Value,
    /// The uncertainty of the evaluation; `None` if the net does not predict it.
    pub uncertainty: Option<Uncertainty>,
    /// The expected ownership of each point, from -1 (opponent) to 1 (player to move).
    pub ownership: Vec<f32>,
}

/// Evaluates one position at a time with either kind of net; create one per thread.
#[derive(Debug)]
pub enum AnyEvaluator<'n> {
    /// Evaluator of a Tianyuan net.
    Own(Box<evaluator::Evaluator<'n>>),
    /// Evaluator of a KataGo net.
    KataGo(&'n Model, katago::Evaluator<'n>),
}

impl AnyNet {
    /// Creates an evaluator with the fastest instruction set of this processor.
    pub fn evaluator(&self) -> AnyEvaluator<'_> {
        match self {
            AnyNet::Own(net) => AnyEvaluator::Own(Box::new(net.evaluator())),
            AnyNet::KataGo { net, .. } => AnyEvaluator::KataGo(net.model(), net.evaluator()),
        }
    }
}

impl AnyEvaluator<'_> {
    /// Evaluates a position with the board transformed by `symmetry`, and transforms the output back. Returns `None`
    /// if the inputs belong to the other kind of net, or if a Tianyuan net does not support the board size.
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
                // Built-in nets are trained with area scoring only, so they receive the equivalent area komi. A settled
                // board has no dame, so its count needs no correction for the last of them.
                let output = evaluator.evaluate(&planes.under_area_scoring().turned(symmetry))?;
                let output = AnyOutput::of_own(output.turned_back(lines, symmetry), planes.komi());
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

/// The standard deviation of the score, in points, per square root of the number of open points. A point with certain
/// ownership counts 0, a point that either player may own counts 1. KataGo's net g170-b6c96 has 1.5 on 13x13 and 1.6
/// on 9x9 and 19x19.
const DEVIATION: f32 = 1.6;

/// The largest valid score in points: far above any real board and komi, but with a finite square.
const MAX_SCORE: f32 = 1e6;

/// The minimum absolute ownership of every point on a settled board.
const SETTLED: f32 = 0.7;

/// The win rate assigned to the winner of a settled board, unless the net is more confident. On settled positions of
/// close 19x19 games the settled score was correct in 99 %, the net's value in 90 %.
const SETTLED_WIN: f32 = 0.995;

/// Returns the area score of a settled board, with the komi of the player to move, or `None` if a point is open.
fn settled_score(ownership: &[f32], komi: f32) -> Option<f32> {
    let is_settled = ownership.iter().all(|owner| owner.abs() >= SETTLED);
    is_settled.then(|| ownership.iter().map(|owner| owner.signum()).sum::<f32>() + komi)
}

/// The smallest weight of the ownership in the score of a built-in net.
const COUNT_WEIGHT: f32 = 0.5;

/// The lead by ownership that increases this weight by 1, in points per point of the board.
const FULL_COUNT: f32 = 0.7;

/// Returns the mean score of the player to move, from the net's score and its ownership, whose sum with komi is the
/// expected score, too.
///
/// The net's score is trained with komi near even: on 9x9 it changes by only half of a komi that is 30 points away. Its
/// ownership hardly depends on komi. The mean of both is more accurate than either near even, the ownership far away.
/// `docs/dev/experiments.md` lists the errors.
fn mean_score(score: f32, ownership: &[f32], komi: f32) -> f32 {
    let count = ownership.iter().sum::<f32>() + komi;
    let weight = COUNT_WEIGHT + count.abs() / (FULL_COUNT * ownership.len() as f32);
    score + weight.min(1.0) * (count - score)
}

impl AnyOutput {
    /// `komi` is the komi of the player to move for an area count, in points.
    fn of_own(output: NetOutput, komi: f32) -> AnyOutput {
        let NetOutput { policy, pass, value, score, ownership } = output;
        // The value logit to a probability.
        let by_value = 1.0 / (1.0 + libm::expf(-value));
        // The net's sums over the board are too imprecise to resolve half a point.
        let settled = settled_score(&ownership, komi);
        let win = match settled {
            None => by_value,
            Some(score) if score > 0.0 => by_value.max(SETTLED_WIN),
            Some(score) if score < 0.0 => by_value.min(1.0 - SETTLED_WIN),
            Some(_) => 0.5,
        };
        let score = settled.unwrap_or_else(|| mean_score(score, &ownership, komi));
        let open: f32 = ownership.iter().map(|owner| 1.0 - owner * owner).sum();
        let score_deviation = DEVIATION * open.max(0.0).sqrt();
        let value =
            Value { win, loss: 1.0 - win, no_result: 0.0, score, score_deviation, lead: score };
        AnyOutput { policy, pass, value, uncertainty: None, ownership }
    }

    /// Returns `true` if every number is finite and no score exceeds a million points in magnitude.
    pub fn is_finite(&self) -> bool {
        let Value { win, loss, no_result, score, score_deviation, lead } = self.value;
        let scores = [score, score_deviation, lead];
        let errors = self.uncertainty.map_or([0.0; 2], |it| [it.value_error, it.score_error]);
        let others = [self.pass, win, loss, no_result].into_iter().chain(errors);
        let points = self.policy.iter().chain(&self.ownership).copied();
        points.chain(others).all(f32::is_finite) && scores.iter().all(|it| it.abs() <= MAX_SCORE)
    }

    /// Replaces an output that is not finite by a neutral one: even game, equal priors.
    ///
    /// Loading rejects nets that overflow on the test positions, but a net can still overflow on a single position.
    fn made_finite(self) -> AnyOutput {
        if self.is_finite() {
            return self;
        }
        static WARNING: Once = Once::new();
        WARNING.call_once(|| {
            log::error!("the net's output overflows: the position is evaluated as even");
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

#[cfg(test)]
mod tests {
    use tianyuan_go::{BoardSize, Color, Game, Komi, Rules};

    use super::*;
    use crate::{Nets, Planes};

    #[test]
    fn ownership_determines_large_leads() {
        let ownership = |mean: f32| vec![mean; 81];
        // 8.1 points on the board and 7 of komi.
        assert!((mean_score(15.1, &ownership(0.1), 7.0) - 15.1).abs() < 1e-4);
        let near = mean_score(5.0, &ownership(0.1), -7.0);
        assert!(
            near > 1.1 && near < 3.05,
            "the mean of 5 and 1.1, and a little more of the count: {near}"
        );
        for komi in [-60.0, 60.0] {
            let far = mean_score(komi / 2.0, &ownership(0.0), komi);
            assert!((far - komi).abs() < 1e-4, "{far}");
        }
    }

    #[test]
    fn score_of_builtin_nets_follows_komi() {
        for (lines, most) in [(9, 18.0), (13, 30.0), (19, 30.0)] {
            let size = BoardSize::new(lines).expect("a size");
            let net = Nets::embedded().of(size).expect("a built-in net");
            let mut evaluator = net.evaluator();
            let mut leads = Vec::new();
            for points in (-60..=60).step_by(20) {
                let komi = Komi::from_half_points(2 * points).expect("a komi");
                let game = Game::new(size, Rules { komi, ..Rules::CHINESE });
                let inputs = AnyInputs::Own(Planes::of_game(&game, Color::Black));
                let reading = PostprocessOptions::default();
                let output = evaluator.evaluate(&inputs, Symmetry::IDENTITY, reading);
                leads.push(output.expect("the net is for this size").value.score + points as f32);
            }
            let span = leads.iter().copied().fold(f32::MIN, f32::max)
                - leads.iter().copied().fold(f32::MAX, f32::min);
            assert!(span < most, "{lines} lines: {leads:?}");
        }
    }
}
