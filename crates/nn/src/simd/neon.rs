//! ARM NEON: vectors of eight lanes in two registers, with dot products and matrix products.

#![allow(unsafe_code)]

use std::arch::aarch64::*;
use std::arch::asm;

use super::dtype::{Bf16, F32, HIGHEST_16, I8, I16};
use super::vector::{Additive, Dot, I16Vec, Lanes, Product, Residual, operations, sums_by_words};

/// Eight numbers in two registers.
type Floats = [float32x4_t; 2];
/// Eight accumulators in two registers.
type Sums = [int32x4_t; 2];
/// Sixteen numbers in two registers.
type Halves = [int16x8_t; 2];
/// Eight words of bytes in two registers.
type Bytes = [int8x16_t; 2];
/// Eight words of `bf16` in two registers.
type Bf16s = [uint16x8_t; 2];

/// Vectors of `f32`.
pub(crate) struct Neon;

operations! {
    impl Additive for Neon {
        type Vector = Floats;

        fn add(a: Floats, b: Floats) -> Floats { [vaddq_f32(a[0], b[0]), vaddq_f32(a[1], b[1])] }
        fn subtract(a: Floats, b: Floats) -> Floats {
            [vsubq_f32(a[0], b[0]), vsubq_f32(a[1], b[1])]
        }
    }
}

operations! {
    impl Lanes for Neon {
        const LANES: usize = 8;

        fn splat(value: f32) -> Floats { [vdupq_n_f32(value); 2] }
        fn load(at: *const f32) -> Floats { [vld1q_f32(at), vld1q_f32(at.add(4))] }
        fn store(values: Floats, at: *mut f32) {
            vst1q_f32(at, values[0]);
            vst1q_f32(at.add(4), values[1])
        }
        fn multiply(a: Floats, b: Floats) -> Floats {
            [vmulq_f32(a[0], b[0]), vmulq_f32(a[1], b[1])]
        }
        fn approximate_reciprocal(a: Floats) -> Floats {
            a.map(|it| vdivq_f32(vdupq_n_f32(1.0), it))
        }
        fn divide(a: Floats, b: Floats) -> Floats {
            [vdivq_f32(a[0], b[0]), vdivq_f32(a[1], b[1])]
        }
        fn multiply_add(a: Floats, b: Floats, c: Floats) -> Floats {
            [vfmaq_f32(c[0], a[0], b[0]), vfmaq_f32(c[1], a[1], b[1])]
        }
        // If one number is NaN, these return the other one.
        fn max(a: Floats, b: Floats) -> Floats {
            [vmaxnmq_f32(a[0], b[0]), vmaxnmq_f32(a[1], b[1])]
        }
        fn min(a: Floats, b: Floats) -> Floats {
            [vminnmq_f32(a[0], b[0]), vminnmq_f32(a[1], b[1])]
        }
        fn round(a: Floats) -> Floats { a.map(|it| vrndnq_f32(it)) }
        fn split(a: Floats) -> [Floats; 2] {
            let whole = a.map(|it| vrndmq_f32(it));
            [Self::subtract(a, whole), whole]
        }
        fn scale_by_power(a: Floats, n: Floats) -> Floats {
            // The exponent of 2ⁿ is n plus the bias of 127.
            let powers = n.map(|it| {
                let exponents = vaddq_s32(vcvtnq_s32_f32(it), vdupq_n_s32(127));
                vreinterpretq_f32_s32(vshlq_n_s32::<23>(exponents))
            });
            Self::multiply(a, powers)
        }
        fn sum(a: Floats) -> f32 {
            // In the same order as AVX2, so that both sums are equal.
            let four = vaddq_f32(a[0], a[1]);
            vaddv_f32(vadd_f32(vget_low_f32(four), vget_high_f32(four)))
        }
        fn maximum(a: Floats) -> f32 { vmaxnmvq_f32(vmaxnmq_f32(a[0], a[1])) }
    }
}

/// Products of `f32`.
pub(crate) struct NeonF32;

operations! {
    impl Dot for NeonF32 {
        type Lanes = Neon;
        type Number = F32;
        type Words = Floats;
        type Sums = Floats;
        // 24 accumulators, 4 weight registers and a broadcast word: 29 of 32 registers.
        const TILE_POINTS: usize = 6;

        fn zero() -> Floats { Neon::splat(0.0) }
        fn load_weights(at: *const f32) -> Floats { Neon::load(at) }
        fn broadcast(at: *const f32) -> Floats { [vld1q_dup_f32(at); 2] }
        fn multiply_add(sums: Floats, activations: Floats, weights: Floats) -> Floats {
            Neon::multiply_add(activations, weights, sums)
        }
        fn floats(sums: Floats) -> Floats { sums }
        fn store_activations(values: Floats, at: *mut f32) { Neon::store(values, at) }
    }
}

operations! {
    impl Residual for NeonF32 {
        fn load_activations(at: *const f32) -> Floats { Neon::load(at) }
    }
}

/// Products of 16-bit integers.
pub(crate) struct NeonI16;

operations! {
    impl Dot for NeonI16 {
        type Lanes = Neon;
        type Number = I16;
        // The first halves of all words, followed by the second halves.
        type Words = Halves;
        type Sums = Sums;
        // One less than for `f32`: only half of the registers can hold a lane operand.
        const TILE_POINTS: usize = 5;

        fn zero() -> Sums { [vdupq_n_s32(0); 2] }
        fn load_weights(at: *const i16) -> Halves {
            let int16x8x2_t(firsts, seconds) = vld2q_s16(at);
            [firsts, seconds]
        }
        fn broadcast(at: *const i16) -> Halves {
            // Both halves are in one register; products select them by lane.
            [vreinterpretq_s16_s32(vdupq_n_s32(at.cast::<i32>().read_unaligned())); 2]
        }
        fn multiply_add(sums: Sums, activations: Halves, weights: Halves) -> Sums {
            let ([a, _], [firsts, seconds]) = (activations, weights);
            let low = vmlal_laneq_s16::<0>(sums[0], vget_low_s16(firsts), a);
            let high = vmlal_high_laneq_s16::<0>(sums[1], firsts, a);
            [
                vmlal_laneq_s16::<1>(low, vget_low_s16(seconds), a),
                vmlal_high_laneq_s16::<1>(high, seconds, a),
            ]
        }
        fn floats(sums: Sums) -> Floats { sums.map(|it| vcvtq_f32_s32(it)) }
        fn store_activations(values: Floats, at: *mut i16) {
            // Rounding and narrowing saturate.
            let [low, high] = values.map(|it| vqmovn_s32(vcvtnq_s32_f32(it)));
            let levels = vminq_s16(vcombine_s16(low, high), vdupq_n_s16(HIGHEST_16));
            vst1q_s16(at, vmaxq_s16(levels, vdupq_n_s16(-HIGHEST_16)))
        }
    }
}

operations! {
    impl I16Vec for NeonI16 {
        type Halves = NeonHalves;

        fn load_shorts(at: *const i16) -> Halves { [vld1q_s16(at), vld1q_s16(at.add(8))] }
        fn store_shorts(values: Halves, at: *mut i16) {
            vst1q_s16(at, values[0]);
            vst1q_s16(at.add(8), values[1])
        }
    }
}

/// Vectors of 16-bit integers.
pub(crate) struct NeonHalves;

operations! {
    impl Additive for NeonHalves {
        type Vector = Halves;

        fn add(a: Halves, b: Halves) -> Halves { [vaddq_s16(a[0], b[0]), vaddq_s16(a[1], b[1])] }
        fn subtract(a: Halves, b: Halves) -> Halves {
            [vsubq_s16(a[0], b[0]), vsubq_s16(a[1], b[1])]
        }
    }
}

/// Products of bytes: in pairs, by dot products (`DOT`) or by matrix products (`MATRIX`).
///
/// Only `i8mm` multiplies unsigned bytes by signed ones. Without it, either activations are at most 127, as in
/// built-in nets, or they are `SHIFTED`: reduced by 128 to signed bytes, with accumulators that start at 128 times
/// the weight sums.
pub(crate) struct NeonI8<const DOT: bool, const MATRIX: bool, const SHIFTED: bool>;

operations! {
    impl<const DOT: bool, const MATRIX: bool, const SHIFTED: bool> Dot
        for NeonI8<DOT, MATRIX, SHIFTED>
    {
        type Lanes = Neon;
        type Number = I8;
        type Words = Bytes;
        type Sums = Sums;
        const TILE_POINTS: usize = 6;

        fn zero() -> Sums { [vdupq_n_s32(0); 2] }
        fn start(weight_sums: *const f32) -> Sums {
            // The sums are integers below 2²⁴, since 255 times their terms fit 30 bits.
            if SHIFTED {
                Neon::load(weight_sums).map(|it| vshlq_n_s32::<7>(vcvtq_s32_f32(it)))
            } else {
                Self::zero()
            }
        }
        fn load_weights(at: *const i8) -> Bytes { [vld1q_s8(at), vld1q_s8(at.add(16))] }
        fn broadcast(at: *const u8) -> Bytes {
            let word = vreinterpretq_s8_s32(vdupq_n_s32(at.cast::<i32>().read_unaligned()));
            // Flipping the highest bit subtracts 128.
            if SHIFTED { [veorq_s8(word, vdupq_n_s8(i8::MIN)); 2] } else { [word; 2] }
        }
        fn multiply_add(sums: Sums, activations: Bytes, weights: Bytes) -> Sums {
            let mut sums = sums;
            for (sum, (a, b)) in sums.iter_mut().zip(activations.into_iter().zip(weights)) {
                *sum = if MATRIX {
                    dot_mixed(*sum, vreinterpretq_u8_s8(a), b)
                } else if DOT {
                    dot_signed(*sum, a, b)
                } else {
                    // Two products fit in 16 bits: 127 · 128 each, or 128 · 127, because weights are at least -127 if
                    // activations are shifted.
                    let low = vmull_s8(vget_low_s8(a), vget_low_s8(b));
                    vpadalq_s16(*sum, vpaddq_s16(low, vmull_high_s8(a, b)))
                };
            }
            sums
        }
        fn sums<const POINTS: usize, const VECTORS: usize>(
            product: &Product<'_, Self>,
            weights: *const i8,
            start: [Sums; VECTORS],
            point: usize,
        ) -> [[Sums; VECTORS]; POINTS] {
            if MATRIX && product.words.is_multiple_of(2) {
                return matrix_sums(product, weights, point);
            }
            sums_by_words(product, weights, start, point)
        }
        fn floats(sums: Sums) -> Floats { sums.map(|it| vcvtq_f32_s32(it)) }
        fn store_activations(values: Floats, at: *mut u8) {
            // Rounding and both narrowings saturate.
            let [low, high] = values.map(|it| vqmovun_s32(vcvtnq_s32_f32(it)));
            vst1_u8(at, vqmovn_u16(vcombine_u16(low, high)))
        }
    }
}

operations! {
    impl<const DOT: bool, const MATRIX: bool, const SHIFTED: bool> Residual
        for NeonI8<DOT, MATRIX, SHIFTED>
    {
        fn load_activations(at: *const u8) -> Floats {
            let words = vmovl_u8(vld1_u8(at));
            [vmovl_u16(vget_low_u16(words)), vmovl_high_u16(words)].map(|it| vcvtq_f32_u32(it))
        }
    }
}

/// Products of `bf16`.
pub(crate) struct NeonBf16;

operations! {
    impl Dot for NeonBf16 {
        type Lanes = Neon;
        type Number = Bf16;
        type Words = Bf16s;
        type Sums = Floats;
        const TILE_POINTS: usize = 6;

        fn zero() -> Floats { Neon::splat(0.0) }
        fn load_weights(at: *const u16) -> Bf16s { [vld1q_u16(at), vld1q_u16(at.add(8))] }
        fn broadcast(at: *const u16) -> Bf16s {
            [vreinterpretq_u16_u32(vdupq_n_u32(at.cast::<u32>().read_unaligned())); 2]
        }
        fn multiply_add(sums: Floats, activations: Bf16s, weights: Bf16s) -> Floats {
            let ([a, b], [c, d]) = (activations, weights);
            [dot_bf16(sums[0], a, c), dot_bf16(sums[1], b, d)]
        }
        fn floats(sums: Floats) -> Floats { sums }
        fn store_activations(values: Floats, at: *mut u16) {
            // Rounds to nearest, ties to even, like `Bf16::weight`.
            let [low, high] = values.map(|it| {
                let bits = vreinterpretq_u32_f32(it);
                let odd = vandq_u32(vshrq_n_u32::<16>(bits), vdupq_n_u32(1));
                vshrn_n_u32::<16>(vaddq_u32(bits, vaddq_u32(odd, vdupq_n_u32(0x7fff))))
            });
            vst1q_u16(at, vcombine_u16(low, high))
        }
    }
}

/// Defines a function of one instruction that adds products to accumulators.
///
/// The intrinsics of `core::arch` are not stable yet. Inlined into a kernel with the same target feature, each
/// function compiles to a single instruction.
macro_rules! instruction {
    ($(#[$doc:meta])* $name:ident: $feature:literal, $text:literal, $sums:ty, $a:ty, $b:ty) => {
        $(#[$doc])*
        #[target_feature(enable = $feature)]
        #[inline]
        fn $name(sums: $sums, a: $a, b: $b) -> $sums {
            let mut sums = sums;
            // SAFETY: the instruction modifies only its first register, and the target feature guarantees that the
            // processor has it.
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
    /// Adds four products of signed bytes in each lane.
    dot_signed: "dotprod", "sdot {0:v}.4s, {1:v}.16b, {2:v}.16b", int32x4_t, int8x16_t, int8x16_t
}
instruction! {
    /// Adds four products of an unsigned and a signed byte in each lane.
    dot_mixed: "i8mm", "usdot {0:v}.4s, {1:v}.16b, {2:v}.16b", int32x4_t, uint8x16_t, int8x16_t
}
instruction! {
    /// Adds the products of two rows of eight unsigned bytes with two rows of eight signed ones to a 2×2 matrix, row by
    /// row.
    multiply_matrices: "i8mm", "usmmla {0:v}.4s, {1:v}.16b, {2:v}.16b", int32x4_t, uint8x16_t, int8x16_t
}
instruction! {
    /// Adds two products of `bf16` in each lane.
    dot_bf16: "bf16", "bfdot {0:v}.4s, {1:v}.8h, {2:v}.8h", float32x4_t, uint16x8_t, uint16x8_t
}

/// Returns the accumulators of a tile by matrix products: two points by eight inputs times eight inputs by two
/// outputs.
///
/// # Safety
/// As for [`Dot::sums`]; the processor must have `i8mm`, and the number of words must be even.
#[inline(always)]
unsafe fn matrix_sums<D: Dot<Number = I8>, const POINTS: usize, const VECTORS: usize>(
    product: &Product<'_, D>,
    weights: *const i8,
    point: usize,
) -> [[Sums; VECTORS]; POINTS] {
    // The number of bytes of four words, which fill a register.
    const FOUR: usize = 16;
    let Product { point_stride, taps, words, weight_stride, vector_stride, .. } = *product;
    let (pairs, pair_stride) = (POINTS.div_ceil(2), 2 * point_stride);
    // SAFETY: the caller guarantees the instructions and the operands.
    unsafe {
        // The matrices of each pair of points and each vector, two outputs per matrix. The number of pairs cannot be
        // an array length; the rest is unused.
        let mut sums = [[[[vdupq_n_s32(0); 2]; 2]; VECTORS]; POINTS];
        let mut weights = weights;
        for &tap in taps {
            let mut activations = product.activations.wrapping_add(point + tap);
            for _ in 0..words / 2 {
                let mut rows = [vdupq_n_u8(0); POINTS];
                let mut first = activations;
                for (i, rows) in rows[..pairs].iter_mut().enumerate() {
                    // With an odd number of points, the last one is paired with itself.
                    let next = if 2 * i + 1 < POINTS { point_stride } else { 0 };
                    *rows = vcombine_u8(vld1_u8(first), vld1_u8(first.add(next)));
                    first = first.wrapping_add(pair_stride);
                }
                for half in 0..2 * VECTORS {
                    let at = weights.add(half / 2 * vector_stride + half % 2 * FOUR);
                    let low = vreinterpretq_s32_s8(vld1q_s8(at));
                    let high = vreinterpretq_s32_s8(vld1q_s8(at.add(weight_stride)));
                    // Combines both words of two outputs.
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
