//! Compiles a model into a plan: folds norms, joins matrices, packs weights and assigns tensors.

use std::ops::Range;
use std::sync::Arc;

use crate::activation::Activation;
use crate::katago::layer::{Convolution, Matrix, Norm, RmsNorm};
use crate::katago::model::{self, FinalNorm, Model};
use crate::layers::{Affine, Heads, Layer, Quantisation, Stem, Weights, padded};
use crate::simd::DType;

use super::border::border;
use super::calibration_stats::{Statistics, site_count};
use super::layer_source::{LayerInput, Source};
use super::matrices::{angles, deinterleave_pairs, joined, rms, weights};
use super::plan::{
    Attention, Block, Bottleneck, Convolutions, Entry, EntryNorm, FeedForward, Finished, HeadLayer,
    HeadLayers, Input, PaddedId, Plan, Pooling, QuantSite, ScaledMatrix, Stage, TensorId,
};
use super::smoothing::{Smoothing, is_homogeneous};

/// Compiles some blocks of a model for boards of `lines` lines with the statistics of calibration; floating point needs
/// none.
pub(super) fn plan<N: DType>(
    model: &Model,
    lines: usize,
    blocks: Range<usize>,
    statistics: &Statistics,
) -> Plan<N> {
    let source = Source::Weights(statistics);
    build(model, lines, blocks, source).expect("only a prepared file can belong to another model")
}

/// Rebuilds the plan of a model without weights from its compiled form. Returns `None` if the compiled form belongs
/// to another model.
pub(super) fn plan_from_prepared<N: DType>(
    model: &Model,
    lines: usize,
    prepared: Finished<N>,
) -> Option<Plan<N>> {
    let blocks = prepared.blocks.clone();
    model.trunk.blocks.get(blocks.clone())?;
    build(model, lines, blocks, Source::Finished(prepared))
}

fn build<N: DType>(
    model: &Model,
    lines: usize,
    range: Range<usize>,
    source: Source<'_, N>,
) -> Option<Plan<N>> {
    let blocks = &model.trunk.blocks;
    let mut builder = Builder {
        lines,
        source,
        // Transformers have a few channels much larger than the others, which a step per point handles.
        is_transformer: blocks.iter().any(model::Block::is_transformer),
        first_site: blocks[..range.start].iter().map(site_count).sum(),
        padded: Vec::new(),
        tensors: Vec::new(),
        attentions: Vec::new(),
        sites: Vec::new(),
        layers: Vec::new(),
        layer_sites: Vec::new(),
        fits: true,
    };
    let channels = model.trunk.stem.outputs;
    let stages = builder.stages(&blocks[range.clone()], channels, 0);
    let heads = (range.end == blocks.len()).then(|| {
        let last = builder.last(model);
        let heads = builder.heads(model, &last);
        (last, heads)
    });
    let has_stem = range.start == 0;
    builder.is_complete().then(|| Plan {
        lines,
        border: border(model),
        blocks: range,
        stem: has_stem.then(|| Stem::new(weights(&model.trunk.stem), lines)),
        width: padded(channels),
        stages,
        heads,
        padded: builder.padded.into_iter().map(|(_, channels)| channels).collect(),
        tensors: builder.tensors.into_iter().map(|(_, width)| width).collect(),
        attentions: builder.attentions,
        sites: builder.sites,
        layers: builder.layers,
        layer_sites: builder.layer_sites,
    })
}

/// The role of a tensor. Tensors of the same role and size are never used at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The residual stream inside a bottleneck, by depth.
    Stream(usize),
    /// The input of a block, by depth.
    Entry(usize),
    /// The intermediate activations of a block.
    Middle,
    /// The activations to be pooled.
    Pooled,
    /// Queries, keys and values, or a hidden layer.
    Wide,
    /// The outputs of the heads.
    Head(usize),
}

struct Builder<'a, N: DType> {
    lines: usize,
    source: Source<'a, N>,
    is_transformer: bool,
    /// The number of sites of all earlier blocks.
    first_site: usize,
    padded: Vec<(Role, usize)>,
    tensors: Vec<(Role, usize)>,
    attentions: Vec<Heads>,
    sites: Vec<QuantSite>,
    layers: Vec<Arc<Layer<N>>>,
    layer_sites: Vec<usize>,
    /// `true` if all layers so far match the source.
    fits: bool,
}

impl<N: DType> Builder<'_, N> {
    fn tensor(&mut self, role: Role, width: usize) -> TensorId {
        TensorId(place(&mut self.tensors, (role, width)))
    }

    /// Creates a quantised tensor, smoothed if the preceding operation can divide its channels.
    fn input(
        &mut self,
        role: Role,
        channels: usize,
        is_dynamic: bool,
        can_be_smoothed: bool,
    ) -> Input {
        let to = PaddedId(place(&mut self.padded, (role, padded(channels))));
        let number = self.sites.len();
        let can_be_smoothed = can_be_smoothed && !self.is_transformer;
        let site = match &self.source {
            Source::Weights(statistics) => {
                let found = statistics.get(self.first_site + number);
                let smoothing = found
                    .filter(|_| can_be_smoothed)
                    .map(|it| Smoothing::of::<N>(&it.magnitudes()))
                    .unwrap_or_default();
                let range = found.map_or([0.0; 2], |it| it.range(&smoothing));
                QuantSite { quantisation: Quantisation::of::<N>(range), smoothing }
            }
            Source::Finished(before) => {
                let none =
                    QuantSite { quantisation: Quantisation::NONE, smoothing: Smoothing::default() };
                let site = before.sites.get(number).cloned().unwrap_or(none);
                let factors = site.smoothing.0.len();
                self.fits &= factors == 0 || can_be_smoothed && factors == padded(channels);
                site
            }
        };
        let quantisation = if is_dynamic { Quantisation::Dynamic } else { site.quantisation };
        self.sites.push(QuantSite { quantisation, ..site });
        Input { quantisation, site: number, to }
    }

    /// Returns the divisors of the channels of an input.
    fn smoothing(&self, input: Input) -> Smoothing {
        self.sites[input.site].smoothing.clone()
    }

    fn stages(&mut self, blocks: &[model::Block], channels: usize, depth: usize) -> Vec<Stage<N>> {
        blocks.iter().map(|block| self.stage(block, channels, depth)).collect()
    }

    fn stage(&mut self, block: &model::Block, channels: usize, depth: usize) -> Stage<N> {
        let role = Role::Entry(depth);
        match block {
            model::Block::Ordinary(block) => {
                let entry = self.batch_entry(&block.pre, role, channels, false);
                let parts = (&block.conv1, &block.mid, &block.conv2);
                let block = self.convolutions(&entry, parts);
                Stage { entry, block: Block::Ordinary(block) }
            }
            model::Block::Pooling(block) => {
                let entry = self.batch_entry(&block.pre, role, channels, false);
                let block = self.pooling(&entry, block);
                Stage { entry, block: Block::Pooling(Box::new(block)) }
            }
            model::Block::Bottleneck(block) => {
                let is_dynamic = self.is_transformer && block.reduce.size == 1;
                let entry = self.batch_entry(&block.pre, role, channels, is_dynamic);
                let block = self.bottleneck(&entry, block, depth);
                Stage { entry, block: Block::Bottleneck(Box::new(block)) }
            }
            model::Block::Attention(block) => {
                let entry = self.rms_entry(&block.norm, role, channels);
                let block = self.attention(&entry, block);
                Stage { entry, block: Block::Attention(Box::new(block)) }
            }
            model::Block::FeedForward(block) => {
                let entry = self.rms_entry(&block.norm, role, channels);
                let block = self.feed_forward(&entry, block);
                Stage { entry, block: Block::FeedForward(block) }
            }
        }
    }

    fn batch_entry(&mut self, norm: &Norm, role: Role, channels: usize, is_dynamic: bool) -> Entry {
        let input = self.input(role, channels, is_dynamic, is_homogeneous(norm.activation));
        let Norm { scale, bias, activation } = self.smoothing(input).norm(norm);
        Entry { norm: EntryNorm::Batch(Affine::new(&scale, &bias)), activation, input }
    }

    fn rms_entry(&mut self, norm: &RmsNorm, role: Role, channels: usize) -> Entry {
        Entry {
            norm: EntryNorm::Rms(rms(norm)),
            activation: Activation::Identity,
            input: self.input(role, channels, true, false),
        }
    }

    /// Returns the entry that computes the input of the heads.
    fn last(&mut self, model: &Model) -> Entry {
        let (policy, value) = (&model.policy, &model.value);
        let sizes = [&policy.points, &policy.pooled, &value.conv].map(|it| it.size);
        let is_dynamic = self.is_transformer && sizes == [1; 3];
        let (role, channels) = (Role::Entry(0), model.trunk.stem.outputs);
        match &model.trunk.norm {
            FinalNorm::Batch(norm) => self.batch_entry(norm, role, channels, is_dynamic),
            FinalNorm::Rms(norm, activation) => Entry {
                norm: EntryNorm::Rms(rms(norm)),
                activation: *activation,
                input: self.input(role, channels, is_dynamic, false),
            },
        }
    }

    fn convolutions(
        &mut self,
        entry: &Entry,
        (conv1, mid, conv2): (&Convolution, &Norm, &Convolution),
    ) -> Convolutions<N> {
        let is_homogeneous = is_homogeneous(mid.activation);
        let middle = self.input(Role::Middle, conv1.outputs, false, is_homogeneous);
        let mid = &self.smoothing(middle).norm(mid);
        Convolutions {
            first: self.normed(conv1, mid, entry.input),
            activation: mid.activation,
            middle,
            second: self.plain(weights(conv2), middle),
        }
    }

    fn pooling(&mut self, entry: &Entry, block: &model::Pooling) -> Pooling<N> {
        let convolutions = self.convolutions(entry, (&block.conv1, &block.mid, &block.conv2));
        let scale = self.smoothing(convolutions.middle).divided(&block.mid.scale);
        Pooling {
            convolutions,
            pooled: self.normed(&block.pooled, &block.pooled_norm, entry.input),
            pooled_activation: block.pooled_norm.activation,
            pooled_to: self.tensor(Role::Pooled, padded(block.pooled.outputs)),
            bias: ScaledMatrix { matrix: block.bias.clone(), scale },
        }
    }

    fn bottleneck(
        &mut self,
        entry: &Entry,
        block: &model::Bottleneck,
        depth: usize,
    ) -> Bottleneck<N> {
        let inner = block.reduce.outputs;
        let stream = self.tensor(Role::Stream(depth + 1), padded(inner));
        let stages = self.stages(&block.blocks, inner, depth + 1);
        let is_dynamic = self.is_transformer && block.expand.size == 1;
        let post = self.batch_entry(&block.post, Role::Entry(depth + 1), inner, is_dynamic);
        let expand = self.plain(weights(&block.expand), post.input);
        let reduce = self.plain(weights(&block.reduce), entry.input);
        Bottleneck { reduce, stream, stages, post, expand }
    }

    fn attention(&mut self, entry: &Entry, block: &model::Attention) -> Attention<N> {
        let heads = Heads {
            heads: block.heads,
            kv_heads: block.kv_heads,
            query_length: block.query_length,
            value_length: block.value_length,
        };
        let is_rotated = block.rotation.is_some();
        let turned = |matrix: &Matrix| match is_rotated {
            true => deinterleave_pairs(matrix, block.query_length),
            false => matrix.clone(),
        };
        let (query, key) = (turned(&block.query), turned(&block.key));
        let (at_key, width) = (query.outputs, padded(heads.width()));
        let at_value = at_key + key.outputs;
        let parts = [(&query, 0), (&key, at_key), (&block.value, at_value)];
        let middle = self.input(Role::Middle, heads.output_width(), true, false);
        Attention {
            projection: self.plain(joined(&parts, width).weights(), entry.input),
            heads,
            angles: block.rotation.as_ref().map(|it| angles(it, block.kv_heads, self.lines)),
            rows: self.tensor(Role::Wide, width),
            result: self.tensor(Role::Middle, padded(heads.output_width())),
            memory: place(&mut self.attentions, heads),
            middle,
            out: self.plain(block.out.weights(), middle),
        }
    }

    fn feed_forward(&mut self, entry: &Entry, block: &model::FeedForward) -> FeedForward<N> {
        let hidden = padded(block.up.outputs);
        let middle = self.input(Role::Middle, hidden, true, false);
        let up = joined(&[(&block.up, 0), (&block.gate, hidden)], 2 * hidden);
        FeedForward {
            up: self.plain(up.weights(), entry.input),
            hidden: self.tensor(Role::Wide, 2 * hidden),
            middle,
            down: self.plain(block.down.weights(), middle),
        }
    }

    fn plain(&mut self, weights: Weights<'_>, input: Input) -> Arc<Layer<N>> {
        self.layer(weights, input, |_| 1.0, |_| 0.0)
    }

    /// Compiles a convolution with the norm that follows it.
    fn normed(&mut self, convolution: &Convolution, norm: &Norm, input: Input) -> Arc<Layer<N>> {
        self.layer(weights(convolution), input, |i| norm.scale[i], |i| norm.bias[i])
    }

    fn layer(
        &mut self,
        weights: Weights<'_>,
        input: Input,
        scale: impl Fn(usize) -> f32,
        bias: impl Fn(usize) -> f32,
    ) -> Arc<Layer<N>> {
        let site = input.site;
        let place = self.layer_sites.iter().filter(|&&it| it == site).count();
        let statistics = match &self.source {
            Source::Weights(statistics) => statistics.get(self.first_site + site),
            Source::Finished(_) => None,
        };
        let (quantisation, smoothing) = (input.quantisation, self.smoothing(input));
        let input = LayerInput { quantisation, smoothing, statistics, place };
        let new = |weights: Weights<'_>| Arc::new(input.layer(weights, &scale, &bias));
        let layer = match &self.source {
            Source::Weights(_) => new(weights),
            Source::Finished(before) => {
                let found = before.layers.get(self.layers.len());
                let found = found.filter(|it| it.shape() == weights.shape()).cloned();
                self.fits &= found.is_some();
                // The whole plan is then rejected.
                found.unwrap_or_else(|| new(Weights { outputs: 0, ..weights }))
            }
        };
        self.layer_sites.push(site);
        self.layers.push(layer.clone());
        layer
    }

    /// Returns `true` if all parts of the source were used and none is missing.
    fn is_complete(&self) -> bool {
        match &self.source {
            Source::Weights(_) => true,
            Source::Finished(before) => {
                let counts = [before.sites.len(), before.layers.len()];
                self.fits && counts == [self.sites.len(), self.layers.len()]
            }
        }
    }

    fn heads(&mut self, model: &Model, last: &Entry) -> HeadLayers<N> {
        let (policy, value) = (&model.policy, &model.value);
        let mut head = |place, convolution: &Convolution, norm: &Norm| HeadLayer {
            layer: self.normed(convolution, norm, last.input),
            activation: norm.activation,
            to: self.tensor(Role::Head(place), padded(convolution.outputs)),
        };
        HeadLayers {
            pooled: head(0, &policy.pooled, &policy.pooled_norm),
            points: head(1, &policy.points, &policy.norm),
            bias: ScaledMatrix { matrix: policy.bias.clone(), scale: policy.norm.scale.clone() },
            value: head(2, &value.conv, &value.norm),
        }
    }
}

/// Returns the index of an item in a list; appends the item if it is missing.
fn place<T: PartialEq>(list: &mut Vec<T>, wanted: T) -> usize {
    list.iter().position(|it| *it == wanted).unwrap_or_else(|| {
        list.push(wanted);
        list.len() - 1
    })
}
