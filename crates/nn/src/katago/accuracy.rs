//! The error of a backend relative to a more exact one, and the tolerated error.

use super::inputs::Inputs;
use super::model::{Block, Model};
use super::output::RawOutput;
use super::read::PLANES;

/// Mean errors of a backend relative to a more exact one.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct QuantizationError {
    /// The fraction of positions in which both prefer the same move, 0 to 1.
    pub same_move: f64,
    /// The Kullback-Leibler divergence of the policy.
    pub divergence: f64,
    /// The absolute error of the win rate.
    pub winrate: f64,
    /// The absolute error of the lead in points, over the positions with a lead of at most [`OPEN`]. In decided
    /// games, an error proportional to the lead is harmless.
    pub lead: f64,
}

/// The largest lead, in points, of a game that is not yet decided.
pub const OPEN: f32 = 25.0;

impl QuantizationError {
    /// Compares the outputs for some positions with the reference outputs.
    pub fn of<'a>(
        model: &Model,
        outputs: impl Iterator<Item = (&'a Inputs, &'a RawOutput, RawOutput)>,
    ) -> QuantizationError {
        let (mut sum, mut count, mut open) = (QuantizationError::default(), 0.0, 0.0_f64);
        for (inputs, due, found) in outputs {
            open += f64::from(u8::from(sum.add(model, inputs, due, &found)));
            count += 1.0;
        }
        QuantizationError {
            same_move: sum.same_move / count,
            divergence: sum.divergence / count,
            winrate: sum.winrate / count,
            lead: sum.lead / open.max(1.0),
        }
    }

    /// Adds a position. Returns `true` if its game is undecided.
    fn add(&mut self, model: &Model, inputs: &Inputs, due: &RawOutput, found: &RawOutput) -> bool {
        let [policy, due_policy] = [found, due].map(|output| policy(output, inputs));
        self.same_move += f64::from(u8::from(best(&policy) == best(&due_policy)));
        let terms = due_policy.iter().zip(&policy).filter(|(due, _)| **due > 0.0);
        // Probabilities that underflow are clamped to the smallest positive `f32`.
        self.divergence += terms
            .map(|(&due, &found)| due * (due / found.max(f64::from(f32::MIN_POSITIVE))).ln())
            .sum::<f64>();
        // Simple ko or territory scoring: inputs 6 and 9.
        let may_have_no_result = inputs.globals[6] == 0.0 || inputs.globals[9] > 0.0;
        let [value, due_value] = [found, due].map(|output| output.value(model, may_have_no_result));
        self.winrate += f64::from((value.win - due_value.win).abs());
        let is_open = due_value.lead.abs() <= OPEN;
        if is_open {
            self.lead += f64::from((value.lead - due_value.lead).abs());
        }
        is_open
    }
}

/// The maximum error, relative to `f32`, at which a backend may be chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tolerance(QuantizationError);

impl Tolerance {
    /// Returns the tolerance for a net: transformers are allowed a larger policy error and a smaller lead error. The
    /// lead of a human-imitation net is not trained, so it is not compared.
    pub(super) fn of(model: &Model) -> Tolerance {
        let most = Tolerance::of_blocks(model);
        let is_human = model.trunk.encoder.is_some();
        Tolerance(if is_human { QuantizationError { lead: f64::INFINITY, ..most } } else { most })
    }

    fn of_blocks(model: &Model) -> QuantizationError {
        match model.trunk.blocks.iter().any(Block::is_transformer) {
            true => {
                QuantizationError { same_move: 0.98, divergence: 0.006, winrate: 0.008, lead: 0.25 }
            }
            false => {
                QuantizationError { same_move: 0.96, divergence: 0.005, winrate: 0.007, lead: 0.3 }
            }
        }
    }

    /// Returns `true` if a backend with this error, measured on `positions` positions, may be chosen.
    pub(super) fn allow(&self, found: &QuantizationError, positions: usize) -> bool {
        let Tolerance(most) = self;
        // Two standard errors of slack: a small sample may contain positions with two equally good moves.
        let spread = most.same_move * (1.0 - most.same_move) / positions as f64;
        let least = most.same_move - 2.0 * spread.sqrt();
        found.same_move >= least
            && found.divergence <= most.divergence
            && found.winrate <= most.winrate
            && found.lead <= most.lead
    }
}

/// Returns the probabilities of the empty points that ko does not forbid, in order, followed by the pass.
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

/// Returns the index of the most probable move.
fn best(policy: &[f64]) -> Option<usize> {
    (0..policy.len()).max_by(|&a, &b| policy[a].total_cmp(&policy[b]))
}
