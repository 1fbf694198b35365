//! The sources of compiled layers: statistics of their inputs, or earlier compilations.

use crate::layers::{Layer, Quantisation, Weights};
use crate::simd::DType;

use super::calibration_stats::{SiteStatistics, Statistics};
use super::plan::Finished;
use super::smoothing::Smoothing;

/// The largest weight of the number types with optimised rounding; finer types do not need it.
const MOST_LEVEL: f32 = 127.0;

/// The source of the plan's weights.
pub(super) enum Source<'a, N: DType> {
    /// The weights of the model and the statistics of calibration.
    Weights(&'a Statistics),
    /// The layers compiled earlier.
    Finished(Finished<N>),
}

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
