//! The instruction sets that a net can be evaluated with.

use std::fmt;

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::processor::has_feature;

/// An instruction set. Those of a kind of processor are ordered from the one that all have to the fastest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instructions {
    /// The instructions that the program is built for.
    Portable,
    /// AVX2 and FMA: eight lanes of 32 bits.
    Avx2,
    /// AVX2 with AVX-VNNI, whose dot products of bytes add four products in one instruction.
    AvxVnni,
    /// AVX-512 F and BW: sixteen lanes of 32 bits.
    Avx512,
    /// AVX-512 with VNNI, which has the same dot products.
    Vnni,
    /// ARM's NEON: four lanes of 32 bits, taken two by two.
    Neon,
    /// NEON with dot products of bytes, which add four products in one instruction.
    NeonDot,
    /// NEON with products of matrices of bytes (`i8mm`), which add eight.
    NeonMatrix,
}

impl Instructions {
    /// All instruction sets, the fastest of each kind of processor last.
    pub const ALL: [Instructions; 8] = [
        Self::Portable,
        Self::Avx2,
        Self::AvxVnni,
        Self::Avx512,
        Self::Vnni,
        Self::Neon,
        Self::NeonDot,
        Self::NeonMatrix,
    ];

    /// The fastest instruction set of this processor.
    pub fn best() -> Instructions {
        Self::ALL.into_iter().rfind(|set| set.are_available()).unwrap_or(Self::Portable)
    }

    /// Whether this processor has these instructions.
    pub fn are_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return match self {
            Self::Portable => true,
            Self::Avx2 => has_feature!("avx2") && has_feature!("fma"),
            Self::AvxVnni => Self::Avx2.are_available() && has_feature!("avxvnni"),
            Self::Avx512 => has_feature!("avx512f") && has_feature!("avx512bw"),
            Self::Vnni => Self::Avx512.are_available() && has_feature!("avx512vnni"),
            Self::Neon | Self::NeonDot | Self::NeonMatrix => false,
        };
        #[cfg(target_arch = "aarch64")]
        return match self {
            Self::Portable => true,
            Self::Avx2 | Self::AvxVnni | Self::Avx512 | Self::Vnni => false,
            Self::Neon => has_feature!("neon"),
            Self::NeonDot => Self::Neon.are_available() && has_feature!("dotprod"),
            Self::NeonMatrix => Self::NeonDot.are_available() && has_feature!("i8mm"),
        };
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        return self == Self::Portable;
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Avx2 => "AVX2",
            Self::AvxVnni => "AVX-VNNI",
            Self::Avx512 => "AVX-512",
            Self::Vnni => "AVX-512 VNNI",
            Self::Neon => "NEON",
            Self::NeonDot => "NEON dotprod",
            Self::NeonMatrix => "NEON i8mm",
        })
    }
}
