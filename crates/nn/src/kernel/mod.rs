//! Kernels: the convolution on each instruction set.
//!
//! The portable kernel defines the result; every other one is compared with it. A kernel imports what
//! it computes with, and only `dispatch` imports kernels.
//!
//! ```text
//! dispatch -> { portable, { avx2, avx512 } -> winograd -> tile, neon -> tile } -> simd, output, convolution
//! convolution -> arithmetic
//! ```

pub(super) mod activations;
pub(super) mod arithmetic;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub(super) mod convolution;
pub(super) mod dispatch;
pub(super) mod instructions;
#[cfg(target_arch = "aarch64")]
mod neon;
pub(super) mod output;
mod portable;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod simd;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod tile;
#[cfg(target_arch = "x86_64")]
mod winograd;
