//! The backends: which there are, and a plan of a net for one of them.

use std::fmt;
use std::sync::Arc;

use crate::katago::inputs::Inputs;
use crate::katago::model::Model;
use crate::katago::output::RawOutput;
use crate::simd::{Bf16, F32, I8, I16, Kernels};

use super::build::{plan, plan_again};
use super::forward::Forward;
use super::plan::{Finished, Plan};
use super::statistics::Statistics;

/// A number type of weights and activations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precision {
    /// 32-bit floating point.
    F32,
    /// Floating point of 16 bits with the exponent of `f32`.
    Bf16,
    /// Quantised 16-bit integers.
    Int16,
    /// Quantised 8-bit integers.
    Int8,
}

impl Precision {
    /// All number types, from the most exact one to the least.
    pub const ALL: [Precision; 4] = [Self::F32, Self::Int16, Self::Bf16, Self::Int8];
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::F32 => "f32",
            Self::Bf16 => "bf16",
            Self::Int16 => "int16",
            Self::Int8 => "int8",
        })
    }
}

/// A number type with the instruction set that computes with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Backend {
    /// `f32` with the instructions that the program is built for.
    PortableF32,
    /// Bytes with the instructions that the program is built for.
    PortableInt8,
    /// `f32` by AVX2 and FMA.
    Avx2F32,
    /// 16-bit integers by AVX2.
    Avx2Int16,
    /// Bytes by AVX-VNNI, vectors of 256 bits.
    AvxVnniInt8,
    /// `f32` by AVX-512.
    Avx512F32,
    /// `bf16` by AVX-512 BF16.
    Avx512Bf16,
    /// Bytes by AVX-512 VNNI.
    Avx512Int8,
    /// `f32` by NEON.
    NeonF32,
    /// 16-bit integers by NEON.
    NeonInt16,
    /// Bytes by NEON.
    NeonInt8,
    /// Bytes by NEON's dot products.
    NeonDotInt8,
    /// Bytes by NEON's products of matrices.
    NeonMatrixInt8,
    /// `bf16` by NEON's dot products of them.
    NeonBf16,
}

impl Backend {
    /// All backends, the fastest first. Bytes without dot products are for nets that were prepared in them.
    pub const ALL: [Backend; 14] = [
        Self::Avx512Int8,
        Self::AvxVnniInt8,
        Self::Avx512Bf16,
        Self::Avx2Int16,
        Self::Avx512F32,
        Self::Avx2F32,
        Self::NeonMatrixInt8,
        Self::NeonDotInt8,
        Self::NeonBf16,
        Self::NeonInt16,
        Self::NeonF32,
        Self::PortableF32,
        Self::NeonInt8,
        Self::PortableInt8,
    ];

    /// Its number type.
    pub fn precision(self) -> Precision {
        match self {
            Self::PortableF32 | Self::Avx2F32 | Self::Avx512F32 | Self::NeonF32 => Precision::F32,
            Self::Avx512Bf16 | Self::NeonBf16 => Precision::Bf16,
            Self::Avx2Int16 | Self::NeonInt16 => Precision::Int16,
            Self::PortableInt8 | Self::AvxVnniInt8 | Self::Avx512Int8 => Precision::Int8,
            Self::NeonInt8 | Self::NeonDotInt8 | Self::NeonMatrixInt8 => Precision::Int8,
        }
    }

    /// Whether this processor has its instructions.
    pub fn is_available(self) -> bool {
        match self.precision() {
            Precision::F32 => f32_kernels(self).is_some(),
            Precision::Bf16 => bf16_kernels(self).is_some(),
            Precision::Int16 => int16_kernels(self).is_some(),
            Precision::Int8 => int8_kernels(self).is_some(),
        }
    }

    /// The fastest `f32` of this processor.
    pub(in crate::katago) fn best_f32() -> Backend {
        let is_f32 = |it: &Backend| it.precision() == Precision::F32 && it.is_available();
        Self::ALL.into_iter().find(is_f32).unwrap_or(Self::PortableF32)
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instructions = match self {
            Self::PortableF32 | Self::PortableInt8 => "portable",
            Self::Avx2F32 | Self::Avx2Int16 => "AVX2",
            Self::AvxVnniInt8 => "AVX-VNNI",
            Self::Avx512F32 | Self::Avx512Bf16 => "AVX-512",
            Self::Avx512Int8 => "AVX-512 VNNI",
            Self::NeonF32 | Self::NeonInt16 | Self::NeonInt8 | Self::NeonBf16 => "NEON",
            Self::NeonDotInt8 => "NEON dotprod",
            Self::NeonMatrixInt8 => "NEON i8mm",
        };
        write!(f, "{} {instructions}", self.precision())
    }
}

fn f32_kernels(backend: Backend) -> Option<Kernels<F32>> {
    match backend {
        Backend::PortableF32 => Kernels::portable_f32(),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2F32 => Kernels::avx2_f32(),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512F32 => Kernels::avx512_f32(),
        #[cfg(target_arch = "aarch64")]
        Backend::NeonF32 => Kernels::neon_f32(),
        _ => None,
    }
}

fn bf16_kernels(backend: Backend) -> Option<Kernels<Bf16>> {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Bf16 => Kernels::avx512_bf16(),
        #[cfg(target_arch = "aarch64")]
        Backend::NeonBf16 => Kernels::neon_bf16(),
        _ => None,
    }
}

fn int16_kernels(backend: Backend) -> Option<Kernels<I16>> {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Int16 => Kernels::avx2_i16(),
        #[cfg(target_arch = "aarch64")]
        Backend::NeonInt16 => Kernels::neon_i16(),
        _ => None,
    }
}

fn int8_kernels(backend: Backend) -> Option<Kernels<I8>> {
    match backend {
        Backend::PortableInt8 => Kernels::portable_i8(),
        #[cfg(target_arch = "x86_64")]
        Backend::AvxVnniInt8 => Kernels::avx_vnni(),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Int8 => Kernels::avx512_vnni(),
        #[cfg(target_arch = "aarch64")]
        Backend::NeonInt8 => Kernels::neon_i8(),
        #[cfg(target_arch = "aarch64")]
        Backend::NeonDotInt8 => Kernels::neon_dot(),
        #[cfg(target_arch = "aarch64")]
        Backend::NeonMatrixInt8 => Kernels::neon_matrix(),
        _ => None,
    }
}

/// A plan of a net for a backend and a board size. Clones share it.
#[derive(Debug, Clone)]
pub(in crate::katago) enum Prepared {
    F32(Arc<Plan<F32>>, Kernels<F32>),
    Bf16(Arc<Plan<Bf16>>, Kernels<Bf16>),
    Int16(Arc<Plan<I16>>, Kernels<I16>),
    Int8(Arc<Plan<I8>>, Kernels<I8>),
}

impl Prepared {
    /// Prepares a model; `None` where this processor lacks the backend.
    pub(in crate::katago) fn new(
        model: &Model,
        backend: Backend,
        lines: usize,
        statistics: &Statistics,
    ) -> Option<Prepared> {
        Some(match backend.precision() {
            Precision::F32 => {
                let kernels = f32_kernels(backend)?;
                Prepared::F32(Arc::new(plan(model, lines, statistics)), kernels)
            }
            Precision::Bf16 => {
                let kernels = bf16_kernels(backend)?;
                Prepared::Bf16(Arc::new(plan(model, lines, statistics)), kernels)
            }
            Precision::Int16 => {
                let kernels = int16_kernels(backend)?;
                Prepared::Int16(Arc::new(plan(model, lines, statistics)), kernels)
            }
            Precision::Int8 => {
                let kernels = int8_kernels(backend)?;
                Prepared::Int8(Arc::new(plan(model, lines, statistics)), kernels)
            }
        })
    }

    /// Prepares a model without weights by what was prepared before; `None` where that is of another
    /// model, or where this processor lacks the number type.
    pub(in crate::katago) fn again(
        model: &Model,
        backend: Backend,
        lines: usize,
        before: AnyFinished,
    ) -> Option<Prepared> {
        Some(match before {
            AnyFinished::F32(before) => {
                Prepared::F32(Arc::new(plan_again(model, lines, before)?), f32_kernels(backend)?)
            }
            AnyFinished::Bf16(before) => {
                Prepared::Bf16(Arc::new(plan_again(model, lines, before)?), bf16_kernels(backend)?)
            }
            AnyFinished::Int16(before) => Prepared::Int16(
                Arc::new(plan_again(model, lines, before)?),
                int16_kernels(backend)?,
            ),
            AnyFinished::Int8(before) => {
                Prepared::Int8(Arc::new(plan_again(model, lines, before)?), int8_kernels(backend)?)
            }
        })
    }

    /// What was made of the model.
    pub(in crate::katago) fn finished(&self) -> AnyFinished {
        match self {
            Prepared::F32(plan, _) => AnyFinished::F32(plan.finished()),
            Prepared::Bf16(plan, _) => AnyFinished::Bf16(plan.finished()),
            Prepared::Int16(plan, _) => AnyFinished::Int16(plan.finished()),
            Prepared::Int8(plan, _) => AnyFinished::Int8(plan.finished()),
        }
    }

    /// The same plan computed by another backend of its number type; `None` where it has another one or
    /// this processor lacks it.
    pub(in crate::katago) fn by(&self, backend: Backend) -> Option<Prepared> {
        Some(match self {
            Prepared::F32(plan, _) => Prepared::F32(plan.clone(), f32_kernels(backend)?),
            Prepared::Bf16(plan, _) => Prepared::Bf16(plan.clone(), bf16_kernels(backend)?),
            Prepared::Int16(plan, _) => Prepared::Int16(plan.clone(), int16_kernels(backend)?),
            Prepared::Int8(plan, _) => Prepared::Int8(plan.clone(), int8_kernels(backend)?),
        })
    }

    /// Memory for evaluations.
    pub(in crate::katago) fn pass<'m>(&self, model: &'m Model) -> AnyForward<'m> {
        match self {
            Prepared::F32(plan, kernels) => {
                AnyForward::F32(Forward::new(model, plan.clone(), *kernels))
            }
            Prepared::Bf16(plan, kernels) => {
                AnyForward::Bf16(Forward::new(model, plan.clone(), *kernels))
            }
            Prepared::Int16(plan, kernels) => {
                AnyForward::Int16(Forward::new(model, plan.clone(), *kernels))
            }
            Prepared::Int8(plan, kernels) => {
                AnyForward::Int8(Forward::new(model, plan.clone(), *kernels))
            }
        }
    }
}

/// What was made of a model, for any number type.
#[derive(Debug)]
pub(in crate::katago) enum AnyFinished {
    F32(Finished<F32>),
    Bf16(Finished<Bf16>),
    Int16(Finished<I16>),
    Int8(Finished<I8>),
}

/// The forward pass of any backend.
#[derive(Debug)]
pub(in crate::katago) enum AnyForward<'m> {
    F32(Forward<'m, F32>),
    Bf16(Forward<'m, Bf16>),
    Int16(Forward<'m, I16>),
    Int8(Forward<'m, I8>),
}

impl AnyForward<'_> {
    /// Evaluates a position on a board of the size of the plan.
    pub(in crate::katago) fn evaluate(&mut self, inputs: &Inputs) -> RawOutput {
        match self {
            AnyForward::F32(pass) => pass.evaluate(inputs),
            AnyForward::Bf16(pass) => pass.evaluate(inputs),
            AnyForward::Int16(pass) => pass.evaluate(inputs),
            AnyForward::Int8(pass) => pass.evaluate(inputs),
        }
    }
}

/// What calibration finds with some positions, and their outputs, by the fastest `f32`.
pub(in crate::katago) fn calibrate(
    model: &Model,
    lines: usize,
    positions: impl Iterator<Item = Inputs>,
) -> (Statistics, Vec<(Inputs, RawOutput)>) {
    let kernels = f32_kernels(Backend::best_f32()).expect("every processor has the portable one");
    let plan = Arc::new(plan::<F32>(model, lines, &Statistics::new()));
    let mut pass = Forward::new(model, plan, kernels);
    pass.collect();
    let evaluated = |inputs: Inputs| {
        let output = pass.evaluate(&inputs);
        (inputs, output)
    };
    let outputs = positions.map(evaluated).collect();
    (pass.statistics(), outputs)
}
