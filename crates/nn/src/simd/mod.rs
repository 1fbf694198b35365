//! The instruction sets that nets are evaluated with.
//!
//! A backend is an instruction set. Its file implements the traits of [`vector`]: one list of operations for its
//! vectors of `f32`, and one for the products of each number type. [`layers`](super::layers) are written once,
//! generic over these traits. The portable backend defines the results of the others; `docs/dev/simd.md` describes how
//! a backend is added.
//!
//! - `backend`: the backends, and what this processor supports
//! - `dtype`: the number types of activations and weights
//! - `vector`: the traits that a backend implements, and the micro-kernel
//! - `avx2`, `avx512`, `neon`, `portable`: the backends

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub(super) mod backend;
#[cfg(target_arch = "aarch64")]
pub(super) mod neon;
pub(super) mod dtype;
pub(super) mod portable;
pub(super) mod vector;

pub(crate) use dtype::{Bf16, DType, F32, I8, I16};
