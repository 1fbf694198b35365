//! The number of weights of a net and the cost of an evaluation.

use super::layer::{Convolution, Matrix, Norm, RmsNorm};
use super::model::{Attention, Block, FeedForward, FinalNorm, Model, PassHidden};

impl Model {
    /// Returns the number of weights, with each norm folded into a scale and a bias per channel.
    pub fn parameters(&self) -> u64 {
        let mut count = Count::default();
        count.model(self, 0);
        count.parameters
    }

    /// Returns the number of multiply-adds per evaluation on a square board of `lines` lines. Norms and activations
    /// are not counted.
    pub fn multiply_adds(&self, lines: usize) -> u64 {
        self.multiply_adds_on((lines * lines) as u64)
    }

    /// Returns the number of multiply-adds per evaluation on a board of `points` points.
    pub(super) fn multiply_adds_on(&self, points: u64) -> u64 {
        let mut count = Count::default();
        count.model(self, points);
        count.multiply_adds
    }
}

/// Returns the number of multiply-adds of a block on a board of `points` points.
pub(super) fn block_multiply_adds(block: &Block, points: u64) -> u64 {
    let mut count = Count::default();
    count.block(block, points);
    count.multiply_adds
}

/// Running totals of a net.
#[derive(Default)]
struct Count {
    parameters: u64,
    multiply_adds: u64,
}

impl Count {
    /// Counts weights that are each multiplied `times` times.
    fn weights(&mut self, weights: &[f32], times: u64) {
        self.count(weights.len() as u64, times);
    }

    fn count(&mut self, weights: u64, times: u64) {
        self.parameters += weights;
        self.multiply_adds += weights * times;
    }

    /// Counts a matrix that is applied to `times` vectors. Uses the shape because the model of a prepared net lacks
    /// the weights.
    fn matrix(&mut self, matrix: &Matrix, times: u64) {
        self.count((matrix.inputs * matrix.outputs) as u64, times);
    }

    /// Counts a convolution over `points` points; the border counts like the interior.
    fn convolution(&mut self, convolution: &Convolution, points: u64) {
        let Convolution { size, inputs, outputs, .. } = convolution;
        self.count((size * size * inputs * outputs) as u64, points);
    }

    fn norm(&mut self, norm: &Norm) {
        self.weights(&norm.scale, 0);
        self.weights(&norm.bias, 0);
    }

    /// The norm of a transformer block has no bias in the file; the model stores zeros.
    fn rms_norm(&mut self, norm: &RmsNorm) {
        self.weights(&norm.scale, 0);
    }

    fn model(&mut self, model: &Model, points: u64) {
        self.convolution(&model.trunk.stem, points);
        self.matrix(&model.trunk.globals, 1);
        if let Some(encoder) = &model.trunk.encoder {
            for matrix in [&encoder.first, &encoder.second, &encoder.last] {
                self.matrix(matrix, 1);
            }
            for bias in [&encoder.first_bias, &encoder.second_bias] {
                self.weights(bias, 0);
            }
        }
        model.trunk.blocks.iter().for_each(|block| self.block(block, points));
        match &model.trunk.norm {
            FinalNorm::Batch(norm) => self.norm(norm),
            FinalNorm::Rms(norm, _) => {
                self.rms_norm(norm);
                self.weights(&norm.bias, 0);
            }
        }
        let head = &model.policy;
        for convolution in [&head.points, &head.pooled, &head.logits] {
            self.convolution(convolution, points);
        }
        [&head.pooled_norm, &head.norm].into_iter().for_each(|norm| self.norm(norm));
        [&head.bias, &head.pass].into_iter().for_each(|matrix| self.matrix(matrix, 1));
        if let Some(PassHidden { bias, logits, .. }) = &head.pass_hidden {
            self.weights(bias, 0);
            self.matrix(logits, 1);
        }
        let head = &model.value;
        for convolution in [&head.conv, &head.ownership] {
            self.convolution(convolution, points);
        }
        self.norm(&head.norm);
        for matrix in [&head.hidden, &head.value, &head.score] {
            self.matrix(matrix, 1);
        }
        for bias in [&head.hidden_bias, &head.value_bias, &head.score_bias] {
            self.weights(bias, 0);
        }
    }

    fn block(&mut self, block: &Block, points: u64) {
        match block {
            Block::Ordinary(block) => {
                [&block.pre, &block.mid].into_iter().for_each(|norm| self.norm(norm));
                for convolution in [&block.conv1, &block.conv2] {
                    self.convolution(convolution, points);
                }
            }
            Block::Pooling(block) => {
                for norm in [&block.pre, &block.pooled_norm, &block.mid] {
                    self.norm(norm);
                }
                for convolution in [&block.conv1, &block.pooled, &block.conv2] {
                    self.convolution(convolution, points);
                }
                self.matrix(&block.bias, 1);
            }
            Block::Bottleneck(block) => {
                [&block.pre, &block.post].into_iter().for_each(|norm| self.norm(norm));
                for convolution in [&block.reduce, &block.expand] {
                    self.convolution(convolution, points);
                }
                block.blocks.iter().for_each(|block| self.block(block, points));
            }
            Block::Attention(block) => self.attention(block, points),
            Block::FeedForward(block) => {
                let FeedForward { norm, up, gate, down } = &**block;
                self.rms_norm(norm);
                [up, gate, down].into_iter().for_each(|matrix| self.matrix(matrix, points));
            }
        }
    }

    fn attention(&mut self, block: &Attention, points: u64) {
        self.rms_norm(&block.norm);
        for matrix in [&block.query, &block.key, &block.value, &block.out] {
            self.matrix(matrix, points);
        }
        if let Some(rotation) = &block.rotation {
            self.weights(&rotation.frequencies, 0);
        }
        // Each query is multiplied with each key, and each score with a value.
        let lengths = block.heads * (block.query_length + block.value_length);
        self.multiply_adds += points * points * lengths as u64;
    }
}
