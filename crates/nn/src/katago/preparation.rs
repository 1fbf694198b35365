//! Preparation of a net for a board size: calibration, and the choice of the fastest kernels that are exact enough.
//!
//! Each supported set of kernels is timed on one block. The plans are then checked in the order of their estimated
//! time against the `f32` outputs of the calibration positions, and the first one within [`Tolerance`] is chosen. If
//! 8-bit integers are too inexact for all blocks, the first blocks are tried with a wider number type: their errors
//! pass through all later blocks. Only the later blocks have to be evaluated again for this, because the reference
//! evaluation records the stream.

use std::ops::Range;
use std::time::Duration;

use super::accuracy::{QuantizationError, Tolerance};
use super::inference::{
    KernelPlan, KernelSet, PartPass, PlanPart, Precision, Prepared, Statistics, rounded,
};
use super::inputs::Inputs;
use super::model::Model;
use super::output::RawOutput;
use super::prepared::Preparation;
use crate::simd::backend::Backend;
use crate::thread_clock;

/// The numbers of first blocks that may keep a wider number type; at most half of all blocks do.
const WIDER_BLOCKS: [usize; 4] = [1, 2, 4, 8];

/// The minimum number of runs of each set of kernels, and the time after which the runs end.
const ROUNDS: usize = 5;
const TIMED: Duration = Duration::from_millis(10);

/// Kernels that take this many times the time of the fastest are not timed again.
const TOO_SLOW: u32 = 3;

/// The reference evaluation of some positions.
#[derive(Debug)]
pub(super) struct Calibration {
    /// The statistics of all layer inputs.
    pub(super) statistics: Statistics,
    positions: Vec<Evaluated>,
}

/// A position with its `f32` evaluation.
#[derive(Debug)]
struct Evaluated {
    inputs: Inputs,
    output: RawOutput,
    /// The residual stream after each possible number of wider blocks.
    streams: Vec<Vec<f32>>,
}

impl Calibration {
    /// Evaluates positions with the fastest `f32` kernels. Collects statistics in the first `calibrated` of them.
    /// Rounds the weights of matrices to 8-bit integers if `rounds_weights`.
    pub(super) fn of(
        model: &Model,
        lines: usize,
        mut positions: impl Iterator<Item = Inputs>,
        calibrated: usize,
        rounds_weights: bool,
    ) -> Calibration {
        let blocks = model.trunk.blocks.len();
        let ends: Vec<usize> = wider_blocks(model).chain([blocks]).collect();
        let starts = [0].into_iter().chain(ends.iter().copied());
        let parts = starts.zip(&ends).map(|(start, &end)| {
            PlanPart::new(model, KernelSet::best_f32(), lines, start..end, &Statistics::new())
                .expect("the kernels are available")
        });
        let parts: Vec<PlanPart> = parts.collect();
        let mut passes: Vec<_> = parts.iter().map(|part| part.pass(model)).collect();
        passes.iter_mut().for_each(|pass| pass.collect(rounds_weights));
        let evaluated = |passes: &mut [PartPass<'_>], inputs: Inputs| {
            let (last, earlier) = passes.split_last_mut().expect("there is at least one part");
            let mut stream = Vec::new();
            let streams = earlier.iter_mut().map(|pass| {
                pass.run(&inputs, &mut stream);
                stream.clone()
            });
            let streams = streams.collect();
            let output = last.run(&inputs, &mut stream).expect("the last part has the heads");
            Evaluated { inputs, output, streams }
        };
        let first = positions.by_ref().take(calibrated);
        let mut all: Vec<Evaluated> = first.map(|it| evaluated(&mut passes, it)).collect();
        let mut statistics = passes.iter_mut().flat_map(PartPass::take_statistics).collect();
        all.extend(positions.map(|it| evaluated(&mut passes, it)));
        if rounds_weights {
            statistics = rounded(model, lines, statistics);
        }
        Calibration { statistics, positions: all }
    }

    /// Returns the error of a net whose first `exact` blocks are exact; `rest` computes the other blocks.
    fn error_after(&self, model: &Model, exact: usize, rest: &PlanPart) -> QuantizationError {
        let recorded = wider_blocks(model).position(|count| count == exact);
        let mut pass = rest.pass(model);
        let found = self.positions.iter().map(|it| {
            let stream = recorded.map(|recorded| it.streams[recorded].clone());
            let output = pass.run(&it.inputs, &mut stream.unwrap_or_default());
            (&it.inputs, &it.output, output.expect("the last part has the heads"))
        });
        QuantizationError::of(model, found)
    }
}

/// Returns the possible numbers of first blocks with a wider number type.
fn wider_blocks(model: &Model) -> impl Iterator<Item = usize> + use<> {
    let blocks = model.trunk.blocks.len();
    WIDER_BLOCKS.into_iter().filter(move |count| 2 * count <= blocks)
}

/// Returns the kernels and the trunk blocks of each part of the fastest plan that is exact enough.
pub(super) fn fastest(model: &Model, lines: usize, calibration: &Calibration) -> Vec<Part> {
    let blocks = model.trunk.blocks.len();
    for Candidate { kernels, wider, .. } in
        candidates(model, &block_times(model, lines, calibration))
    {
        let count = wider.map_or(0, |(_, count)| count);
        let rest = (kernels, count..blocks);
        let parts = match wider {
            Some((wide, count)) => vec![(wide, 0..count), rest.clone()],
            None => vec![rest.clone()],
        };
        // The reference has the same number type.
        if kernels.precision == Precision::F32 {
            return parts;
        }
        let (kernels, range) = rest;
        let statistics = &calibration.statistics;
        let Some(rest) = PlanPart::new(model, kernels, lines, range, statistics) else { continue };
        let error = calibration.error_after(model, count, &rest);
        let plan = KernelPlan::new(parts.clone());
        if Tolerance::of(model).allow(&error, calibration.positions.len()) {
            log::info!("{plan} for {lines}x{lines}: {error:?}");
            return parts;
        }
        log::info!("{plan} is not exact enough on {lines}x{lines}: {error:?}");
    }
    unreachable!("f32 kernels are always available")
}

/// The kernels of consecutive trunk blocks.
type Part = (KernelSet, Range<usize>);

/// A plan whose accuracy is still unknown.
struct Candidate {
    /// The estimated time of an evaluation, in units of one block.
    time: Duration,
    /// The kernels of all blocks, or of the later ones.
    kernels: KernelSet,
    /// The kernels of the first blocks, and their number.
    wider: Option<(KernelSet, usize)>,
}

/// Returns the plans in the order of their estimated time.
fn candidates(model: &Model, times: &[(KernelSet, Duration)]) -> Vec<Candidate> {
    let blocks = model.trunk.blocks.len().max(1) as u32;
    let fastest = |wanted: &dyn Fn(Precision) -> bool| {
        let fitting = times.iter().filter(|(kernels, _)| wanted(kernels.precision));
        fitting.min_by_key(|(_, time)| *time).copied()
    };
    let uniform = Precision::ALL.into_iter().filter_map(|wanted| fastest(&|it| it == wanted));
    let uniform =
        uniform.map(|(kernels, time)| Candidate { time: time * blocks, kernels, wider: None });
    let mut all: Vec<Candidate> = uniform.collect();
    let narrow = fastest(&|it| it == Precision::Int8);
    if let Some(((kernels, time), (wide, wide_time))) =
        narrow.zip(fastest(&|it| it != Precision::Int8))
    {
        all.extend(wider_blocks(model).map(|count| {
            let first = count as u32;
            let time = wide_time * first + time * (blocks - first);
            Candidate { time, kernels, wider: Some((wide, count)) }
        }));
    }
    all.sort_by_key(|candidate| candidate.time);
    all
}

/// Returns the kernels that this processor supports, with the CPU time of one block in the middle of the net: the
/// shortest of several rounds, because other processes can only slow a run down. Portable kernels are timed only if the
/// processor supports no other kernels.
fn block_times(
    model: &Model,
    lines: usize,
    Calibration { statistics, positions }: &Calibration,
) -> Vec<(KernelSet, Duration)> {
    let Some(position) = positions.first() else { return Vec::new() };
    let middle = wider_blocks(model).last();
    let blocks = middle.map_or(0..model.trunk.blocks.len().min(1), |it| it..it + 1);
    let mut timed: Vec<KernelSet> =
        KernelSet::ALL.into_iter().filter(|kernels| kernels.is_available()).collect();
    let is_portable = |kernels: &KernelSet| kernels.backend == Backend::Portable;
    if !timed.iter().all(is_portable) {
        timed.retain(|kernels| !is_portable(kernels));
    }
    let parts = timed
        .into_iter()
        .filter_map(|kernels| PlanPart::new(model, kernels, lines, blocks.clone(), statistics));
    let mut timed: Vec<_> =
        parts.map(|part| (part.kernels, part.pass(model), Duration::MAX)).collect();
    let start = thread_clock::now();
    let mut fastest = Duration::MAX;
    for round in 1.. {
        for (_, pass, shortest) in &mut timed {
            if round > 1 && *shortest / TOO_SLOW > fastest {
                continue;
            }
            let mut stream = position.streams.last().cloned().unwrap_or_default();
            let start = thread_clock::now();
            pass.run(&position.inputs, &mut stream);
            *shortest = thread_clock::now().saturating_sub(start).min(*shortest);
            fastest = fastest.min(*shortest);
        }
        if round >= ROUNDS && thread_clock::now().saturating_sub(start) >= TIMED {
            break;
        }
    }
    timed.into_iter().map(|(kernels, _, time)| (kernels, time)).collect()
}

impl Preparation {
    /// Compiles the plan for a board size. Returns `None` if the parts do not cover the blocks of the model in order,
    /// or this processor does not support the kernels.
    pub(super) fn compiled(&self, model: &Model, lines: usize) -> Option<Prepared> {
        let part = |(kernels, blocks): &Part| {
            model.trunk.blocks.get(blocks.clone())?;
            PlanPart::new(model, *kernels, lines, blocks.clone(), &self.statistics)
        };
        Prepared::new(model, self.parts.iter().map(part).collect::<Option<_>>()?)
    }
}
