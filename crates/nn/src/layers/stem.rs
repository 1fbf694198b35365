//! The first convolution. Its input planes are sparse, so only non-zero inputs are processed.

#![allow(unsafe_code)]

use crate::aligned::Aligned;
use crate::simd::vector::Lanes;

use super::padded_tensor::padded;
use super::weights::Weights;

/// The first convolution for one board size.
///
/// The first plane is 1 at every point of the board, so its contribution to each point is precomputed.
#[derive(Debug)]
pub(crate) struct Stem {
    lines: usize,
    size: usize,
    planes: usize,
    channels: usize,
    /// Weights of shape `[size][size][planes][channels]`, with padded channels.
    weights: Aligned<f32>,
    /// The contribution of the first plane, of shape `[points][channels]`.
    base: Aligned<f32>,
}

impl Stem {
    /// Prepares a convolution for boards of `lines` lines.
    pub(crate) fn new(weights: Weights<'_>, lines: usize) -> Stem {
        let (size, planes, channels) = (weights.size, weights.inputs, padded(weights.outputs));
        let mut filled = Aligned::zeros(size * size * planes * channels);
        let rows = weights.values.chunks_exact(weights.outputs);
        for (to, row) in filled.chunks_exact_mut(channels).zip(rows) {
            to[..row.len()].copy_from_slice(row);
        }
        let mut base = Aligned::zeros(lines * lines * channels);
        for (point, sums) in base.chunks_exact_mut(channels).enumerate() {
            for (tap, _) in neighbours(point, lines, size) {
                let row = &filled[tap * planes * channels..][..channels];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        Stem { lines, size, planes, channels, weights: filled, base }
    }

    /// Returns the number of output channels, including padding.
    pub(crate) fn channels(&self) -> usize {
        self.channels
    }
}

/// Returns the taps of a kernel that are on the board, each with its point.
fn neighbours(point: usize, lines: usize, size: usize) -> impl Iterator<Item = (usize, usize)> {
    let half = size / 2;
    let (row, column) = (point / lines, point % lines);
    let within = move |line: usize| line.saturating_sub(half)..(line + half + 1).min(lines);
    within(row).flat_map(move |r| {
        within(column).map(move |c| ((r + half - row) * size + c + half - column, r * lines + c))
    })
}

/// The memory of the first convolution.
#[derive(Debug, Default)]
pub(crate) struct StemMemory {
    /// The non-zero inputs with their planes, and the start index of each point.
    used: Vec<(usize, f32)>,
    starts: Vec<usize>,
    /// For one point: the weight offsets of the non-zero inputs, and the inputs.
    terms: Vec<(usize, f32)>,
}

/// The first convolution with its tensors.
#[derive(Debug)]
pub(crate) struct StemJob<'a> {
    /// The convolution.
    pub(crate) stem: &'a Stem,
    /// The input of shape `[points][planes]`. The first plane is assumed to be 1 everywhere.
    pub(crate) planes: &'a [f32],
    /// The bias of each channel.
    pub(crate) bias: &'a [f32],
    /// The memory of one thread.
    pub(crate) memory: &'a mut StemMemory,
    /// The output of shape `[points][channels]`.
    pub(crate) to: &'a mut [f32],
}

/// Computes the first convolution.
///
/// # Safety
/// The processor must have the instructions of the lanes.
///
/// # Panics
/// Panics if shapes do not match.
#[inline(always)]
pub(super) unsafe fn stem<L: Lanes>(job: StemJob<'_>) {
    let StemJob { stem, planes, bias, memory, to } = job;
    let Stem { lines, size, channels, .. } = *stem;
    assert!(planes.len() == lines * lines * stem.planes && bias.len() == channels);
    assert!(to.len() >= lines * lines * channels && channels.is_multiple_of(2 * L::LANES));
    assert_eq!(stem.weights.len(), size * size * stem.planes * channels);
    assert_eq!(stem.base.len(), lines * lines * channels);
    memory.note_used(planes, stem.planes);
    for point in 0..lines * lines {
        memory.terms.clear();
        for (tap, from) in neighbours(point, lines, size) {
            for &(plane, value) in &memory.used[memory.starts[from]..memory.starts[from + 1]] {
                memory.terms.push(((tap * stem.planes + plane) * channels, value));
            }
        }
        let mut channel = 0;
        while channel < channels {
            let left = (channels - channel) / L::LANES;
            // SAFETY: the caller guarantees the instructions. The number of channels is a multiple of two vectors,
            // and at least that many are left. The assertions above check taps, planes and points.
            unsafe {
                let at = point * channels + channel;
                let base = stem.base.as_ptr().add(at);
                let (bias, to) = (bias.as_ptr().add(channel), to.as_mut_ptr().add(at));
                let weights = stem.weights.as_ptr().add(channel);
                let vectors = if left.is_multiple_of(6) { 6 } else { 2 };
                match vectors {
                    6 => add_terms::<L, 6>(weights, base, bias, &memory.terms, to),
                    _ => add_terms::<L, 2>(weights, base, bias, &memory.terms, to),
                }
                channel += vectors * L::LANES;
            }
        }
    }
}

/// Adds the terms to some vectors of a point's channels.
///
/// # Safety
/// The processor must have the instructions of the lanes. All pointers must be valid for `VECTORS` vectors, `weights`
/// also at the offset of each term.
#[inline(always)]
unsafe fn add_terms<L: Lanes, const VECTORS: usize>(
    weights: *const f32,
    base: *const f32,
    bias: *const f32,
    terms: &[(usize, f32)],
    to: *mut f32,
) {
    // SAFETY: the caller guarantees the instructions and the pointers.
    unsafe {
        let mut sums = [L::splat(0.0); VECTORS];
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum = L::add(L::load(base.add(i * L::LANES)), L::load(bias.add(i * L::LANES)));
        }
        for &(place, value) in terms {
            let (weights, value) = (weights.add(place), L::splat(value));
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = L::multiply_add(value, L::load(weights.add(i * L::LANES)), *sum);
            }
        }
        for (i, &sum) in sums.iter().enumerate() {
            L::store(sum, to.add(i * L::LANES));
        }
    }
}

impl StemMemory {
    /// Collects the non-zero inputs except the first plane.
    fn note_used(&mut self, planes: &[f32], count: usize) {
        self.used.clear();
        self.starts.clear();
        for planes in planes.chunks_exact(count) {
            self.starts.push(self.used.len());
            for (plane, &value) in planes.iter().enumerate().skip(1) {
                if value != 0.0 {
                    self.used.push((plane, value));
                }
            }
        }
        self.starts.push(self.used.len());
    }
}
