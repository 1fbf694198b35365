//! Vectors of eight lanes in plain Rust, for every processor. They define the result of the others.

#![allow(unsafe_code)]

use std::array::from_fn;

use super::number::{F32, I8, Number};
use super::vector::{Dot, Lanes};
use super::winograd::WinogradLayer;

const LANES: usize = 8;

/// Vectors of an array of numbers.
pub(super) struct Portable;

// SAFETY of every block in this file: the caller vouches for the pointers, as `Lanes` and `Dot` ask.
impl Lanes for Portable {
    type Floats = [f32; LANES];
    const LANES: usize = LANES;

    #[inline(always)]
    unsafe fn splat(value: f32) -> [f32; LANES] {
        [value; LANES]
    }

    #[inline(always)]
    unsafe fn load(at: *const f32) -> [f32; LANES] {
        // SAFETY: as above.
        unsafe { at.cast::<[f32; LANES]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(values: [f32; LANES], at: *mut f32) {
        // SAFETY: as above.
        unsafe { at.cast::<[f32; LANES]>().write_unaligned(values) }
    }

    #[inline(always)]
    unsafe fn add(a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        from_fn(|i| a[i] + b[i])
    }

    #[inline(always)]
    unsafe fn subtract(a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        from_fn(|i| a[i] - b[i])
    }

    #[inline(always)]
    unsafe fn multiply(a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        from_fn(|i| a[i] * b[i])
    }

    #[inline(always)]
    unsafe fn divide(a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        from_fn(|i| a[i] / b[i])
    }

    #[inline(always)]
    unsafe fn multiply_add(a: [f32; LANES], b: [f32; LANES], c: [f32; LANES]) -> [f32; LANES] {
        // Not fused: without the instruction, a fused multiply-add is a slow function call.
        let mut sums = c;
        for i in 0..LANES {
            sums[i] += a[i] * b[i];
        }
        sums
    }

    #[inline(always)]
    unsafe fn max(a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        from_fn(|i| if a[i] > b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    unsafe fn min(a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        from_fn(|i| if a[i] < b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    unsafe fn round(a: [f32; LANES]) -> [f32; LANES] {
        a.map(f32::round_ties_even)
    }

    #[inline(always)]
    unsafe fn scale_by_power(a: [f32; LANES], n: [f32; LANES]) -> [f32; LANES] {
        // The exponent of 2ⁿ is n and the bias of 127.
        from_fn(|i| a[i] * f32::from_bits(((n[i] as i32 + 127) << 23) as u32))
    }

    #[inline(always)]
    unsafe fn sum(a: [f32; LANES]) -> f32 {
        a.iter().sum()
    }

    #[inline(always)]
    unsafe fn maximum(a: [f32; LANES]) -> f32 {
        a.into_iter().fold(f32::NEG_INFINITY, f32::max)
    }
}

/// Products of `f32`.
pub(super) struct PortableF32;

impl Dot for PortableF32 {
    type Lanes = Portable;
    type Number = F32;
    type Words = [f32; LANES];
    type Sums = [f32; LANES];
    const TILE_POINTS: usize = 3;

    #[inline(always)]
    unsafe fn zero() -> [f32; LANES] {
        [0.0; LANES]
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const f32) -> [f32; LANES] {
        // SAFETY: as above.
        unsafe { at.cast::<[f32; LANES]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const f32) -> [f32; LANES] {
        // SAFETY: as above.
        [unsafe { *at }; LANES]
    }

    #[inline(always)]
    unsafe fn multiply_add(
        sums: [f32; LANES],
        activations: [f32; LANES],
        weights: [f32; LANES],
    ) -> [f32; LANES] {
        let mut sums = sums;
        for i in 0..LANES {
            sums[i] += activations[i] * weights[i];
        }
        sums
    }

    #[inline(always)]
    unsafe fn floats(sums: [f32; LANES]) -> [f32; LANES] {
        sums
    }

    #[inline(always)]
    unsafe fn store_activations(values: [f32; LANES], at: *mut f32) {
        // SAFETY: as above.
        unsafe { at.cast::<[f32; LANES]>().write_unaligned(values) }
    }
}

/// Products of bytes: what the other backends of this number type compute, slowly.
pub(super) struct PortableI8;

impl Dot for PortableI8 {
    type Lanes = Portable;
    type Number = I8;
    type Words = [[u8; 4]; LANES];
    type Sums = [i32; LANES];
    const TILE_POINTS: usize = 3;

    #[inline(always)]
    unsafe fn zero() -> [i32; LANES] {
        [0; LANES]
    }

    #[inline(always)]
    unsafe fn load_weights(at: *const i8) -> [[u8; 4]; LANES] {
        // SAFETY: as above.
        unsafe { at.cast::<[[u8; 4]; LANES]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn broadcast(at: *const u8) -> [[u8; 4]; LANES] {
        // SAFETY: as above.
        [unsafe { at.cast::<[u8; 4]>().read_unaligned() }; LANES]
    }

    #[inline(always)]
    unsafe fn multiply_add(
        sums: [i32; LANES],
        activations: [[u8; 4]; LANES],
        weights: [[u8; 4]; LANES],
    ) -> [i32; LANES] {
        let mut sums = sums;
        for i in 0..LANES {
            for part in 0..4 {
                let (activation, weight) = (activations[i][part], weights[i][part] as i8);
                sums[i] = sums[i].wrapping_add(i32::from(activation) * i32::from(weight));
            }
        }
        sums
    }

    #[inline(always)]
    unsafe fn floats(sums: [i32; LANES]) -> [f32; LANES] {
        sums.map(|sum| sum as f32)
    }

    #[inline(always)]
    unsafe fn store_activations(values: [f32; LANES], at: *mut u8) {
        // SAFETY: as above.
        unsafe { at.cast::<[u8; LANES]>().write_unaligned(values.map(I8::activation)) }
    }
}

impl WinogradLayer for PortableF32 {}

impl WinogradLayer for PortableI8 {}
