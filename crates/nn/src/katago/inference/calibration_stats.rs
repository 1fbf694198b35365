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
    /// The sums of products of channels, of shape `[channels][channels]`, up to the diagonal; empty unless collected.
    moments: Vec<f32>,
    /// `true` if the moments are collected.
    has_moments: bool,
    /// The packed 8-bit weights of the matrices with this input, in the order of their creation; empty if each weight
    /// is rounded to nearest.
    roundings: Vec<Vec<i8>>,
}

impl SiteStatistics {
    /// Creates empty statistics, with or without second moments.
    pub(super) fn new(has_moments: bool) -> SiteStatistics {
        SiteStatistics { has_moments, ..SiteStatistics::default() }
    }

    /// Adds the activations of a position.
    pub(super) fn add<N: DType>(&mut self, tensor: &PaddedTensor<N>, kernels: &Kernels<N>) {
        let channels = tensor.channels();
        if self.has_moments {
            let points = tensor.points().flatten().map(|&activation| N::number(activation));
            let points: Vec<f32> = points.collect();
            self.moments.resize(channels * channels, 0.0);
            kernels.add_moments(MomentsJob { points: &points, channels, to: &mut self.moments });
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

    /// Returns the statistics without second moments.
    pub(in crate::katago) fn summary(&self) -> Summary {
        ((self.lowest.clone(), self.highest.clone()), (self.means(), self.roundings.clone()))
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

    /// Returns the weights of a matrix with this input, rounded and packed; `place` is its place among the matrices.
    /// Returns `None` if each weight is rounded to nearest.
    pub(super) fn rounded(
        &self,
        place: usize,
        weights: Weights<'_>,
        smoothing: &Smoothing,
    ) -> Option<Cow<'_, [i8]>> {
        if self.moments.is_empty() {
            let found = self.roundings.get(place)?;
            return (found.len() == weights.shape().weights::<I8>())
                .then_some(Cow::Borrowed(found));
        }
        let inputs = self.sums.len();
        let factor = |channel: usize| 1.0 / (smoothing.factor(channel));
        let moment = |(place, moment): (usize, &f32)| {
            let [a, b] = [place / inputs, place % inputs].map(factor);
            moment / self.points as f32 * a * b
        };
        let moments = self.moments.iter().enumerate().map(moment).collect();
        let steps = weight_steps::<I8>(weights);
        Some(Cow::Owned(InputFactor::new(moments, inputs).rounded(weights, &steps)))
    }

    /// Replaces the second moments by the packed 8-bit weights of the matrices with this input.
    pub(super) fn set_roundings(&mut self, roundings: Vec<Vec<i8>>) {
        self.moments = Vec::new();
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
