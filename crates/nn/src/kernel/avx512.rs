//! Kernels for AVX-512: vectors of sixteen lanes.

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
    convolve_floats, convolve::<FloatLanes> => Float, ["avx512f", "avx512bw"]
}
kernel! {
    /// Evaluates a convolution of bytes, by Winograd's algorithm where it can.
    convolve_pairs, winograd::convolve::<ByteLanes<false>> => Integer, ["avx512f", "avx512bw"]
}
kernel! {
    /// Evaluates a convolution of bytes with the dot products of VNNI.
    convolve_dots, convolve::<ByteLanes<true>> => Integer, ["avx512f", "avx512bw", "avx512vnni"]
}

/// Vectors of `f32`.
struct FloatLanes;

impl Simd for FloatLanes {
    type Of = Float;
    type Vector = __m512;
    const LANES: usize = 16;
    // 20 accumulators, 2 vectors of weights and a broadcast word: 23 of 32 registers.
    const TILE_POINTS: usize = 10;
    const TILE_VECTORS: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> __m512 {
        // SAFETY: the caller vouches for AVX-512 F; no memory is touched.
        unsafe { _mm512_setzero_ps() }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const f32) -> __m512 {
        // SAFETY: the caller vouches for AVX-512 F, and `at` is valid for reads of 16 weights.
        unsafe { _mm512_loadu_ps(at) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const f32) -> __m512 {
        // SAFETY: the caller vouches for AVX-512 F, and `at` is valid for reads of one activation.
        unsafe { _mm512_set1_ps(*at) }
    }

    #[inline(always)]
    unsafe fn multiply_add(sums: __m512, a: __m512, b: __m512) -> __m512 {
        // SAFETY: the caller vouches for AVX-512 F; no memory is touched.
        unsafe { _mm512_fmadd_ps(a, b, sums) }
    }

    #[inline(always)]
    unsafe fn dequantise(sums: __m512, scales: *const f32, biases: *const f32) -> __m512 {
        // SAFETY: the caller vouches for AVX-512 F, and for 16 scales and 16 biases, as
        // `scale_and_bias` asks.
        unsafe { scale_and_bias(sums, scales, biases) }
    }

    #[inline(always)]
    unsafe fn add_residual(values: __m512, at: *const f32, scale: f32) -> __m512 {
        // SAFETY: the caller vouches for AVX-512 F, and `at` is valid for reads of 16 activations.
        unsafe {
            let residual = _mm512_mul_ps(_mm512_loadu_ps(at), _mm512_set1_ps(scale));
            _mm512_add_ps(values, residual)
        }
    }

    #[inline(always)]
    unsafe fn store(values: __m512, _: f32, at: *mut f32) {
        // SAFETY: the caller vouches for AVX-512 F, and `at` is valid for writes of 16 activations.
        unsafe { _mm512_storeu_ps(at, _mm512_max_ps(values, _mm512_setzero_ps())) }
    }

    #[inline(always)]
    unsafe fn store_f32(values: __m512, at: *mut f32) {
        // SAFETY: the caller vouches for AVX-512 F, and `at` is valid for writes of 16 values.
        unsafe { _mm512_storeu_ps(at, values) }
    }
}

/// Vectors of words of four bytes, with the dot products of VNNI or without.
struct ByteLanes<const VNNI: bool>;

impl<const VNNI: bool> Simd for ByteLanes<VNNI> {
    type Of = Integer;
    type Vector = __m512i;
    const LANES: usize = 16;
    const TILE_POINTS: usize = 10;
    const TILE_VECTORS: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F; no memory is touched.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const i8) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F, and `at` is valid for reads of 64 weights.
        unsafe { _mm512_loadu_si512(at.cast()) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const u8) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F, and `at` is valid for reads of four activations,
        // one word. `read_unaligned` asks for no alignment.
        unsafe { _mm512_set1_epi32(at.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add(sums: __m512i, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F and BW, and for VNNI where `VNNI` is set; no
        // memory is touched.
        unsafe {
            if VNNI {
                return _mm512_dpbusd_epi32(sums, a, b);
            }
            // Activations are at most 127, so that two products with signed bytes fit 16 bits and
            // the saturating addition of `maddubs` never saturates.
            let pairs = _mm512_maddubs_epi16(a, b);
            _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
        }
    }

    #[inline(always)]
    unsafe fn dequantise(sums: __m512i, scales: *const f32, biases: *const f32) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F, and for 16 scales and 16 biases, as
        // `scale_and_bias` asks.
        unsafe { _mm512_castps_si512(scale_and_bias(_mm512_cvtepi32_ps(sums), scales, biases)) }
    }

    #[inline(always)]
    unsafe fn add_residual(values: __m512i, at: *const u8, scale: f32) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F, and `at` is valid for reads of 16 activations,
        // which are 16 bytes.
        unsafe {
            let activations = _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128(at.cast())));
            let residual = _mm512_mul_ps(activations, _mm512_set1_ps(scale));
            _mm512_castps_si512(_mm512_add_ps(_mm512_castsi512_ps(values), residual))
        }
    }

    #[inline(always)]
    unsafe fn store(values: __m512i, max: f32, at: *mut u8) {
        // SAFETY: the caller vouches for AVX-512 F, and `at` is valid for writes of 16 activations,
        // which are 16 bytes.
        unsafe {
            let positive = _mm512_max_ps(_mm512_castsi512_ps(values), _mm512_setzero_ps());
            let saturated = _mm512_cvtps_epi32(_mm512_min_ps(positive, _mm512_set1_ps(max)));
            // Saturated values fit a byte, so that the truncating conversion loses nothing.
            _mm_storeu_si128(at.cast(), _mm512_cvtepi32_epi8(saturated));
        }
    }

    #[inline(always)]
    unsafe fn store_f32(values: __m512i, at: *mut f32) {
        // SAFETY: the caller vouches for AVX-512 F, and `at` is valid for writes of 16 values.
        unsafe { _mm512_storeu_ps(at, _mm512_castsi512_ps(values)) }
    }
}

impl Winograd for ByteLanes<false> {
    #[inline(always)]
    unsafe fn widen(at: *const u8) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F and BW, and `at` is valid for reads of 32 bytes.
        unsafe { _mm512_cvtepu8_epi16(_mm256_loadu_si256(at.cast())) }
    }

    #[inline(always)]
    unsafe fn add_halves(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F and BW; no memory is touched.
        unsafe { _mm512_add_epi16(a, b) }
    }

    #[inline(always)]
    unsafe fn subtract_halves(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F and BW; no memory is touched.
        unsafe { _mm512_sub_epi16(a, b) }
    }

    #[inline(always)]
    unsafe fn load_halves(at: *const i16) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F and BW, and `at` is valid for reads of 32 numbers.
        unsafe { _mm512_loadu_si512(at.cast()) }
    }

    #[inline(always)]
    unsafe fn store_halves(values: __m512i, at: *mut i16) {
        // SAFETY: the caller vouches for AVX-512 F and BW, and `at` is valid for writes of 32 numbers.
        unsafe { _mm512_storeu_si512(at.cast(), values) }
    }

    #[inline(always)]
    unsafe fn broadcast_pair(at: *const i16) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F and BW, and `at` is valid for reads of two numbers.
        // `read_unaligned` asks for no alignment.
        unsafe { _mm512_set1_epi32(at.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add_pairs(sums: __m512i, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F and BW; no memory is touched.
        unsafe { _mm512_add_epi32(sums, _mm512_madd_epi16(a, b)) }
    }

    #[inline(always)]
    unsafe fn load_sums(at: *const i32) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F and BW, and `at` is valid for reads of 16 numbers.
        unsafe { _mm512_loadu_si512(at.cast()) }
    }

    #[inline(always)]
    unsafe fn store_sums(values: __m512i, at: *mut i32) {
        // SAFETY: the caller vouches for AVX-512 F and BW, and `at` is valid for writes of 16 numbers.
        unsafe { _mm512_storeu_si512(at.cast(), values) }
    }

    #[inline(always)]
    unsafe fn add(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F and BW; no memory is touched.
        unsafe { _mm512_add_epi32(a, b) }
    }

    #[inline(always)]
    unsafe fn subtract(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F and BW; no memory is touched.
        unsafe { _mm512_sub_epi32(a, b) }
    }

    #[inline(always)]
    unsafe fn quarter_times(values: __m512i, factor: i32) -> __m512i {
        // SAFETY: the caller vouches for AVX-512 F and BW; no memory is touched.
        unsafe { _mm512_mullo_epi32(_mm512_srai_epi32::<2>(values), _mm512_set1_epi32(factor)) }
    }
}

/// `values * scales + biases`, rounded after each step as the portable kernel does.
///
/// # Safety
/// The processor has AVX-512 F; the pointers are valid for reads of 16 numbers.
#[inline(always)]
unsafe fn scale_and_bias(values: __m512, scales: *const f32, biases: *const f32) -> __m512 {
    // SAFETY: the caller vouches for AVX-512 F and for 16 scales and 16 biases.
    unsafe {
        let scaled = _mm512_mul_ps(values, _mm512_loadu_ps(scales));
        _mm512_add_ps(scaled, _mm512_loadu_ps(biases))
    }
}
