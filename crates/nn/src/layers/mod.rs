//! The layers of nets, generic over the vectors of all backends.
//!
//! KataGo nets use the fused epilogue, with a residual stream in `f32`:
//!
//! ```text
//! stem -> f32 [points, channels] -> row_ops -> Padded<N> -> sums -> fused -> f32, and Padded<N> again
//! ```
//!
//! Built-in nets use the exact epilogue, with activations only: `Padded<N> -> sums -> exact -> Padded<N>`.
//!
//! - `kernels`: the layers compiled for each backend and number type
//! - `gemm`, `tile`, `matrix_gemm`: the sums of a layer by the tiles of the micro-kernel, or by products of matrices
//! - `winograd`, `winograd_weights`: convolutions of size 3 with fewer products
//! - `fused`, `fused_epilogue`, `exact`: layers with their epilogues
//! - `layer`, `weights`, `convolution`: packed weights of KataGo nets and of built-in nets
//! - `moments`, `rounding`: optimised rounding of weights to 8-bit integers
//! - `padded_tensor`: activations with a border
//! - `stem`, `row_ops`, `attention_job`, `attention`, `integer_attention`, `matrix_attention`, `rotation`: the
//!   other layers of KataGo nets
//! - `math`: the exponential and activation functions
//!
//! | module | contents |
//! | --- | --- |
//! | `attention_tests`, `exact_tests`, `product_tests`, `row_tests`, `winograd_tests` | comparisons of backends |

mod attention;
mod attention_job;
#[cfg(test)]
mod attention_tests;
mod convolution;
mod exact;
#[cfg(test)]
mod exact_tests;
mod math;
mod matrix_attention;
mod matrix_gemm;
mod moments;
mod fused;
mod fused_epilogue;
mod integer_attention;
mod kernels;
mod layer;
mod padded_tensor;
mod gemm;
#[cfg(test)]
mod product_tests;
mod rotation;
mod rounding;
mod row_ops;
#[cfg(test)]
mod row_tests;
mod stem;
mod tile;
mod weights;
mod winograd;
#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod winograd_tests;
mod winograd_weights;

pub(crate) use attention_job::{AttentionJob, AttentionMemory, Heads};
pub(crate) use convolution::{Convolution, ConvolutionWeights};
pub(crate) use exact::{ConvolutionJob, Output};
pub(crate) use fused::ProductJob;
pub(crate) use fused_epilogue::{Next, Outputs};
pub(crate) use kernels::{BuiltInNumber, ConvolutionKernel, KataGoNumber, Kernels};
pub(crate) use layer::{Layer, LayerParts, weight_steps};
pub(crate) use moments::MomentsJob;
pub(crate) use padded_tensor::{PaddedTensor, padded};
pub(crate) use rotation::Angles;
pub(crate) use rounding::InputFactor;
pub(crate) use row_ops::{Affine, Rms, Rows, RowsJob};
pub(crate) use stem::{Stem, StemJob, StemMemory};
pub(crate) use weights::{Quantisation, Shape, Weights};
pub(crate) use winograd::Transformed;
