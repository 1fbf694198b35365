//! What calibration finds of the inputs of layers, to quantise a net by.

use crate::net::simd::{Number, Padded};

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
        for point in tensor.points() {
            let [lowest, highest] = &mut self.range;
            for (sum, &activation) in self.sums.iter_mut().zip(point) {
                let number = N::number(activation);
                *lowest = lowest.min(number);
                *highest = highest.max(number);
                *sum += f64::from(number);
            }
            self.points += 1.0;
        }
    }

    /// The mean of each channel's activations; none without calibration.
    pub(super) fn means(&self) -> Vec<f32> {
        self.sums.iter().map(|sum| (sum / self.points) as f32).collect()
    }
}
