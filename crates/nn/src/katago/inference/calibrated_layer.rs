//! Compiles a layer with the statistics of its input, and rounds the weights of matrices to 8-bit integers.

use crate::katago::model::Model;
use crate::layers::{Layer, Quantisation, Weights};
use crate::simd::{DType, I8};

use super::calibration_stats::{SiteStatistics, Statistics};
use super::compile::plan;
use super::plan::Plan;
use super::smoothing::Smoothing;

/// The largest weight of the number types with optimised rounding; finer types do not need it.
const MOST_LEVEL: f32 = 127.0;

/// The input of a layer to be compiled.
#[derive(Debug)]
pub(super) struct LayerInput<'a> {
    pub(super) quantisation: Quantisation,
    pub(super) smoothing: Smoothing,
    /// The statistics, if the input was calibrated.
    pub(super) statistics: Option<&'a SiteStatistics>,
    /// The place of the layer among the layers with the same input.
    pub(super) place: usize,
}

impl LayerInput<'_> {
    /// Compiles a layer.
    pub(super) fn layer<N: DType>(
        &self,
        weights: Weights<'_>,
        scale: impl Fn(usize) -> f32,
        bias: impl Fn(usize) -> f32,
    ) -> Layer<N> {
        let LayerInput { smoothing, statistics, .. } = self;
        let values = &smoothing.multiplied(weights.values, weights.inputs, weights.outputs);
        let weights = Weights { values, ..weights };
        let means = statistics.map(SiteStatistics::means).unwrap_or_default();
        let is_rounded = weights.size == 1 && N::LEVELS.is_some_and(|it| it.weight <= MOST_LEVEL);
        let rounded = statistics.filter(|_| is_rounded);
        let rounded = rounded.and_then(|it| it.rounded(self.place, weights, smoothing));
        let means = &smoothing.divided(&means);
        Layer::new(weights, self.quantisation, means, rounded.as_deref(), scale, bias)
    }
}

/// Returns the statistics with the rounded weights of all matrices in place of second moments.
pub(in crate::katago) fn rounded(
    model: &Model,
    lines: usize,
    mut statistics: Statistics,
) -> Statistics {
    let plan: Plan<I8> = plan(model, lines, 0..model.trunk.blocks.len(), &statistics);
    let mut all = vec![Vec::new(); statistics.len()];
    for (layer, site) in plan.layers.iter().zip(&plan.layer_sites) {
        // Larger convolutions keep their places.
        let is_matrix = layer.shape().size == 1;
        all[*site].push(if is_matrix { layer.parts().weights.to_vec() } else { Vec::new() });
    }
    for ((site, roundings), has_matrix) in statistics.iter_mut().zip(all).zip(plan.matrix_sites()) {
        site.set_roundings(if has_matrix { roundings } else { Vec::new() });
    }
    statistics
}
