//! The kernels of each backend: an instruction set with a number type.

#![allow(unsafe_code)]

use super::attention::{Angles, AttentionMemory, Heads, attend};
#[cfg(target_arch = "x86_64")]
use super::avx2::{Avx2F32, Avx2I16, AvxVnni};
#[cfg(target_arch = "x86_64")]
use super::avx512::{Avx512Bf16, Avx512F32, Avx512Vnni};
use super::finish::{Finish, FinishTile, Next, Outputs, TilePlace, finish_tile};
use super::layer::Layer;
#[cfg(target_arch = "aarch64")]
use super::neon::{NeonF32, NeonI16};
#[cfg(target_arch = "aarch64")]
use super::neon_narrow::{NeonBf16, NeonI8};
use super::number::{Bf16, F32, I8, I16, Number};
use super::padded::Padded;
use super::portable::{PortableF32, PortableI8};
use super::product::product;
use super::rows::{Rows, quantise_rows};
use super::stem::{Stem, StemMemory, stem};
use super::tile::TileSums;
use super::vector::Dot;
use super::weights::Quantisation;
use super::winograd::Transformed;

type ProductKernel<N> =
    unsafe fn(&Layer<N>, &[f32], &Padded<N>, Outputs<'_>, Option<Next<'_, N>>, &mut Transformed);
type RowsKernel<N> = unsafe fn(Rows<'_>, &[f32], Quantisation, &mut Vec<f32>, &mut Padded<N>);
type AttentionKernel =
    unsafe fn(Heads, Option<&Angles>, usize, &mut [f32], &mut AttentionMemory, &mut [f32]);
type StemKernel = unsafe fn(&Stem, &[f32], &[f32], &mut StemMemory, &mut [f32]);

/// The kernels of a backend that this processor has.
#[derive(Debug)]
pub(crate) struct Kernels<N: Number> {
    product: ProductKernel<N>,
    rows: RowsKernel<N>,
    attention: AttentionKernel,
    stem: StemKernel,
}

impl<N: Number> Clone for Kernels<N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N: Number> Copy for Kernels<N> {}

impl<N: Number> Kernels<N> {
    /// Computes a layer with its own biases or others, and what follows it; `memory` is for transformed inputs.
    ///
    /// # Panics
    /// Where shapes do not fit.
    pub(crate) fn product(
        &self,
        layer: &Layer<N>,
        biases: &[f32],
        input: &Padded<N>,
        outputs: Outputs<'_>,
        next: Option<Next<'_, N>>,
        memory: &mut Transformed,
    ) {
        // SAFETY: kernels are only made where the processor has their instructions.
        unsafe { (self.product)(layer, biases, input, outputs, next, memory) }
    }

    /// Makes the input of a layer, point by point; `row` is memory.
    ///
    /// # Panics
    /// Where shapes do not fit.
    pub(crate) fn rows(
        &self,
        rows: Rows<'_>,
        x: &[f32],
        quantisation: Quantisation,
        row: &mut Vec<f32>,
        to: &mut Padded<N>,
    ) {
        // SAFETY: as above.
        unsafe { (self.rows)(rows, x, quantisation, row, to) }
    }

    /// Computes attention of so many points; rotates queries and keys in their place.
    ///
    /// # Panics
    /// Where shapes do not fit.
    pub(crate) fn attend(
        &self,
        heads: Heads,
        angles: Option<&Angles>,
        points: usize,
        rows: &mut [f32],
        memory: &mut AttentionMemory,
        to: &mut [f32],
    ) {
        // SAFETY: as above.
        unsafe { (self.attention)(heads, angles, points, rows, memory, to) }
    }

    /// Computes the first convolution.
    ///
    /// # Panics
    /// Where shapes do not fit.
    pub(crate) fn stem(
        &self,
        layer: &Stem,
        planes: &[f32],
        bias: &[f32],
        memory: &mut StemMemory,
        to: &mut [f32],
    ) {
        // SAFETY: as above.
        unsafe { (self.stem)(layer, planes, bias, memory, to) }
    }
}

/// Defines a function that gives the kernels of a backend, where the processor has its instructions.
///
/// Everything that is inlined into a kernel is compiled with these instructions; the rest of the program
/// runs on processors that lack them.
macro_rules! backend {
    ($(#[$doc:meta])* $name:ident: $dot:ty, $float:ty, $number:ty, [$($feature:tt),*]) => {
        impl FinishTile for $dot {
            $(#[target_feature(enable = $feature)])*
            unsafe fn finish(finish: &Finish<'_, Self>, place: TilePlace, sums: &TileSums<Self>) {
                // SAFETY: the caller vouches for what `finish_tile` asks.
                unsafe { finish_tile(finish, place, sums) }
            }
        }

        impl Kernels<$number> {
            $(#[$doc])*
            pub(crate) fn $name() -> Option<Kernels<$number>> {
                $(#[target_feature(enable = $feature)])*
                unsafe fn layer(
                    layer: &Layer<$number>,
                    biases: &[f32],
                    input: &Padded<$number>,
                    outputs: Outputs<'_>,
                    next: Option<Next<'_, $number>>,
                    memory: &mut Transformed,
                ) {
                    // SAFETY: the caller vouches for the instructions.
                    unsafe { product::<$dot>(layer, biases, input, outputs, next, memory) }
                }
                $(#[target_feature(enable = $feature)])*
                unsafe fn rows(
                    rows: Rows<'_>,
                    x: &[f32],
                    quantisation: Quantisation,
                    row: &mut Vec<f32>,
                    to: &mut Padded<$number>,
                ) {
                    // SAFETY: the caller vouches for the instructions.
                    unsafe { quantise_rows::<$dot>(rows, x, quantisation, row, to) }
                }
                $(#[target_feature(enable = $feature)])*
                unsafe fn attention(
                    heads: Heads,
                    angles: Option<&Angles>,
                    points: usize,
                    rows: &mut [f32],
                    memory: &mut AttentionMemory,
                    to: &mut [f32],
                ) {
                    // SAFETY: the caller vouches for the instructions.
                    unsafe { attend::<$float>(heads, angles, points, rows, memory, to) }
                }
                $(#[target_feature(enable = $feature)])*
                unsafe fn first(
                    layer: &Stem,
                    planes: &[f32],
                    bias: &[f32],
                    memory: &mut StemMemory,
                    to: &mut [f32],
                ) {
                    // SAFETY: the caller vouches for the instructions.
                    unsafe {
                        stem::<<$dot as Dot>::Lanes>(layer, planes, bias, memory, to)
                    }
                }
                let is_available = true $(&& crate::processor::has_feature!($feature))*;
                is_available.then_some(Kernels { product: layer, rows, attention, stem: first })
            }
        }
    };
}

backend! {
    /// `f32` in plain Rust: it defines the result of the other backends of this number type.
    portable_f32: PortableF32, PortableF32, F32, []
}
backend! {
    /// Bytes in plain Rust: it defines the result of the other backends of this number type.
    portable_i8: PortableI8, PortableF32, I8, []
}
#[cfg(target_arch = "x86_64")]
backend! {
    /// `f32` by AVX2 and FMA.
    avx2_f32: Avx2F32, Avx2F32, F32, ["avx2", "fma"]
}
#[cfg(target_arch = "x86_64")]
backend! {
    /// 16-bit integers by AVX2.
    avx2_i16: Avx2I16, Avx2F32, I16, ["avx2", "fma"]
}
#[cfg(target_arch = "x86_64")]
backend! {
    /// Bytes by AVX-VNNI.
    avx_vnni: AvxVnni, Avx2F32, I8, ["avx2", "fma", "avxvnni"]
}
#[cfg(target_arch = "x86_64")]
backend! {
    /// `f32` by AVX-512.
    avx512_f32: Avx512F32, Avx512F32, F32, ["avx512f", "avx512bw", "avx512vl"]
}
#[cfg(target_arch = "x86_64")]
backend! {
    /// `bf16` by AVX-512 BF16.
    avx512_bf16: Avx512Bf16, Avx512F32, Bf16, ["avx512f", "avx512bw", "avx512vl", "avx512bf16"]
}
#[cfg(target_arch = "x86_64")]
backend! {
    /// Bytes by AVX-512 VNNI.
    avx512_vnni: Avx512Vnni, Avx512F32, I8, ["avx512f", "avx512bw", "avx512vl", "avx512vnni"]
}
#[cfg(target_arch = "aarch64")]
backend! {
    /// `f32` by NEON.
    neon_f32: NeonF32, NeonF32, F32, ["neon"]
}
#[cfg(target_arch = "aarch64")]
backend! {
    /// 16-bit integers by NEON.
    neon_i16: NeonI16, NeonF32, I16, ["neon"]
}
#[cfg(target_arch = "aarch64")]
backend! {
    /// `bf16` by NEON's dot products of them.
    neon_bf16: NeonBf16, NeonF32, Bf16, ["neon", "bf16"]
}
#[cfg(target_arch = "aarch64")]
backend! {
    /// Bytes by NEON.
    neon_i8: NeonI8<false, false>, NeonF32, I8, ["neon"]
}
#[cfg(target_arch = "aarch64")]
backend! {
    /// Bytes by NEON's dot products.
    neon_dot: NeonI8<true, false>, NeonF32, I8, ["neon", "dotprod"]
}
#[cfg(target_arch = "aarch64")]
backend! {
    /// Bytes by NEON's products of matrices.
    neon_matrix: NeonI8<true, true>, NeonF32, I8, ["neon", "dotprod", "i8mm"]
}
