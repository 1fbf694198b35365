//! AMX: products of matrices in tiles of 16 rows of 64 bytes.
//!
//! The compiler has no stable intrinsics for AMX, and uses none of its registers.

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::sync::LazyLock;

/// Returns `true` if the processor multiplies matrices of both types and the operating system saves their registers.
///
/// Linux saves them only for processes that have requested it; the first call makes the request.
pub(crate) fn is_available() -> bool {
    static AVAILABLE: LazyLock<bool> = LazyLock::new(|| has_instructions() && is_permitted());
    *AVAILABLE
}

/// Returns `true` if the processor has AMX-TILE, AMX-INT8 and AMX-BF16: bits 24, 25 and 22 of CPUID leaf 7, register EDX.
#[allow(unused_unsafe, reason = "newer compilers know that CPUID is safe")]
fn has_instructions() -> bool {
    const ALL: u32 = 1 << 24 | 1 << 25 | 1 << 22;
    // SAFETY: every x86-64 processor has CPUID; a leaf that does not exist has no bits of AMX.
    unsafe { __cpuid_count(0, 0).eax >= 7 && __cpuid_count(7, 0).edx & ALL == ALL }
}

/// Asks the operating system to save the tiles. Returns `false` if it refuses.
#[cfg(target_os = "linux")]
fn is_permitted() -> bool {
    /// `ARCH_REQ_XCOMP_PERM` and `XFEATURE_XTILEDATA` of Linux's `asm/prctl.h` and `fpu/types.h`.
    const REQUEST: [libc::c_long; 2] = [0x1023, 18];
    // SAFETY: the call changes only which registers are saved.
    unsafe { libc::syscall(libc::SYS_arch_prctl, REQUEST[0], REQUEST[1]) == 0 }
}

/// Returns `false`: the request is unknown.
#[cfg(not(target_os = "linux"))]
fn is_permitted() -> bool {
    false
}

/// The configuration of the tiles, as LDTILECFG reads it.
#[repr(C, align(64))]
struct Configuration {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

/// Eight tiles of full size.
static CONFIGURATION: Configuration = Configuration {
    palette: 1,
    start_row: 0,
    reserved: [0; 14],
    row_bytes: [64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0],
    rows: [16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0],
};

/// Configures the tiles of this thread.
///
/// # Safety
/// [`is_available`] must have returned `true`.
#[inline(always)]
pub(crate) unsafe fn configure() {
    // SAFETY: the caller guarantees the instruction, and the configuration is valid.
    unsafe {
        asm!("ldtilecfg [{}]", in(reg) &raw const CONFIGURATION, options(nostack, preserves_flags));
    }
}

/// Releases the tiles of this thread, so that they need not be saved.
///
/// # Safety
/// As for [`configure`].
#[inline(always)]
pub(crate) unsafe fn release() {
    // SAFETY: the caller guarantees the instruction.
    unsafe { asm!("tilerelease", options(nomem, nostack, preserves_flags)) }
}

/// Multiplies two tiles of activations by two tiles of weights, for each tap and each row of 64 bytes of inputs, and
/// stores the four tiles of sums.
macro_rules! multiply {
    ($instruction:literal, $product:ident, $weights:ident, $point:ident, $to:ident) => {{
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            // For each tap
            "2:",
            "mov {a}, [{taps}]",
            "lea {a}, [{base} + {a} * {bytes}]",
            "lea {below}, [{a} + {stride} * 8]",
            "lea {below}, [{below} + {stride} * 8]",
            "mov {left}, {steps}",
            // For each 64 bytes of inputs
            "3:",
            "tileloadd tmm4, [{a} + {stride}]",
            "tileloadd tmm6, [{w} + {weight_row}]",
            "tileloadd tmm7, [{w} + {weight_row} + 64]",
            "tileloadd tmm5, [{below} + {stride}]",
            concat!($instruction, " tmm0, tmm4, tmm6"),
            concat!($instruction, " tmm1, tmm4, tmm7"),
            concat!($instruction, " tmm2, tmm5, tmm6"),
            concat!($instruction, " tmm3, tmm5, tmm7"),
            "add {a}, 64",
            "add {below}, 64",
            "lea {w}, [{w} + {weight_row} * 8]",
            "lea {w}, [{w} + {weight_row} * 8]",
            "dec {left}",
            "jnz 3b",
            "add {taps}, 8",
            "dec {count}",
            "jnz 2b",
            "tilestored [{to} + {row}], tmm0",
            "tilestored [{to} + {row} + 64], tmm1",
            "tilestored [{to} + {row} + 2048], tmm2",
            "tilestored [{to} + {row} + 2112], tmm3",
            a = out(reg) _,
            below = out(reg) _,
            left = out(reg) _,
            taps = inout(reg) $product.taps.as_ptr() => _,
            count = inout(reg) $product.taps.len() => _,
            w = inout(reg) $weights => _,
            base = in(reg) $product.activations.wrapping_add($point),
            stride = in(reg) $product.point_stride * size_of::<ActivationOf<Self>>(),
            steps = in(reg) $product.words / MATRIX_WORDS,
            to = in(reg) $to,
            weight_row = in(reg) $product.weight_stride * size_of::<WeightOf<Self>>(),
            // The sums of a point are 32 numbers of 4 bytes.
            row = in(reg) 128_usize,
            bytes = const size_of::<ActivationOf<Self>>(),
            options(nostack),
        )
    }};
}
pub(super) use multiply;
