//! The convolutions of built-in nets with an exact epilogue: multiplication and addition are rounded separately, so
//! that integer nets are bit-identical on every backend.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use crate::simd::I8;
use crate::simd::vector::{ActivationOf, Additive, Dot, FloatsOf, Lanes, Residual};
#[cfg(target_arch = "x86_64")]
use crate::simd::vector::{ExactShorts, HalvesOf};
use crate::simd::{DType, F32};

use super::convolution::Convolution;
use super::gemm::sums;
use super::padded_tensor::{Grid, PaddedTensor};
use super::tile::{Epilogue, TilePlace};
use super::winograd::Transformed;
#[cfg(target_arch = "x86_64")]
use super::winograd::{self, WinogradLayer};

/// The destination of the results of a convolution. A result is `scale * accumulator + bias`.
#[derive(Debug)]
pub(crate) enum Output<'a, N: DType> {
    /// Stores the result after ReLU and saturation.
    Store(&'a mut PaddedTensor<N>),
    /// Adds the residual, which is the tensor's activation times the residual scale, then applies ReLU, saturates and
    /// stores.
    AddResidual(&'a mut PaddedTensor<N>),
    /// Stores the result without ReLU.
    Dequantised(&'a mut PaddedTensor<F32>),
}

/// A convolution of a built-in net with its tensors.
#[derive(Debug)]
pub(crate) struct ConvolutionJob<'a, N: DType> {
    /// The layer.
    pub(crate) layer: &'a Convolution<N>,
    /// The biases of the layer, or others for its outputs.
    pub(crate) biases: &'a [f32],
    /// The value at which activations saturate: at most 127 for bytes.
    pub(crate) max: f32,
    /// The input, with a border of one line.
    pub(crate) input: &'a PaddedTensor<N>,
    /// The destination.
    pub(crate) output: Output<'a, N>,
    /// Memory for transformed inputs.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "Winograd's algorithm"))]
    pub(crate) memory: &'a mut Transformed,
}

/// Computes a convolution.
///
/// # Safety
/// The processor must have the instructions of the backend.
///
/// # Panics
/// Panics if shapes do not match.
#[inline(always)]
pub(super) unsafe fn convolve<D: Residual>(job: ConvolutionJob<'_, D::Number>) {
    let exact = Exact::<D>::new(job.layer, job.biases, job.max, job.input.lines(), job.output);
    // SAFETY: the caller guarantees the instructions; `new` asserted the shape of the output.
    unsafe { sums::<D, _>(&job.layer.packed(), job.input, 0..job.input.area(), &exact) }
}

/// Computes a convolution: with Winograd's algorithm if it has size 3 and enough channels.
///
/// Winograd multiplies 25 16-bit numbers instead of 81 bytes. It is slower only with byte dot products that add four
/// products at a time.
///
/// # Safety
/// The processor must have the instructions of both backends.
///
/// # Panics
/// Panics if shapes do not match.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) unsafe fn convolve_by_winograd<D, S>(job: ConvolutionJob<'_, I8>)
where
    D: Residual<Number = I8>,
    S: ExactShorts<Lanes = D::Lanes> + Dot<Sums = D::Sums>,
{
    let Some(weights) = job.layer.transformed(2 * D::Lanes::LANES) else {
        // SAFETY: the caller guarantees the instructions.
        return unsafe { convolve::<D>(job) };
    };
    let exact = Exact::<D>::new(job.layer, job.biases, job.max, job.input.lines(), job.output);
    let outputs = job.layer.outputs;
    assert_eq!(job.input.channels(), job.layer.inputs, "the input fits");
    // SAFETY: the caller guarantees the instructions; `new` asserted the shape of the output.
    unsafe { winograd::convolve::<S, _>(&exact, weights, outputs, job.input, job.memory) }
}

/// The exact epilogue, with pointers for all tiles.
struct Exact<D: Dot> {
    scales: *const f32,
    biases: *const f32,
    residual_scale: f32,
    max: f32,
    grid: Grid,
    /// The number of outputs per point.
    channels: usize,
    output: OutputPointer<ActivationOf<D>>,
}

/// The output tensor as a pointer, because slices would be bounds-checked in the innermost loops.
#[derive(Clone, Copy)]
enum OutputPointer<A> {
    Store(*mut A),
    AddResidual(*mut A),
    Dequantised(*mut f32),
}

impl<D: Residual> Exact<D> {
    /// Checks the shapes of scales, biases and output.
    ///
    /// # Panics
    /// Panics if they do not match.
    fn new(
        layer: &Convolution<D::Number>,
        biases: &[f32],
        max: f32,
        lines: usize,
        output: Output<'_, D::Number>,
    ) -> Exact<D> {
        fn parts<N: DType>(to: &mut PaddedTensor<N>) -> (*mut N::Activation, Grid, [usize; 2]) {
            let (grid, shape) = (to.grid(), [to.lines(), to.channels()]);
            (to.values_mut().as_mut_ptr(), grid, shape)
        }
        let (output, grid, shape) = match output {
            Output::Store(to) => {
                let (to, grid, shape) = parts(to);
                (OutputPointer::Store(to), grid, shape)
            }
            Output::AddResidual(to) => {
                let (to, grid, shape) = parts(to);
                (OutputPointer::AddResidual(to), grid, shape)
            }
            Output::Dequantised(to) => {
                let (to, grid, shape) = parts(to);
                (OutputPointer::Dequantised(to), grid, shape)
            }
        };
        let channels = layer.outputs;
        // The pointers rely on these assertions, so they are checked in every build.
        assert_eq!(shape, [lines, channels], "the output has the layer's shape");
        assert!([biases, &layer.scales].iter().all(|it| it.len() == channels));
        let (scales, biases) = (layer.scales.as_ptr(), biases.as_ptr());
        let residual_scale = layer.residual_scale;
        Exact { scales, biases, residual_scale, max, grid, channels, output }
    }

    /// Finishes a vector of outputs of some neighbouring points, whose sums are `stride` apart.
    ///
    /// # Safety
    /// The processor must have the instructions of the backend, the points must be on the board, the sums valid for
    /// reads, and the layer must have these outputs.
    #[inline(always)]
    unsafe fn finish_points(&self, sums: *const D::Sums, stride: usize, place: TilePlace) {
        let TilePlace { row, column, points, channel } = place;
        let first = self.grid.point(row, column) * self.channels + channel;
        // SAFETY: the caller guarantees the instructions, the sums and the place; `new` asserted the shapes.
        unsafe {
            let scales = D::Lanes::load(self.scales.add(channel));
            let biases = D::Lanes::load(self.biases.add(channel));
            let limits = [D::Lanes::splat(0.0), D::Lanes::splat(self.max)];
            let residual_scale = D::Lanes::splat(self.residual_scale);
            for i in 0..points {
                let sums = D::floats(sums.add(i * stride).read_unaligned());
                // Not fused: portable code has no fast fused multiply-add.
                let values = D::Lanes::add(D::Lanes::multiply(sums, scales), biases);
                let at = first + i * self.channels;
                match self.output {
                    OutputPointer::Store(to) => store::<D>(values, limits, to.add(at)),
                    OutputPointer::AddResidual(to) => {
                        let to = to.add(at);
                        let residual = D::Lanes::multiply(D::load_activations(to), residual_scale);
                        store::<D>(D::Lanes::add(values, residual), limits, to);
                    }
                    OutputPointer::Dequantised(to) => D::Lanes::store(values, to.add(at)),
                }
            }
        }
    }
}

/// Applies ReLU, saturates and stores activations.
///
/// # Safety
/// The processor must have the instructions of the backend; the pointer is valid for writes of a vector of activations.
#[inline(always)]
unsafe fn store<D: Dot>(
    values: FloatsOf<D>,
    [least, most]: [FloatsOf<D>; 2],
    at: *mut ActivationOf<D>,
) {
    // SAFETY: the caller guarantees the instructions and the place. NaN becomes 0.
    unsafe { D::store_activations(D::Lanes::min(D::Lanes::max(values, least), most), at) }
}

impl<D: Residual> Epilogue<D> for Exact<D> {
    const NARROW: bool = true;

    #[inline(always)]
    unsafe fn start(&self, _channel: usize) -> D::Sums {
        // SAFETY: the caller guarantees the instructions.
        unsafe { D::zero() }
    }

    #[inline(always)]
    unsafe fn finish<const VECTORS: usize>(&self, place: TilePlace, sums: &[[D::Sums; VECTORS]]) {
        let all = sums.as_ptr().cast::<D::Sums>();
        for vector in 0..VECTORS {
            let channel = place.channel + vector * D::Lanes::LANES;
            // SAFETY: the caller guarantees the instructions and the place; the sums of a point are `VECTORS` vectors.
            unsafe {
                self.finish_points(all.add(vector), VECTORS, TilePlace { channel, ..place });
            }
        }
    }
}

/// Weights are scaled by 36, and sums, which are multiples of 36, are divided at the end, so that all numbers are
/// integers.
#[cfg(target_arch = "x86_64")]
impl<D, S> WinogradLayer<S> for Exact<D>
where
    D: Residual<Number = I8>,
    S: ExactShorts<Lanes = D::Lanes> + Dot<Sums = D::Sums>,
{
    type Input = I8;
    type Numbers = S;
    // A small group stays in the first-level cache; a large group loads the weights less often.
    const TILES_TOGETHER: usize = 14;

    #[inline(always)]
    unsafe fn load_input(at: *const u8) -> HalvesOf<S> {
        // SAFETY: the caller guarantees the instructions and the activations.
        unsafe { S::widen(at) }
    }

    #[inline(always)]
    unsafe fn number(&self, sums: S::Sums, _place: usize, _channel: usize) -> S::Sums {
        sums
    }

    #[inline(always)]
    unsafe fn finish(&self, output: S::Sums, row: usize, column: usize, channel: usize) {
        let place = TilePlace { row, column, points: 1, channel };
        // SAFETY: the caller guarantees the instructions and the place.
        unsafe { self.finish_points(&S::thirty_sixth(output), 1, place) }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn thirty_sixth_of_multiple_of_36_is_exact() {
        use crate::simd::avx2::Avx2I16;
        use crate::simd::vector::ExactShorts;
        for number in [0_i32, 1, -1, 9 * 256 * 127 * 128, -9 * 256 * 127 * 128] {
            assert_eq!(((36 * number) >> 2).wrapping_mul(Avx2I16::NINTH), number);
        }
    }
}
