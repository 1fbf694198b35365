//! What calibration finds of the inputs of layers, to quantise a net by.

use crate::layers::PaddedTensor;
use crate::simd::DType;

use super::smoothing::Smoothing;

/// How many channels are looked at together.
const LANES: usize = 8;

/// What calibration found of the input of each layer, by the number of its site; empty without calibration.
pub(in crate::katago) type Statistics = Vec<SiteStatistics>;

/// The activations of an input of layers, over some positions.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::katago) struct SiteStatistics {
    /// Of each channel, the lowest activation, or 0.
    lowest: Vec<f32>,
    /// Of each channel, the highest activation, or 0.
    highest: Vec<f32>,
    /// The sum of each channel's activations.
    sums: Vec<f64>,
    /// How many points were added.
    points: f64,
}

impl SiteStatistics {
    /// Adds the activations of a position.
    pub(super) fn add<N: DType>(&mut self, tensor: &PaddedTensor<N>) {
        let channels = tensor.channels();
        self.sums.resize(channels, 0.0);
        self.lowest.resize(channels, 0.0);
        self.highest.resize(channels, 0.0);
        // By lane, so that a vector of them is looked at together; channels are a multiple of these.
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

    /// The lowest and the highest activation, and 0, where the channels are smoothed.
    pub(super) fn range(&self, smoothing: &Smoothing) -> [f32; 2] {
        let lowest = smoothing.divided(&self.lowest).into_iter().fold(0.0, f32::min);
        [lowest, smoothing.divided(&self.highest).into_iter().fold(0.0, f32::max)]
    }

    /// Of each channel, the highest magnitude of its activations.
    pub(super) fn magnitudes(&self) -> Vec<f32> {
        self.lowest.iter().zip(&self.highest).map(|(low, high)| high.max(-low)).collect()
    }

    /// The mean of each channel's activations; none without calibration.
    pub(super) fn means(&self) -> Vec<f32> {
        self.sums.iter().map(|sum| (sum / self.points) as f32).collect()
    }
}
