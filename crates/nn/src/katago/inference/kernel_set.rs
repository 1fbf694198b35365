//! Number types and backends, and plans of a net for any number type.

use std::fmt;
use std::sync::Arc;

use crate::katago::inputs::Inputs;
use crate::katago::model::Model;
use crate::katago::output::RawOutput;
use crate::layers::{KataGoNumber, Kernels};
use crate::simd::backend::Backend;
use crate::simd::{Bf16, F32, I8, I16};

use super::calibration_stats::Statistics;
use super::compile::{plan, plan_from_prepared};
use super::forward::Forward;
use super::plan::{Finished, Plan};

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

    /// All kernels, fastest first within each architecture. 8-bit integers without dot products are only used for
    /// nets that were prepared with them.
    pub const ALL: [KernelSet; 14] = [
        Self::new(Precision::Int8, Backend::Vnni),
        Self::new(Precision::Int8, Backend::AvxVnni),
        Self::new(Precision::Bf16, Backend::Avx512),
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

    /// Returns the fastest `f32` kernels of this processor.
    fn best_f32() -> KernelSet {
        let is_f32 = |it: &KernelSet| it.precision == Precision::F32 && it.is_available();
        Self::ALL.into_iter().find(is_f32).unwrap_or(Self::PORTABLE)
    }
}

impl fmt::Display for KernelSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.precision, self.backend)
    }
}

/// The plan of a net for some kernels and a board size. Clones share it.
#[derive(Debug, Clone)]
pub(in crate::katago) enum Prepared {
    F32(Arc<Plan<F32>>, Kernels<F32>),
    Bf16(Arc<Plan<Bf16>>, Kernels<Bf16>),
    Int16(Arc<Plan<I16>>, Kernels<I16>),
    Int8(Arc<Plan<I8>>, Kernels<I8>),
}

impl Prepared {
    /// Prepares a model. Returns `None` if this processor does not support the kernels.
    pub(in crate::katago) fn new(
        model: &Model,
        KernelSet { precision, backend }: KernelSet,
        lines: usize,
        statistics: &Statistics,
    ) -> Option<Prepared> {
        fn made<N: KataGoNumber>(
            of: fn(Arc<Plan<N>>, Kernels<N>) -> Prepared,
            backend: Backend,
            new: impl FnOnce() -> Plan<N>,
        ) -> Option<Prepared> {
            let kernels = N::kernels(backend)?;
            Some(of(Arc::new(new()), kernels))
        }
        match precision {
            Precision::F32 => made(Prepared::F32, backend, || plan(model, lines, statistics)),
            Precision::Bf16 => made(Prepared::Bf16, backend, || plan(model, lines, statistics)),
            Precision::Int16 => made(Prepared::Int16, backend, || plan(model, lines, statistics)),
            Precision::Int8 => made(Prepared::Int8, backend, || plan(model, lines, statistics)),
        }
    }

    /// Prepares a model without weights from its compiled form. Returns `None` if that belongs to another model, or
    /// if this processor does not support the number type.
    pub(in crate::katago) fn again(
        model: &Model,
        backend: Backend,
        lines: usize,
        before: CompiledNet,
    ) -> Option<Prepared> {
        fn made<N: KataGoNumber>(
            of: fn(Arc<Plan<N>>, Kernels<N>) -> Prepared,
            backend: Backend,
            plan: Option<Plan<N>>,
        ) -> Option<Prepared> {
            Some(of(Arc::new(plan?), N::kernels(backend)?))
        }
        match before {
            CompiledNet::F32(it) => {
                made(Prepared::F32, backend, plan_from_prepared(model, lines, it))
            }
            CompiledNet::Bf16(it) => {
                made(Prepared::Bf16, backend, plan_from_prepared(model, lines, it))
            }
            CompiledNet::Int16(it) => {
                made(Prepared::Int16, backend, plan_from_prepared(model, lines, it))
            }
            CompiledNet::Int8(it) => {
                made(Prepared::Int8, backend, plan_from_prepared(model, lines, it))
            }
        }
    }

    /// Returns the compiled net.
    pub(in crate::katago) fn finished(&self) -> CompiledNet {
        match self {
            Prepared::F32(plan, _) => CompiledNet::F32(plan.finished()),
            Prepared::Bf16(plan, _) => CompiledNet::Bf16(plan.finished()),
            Prepared::Int16(plan, _) => CompiledNet::Int16(plan.finished()),
            Prepared::Int8(plan, _) => CompiledNet::Int8(plan.finished()),
        }
    }

    /// Returns the same plan with another backend. Returns `None` if the kernels have another number type, or if this
    /// processor does not support them.
    pub(in crate::katago) fn by(&self, set: KernelSet) -> Option<Prepared> {
        let backend = set.backend;
        match (self, set.precision) {
            (Prepared::F32(plan, _), Precision::F32) => {
                Some(Prepared::F32(plan.clone(), F32::kernels(backend)?))
            }
            (Prepared::Bf16(plan, _), Precision::Bf16) => {
                Some(Prepared::Bf16(plan.clone(), Bf16::kernels(backend)?))
            }
            (Prepared::Int16(plan, _), Precision::Int16) => {
                Some(Prepared::Int16(plan.clone(), I16::kernels(backend)?))
            }
            (Prepared::Int8(plan, _), Precision::Int8) => {
                Some(Prepared::Int8(plan.clone(), I8::kernels(backend)?))
            }
            _ => None,
        }
    }

    /// Allocates the memory for evaluations.
    pub(in crate::katago) fn pass<'m>(&self, model: &'m Model) -> AnyForward<'m> {
        match self {
            Prepared::F32(plan, kernels) => {
                AnyForward::F32(Forward::new(model, plan.clone(), *kernels))
            }
            Prepared::Bf16(plan, kernels) => {
                AnyForward::Bf16(Forward::new(model, plan.clone(), *kernels))
            }
            Prepared::Int16(plan, kernels) => {
                AnyForward::Int16(Forward::new(model, plan.clone(), *kernels))
            }
            Prepared::Int8(plan, kernels) => {
                AnyForward::Int8(Forward::new(model, plan.clone(), *kernels))
            }
        }
    }
}

/// A compiled net of any number type.
#[derive(Debug)]
pub(in crate::katago) enum CompiledNet {
    F32(Finished<F32>),
    Bf16(Finished<Bf16>),
    Int16(Finished<I16>),
    Int8(Finished<I8>),
}

/// The forward pass of any number type.
#[derive(Debug)]
pub(in crate::katago) enum AnyForward<'m> {
    F32(Forward<'m, F32>),
    Bf16(Forward<'m, Bf16>),
    Int16(Forward<'m, I16>),
    Int8(Forward<'m, I8>),
}

impl AnyForward<'_> {
    /// Evaluates a position on a board of the plan's size.
    pub(in crate::katago) fn evaluate(&mut self, inputs: &Inputs) -> RawOutput {
        match self {
            AnyForward::F32(pass) => pass.evaluate(inputs),
            AnyForward::Bf16(pass) => pass.evaluate(inputs),
            AnyForward::Int16(pass) => pass.evaluate(inputs),
            AnyForward::Int8(pass) => pass.evaluate(inputs),
        }
    }
}

/// Runs calibration with the fastest `f32` kernels. Returns the statistics and the outputs of the positions.
pub(in crate::katago) fn calibrate(
    model: &Model,
    lines: usize,
    positions: impl Iterator<Item = Inputs>,
) -> (Statistics, Vec<(Inputs, RawOutput)>) {
    let best = KernelSet::best_f32().backend;
    let kernels = F32::kernels(best).expect("every processor supports the portable kernels");
    let plan = Arc::new(plan::<F32>(model, lines, &Statistics::new()));
    let mut pass = Forward::new(model, plan, kernels);
    pass.collect();
    let evaluated = |inputs: Inputs| {
        let output = pass.evaluate(&inputs);
        (inputs, output)
    };
    let outputs = positions.map(evaluated).collect();
    (pass.statistics(), outputs)
}
