//! ARM's NEON: vectors of eight lanes in two registers.

#![allow(unsafe_code)]

use std::arch::aarch64::*;

use super::finish::Finish;
use super::layer::Layer;
use super::number::{F32, HIGHEST_16, I16};
use super::padded::Padded;
use super::vector::{Dot, Lanes};
use super::winograd::{Shorts, Transformed, WinogradLayer, sums};
use crate::neon::Sums;

/// Vectors of NEON.
pub(super) struct Neon;

/// Eight numbers in two registers.
pub(super) type Floats = [float32x4_t; 2];

// SAFETY of every block in this file: the caller vouches for the instructions and for the pointers, as
// `Lanes` and `Dot` ask; the intrinsics used ask for nothing else.
impl Lanes for Neon {
    type Floats = Floats;
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn splat(value: f32) -> Floats {
        // SAFETY: as above.
        unsafe { [vdupq_n_f32(value); 2] }
    }

    #[inline(always)]
    unsafe fn load(at: *const f32) -> Floats {
        // SAFETY: as above.
        unsafe { [vld1q_f32(at), vld1q_f32(at.add(4))] }
    }

    #[inline(always)]
    unsafe fn store(values: Floats, at: *mut f32) {
        // SAFETY: as above.
        unsafe {
            vst1q_f32(at, values[0]);
            vst1q_f32(at.add(4), values[1]);
        }
    }

    #[inline(always)]
    unsafe fn add(a: Floats, b: Floats) -> Floats {
        // SAFETY: as above.
        unsafe { [vaddq_f32(a[0], b[0]), vaddq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn subtract(a: Floats, b: Floats) -> Floats {
        // SAFETY: as above.
        unsafe { [vsubq_f32(a[0], b[0]), vsubq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn multiply(a: Floats, b: Floats) -> Floats {
        // SAFETY: as above.
        unsafe { [vmulq_f32(a[0], b[0]), vmulq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn divide(a: Floats, b: Floats) -> Floats {
        // SAFETY: as above.
        unsafe { [vdivq_f32(a[0], b[0]), vdivq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn multiply_add(a: Floats, b: Floats, c: Floats) -> Floats {
        // SAFETY: as above.
        unsafe { [vfmaq_f32(c[0], a[0], b[0]), vfmaq_f32(c[1], a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn max(a: Floats, b: Floats) -> Floats {
        // SAFETY: as above. Where one of them is no number, the other one is given.
        unsafe { [vmaxnmq_f32(a[0], b[0]), vmaxnmq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn min(a: Floats, b: Floats) -> Floats {
        // SAFETY: as above.
        unsafe { [vminnmq_f32(a[0], b[0]), vminnmq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn round(a: Floats) -> Floats {
        // SAFETY: as above.
        unsafe { a.map(|it| vrndnq_f32(it)) }
    }

    #[inline(always)]
    unsafe fn scale_by_power(a: Floats, n: Floats) -> Floats {
        // SAFETY: as above. The exponent of 2ⁿ is n and the bias of 127.
        unsafe {
            let powers = n.map(|it| {
                let exponents = vaddq_s32(vcvtnq_s32_f32(it), vdupq_n_s32(127));
                vreinterpretq_f32_s32(vshlq_n_s32::<23>(exponents))
            });
            Self::multiply(a, powers)
        }
    }

    #[inline(always)]
    unsafe fn sum(a: Floats) -> f32 {
        // SAFETY: as above. In the order of AVX2, so that both sums are the same.
        unsafe {
            let four = vaddq_f32(a[0], a[1]);
            vaddv_f32(vadd_f32(vget_low_f32(four), vget_high_f32(four)))
        }
    }

    #[inline(always)]
    unsafe fn maximum(a: Floats) -> f32 {
        // SAFETY: as above.
        unsafe { vmaxnmvq_f32(vmaxnmq_f32(a[0], a[1])) }
    }
}

/// Products of `f32`.
pub(super) struct NeonF32;

impl Dot for NeonF32 {
    type Lanes = Neon;
    type Number = F32;
    type Words = Floats;
    type Sums = Floats;
    // 24 accumulators, 4 registers of weights and a broadcast word: 29 of 32 registers.
    const TILE_POINTS: usize = 6;

    #[inline(always)]
    unsafe fn zero() -> Floats {
        // SAFETY: as above.
        unsafe { Neon::splat(0.0) }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const f32) -> Floats {
        // SAFETY: as above.
        unsafe { Neon::load(at) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const f32) -> Floats {
        // SAFETY: as above.
        unsafe { [vld1q_dup_f32(at); 2] }
    }

    #[inline(always)]
    unsafe fn multiply_add(sums: Floats, activations: Floats, weights: Floats) -> Floats {
        // SAFETY: as above.
        unsafe { Neon::multiply_add(activations, weights, sums) }
    }

    #[inline(always)]
    unsafe fn floats(sums: Floats) -> Floats {
        sums
    }

    #[inline(always)]
    unsafe fn store_activations(values: Floats, at: *mut f32) {
        // SAFETY: as above.
        unsafe { Neon::store(values, at) }
    }
}

/// Products of 16-bit integers.
pub(super) struct NeonI16;

impl Dot for NeonI16 {
    type Lanes = Neon;
    type Number = I16;
    // The first halves of all words, then the second ones.
    type Words = [int16x8_t; 2];
    type Sums = Sums;
    // One less than for `f32`: only half of the registers can hold what is taken by its lane.
    const TILE_POINTS: usize = 5;

    #[inline(always)]
    unsafe fn zero() -> Sums {
        // SAFETY: as above.
        unsafe { [vdupq_n_s32(0); 2] }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const i16) -> [int16x8_t; 2] {
        // SAFETY: as above.
        unsafe {
            let int16x8x2_t(firsts, seconds) = vld2q_s16(at);
            [firsts, seconds]
        }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const i16) -> [int16x8_t; 2] {
        // SAFETY: as above; `read_unaligned` asks for no alignment. Both halves are in one register, from
        // which products take them by their lane.
        unsafe {
            let word = vdupq_n_s32(at.cast::<i32>().read_unaligned());
            [vreinterpretq_s16_s32(word); 2]
        }
    }

    #[inline(always)]
    unsafe fn multiply_add(
        sums: Sums,
        activations: [int16x8_t; 2],
        weights: [int16x8_t; 2],
    ) -> Sums {
        let ([a, _], [firsts, seconds]) = (activations, weights);
        // SAFETY: as above.
        unsafe {
            let low = vmlal_laneq_s16::<0>(sums[0], vget_low_s16(firsts), a);
            let high = vmlal_high_laneq_s16::<0>(sums[1], firsts, a);
            [
                vmlal_laneq_s16::<1>(low, vget_low_s16(seconds), a),
                vmlal_high_laneq_s16::<1>(high, seconds, a),
            ]
        }
    }

    #[inline(always)]
    unsafe fn floats(sums: Sums) -> Floats {
        // SAFETY: as above.
        unsafe { sums.map(|it| vcvtq_f32_s32(it)) }
    }

    #[inline(always)]
    unsafe fn store_activations(values: Floats, at: *mut i16) {
        // SAFETY: as above; sixteen bytes are written. Rounding and narrowing saturate.
        unsafe {
            let [low, high] = values.map(|it| vqmovn_s32(vcvtnq_s32_f32(it)));
            let levels = vminq_s16(vcombine_s16(low, high), vdupq_n_s16(HIGHEST_16));
            vst1q_s16(at, vmaxq_s16(levels, vdupq_n_s16(-HIGHEST_16)));
        }
    }
}

impl WinogradLayer for NeonF32 {}

impl WinogradLayer for NeonI16 {
    #[inline(always)]
    unsafe fn winograd(
        layer: &Layer<I16>,
        input: &Padded<I16>,
        memory: &mut Transformed,
        finish: &Finish<'_, Self>,
        padded: (usize, usize),
    ) {
        // SAFETY: the caller vouches for what this asks.
        unsafe { sums::<Self>(layer, input, memory, finish, padded) }
    }
}

impl Shorts for NeonI16 {
    type Shorts = [int16x8_t; 2];

    #[inline(always)]
    unsafe fn load_shorts(at: *const i16) -> [int16x8_t; 2] {
        // SAFETY: as above.
        unsafe { [vld1q_s16(at), vld1q_s16(at.add(8))] }
    }

    #[inline(always)]
    unsafe fn store_shorts(values: [int16x8_t; 2], at: *mut i16) {
        // SAFETY: as above.
        unsafe {
            vst1q_s16(at, values[0]);
            vst1q_s16(at.add(8), values[1]);
        }
    }

    #[inline(always)]
    unsafe fn add_shorts(a: [int16x8_t; 2], b: [int16x8_t; 2]) -> [int16x8_t; 2] {
        // SAFETY: as above.
        unsafe { [vaddq_s16(a[0], b[0]), vaddq_s16(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn subtract_shorts(a: [int16x8_t; 2], b: [int16x8_t; 2]) -> [int16x8_t; 2] {
        // SAFETY: as above.
        unsafe { [vsubq_s16(a[0], b[0]), vsubq_s16(a[1], b[1])] }
    }
}
