//! The backends, and detection of those that this processor supports.

use std::fmt;

/// An instruction set. The sets of one architecture are ordered from the slowest, which all its processors support,
/// to the fastest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Backend {
    /// The instructions that the program was compiled for.
    Portable,
    /// AVX2 and FMA: eight lanes of 32 bits.
    Avx2,
    /// AVX2 with AVX-VNNI: byte dot products of four products per instruction and lane.
    AvxVnni,
    /// AVX-512 F, BW, DQ and VL: sixteen lanes of 32 bits.
    Avx512,
    /// AVX-512 with VNNI, which has the same dot products.
    Vnni,
    /// AVX-512 with VNNI, and with AMX's products of matrices of bytes and `bf16`.
    Amx,
    /// ARM's NEON: four lanes of 32 bits, used in pairs.
    Neon,
    /// NEON with byte dot products of four products per instruction and lane.
    NeonDot,
    /// NEON with byte matrix products (`i8mm`), which add eight products.
    NeonMatrix,
}

/// Passes the target features of an instruction set to a macro, as its first argument.
///
/// Kernels are compiled with these features, and a processor that lacks one of them does not support the backend.
macro_rules! features {
    (Portable => $macro:ident!($($argument:tt)*)) => { $macro!([] $($argument)*) };
    (Avx2 => $macro:ident!($($argument:tt)*)) => { $macro!(["avx2", "fma"] $($argument)*) };
    (AvxVnni => $macro:ident!($($argument:tt)*)) => {
        $macro!(["avx2", "fma", "avxvnni"] $($argument)*)
    };
    (Avx512 => $macro:ident!($($argument:tt)*)) => {
        $macro!(["avx512f", "avx512bw", "avx512dq", "avx512vl"] $($argument)*)
    };
    (Avx512Bf16 => $macro:ident!($($argument:tt)*)) => {
        $macro!(["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512bf16"] $($argument)*)
    };
    (Vnni => $macro:ident!($($argument:tt)*)) => {
        $macro!(["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vnni"] $($argument)*)
    };
    (Amx => $macro:ident!($($argument:tt)*)) => {
        $macro!(["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vnni", "avx512bf16"] $($argument)*)
    };
    (Neon => $macro:ident!($($argument:tt)*)) => { $macro!(["neon"] $($argument)*) };
    (NeonBf16 => $macro:ident!($($argument:tt)*)) => { $macro!(["neon", "bf16"] $($argument)*) };
    (NeonDot => $macro:ident!($($argument:tt)*)) => { $macro!(["neon", "dotprod"] $($argument)*) };
    (NeonMatrix => $macro:ident!($($argument:tt)*)) => {
        $macro!(["neon", "dotprod", "i8mm"] $($argument)*)
    };
}
pub(crate) use features;

/// Returns `true` if this processor has all the given target features.
#[cfg(target_arch = "x86_64")]
macro_rules! has_features {
    ([$($feature:tt),*]) => { true $(&& std::arch::is_x86_feature_detected!($feature))* };
}

/// Returns `true` if this processor has all the given target features.
#[cfg(target_arch = "aarch64")]
macro_rules! has_features {
    ([$($feature:tt),*]) => { true $(&& std::arch::is_aarch64_feature_detected!($feature))* };
}

/// Returns `true`: only the portable backend exists, without target features.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
macro_rules! has_features {
    ([]) => {
        true
    };
}
pub(crate) use has_features;

impl Backend {
    /// All backends; the fastest of each architecture is last.
    pub const ALL: [Backend; 9] = [
        Self::Portable,
        Self::Avx2,
        Self::AvxVnni,
        Self::Avx512,
        Self::Vnni,
        Self::Amx,
        Self::Neon,
        Self::NeonDot,
        Self::NeonMatrix,
    ];

    /// Returns the fastest backend of this processor.
    pub fn best() -> Backend {
        Self::ALL.into_iter().rfind(|backend| backend.is_available()).unwrap_or(Self::Portable)
    }

    /// Returns `true` if this processor supports the backend.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => features!(Avx2 => has_features!()),
            #[cfg(target_arch = "x86_64")]
            Self::AvxVnni => features!(AvxVnni => has_features!()),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => features!(Avx512 => has_features!()),
            #[cfg(target_arch = "x86_64")]
            Self::Vnni => features!(Vnni => has_features!()),
            #[cfg(target_arch = "x86_64")]
            Self::Amx => features!(Amx => has_features!()) && super::amx::is_available(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => features!(Neon => has_features!()),
            #[cfg(target_arch = "aarch64")]
            Self::NeonDot => features!(NeonDot => has_features!()),
            #[cfg(target_arch = "aarch64")]
            Self::NeonMatrix => features!(NeonMatrix => has_features!()),
            #[allow(unreachable_patterns)]
            _ => false,
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Avx2 => "AVX2",
            Self::AvxVnni => "AVX-VNNI",
            Self::Avx512 => "AVX-512",
            Self::Vnni => "AVX-512 VNNI",
            Self::Amx => "AMX",
            Self::Neon => "NEON",
            Self::NeonDot => "NEON dotprod",
            Self::NeonMatrix => "NEON i8mm",
        })
    }
}

/// Returns the name of the instruction set that the program was built with and this processor lacks.
#[cfg(all(target_arch = "x86_64", target_feature = "popcnt"))]
pub fn missing_instructions() -> Option<&'static str> {
    // Not `is_x86_feature_detected`, which is constant for features that the program is built with. These are bits of
    // CPUID leaf 1, register ECX.
    const POPCNT: u32 = 1 << 23;
    const SSE_4_2: u32 = 1 << 20;
    // SAFETY: every x86-64 processor has CPUID. (Newer compilers know that it is safe.)
    #[allow(unsafe_code, unused_unsafe)]
    let features = unsafe { std::arch::x86_64::__cpuid(1) }.ecx;
    let complete = features & (POPCNT | SSE_4_2) == POPCNT | SSE_4_2;
    (!complete).then_some("x86-64-v2 (POPCNT and SSE 4.2)")
}

/// Returns `None`: this build requires only the baseline of its architecture.
#[cfg(not(all(target_arch = "x86_64", target_feature = "popcnt")))]
pub fn missing_instructions() -> Option<&'static str> {
    None
}
