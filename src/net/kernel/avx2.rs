//! Convolutions with AVX2: eight lanes.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::number::{Float, Integer};
use super::tile::{Lanes, convolution};

convolution! {
    /// Floating-point numbers.
    convolve_floats, Floats => Float, floats, ["avx2", "fma"]
}
convolution! {
    /// Bytes, multiplied and added in pairs.
    convolve_pairs, Bytes => Integer, pairs, ["avx2", "fma"]
}

/// Floating-point numbers.
struct Floats;

/// Bytes.
struct Bytes;

// SAFETY of all blocks below: the trait's functions are called with the instructions that they are
// made of, and with pointers to a whole vector of what they read or write.
impl Lanes for Floats {
    type Of = Float;
    type Vector = __m256;
    const LANES: usize = 8;
    const POINTS: usize = 5;
    const WIDE: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> __m256 {
        // SAFETY: see above.
        unsafe { _mm256_setzero_ps() }
    }

    #[inline(always)]
    unsafe fn weights(at: *const f32) -> __m256 {
        // SAFETY: see above.
        unsafe { _mm256_loadu_ps(at) }
    }

    #[inline(always)]
    unsafe fn spread(at: *const f32) -> __m256 {
        // SAFETY: see above.
        unsafe { _mm256_set1_ps(*at) }
    }

    #[inline(always)]
    unsafe fn add_products(sums: __m256, a: __m256, b: __m256) -> __m256 {
        // SAFETY: see above.
        unsafe { _mm256_fmadd_ps(a, b, sums) }
    }

    #[inline(always)]
    unsafe fn real(sums: __m256, scales: *const f32, biases: *const f32) -> __m256 {
        // SAFETY: see above.
        unsafe { scaled(sums, scales, biases) }
    }

    #[inline(always)]
    unsafe fn add_numbers(real: __m256, at: *const f32, factor: f32) -> __m256 {
        // SAFETY: see above.
        unsafe { _mm256_add_ps(real, _mm256_mul_ps(_mm256_loadu_ps(at), _mm256_set1_ps(factor))) }
    }

    #[inline(always)]
    unsafe fn put(real: __m256, _: f32, at: *mut f32) {
        // SAFETY: see above.
        unsafe { _mm256_storeu_ps(at, _mm256_max_ps(real, _mm256_setzero_ps())) }
    }

    #[inline(always)]
    unsafe fn put_real(real: __m256, at: *mut f32) {
        // SAFETY: see above.
        unsafe { _mm256_storeu_ps(at, real) }
    }
}

impl Lanes for Bytes {
    type Of = Integer;
    type Vector = __m256i;
    const LANES: usize = 8;
    const POINTS: usize = 5;
    const WIDE: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    unsafe fn weights(at: *const i8) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_loadu_si256(at.cast()) }
    }

    #[inline(always)]
    unsafe fn spread(at: *const u8) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_set1_epi32(at.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn add_products(sums: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe {
            // Numbers are at most 127, so that a pair of products fits 16 bits.
            let pairs = _mm256_maddubs_epi16(a, b);
            _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
        }
    }

    #[inline(always)]
    unsafe fn real(sums: __m256i, scales: *const f32, biases: *const f32) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_castps_si256(scaled(_mm256_cvtepi32_ps(sums), scales, biases)) }
    }

    #[inline(always)]
    unsafe fn add_numbers(real: __m256i, at: *const u8, factor: f32) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let numbers = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64(at.cast())));
            let added = _mm256_mul_ps(numbers, _mm256_set1_ps(factor));
            _mm256_castps_si256(_mm256_add_ps(_mm256_castsi256_ps(real), added))
        }
    }

    #[inline(always)]
    unsafe fn put(real: __m256i, largest: f32, at: *mut u8) {
        // SAFETY: see above.
        unsafe {
            let positive = _mm256_max_ps(_mm256_castsi256_ps(real), _mm256_setzero_ps());
            let cut = _mm256_cvtps_epi32(_mm256_min_ps(positive, _mm256_set1_ps(largest)));
            let (low, high) = (_mm256_castsi256_si128(cut), _mm256_extracti128_si256::<1>(cut));
            let words = _mm_packs_epi32(low, high);
            _mm_storel_epi64(at.cast(), _mm_packus_epi16(words, words));
        }
    }

    #[inline(always)]
    unsafe fn put_real(real: __m256i, at: *mut f32) {
        // SAFETY: see above.
        unsafe { _mm256_storeu_ps(at, _mm256_castsi256_ps(real)) }
    }
}

/// Numbers times their scales, with their biases; in two steps, as everywhere.
#[inline(always)]
unsafe fn scaled(numbers: __m256, scales: *const f32, biases: *const f32) -> __m256 {
    // SAFETY: see above.
    unsafe {
        let scaled = _mm256_mul_ps(numbers, _mm256_loadu_ps(scales));
        _mm256_add_ps(scaled, _mm256_loadu_ps(biases))
    }
}
