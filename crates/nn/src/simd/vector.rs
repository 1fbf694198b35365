//! The traits of a backend: vectors of `f32`, products of a number type, and vectors of 16-bit integers.

#![allow(unsafe_code)]

use super::dtype::{DType, I16, QuantLevels};

/// Implements a trait of this file for a backend by listing its operations, most of them one instruction.
///
/// Each operation becomes an `unsafe fn` that is always inlined: it is compiled with the instructions of the kernel
/// that calls it.
macro_rules! operations {
    (
        impl $(<$(const $parameter:ident: $kind:ty),+>)? $trait:ident for $backend:ty {
            $(type $type:ident = $is:ty;)*
            $(const $constant:ident: $of:ty = $value:expr;)*
            $(
                fn $name:ident $(<$(const $count:ident: usize),+>)? (
                    $($argument:ident: $takes:ty),* $(,)?
                ) $(-> $gives:ty)? { $($body:tt)* }
            )*
        }
    ) => {
        impl $(<$(const $parameter: $kind),+>)? $trait for $backend {
            $(type $type = $is;)*
            $(const $constant: $of = $value;)*
            $(
                #[inline(always)]
                #[allow(unused_unsafe)]
                unsafe fn $name $(<$(const $count: usize),+>)? (
                    $($argument: $takes),*
                ) $(-> $gives)? {
                    // SAFETY: the caller guarantees what the trait requires: the processor has the backend's
                    // instructions, and pointers are valid for what the operation reads or writes. The intrinsics
                    // require nothing else.
                    unsafe { $($body)* }
                }
            )*
        }
    };
}
pub(crate) use operations;

/// Vectors of one number type that can be added.
///
/// # Safety
/// The processor must have the instructions of the backend.
pub(crate) trait Additive {
    /// The numbers.
    type Vector: Copy;

    /// `a + b`; integers wrap around.
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a - b`; integers wrap around.
    unsafe fn subtract(a: Self::Vector, b: Self::Vector) -> Self::Vector;
}

/// Vectors of `f32`.
///
/// # Safety
/// The processor must have the instructions of the backend. A pointer must be valid for one `f32` per lane;
/// it need not be aligned.
pub(crate) trait Lanes: Additive {
    /// The number of lanes: 8 or 16.
    const LANES: usize;

    /// Returns the same number in every lane.
    unsafe fn splat(value: f32) -> Self::Vector;
    /// Loads numbers.
    unsafe fn load(at: *const f32) -> Self::Vector;
    /// Stores numbers.
    unsafe fn store(values: Self::Vector, at: *mut f32);
    /// `a * b`
    unsafe fn multiply(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a / b`
    unsafe fn divide(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `1 / a` with a relative error of at most 0.0004. The result is finite or 0 for powers of two from 2⁻¹⁰⁰ to 2¹⁰⁰.
    unsafe fn approximate_reciprocal(a: Self::Vector) -> Self::Vector;
    /// `a * b + c`, rounded once or twice.
    unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;
    /// Returns the larger numbers; `b` if `a` is NaN.
    unsafe fn max(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the smaller numbers; `b` if `a` is NaN.
    unsafe fn min(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Rounds to the nearest integers, ties to even.
    unsafe fn round(a: Self::Vector) -> Self::Vector;
    /// Splits numbers into fractions from 0 to 1 and exponents `n` for [`scale_by_power`](Self::scale_by_power): the
    /// integers below the numbers.
    unsafe fn split(a: Self::Vector) -> [Self::Vector; 2];
    /// `a · 2ⁿ` for integers `n` from -126 to 127, or exponents of [`split`](Self::split).
    unsafe fn scale_by_power(a: Self::Vector, n: Self::Vector) -> Self::Vector;
    /// Returns the sum of all lanes.
    unsafe fn sum(a: Self::Vector) -> f32;
    /// Returns the maximum of all lanes.
    unsafe fn maximum(a: Self::Vector) -> f32;
}

/// The operands that all tiles of a product share.
pub(crate) struct Product<'a, D: Dot> {
    /// The activations of the point that tap offsets are relative to.
    pub(crate) activations: *const ActivationOf<D>,
    /// The distance between neighbouring points of a row, in activations.
    pub(crate) point_stride: usize,
    /// The offset of each tap, in activations.
    pub(crate) taps: &'a [usize],
    /// The number of words of a point's activations.
    pub(crate) words: usize,
    /// The distance between the weights of one word and the next, in weights.
    pub(crate) weight_stride: usize,
    /// The distance between the weights of one vector of outputs and the next, in weights.
    pub(crate) vector_stride: usize,
}

impl<D: Dot> Product<'_, D> {
    /// The distance between vectors of outputs whose weights are adjacent.
    pub(crate) const ADJACENT: usize = D::Lanes::LANES * <D::Number as DType>::PER_WORD;
}

/// The number of points of a product of matrices.
pub(crate) const MATRIX_POINTS: usize = 32;
/// The number of words per point that a matrix instruction multiplies.
pub(crate) const MATRIX_WORDS: usize = 16;

/// Products of the words of a number type. A word has 32 bits.
///
/// # Safety
/// As for [`Lanes`]. A pointer to weights must be valid for one word per lane, a pointer to an activation that is
/// broadcast for one word, and any other pointer to activations for one activation per lane.
pub(crate) trait Dot: Sized {
    /// The vectors of `f32` that sums are converted to.
    type Lanes: Lanes;
    /// The number type.
    type Number: DType;
    /// A word in each lane.
    type Words: Copy;
    /// An accumulator in each lane.
    type Sums: Copy;
    /// The maximum number of points of a tile: the largest that keeps all accumulators in registers.
    const TILE_POINTS: usize;
    /// The levels of activations with a step per point, if the products are exact for fewer levels than the number
    /// type has.
    const POINT_LEVELS: Option<QuantLevels> = <Self::Number as DType>::LEVELS;

    /// Returns accumulators of zero.
    unsafe fn zero() -> Self::Sums;
    /// Returns the initial accumulators: zero, or a correction if the backend shifts activations. The pointer is to
    /// the sum of each output's weights.
    #[inline(always)]
    unsafe fn start(_weight_sums: *const f32) -> Self::Sums {
        // SAFETY: the caller guarantees the instructions.
        unsafe { Self::zero() }
    }
    /// Loads weights, one word per lane.
    unsafe fn load_weights(at: *const WeightOf<Self>) -> Self::Words;
    /// Loads one word of activations into every lane.
    unsafe fn broadcast(at: *const ActivationOf<Self>) -> Self::Words;
    /// Adds the products of activations and weights to the accumulators, within each lane.
    unsafe fn multiply_add(
        sums: Self::Sums,
        activations: Self::Words,
        weights: Self::Words,
    ) -> Self::Sums;
    /// Returns the accumulators of a tile, whose first activation has the index `point`. All activations and weights
    /// that follow from it and from `product` are valid for reads: `VECTORS` vectors of weights per tap and word.
    #[inline(always)]
    unsafe fn sums<const POINTS: usize, const VECTORS: usize>(
        product: &Product<'_, Self>,
        weights: *const WeightOf<Self>,
        start: [Self::Sums; VECTORS],
        point: usize,
    ) -> [[Self::Sums; VECTORS]; POINTS] {
        // SAFETY: the caller guarantees the instructions and the operands.
        unsafe { sums_by_words(product, weights, start, point) }
    }
    /// `true` if the backend multiplies matrices.
    const MATRICES: bool = false;
    /// Prepares this thread for [`matrix_sums`](Self::matrix_sums).
    #[inline(always)]
    unsafe fn start_matrices() {}
    /// Frees what [`start_matrices`](Self::start_matrices) prepared.
    #[inline(always)]
    unsafe fn end_matrices() {}
    /// Stores the sums, starting with zero, of [`MATRIX_POINTS`] points and two vectors of outputs. The first
    /// activation has the index `point`. The product has a multiple of [`MATRIX_WORDS`] words, and the weights of a word
    /// are 32 outputs without a gap. All activations and weights that follow from this are valid for reads, and `to` for
    /// writes of the sums of all points.
    #[inline(always)]
    unsafe fn matrix_sums(
        _product: &Product<'_, Self>,
        _weights: *const WeightOf<Self>,
        _point: usize,
        _to: *mut [Self::Sums; 2],
    ) {
        unreachable!("the backend multiplies vectors only")
    }
    /// Converts accumulators to `f32`.
    unsafe fn floats(sums: Self::Sums) -> FloatsOf<Self>;
    /// Stores numbers as activations: rounded to nearest, ties to even, and saturated to the quantisation levels.
    unsafe fn store_activations(values: FloatsOf<Self>, at: *mut ActivationOf<Self>);
    /// Stores four vectors as [`store_activations`](Self::store_activations) does.
    #[inline(always)]
    unsafe fn store_four(values: [FloatsOf<Self>; 4], at: *mut ActivationOf<Self>) {
        // SAFETY: the caller guarantees the instructions and the room for activations.
        unsafe {
            for (i, values) in values.into_iter().enumerate() {
                Self::store_activations(values, at.add(i * Self::Lanes::LANES));
            }
        }
    }
}

/// Products whose activations can be read as `f32`: built-in nets add the residual stream from its activations.
///
/// # Safety
/// As for [`Dot`].
pub(crate) trait Residual: Dot {
    /// Loads activations as `f32`.
    unsafe fn load_activations(at: *const ActivationOf<Self>) -> FloatsOf<Self>;
}

/// Products of any 16-bit integers: the operations of attention with integers.
///
/// # Safety
/// As for [`Dot`].
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "no other backend implements it")
)]
pub(crate) trait Shorts: Dot<Number = I16> {
    /// Stores two vectors of numbers rounded to the nearest 16-bit integers, with saturation.
    unsafe fn store_rounded(values: [FloatsOf<Self>; 2], at: *mut i16);
}

/// Products of 16-bit integers, and vectors of two of them per lane: the operations of Winograd's algorithm.
///
/// # Safety
/// As for [`Dot`]. A pointer must be valid for two numbers per lane.
pub(crate) trait I16Vec: Dot<Number = I16> {
    /// Vectors of 16-bit integers.
    type Halves: Additive;

    /// Loads activations.
    unsafe fn load_shorts(at: *const i16) -> HalvesOf<Self>;
    /// Stores activations.
    unsafe fn store_shorts(values: HalvesOf<Self>, at: *mut i16);
}

/// Winograd's algorithm for bytes, exact in integers: sums can be added and divided.
///
/// # Safety
/// As for [`I16Vec`].
#[cfg(target_arch = "x86_64")]
pub(crate) trait ExactShorts: I16Vec + Additive<Vector = <Self as Dot>::Sums> {
    /// The inverse of 9 modulo 2³².
    const NINTH: i32 = 0x38e3_8e39;

    /// Loads bytes as 16-bit integers.
    unsafe fn widen(at: *const u8) -> HalvesOf<Self>;
    /// Divides multiples of 36 by 36: shifts right by 2, then multiplies by [`NINTH`](Self::NINTH) modulo 2³².
    unsafe fn thirty_sixth(sums: Self::Sums) -> Self::Sums;
}

/// A vector of `f32` of a backend.
pub(crate) type FloatsOf<D> = <<D as Dot>::Lanes as Additive>::Vector;
/// An activation of a backend.
pub(crate) type ActivationOf<D> = <<D as Dot>::Number as DType>::Activation;
/// A weight of a backend.
pub(crate) type WeightOf<D> = <<D as Dot>::Number as DType>::Weight;
/// A vector of 16-bit integers of a backend.
pub(crate) type HalvesOf<S> = <<S as I16Vec>::Halves as Additive>::Vector;

/// Loads one word of weights per lane for some vectors, which are `stride` weights apart.
///
/// # Safety
/// As for [`Dot`].
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "iterators may compile to calls")]
pub(crate) unsafe fn load_row<D: Dot, const VECTORS: usize>(
    at: *const WeightOf<D>,
    stride: usize,
) -> [D::Words; VECTORS] {
    // SAFETY: the caller guarantees the instructions and the weights.
    unsafe {
        let mut row = [D::load_weights(at); VECTORS];
        for i in 1..VECTORS {
            row[i] = D::load_weights(at.add(i * stride));
        }
        row
    }
}

/// Returns the accumulators of a tile: each word of a point's activations is broadcast and multiplied by the weights
/// of a vector of outputs.
///
/// # Safety
/// As for [`Dot::sums`].
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "iterators may compile to calls")]
pub(crate) unsafe fn sums_by_words<D: Dot, const POINTS: usize, const VECTORS: usize>(
    product: &Product<'_, D>,
    weights: *const WeightOf<D>,
    start: [D::Sums; VECTORS],
    point: usize,
) -> [[D::Sums; VECTORS]; POINTS] {
    let per_word = <D::Number as DType>::PER_WORD;
    // SAFETY: the caller guarantees the instructions and the operands.
    unsafe {
        let mut sums = [start; POINTS];
        let mut weights = weights;
        for &tap in product.taps {
            let mut activations = product.activations.add(point + tap);
            for _ in 0..product.words {
                // Loaded once and used for all points of the tile.
                let row = load_row::<D, VECTORS>(weights, product.vector_stride);
                for i in 0..POINTS {
                    // The product cannot overflow; checked, it would be checked in every iteration.
                    let offset = i.wrapping_mul(product.point_stride);
                    let word = D::broadcast(activations.add(offset));
                    for k in 0..VECTORS {
                        sums[i][k] = D::multiply_add(sums[i][k], word, row[k]);
                    }
                }
                activations = activations.add(per_word);
                weights = weights.add(product.weight_stride);
            }
        }
        sums
    }
}
