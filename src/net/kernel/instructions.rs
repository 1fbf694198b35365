//! The instruction sets that a net can be evaluated with.

use std::fmt;

/// An instruction set, ordered from the one that every processor has to the fastest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instructions {
    /// The instructions that the program is built for.
    Portable,
    /// AVX2 and FMA: eight lanes of 32 bits.
    Avx2,
    /// AVX-512 F and BW: sixteen lanes of 32 bits.
    Avx512,
    /// AVX-512 with VNNI, whose dot products of bytes add four products in one instruction.
    Vnni,
}

impl Instructions {
    /// All instruction sets, the fastest last.
    pub const ALL: [Instructions; 4] = [Self::Portable, Self::Avx2, Self::Avx512, Self::Vnni];

    /// The fastest instruction set of this processor.
    pub fn best() -> Instructions {
        Self::ALL.into_iter().rfind(|set| set.are_available()).unwrap_or(Self::Portable)
    }

    /// Whether this processor has these instructions.
    pub fn are_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return match self {
            Self::Portable => true,
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
            }
            Self::Vnni => Self::Avx512.are_available() && is_x86_feature_detected!("avx512vnni"),
        };
        #[cfg(not(target_arch = "x86_64"))]
        return self == Self::Portable;
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
            Self::Vnni => "AVX-512 VNNI",
        })
    }
}
