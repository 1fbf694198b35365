//! The first convolution: its input planes are nearly all zero, so that only the others are read.

#![allow(unsafe_code)]

use crate::net::aligned::Aligned;

use super::layer::Weights;
use super::padded::padded;
use super::vector::Lanes;

/// The weights of the first convolution: `[size, size, planes, channels]`, channels filled up.
#[derive(Debug)]
pub(crate) struct Stem {
    size: usize,
    planes: usize,
    channels: usize,
    weights: Aligned<f32>,
}

impl Stem {
    /// A convolution of input planes.
    pub(crate) fn new(weights: Weights<'_>) -> Stem {
        let channels = padded(weights.outputs);
        let mut filled = Aligned::zeros(weights.size * weights.size * weights.inputs * channels);
        let rows = weights.values.chunks_exact(weights.outputs);
        for (to, row) in filled.chunks_exact_mut(channels).zip(rows) {
            to[..row.len()].copy_from_slice(row);
        }
        Stem { size: weights.size, planes: weights.inputs, channels, weights: filled }
    }

    /// The output channels, filled up.
    pub(crate) fn channels(&self) -> usize {
        self.channels
    }
}

/// The inputs of a point that are not zero, with their planes.
pub(crate) type Planes = Vec<Vec<(u16, f32)>>;

/// Computes the first convolution of planes of shape `[points, planes]` and adds a bias to each channel:
/// `to` gets `[points, channels]`.
///
/// # Safety
/// The processor must have the instructions of the lanes.
///
/// # Panics
/// Where shapes do not fit.
#[inline(always)]
pub(super) unsafe fn stem<L: Lanes>(
    stem: &Stem,
    lines: usize,
    planes: &[f32],
    bias: &[f32],
    memory: &mut Planes,
    to: &mut [f32],
) {
    let Stem { size, channels, .. } = *stem;
    assert!(planes.len() == lines * lines * stem.planes && bias.len() == channels);
    assert!(to.len() >= lines * lines * channels && channels.is_multiple_of(2 * L::LANES));
    assert_eq!(stem.weights.len(), size * size * stem.planes * channels);
    memory.resize(lines * lines, Vec::new());
    for (used, planes) in memory.iter_mut().zip(planes.chunks_exact(stem.planes)) {
        used.clear();
        used.extend((0..).zip(planes).filter(|(_, it)| **it != 0.0).map(|(i, &it)| (i, it)));
    }
    let half = size / 2;
    for point in 0..lines * lines {
        let (row, column) = (point / lines, point % lines);
        let rows = row.saturating_sub(half)..(row + half + 1).min(lines);
        let columns = column.saturating_sub(half)..(column + half + 1).min(lines);
        for channel in (0..channels).step_by(2 * L::LANES) {
            // SAFETY: the caller vouches for the instructions. Channels are a multiple of two vectors;
            // taps and planes are those of the weights, as asserted above.
            unsafe {
                let at = bias.as_ptr().add(channel);
                let mut sums = [L::load(at), L::load(at.add(L::LANES))];
                for from in rows.clone().flat_map(|r| columns.clone().map(move |c| (r, c))) {
                    let tap = (from.0 + half - row) * size + from.1 + half - column;
                    for &(plane, value) in &memory[from.0 * lines + from.1] {
                        let place = (tap * stem.planes + usize::from(plane)) * channels + channel;
                        let weights = stem.weights.as_ptr().add(place);
                        let value = L::splat(value);
                        sums = [
                            L::multiply_add(value, L::load(weights), sums[0]),
                            L::multiply_add(value, L::load(weights.add(L::LANES)), sums[1]),
                        ];
                    }
                }
                let at = to.as_mut_ptr().add(point * channels + channel);
                L::store(sums[0], at);
                L::store(sums[1], at.add(L::LANES));
            }
        }
    }
}
