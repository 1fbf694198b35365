//! Vectors of 32-bit lanes: what an instruction set does with `f32`, and with the words of a number type.

#![allow(unsafe_code)]

use super::number::Number;

/// Vectors of `f32` of an instruction set.
///
/// # Safety
/// The processor must have the instructions that an implementation is made of. A pointer must be valid
/// for one `f32` for each lane, without alignment.
pub(super) trait Lanes {
    /// One `f32` in each lane.
    type Floats: Copy;
    /// The number of lanes: 8 or 16.
    const LANES: usize;

    /// The same number in every lane.
    unsafe fn splat(value: f32) -> Self::Floats;
    /// Loads numbers.
    unsafe fn load(at: *const f32) -> Self::Floats;
    /// Stores numbers.
    unsafe fn store(values: Self::Floats, at: *mut f32);
    /// `a + b`
    unsafe fn add(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// `a - b`
    unsafe fn subtract(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// `a * b`
    unsafe fn multiply(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// `a / b`
    unsafe fn divide(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// `a * b + c`, rounded once or twice.
    unsafe fn multiply_add(a: Self::Floats, b: Self::Floats, c: Self::Floats) -> Self::Floats;
    /// The larger numbers; `b` where `a` is no number.
    unsafe fn max(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The smaller numbers; `b` where `a` is no number.
    unsafe fn min(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The nearest integers, ties to even.
    unsafe fn round(a: Self::Floats) -> Self::Floats;
    /// `a · 2ⁿ` for integers `n` from -126 to 127.
    unsafe fn scale_by_power(a: Self::Floats, n: Self::Floats) -> Self::Floats;
    /// The sum of all lanes.
    unsafe fn sum(a: Self::Floats) -> f32;
    /// The largest of all lanes.
    unsafe fn maximum(a: Self::Floats) -> f32;
}

/// What all tiles of a product share.
pub(super) struct Product<'a, D: Dot> {
    /// The activations of the point that tap offsets are counted from.
    pub(super) activations: *const ActivationOf<D>,
    /// From a point to the next one of its row, in activations.
    pub(super) point_stride: usize,
    /// What is added to the place of a point for each tap, in activations.
    pub(super) taps: &'a [usize],
    /// Words of a point's activations.
    pub(super) words: usize,
    /// From the weights for a word to those for the next one.
    pub(super) weight_stride: usize,
}

/// Products of the words of a number type.
///
/// # Safety
/// As for [`Lanes`]; a pointer to weights is valid for one word for each lane, one to an activation for
/// one word, and one to write activations for one activation for each lane.
pub(super) trait Dot: Sized {
    /// The vectors of `f32` beside these.
    type Lanes: Lanes;
    /// The number type.
    type Number: Number;
    /// A word in each lane.
    type Words: Copy;
    /// An accumulator in each lane.
    type Sums: Copy;
    /// The most points of a tile: as many as leave all accumulators in registers.
    const TILE_POINTS: usize;

    /// Accumulators of zero.
    unsafe fn zero() -> Self::Sums;
    /// What the accumulators of outputs begin with: 0, or what makes up for activations that a backend takes
    /// otherwise than they are. The pointer is to the sum of each output's weights.
    #[inline(always)]
    unsafe fn start(_weight_sums: *const f32) -> Self::Sums {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Self::zero() }
    }
    /// Loads weights, a word for each lane.
    unsafe fn load_weights(at: *const <Self::Number as Number>::Weight) -> Self::Words;
    /// Loads one word of activations into every lane.
    unsafe fn broadcast(at: *const <Self::Number as Number>::Activation) -> Self::Words;
    /// The accumulators plus the products of activations and weights, within each lane.
    unsafe fn multiply_add(
        sums: Self::Sums,
        activations: Self::Words,
        weights: Self::Words,
    ) -> Self::Sums;
    /// The accumulators of a tile from the activation with index `point` on. All activations and weights that
    /// follow from it and from `product` are valid for reads: two vectors of weights for each tap and word.
    #[inline(always)]
    unsafe fn sums<const POINTS: usize>(
        product: &Product<'_, Self>,
        weights: *const <Self::Number as Number>::Weight,
        start: [Self::Sums; 2],
        point: usize,
    ) -> [[Self::Sums; 2]; POINTS] {
        // SAFETY: the caller vouches for the instructions and for all places that are read.
        unsafe { sums_by_words(product, weights, start, point) }
    }
    /// The accumulators as `f32`.
    unsafe fn floats(sums: Self::Sums) -> <Self::Lanes as Lanes>::Floats;
    /// Stores numbers as activations: rounded to the nearest and saturated at the levels.
    unsafe fn store_activations(
        values: <Self::Lanes as Lanes>::Floats,
        at: *mut <Self::Number as Number>::Activation,
    );
}

/// The vectors of `f32` of a backend.
pub(super) type FloatsOf<D> = <<D as Dot>::Lanes as Lanes>::Floats;
/// An activation of a backend.
pub(super) type ActivationOf<D> = <<D as Dot>::Number as Number>::Activation;
/// A weight of a backend.
pub(super) type WeightOf<D> = <<D as Dot>::Number as Number>::Weight;

/// The accumulators of a tile: a word of a point's activations is broadcast over a vector and multiplied with
/// the weights of as many outputs.
///
/// # Safety
/// As for [`Dot::sums`].
#[inline(always)]
pub(super) unsafe fn sums_by_words<D: Dot, const POINTS: usize>(
    product: &Product<'_, D>,
    weights: *const WeightOf<D>,
    start: [D::Sums; 2],
    point: usize,
) -> [[D::Sums; 2]; POINTS] {
    let per_word = <D::Number as Number>::PER_WORD;
    let vector = D::Lanes::LANES * per_word;
    // SAFETY: the caller vouches for the instructions and for all places that are read.
    unsafe {
        let mut sums = [start; POINTS];
        let mut weights = weights;
        for &tap in product.taps {
            let mut activations = product.activations.add(point + tap);
            for _ in 0..product.words {
                // Loaded once and used for all points of the tile.
                let row = [D::load_weights(weights), D::load_weights(weights.add(vector))];
                for (i, sums) in sums.iter_mut().enumerate() {
                    let word = D::broadcast(activations.add(i * product.point_stride));
                    *sums = [
                        D::multiply_add(sums[0], word, row[0]),
                        D::multiply_add(sums[1], word, row[1]),
                    ];
                }
                activations = activations.add(per_word);
                weights = weights.add(product.weight_stride);
            }
        }
        sums
    }
}
