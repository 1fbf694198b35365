//! Kernels for AVX2 and FMA: vectors of eight lanes.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::activations::Activations;
use super::arithmetic::{Arithmetic, Float, Integer};
use super::convolution::Convolution;
use super::output::Output;
use super::simd::Simd;
use super::tile::{convolve, kernel};
use super::winograd::{self, Winograd};

kernel! {
    /// Evaluates a convolution of `f32`.
    convolve_floats, convolve::<FloatLanes> => Float, ["avx2", "fma"]
}
kernel! {
    /// Evaluates a convolution of bytes, by Winograd's algorithm where it can.
    convolve_pairs, winograd::convolve::<ByteLanes<false>> => Integer, ["avx2", "fma"]
}
kernel! {
    /// Evaluates a convolution of bytes with the dot products of AVX-VNNI.
    convolve_dots, convolve::<ByteLanes<true>> => Integer, ["avx2", "fma", "avxvnni"]
}

/// Vectors of `f32`.
struct FloatLanes;

impl Simd for FloatLanes {
    type Of = Float;
    type Vector = __m256;
    const LANES: usize = 8;
    // 10 accumulators, 2 vectors of weights and a broadcast word: 13 of 16 registers.
    const TILE_POINTS: usize = 5;
    const TILE_VECTORS: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> __m256 {
        // SAFETY: the caller vouches for AVX2; no memory is touched.
        unsafe { _mm256_setzero_ps() }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const f32) -> __m256 {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for reads of 8 weights.
        unsafe { _mm256_loadu_ps(at) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const f32) -> __m256 {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for reads of one activation.
        unsafe { _mm256_set1_ps(*at) }
    }

    #[inline(always)]
    unsafe fn multiply_add(sums: __m256, a: __m256, b: __m256) -> __m256 {
        // SAFETY: the caller vouches for AVX2 and FMA; no memory is touched.
        unsafe { _mm256_fmadd_ps(a, b, sums) }
    }

    #[inline(always)]
    unsafe fn dequantise(sums: __m256, scales: *const f32, biases: *const f32) -> __m256 {
        // SAFETY: the caller vouches for AVX2, and for 8 scales and 8 biases, as
        // `scale_and_bias` asks.
        unsafe { scale_and_bias(sums, scales, biases) }
    }

    #[inline(always)]
    unsafe fn add_residual(values: __m256, at: *const f32, scale: f32) -> __m256 {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for reads of 8 activations.
        unsafe {
            let residual = _mm256_mul_ps(_mm256_loadu_ps(at), _mm256_set1_ps(scale));
            _mm256_add_ps(values, residual)
        }
    }

    #[inline(always)]
    unsafe fn store(values: __m256, _: f32, at: *mut f32) {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for writes of 8 activations.
        unsafe { _mm256_storeu_ps(at, _mm256_max_ps(values, _mm256_setzero_ps())) }
    }

    #[inline(always)]
    unsafe fn store_f32(values: __m256, at: *mut f32) {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for writes of 8 values.
        unsafe { _mm256_storeu_ps(at, values) }
    }
}

/// Vectors of words of four bytes, with the dot products of AVX-VNNI or without.
struct ByteLanes<const VNNI: bool>;

impl<const VNNI: bool> Simd for ByteLanes<VNNI> {
    type Of = Integer;
    type Vector = __m256i;
    const LANES: usize = 8;
    const TILE_POINTS: usize = 5;
    const TILE_VECTORS: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> __m256i {
        // SAFETY: the caller vouches for AVX2; no memory is touched.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const i8) -> __m256i {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for reads of 32 weights.
        unsafe { _mm256_loadu_si256(at.cast()) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const u8) -> __m256i {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for reads of four activations, one
        // word. `read_unaligned` asks for no alignment.
        unsafe { _mm256_set1_epi32(at.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add(sums: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the caller vouches for AVX2, and for AVX-VNNI where `VNNI` is set; no memory is touched.
        unsafe {
            if VNNI {
                return _mm256_dpbusd_avx_epi32(sums, a, b);
            }
            // Activations are at most 127, so that two products with signed bytes fit 16 bits and
            // the saturating addition of `maddubs` never saturates.
            let pairs = _mm256_maddubs_epi16(a, b);
            _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
        }
    }

    #[inline(always)]
    unsafe fn dequantise(sums: __m256i, scales: *const f32, biases: *const f32) -> __m256i {
        // SAFETY: the caller vouches for AVX2, and for 8 scales and 8 biases, as `scale_and_bias` asks.
        unsafe { _mm256_castps_si256(scale_and_bias(_mm256_cvtepi32_ps(sums), scales, biases)) }
    }

    #[inline(always)]
    unsafe fn add_residual(values: __m256i, at: *const u8, scale: f32) -> __m256i {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for reads of 8 activations, which
        // are 8 bytes.
        unsafe {
            let activations = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64(at.cast())));
            let residual = _mm256_mul_ps(activations, _mm256_set1_ps(scale));
            _mm256_castps_si256(_mm256_add_ps(_mm256_castsi256_ps(values), residual))
        }
    }

    #[inline(always)]
    unsafe fn store(values: __m256i, max: f32, at: *mut u8) {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for writes of 8 activations, which
        // are 8 bytes.
        unsafe {
            let positive = _mm256_max_ps(_mm256_castsi256_ps(values), _mm256_setzero_ps());
            let saturated = _mm256_cvtps_epi32(_mm256_min_ps(positive, _mm256_set1_ps(max)));
            // Saturated values fit a byte, so that the packing instructions saturate nothing. AVX2
            // packs within halves: the two halves are joined first.
            let low = _mm256_castsi256_si128(saturated);
            let high = _mm256_extracti128_si256::<1>(saturated);
            let words = _mm_packs_epi32(low, high);
            _mm_storel_epi64(at.cast(), _mm_packus_epi16(words, words));
        }
    }

    #[inline(always)]
    unsafe fn store_f32(values: __m256i, at: *mut f32) {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for writes of 8 values.
        unsafe { _mm256_storeu_ps(at, _mm256_castsi256_ps(values)) }
    }
}

impl Winograd for ByteLanes<false> {
    #[inline(always)]
    unsafe fn widen(at: *const u8) -> __m256i {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for reads of 16 bytes.
        unsafe { _mm256_cvtepu8_epi16(_mm_loadu_si128(at.cast())) }
    }

    #[inline(always)]
    unsafe fn add_halves(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the caller vouches for AVX2; no memory is touched.
        unsafe { _mm256_add_epi16(a, b) }
    }

    #[inline(always)]
    unsafe fn subtract_halves(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the caller vouches for AVX2; no memory is touched.
        unsafe { _mm256_sub_epi16(a, b) }
    }

    #[inline(always)]
    unsafe fn load_halves(at: *const i16) -> __m256i {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for reads of 16 numbers.
        unsafe { _mm256_loadu_si256(at.cast()) }
    }

    #[inline(always)]
    unsafe fn store_halves(values: __m256i, at: *mut i16) {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for writes of 16 numbers.
        unsafe { _mm256_storeu_si256(at.cast(), values) }
    }

    #[inline(always)]
    unsafe fn broadcast_pair(at: *const i16) -> __m256i {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for reads of two numbers.
        // `read_unaligned` asks for no alignment.
        unsafe { _mm256_set1_epi32(at.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add_pairs(sums: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the caller vouches for AVX2; no memory is touched.
        unsafe { _mm256_add_epi32(sums, _mm256_madd_epi16(a, b)) }
    }

    #[inline(always)]
    unsafe fn load_sums(at: *const i32) -> __m256i {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for reads of 8 numbers.
        unsafe { _mm256_loadu_si256(at.cast()) }
    }

    #[inline(always)]
    unsafe fn store_sums(values: __m256i, at: *mut i32) {
        // SAFETY: the caller vouches for AVX2, and `at` is valid for writes of 8 numbers.
        unsafe { _mm256_storeu_si256(at.cast(), values) }
    }

    #[inline(always)]
    unsafe fn add(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the caller vouches for AVX2; no memory is touched.
        unsafe { _mm256_add_epi32(a, b) }
    }

    #[inline(always)]
    unsafe fn subtract(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the caller vouches for AVX2; no memory is touched.
        unsafe { _mm256_sub_epi32(a, b) }
    }

    #[inline(always)]
    unsafe fn quarter_times(values: __m256i, factor: i32) -> __m256i {
        // SAFETY: the caller vouches for AVX2; no memory is touched.
        unsafe { _mm256_mullo_epi32(_mm256_srai_epi32::<2>(values), _mm256_set1_epi32(factor)) }
    }
}

/// `values * scales + biases`, rounded after each step as the portable kernel does.
///
/// # Safety
/// The processor has AVX2; the pointers are valid for reads of 8 numbers.
#[inline(always)]
unsafe fn scale_and_bias(values: __m256, scales: *const f32, biases: *const f32) -> __m256 {
    // SAFETY: the caller vouches for AVX2 and for 8 scales and 8 biases.
    unsafe {
        let scaled = _mm256_mul_ps(values, _mm256_loadu_ps(scales));
        _mm256_add_ps(scaled, _mm256_loadu_ps(biases))
    }
}
