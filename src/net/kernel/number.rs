//! The two kinds of numbers that a net is computed with: floating-point ones and small integers.

use std::fmt::Debug;

use super::activations::Maps;
use super::convolution::Convolution;
use super::instructions::Instructions;
use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};

/// Where the result of a convolution goes.
#[derive(Debug)]
pub enum Goal<'a, A: Arithmetic> {
    /// It replaces what is there, cut to the range of numbers.
    Put(&'a mut Maps<A::Number>),
    /// What is there is added before it is cut.
    Add(&'a mut Maps<A::Number>),
    /// Uncut, as real numbers.
    Real(&'a mut Maps<f32>),
}

/// A kind of numbers.
pub trait Arithmetic: Debug + Sized + 'static {
    /// What a layer says of a point.
    type Number: Copy + Default + Debug + Into<f32>;
    /// What it is multiplied with.
    type Weight: Copy + Default + Debug;
    /// How many numbers 32 bits hold.
    const WORD: usize;

    /// Zero or one.
    fn bit(bit: u8) -> Self::Number;

    /// The sum with a product.
    fn add_product(sum: Self::Sum, number: Self::Number, weight: Self::Weight) -> Self::Sum;

    /// A sum of products, exact where it can be.
    type Sum: Copy + Default;

    /// A sum as a real number.
    fn real(sum: Self::Sum) -> f32;

    /// A real number cut to the range of numbers: none is negative, and integers have a largest one.
    fn cut(real: f32, largest: f32) -> Self::Number;

    /// Computes a convolution with biases that are not its own.
    fn convolve(
        instructions: Instructions,
        layer: &Convolution<Self>,
        biases: &[f32],
        largest: f32,
        from: &Maps<Self::Number>,
        goal: Goal<'_, Self>,
    );
}

/// Floating-point numbers.
#[derive(Debug)]
pub enum Float {}

impl Arithmetic for Float {
    type Number = f32;
    type Weight = f32;
    type Sum = f32;
    const WORD: usize = 1;

    fn bit(bit: u8) -> f32 {
        bit.into()
    }

    fn add_product(sum: f32, number: f32, weight: f32) -> f32 {
        sum + number * weight
    }

    fn real(sum: f32) -> f32 {
        sum
    }

    fn cut(real: f32, _: f32) -> f32 {
        real.max(0.0)
    }

    fn convolve(
        instructions: Instructions,
        layer: &Convolution<Float>,
        biases: &[f32],
        largest: f32,
        from: &Maps<f32>,
        goal: Goal<'_, Float>,
    ) {
        match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 | Instructions::Vnni => {
                avx512::convolve_floats(layer, biases, largest, from, goal);
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => avx2::convolve_floats(layer, biases, largest, from, goal),
            _ => portable::convolve(layer, biases, largest, from, goal),
        }
    }
}

/// Integers: bytes without sign, times bytes with one, exact in sums of 32 bits.
#[derive(Debug)]
pub enum Integer {}

impl Arithmetic for Integer {
    type Number = u8;
    type Weight = i8;
    type Sum = i32;
    const WORD: usize = 4;

    fn bit(bit: u8) -> u8 {
        bit
    }

    fn add_product(sum: i32, number: u8, weight: i8) -> i32 {
        sum + i32::from(number) * i32::from(weight)
    }

    fn real(sum: i32) -> f32 {
        sum as f32
    }

    fn cut(real: f32, largest: f32) -> u8 {
        real.max(0.0).min(largest).round_ties_even() as u8
    }

    fn convolve(
        instructions: Instructions,
        layer: &Convolution<Integer>,
        biases: &[f32],
        largest: f32,
        from: &Maps<u8>,
        goal: Goal<'_, Integer>,
    ) {
        match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Vnni => avx512::convolve_dots(layer, biases, largest, from, goal),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => avx512::convolve_pairs(layer, biases, largest, from, goal),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => avx2::convolve_pairs(layer, biases, largest, from, goal),
            _ => portable::convolve(layer, biases, largest, from, goal),
        }
    }
}
