//! What the NEON kernels of our nets and of KataGo's share: instructions for which Rust has no stable
//! function, and products of bytes.

#![allow(unsafe_code)]

use std::arch::aarch64::*;
use std::arch::asm;

/// Eight accumulators in two registers.
pub(super) type Sums = [int32x4_t; 2];

/// Defines a function of one instruction that adds products to accumulators.
///
/// `core::arch` has them as functions that are not stable yet. What is inlined into a kernel that has the
/// same target feature becomes the instruction alone.
macro_rules! instruction {
    ($(#[$doc:meta])* $name:ident: $feature:literal, $text:literal, $sums:ty, $a:ty, $b:ty) => {
        $(#[$doc])*
        #[target_feature(enable = $feature)]
        #[inline]
        pub(super) fn $name(sums: $sums, a: $a, b: $b) -> $sums {
            let mut sums = sums;
            // SAFETY: the instruction changes its first register and nothing else, and the processor has
            // it: that is what the target feature says.
            unsafe {
                asm!(
                    $text,
                    inout(vreg) sums,
                    in(vreg) a,
                    in(vreg) b,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            sums
        }
    };
}

instruction! {
    /// In each lane the accumulator plus four products of signed bytes.
    dot_signed: "dotprod", "sdot {0:v}.4s, {1:v}.16b, {2:v}.16b", int32x4_t, int8x16_t, int8x16_t
}
instruction! {
    /// In each lane the accumulator plus four products of unsigned bytes with signed ones.
    dot_mixed: "i8mm", "usdot {0:v}.4s, {1:v}.16b, {2:v}.16b", int32x4_t, uint8x16_t, int8x16_t
}
instruction! {
    /// The accumulators of a 2×2 matrix, row by row, plus the products of two rows of eight unsigned bytes
    /// with two rows of eight signed ones.
    multiply_matrices: "i8mm", "usmmla {0:v}.4s, {1:v}.16b, {2:v}.16b", int32x4_t, uint8x16_t, int8x16_t
}
instruction! {
    /// In each lane the accumulator plus two products of `bf16`.
    dot_bf16: "bf16", "bfdot {0:v}.4s, {1:v}.8h, {2:v}.8h", float32x4_t, uint16x8_t, uint16x8_t
}

/// The accumulators plus four products of signed bytes in each lane, without an instruction for that. Two
/// products that are added must fit 16 bits.
///
/// # Safety
/// Every processor of this kind has the instructions.
#[inline(always)]
pub(super) unsafe fn add_pairs(sums: int32x4_t, a: int8x16_t, b: int8x16_t) -> int32x4_t {
    // SAFETY: the caller vouches for the instructions; no memory is touched.
    unsafe {
        let low = vmull_s8(vget_low_s8(a), vget_low_s8(b));
        vpadalq_s16(sums, vpaddq_s16(low, vmull_high_s8(a, b)))
    }
}

/// Where the operands of a tile are, as the micro-kernels have them.
pub(super) struct Operands<'a> {
    /// The activations of the first point, before a tap is added.
    pub(super) activations: *const u8,
    /// From a point to the next one, in activations.
    pub(super) point_stride: usize,
    /// What is added to the place of a point for each tap, in activations.
    pub(super) taps: &'a [usize],
    /// Words of a point's activations: an even number.
    pub(super) words: usize,
    /// The weights of the first tap and word.
    pub(super) weights: *const i8,
    /// From the weights for a word to those for the next one.
    pub(super) weight_stride: usize,
}

/// The sums of a tile by products of matrices: two points by eight inputs with eight inputs by two outputs.
///
/// # Safety
/// The processor must have `i8mm`. All activations and weights that follow from the operands must be valid
/// for reads: so many vectors of eight words of weights for each tap and word.
#[inline(always)]
pub(super) unsafe fn matrix_sums<const POINTS: usize, const VECTORS: usize>(
    operands: &Operands<'_>,
) -> [[Sums; VECTORS]; POINTS] {
    // The bytes of four words, which a register holds.
    const FOUR: usize = 16;
    let Operands { point_stride, taps, words, weight_stride, .. } = *operands;
    let (pairs, pair_stride) = (POINTS.div_ceil(2), 2 * point_stride);
    // SAFETY: the caller vouches for `i8mm` and for all places that are read.
    unsafe {
        // For each pair of points the matrices of each vector, of two outputs each. An array cannot be as
        // long as there are pairs; the rest of it is never used.
        let mut sums = [[[[vdupq_n_s32(0); 2]; 2]; VECTORS]; POINTS];
        let mut weights = operands.weights;
        for &tap in taps {
            let mut activations = operands.activations.add(tap);
            for _ in 0..words / 2 {
                let mut rows = [vdupq_n_u8(0); POINTS];
                let mut first = activations;
                for (i, rows) in rows[..pairs].iter_mut().enumerate() {
                    // The last one of an odd number of points stands for its neighbour too.
                    let next = if 2 * i + 1 < POINTS { point_stride } else { 0 };
                    *rows = vcombine_u8(vld1_u8(first), vld1_u8(first.add(next)));
                    first = first.wrapping_add(pair_stride);
                }
                for half in 0..2 * VECTORS {
                    let at = weights.add(half * FOUR);
                    let low = vreinterpretq_s32_s8(vld1q_s8(at));
                    let high = vreinterpretq_s32_s8(vld1q_s8(at.add(weight_stride)));
                    // Both words of two outputs together.
                    let columns = [vzip1q_s32(low, high), vzip2q_s32(low, high)];
                    for (sums, &rows) in sums[..pairs].iter_mut().zip(&rows) {
                        for (sum, columns) in sums[half / 2][half % 2].iter_mut().zip(columns) {
                            *sum = multiply_matrices(*sum, rows, vreinterpretq_s8_s32(columns));
                        }
                    }
                }
                activations = activations.add(8);
                weights = weights.add(2 * weight_stride);
            }
        }
        let mut result = [[[vdupq_n_s32(0); 2]; VECTORS]; POINTS];
        for (point, result) in result.iter_mut().enumerate() {
            for (sums, result) in sums[point / 2].iter().zip(result) {
                for (matrices, four) in sums.iter().zip(result) {
                    let [a, b] = matrices.map(|matrix| vreinterpretq_s64_s32(matrix));
                    let row = if point % 2 == 0 { vzip1q_s64(a, b) } else { vzip2q_s64(a, b) };
                    *four = vreinterpretq_s32_s64(row);
                }
            }
        }
        result
    }
}
