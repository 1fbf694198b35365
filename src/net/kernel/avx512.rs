//! Convolutions with AVX-512: sixteen lanes.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::number::{Float, Integer};
use super::tile::{Lanes, convolution};

convolution! {
    /// Floating-point numbers.
    convolve_floats, Floats => Float, floats, ["avx512f", "avx512bw"]
}
convolution! {
    /// Bytes, multiplied and added in pairs.
    convolve_pairs, Bytes<false> => Integer, pairs, ["avx512f", "avx512bw"]
}
convolution! {
    /// Bytes, multiplied and added by fours.
    convolve_dots, Bytes<true> => Integer, dots, ["avx512f", "avx512bw", "avx512vnni"]
}

/// Floating-point numbers.
struct Floats;

/// Bytes, with VNNI or without it.
struct Bytes<const VNNI: bool>;

// SAFETY of all blocks below: the trait's functions are called with the instructions that they are
// made of, and with pointers to a whole vector of what they read or write.
impl Lanes for Floats {
    type Of = Float;
    type Vector = __m512;
    const LANES: usize = 16;
    const POINTS: usize = 10;
    const WIDE: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> __m512 {
        // SAFETY: see above.
        unsafe { _mm512_setzero_ps() }
    }

    #[inline(always)]
    unsafe fn weights(at: *const f32) -> __m512 {
        // SAFETY: see above.
        unsafe { _mm512_loadu_ps(at) }
    }

    #[inline(always)]
    unsafe fn spread(at: *const f32) -> __m512 {
        // SAFETY: see above.
        unsafe { _mm512_set1_ps(*at) }
    }

    #[inline(always)]
    unsafe fn add_products(sums: __m512, a: __m512, b: __m512) -> __m512 {
        // SAFETY: see above.
        unsafe { _mm512_fmadd_ps(a, b, sums) }
    }

    #[inline(always)]
    unsafe fn real(sums: __m512, scales: *const f32, biases: *const f32) -> __m512 {
        // SAFETY: see above.
        unsafe { scaled(sums, scales, biases) }
    }

    #[inline(always)]
    unsafe fn add_numbers(real: __m512, at: *const f32, factor: f32) -> __m512 {
        // SAFETY: see above.
        unsafe { _mm512_add_ps(real, _mm512_mul_ps(_mm512_loadu_ps(at), _mm512_set1_ps(factor))) }
    }

    #[inline(always)]
    unsafe fn put(real: __m512, _: f32, at: *mut f32) {
        // SAFETY: see above.
        unsafe { _mm512_storeu_ps(at, _mm512_max_ps(real, _mm512_setzero_ps())) }
    }

    #[inline(always)]
    unsafe fn put_real(real: __m512, at: *mut f32) {
        // SAFETY: see above.
        unsafe { _mm512_storeu_ps(at, real) }
    }
}

impl<const VNNI: bool> Lanes for Bytes<VNNI> {
    type Of = Integer;
    type Vector = __m512i;
    const LANES: usize = 16;
    const POINTS: usize = 10;
    const WIDE: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn weights(at: *const i8) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_loadu_si512(at.cast()) }
    }

    #[inline(always)]
    unsafe fn spread(at: *const u8) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_set1_epi32(at.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn add_products(sums: __m512i, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe {
            if VNNI {
                return _mm512_dpbusd_epi32(sums, a, b);
            }
            // Numbers are at most 127, so that a pair of products fits 16 bits.
            let pairs = _mm512_maddubs_epi16(a, b);
            _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
        }
    }

    #[inline(always)]
    unsafe fn real(sums: __m512i, scales: *const f32, biases: *const f32) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_castps_si512(scaled(_mm512_cvtepi32_ps(sums), scales, biases)) }
    }

    #[inline(always)]
    unsafe fn add_numbers(real: __m512i, at: *const u8, factor: f32) -> __m512i {
        // SAFETY: see above.
        unsafe {
            let numbers = _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128(at.cast())));
            let added = _mm512_mul_ps(numbers, _mm512_set1_ps(factor));
            _mm512_castps_si512(_mm512_add_ps(_mm512_castsi512_ps(real), added))
        }
    }

    #[inline(always)]
    unsafe fn put(real: __m512i, largest: f32, at: *mut u8) {
        // SAFETY: see above.
        unsafe {
            let positive = _mm512_max_ps(_mm512_castsi512_ps(real), _mm512_setzero_ps());
            let cut = _mm512_cvtps_epi32(_mm512_min_ps(positive, _mm512_set1_ps(largest)));
            _mm_storeu_si128(at.cast(), _mm512_cvtepi32_epi8(cut));
        }
    }

    #[inline(always)]
    unsafe fn put_real(real: __m512i, at: *mut f32) {
        // SAFETY: see above.
        unsafe { _mm512_storeu_ps(at, _mm512_castsi512_ps(real)) }
    }
}

/// Numbers times their scales, with their biases; in two steps, as everywhere.
#[inline(always)]
unsafe fn scaled(numbers: __m512, scales: *const f32, biases: *const f32) -> __m512 {
    // SAFETY: see above.
    unsafe {
        let scaled = _mm512_mul_ps(numbers, _mm512_loadu_ps(scales));
        _mm512_add_ps(scaled, _mm512_loadu_ps(biases))
    }
}
