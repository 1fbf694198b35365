//! The forward pass of a plan.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use tianyuan_go::Color;

use crate::activation::Activation;
use crate::aligned::Aligned;
use crate::katago::human_profile::HumanProfile;
use crate::katago::inputs::Inputs;
use crate::katago::model::Model;
use crate::katago::output::RawOutput;
use crate::layers::{
    Affine, AttentionJob, Kernels, Layer, Next, Outputs, PaddedTensor, ProductJob, Quantisation,
    Rows, RowsJob, StemJob,
};
use crate::simd::DType;

use super::calibration_stats::Statistics;
use super::heads;
use super::plan::{
    Attention, Block, Bottleneck, Convolutions, Entry, EntryNorm, FeedForward, HeadLayer,
    HeadLayers, Input, PaddedId, Plan, Pooling, Stage, TensorId,
};
use super::workspace::Memory;

/// The maximum number of points whose hidden layer is computed at once. A group has several full tiles.
const MOST_GROUPED: usize = 91;

/// Evaluates positions with a plan, one at a time.
#[derive(Debug)]
pub(in crate::katago) struct Forward<'m, N: DType> {
    model: &'m Model,
    plan: Arc<Plan<N>>,
    kernels: Kernels<N>,
    memory: Memory<N>,
    /// The outputs of the metadata encoder by profile and player to move.
    profiles: HashMap<(HumanProfile, Color), Vec<f32>>,
    /// The statistics collected during calibration.
    statistics: Option<Statistics>,
}

impl<'m, N: DType> Forward<'m, N> {
    /// Allocates the memory for evaluations with a plan.
    pub(super) fn new(model: &'m Model, plan: Arc<Plan<N>>, kernels: Kernels<N>) -> Self {
        let memory = Memory::new(&plan);
        Forward { model, plan, kernels, memory, profiles: HashMap::new(), statistics: None }
    }

    /// Starts collecting statistics for calibration, with the second moments of the inputs of matrices if requested.
    pub(super) fn collect(&mut self, moments: bool) {
        self.statistics = Some(self.plan.empty_statistics(moments));
    }

    /// Stops collecting statistics and returns them.
    pub(super) fn take_statistics(&mut self) -> Statistics {
        self.statistics.take().unwrap_or_default()
    }

    /// Computes the plan's part of the net: adds the outputs of its blocks to the stream `x` of shape
    /// `[points][channels]`. Computes the initial stream if the plan starts with the first block. Returns the outputs
    /// of the net if the plan ends with the last block.
    ///
    /// # Panics
    /// Panics if the board size differs from the plan's, or the size of the stream of an earlier part.
    pub(super) fn run(&mut self, inputs: &Inputs, x: &mut Vec<f32>) -> Option<RawOutput> {
        assert_eq!(inputs.size.lines(), self.plan.lines, "the plan is for a single board size");
        let plan = self.plan.clone();
        let length = plan.lines * plan.lines * plan.width;
        if let Some(stem) = &plan.stem {
            x.resize(length, 0.0);
            let mut bias = self.model.trunk.globals.product(&inputs.globals);
            self.add_profile(inputs, &mut bias);
            bias.resize(stem.channels(), 0.0);
            let memory = &mut self.memory.stem;
            self.kernels.stem(StemJob { stem, planes: &inputs.planes, bias: &bias, memory, to: x });
        }
        assert_eq!(x.len(), length, "the stream of the earlier blocks");
        self.stages(&plan.stages, x, plan.heads.as_ref().map(|(last, _)| last));
        plan.heads.as_ref().map(|(last, heads)| self.heads(last, heads))
    }

    /// Adds the output of the metadata encoder for the profile of the inputs, if the net has an encoder.
    fn add_profile(&mut self, inputs: &Inputs, bias: &mut [f32]) {
        let Some((encoder, (profile, color))) =
            self.model.trunk.encoder.as_ref().zip(inputs.profile)
        else {
            return;
        };
        // The output does not depend on the position, and computing it takes as long as a small layer.
        let encoded = self
            .profiles
            .entry((profile, color))
            .or_insert_with(|| encoder.encode(&profile.inputs(color, inputs.size)));
        for (sum, added) in bias.iter_mut().zip(encoded) {
            *sum += *added;
        }
    }

    /// Adds the outputs of the blocks to the stream, then computes the input of the next layer, if any.
    fn stages(&mut self, stages: &[Stage<N>], x: &mut [f32], after: Option<&Entry>) {
        if let Some(first) = stages.first().map(|stage| &stage.entry).or(after) {
            self.enter(first, x);
        }
        self.blocks(stages, x, after);
    }

    /// Like [`stages`](Self::stages), but with the input of the first block already computed.
    fn blocks(&mut self, stages: &[Stage<N>], x: &mut [f32], after: Option<&Entry>) {
        for (i, stage) in stages.iter().enumerate() {
            let next = stages.get(i + 1).map(|stage| &stage.entry).or(after);
            let input = self.memory.take(stage.entry.input.to);
            let to = stage.entry.input.to;
            match &stage.block {
                Block::Ordinary(block) => {
                    let biases = block.first.biases();
                    self.convolutions(block, biases, input, to, x, next);
                }
                Block::Pooling(block) => self.pooling(block, input, to, x, next),
                Block::Bottleneck(block) => self.bottleneck(block, input, to, x, next),
                Block::Attention(block) => self.attention(block, input, to, x, next),
                Block::FeedForward(block) => self.feed_forward(block, input, to, x, next),
            }
        }
    }

    /// Computes the input of a block from the stream.
    fn enter(&mut self, entry: &Entry, x: &[f32]) {
        let rows = match &entry.norm {
            EntryNorm::Batch(affine) => Rows::Normed(affine, entry.activation),
            EntryNorm::Rms(rms) => Rows::Rms(rms, entry.activation),
        };
        self.rows(rows, x, entry.input);
    }

    /// Computes the input of a layer at all points.
    fn rows(&mut self, rows: Rows<'_>, x: &[f32], input: Input) {
        let mut to = self.memory.take(input.to);
        let points = 0..to.area();
        let (quantisation, row) = (input.quantisation, &mut self.memory.row);
        self.kernels.rows(RowsJob { rows, x, quantisation, row, points, to: &mut to });
        self.put(input, to);
    }

    /// Adds the outputs of a layer to the stream, then computes the input of the next block.
    fn add(
        &mut self,
        layer: &Layer<N>,
        input: &PaddedTensor<N>,
        x: &mut [f32],
        next: Option<&Entry>,
    ) {
        self.onward(layer, input, x, next, |x| Outputs::Added(x));
    }

    /// Computes a layer with outputs to the stream, then the input of the next block.
    fn onward(
        &mut self,
        layer: &Layer<N>,
        input: &PaddedTensor<N>,
        x: &mut [f32],
        next: Option<&Entry>,
        outputs: impl FnOnce(&mut [f32]) -> Outputs<'_>,
    ) {
        // A step per point, and the mean square of a point, need all channels of the point.
        let Some((next, norm)) = next.and_then(|next| Some((next, next.fused_norm()?))) else {
            self.product(layer, layer.biases(), input, outputs(x), None);
            return next.into_iter().for_each(|next| self.enter(next, x));
        };
        let mut to = self.memory.take(next.input.to);
        let made = Next {
            norm: Some(norm),
            activation: next.activation,
            quantisation: next.input.quantisation,
            to: &mut to,
        };
        self.product(layer, layer.biases(), input, outputs(x), Some(made));
        self.put(next.input, to);
    }

    /// Computes a layer and stores its outputs.
    fn store(
        &mut self,
        layer: &Layer<N>,
        input: &PaddedTensor<N>,
        to: TensorId,
        activation: Activation,
    ) -> Aligned<f32> {
        let mut outputs = self.memory.take_tensor(to);
        let stored = Outputs::Stored(&mut outputs, activation);
        self.product(layer, layer.biases(), input, stored, None);
        outputs
    }

    /// Computes a layer and the fused operation that follows it.
    fn product(
        &mut self,
        layer: &Layer<N>,
        biases: &[f32],
        input: &PaddedTensor<N>,
        outputs: Outputs<'_>,
        next: Option<Next<'_, N>>,
    ) {
        let memory = &mut self.memory.transformed;
        let points = 0..input.area();
        self.kernels.product(ProductJob { layer, biases, input, points, outputs, next, memory });
    }

    /// Returns a filled tensor; calibration collects its statistics here.
    fn put(&mut self, input: Input, tensor: PaddedTensor<N>) {
        if let Some(statistics) = &mut self.statistics {
            statistics[input.site].add(&tensor, &self.kernels);
        }
        self.memory.put(input.to, tensor);
    }

    fn convolutions(
        &mut self,
        block: &Convolutions<N>,
        biases: &[f32],
        input: PaddedTensor<N>,
        from: PaddedId,
        x: &mut [f32],
        next: Option<&Entry>,
    ) {
        let mut middle = self.memory.take(block.middle.to);
        let made = Next {
            norm: None,
            activation: block.activation,
            quantisation: block.middle.quantisation,
            to: &mut middle,
        };
        self.product(&block.first, biases, &input, Outputs::Dropped, Some(made));
        self.put(block.middle, middle);
        self.memory.put(from, input);
        let middle = self.memory.take(block.middle.to);
        self.add(&block.second, &middle, x, next);
        self.memory.put(block.middle.to, middle);
    }

    fn pooling(
        &mut self,
        block: &Pooling<N>,
        input: PaddedTensor<N>,
        from: PaddedId,
        x: &mut [f32],
        next: Option<&Entry>,
    ) {
        let Pooling { pooled, pooled_activation, pooled_to, .. } = block;
        let outputs = self.store(pooled, &input, *pooled_to, *pooled_activation);
        let channels = block.bias.matrix.inputs / 3;
        let pool = heads::pool(&outputs, pooled.outputs(), channels, self.plan.lines);
        self.memory.put_tensor(*pooled_to, outputs);
        let biases = block.bias.added_to(block.convolutions.first.biases(), &pool);
        self.convolutions(&block.convolutions, &biases, input, from, x, next);
    }

    fn bottleneck(
        &mut self,
        block: &Bottleneck<N>,
        input: PaddedTensor<N>,
        from: PaddedId,
        x: &mut [f32],
        next: Option<&Entry>,
    ) {
        let mut inner = self.memory.take_tensor(block.stream);
        let first = block.stages.first().map_or(&block.post, |stage| &stage.entry);
        self.onward(&block.reduce, &input, &mut inner, Some(first), |x| {
            Outputs::Stored(x, Activation::Identity)
        });
        self.memory.put(from, input);
        self.blocks(&block.stages, &mut inner, Some(&block.post));
        self.memory.put_tensor(block.stream, inner);
        let post = self.memory.take(block.post.input.to);
        self.add(&block.expand, &post, x, next);
        self.memory.put(block.post.input.to, post);
    }

    fn attention(
        &mut self,
        block: &Attention<N>,
        input: PaddedTensor<N>,
        from: PaddedId,
        x: &mut [f32],
        next: Option<&Entry>,
    ) {
        let mut rows = self.store(&block.projection, &input, block.rows, Activation::Identity);
        self.memory.put(from, input);
        let mut result = self.memory.take_tensor(block.result);
        let memory = &mut self.memory.attentions[block.memory];
        self.kernels.attend(AttentionJob {
            shape: block.heads,
            angles: block.angles.as_ref(),
            points: self.plan.lines * self.plan.lines,
            rows: &mut rows,
            memory,
            to: &mut result,
        });
        self.rows(Rows::Plain, &result, block.middle);
        self.memory.put_tensor(block.rows, rows);
        self.memory.put_tensor(block.result, result);
        let middle = self.memory.take(block.middle.to);
        self.add(&block.out, &middle, x, next);
        self.memory.put(block.middle.to, middle);
    }

    fn feed_forward(
        &mut self,
        block: &FeedForward<N>,
        input: PaddedTensor<N>,
        from: PaddedId,
        x: &mut [f32],
        next: Option<&Entry>,
    ) {
        let mut hidden = self.memory.take_tensor(block.hidden);
        let mut middle = self.memory.take(block.middle.to);
        let [width, channels] = [&block.up, &block.down].map(|layer| layer.outputs());
        for points in self.groups(input.area()) {
            let kernels = &self.kernels;
            kernels.product(ProductJob {
                layer: &block.up,
                biases: block.up.biases(),
                input: &input,
                points: points.clone(),
                outputs: Outputs::Stored(&mut hidden, Activation::Identity),
                next: None,
                memory: &mut self.memory.transformed,
            });
            kernels.rows(RowsJob {
                rows: Rows::Gated,
                x: &hidden[..points.len() * width],
                quantisation: block.middle.quantisation,
                row: &mut self.memory.row,
                points: points.clone(),
                to: &mut middle,
            });
            kernels.product(ProductJob {
                layer: &block.down,
                biases: block.down.biases(),
                input: &middle,
                points: points.clone(),
                outputs: Outputs::Added(&mut x[points.start * channels..points.end * channels]),
                next: None,
                memory: &mut self.memory.transformed,
            });
        }
        self.memory.put_tensor(block.hidden, hidden);
        self.memory.put(from, input);
        self.put(block.middle, middle);
        next.into_iter().for_each(|next| self.enter(next, x));
    }

    /// Returns the groups of points that a feed-forward layer computes one after another, so that its hidden layer
    /// stays in a near cache.
    fn groups(&self, points: usize) -> impl Iterator<Item = Range<usize>> + use<N> {
        let most = if self.plan.border == 0 { MOST_GROUPED } else { points };
        let groups = points.div_ceil(most);
        (0..groups).map(move |i| points * i / groups..points * (i + 1) / groups)
    }

    fn heads(&mut self, last: &Entry, layers: &HeadLayers<N>) -> RawOutput {
        let (lines, from) = (self.plan.lines, last.input.to);
        let input = self.memory.take(from);
        let HeadLayer { layer, activation, to } = &layers.pooled;
        let pooled = self.store(layer, &input, *to, *activation);
        let channels = layers.bias.matrix.inputs / 3;
        let pool = heads::pool(&pooled, layer.outputs(), channels, lines);
        self.memory.put_tensor(*to, pooled);
        let HeadLayer { layer, activation, to } = &layers.points;
        let mut points = self.memory.take_tensor(*to);
        let biases = layers.bias.added_to(layer.biases(), &pool);
        let stored = Outputs::Stored(&mut points, *activation);
        self.product(layer, &biases, &input, stored, None);
        let head = &self.model.policy;
        let policy = heads::convolve(&head.logits, &points, layer.outputs(), lines);
        let pass = heads::pass(head, &pool);
        self.memory.put_tensor(*to, points);
        let HeadLayer { layer, activation, to } = &layers.value;
        let value = self.store(layer, &input, *to, *activation);
        let output = heads::value(&self.model.value, &value, layer.outputs(), lines);
        self.memory.put_tensor(*to, value);
        self.memory.put(from, input);
        let heads::ValueOutput { value, score, ownership } = output;
        RawOutput { policies: head.logits.outputs, policy, pass, value, score, ownership }
    }
}

impl Entry {
    /// Returns the norm if it can be applied to some of the channels of a point.
    fn fused_norm(&self) -> Option<&Affine> {
        match &self.norm {
            EntryNorm::Batch(affine) if self.input.quantisation != Quantisation::Dynamic => {
                Some(affine)
            }
            _ => None,
        }
    }
}
