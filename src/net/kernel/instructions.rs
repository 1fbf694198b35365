//! Which instructions of the processor a net is computed with.

use std::fmt;

/// Sets of instructions, from those that every processor has to the fastest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instructions {
    /// What the program is built for.
    Portable,
    /// AVX2 and FMA: vectors of eight numbers.
    Avx2,
    /// AVX-512 F and BW: vectors of sixteen numbers.
    Avx512,
    /// AVX-512 with VNNI, which multiplies bytes.
    Vnni,
}

impl Instructions {
    /// All sets, the fastest last.
    pub const ALL: [Instructions; 4] = [Self::Portable, Self::Avx2, Self::Avx512, Self::Vnni];

    /// The fastest that this processor has.
    pub fn best() -> Instructions {
        Self::ALL.into_iter().rfind(|set| set.are_available()).unwrap_or(Self::Portable)
    }

    /// Whether this processor has them.
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
