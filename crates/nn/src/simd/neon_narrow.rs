//! ARM's NEON with the extensions for number types of 8 and 16 bits: dot products, products of matrices, and
//! `bf16`.

#![allow(unsafe_code)]

use std::arch::aarch64::*;

use super::finish::FinishTile;
use super::neon::{Floats, Neon};
use super::number::{Bf16, I8};
use super::vector::{Dot, Lanes, Product, sums_by_words};
use super::winograd::WinogradLayer;
use crate::neon::{Operands, Sums, add_pairs, dot_bf16, dot_mixed, dot_signed, matrix_sums};

/// Products of bytes, with dot products or without, and with products of matrices or without.
///
/// Only `i8mm` multiplies unsigned bytes with signed ones. Without it activations are taken as signed bytes,
/// less by 128, and the accumulators begin with 128 times the weights.
pub(super) struct NeonI8<const DOT: bool, const MATRIX: bool>;

// SAFETY of every block in this file: the caller vouches for the instructions and for the pointers, as `Dot`
// asks; the intrinsics used ask for nothing else.
impl<const DOT: bool, const MATRIX: bool> Dot for NeonI8<DOT, MATRIX> {
    type Lanes = Neon;
    type Number = I8;
    type Words = [int8x16_t; 2];
    type Sums = Sums;
    // 24 accumulators, 4 registers of weights and a broadcast word: 29 of 32 registers.
    const TILE_POINTS: usize = 6;

    #[inline(always)]
    unsafe fn zero() -> Sums {
        // SAFETY: as above.
        unsafe { [vdupq_n_s32(0); 2] }
    }

    #[inline(always)]
    unsafe fn start(weight_sums: *const f32) -> Sums {
        // SAFETY: as above. The sums are integers below 2²⁴, since 255 times their terms fit 30 bits.
        unsafe {
            if MATRIX {
                return Self::zero();
            }
            Neon::load(weight_sums).map(|it| vshlq_n_s32::<7>(vcvtq_s32_f32(it)))
        }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const i8) -> [int8x16_t; 2] {
        // SAFETY: as above.
        unsafe { [vld1q_s8(at), vld1q_s8(at.add(16))] }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const u8) -> [int8x16_t; 2] {
        // SAFETY: as above; `read_unaligned` asks for no alignment.
        unsafe {
            let word = vreinterpretq_s8_s32(vdupq_n_s32(at.cast::<i32>().read_unaligned()));
            if MATRIX {
                return [word; 2];
            }
            // The other highest bit makes them less by 128.
            [veorq_s8(word, vdupq_n_s8(i8::MIN)); 2]
        }
    }

    #[inline(always)]
    unsafe fn multiply_add(
        sums: Sums,
        activations: [int8x16_t; 2],
        weights: [int8x16_t; 2],
    ) -> Sums {
        let mut sums = sums;
        for (sum, (a, b)) in sums.iter_mut().zip(activations.into_iter().zip(weights)) {
            // SAFETY: as above.
            *sum = unsafe {
                if MATRIX {
                    dot_mixed(*sum, vreinterpretq_u8_s8(a), b)
                } else if DOT {
                    dot_signed(*sum, a, b)
                } else {
                    // Weights are at least -127: two products with signed bytes fit 16 bits.
                    add_pairs(*sum, a, b)
                }
            };
        }
        sums
    }

    #[inline(always)]
    unsafe fn sums<const POINTS: usize>(
        product: &Product<'_, Self>,
        weights: *const i8,
        start: [Sums; 2],
        point: usize,
    ) -> [[Sums; 2]; POINTS] {
        let Product { activations, point_stride, taps, words, weight_stride } = *product;
        // SAFETY: as above.
        unsafe {
            // The inputs of a layer are a multiple of 32, so that words are even.
            if MATRIX {
                let activations = activations.wrapping_add(point);
                return matrix_sums(&Operands {
                    activations,
                    point_stride,
                    taps,
                    words,
                    weights,
                    weight_stride,
                });
            }
            sums_by_words(product, weights, start, point)
        }
    }

    #[inline(always)]
    unsafe fn floats(sums: Sums) -> Floats {
        // SAFETY: as above.
        unsafe { sums.map(|it| vcvtq_f32_s32(it)) }
    }

    #[inline(always)]
    unsafe fn store_activations(values: Floats, at: *mut u8) {
        // SAFETY: as above; eight bytes are written. Rounding and both narrowings saturate.
        unsafe {
            let [low, high] = values.map(|it| vqmovun_s32(vcvtnq_s32_f32(it)));
            vst1_u8(at, vqmovn_u16(vcombine_u16(low, high)));
        }
    }
}

/// Products of `bf16`.
pub(super) struct NeonBf16;

impl Dot for NeonBf16 {
    type Lanes = Neon;
    type Number = Bf16;
    type Words = [uint16x8_t; 2];
    type Sums = Floats;
    const TILE_POINTS: usize = 6;

    #[inline(always)]
    unsafe fn zero() -> Floats {
        // SAFETY: as above.
        unsafe { Neon::splat(0.0) }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const u16) -> [uint16x8_t; 2] {
        // SAFETY: as above.
        unsafe { [vld1q_u16(at), vld1q_u16(at.add(8))] }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const u16) -> [uint16x8_t; 2] {
        // SAFETY: as above; `read_unaligned` asks for no alignment.
        unsafe { [vreinterpretq_u16_u32(vdupq_n_u32(at.cast::<u32>().read_unaligned())); 2] }
    }

    #[inline(always)]
    unsafe fn multiply_add(
        sums: Floats,
        activations: [uint16x8_t; 2],
        weights: [uint16x8_t; 2],
    ) -> Floats {
        let ([a, b], [c, d]) = (activations, weights);
        // SAFETY: as above.
        unsafe { [dot_bf16(sums[0], a, c), dot_bf16(sums[1], b, d)] }
    }

    #[inline(always)]
    unsafe fn floats(sums: Floats) -> Floats {
        sums
    }

    #[inline(always)]
    unsafe fn store_activations(values: Floats, at: *mut u16) {
        // SAFETY: as above. To the nearest, ties to even, as `Bf16::weight` rounds.
        unsafe {
            let [low, high] = values.map(|it| {
                let bits = vreinterpretq_u32_f32(it);
                let odd = vandq_u32(vshrq_n_u32::<16>(bits), vdupq_n_u32(1));
                vshrn_n_u32::<16>(vaddq_u32(bits, vaddq_u32(odd, vdupq_n_u32(0x7fff))))
            });
            vst1q_u16(at, vcombine_u16(low, high));
        }
    }
}

impl<const DOT: bool, const MATRIX: bool> WinogradLayer for NeonI8<DOT, MATRIX> where
    Self: FinishTile
{
}

impl WinogradLayer for NeonBf16 {}
