//! AVX-512: vectors of sixteen lanes.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::number::{Bf16, F32, I8};
use super::vector::{Dot, Lanes};
use super::winograd::WinogradLayer;

/// Vectors of AVX-512 F and BW.
pub(super) struct Avx512;

// SAFETY of every block in this file: the caller vouches for the instructions and for the pointers, as
// `Lanes` and `Dot` ask; the intrinsics used ask for nothing else.
impl Lanes for Avx512 {
    type Floats = __m512;
    const LANES: usize = 16;

    #[inline(always)]
    unsafe fn splat(value: f32) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_set1_ps(value) }
    }

    #[inline(always)]
    unsafe fn load(at: *const f32) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_loadu_ps(at) }
    }

    #[inline(always)]
    unsafe fn store(values: __m512, at: *mut f32) {
        // SAFETY: as above.
        unsafe { _mm512_storeu_ps(at, values) }
    }

    #[inline(always)]
    unsafe fn add(a: __m512, b: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn subtract(a: __m512, b: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_sub_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn multiply(a: __m512, b: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_mul_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn divide(a: __m512, b: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_div_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn multiply_add(a: __m512, b: __m512, c: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    unsafe fn max(a: __m512, b: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_max_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn min(a: __m512, b: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_min_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn round(a: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_roundscale_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(a) }
    }

    #[inline(always)]
    unsafe fn scale_by_power(a: __m512, n: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_scalef_ps(a, n) }
    }

    #[inline(always)]
    unsafe fn sum(a: __m512) -> f32 {
        // SAFETY: as above.
        unsafe { _mm512_reduce_add_ps(a) }
    }

    #[inline(always)]
    unsafe fn maximum(a: __m512) -> f32 {
        // SAFETY: as above.
        unsafe { _mm512_reduce_max_ps(a) }
    }
}

/// Products of `f32`.
pub(super) struct Avx512F32;

impl Dot for Avx512F32 {
    type Lanes = Avx512;
    type Number = F32;
    type Words = __m512;
    type Sums = __m512;
    // 26 accumulators, 2 vectors of weights and a broadcast word: 29 of 32 registers.
    const TILE_POINTS: usize = 13;

    #[inline(always)]
    unsafe fn zero() -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_setzero_ps() }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const f32) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_loadu_ps(at) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const f32) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_set1_ps(*at) }
    }

    #[inline(always)]
    unsafe fn multiply_add(sums: __m512, activations: __m512, weights: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_fmadd_ps(activations, weights, sums) }
    }

    #[inline(always)]
    unsafe fn floats(sums: __m512) -> __m512 {
        sums
    }

    #[inline(always)]
    unsafe fn store_activations(values: __m512, at: *mut f32) {
        // SAFETY: as above.
        unsafe { _mm512_storeu_ps(at, values) }
    }
}

/// Products of `bf16`, by AVX-512 BF16.
pub(super) struct Avx512Bf16;

impl Dot for Avx512Bf16 {
    type Lanes = Avx512;
    type Number = Bf16;
    type Words = __m512i;
    type Sums = __m512;
    const TILE_POINTS: usize = 13;

    #[inline(always)]
    unsafe fn zero() -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_setzero_ps() }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const u16) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_loadu_si512(at.cast()) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const u16) -> __m512i {
        // SAFETY: as above; `read_unaligned` asks for no alignment.
        unsafe { _mm512_set1_epi32(at.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add(sums: __m512, activations: __m512i, weights: __m512i) -> __m512 {
        // SAFETY: as above; both types are 64 bytes in which every pattern is valid.
        unsafe {
            let activations = std::mem::transmute::<__m512i, __m512bh>(activations);
            let weights = std::mem::transmute::<__m512i, __m512bh>(weights);
            _mm512_dpbf16_ps(sums, activations, weights)
        }
    }

    #[inline(always)]
    unsafe fn floats(sums: __m512) -> __m512 {
        sums
    }

    #[inline(always)]
    unsafe fn store_activations(values: __m512, at: *mut u16) {
        // SAFETY: as above; both types are 32 bytes in which every pattern is valid.
        unsafe {
            let rounded = std::mem::transmute::<__m256bh, __m256i>(_mm512_cvtneps_pbh(values));
            _mm256_storeu_si256(at.cast(), rounded);
        }
    }
}

/// Products of bytes, by AVX-512 VNNI.
pub(super) struct Avx512Vnni;

impl Dot for Avx512Vnni {
    type Lanes = Avx512;
    type Number = I8;
    type Words = __m512i;
    type Sums = __m512i;
    const TILE_POINTS: usize = 13;

    #[inline(always)]
    unsafe fn zero() -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const i8) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_loadu_si512(at.cast()) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const u8) -> __m512i {
        // SAFETY: as above; `read_unaligned` asks for no alignment.
        unsafe { _mm512_set1_epi32(at.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add(sums: __m512i, activations: __m512i, weights: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_dpbusd_epi32(sums, activations, weights) }
    }

    #[inline(always)]
    unsafe fn floats(sums: __m512i) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_cvtepi32_ps(sums) }
    }

    #[inline(always)]
    unsafe fn store_activations(values: __m512, at: *mut u8) {
        // SAFETY: as above; sixteen bytes are written.
        unsafe {
            let levels = _mm512_max_epi32(_mm512_cvtps_epi32(values), _mm512_setzero_si512());
            _mm_storeu_si128(at.cast(), _mm512_cvtusepi32_epi8(levels));
        }
    }
}

impl WinogradLayer for Avx512F32 {}

impl WinogradLayer for Avx512Bf16 {}

impl WinogradLayer for Avx512Vnni {}
