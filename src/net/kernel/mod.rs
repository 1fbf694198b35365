//! Kernels: the convolution on each set of instructions, and the numbers and activations it works on.
//!
//! The portable kernel defines the result; every other one is compared with it.

pub mod activations;
mod aligned;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod convolution;
pub mod instructions;
pub mod number;
mod portable;
#[cfg(target_arch = "x86_64")]
mod tile;
