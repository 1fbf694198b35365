//! What this processor can do.

/// Whether this processor has a target feature, which is one of its kind of processor.
#[cfg(target_arch = "x86_64")]
macro_rules! has_feature {
    ($feature:tt) => {
        std::arch::is_x86_feature_detected!($feature)
    };
}

/// Whether this processor has a target feature, which is one of its kind of processor.
#[cfg(target_arch = "aarch64")]
macro_rules! has_feature {
    ($feature:tt) => {
        std::arch::is_aarch64_feature_detected!($feature)
    };
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use has_feature;
