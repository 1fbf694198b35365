//! Statistics of the inputs of layers, collected by calibration for quantisation.

use crate::katago::model::Block;
use crate::layers::PaddedTensor;
use crate::simd::DType;

use super::smoothing::Smoothing;

/// The number of channels processed together.
const LANES: usize = 8;

/// Statistics of the input of each layer, indexed by site; empty without calibration.
pub(in crate::katago) type Statistics = Vec<SiteStatistics>;

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
}

impl SiteStatistics {
    /// Adds the activations of a position.
    pub(super) fn add<N: DType>(&mut self, tensor: &PaddedTensor<N>) {
        let channels = tensor.channels();
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

    /// Returns the minimum, maximum and mean of each channel.
    pub(in crate::katago) fn summary(&self) -> (Vec<f32>, (Vec<f32>, Vec<f32>)) {
        (self.lowest.clone(), (self.highest.clone(), self.means()))
    }

    /// Returns the statistics with a summary. Returns `None` if its lists differ in length.
    pub(in crate::katago) fn from_summary(
        (lowest, (highest, means)): (Vec<f32>, (Vec<f32>, Vec<f32>)),
    ) -> Option<SiteStatistics> {
        let fits = lowest.len() == highest.len() && lowest.len() == means.len();
        let sums = means.into_iter().map(f64::from).collect();
        fits.then_some(SiteStatistics { lowest, highest, sums, points: 1.0 })
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
