//! Kernels for ARM's NEON: vectors of eight lanes in two registers.

#![allow(unsafe_code)]

use std::arch::aarch64::*;

use super::activations::Activations;
use super::arithmetic::{Arithmetic, Float, Integer};
use super::convolution::Convolution;
use super::output::Output;
use super::simd::{Product, Simd, sums_by_words};
use super::tile::{convolve, kernel};
use crate::neon::{Operands, add_pairs, dot_mixed, dot_signed, matrix_sums};

kernel! {
    /// Evaluates a convolution of `f32`.
    convolve_floats, convolve::<FloatLanes> => Float, ["neon"]
}
kernel! {
    /// Evaluates a convolution of bytes, whose products are added in pairs.
    convolve_pairs, convolve::<ByteLanes<false, false>> => Integer, ["neon"]
}
kernel! {
    /// Evaluates a convolution of bytes with dot products.
    convolve_dots, convolve::<ByteLanes<true, false>> => Integer, ["neon", "dotprod"]
}
kernel! {
    /// Evaluates a convolution of bytes with products of matrices.
    convolve_matrices, convolve::<ByteLanes<true, true>> => Integer, ["neon", "dotprod", "i8mm"]
}

/// Vectors of `f32`.
struct FloatLanes;

impl Simd for FloatLanes {
    type Of = Float;
    type Vector = [float32x4_t; 2];
    const LANES: usize = 8;
    // 24 accumulators, 4 registers of weights and a broadcast word: 29 of 32 registers.
    const TILE_POINTS: usize = 6;
    const TILE_VECTORS: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> [float32x4_t; 2] {
        // SAFETY: the caller vouches for NEON; no memory is touched.
        unsafe { [vdupq_n_f32(0.0); 2] }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const f32) -> [float32x4_t; 2] {
        // SAFETY: the caller vouches for NEON, and `at` is valid for reads of 8 weights.
        unsafe { load_floats(at) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const f32) -> [float32x4_t; 2] {
        // SAFETY: the caller vouches for NEON, and `at` is valid for reads of one activation.
        unsafe { [vld1q_dup_f32(at); 2] }
    }

    #[inline(always)]
    unsafe fn multiply_add(
        sums: [float32x4_t; 2],
        a: [float32x4_t; 2],
        b: [float32x4_t; 2],
    ) -> [float32x4_t; 2] {
        // SAFETY: the caller vouches for NEON; no memory is touched.
        unsafe { [vfmaq_f32(sums[0], a[0], b[0]), vfmaq_f32(sums[1], a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn dequantise(
        sums: [float32x4_t; 2],
        scales: *const f32,
        biases: *const f32,
    ) -> [float32x4_t; 2] {
        // SAFETY: the caller vouches for NEON, and for 8 scales and 8 biases, as `scale_and_bias` asks.
        unsafe { scale_and_bias(sums, scales, biases) }
    }

    #[inline(always)]
    unsafe fn add_residual(
        values: [float32x4_t; 2],
        at: *const f32,
        scale: f32,
    ) -> [float32x4_t; 2] {
        // SAFETY: the caller vouches for NEON, and `at` is valid for reads of 8 activations.
        unsafe { add_scaled(values, load_floats(at), scale) }
    }

    #[inline(always)]
    unsafe fn store(values: [float32x4_t; 2], _: f32, at: *mut f32) {
        // SAFETY: the caller vouches for NEON, and `at` is valid for writes of 8 activations.
        unsafe { store_floats(at, values.map(|it| vmaxnmq_f32(it, vdupq_n_f32(0.0)))) }
    }

    #[inline(always)]
    unsafe fn store_f32(values: [float32x4_t; 2], at: *mut f32) {
        // SAFETY: the caller vouches for NEON, and `at` is valid for writes of 8 values.
        unsafe { store_floats(at, values) }
    }
}

/// Vectors of words of four bytes, with dot products or without, and with products of matrices or without.
struct ByteLanes<const DOT: bool, const MATRIX: bool>;

impl<const DOT: bool, const MATRIX: bool> Simd for ByteLanes<DOT, MATRIX> {
    type Of = Integer;
    type Vector = [int32x4_t; 2];
    const LANES: usize = 8;
    const TILE_POINTS: usize = 6;
    const TILE_VECTORS: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> [int32x4_t; 2] {
        // SAFETY: the caller vouches for NEON; no memory is touched.
        unsafe { [vdupq_n_s32(0); 2] }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const i8) -> [int32x4_t; 2] {
        // SAFETY: the caller vouches for NEON, and `at` is valid for reads of 32 weights.
        unsafe { [at, at.add(16)].map(|at| vreinterpretq_s32_s8(vld1q_s8(at))) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const u8) -> [int32x4_t; 2] {
        // SAFETY: the caller vouches for NEON, and `at` is valid for reads of four activations, one word.
        // `read_unaligned` asks for no alignment.
        unsafe { [vdupq_n_s32(at.cast::<i32>().read_unaligned()); 2] }
    }

    #[inline(always)]
    unsafe fn multiply_add(
        sums: [int32x4_t; 2],
        a: [int32x4_t; 2],
        b: [int32x4_t; 2],
    ) -> [int32x4_t; 2] {
        let mut sums = sums;
        for (sum, (a, b)) in sums.iter_mut().zip(a.into_iter().zip(b)) {
            // SAFETY: the caller vouches for NEON, and for the dot products or the products of matrices
            // where these are set; no memory is touched.
            *sum = unsafe {
                let (a, b) = (vreinterpretq_s8_s32(a), vreinterpretq_s8_s32(b));
                if MATRIX {
                    dot_mixed(*sum, vreinterpretq_u8_s8(a), b)
                } else if DOT {
                    // Activations are at most 127, and so the same as signed bytes.
                    dot_signed(*sum, a, b)
                } else {
                    // Two products of them with signed bytes fit 16 bits.
                    add_pairs(*sum, a, b)
                }
            };
        }
        sums
    }

    #[inline(always)]
    unsafe fn sums<const POINTS: usize, const VECTORS: usize>(
        product: &Product<'_, Self>,
    ) -> [[[int32x4_t; 2]; VECTORS]; POINTS] {
        let Product { activations, point_stride, taps, words, weights, weight_stride } = *product;
        if MATRIX && words.is_multiple_of(2) {
            let operands =
                Operands { activations, point_stride, taps, words, weights, weight_stride };
            // SAFETY: the caller vouches for the instructions and for all places that are read.
            return unsafe { matrix_sums(&operands) };
        }
        // SAFETY: the same.
        unsafe { sums_by_words(product) }
    }

    #[inline(always)]
    unsafe fn dequantise(
        sums: [int32x4_t; 2],
        scales: *const f32,
        biases: *const f32,
    ) -> [int32x4_t; 2] {
        // SAFETY: the caller vouches for NEON, and for 8 scales and 8 biases, as `scale_and_bias` asks.
        unsafe {
            let values = scale_and_bias(sums.map(|it| vcvtq_f32_s32(it)), scales, biases);
            values.map(|it| vreinterpretq_s32_f32(it))
        }
    }

    #[inline(always)]
    unsafe fn add_residual(values: [int32x4_t; 2], at: *const u8, scale: f32) -> [int32x4_t; 2] {
        // SAFETY: the caller vouches for NEON, and `at` is valid for reads of 8 activations, which are 8
        // bytes.
        unsafe {
            let words = vmovl_u8(vld1_u8(at));
            let activations = [vmovl_u16(vget_low_u16(words)), vmovl_high_u16(words)];
            let activations = activations.map(|it| vcvtq_f32_u32(it));
            let values = values.map(|it| vreinterpretq_f32_s32(it));
            add_scaled(values, activations, scale).map(|it| vreinterpretq_s32_f32(it))
        }
    }

    #[inline(always)]
    unsafe fn store(values: [int32x4_t; 2], max: f32, at: *mut u8) {
        // SAFETY: the caller vouches for NEON, and `at` is valid for writes of 8 activations, which are 8
        // bytes.
        unsafe {
            let [low, high] = values.map(|it| {
                // These give the other number where one is none, which is what is due.
                let positive = vmaxnmq_f32(vreinterpretq_f32_s32(it), vdupq_n_f32(0.0));
                vcvtnq_u32_f32(vminnmq_f32(positive, vdupq_n_f32(max)))
            });
            // Saturated values fit a byte, so that narrowing loses nothing.
            let words = vcombine_u16(vmovn_u32(low), vmovn_u32(high));
            vst1_u8(at, vmovn_u16(words));
        }
    }

    #[inline(always)]
    unsafe fn store_f32(values: [int32x4_t; 2], at: *mut f32) {
        // SAFETY: the caller vouches for NEON, and `at` is valid for writes of 8 values.
        unsafe { store_floats(at, values.map(|it| vreinterpretq_f32_s32(it))) }
    }
}

/// Loads eight numbers.
///
/// # Safety
/// The processor has NEON; the pointer is valid for reads of 8 numbers.
#[inline(always)]
unsafe fn load_floats(at: *const f32) -> [float32x4_t; 2] {
    // SAFETY: the caller vouches for NEON and for 8 numbers.
    unsafe { [vld1q_f32(at), vld1q_f32(at.add(4))] }
}

/// Stores eight numbers.
///
/// # Safety
/// The processor has NEON; the pointer is valid for writes of 8 numbers.
#[inline(always)]
unsafe fn store_floats(at: *mut f32, values: [float32x4_t; 2]) {
    // SAFETY: the caller vouches for NEON and for 8 numbers.
    unsafe {
        vst1q_f32(at, values[0]);
        vst1q_f32(at.add(4), values[1]);
    }
}

/// `values * scales + biases`, rounded after each step as the portable kernel does.
///
/// # Safety
/// The processor has NEON; the pointers are valid for reads of 8 numbers.
#[inline(always)]
unsafe fn scale_and_bias(
    values: [float32x4_t; 2],
    scales: *const f32,
    biases: *const f32,
) -> [float32x4_t; 2] {
    // SAFETY: the caller vouches for NEON and for 8 scales and 8 biases.
    unsafe {
        let (scales, biases) = (load_floats(scales), load_floats(biases));
        let scaled = [vmulq_f32(values[0], scales[0]), vmulq_f32(values[1], scales[1])];
        [vaddq_f32(scaled[0], biases[0]), vaddq_f32(scaled[1], biases[1])]
    }
}

/// `values + addends * scale`, rounded after each step.
///
/// # Safety
/// The processor has NEON.
#[inline(always)]
unsafe fn add_scaled(
    values: [float32x4_t; 2],
    addends: [float32x4_t; 2],
    scale: f32,
) -> [float32x4_t; 2] {
    // SAFETY: the caller vouches for NEON; no memory is touched.
    unsafe {
        let scaled = addends.map(|it| vmulq_n_f32(it, scale));
        [vaddq_f32(values[0], scaled[0]), vaddq_f32(values[1], scaled[1])]
    }
}
