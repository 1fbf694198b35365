//! Number types with their backends, and their assignment to the blocks of a net.

use std::fmt;
use std::ops::Range;

use crate::layers::KataGoNumber;
use crate::simd::backend::Backend;
use crate::simd::{Bf16, F32, I8, I16};

/// A number type of weights and activations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precision {
    /// 32-bit floating point.
    F32,
    /// 16-bit floating point with the exponent range of `f32`.
    Bf16,
    /// Quantised 16-bit integers.
    Int16,
    /// Quantised 8-bit integers.
    Int8,
}

impl Precision {
    /// All number types, from most to least exact.
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

/// The kernels for a number type and a backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KernelSet {
    /// The number type.
    pub precision: Precision,
    /// The instruction set.
    pub backend: Backend,
}

impl KernelSet {
    /// The kernels that run on every processor and serve as the reference.
    const PORTABLE: KernelSet = KernelSet::new(Precision::F32, Backend::Portable);

    /// All kernels, usually the fastest first within each architecture. The last two are only used for nets that were
    /// prepared with them.
    pub const ALL: [KernelSet; 17] = [
        Self::new(Precision::Int8, Backend::Amx),
        Self::new(Precision::Bf16, Backend::Amx),
        Self::new(Precision::Int8, Backend::Vnni),
        Self::new(Precision::Int8, Backend::AvxVnni),
        Self::new(Precision::Bf16, Backend::Avx512),
        Self::new(Precision::Int8, Backend::Avx2),
        Self::new(Precision::Int16, Backend::Avx2),
        Self::new(Precision::F32, Backend::Avx512),
        Self::new(Precision::F32, Backend::Avx2),
        Self::new(Precision::Int8, Backend::NeonMatrix),
        Self::new(Precision::Int8, Backend::NeonDot),
        Self::new(Precision::Bf16, Backend::Neon),
        Self::new(Precision::Int16, Backend::Neon),
        Self::new(Precision::F32, Backend::Neon),
        Self::PORTABLE,
        Self::new(Precision::Int8, Backend::Neon),
        Self::new(Precision::Int8, Backend::Portable),
    ];

    const fn new(precision: Precision, backend: Backend) -> KernelSet {
        KernelSet { precision, backend }
    }

    /// Returns `true` if this processor supports the kernels.
    pub fn is_available(self) -> bool {
        match self.precision {
            Precision::F32 => F32::kernels(self.backend).is_some(),
            Precision::Bf16 => Bf16::kernels(self.backend).is_some(),
            Precision::Int16 => I16::kernels(self.backend).is_some(),
            Precision::Int8 => I8::kernels(self.backend).is_some(),
        }
    }

    /// Returns the first `f32` kernels in [`ALL`](Self::ALL) that this processor supports.
    pub(in crate::katago) fn best_f32() -> KernelSet {
        let is_f32 = |it: &KernelSet| it.precision == Precision::F32 && it.is_available();
        Self::ALL.into_iter().find(is_f32).unwrap_or(Self::PORTABLE)
    }
}

impl fmt::Display for KernelSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.precision, self.backend)
    }
}

/// The kernels of the blocks of a net, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelPlan {
    parts: Vec<(KernelSet, Range<usize>)>,
}

impl KernelPlan {
    /// Assigns kernels to consecutive ranges of blocks.
    pub(in crate::katago) fn new(parts: Vec<(KernelSet, Range<usize>)>) -> KernelPlan {
        KernelPlan { parts }
    }

    /// Returns the kernels and the trunk blocks of each part.
    pub fn parts(&self) -> &[(KernelSet, Range<usize>)] {
        &self.parts
    }

    /// Returns the kernels of all blocks, or `None` if blocks differ.
    pub fn uniform(&self) -> Option<KernelSet> {
        match self.parts.as_slice() {
            [(kernels, _)] => Some(*kernels),
            _ => None,
        }
    }
}

/// Writes the kernels of the last blocks, then those of earlier blocks, as in `int8 AVX-512 VNNI, blocks 1-2 f32
/// AVX-512`.
impl fmt::Display for KernelPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(((last, _), earlier)) = self.parts.split_last() else { return Ok(()) };
        write!(f, "{last}")?;
        for (kernels, blocks) in earlier {
            match blocks.len() {
                1 => write!(f, ", block {} {kernels}", blocks.end)?,
                _ => write!(f, ", blocks {}-{} {kernels}", blocks.start + 1, blocks.end)?,
            }
        }
        Ok(())
    }
}
