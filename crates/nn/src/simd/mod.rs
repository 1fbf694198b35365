//! The instruction sets for evaluating nets.
//!
//! Each backend implements the traits of [`vector`]: operations on its `f32` vectors, and products for each number
//! type. The [`layers`](super::layers) are generic over these traits. The portable backend is the reference for the
//! others; `docs/dev/simd.md` describes how to add a backend.
//!
//! - `backend`: the backends, and detection of those that this processor supports
//! - `dtype`: the number types of activations and weights
//! - `vector`: the traits that a backend implements, and the micro-kernel
//! - `amx`: products of matrices, used by the AVX-512 backend
//! - `avx2`, `avx512`, `neon`, `portable`: the backends

#[cfg(target_arch = "x86_64")]
pub(super) mod amx;
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
