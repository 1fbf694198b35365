//! Statistics of the inputs of layers, collected by calibration for quantisation.

use std::borrow::Cow;

use crate::katago::model::Block;
use crate::layers::{InputFactor, Kernels, MomentsJob, PaddedTensor, Weights, weight_steps};
use crate::simd::{DType, I8};

use super::smoothing::Smoothing;

/// The number of channels processed together.
const LANES: usize = 8;

/// Statistics of the input of each layer, indexed by site; empty without calibration.
pub(in crate::katago) type Statistics = Vec<SiteStatistics>;

/// The minimum and the maximum of each channel, the mean of each channel, and the rounded weights of matrices.
pub(in crate::katago) type Summary = ((Vec<f32>, Vec<f32>), (Vec<f32>, Vec<Vec<i8>>));

/// Statistics of the activations of one layer input over some positions.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::katago) struct SiteStatistics {
    /// The minimum activation of each channel, at most 0.
    lowest: Vec<f32>,
    /// The maximum activation of each channel, at least 0.
    highest: Vec<f32>,
    /// The sum of the activations of each channel.
    sums: Vec<f64>,
    /// The number of points added.
    points: f64,
    /// The sums of products of channels, of shape `[channels][channels]`, up to the diagonal; `None` if not collected.
    moments: Option<Vec<f32>>,
    /// The packed 8-bit weights of the layers with this input, in the order of their creation; empty for layers and
    /// inputs whose weights are each rounded to nearest.
    roundings: Vec<Vec<i8>>,
}

impl SiteStatistics {
    /// Creates empty statistics, with or without second moments.
    pub(super) fn new(has_moments: bool) -> SiteStatistics {
        SiteStatistics { moments: has_moments.then(Vec::new), ..SiteStatistics::default() }
    }

    /// Adds the activations of a position.
    pub(super) fn add<N: DType>(&mut self, tensor: &PaddedTensor<N>, kernels: &Kernels<N>) {
        let channels = tensor.channels();
        if let Some(moments) = &mut self.moments {
            let points = tensor.points().flatten().map(|&activation| N::number(activation));
            let points: Vec<f32> = points.collect();
            moments.resize(channels * channels, 0.0);
            kernels.add_moments(MomentsJob { points: &points, channels, to: moments });
        }
        self.sums.resize(channels, 0.0);
        self.lowest.resize(channels, 0.0);
        self.highest.resize(channels, 0.0);
        // Processed by lane, so that the loop vectorises; the number of channels is a multiple of [`LANES`].
        let lows = self.lowest.as_chunks_mut::<LANES>().0;
        let highs = self.highest.as_chunks_mut::<LANES>().0;
        let sums = self.sums.as_chunks_mut::<LANES>().0;
        for point in tensor.points() {
            let vectors = point.as_chunks::<LANES>().0.iter().zip(&mut *sums);
            for (((activations, sums), low), high) in vectors.zip(&mut *lows).zip(&mut *highs) {
                for (lane, &activation) in activations.iter().enumerate() {
                    let number = N::number(activation);
                    low[lane] = if number < low[lane] { number } else { low[lane] };
                    high[lane] = if number > high[lane] { number } else { high[lane] };
                    sums[lane] += f64::from(number);
                }
            }
            self.points += 1.0;
        }
    }

    /// Returns the statistics without second moments, and with rounded weights if requested.
    pub(in crate::katago) fn summary(&self, has_roundings: bool) -> Summary {
        let roundings = if has_roundings { self.roundings.clone() } else { Vec::new() };
        ((self.lowest.clone(), self.highest.clone()), (self.means(), roundings))
    }

    /// Returns the statistics with a summary. Returns `None` if its lists differ in length.
    pub(in crate::katago) fn from_summary(
        ((lowest, highest), (means, roundings)): Summary,
    ) -> Option<SiteStatistics> {
        let fits = lowest.len() == highest.len() && lowest.len() == means.len();
        let sums = means.into_iter().map(f64::from).collect();
        let found =
            SiteStatistics { lowest, highest, sums, points: 1.0, roundings, ..Self::default() };
        fits.then_some(found)
    }

    /// Returns the minimum and maximum activation, including 0, after smoothing.
    pub(super) fn range(&self, smoothing: &Smoothing) -> [f32; 2] {
        let lowest = smoothing.divided(&self.lowest).into_iter().fold(0.0, f32::min);
        [lowest, smoothing.divided(&self.highest).into_iter().fold(0.0, f32::max)]
    }

    /// Returns the maximum absolute activation of each channel.
    pub(super) fn magnitudes(&self) -> Vec<f32> {
        self.lowest.iter().zip(&self.highest).map(|(low, high)| high.max(-low)).collect()
    }

    /// Returns the rounded and packed weights of a matrix with this input; `place` is its place among the layers with
    /// this input. Returns `None` if each weight is rounded to nearest.
    pub(super) fn rounded(
        &self,
        place: usize,
        weights: Weights<'_>,
        smoothing: &Smoothing,
    ) -> Option<Cow<'_, [i8]>> {
        let Some(moments) = &self.moments else {
            let found = self.roundings.get(place).map(Vec::as_slice);
            let found = found.filter(|it| it.len() == weights.shape().weights::<I8>());
            return found.map(Cow::Borrowed);
        };
        let inputs = self.sums.len();
        let scale = 1.0 / self.points as f32;
        let moment = |(at, moment): (usize, &f32)| {
            let [row, column] = [at / inputs, at % inputs].map(|it| smoothing.factor(it));
            moment * scale / (row * column)
        };
        let moments: Vec<f32> = moments.iter().enumerate().map(moment).collect();
        // The squares of very large activations overflow.
        if !moments.iter().all(|moment| moment.is_finite()) {
            return None;
        }
        let steps = weight_steps::<I8>(weights);
        Some(Cow::Owned(InputFactor::new(moments, inputs).rounded(weights, &steps)))
    }

    /// Replaces the second moments by the rounded and packed weights of the layers with this input.
    pub(super) fn set_roundings(&mut self, roundings: Vec<Vec<i8>>) {
        self.moments = None;
        self.roundings = roundings;
    }

    /// Returns the mean activation of each channel; empty without calibration.
    pub(super) fn means(&self) -> Vec<f32> {
        self.sums.iter().map(|sum| (sum / self.points) as f32).collect()
    }
}

/// Returns the number of layer inputs of a block that calibration observes.
pub(super) fn site_count(block: &Block) -> usize {
    match block {
        Block::Bottleneck(block) => 2 + block.blocks.iter().map(site_count).sum::<usize>(),
        _ => 2,
    }
}
