//! The layers of nets on vectors of the processor.
//!
//! A backend is an instruction set with a number type. It implements [`vector::Lanes`] and
//! [`vector::Dot`], a dozen operations; the layers are written once, over these. The portable backend
//! defines the result of the others.
//!
//! ```text
//! stem -> f32 [points, channels] -> rows -> Padded<N> -> product -> finish -> f32, and Padded<N> again
//! ```

mod attention;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod finish;
mod function;
mod kernels;
mod layer;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "aarch64")]
mod neon_narrow;
mod number;
mod padded;
mod portable;
mod product;
#[cfg(test)]
mod product_tests;
mod rows;
mod stem;
mod tile;
mod vector;
mod weights;
mod winograd;
#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod winograd_tests;
mod winograd_weights;

pub(crate) use attention::{Angles, AttentionMemory, Heads};
pub(crate) use finish::{Affine, Next, Outputs};
pub(crate) use kernels::Kernels;
pub(crate) use layer::{Layer, LayerParts};
pub(crate) use number::{Bf16, F32, I8, I16, Number};
pub(crate) use padded::{Padded, padded};
pub(crate) use rows::{Rms, Rows};
pub(crate) use stem::{Stem, StemMemory};
pub(crate) use weights::{Quantisation, Shape, Weights};
pub(crate) use winograd::Transformed;
