//! AVX2 and FMA: vectors of eight lanes.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::finish::Finish;
use super::layer::Layer;
use super::number::Number;
use super::number::{F32, HIGHEST_16, I8, I16};
use super::padded::Padded;
use super::vector::{Dot, Lanes, Product, WeightOf};
use super::winograd::{Shorts, Transformed, WinogradLayer, sums};

/// Vectors of AVX2 and FMA.
pub(super) struct Avx2;

// SAFETY of every block in this file: the caller vouches for the instructions and for the pointers, as
// `Lanes` and `Dot` ask; the intrinsics used ask for nothing else.
impl Lanes for Avx2 {
    type Floats = __m256;
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn splat(value: f32) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_set1_ps(value) }
    }

    #[inline(always)]
    unsafe fn load(at: *const f32) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_loadu_ps(at) }
    }

    #[inline(always)]
    unsafe fn store(values: __m256, at: *mut f32) {
        // SAFETY: as above.
        unsafe { _mm256_storeu_ps(at, values) }
    }

    #[inline(always)]
    unsafe fn add(a: __m256, b: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_add_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn subtract(a: __m256, b: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_sub_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn multiply(a: __m256, b: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_mul_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn divide(a: __m256, b: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_div_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn multiply_add(a: __m256, b: __m256, c: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    unsafe fn max(a: __m256, b: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_max_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn min(a: __m256, b: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_min_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn round(a: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_round_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(a) }
    }

    #[inline(always)]
    unsafe fn scale_by_power(a: __m256, n: __m256) -> __m256 {
        // SAFETY: as above. The exponent of 2ⁿ is n and the bias of 127.
        unsafe {
            let exponents = _mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127));
            _mm256_mul_ps(a, _mm256_castsi256_ps(_mm256_slli_epi32::<23>(exponents)))
        }
    }

    #[inline(always)]
    unsafe fn sum(a: __m256) -> f32 {
        // SAFETY: as above.
        unsafe {
            let four = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps::<1>(a));
            let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
        }
    }

    #[inline(always)]
    unsafe fn maximum(a: __m256) -> f32 {
        // SAFETY: as above.
        unsafe {
            let four = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps::<1>(a));
            let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)))
        }
    }
}

/// Products of `f32`.
pub(super) struct Avx2F32;

impl Dot for Avx2F32 {
    type Lanes = Avx2;
    type Number = F32;
    type Words = __m256;
    type Sums = __m256;
    // 10 accumulators, 2 vectors of weights and a broadcast word: 13 of 16 registers.
    const TILE_POINTS: usize = 5;

    #[inline(always)]
    unsafe fn zero() -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_setzero_ps() }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const f32) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_loadu_ps(at) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const f32) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_set1_ps(*at) }
    }

    #[inline(always)]
    unsafe fn multiply_add(sums: __m256, activations: __m256, weights: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_fmadd_ps(activations, weights, sums) }
    }

    #[inline(always)]
    unsafe fn sums<const POINTS: usize>(
        product: &Product<'_, Self>,
        weights: *const f32,
        start: [__m256; 2],
        point: usize,
    ) -> [[__m256; 2]; POINTS] {
        // SAFETY: as above.
        unsafe { sums_of_few_points(product, weights, start, point) }
    }

    #[inline(always)]
    unsafe fn floats(sums: __m256) -> __m256 {
        sums
    }

    #[inline(always)]
    unsafe fn store_activations(values: __m256, at: *mut f32) {
        // SAFETY: as above.
        unsafe { _mm256_storeu_ps(at, values) }
    }
}

/// Products of 16-bit integers.
pub(super) struct Avx2I16;

impl Dot for Avx2I16 {
    type Lanes = Avx2;
    type Number = I16;
    type Words = __m256i;
    type Sums = __m256i;
    const TILE_POINTS: usize = 5;

    #[inline(always)]
    unsafe fn zero() -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const i16) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_loadu_si256(at.cast()) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const i16) -> __m256i {
        // SAFETY: as above; `read_unaligned` asks for no alignment.
        unsafe { _mm256_set1_epi32(at.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add(sums: __m256i, activations: __m256i, weights: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_add_epi32(sums, _mm256_madd_epi16(activations, weights)) }
    }

    #[inline(always)]
    unsafe fn sums<const POINTS: usize>(
        product: &Product<'_, Self>,
        weights: *const i16,
        start: [__m256i; 2],
        point: usize,
    ) -> [[__m256i; 2]; POINTS] {
        // SAFETY: as above.
        unsafe { sums_of_few_points(product, weights, start, point) }
    }

    #[inline(always)]
    unsafe fn floats(sums: __m256i) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_cvtepi32_ps(sums) }
    }

    #[inline(always)]
    unsafe fn store_activations(values: __m256, at: *mut i16) {
        // SAFETY: as above; sixteen bytes are written.
        unsafe {
            let most = _mm256_set1_epi32(HIGHEST_16.into());
            let least = _mm256_set1_epi32((-HIGHEST_16).into());
            let levels = _mm256_cvtps_epi32(values);
            let levels = _mm256_max_epi32(_mm256_min_epi32(levels, most), least);
            let [low, high] =
                [_mm256_castsi256_si128(levels), _mm256_extracti128_si256::<1>(levels)];
            _mm_storeu_si128(at.cast(), _mm_packs_epi32(low, high));
        }
    }
}

impl WinogradLayer for Avx2F32 {}

impl WinogradLayer for AvxVnni {}

impl WinogradLayer for Avx2I16 {
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

impl Shorts for Avx2I16 {
    type Shorts = __m256i;

    #[inline(always)]
    unsafe fn load_shorts(at: *const i16) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_loadu_si256(at.cast()) }
    }

    #[inline(always)]
    unsafe fn store_shorts(values: __m256i, at: *mut i16) {
        // SAFETY: as above.
        unsafe { _mm256_storeu_si256(at.cast(), values) }
    }

    #[inline(always)]
    unsafe fn add_shorts(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_add_epi16(a, b) }
    }

    #[inline(always)]
    unsafe fn subtract_shorts(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_sub_epi16(a, b) }
    }
}

/// Products of bytes, by AVX-VNNI.
pub(super) struct AvxVnni;

impl Dot for AvxVnni {
    type Lanes = Avx2;
    type Number = I8;
    type Words = __m256i;
    type Sums = __m256i;
    // One more than for `f32`: 12 accumulators, 2 vectors of weights and a broadcast word.
    const TILE_POINTS: usize = 6;

    #[inline(always)]
    unsafe fn zero() -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const i8) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_loadu_si256(at.cast()) }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const u8) -> __m256i {
        // SAFETY: as above; `read_unaligned` asks for no alignment.
        unsafe { _mm256_set1_epi32(at.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add(sums: __m256i, activations: __m256i, weights: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_dpbusd_avx_epi32(sums, activations, weights) }
    }

    #[inline(always)]
    unsafe fn floats(sums: __m256i) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_cvtepi32_ps(sums) }
    }

    #[inline(always)]
    unsafe fn store_activations(values: __m256, at: *mut u8) {
        // SAFETY: as above; eight bytes are written. Both packings saturate.
        unsafe {
            let levels = _mm256_cvtps_epi32(values);
            let [low, high] =
                [_mm256_castsi256_si128(levels), _mm256_extracti128_si256::<1>(levels)];
            let words = _mm_packs_epi32(low, high);
            _mm_storel_epi64(at.cast(), _mm_packus_epi16(words, words));
        }
    }
}

/// The same sums as by [`sums_by_words`](super::vector::sums_by_words), for tiles of few points: each has a register for its address, and no
/// address is computed in the loop.
///
/// # Safety
/// As for [`Dot::sums`].
#[inline(always)]
unsafe fn sums_of_few_points<D: Dot, const POINTS: usize>(
    product: &Product<'_, D>,
    weights: *const WeightOf<D>,
    start: [D::Sums; 2],
    point: usize,
) -> [[D::Sums; 2]; POINTS] {
    let per_word = <D::Number as Number>::PER_WORD;
    let vector = D::Lanes::LANES * per_word;
    // SAFETY: the caller vouches for the instructions and for all places that are read.
    unsafe {
        let mut sums = [start; POINTS];
        let mut weights = weights;
        for &tap in product.taps {
            let mut points = [product.activations; POINTS];
            for (i, at) in points.iter_mut().enumerate() {
                *at = at.add(point + tap + i * product.point_stride);
            }
            // A compiler that knows how far they are apart computes each from the one before, for every word.
            let points = std::hint::black_box(points);
            for word in 0..product.words {
                let row = [D::load_weights(weights), D::load_weights(weights.add(vector))];
                for (sums, at) in sums.iter_mut().zip(points) {
                    let word = D::broadcast(at.add(word * per_word));
                    *sums = [
                        D::multiply_add(sums[0], word, row[0]),
                        D::multiply_add(sums[1], word, row[1]),
                    ];
                }
                weights = weights.add(product.weight_stride);
            }
        }
        sums
    }
}
