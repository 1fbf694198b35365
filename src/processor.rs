//! What the program was built for, and whether this processor is that.

/// What this processor lacks of the instructions that the program was built with; `None` where it
/// lacks nothing.
///
/// The usual question of the standard library is answered by the build itself for instructions
/// that the build takes for granted, so the processor is asked.
#[cfg(all(target_arch = "x86_64", target_feature = "popcnt"))]
pub fn lacks() -> Option<&'static str> {
    const POPCNT: u32 = 1 << 23;
    const SSE_4_2: u32 = 1 << 20;
    // SAFETY: every x86-64 processor has CPUID. (Newer compilers know that it is safe.)
    #[allow(unsafe_code, unused_unsafe)]
    let features = unsafe { std::arch::x86_64::__cpuid(1) }.ecx;
    let complete = features & (POPCNT | SSE_4_2) == POPCNT | SSE_4_2;
    (!complete).then_some("x86-64-v2 (POPCNT and SSE 4.2)")
}

/// Built for every processor of its kind.
#[cfg(not(all(target_arch = "x86_64", target_feature = "popcnt")))]
pub fn lacks() -> Option<&'static str> {
    None
}
