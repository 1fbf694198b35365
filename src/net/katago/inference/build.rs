//! Makes a plan of a model: folds norms, joins matrices, packs weights, and names the tensors.

use crate::net::activation::Activation;
use crate::net::katago::layer::{Convolution, Matrix, Norm, RmsNorm};
use crate::net::katago::model::{self, FinalNorm, Model};
use crate::net::simd::{
    Affine, Angles, Heads, Layer, Number, Quantisation, Rms, Stem, Weights, padded,
};

use super::plan::{
    Attention, Block, Bottleneck, Convolutions, Entry, EntryNorm, FeedForward, HeadLayer,
    HeadLayers, Input, PaddedId, Plan, Pooling, ScaledMatrix, Stage, TensorId,
};
use super::statistics::{SiteStatistics, Statistics};

/// Prepares a model for boards of so many lines by what calibration found; floating point needs none.
pub(super) fn plan<N: Number>(model: &Model, lines: usize, statistics: &Statistics) -> Plan<N> {
    let blocks = &model.trunk.blocks;
    let mut builder = Builder {
        lines,
        statistics,
        // In transformers few channels are much larger than the others, which a step for each point copes
        // with.
        is_dynamic: blocks.iter().any(model::Block::is_transformer),
        padded: Vec::new(),
        tensors: Vec::new(),
        attentions: Vec::new(),
        sites: 0,
    };
    let channels = model.trunk.stem.outputs;
    let stream = builder.tensor(Role::Stream(0), padded(channels));
    let stages = builder.stages(blocks, channels, 0);
    let last = builder.last::<N>(model);
    let heads = builder.heads(model, &last);
    Plan {
        lines,
        border: border(model),
        stem: Stem::new(weights(&model.trunk.stem), lines),
        stream,
        stages,
        last,
        heads,
        padded: builder.padded.into_iter().map(|(_, channels)| channels).collect(),
        tensors: builder.tensors.into_iter().map(|(_, width)| width).collect(),
        attentions: builder.attentions,
        sites: builder.sites,
    }
}

/// The border that the widest convolution after the first one needs.
fn border(model: &Model) -> usize {
    let (policy, value) = (&model.policy, &model.value);
    let heads = [&policy.points, &policy.pooled, &value.conv].map(|convolution| convolution.size);
    let widest = heads.into_iter().max().unwrap_or(1);
    model.trunk.blocks.iter().map(widest_kernel).fold(widest, usize::max) / 2
}

fn widest_kernel(block: &model::Block) -> usize {
    match block {
        model::Block::Ordinary(block) => block.conv1.size.max(block.conv2.size),
        model::Block::Pooling(block) => {
            block.conv1.size.max(block.conv2.size).max(block.pooled.size)
        }
        model::Block::Bottleneck(block) => {
            let own = block.reduce.size.max(block.expand.size);
            block.blocks.iter().map(widest_kernel).fold(own, usize::max)
        }
        model::Block::Attention(_) | model::Block::FeedForward(_) => 1,
    }
}

/// What a tensor is for. Tensors of one role and size are never used at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The residual stream, by the depth of bottlenecks.
    Stream(usize),
    /// The input of a block, by depth.
    Entry(usize),
    /// Between the layers of a block.
    Middle,
    /// What is pooled.
    Pooled,
    /// Queries, keys and values, or a hidden layer.
    Wide,
    /// The outputs of the heads.
    Head(usize),
}

struct Builder<'a> {
    lines: usize,
    statistics: &'a Statistics,
    is_dynamic: bool,
    padded: Vec<(Role, usize)>,
    tensors: Vec<(Role, usize)>,
    attentions: Vec<Heads>,
    sites: usize,
}

impl Builder<'_> {
    fn tensor(&mut self, role: Role, width: usize) -> TensorId {
        TensorId(place(&mut self.tensors, (role, width)))
    }

    /// A tensor that is quantised with a step for each point, or else by its range.
    fn input<N: Number>(&mut self, role: Role, channels: usize, is_dynamic: bool) -> Input {
        let to = PaddedId(place(&mut self.padded, (role, padded(channels))));
        let site = self.sites;
        self.sites += 1;
        let quantisation = match is_dynamic {
            true => Quantisation::Dynamic,
            false => {
                Quantisation::of::<N>(self.statistics.get(site).map_or([0.0; 2], |it| it.range))
            }
        };
        Input { quantisation, site, to }
    }

    fn stages<N: Number>(
        &mut self,
        blocks: &[model::Block],
        channels: usize,
        depth: usize,
    ) -> Vec<Stage<N>> {
        blocks.iter().map(|block| self.stage(block, channels, depth)).collect()
    }

    fn stage<N: Number>(
        &mut self,
        block: &model::Block,
        channels: usize,
        depth: usize,
    ) -> Stage<N> {
        let role = Role::Entry(depth);
        match block {
            model::Block::Ordinary(block) => {
                let entry = self.batch_entry::<N>(&block.pre, role, channels, false);
                let parts = (&block.conv1, &block.mid, &block.conv2);
                let block = self.convolutions(&entry, parts);
                Stage { entry, block: Block::Ordinary(block) }
            }
            model::Block::Pooling(block) => {
                let entry = self.batch_entry::<N>(&block.pre, role, channels, false);
                let block = self.pooling(&entry, block);
                Stage { entry, block: Block::Pooling(Box::new(block)) }
            }
            model::Block::Bottleneck(block) => {
                let is_dynamic = self.is_dynamic && block.reduce.size == 1;
                let entry = self.batch_entry::<N>(&block.pre, role, channels, is_dynamic);
                let block = self.bottleneck(&entry, block, depth);
                Stage { entry, block: Block::Bottleneck(Box::new(block)) }
            }
            model::Block::Attention(block) => {
                let entry = self.rms_entry::<N>(&block.norm, role, channels);
                let block = self.attention(&entry, block);
                Stage { entry, block: Block::Attention(Box::new(block)) }
            }
            model::Block::FeedForward(block) => {
                let entry = self.rms_entry::<N>(&block.norm, role, channels);
                let block = self.feed_forward(&entry, block);
                Stage { entry, block: Block::FeedForward(block) }
            }
        }
    }

    fn batch_entry<N: Number>(
        &mut self,
        norm: &Norm,
        role: Role,
        channels: usize,
        is_dynamic: bool,
    ) -> Entry {
        Entry {
            norm: EntryNorm::Batch(Affine::new(&norm.scale, &norm.bias)),
            activation: norm.activation,
            input: self.input::<N>(role, channels, is_dynamic),
        }
    }

    fn rms_entry<N: Number>(&mut self, norm: &RmsNorm, role: Role, channels: usize) -> Entry {
        Entry {
            norm: EntryNorm::Rms(rms(norm)),
            activation: Activation::Identity,
            input: self.input::<N>(role, channels, true),
        }
    }

    /// What makes the input of the heads.
    fn last<N: Number>(&mut self, model: &Model) -> Entry {
        let (policy, value) = (&model.policy, &model.value);
        let sizes = [&policy.points, &policy.pooled, &value.conv].map(|it| it.size);
        let is_dynamic = self.is_dynamic && sizes == [1; 3];
        let (role, channels) = (Role::Entry(0), model.trunk.stem.outputs);
        match &model.trunk.norm {
            FinalNorm::Batch(norm) => self.batch_entry::<N>(norm, role, channels, is_dynamic),
            FinalNorm::Rms(norm, activation) => Entry {
                norm: EntryNorm::Rms(rms(norm)),
                activation: *activation,
                input: self.input::<N>(role, channels, is_dynamic),
            },
        }
    }

    fn convolutions<N: Number>(
        &mut self,
        entry: &Entry,
        (conv1, mid, conv2): (&Convolution, &Norm, &Convolution),
    ) -> Convolutions<N> {
        let middle = self.input::<N>(Role::Middle, conv1.outputs, false);
        Convolutions {
            first: self.normed(conv1, mid, entry.input),
            activation: mid.activation,
            middle,
            second: self.plain(weights(conv2), middle),
        }
    }

    fn pooling<N: Number>(&mut self, entry: &Entry, block: &model::Pooling) -> Pooling<N> {
        Pooling {
            convolutions: self.convolutions(entry, (&block.conv1, &block.mid, &block.conv2)),
            pooled: self.normed(&block.pooled, &block.pooled_norm, entry.input),
            pooled_activation: block.pooled_norm.activation,
            pooled_to: self.tensor(Role::Pooled, padded(block.pooled.outputs)),
            bias: ScaledMatrix { matrix: block.bias.clone(), scale: block.mid.scale.clone() },
        }
    }

    fn bottleneck<N: Number>(
        &mut self,
        entry: &Entry,
        block: &model::Bottleneck,
        depth: usize,
    ) -> Bottleneck<N> {
        let inner = block.reduce.outputs;
        let stream = self.tensor(Role::Stream(depth + 1), padded(inner));
        let stages = self.stages(&block.blocks, inner, depth + 1);
        let is_dynamic = self.is_dynamic && block.expand.size == 1;
        let post = self.batch_entry::<N>(&block.post, Role::Entry(depth + 1), inner, is_dynamic);
        let expand = self.plain(weights(&block.expand), post.input);
        let reduce = self.plain(weights(&block.reduce), entry.input);
        Bottleneck { reduce, stream, stages, post, expand }
    }

    fn attention<N: Number>(&mut self, entry: &Entry, block: &model::Attention) -> Attention<N> {
        let heads = Heads {
            heads: block.heads,
            kv_heads: block.kv_heads,
            query_length: block.query_length,
            value_length: block.value_length,
        };
        let is_rotated = block.rotation.is_some();
        let turned = |matrix: &Matrix| match is_rotated {
            true => pairs_apart(matrix, block.query_length),
            false => matrix.clone(),
        };
        let (query, key) = (turned(&block.query), turned(&block.key));
        let (at_key, width) = (query.outputs, padded(heads.width()));
        let at_value = at_key + key.outputs;
        let parts = [(&query, 0), (&key, at_key), (&block.value, at_value)];
        let middle = self.input::<N>(Role::Middle, heads.output_width(), true);
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

    fn feed_forward<N: Number>(
        &mut self,
        entry: &Entry,
        block: &model::FeedForward,
    ) -> FeedForward<N> {
        let hidden = padded(block.up.outputs);
        let middle = self.input::<N>(Role::Middle, hidden, true);
        let up = joined(&[(&block.up, 0), (&block.gate, hidden)], 2 * hidden);
        FeedForward {
            up: self.plain(up.weights(), entry.input),
            hidden: self.tensor(Role::Wide, 2 * hidden),
            middle,
            down: self.plain(block.down.weights(), middle),
        }
    }

    fn plain<N: Number>(&self, weights: Weights<'_>, input: Input) -> Layer<N> {
        Layer::new(weights, input.quantisation, &self.means(input), |_| 1.0, |_| 0.0)
    }

    /// A convolution with the norm after it.
    fn normed<N: Number>(&self, convolution: &Convolution, norm: &Norm, input: Input) -> Layer<N> {
        let Norm { scale, bias, .. } = norm;
        let (weights, means) = (weights(convolution), self.means(input));
        Layer::new(weights, input.quantisation, &means, |i| scale[i], |i| bias[i])
    }

    fn means(&self, input: Input) -> Vec<f32> {
        self.statistics.get(input.site).map(SiteStatistics::means).unwrap_or_default()
    }

    fn heads<N: Number>(&mut self, model: &Model, last: &Entry) -> HeadLayers<N> {
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

/// The place of something in a list, at whose end it is put if it is not there.
fn place<T: PartialEq>(list: &mut Vec<T>, wanted: T) -> usize {
    list.iter().position(|it| *it == wanted).unwrap_or_else(|| {
        list.push(wanted);
        list.len() - 1
    })
}

fn weights(convolution: &Convolution) -> Weights<'_> {
    let Convolution { size, inputs, outputs, weights } = convolution;
    Weights { size: *size, inputs: *inputs, outputs: *outputs, values: weights }
}

fn rms(norm: &RmsNorm) -> Rms {
    Rms {
        affine: Affine::new(&norm.scale, &norm.bias),
        epsilon: norm.epsilon,
        channels: norm.scale.len(),
        is_spatial: norm.is_spatial,
    }
}

impl Matrix {
    fn weights(&self) -> Weights<'_> {
        let Matrix { inputs, outputs, weights } = self;
        Weights { size: 1, inputs: *inputs, outputs: *outputs, values: weights }
    }
}

/// Matrices side by side: each begins at an output of the whole.
fn joined(parts: &[(&Matrix, usize)], outputs: usize) -> Matrix {
    let inputs = parts.first().map_or(0, |(matrix, _)| matrix.inputs);
    let mut weights = vec![0.0; inputs * outputs];
    for (matrix, at) in parts {
        let rows = matrix.weights.chunks_exact(matrix.outputs);
        for (to, row) in weights.chunks_exact_mut(outputs).zip(rows) {
            to[*at..*at + row.len()].copy_from_slice(row);
        }
    }
    Matrix { inputs, outputs, weights }
}

/// A matrix whose outputs are pairs, with the first ones of all pairs of a head before the second ones.
fn pairs_apart(matrix: &Matrix, length: usize) -> Matrix {
    let from = |output: usize| {
        let (head, place) = (output / length * length, output % length);
        let pairs = length / 2;
        head + if place < pairs { 2 * place } else { 2 * (place - pairs) + 1 }
    };
    let rows = matrix.weights.chunks_exact(matrix.outputs);
    let turned = |row: &[f32]| (0..row.len()).map(|output| row[from(output)]).collect::<Vec<_>>();
    Matrix { weights: rows.flat_map(turned).collect(), ..*matrix }
}

/// The angles of all points of a board.
fn angles(rotation: &model::Rotation, kv_heads: usize, lines: usize) -> Angles {
    let head = rotation.frequencies.len() / kv_heads.max(1);
    let angle = |frequencies: &[f32]| {
        let frequencies = frequencies.as_chunks::<2>().0.to_vec();
        (0..lines * lines).flat_map(move |point| {
            let (column, row) = ((point % lines) as f32, (point / lines) as f32);
            frequencies.clone().into_iter().map(move |it| column * it[0] + row * it[1])
        })
    };
    let all: Vec<f32> = rotation.frequencies.chunks_exact(head.max(1)).flat_map(angle).collect();
    Angles {
        cosines: all.iter().map(|&angle| libm::cosf(angle)).collect(),
        sines: all.iter().map(|&angle| libm::sinf(angle)).collect(),
    }
}
