//! AVX-512 F, BW, DQ and VL: vectors of sixteen lanes, and the dot products of VNNI and BF16.

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::*;
use std::mem::transmute;

use super::amx;
use super::dtype::{Bf16, F32, HIGHEST_16, I8, I16};
use super::vector::{
    ActivationOf, Additive, Dot, ExactShorts, I16Vec, Lanes, MATRIX_WORDS, Product, Residual,
    Shorts, WeightOf, operations,
};

/// Vectors of `f32`.
pub(crate) struct Avx512;

operations! {
    impl Additive for Avx512 {
        type Vector = __m512;

        fn add(a: __m512, b: __m512) -> __m512 { _mm512_add_ps(a, b) }
        fn subtract(a: __m512, b: __m512) -> __m512 { _mm512_sub_ps(a, b) }
    }
}

operations! {
    impl Lanes for Avx512 {
        const LANES: usize = 16;

        fn splat(value: f32) -> __m512 { _mm512_set1_ps(value) }
        fn load(at: *const f32) -> __m512 { _mm512_loadu_ps(at) }
        fn store(values: __m512, at: *mut f32) { _mm512_storeu_ps(at, values) }
        fn multiply(a: __m512, b: __m512) -> __m512 { _mm512_mul_ps(a, b) }
        fn divide(a: __m512, b: __m512) -> __m512 { _mm512_div_ps(a, b) }
        fn approximate_reciprocal(a: __m512) -> __m512 { _mm512_rcp14_ps(a) }
        fn multiply_add(a: __m512, b: __m512, c: __m512) -> __m512 { _mm512_fmadd_ps(a, b, c) }
        fn max(a: __m512, b: __m512) -> __m512 { _mm512_max_ps(a, b) }
        fn min(a: __m512, b: __m512) -> __m512 { _mm512_min_ps(a, b) }
        fn round(a: __m512) -> __m512 {
            _mm512_roundscale_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(a)
        }
        fn split(a: __m512) -> [__m512; 2] {
            // `scalef` rounds exponents down.
            [_mm512_reduce_ps::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(a), a]
        }
        fn scale_by_power(a: __m512, n: __m512) -> __m512 { _mm512_scalef_ps(a, n) }
        fn sum(a: __m512) -> f32 { _mm512_reduce_add_ps(a) }
        fn maximum(a: __m512) -> f32 { _mm512_reduce_max_ps(a) }
    }
}

/// Products of `f32`.
pub(crate) struct Avx512F32;

operations! {
    impl Dot for Avx512F32 {
        type Lanes = Avx512;
        type Number = F32;
        type Words = __m512;
        type Sums = __m512;
        // 26 accumulators, 2 weight vectors and a broadcast word: 29 of 32 registers.
        const TILE_POINTS: usize = 13;

        fn zero() -> __m512 { _mm512_setzero_ps() }
        fn load_weights(at: *const f32) -> __m512 { _mm512_loadu_ps(at) }
        fn broadcast(at: *const f32) -> __m512 { _mm512_set1_ps(*at) }
        fn multiply_add(sums: __m512, activations: __m512, weights: __m512) -> __m512 {
            _mm512_fmadd_ps(activations, weights, sums)
        }
        fn floats(sums: __m512) -> __m512 { sums }
        fn store_activations(values: __m512, at: *mut f32) { _mm512_storeu_ps(at, values) }
    }
}

operations! {
    impl Residual for Avx512F32 {
        fn load_activations(at: *const f32) -> __m512 { _mm512_loadu_ps(at) }
    }
}

/// Products of `bf16`, by AVX-512 BF16 and perhaps AMX.
pub(crate) struct Avx512Bf16<const AMX: bool = false>;

// `transmute` converts between types of the same size in which every bit pattern is valid.
operations! {
    impl<const AMX: bool> Dot for Avx512Bf16<AMX> {
        type Lanes = Avx512;
        type Number = Bf16;
        type Words = __m512i;
        type Sums = __m512;
        const TILE_POINTS: usize = 13;
        const MATRICES: bool = AMX;

        fn zero() -> __m512 { _mm512_setzero_ps() }
        fn load_weights(at: *const u16) -> __m512i { _mm512_loadu_si512(at.cast()) }
        fn broadcast(at: *const u16) -> __m512i {
            _mm512_set1_epi32(at.cast::<i32>().read_unaligned())
        }
        fn multiply_add(sums: __m512, activations: __m512i, weights: __m512i) -> __m512 {
            let activations = transmute::<__m512i, __m512bh>(activations);
            _mm512_dpbf16_ps(sums, activations, transmute::<__m512i, __m512bh>(weights))
        }
        fn start_matrices() {
            if AMX {
                amx::configure();
            }
        }
        fn end_matrices() {
            if AMX {
                amx::release();
            }
        }
        fn matrix_sums(
            product: &Product<'_, Self>,
            weights: *const u16,
            point: usize,
            to: *mut [__m512; 2],
        ) {
            amx::multiply!("tdpbf16ps", product, weights, point, to)
        }
        fn floats(sums: __m512) -> __m512 { sums }
        fn store_activations(values: __m512, at: *mut u16) {
            let rounded = transmute::<__m256bh, __m256i>(_mm512_cvtneps_pbh(values));
            _mm256_storeu_si256(at.cast(), rounded)
        }
        fn store_four(values: [__m512; 4], at: *mut u16) {
            let [a, b, c, d] = values;
            let first = transmute::<__m512bh, __m512i>(_mm512_cvtne2ps_pbh(b, a));
            let second = transmute::<__m512bh, __m512i>(_mm512_cvtne2ps_pbh(d, c));
            _mm512_storeu_si512(at.cast(), first);
            _mm512_storeu_si512(at.add(32).cast(), second)
        }
    }
}

/// Products of bytes: with VNNI and perhaps AMX, or in pairs with activations of at most 127 as in built-in nets.
pub(crate) struct Avx512I8<const VNNI: bool, const AMX: bool = false>;

operations! {
    impl<const VNNI: bool, const AMX: bool> Dot for Avx512I8<VNNI, AMX> {
        type Lanes = Avx512;
        type Number = I8;
        type Words = __m512i;
        type Sums = __m512i;
        // Pairs need two more registers.
        const TILE_POINTS: usize = if VNNI { 13 } else { 12 };
        const MATRICES: bool = AMX;

        fn zero() -> __m512i { _mm512_setzero_si512() }
        fn load_weights(at: *const i8) -> __m512i { _mm512_loadu_si512(at.cast()) }
        fn broadcast(at: *const u8) -> __m512i {
            _mm512_set1_epi32(at.cast::<i32>().read_unaligned())
        }
        fn multiply_add(sums: __m512i, activations: __m512i, weights: __m512i) -> __m512i {
            if VNNI {
                return _mm512_dpbusd_epi32(sums, activations, weights);
            }
            // Two products of at most 127 · 128 fit in 16 bits, so `maddubs` never saturates.
            let pairs = _mm512_maddubs_epi16(activations, weights);
            _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
        }
        fn start_matrices() {
            if AMX {
                amx::configure();
            }
        }
        fn end_matrices() {
            if AMX {
                amx::release();
            }
        }
        fn matrix_sums(
            product: &Product<'_, Self>,
            weights: *const i8,
            point: usize,
            to: *mut [__m512i; 2],
        ) {
            amx::multiply!("tdpbusd", product, weights, point, to)
        }
        fn floats(sums: __m512i) -> __m512 { _mm512_cvtepi32_ps(sums) }
        fn store_activations(values: __m512, at: *mut u8) {
            let levels = _mm512_max_epi32(_mm512_cvtps_epi32(values), _mm512_setzero_si512());
            _mm_storeu_si128(at.cast(), _mm512_cvtusepi32_epi8(levels))
        }
        fn store_four(values: [__m512; 4], at: *mut u8) {
            let [a, b, c, d] = values;
            let ab = _mm512_packs_epi32(_mm512_cvtps_epi32(a), _mm512_cvtps_epi32(b));
            let cd = _mm512_packs_epi32(_mm512_cvtps_epi32(c), _mm512_cvtps_epi32(d));
            // Each 128 bits have four levels of each vector.
            let order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
            let levels = _mm512_permutexvar_epi32(order, _mm512_packus_epi16(ab, cd));
            _mm512_storeu_si512(at.cast(), levels)
        }
    }
}

operations! {
    impl<const VNNI: bool, const AMX: bool> Residual for Avx512I8<VNNI, AMX> {
        fn load_activations(at: *const u8) -> __m512 {
            _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128(at.cast())))
        }
    }
}

/// Products of 16-bit integers, with VNNI or in two instructions.
pub(crate) struct Avx512I16<const VNNI: bool = false>;

operations! {
    impl<const VNNI: bool> Dot for Avx512I16<VNNI> {
        type Lanes = Avx512;
        type Number = I16;
        type Words = __m512i;
        type Sums = __m512i;
        const TILE_POINTS: usize = 13;

        fn zero() -> __m512i { _mm512_setzero_si512() }
        fn load_weights(at: *const i16) -> __m512i { _mm512_loadu_si512(at.cast()) }
        fn broadcast(at: *const i16) -> __m512i {
            _mm512_set1_epi32(at.cast::<i32>().read_unaligned())
        }
        fn multiply_add(sums: __m512i, activations: __m512i, weights: __m512i) -> __m512i {
            if VNNI {
                return dot_of_shorts(sums, activations, weights);
            }
            _mm512_add_epi32(sums, _mm512_madd_epi16(activations, weights))
        }
        fn floats(sums: __m512i) -> __m512 { _mm512_cvtepi32_ps(sums) }
        fn store_activations(values: __m512, at: *mut i16) {
            let most = _mm512_set1_epi32(HIGHEST_16.into());
            let least = _mm512_set1_epi32((-HIGHEST_16).into());
            let levels = _mm512_max_epi32(_mm512_min_epi32(_mm512_cvtps_epi32(values), most), least);
            _mm256_storeu_si256(at.cast(), _mm512_cvtepi32_epi16(levels))
        }
    }
}

operations! {
    impl<const VNNI: bool> Shorts for Avx512I16<VNNI> {
        fn store_rounded(values: [__m512; 2], at: *mut i16) {
            let [a, b] = values;
            // Each 128 bits have four integers of each vector.
            let integers = _mm512_packs_epi32(_mm512_cvtps_epi32(a), _mm512_cvtps_epi32(b));
            let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            _mm512_storeu_si512(at.cast(), _mm512_permutexvar_epi64(order, integers))
        }
    }
}

operations! {
    impl I16Vec for Avx512I16 {
        type Halves = Avx512Halves;

        fn load_shorts(at: *const i16) -> __m512i { _mm512_loadu_si512(at.cast()) }
        fn store_shorts(values: __m512i, at: *mut i16) { _mm512_storeu_si512(at.cast(), values) }
    }
}

operations! {
    impl ExactShorts for Avx512I16 {
        fn widen(at: *const u8) -> __m512i { _mm512_cvtepu8_epi16(_mm256_loadu_si256(at.cast())) }
        fn thirty_sixth(sums: __m512i) -> __m512i {
            _mm512_mullo_epi32(_mm512_srai_epi32::<2>(sums), _mm512_set1_epi32(Self::NINTH))
        }
    }
}

operations! {
    impl Additive for Avx512I16 {
        type Vector = __m512i;

        fn add(a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi32(a, b) }
        fn subtract(a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi32(a, b) }
    }
}

/// Adds the products of pairs of 16-bit integers to 32-bit integers.
///
/// The compiler replaces the intrinsic by two instructions, with a shorter latency and half of the throughput.
///
/// # Safety
/// The processor must have AVX-512 VNNI.
#[inline]
#[target_feature(enable = "avx512f,avx512vnni")]
unsafe fn dot_of_shorts(sums: __m512i, a: __m512i, b: __m512i) -> __m512i {
    let mut sums = sums;
    // SAFETY: the caller guarantees the instruction; no memory is accessed.
    unsafe {
        asm!(
            "vpdpwssd {0}, {1}, {2}",
            inout(zmm_reg) sums,
            in(zmm_reg) a,
            in(zmm_reg) b,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sums
}

/// Vectors of 16-bit integers.
pub(crate) struct Avx512Halves;

operations! {
    impl Additive for Avx512Halves {
        type Vector = __m512i;

        fn add(a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi16(a, b) }
        fn subtract(a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi16(a, b) }
    }
}
