//! Whether this processor has the instructions that the program was built with.

/// The name of the instruction set that the program was built with and this processor lacks; `None`
/// where it lacks nothing.
#[cfg(all(target_arch = "x86_64", target_feature = "popcnt"))]
pub fn missing_instructions() -> Option<&'static str> {
    // Not `is_x86_feature_detected`: the compiler answers that itself for instructions that it was
    // told to take for granted. The bits are those of CPUID leaf 1, register ECX.
    const POPCNT: u32 = 1 << 23;
    const SSE_4_2: u32 = 1 << 20;
    // SAFETY: every x86-64 processor has CPUID. (Newer compilers know that it is safe.)
    #[allow(unsafe_code, unused_unsafe)]
    let features = unsafe { std::arch::x86_64::__cpuid(1) }.ecx;
    let complete = features & (POPCNT | SSE_4_2) == POPCNT | SSE_4_2;
    (!complete).then_some("x86-64-v2 (POPCNT and SSE 4.2)")
}

/// The name of the instruction set that this processor lacks: none, since this build needs only what
/// every processor of its kind has.
#[cfg(not(all(target_arch = "x86_64", target_feature = "popcnt")))]
pub fn missing_instructions() -> Option<&'static str> {
    None
}
