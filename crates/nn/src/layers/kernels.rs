//! The layers, compiled for each backend and number type.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use crate::simd::amx;
#[cfg(target_arch = "x86_64")]
use crate::simd::avx2::{Avx2AnyI8, Avx2F32, Avx2I8, Avx2I16};
#[cfg(target_arch = "x86_64")]
use crate::simd::avx512::{Avx512Bf16, Avx512F32, Avx512I8, Avx512I16};
use crate::simd::backend::{Backend, features, has_features};
#[cfg(target_arch = "aarch64")]
use crate::simd::neon::{NeonBf16, NeonF32, NeonI8, NeonI16};
use crate::simd::portable::{PortableF32, PortableI8};
use crate::simd::vector::Dot;
use crate::simd::{Bf16, DType, F32, I8, I16};

use super::attention::attend;
use super::attention_job::AttentionJob;
#[cfg(target_arch = "x86_64")]
use super::exact::convolve_by_winograd;
use super::exact::{ConvolutionJob, convolve};
#[cfg(target_arch = "x86_64")]
use super::fused::product_by_levels;
use super::fused::{ProductJob, product, product_of_shorts};
#[cfg(target_arch = "x86_64")]
use super::integer_attention::attend_by_integers;
#[cfg(target_arch = "x86_64")]
use super::matrix_attention::attend_by_matrices;
use super::moments::{MomentsJob, add_moments};
use super::row_ops::{RowsJob, quantise_rows};
use super::stem::{StemJob, stem};

/// The kernels of KataGo nets for a number type and a backend that this processor supports.
#[derive(Debug)]
pub(crate) struct Kernels<N: DType> {
    product: unsafe fn(ProductJob<'_, N>),
    rows: unsafe fn(RowsJob<'_, N>),
    attention: unsafe fn(AttentionJob<'_>),
    stem: unsafe fn(StemJob<'_>),
    moments: unsafe fn(MomentsJob<'_>),
}

impl<N: DType> Clone for Kernels<N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N: DType> Copy for Kernels<N> {}

/// All methods panic if shapes do not match.
impl<N: DType> Kernels<N> {
    /// Computes a layer and its fused epilogue.
    pub(crate) fn product(&self, job: ProductJob<'_, N>) {
        // SAFETY: kernels are created only if the processor has their instructions.
        unsafe { (self.product)(job) }
    }

    /// Computes the input of a layer point by point.
    pub(crate) fn rows(&self, job: RowsJob<'_, N>) {
        // SAFETY: as in `product`.
        unsafe { (self.rows)(job) }
    }

    /// Computes attention.
    pub(crate) fn attend(&self, job: AttentionJob<'_>) {
        // SAFETY: as in `product`.
        unsafe { (self.attention)(job) }
    }

    /// Computes the first convolution.
    pub(crate) fn stem(&self, job: StemJob<'_>) {
        // SAFETY: as in `product`.
        unsafe { (self.stem)(job) }
    }

    /// Adds points to the second moments of a layer's input.
    pub(crate) fn add_moments(&self, job: MomentsJob<'_>) {
        // SAFETY: as in `product`.
        unsafe { (self.moments)(job) }
    }
}

/// The kernel of built-in nets for a number type and a backend that this processor supports.
#[derive(Debug)]
pub(crate) struct ConvolutionKernel<N: DType>(unsafe fn(ConvolutionJob<'_, N>));

impl<N: DType> ConvolutionKernel<N> {
    /// Computes a convolution.
    ///
    /// # Panics
    /// Panics if shapes do not match.
    pub(crate) fn convolve(&self, job: ConvolutionJob<'_, N>) {
        // SAFETY: kernels are created only if the processor has their instructions.
        unsafe { (self.0)(job) }
    }
}

/// A number type of KataGo nets.
pub(crate) trait KataGoNumber: DType {
    /// Returns the kernels of a backend, or `None` if there are none or this processor does not support them.
    fn kernels(backend: Backend) -> Option<Kernels<Self>>
    where
        Self: Sized;
}

/// A number type of built-in nets.
pub(crate) trait BuiltInNumber: DType {
    /// Returns the kernel of a backend, or `None` if this processor does not support it.
    fn kernel(backend: Backend) -> Option<ConvolutionKernel<Self>>
    where
        Self: Sized;
}

/// Compiles a function with target features, which apply to everything inlined into it. The rest of the program runs
/// on processors without them.
macro_rules! compiled {
    ([$($feature:tt),*] $job:ty, $by:expr) => {{
        $(#[target_feature(enable = $feature)])*
        unsafe fn compiled(job: $job) {
            // SAFETY: the caller guarantees the instructions.
            unsafe { $by(job) }
        }
        compiled
    }};
}

/// Compiles the kernels of a backend; `$float` provides its `f32` products, `$attend` its attention.
macro_rules! kernels {
    ($features:tt $dot:ty, $float:ty, $product:expr) => {
        kernels!($features $dot, $float, $product, attend::<$float>)
    };
    ($features:tt $dot:ty, $float:ty, $product:expr, $attend:expr) => {
        has_features!($features).then(|| Kernels {
            product: compiled!($features ProductJob<'_, <$dot as Dot>::Number>, $product),
            rows: compiled!($features RowsJob<'_, <$dot as Dot>::Number>, quantise_rows::<$dot>),
            attention: compiled!($features AttentionJob<'_>, $attend),
            stem: compiled!($features StemJob<'_>, stem::<<$float as Dot>::Lanes>),
            moments: compiled!($features MomentsJob<'_>, add_moments::<<$float as Dot>::Lanes>),
        })
    };
}

/// Compiles the kernel of a backend for built-in nets.
macro_rules! convolution {
    ($features:tt $number:ty, $convolve:expr) => {
        has_features!($features).then(|| {
            ConvolutionKernel(compiled!($features ConvolutionJob<'_, $number>, $convolve))
        })
    };
}

/// Returns the kernels if this processor has AMX.
#[cfg(target_arch = "x86_64")]
fn with_amx<T>(kernels: Option<T>) -> Option<T> {
    kernels.filter(|_| amx::is_available())
}

impl KataGoNumber for F32 {
    fn kernels(backend: Backend) -> Option<Kernels<F32>> {
        match backend {
            Backend::Portable => {
                features!(Portable => kernels!(PortableF32, PortableF32, product::<PortableF32>))
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => features!(Avx2 => kernels!(Avx2F32, Avx2F32, product::<Avx2F32>)),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => {
                features!(Avx512 => kernels!(Avx512F32, Avx512F32, product::<Avx512F32>))
            }
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => features!(Neon => kernels!(NeonF32, NeonF32, product::<NeonF32>)),
            _ => None,
        }
    }
}

impl KataGoNumber for Bf16 {
    fn kernels(backend: Backend) -> Option<Kernels<Bf16>> {
        match backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => {
                features!(Avx512Bf16 => kernels!(Avx512Bf16, Avx512F32, product::<Avx512Bf16>))
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Amx => with_amx(features!(Amx => kernels!(
                Avx512Bf16<true>, Avx512F32, product::<Avx512Bf16<true>>,
                attend_by_matrices::<Avx512Bf16<true>>
            ))),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => {
                features!(NeonBf16 => kernels!(NeonBf16, NeonF32, product::<NeonBf16>))
            }
            _ => None,
        }
    }
}

impl KataGoNumber for I16 {
    fn kernels(backend: Backend) -> Option<Kernels<I16>> {
        match backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => {
                features!(Avx2 => kernels!(
                    Avx2I16, Avx2F32, product_of_shorts::<Avx2I16>, attend_by_integers::<Avx2I16>
                ))
            }
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => {
                features!(Neon => kernels!(NeonI16, NeonF32, product_of_shorts::<NeonI16>))
            }
            _ => None,
        }
    }
}

impl KataGoNumber for I8 {
    fn kernels(backend: Backend) -> Option<Kernels<I8>> {
        match backend {
            Backend::Portable => {
                features!(Portable => kernels!(PortableI8, PortableF32, product::<PortableI8>))
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => features!(Avx2 => kernels!(
                Avx2I8<false>, Avx2F32, product_by_levels::<Avx2I8<false>, Avx2AnyI8>,
                attend_by_integers::<Avx2I16>
            )),
            #[cfg(target_arch = "x86_64")]
            Backend::AvxVnni => {
                features!(AvxVnni => kernels!(
                    Avx2I8<true>, Avx2F32, product::<Avx2I8<true>>, attend_by_integers::<Avx2I16<true>>
                ))
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Vnni => {
                features!(Vnni => kernels!(
                    Avx512I8<true>, Avx512F32, product::<Avx512I8<true>>, attend_by_integers::<Avx512I16<true>>
                ))
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Amx => {
                type Bytes = Avx512I8<true, true>;
                with_amx(features!(Amx => kernels!(
                    Bytes, Avx512F32, product::<Bytes>, attend_by_matrices::<Avx512Bf16<true>>
                )))
            }
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => {
                type Bytes = NeonI8<false, false, true>;
                features!(Neon => kernels!(Bytes, NeonF32, product::<Bytes>))
            }
            #[cfg(target_arch = "aarch64")]
            Backend::NeonDot => {
                type Bytes = NeonI8<true, false, true>;
                features!(NeonDot => kernels!(Bytes, NeonF32, product::<Bytes>))
            }
            #[cfg(target_arch = "aarch64")]
            Backend::NeonMatrix => {
                type Bytes = NeonI8<true, true, false>;
                features!(NeonMatrix => kernels!(Bytes, NeonF32, product::<Bytes>))
            }
            _ => None,
        }
    }
}

impl BuiltInNumber for F32 {
    fn kernel(backend: Backend) -> Option<ConvolutionKernel<F32>> {
        match backend {
            // Dot products and matrix products exist for integers only.
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 | Backend::Vnni | Backend::Amx => {
                features!(Avx512 => convolution!(F32, convolve::<Avx512F32>))
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 | Backend::AvxVnni => {
                features!(Avx2 => convolution!(F32, convolve::<Avx2F32>))
            }
            #[cfg(target_arch = "aarch64")]
            Backend::Neon | Backend::NeonDot | Backend::NeonMatrix => {
                features!(Neon => convolution!(F32, convolve::<NeonF32>))
            }
            Backend::Portable => {
                features!(Portable => convolution!(F32, convolve::<PortableF32>))
            }
            #[allow(unreachable_patterns)]
            _ => None,
        }
    }
}

impl BuiltInNumber for I8 {
    fn kernel(backend: Backend) -> Option<ConvolutionKernel<I8>> {
        match backend {
            Backend::Portable => features!(Portable => convolution!(I8, convolve::<PortableI8>)),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => features!(Avx2 => convolution!(
                I8, convolve_by_winograd::<Avx2I8<false>, Avx2I16>
            )),
            #[cfg(target_arch = "x86_64")]
            Backend::AvxVnni => {
                features!(AvxVnni => convolution!(I8, convolve::<Avx2I8<true>>))
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => features!(Avx512 => convolution!(
                I8, convolve_by_winograd::<Avx512I8<false>, Avx512I16>
            )),
            #[cfg(target_arch = "x86_64")]
            Backend::Vnni => features!(Vnni => convolution!(I8, convolve::<Avx512I8<true>>)),
            #[cfg(target_arch = "x86_64")]
            Backend::Amx => {
                with_amx(features!(Amx => convolution!(I8, convolve::<Avx512I8<true, true>>)))
            }
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => {
                features!(Neon => convolution!(I8, convolve::<NeonI8<false, false, false>>))
            }
            #[cfg(target_arch = "aarch64")]
            Backend::NeonDot => {
                features!(NeonDot => convolution!(I8, convolve::<NeonI8<true, false, false>>))
            }
            #[cfg(target_arch = "aarch64")]
            Backend::NeonMatrix => {
                features!(NeonMatrix => convolution!(I8, convolve::<NeonI8<true, true, false>>))
            }
            #[allow(unreachable_patterns)]
            _ => None,
        }
    }
}
