//! What calibration finds of the inputs of layers, to quantise a net by.

use crate::net::simd::{Number, Padded};

/// How many channels are looked at together.
const LANES: usize = 8;

/// What calibration found of the input of each layer, by the number of its site; empty without calibration.
pub(in crate::net::katago) type Statistics = Vec<SiteStatistics>;

/// The activations of an input of layers, over some positions.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::net::katago) struct SiteStatistics {
    /// The lowest and the highest activation, and 0.
    pub(super) range: [f32; 2],
    /// The sum of each channel's activations.
    sums: Vec<f64>,
    /// How many points were added.
    points: f64,
}

impl SiteStatistics {
    /// Adds the activations of a position.
    pub(super) fn add<N: Number>(&mut self, tensor: &Padded<N>) {
        self.sums.resize(tensor.channels(), 0.0);
        // By lane, so that a vector of them is looked at together; channels are a multiple of these.
        let [lowest, highest] = &mut self.range;
        let (mut low, mut high) = ([*lowest; LANES], [*highest; LANES]);
        for point in tensor.points() {
            let (sums, _) = self.sums.as_chunks_mut::<LANES>();
            for (sums, activations) in sums.iter_mut().zip(point.as_chunks::<LANES>().0) {
                for (lane, &activation) in activations.iter().enumerate() {
                    let number = N::number(activation);
                    low[lane] = if number < low[lane] { number } else { low[lane] };
                    high[lane] = if number > high[lane] { number } else { high[lane] };
                    sums[lane] += f64::from(number);
                }
            }
            self.points += 1.0;
        }
        *lowest = low.into_iter().fold(*lowest, f32::min);
        *highest = high.into_iter().fold(*highest, f32::max);
    }

    /// The mean of each channel's activations; none without calibration.
    pub(super) fn means(&self) -> Vec<f32> {
        self.sums.iter().map(|sum| (sum / self.points) as f32).collect()
    }
}
