//! The forward pass in plain `f32` loops: the reference implementation.
//!
//! Optimised evaluators are tested against it. Activations are stored by point, row by row from the top left, with
//! all channels of a point together.

use crate::activation::Activation;

use super::inputs::Inputs;
use super::layer::{Convolution, Matrix, Norm, RmsNorm, add_product};
use super::model::{
    Attention, Block, Bottleneck, FeedForward, FinalNorm, Model, Ordinary, PolicyHead, Pooling,
    Rotation, ValueHead,
};
use super::output::RawOutput;

/// The activations of a board, of shape `[points][channels]`.
#[derive(Debug, Clone)]
struct Tensor {
    lines: usize,
    channels: usize,
    values: Vec<f32>,
}

impl Tensor {
    fn zero(lines: usize, channels: usize) -> Tensor {
        Tensor { lines, channels, values: vec![0.0; lines * lines * channels] }
    }

    fn points(&self) -> usize {
        self.lines * self.lines
    }

    fn rows(&self) -> impl Iterator<Item = &[f32]> {
        self.values.chunks_exact(self.channels)
    }

    fn rows_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.values.chunks_exact_mut(self.channels)
    }

    fn add(&mut self, other: &Tensor) {
        for (value, other) in self.values.iter_mut().zip(&other.values) {
            *value += other;
        }
    }

    /// Adds a number per channel to every point.
    fn add_to_points(&mut self, channels: &[f32]) {
        for row in self.rows_mut() {
            for (value, bias) in row.iter_mut().zip(channels) {
                *value += bias;
            }
        }
    }
}

/// Evaluates a net on a square board, regardless of which moves are legal.
///
/// # Panics
/// Panics if the planes do not have [`PLANES`](super::PLANES) numbers per point.
pub fn evaluate(model: &Model, inputs: &Inputs) -> RawOutput {
    let Inputs { size, planes, globals, profile } = inputs;
    let lines = size.lines();
    let trunk = &model.trunk;
    assert_eq!(planes.len(), lines * lines * trunk.stem.inputs, "inputs for every point");
    let input = Tensor { lines, channels: trunk.stem.inputs, values: planes.clone() };
    let mut x = convolve(&trunk.stem, &input);
    x.add_to_points(&trunk.globals.product(globals));
    if let Some((encoder, (profile, color))) = trunk.encoder.as_ref().zip(*profile) {
        x.add_to_points(&encoder.encode(&profile.inputs(color, *size)));
    }
    for block in &trunk.blocks {
        apply(block, &mut x);
    }
    let x = match &trunk.norm {
        FinalNorm::Batch(norm) => normed(norm, &x),
        FinalNorm::Rms(norm, activation) => {
            let mut x = rms_normed(norm, &x);
            activate(*activation, &mut x.values);
            x
        }
    };
    let (policy, pass) = policy(&model.policy, &x);
    let (value, score, ownership) = value(&model.value, &x);
    RawOutput { policies: model.policy.logits.outputs, policy, pass, value, score, ownership }
}

/// Adds the output of a block to its input.
fn apply(block: &Block, x: &mut Tensor) {
    let change = match block {
        Block::Ordinary(block) => ordinary(block, x),
        Block::Pooling(block) => pooling(block, x),
        Block::Bottleneck(block) => bottleneck(block, x),
        Block::Attention(block) => attention(block, x),
        Block::FeedForward(block) => feed_forward(block, x),
    };
    x.add(&change);
}

fn ordinary(block: &Ordinary, x: &Tensor) -> Tensor {
    let y = convolve(&block.conv1, &normed(&block.pre, x));
    convolve(&block.conv2, &normed(&block.mid, &y))
}

fn pooling(block: &Pooling, x: &Tensor) -> Tensor {
    let u = normed(&block.pre, x);
    let mut y = convolve(&block.conv1, &u);
    let pooled = normed(&block.pooled_norm, &convolve(&block.pooled, &u));
    y.add_to_points(&block.bias.product(&pool(&pooled)));
    convolve(&block.conv2, &normed(&block.mid, &y))
}

fn bottleneck(block: &Bottleneck, x: &Tensor) -> Tensor {
    let mut y = convolve(&block.reduce, &normed(&block.pre, x));
    for inner in &block.blocks {
        apply(inner, &mut y);
    }
    convolve(&block.expand, &normed(&block.post, &y))
}

fn feed_forward(block: &FeedForward, x: &Tensor) -> Tensor {
    let mut change = Tensor::zero(x.lines, x.channels);
    let t = rms_normed(&block.norm, x);
    for (row, out) in t.rows().zip(change.rows_mut()) {
        let mut hidden = block.up.product(row);
        activate(Activation::Silu, &mut hidden);
        for (hidden, gate) in hidden.iter_mut().zip(block.gate.product(row)) {
            *hidden *= gate;
        }
        out.copy_from_slice(&block.down.product(&hidden));
    }
    change
}

fn attention(block: &Attention, x: &Tensor) -> Tensor {
    let t = rms_normed(&block.norm, x);
    let project =
        |matrix: &Matrix| -> Vec<Vec<f32>> { t.rows().map(|row| matrix.product(row)).collect() };
    let (mut queries, mut keys, values) =
        (project(&block.query), project(&block.key), project(&block.value));
    let shared = block.heads / block.kv_heads;
    if let Some(rotation) = &block.rotation {
        for point in 0..x.points() {
            let (column, row) = (point % x.lines, point / x.lines);
            for (head, query) in queries[point].chunks_exact_mut(block.query_length).enumerate() {
                rotate(rotation, head / shared, query, column, row);
            }
            for (head, key) in keys[point].chunks_exact_mut(block.query_length).enumerate() {
                rotate(rotation, head, key, column, row);
            }
        }
    }
    let mut change = Tensor::zero(x.lines, x.channels);
    let scale = 1.0 / (block.query_length as f32).sqrt();
    for (query, out) in queries.iter().zip(change.rows_mut()) {
        let mut heads = vec![0.0; block.heads * block.value_length];
        for (head, result) in heads.chunks_exact_mut(block.value_length).enumerate() {
            let kv = head / shared;
            let query = part(query, head, block.query_length);
            let mut scores: Vec<f32> = keys
                .iter()
                .map(|key| scale * dot(query, part(key, kv, block.query_length)))
                .collect();
            softmax(&mut scores);
            for (score, value) in scores.iter().zip(&values) {
                for (sum, value) in result.iter_mut().zip(part(value, kv, block.value_length)) {
                    *sum += score * value;
                }
            }
        }
        out.copy_from_slice(&block.out.product(&heads));
    }
    change
}

fn part(vector: &[f32], head: usize, length: usize) -> &[f32] {
    &vector[head * length..(head + 1) * length]
}

/// Rotates the pairs of a query or key by the location of its point.
fn rotate(rotation: &Rotation, head: usize, vector: &mut [f32], column: usize, row: usize) {
    let frequencies = part(&rotation.frequencies, head, vector.len());
    for (pair, frequency) in
        vector.as_chunks_mut::<2>().0.iter_mut().zip(frequencies.as_chunks::<2>().0)
    {
        let angle = column as f32 * frequency[0] + row as f32 * frequency[1];
        let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
        *pair = [pair[0] * cos - pair[1] * sin, pair[0] * sin + pair[1] * cos];
    }
}

fn policy(head: &PolicyHead, x: &Tensor) -> (Vec<f32>, Vec<f32>) {
    let pooled = pool(&normed(&head.pooled_norm, &convolve(&head.pooled, x)));
    let mut y = convolve(&head.points, x);
    y.add_to_points(&head.bias.product(&pooled));
    let points = convolve(&head.logits, &normed(&head.norm, &y));
    let mut pass = head.pass.product(&pooled);
    if let Some(hidden) = &head.pass_hidden {
        for (value, bias) in pass.iter_mut().zip(&hidden.bias) {
            *value += bias;
        }
        activate(hidden.activation, &mut pass);
        pass = hidden.logits.product(&pass);
    }
    (points.values, pass)
}

fn value(head: &ValueHead, x: &Tensor) -> ([f32; 3], Vec<f32>, Vec<f32>) {
    let y = normed(&head.norm, &convolve(&head.conv, x));
    let width = y.lines as f32 - 14.0;
    let means = means(&y);
    let scaled = |factor: f32| means.iter().map(move |mean| mean * factor);
    let pooled: Vec<f32> =
        scaled(1.0).chain(scaled(width * 0.1)).chain(scaled(width * width * 0.01 - 0.1)).collect();
    let with_bias = |matrix: &Matrix, bias: &[f32], input: &[f32]| -> Vec<f32> {
        matrix.product(input).iter().zip(bias).map(|(value, bias)| value + bias).collect()
    };
    let mut hidden = with_bias(&head.hidden, &head.hidden_bias, &pooled);
    activate(head.hidden_activation, &mut hidden);
    let value = with_bias(&head.value, &head.value_bias, &hidden);
    let value = value.try_into().expect("the reader checks for three value logits");
    let score = with_bias(&head.score, &head.score_bias, &hidden);
    (value, score, convolve(&head.ownership, &y).values)
}

fn convolve(convolution: &Convolution, x: &Tensor) -> Tensor {
    let Convolution { size, inputs, outputs, weights } = convolution;
    let (lines, half) = (x.lines, size / 2);
    let mut y = Tensor::zero(lines, *outputs);
    for (point, out) in y.rows_mut().enumerate() {
        let (row, column) = (point / lines, point % lines);
        for (tap, weights) in weights.chunks_exact(inputs * outputs).enumerate() {
            // Coordinates include the padding, so that they are never negative.
            let (from_row, from_column) = (row + tap / size, column + tap % size);
            let is_inside = |line: usize| (half..lines + half).contains(&line);
            if !is_inside(from_row) || !is_inside(from_column) {
                continue;
            }
            let from = (from_row - half) * lines + from_column - half;
            let input = &x.values[from * inputs..][..*inputs];
            add_product(weights, input, out);
        }
    }
    y
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn normed(norm: &Norm, x: &Tensor) -> Tensor {
    let mut y = x.clone();
    for row in y.rows_mut() {
        for ((value, scale), bias) in row.iter_mut().zip(&norm.scale).zip(&norm.bias) {
            *value = *value * scale + bias;
        }
    }
    activate(norm.activation, &mut y.values);
    y
}

fn rms_normed(norm: &RmsNorm, x: &Tensor) -> Tensor {
    let mut y = x.clone();
    let square = |values: &[f32]| values.iter().map(|value| value * value).sum::<f32>();
    let whole = norm.is_spatial.then(|| square(&x.values) / x.values.len() as f32);
    let channels = x.channels as f32;
    for row in y.rows_mut() {
        let mean = whole.unwrap_or_else(|| square(row) / channels);
        let factor = 1.0 / (mean + norm.epsilon).sqrt();
        for ((value, scale), bias) in row.iter_mut().zip(&norm.scale).zip(&norm.bias) {
            *value = *value * factor * scale + bias;
        }
    }
    y
}

fn activate(activation: Activation, values: &mut [f32]) {
    values.iter_mut().for_each(|value| *value = activation.of(*value));
}

/// Global pooling, per channel: mean, mean times `(lines - 14) / 10`, and maximum.
fn pool(x: &Tensor) -> Vec<f32> {
    let means = means(x);
    let width = (x.lines as f32 - 14.0) * 0.1;
    let mut maxima = vec![f32::NEG_INFINITY; x.channels];
    for row in x.rows() {
        for (maximum, value) in maxima.iter_mut().zip(row) {
            *maximum = maximum.max(*value);
        }
    }
    means.iter().copied().chain(means.iter().map(|mean| mean * width)).chain(maxima).collect()
}

fn means(x: &Tensor) -> Vec<f32> {
    let mut sums = vec![0.0; x.channels];
    for row in x.rows() {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
    }
    sums.iter().map(|sum| sum / x.points() as f32).collect()
}

fn softmax(logits: &mut [f32]) {
    let maximum = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = libm::expf(*logit - maximum));
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|value| *value /= sum);
}
