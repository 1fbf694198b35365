//! AVX2 and FMA: vectors of eight lanes, and the byte dot products of AVX-VNNI.

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::*;

use super::dtype::{DType, F32, HIGHEST_16, I8, I16, QuantLevels};
use super::vector::{
    Additive, Dot, ExactShorts, I16Vec, Lanes, Product, Residual, Shorts, WeightOf, load_row,
    operations,
};

/// Vectors of `f32`.
pub(crate) struct Avx2;

operations! {
    impl Additive for Avx2 {
        type Vector = __m256;

        fn add(a: __m256, b: __m256) -> __m256 { _mm256_add_ps(a, b) }
        fn subtract(a: __m256, b: __m256) -> __m256 { _mm256_sub_ps(a, b) }
    }
}

operations! {
    impl Lanes for Avx2 {
        const LANES: usize = 8;

        fn splat(value: f32) -> __m256 { _mm256_set1_ps(value) }
        fn load(at: *const f32) -> __m256 { _mm256_loadu_ps(at) }
        fn store(values: __m256, at: *mut f32) { _mm256_storeu_ps(at, values) }
        fn multiply(a: __m256, b: __m256) -> __m256 { _mm256_mul_ps(a, b) }
        fn divide(a: __m256, b: __m256) -> __m256 { _mm256_div_ps(a, b) }
        fn approximate_reciprocal(a: __m256) -> __m256 { _mm256_rcp_ps(a) }
        fn multiply_add(a: __m256, b: __m256, c: __m256) -> __m256 { _mm256_fmadd_ps(a, b, c) }
        fn max(a: __m256, b: __m256) -> __m256 { _mm256_max_ps(a, b) }
        fn min(a: __m256, b: __m256) -> __m256 { _mm256_min_ps(a, b) }
        fn round(a: __m256) -> __m256 {
            _mm256_round_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(a)
        }
        fn split(a: __m256) -> [__m256; 2] {
            let whole = _mm256_floor_ps(a);
            [_mm256_sub_ps(a, whole), whole]
        }
        fn scale_by_power(a: __m256, n: __m256) -> __m256 {
            // The exponent of 2ⁿ is n plus the bias of 127.
            let exponents = _mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127));
            _mm256_mul_ps(a, _mm256_castsi256_ps(_mm256_slli_epi32::<23>(exponents)))
        }
        fn sum(a: __m256) -> f32 {
            let four = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps::<1>(a));
            let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
        }
        fn maximum(a: __m256) -> f32 {
            let four = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps::<1>(a));
            let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)))
        }
    }
}

/// Products of `f32`.
pub(crate) struct Avx2F32;

operations! {
    impl Dot for Avx2F32 {
        type Lanes = Avx2;
        type Number = F32;
        type Words = __m256;
        type Sums = __m256;
        // 10 accumulators, 2 weight vectors and a broadcast word: 13 of 16 registers.
        const TILE_POINTS: usize = 5;

        fn zero() -> __m256 { _mm256_setzero_ps() }
        fn load_weights(at: *const f32) -> __m256 { _mm256_loadu_ps(at) }
        fn broadcast(at: *const f32) -> __m256 { _mm256_set1_ps(*at) }
        fn multiply_add(sums: __m256, activations: __m256, weights: __m256) -> __m256 {
            _mm256_fmadd_ps(activations, weights, sums)
        }
        fn sums<const POINTS: usize, const VECTORS: usize>(
            product: &Product<'_, Self>,
            weights: *const f32,
            start: [__m256; VECTORS],
            point: usize,
        ) -> [[__m256; VECTORS]; POINTS] {
            sums_of_few_points(product, weights, start, point)
        }
        fn floats(sums: __m256) -> __m256 { sums }
        fn store_activations(values: __m256, at: *mut f32) { _mm256_storeu_ps(at, values) }
    }
}

operations! {
    impl Residual for Avx2F32 {
        fn load_activations(at: *const f32) -> __m256 { _mm256_loadu_ps(at) }
    }
}

/// Products of 16-bit integers, with AVX-VNNI or in two instructions.
pub(crate) struct Avx2I16<const VNNI: bool = false>;

operations! {
    impl<const VNNI: bool> Dot for Avx2I16<VNNI> {
        type Lanes = Avx2;
        type Number = I16;
        type Words = __m256i;
        type Sums = __m256i;
        const TILE_POINTS: usize = 5;

        fn zero() -> __m256i { _mm256_setzero_si256() }
        fn load_weights(at: *const i16) -> __m256i { _mm256_loadu_si256(at.cast()) }
        fn broadcast(at: *const i16) -> __m256i {
            _mm256_set1_epi32(at.cast::<i32>().read_unaligned())
        }
        fn multiply_add(sums: __m256i, activations: __m256i, weights: __m256i) -> __m256i {
            if VNNI {
                return dot_of_shorts(sums, activations, weights);
            }
            _mm256_add_epi32(sums, _mm256_madd_epi16(activations, weights))
        }
        fn sums<const POINTS: usize, const VECTORS: usize>(
            product: &Product<'_, Self>,
            weights: *const i16,
            start: [__m256i; VECTORS],
            point: usize,
        ) -> [[__m256i; VECTORS]; POINTS] {
            sums_of_few_points(product, weights, start, point)
        }
        fn floats(sums: __m256i) -> __m256 { _mm256_cvtepi32_ps(sums) }
        fn store_activations(values: __m256, at: *mut i16) {
            let most = _mm256_set1_epi32(HIGHEST_16.into());
            let least = _mm256_set1_epi32((-HIGHEST_16).into());
            let levels = _mm256_max_epi32(_mm256_min_epi32(_mm256_cvtps_epi32(values), most), least);
            _mm_storeu_si128(at.cast(), packed(levels))
        }
    }
}

operations! {
    impl<const VNNI: bool> Shorts for Avx2I16<VNNI> {
        fn store_rounded(values: [__m256; 2], at: *mut i16) {
            let [a, b] = values;
            // Each 128 bits have four integers of each vector.
            let integers = _mm256_packs_epi32(_mm256_cvtps_epi32(a), _mm256_cvtps_epi32(b));
            _mm256_storeu_si256(at.cast(), _mm256_permute4x64_epi64::<0b11_01_10_00>(integers))
        }
    }
}

operations! {
    impl I16Vec for Avx2I16 {
        type Halves = Avx2Halves;

        fn load_shorts(at: *const i16) -> __m256i { _mm256_loadu_si256(at.cast()) }
        fn store_shorts(values: __m256i, at: *mut i16) { _mm256_storeu_si256(at.cast(), values) }
    }
}

operations! {
    impl ExactShorts for Avx2I16 {
        fn widen(at: *const u8) -> __m256i { _mm256_cvtepu8_epi16(_mm_loadu_si128(at.cast())) }
        fn thirty_sixth(sums: __m256i) -> __m256i {
            _mm256_mullo_epi32(_mm256_srai_epi32::<2>(sums), _mm256_set1_epi32(Self::NINTH))
        }
    }
}

operations! {
    impl Additive for Avx2I16 {
        type Vector = __m256i;

        fn add(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi32(a, b) }
        fn subtract(a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi32(a, b) }
    }
}

/// Adds the products of pairs of 16-bit integers to 32-bit integers.
///
/// The compiler replaces the intrinsic by two instructions, with a shorter latency and half of the throughput.
///
/// # Safety
/// The processor must have AVX-VNNI.
#[inline]
#[target_feature(enable = "avx2,avxvnni")]
unsafe fn dot_of_shorts(sums: __m256i, a: __m256i, b: __m256i) -> __m256i {
    let mut sums = sums;
    // SAFETY: the caller guarantees the instruction; no memory is accessed.
    unsafe {
        asm!(
            "{{vex}} vpdpwssd {0}, {1}, {2}",
            inout(ymm_reg) sums,
            in(ymm_reg) a,
            in(ymm_reg) b,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sums
}

/// Vectors of 16-bit integers.
pub(crate) struct Avx2Halves;

operations! {
    impl Additive for Avx2Halves {
        type Vector = __m256i;

        fn add(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi16(a, b) }
        fn subtract(a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi16(a, b) }
    }
}

/// Products of bytes: with AVX-VNNI, or in pairs with activations of at most 128.
pub(crate) struct Avx2I8<const VNNI: bool>;

operations! {
    impl<const VNNI: bool> Dot for Avx2I8<VNNI> {
        type Lanes = Avx2;
        type Number = I8;
        type Words = __m256i;
        type Sums = __m256i;
        // With VNNI: 12 accumulators, 2 weight vectors and a broadcast word. Pairs need two more registers.
        const TILE_POINTS: usize = if VNNI { 6 } else { 5 };
        const POINT_LEVELS: Option<QuantLevels> = match I8::LEVELS {
            Some(levels) if !VNNI => Some(QuantLevels { highest: 127.0, ..levels }),
            levels => levels,
        };

        fn zero() -> __m256i { _mm256_setzero_si256() }
        fn load_weights(at: *const i8) -> __m256i { _mm256_loadu_si256(at.cast()) }
        fn broadcast(at: *const u8) -> __m256i {
            _mm256_set1_epi32(at.cast::<i32>().read_unaligned())
        }
        fn multiply_add(sums: __m256i, activations: __m256i, weights: __m256i) -> __m256i {
            if VNNI {
                return _mm256_dpbusd_avx_epi32(sums, activations, weights);
            }
            // Two products of at most 128 · 127 fit in 16 bits, so `maddubs` never saturates.
            let pairs = _mm256_maddubs_epi16(activations, weights);
            _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
        }
        fn floats(sums: __m256i) -> __m256 { _mm256_cvtepi32_ps(sums) }
        fn store_activations(values: __m256, at: *mut u8) {
            // Both packings saturate.
            let words = packed(_mm256_cvtps_epi32(values));
            _mm_storel_epi64(at.cast(), _mm_packus_epi16(words, words))
        }
        fn store_four(values: [__m256; 4], at: *mut u8) {
            let [a, b, c, d] = values;
            let ab = _mm256_packs_epi32(_mm256_cvtps_epi32(a), _mm256_cvtps_epi32(b));
            let cd = _mm256_packs_epi32(_mm256_cvtps_epi32(c), _mm256_cvtps_epi32(d));
            // Each 128 bits have four levels of each vector.
            let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
            let levels = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(ab, cd), order);
            _mm256_storeu_si256(at.cast(), levels)
        }
    }
}

operations! {
    impl<const VNNI: bool> Residual for Avx2I8<VNNI> {
        fn load_activations(at: *const u8) -> __m256 {
            _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64(at.cast())))
        }
    }
}

/// Products of any bytes without AVX-VNNI, about half as fast.
pub(crate) struct Avx2AnyI8;

operations! {
    impl Dot for Avx2AnyI8 {
        type Lanes = Avx2;
        type Number = I8;
        type Words = __m256i;
        type Sums = __m256i;
        // 6 accumulators, 4 vectors of weights, and 3 of activations.
        const TILE_POINTS: usize = 3;

        fn zero() -> __m256i { _mm256_setzero_si256() }
        fn load_weights(at: *const i8) -> __m256i { _mm256_loadu_si256(at.cast()) }
        fn broadcast(at: *const u8) -> __m256i {
            _mm256_set1_epi32(at.cast::<i32>().read_unaligned())
        }
        fn multiply_add(sums: __m256i, activations: __m256i, weights: __m256i) -> __m256i {
            // The bytes at even and at odd places, as 16-bit integers.
            let activations_even = _mm256_and_si256(activations, _mm256_set1_epi16(0xff));
            let activations_odd = _mm256_srli_epi16::<8>(activations);
            let weights_even = _mm256_srai_epi16::<8>(_mm256_slli_epi16::<8>(weights));
            let weights_odd = _mm256_srai_epi16::<8>(weights);
            let even = _mm256_madd_epi16(activations_even, weights_even);
            let odd = _mm256_madd_epi16(activations_odd, weights_odd);
            _mm256_add_epi32(_mm256_add_epi32(sums, even), odd)
        }
        fn floats(sums: __m256i) -> __m256 { _mm256_cvtepi32_ps(sums) }
        fn store_activations(values: __m256, at: *mut u8) {
            Avx2I8::<false>::store_activations(values, at)
        }
    }
}

/// Packs integers to 16 bits with saturation. AVX2 packs within halves, so the halves are separated first.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn packed(numbers: __m256i) -> __m128i {
    // SAFETY: the caller guarantees AVX2; no memory is accessed.
    unsafe {
        _mm_packs_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers))
    }
}

/// Returns the same accumulators as [`sums_by_words`](super::vector::sums_by_words) for tiles of few points: each
/// point has a register for its address, so no address is computed in the loop.
///
/// # Safety
/// As for [`Dot::sums`].
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "iterators may compile to calls")]
unsafe fn sums_of_few_points<D: Dot, const POINTS: usize, const VECTORS: usize>(
    product: &Product<'_, D>,
    weights: *const WeightOf<D>,
    start: [D::Sums; VECTORS],
    point: usize,
) -> [[D::Sums; VECTORS]; POINTS] {
    let per_word = <D::Number as DType>::PER_WORD;
    // SAFETY: the caller guarantees the instructions and the operands.
    unsafe {
        let mut sums = [start; POINTS];
        let mut weights = weights;
        for &tap in product.taps {
            let mut points = [product.activations; POINTS];
            for (i, at) in points.iter_mut().enumerate() {
                *at = at.add(point + tap + i * product.point_stride);
            }
            // If the compiler knew the distances, it would compute each address from the previous one in every
            // iteration.
            let points = std::hint::black_box(points);
            for word in 0..product.words {
                let row = load_row::<D, VECTORS>(weights, product.vector_stride);
                for i in 0..POINTS {
                    let word = D::broadcast(points[i].add(word * per_word));
                    for k in 0..VECTORS {
                        sums[i][k] = D::multiply_add(sums[i][k], word, row[k]);
                    }
                }
                weights = weights.add(product.weight_stride);
            }
        }
        sums
    }
}
