//! Vectors of eight lanes in plain Rust, for every processor: the reference for the other backends.

#![allow(unsafe_code)]

use std::array::from_fn;

use super::dtype::{DType, F32, I8};
use super::vector::{Additive, Dot, Lanes, Residual, operations};

const LANES: usize = 8;
type Floats = [f32; LANES];
type Bytes = [[u8; 4]; LANES];

/// Vectors of `f32`.
pub(crate) struct Portable;

operations! {
    impl Additive for Portable {
        type Vector = Floats;

        fn add(a: Floats, b: Floats) -> Floats { from_fn(|i| a[i] + b[i]) }
        fn subtract(a: Floats, b: Floats) -> Floats { from_fn(|i| a[i] - b[i]) }
    }
}

operations! {
    impl Lanes for Portable {
        const LANES: usize = LANES;

        fn splat(value: f32) -> Floats { [value; LANES] }
        fn load(at: *const f32) -> Floats { at.cast::<Floats>().read_unaligned() }
        fn store(values: Floats, at: *mut f32) { at.cast::<Floats>().write_unaligned(values) }
        fn multiply(a: Floats, b: Floats) -> Floats { from_fn(|i| a[i] * b[i]) }
        fn divide(a: Floats, b: Floats) -> Floats { from_fn(|i| a[i] / b[i]) }
        fn approximate_reciprocal(a: Floats) -> Floats { a.map(|it| 1.0 / it) }
        // Not fused: without the instruction, a fused multiply-add is a slow function call.
        fn multiply_add(a: Floats, b: Floats, c: Floats) -> Floats { from_fn(|i| c[i] + a[i] * b[i]) }
        fn max(a: Floats, b: Floats) -> Floats { from_fn(|i| if a[i] > b[i] { a[i] } else { b[i] }) }
        fn min(a: Floats, b: Floats) -> Floats { from_fn(|i| if a[i] < b[i] { a[i] } else { b[i] }) }
        fn round(a: Floats) -> Floats { a.map(f32::round_ties_even) }
        fn split(a: Floats) -> [Floats; 2] {
            let whole = a.map(f32::floor);
            [Self::subtract(a, whole), whole]
        }
        fn scale_by_power(a: Floats, n: Floats) -> Floats {
            // The exponent of 2ⁿ is n plus the bias of 127.
            from_fn(|i| a[i] * f32::from_bits(((n[i] as i32 + 127) << 23) as u32))
        }
        fn sum(a: Floats) -> f32 { a.iter().sum() }
        fn maximum(a: Floats) -> f32 { a.into_iter().fold(f32::NEG_INFINITY, f32::max) }
    }
}

/// Products of `f32`.
pub(crate) struct PortableF32;

operations! {
    impl Dot for PortableF32 {
        type Lanes = Portable;
        type Number = F32;
        type Words = Floats;
        type Sums = Floats;
        const TILE_POINTS: usize = 3;

        fn zero() -> Floats { [0.0; LANES] }
        fn load_weights(at: *const f32) -> Floats { Portable::load(at) }
        fn broadcast(at: *const f32) -> Floats { [*at; LANES] }
        fn multiply_add(sums: Floats, activations: Floats, weights: Floats) -> Floats {
            Portable::multiply_add(activations, weights, sums)
        }
        fn floats(sums: Floats) -> Floats { sums }
        fn store_activations(values: Floats, at: *mut f32) { Portable::store(values, at) }
    }
}

operations! {
    impl Residual for PortableF32 {
        fn load_activations(at: *const f32) -> Floats { Portable::load(at) }
    }
}

/// Products of bytes.
pub(crate) struct PortableI8;

operations! {
    impl Dot for PortableI8 {
        type Lanes = Portable;
        type Number = I8;
        type Words = Bytes;
        type Sums = [i32; LANES];
        const TILE_POINTS: usize = 3;

        fn zero() -> [i32; LANES] { [0; LANES] }
        fn load_weights(at: *const i8) -> Bytes { at.cast::<Bytes>().read_unaligned() }
        fn broadcast(at: *const u8) -> Bytes { [at.cast::<[u8; 4]>().read_unaligned(); LANES] }
        fn multiply_add(sums: [i32; LANES], activations: Bytes, weights: Bytes) -> [i32; LANES] {
            let mut sums = sums;
            for i in 0..LANES {
                for part in 0..4 {
                    let (activation, weight) = (activations[i][part], weights[i][part] as i8);
                    sums[i] = sums[i].wrapping_add(i32::from(activation) * i32::from(weight));
                }
            }
            sums
        }
        fn floats(sums: [i32; LANES]) -> Floats { sums.map(|sum| sum as f32) }
        fn store_activations(values: Floats, at: *mut u8) {
            at.cast::<[u8; LANES]>().write_unaligned(values.map(I8::activation))
        }
    }
}

operations! {
    impl Residual for PortableI8 {
        fn load_activations(at: *const u8) -> Floats {
            at.cast::<[u8; LANES]>().read_unaligned().map(f32::from)
        }
    }
}
