//! The tiled convolution that all SIMD backends share.
//!
//! A tile is some neighbouring points of a row by one or two vectors of output channels. Its
//! accumulators stay in registers while the micro-kernel goes through all taps and inputs.

#![allow(unsafe_code)]

use super::activations::Activations;
use super::arithmetic::Arithmetic;
use super::convolution::Convolution;
use super::output::Output;
use super::simd::{ActivationOf, Product, Simd};

/// The output tensor as a pointer: slices would check their bounds in the innermost loops.
#[derive(Clone, Copy)]
enum OutputPointer<N> {
    Store(*mut N),
    AddResidual(*mut N),
    Dequantised(*mut f32),
}

/// What all tiles of a convolution share.
pub(super) struct TileContext<'a, S: Simd> {
    pub(super) layer: &'a Convolution<S::Of>,
    biases: &'a [f32],
    max: f32,
    /// The input tensor, padding included.
    input: *const ActivationOf<S>,
    output: OutputPointer<ActivationOf<S>>,
    /// What is added to the place of a point for each tap, in activations.
    taps: [usize; 9],
    /// The first tap's input point lies so many points before the output point.
    back: usize,
}

impl<'a, S: Simd> TileContext<'a, S> {
    /// The context of a convolution.
    ///
    /// # Panics
    /// Where the shapes of the input, the output, the biases and the layer do not fit.
    #[inline(always)]
    pub(super) fn new(
        layer: &'a Convolution<S::Of>,
        biases: &'a [f32],
        max: f32,
        input: &'a Activations<ActivationOf<S>>,
        output: Output<'a, S::Of>,
    ) -> TileContext<'a, S> {
        let (lines, outputs) = (input.lines(), layer.outputs);
        let (output, shape) = match output {
            Output::Store(to) => {
                (OutputPointer::Store(to.values_mut().as_mut_ptr()), (to.lines(), to.channels()))
            }
            Output::AddResidual(to) => (
                OutputPointer::AddResidual(to.values_mut().as_mut_ptr()),
                (to.lines(), to.channels()),
            ),
            Output::Dequantised(to) => (
                OutputPointer::Dequantised(to.values_mut().as_mut_ptr()),
                (to.lines(), to.channels()),
            ),
        };
        // The pointers below rest on these: they are checked in every build.
        assert_eq!(shape, (lines, outputs), "the output has the shape of the layer");
        assert_eq!((input.channels(), biases.len()), (layer.inputs, outputs), "so has the input");
        assert_eq!(layer.weights.len(), layer.taps * layer.inputs * outputs, "and the weights");
        assert!(layer.scales.len() == outputs && outputs.is_multiple_of(16) && layer.taps <= 9);
        let (offsets, back) = layer.tap_offsets(input.stride());
        TileContext {
            layer,
            biases,
            max,
            input: input.values().as_ptr(),
            output,
            taps: offsets.map(|offset| offset * layer.inputs),
            back,
        }
    }
}

/// Evaluates a convolution in tiles.
///
/// # Safety
/// The processor must have the instructions of the backend.
///
/// # Panics
/// Where the shapes of the input, the output, the biases and the layer do not fit.
#[inline(always)]
pub(super) unsafe fn convolve<S: Simd>(
    layer: &Convolution<S::Of>,
    biases: &[f32],
    max: f32,
    input: &Activations<ActivationOf<S>>,
    output: Output<'_, S::Of>,
) {
    let context = TileContext::<S>::new(layer, biases, max, input, output);
    let (lines, outputs) = (input.lines(), layer.outputs);
    // The output channels are the outer loop: the weights for a tile's channels, tens of kilobytes,
    // stay in a near cache while all rows of the board go by.
    let mut channel = 0;
    while channel < outputs {
        let is_wide = S::TILE_VECTORS == 2 && channel + 2 * S::LANES <= outputs;
        for row in 0..lines {
            // SAFETY: the row is one of the board, and `channel` and the lanes after it are outputs
            // of the layer; input and output have these points and channels, as asserted above.
            unsafe {
                if is_wide {
                    row_of_tiles::<S, 2>(&context, input.first_of(row), lines, channel);
                } else {
                    row_of_tiles::<S, 1>(&context, input.first_of(row), lines, channel);
                }
            }
        }
        channel += S::LANES * if is_wide { 2 } else { 1 };
    }
}

/// The `lines` points of a row from a point on, in tiles as equal as can be: a last tile of few
/// points would leave most accumulators unused.
///
/// # Safety
/// As for [`tile`], for all points of the row.
#[inline(always)]
unsafe fn row_of_tiles<S: Simd, const VECTORS: usize>(
    context: &TileContext<'_, S>,
    first: usize,
    lines: usize,
    channel: usize,
) {
    let tiles = lines.div_ceil(S::TILE_POINTS);
    let mut point = first;
    for i in 0..tiles {
        let points = (lines + i) / tiles;
        // SAFETY: the tiles of a row add up to its `lines` points, which the caller vouches for.
        unsafe {
            // The number of points is a constant of each tile, without which its accumulators could not
            // stay in registers. The guards keep tiles that no backend uses from being compiled.
            match points {
                10 if S::TILE_POINTS >= 10 => tile::<S, 10, VECTORS>(context, point, channel),
                9 if S::TILE_POINTS >= 9 => tile::<S, 9, VECTORS>(context, point, channel),
                8 if S::TILE_POINTS >= 8 => tile::<S, 8, VECTORS>(context, point, channel),
                7 if S::TILE_POINTS >= 7 => tile::<S, 7, VECTORS>(context, point, channel),
                6 if S::TILE_POINTS >= 6 => tile::<S, 6, VECTORS>(context, point, channel),
                5 => tile::<S, 5, VECTORS>(context, point, channel),
                4 => tile::<S, 4, VECTORS>(context, point, channel),
                3 => tile::<S, 3, VECTORS>(context, point, channel),
                _ => unreachable!("a board has seven lines or more"),
            }
        }
        point += points;
    }
}

/// The micro-kernel: some neighbouring points by some vectors of output channels.
///
/// # Safety
/// The points must lie in one row of the board, the channels must be outputs of the layer, and the
/// processor must have the instructions of the backend.
#[inline(always)]
unsafe fn tile<S: Simd, const POINTS: usize, const VECTORS: usize>(
    context: &TileContext<'_, S>,
    point: usize,
    channel: usize,
) {
    let per_word = <S::Of as Arithmetic>::PER_WORD;
    let (inputs, outputs) = (context.layer.inputs, context.layer.outputs);
    // SAFETY: the padding gives every point of the board all taps, so that each read of activations
    // is within the input; weights are read by tap, word and channel below the bounds that `convolve`
    // asserted for their number.
    unsafe {
        let product = Product::<S> {
            activations: context.input.add((point - context.back) * inputs),
            point_stride: inputs,
            taps: &context.taps[..context.layer.taps],
            words: inputs / per_word,
            weights: context.layer.weights.as_ptr().add(channel * per_word),
            weight_stride: outputs * per_word,
        };
        let sums = S::sums::<POINTS, VECTORS>(&product);
        // Moves the accumulators out of the registers at once. Indexed by the loops below, which the
        // compiler does not unroll, they would live in memory from the beginning.
        let sums = std::hint::black_box(sums);
        for (i, sums) in sums.iter().enumerate() {
            for (k, &sums) in sums.iter().enumerate() {
                let channel = channel + k * S::LANES;
                finish(context, sums, (point + i) * outputs + channel, channel);
            }
        }
    }
}

/// Dequantises a vector of accumulators and stores it at an index of the output tensor.
///
/// # Safety
/// The index and the lanes after it must be within the output, and `channel` and the lanes after it
/// outputs of the layer.
#[inline(always)]
pub(super) unsafe fn finish<S: Simd>(
    context: &TileContext<'_, S>,
    sums: S::Vector,
    index: usize,
    channel: usize,
) {
    // SAFETY: scales and biases have one element per output channel, as `convolve` asserted, and the
    // caller vouches for the index.
    unsafe {
        let scales = context.layer.scales.as_ptr().add(channel);
        let values = S::dequantise(sums, scales, context.biases.as_ptr().add(channel));
        match context.output {
            OutputPointer::Store(to) => S::store(values, context.max, to.add(index)),
            OutputPointer::AddResidual(to) => {
                let residual_scale = context.layer.residual_scale;
                let values = S::add_residual(values, to.add(index), residual_scale);
                S::store(values, context.max, to.add(index));
            }
            OutputPointer::Dequantised(to) => S::store_f32(values, to.add(index)),
        }
    }
}

/// Defines a safe kernel that evaluates by an unsafe function. It panics where the processor lacks the instructions.
macro_rules! kernel {
    ($(#[$doc:meta])* $name:ident, $by:path => $of:ident, [$($feature:tt),+]) => {
        $(#[$doc])*
        pub(super) fn $name(
            layer: &Convolution<$of>,
            biases: &[f32],
            max: f32,
            input: &Activations<<$of as Arithmetic>::Activation>,
            output: Output<'_, $of>,
        ) {
            // Everything that is inlined into this function is compiled with these features; the
            // rest of the program runs on processors that lack them.
            $(#[target_feature(enable = $feature)])+
            unsafe fn with_features(
                layer: &Convolution<$of>,
                biases: &[f32],
                max: f32,
                input: &Activations<<$of as Arithmetic>::Activation>,
                output: Output<'_, $of>,
            ) {
                // SAFETY: this function is compiled with the instructions of the backend.
                unsafe { $by(layer, biases, max, input, output) }
            }
            assert!($($crate::processor::has_feature!($feature))&&+, "the processor has them");
            // SAFETY: the assertion has found the instructions on this processor.
            unsafe { with_features(layer, biases, max, input, output) }
        }
    };
}
pub(super) use kernel;
