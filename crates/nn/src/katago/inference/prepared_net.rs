//! Plans of any number type, and nets whose blocks have different number types.

use std::ops::Range;
use std::sync::Arc;

use crate::katago::inputs::Inputs;
use crate::katago::model::Model;
use crate::katago::output::RawOutput;
use crate::layers::{KataGoNumber, Kernels};
use crate::simd::{Bf16, F32, I8, I16};

use super::calibration_stats::Statistics;
use super::compile::{plan, plan_from_prepared};
use super::forward::Forward;
use super::kernel_set::{KernelPlan, KernelSet, Precision};
use super::plan::{Finished, Plan};

/// Matches a value of any number type.
macro_rules! any {
    ($kind:ident, $value:expr, $it:ident => $of:ident($result:expr)) => {
        match $value {
            $kind::F32($it) => $of::F32($result),
            $kind::Bf16($it) => $of::Bf16($result),
            $kind::Int16($it) => $of::Int16($result),
            $kind::Int8($it) => $of::Int8($result),
        }
    };
    ($kind:ident, $value:expr, $it:ident => $result:expr) => {
        match $value {
            $kind::F32($it) => $result,
            $kind::Bf16($it) => $result,
            $kind::Int16($it) => $result,
            $kind::Int8($it) => $result,
        }
    };
}

/// A plan with its kernels. Clones share the plan.
#[derive(Debug)]
pub(in crate::katago) struct TypedPlan<N: KataGoNumber> {
    plan: Arc<Plan<N>>,
    kernels: Kernels<N>,
}

impl<N: KataGoNumber> Clone for TypedPlan<N> {
    fn clone(&self) -> Self {
        TypedPlan { plan: self.plan.clone(), kernels: self.kernels }
    }
}

/// A plan of any number type for consecutive blocks.
#[derive(Debug, Clone)]
pub(in crate::katago) enum AnyPlan {
    F32(TypedPlan<F32>),
    Bf16(TypedPlan<Bf16>),
    Int16(TypedPlan<I16>),
    Int8(TypedPlan<I8>),
}

/// A compiled plan of any number type.
#[derive(Debug)]
pub(in crate::katago) enum CompiledPlan {
    F32(Finished<F32>),
    Bf16(Finished<Bf16>),
    Int16(Finished<I16>),
    Int8(Finished<I8>),
}

/// Consecutive blocks of a net with their kernels.
#[derive(Debug, Clone)]
pub(in crate::katago) struct PlanPart {
    pub(in crate::katago) kernels: KernelSet,
    plan: AnyPlan,
}

impl PlanPart {
    /// Prepares blocks of a model. Returns `None` if this processor does not support the kernels.
    pub(in crate::katago) fn new(
        model: &Model,
        kernels: KernelSet,
        lines: usize,
        blocks: Range<usize>,
        statistics: &Statistics,
    ) -> Option<PlanPart> {
        let backend = kernels.backend;
        /// Returns the plan of a number type.
        macro_rules! typed {
            ($kind:ident, $number:ty) => {{
                let kernels = <$number>::kernels(backend)?;
                let plan = Arc::new(plan(model, lines, blocks, statistics));
                AnyPlan::$kind(TypedPlan { plan, kernels })
            }};
        }
        let plan = match kernels.precision {
            Precision::F32 => typed!(F32, F32),
            Precision::Bf16 => typed!(Bf16, Bf16),
            Precision::Int16 => typed!(Int16, I16),
            Precision::Int8 => typed!(Int8, I8),
        };
        Some(PlanPart { kernels, plan })
    }

    /// Prepares blocks of a model without weights from their compiled form. Returns `None` if that belongs to another
    /// model, or if this processor does not support the kernels.
    pub(in crate::katago) fn from_prepared(
        model: &Model,
        kernels: KernelSet,
        lines: usize,
        compiled: CompiledPlan,
    ) -> Option<PlanPart> {
        fn typed<N: KataGoNumber>(
            plan: Option<Plan<N>>,
            kernels: Option<Kernels<N>>,
        ) -> Option<TypedPlan<N>> {
            Some(TypedPlan { plan: Arc::new(plan?), kernels: kernels? })
        }
        let backend = kernels.backend;
        let plan = any!(CompiledPlan, compiled, it => AnyPlan(typed(
            plan_from_prepared(model, lines, it),
            KataGoNumber::kernels(backend)
        )?));
        Some(PlanPart { kernels, plan })
    }

    /// Returns the compiled plan.
    pub(in crate::katago) fn finished(&self) -> CompiledPlan {
        any!(AnyPlan, &self.plan, it => CompiledPlan(it.plan.finished()))
    }

    /// Returns the trunk blocks of the part.
    fn blocks(&self) -> Range<usize> {
        any!(AnyPlan, &self.plan, it => it.plan.blocks.clone())
    }

    /// Returns the same plan with another backend. Returns `None` if the kernels have another number type, or if this
    /// processor does not support them.
    fn with_kernels(&self, kernels: KernelSet) -> Option<PlanPart> {
        if kernels.precision != self.kernels.precision {
            return None;
        }
        let backend = kernels.backend;
        let plan = any!(AnyPlan, &self.plan, it => AnyPlan(TypedPlan {
            plan: it.plan.clone(),
            kernels: KataGoNumber::kernels(backend)?,
        }));
        Some(PlanPart { kernels, plan })
    }

    /// Allocates the memory for evaluations.
    pub(in crate::katago) fn pass<'m>(&self, model: &'m Model) -> PartPass<'m> {
        any!(AnyPlan, &self.plan, it => PartPass(Forward::new(model, it.plan.clone(), it.kernels)))
    }
}

/// The forward pass of consecutive blocks.
#[derive(Debug)]
pub(in crate::katago) enum PartPass<'m> {
    F32(Forward<'m, F32>),
    Bf16(Forward<'m, Bf16>),
    Int16(Forward<'m, I16>),
    Int8(Forward<'m, I8>),
}

impl PartPass<'_> {
    /// See [`Forward::run`].
    pub(in crate::katago) fn run(
        &mut self,
        inputs: &Inputs,
        x: &mut Vec<f32>,
    ) -> Option<RawOutput> {
        any!(PartPass, self, it => it.run(inputs, x))
    }

    /// See [`Forward::collect`].
    pub(in crate::katago) fn collect(&mut self, moments: bool) {
        any!(PartPass, self, it => it.collect(moments));
    }

    /// Stops collecting statistics and returns them.
    pub(in crate::katago) fn take_statistics(&mut self) -> Statistics {
        any!(PartPass, self, it => it.take_statistics())
    }
}

/// A net prepared for a board size: parts that cover all blocks in order. Clones share the plans.
#[derive(Debug, Clone)]
pub(in crate::katago) struct Prepared(Vec<PlanPart>);

impl Prepared {
    /// Joins parts. Returns `None` if they do not cover all blocks of the model in order.
    pub(in crate::katago) fn new(model: &Model, parts: Vec<PlanPart>) -> Option<Prepared> {
        let mut end = 0;
        let follows = parts.iter().all(|part| {
            let blocks = part.blocks();
            std::mem::replace(&mut end, blocks.end) == blocks.start
        });
        (follows && !parts.is_empty() && end == model.trunk.blocks.len()).then_some(Prepared(parts))
    }

    /// Returns the parts.
    pub(in crate::katago) fn parts(&self) -> &[PlanPart] {
        &self.0
    }

    /// Returns the kernels of the blocks.
    pub(in crate::katago) fn kernels(&self) -> KernelPlan {
        KernelPlan::new(self.0.iter().map(|part| (part.kernels, part.blocks())).collect())
    }

    /// Returns the same plan with another backend. Returns `None` if the blocks have different kernels, the kernels
    /// have another number type, or this processor does not support them.
    pub(in crate::katago) fn with_kernels(&self, kernels: KernelSet) -> Option<Prepared> {
        match self.0.as_slice() {
            [part] => Some(Prepared(vec![part.with_kernels(kernels)?])),
            _ => None,
        }
    }

    /// Allocates the memory for evaluations.
    pub(in crate::katago) fn pass<'m>(&self, model: &'m Model) -> Pass<'m> {
        Pass { parts: self.0.iter().map(|part| part.pass(model)).collect(), stream: Vec::new() }
    }
}

/// The forward pass of a prepared net.
#[derive(Debug)]
pub(in crate::katago) struct Pass<'m> {
    parts: Vec<PartPass<'m>>,
    /// The residual stream of the trunk, of shape `[points][channels]`.
    stream: Vec<f32>,
}

impl Pass<'_> {
    /// Evaluates a position on a board of the plan's size.
    pub(in crate::katago) fn evaluate(&mut self, inputs: &Inputs) -> RawOutput {
        let Pass { parts, stream } = self;
        let outputs = parts.iter_mut().filter_map(|part| part.run(inputs, stream));
        outputs.last().expect("the last part ends with the heads")
    }
}

/// Replaces second moments by the rounded weights of all matrices.
pub(in crate::katago) fn rounded(
    model: &Model,
    lines: usize,
    mut statistics: Statistics,
) -> Statistics {
    let plan: Plan<I8> = plan(model, lines, 0..model.trunk.blocks.len(), &statistics);
    let mut sites = vec![Vec::new(); statistics.len()];
    for (layer, &site) in plan.layers.iter().zip(&plan.layer_sites) {
        let is_matrix = layer.shape().size == 1;
        sites[site].push(if is_matrix { layer.parts().weights.to_vec() } else { Vec::new() });
    }
    for (site, roundings) in statistics.iter_mut().zip(sites) {
        site.set_roundings(roundings);
    }
    statistics
}
