//! The backends that evaluate a net of KataGo's, their speed and their exactness.

use std::time::{Duration, Instant};

use super::rate::rate;
use crate::net::katago::{self, Evaluator, Inputs, Model, Net, PLANES, RawOutput};

/// A way to evaluate a net.
pub(super) struct Backend<'n> {
    /// Its name.
    pub(super) name: &'static str,
    /// What evaluates.
    pub(super) evaluator: Evaluator<'n>,
}

/// All backends that this processor has for a net, the one that plays first.
pub(super) fn backends(net: &Net) -> Vec<Backend<'_>> {
    vec![Backend { name: "built-in", evaluator: net.evaluator() }]
}

/// What the reference pass says of positions, to compare backends with.
pub(super) struct Reference<'a> {
    model: &'a Model,
    answers: Vec<(&'a Inputs, RawOutput)>,
}

impl<'a> Reference<'a> {
    /// Evaluates positions, at least one and then as many as the time allows.
    pub(super) fn of(model: &'a Model, positions: &'a [Inputs], time: Duration) -> Reference<'a> {
        let start = Instant::now();
        let mut answers = Vec::new();
        for inputs in positions {
            let lines = inputs.size.lines();
            let output = katago::evaluate(model, lines, &inputs.planes, &inputs.globals);
            answers.push((inputs, output));
            if start.elapsed() >= time {
                break;
            }
        }
        Reference { model, answers }
    }

    /// How many positions were evaluated.
    pub(super) fn len(&self) -> usize {
        self.answers.len()
    }

    /// How far a backend is from the reference.
    pub(super) fn compare(&self, backend: &mut Backend<'_>) -> Exactness {
        let mut sum = Exactness::default();
        for (inputs, due) in &self.answers {
            let found = backend.evaluator.evaluate(inputs);
            let [policy, due_policy] = [&found, due].map(|output| policy(output, inputs));
            sum.same_move += f64::from(u8::from(best(&policy) == best(&due_policy)));
            let terms = due_policy.iter().zip(&policy).filter(|(due, _)| **due > 0.0);
            // A probability that `f32` cannot hold counts as the least one that it can.
            sum.divergence += terms
                .map(|(&due, &found)| due * (due / found.max(f64::from(f32::MIN_POSITIVE))).ln())
                .sum::<f64>();
            // Simple ko or territory: inputs 6 and 9.
            let may_have_no_result = inputs.globals[6] == 0.0 || inputs.globals[9] > 0.0;
            let [value, due_value] =
                [&found, due].map(|output| output.value(self.model, may_have_no_result));
            sum.winrate += f64::from((value.win - due_value.win).abs());
            sum.lead += f64::from((value.lead - due_value.lead).abs());
        }
        let count = self.answers.len() as f64;
        Exactness {
            same_move: sum.same_move / count,
            divergence: sum.divergence / count,
            winrate: sum.winrate / count,
            lead: sum.lead / count,
        }
    }
}

/// Means of how far a backend is from the reference.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Exactness {
    /// How often both have the same first move, 0 to 1.
    pub(super) same_move: f64,
    /// The Kullback-Leibler divergence of the policy from that of the reference.
    pub(super) divergence: f64,
    /// The error of the win rate.
    pub(super) winrate: f64,
    /// The error of the lead, in points.
    pub(super) lead: f64,
}

/// The probabilities of the empty points that no ko forbids, in order, then that of a pass.
fn policy(output: &RawOutput, inputs: &Inputs) -> Vec<f64> {
    let is_open = |planes: &[f32]| planes[1] + planes[2] + planes[6] == 0.0;
    let points = output.point_logits(0.0).zip(inputs.planes.chunks_exact(PLANES));
    let open = points.filter(|(_, planes)| is_open(planes)).map(|(logit, _)| logit);
    let logits: Vec<f64> = open.chain([output.pass_logit(0.0)]).map(f64::from).collect();
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = logits.iter().map(|logit| (logit - most).exp()).collect();
    let sum: f64 = odds.iter().sum();
    odds.iter().map(|odds| odds / sum).collect()
}

/// The index of the most probable move.
fn best(policy: &[f64]) -> Option<usize> {
    (0..policy.len()).max_by(|&a, &b| policy[a].total_cmp(&policy[b]))
}

/// Evaluations a second, by so much time of measuring.
pub(super) fn speed(backend: &mut Backend<'_>, positions: &[Inputs], time: Duration) -> f64 {
    let mut positions = positions.iter().cycle();
    rate(time, &mut || {
        let inputs = positions.next().expect("there are positions");
        std::hint::black_box(backend.evaluator.evaluate(inputs));
    })
}
