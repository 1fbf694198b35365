//! Functions of `f32` vectors: the exponential and activation functions.

#![allow(unsafe_code)]

use crate::activation::Activation;
use crate::simd::vector::Lanes;

/// Computes eˣ with a relative error of about 10⁻⁷ for numbers from -87 to 88; others are clamped to this range.
///
/// # Safety
/// The processor must have the instructions of the lanes.
#[inline(always)]
pub(super) unsafe fn exponential<L: Lanes>(x: L::Vector) -> L::Vector {
    // The logarithm of 2 in two parts; the product of the first part and an integer is exact.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    // The series of eʳ for |r| up to half of ln 2, starting with the last term.
    const SERIES: [f32; 6] = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0];
    // SAFETY: the caller guarantees the instructions; no memory is accessed.
    unsafe {
        let x = L::max(L::min(x, L::splat(88.0)), L::splat(-87.0));
        let n = L::round(L::multiply(x, L::splat(std::f32::consts::LOG2_E)));
        let r = L::multiply_add(n, L::splat(-LN_2[0]), x);
        let r = L::multiply_add(n, L::splat(-LN_2[1]), r);
        let mut power = L::splat(SERIES[0]);
        for factor in SERIES.into_iter().skip(1) {
            power = L::multiply_add(power, r, L::splat(factor));
        }
        L::scale_by_power(L::multiply_add(power, r, L::splat(1.0)), n)
    }
}

/// Computes 2ˣ with a relative error of about 10⁻⁴ for numbers from -125 to 127; smaller numbers are clamped, because
/// operations with subnormal numbers are slow.
///
/// # Safety
/// The processor must have the instructions of the lanes.
#[inline(always)]
pub(super) unsafe fn power_of_two<L: Lanes>(x: L::Vector) -> L::Vector {
    // The cubic polynomial for 2ʳ with the smallest relative error for r from 0 to 1.
    const SERIES: [f32; 4] = [0.078_024_52, 0.226_067_16, 0.695_833_54, 0.999_925_2];
    // SAFETY: the caller guarantees the instructions; no memory is accessed.
    unsafe {
        let [r, n] = L::split(L::max(x, L::splat(-125.0)));
        let mut power = L::splat(SERIES[0]);
        for factor in SERIES.into_iter().skip(1) {
            power = L::multiply_add(power, r, L::splat(factor));
        }
        L::scale_by_power(power, n)
    }
}

/// Applies an activation function, with a relative error of about 10⁻³ if the result `is_coarse`: rounded to 8 bits.
///
/// # Safety
/// The processor must have the instructions of the lanes.
#[inline(always)]
pub(super) unsafe fn activate<L: Lanes>(
    activation: Activation,
    is_coarse: bool,
    x: L::Vector,
) -> L::Vector {
    // SAFETY: the caller guarantees the instructions; no memory is accessed.
    unsafe {
        match activation {
            Activation::Identity => x,
            Activation::Relu => L::max(x, L::splat(0.0)),
            Activation::Mish => mish::<L>(x),
            Activation::Silu if is_coarse => approximate_silu::<L>(x),
            Activation::Silu => silu::<L>(x),
        }
    }
}

/// `x / (1 + e⁻ˣ)`
///
/// # Safety
/// As for [`activate`].
#[inline(always)]
unsafe fn silu<L: Lanes>(x: L::Vector) -> L::Vector {
    // SAFETY: the caller guarantees the instructions; no memory is accessed.
    unsafe {
        let one = L::splat(1.0);
        L::divide(x, L::add(one, exponential::<L>(L::subtract(L::splat(0.0), x))))
    }
}

/// `x / (1 + e⁻ˣ)` with a relative error of about 10⁻³, for results that are rounded to 8 bits.
///
/// # Safety
/// As for [`activate`].
#[inline(always)]
unsafe fn approximate_silu<L: Lanes>(x: L::Vector) -> L::Vector {
    // SAFETY: the caller guarantees the instructions; no memory is accessed.
    unsafe {
        // Below -69 the result is 0 in 8 bits; the reciprocal of a larger power would not be exact enough.
        let exponent = L::multiply(x, L::splat(-std::f32::consts::LOG2_E));
        let e = power_of_two::<L>(L::min(exponent, L::splat(100.0)));
        L::multiply(x, L::approximate_reciprocal(L::add(L::splat(1.0), e)))
    }
}

/// `x · n / (n + 2)` with `n = eˣ · (eˣ + 2)`
///
/// # Safety
/// As for [`activate`].
#[inline(always)]
unsafe fn mish<L: Lanes>(x: L::Vector) -> L::Vector {
    // SAFETY: the caller guarantees the instructions; no memory is accessed.
    unsafe {
        let two = L::splat(2.0);
        // From 20 on the quotient rounds to 1 in `f32`, and the square would eventually overflow.
        let e = exponential::<L>(L::min(x, L::splat(20.0)));
        let n = L::multiply(e, L::add(e, two));
        L::multiply(x, L::divide(n, L::add(n, two)))
    }
}
