//! Reader of layers.

use std::io::BufRead;

use crate::activation::Activation;

use super::super::error::ReadError;
use super::super::layer::{Convolution, Matrix, Norm, RmsNorm};
use super::tokenizer::Tokens;

/// The maximum number of channels of a layer: four times the widest known net.
const MAX_CHANNELS: usize = 4096;
/// The maximum kernel width of a convolution.
const MAX_KERNEL: usize = 9;

/// The maximum number of blocks of a net, including blocks within bottlenecks.
pub(super) const MAX_BLOCKS: usize = 1000;

/// The first version that names activations; all earlier activations are ReLU.
const NAMED_ACTIVATIONS: usize = 11;

/// Reads the layers of a net.
pub(super) struct Layers<'a, R> {
    pub tokens: &'a mut Tokens<R>,
    pub version: usize,
    /// The number of blocks that may still follow.
    pub blocks_left: usize,
}

impl<R: BufRead> Layers<'_, R> {
    /// Reads a convolution with `due` input channels.
    pub(super) fn convolution(&mut self, due: usize) -> Result<Convolution, ReadError> {
        self.tokens.name()?;
        let size = self.kernel_size()?;
        let inputs = self.tokens.size("number of input channels", MAX_CHANNELS)?;
        let outputs = self.tokens.size("number of output channels", MAX_CHANNELS)?;
        self.tokens.expect("input channels", inputs, due)?;
        for _ in 0..2 {
            let dilation = self.tokens.count()?;
            if dilation != 1 {
                return Err(self.tokens.range("dilation", dilation));
            }
        }
        let weights = self.tokens.tensor(size * size * inputs * outputs)?;
        Ok(Convolution { size, inputs, outputs, weights })
    }

    /// Reads a convolution with the given number of input and output channels.
    pub(super) fn convolution_to(
        &mut self,
        inputs: usize,
        due: usize,
    ) -> Result<Convolution, ReadError> {
        let convolution = self.convolution(inputs)?;
        self.tokens.expect("output channels", convolution.outputs, due)?;
        Ok(convolution)
    }

    fn kernel_size(&mut self) -> Result<usize, ReadError> {
        let [height, width] = [self.tokens.count()?, self.tokens.count()?];
        if height % 2 == 0 || height > MAX_KERNEL {
            return Err(self.tokens.range("kernel height", height));
        }
        self.tokens.expect("kernel columns", width, height)?;
        Ok(height)
    }

    /// Reads a batch norm of `due` channels, folded, and the activation after it.
    pub(super) fn norm(&mut self, due: usize) -> Result<Norm, ReadError> {
        let (scale, bias) = self.batch_norm(due)?;
        Ok(Norm { scale, bias, activation: self.activation()? })
    }

    fn batch_norm(&mut self, due: usize) -> Result<(Vec<f32>, Vec<f32>), ReadError> {
        self.tokens.name()?;
        let channels = self.channels(due)?;
        let epsilon = self.tokens.positive("epsilon")?;
        let has_scale = self.tokens.flag("scale flag")?;
        let has_bias = self.tokens.flag("bias flag")?;
        let mean = self.tokens.tensor(channels)?;
        let variance = self.tokens.tensor(channels)?;
        if let Some(negative) = variance.iter().find(|&&variance| variance < 0.0) {
            return Err(self.tokens.range("variance", negative));
        }
        let mut scale = if has_scale { self.tokens.tensor(channels)? } else { vec![1.0; channels] };
        let mut bias = if has_bias { self.tokens.tensor(channels)? } else { vec![0.0; channels] };
        for (scale, variance) in scale.iter_mut().zip(&variance) {
            *scale /= (variance + epsilon).sqrt();
        }
        for ((bias, scale), mean) in bias.iter_mut().zip(&scale).zip(&mean) {
            *bias -= scale * mean;
        }
        // A tiny variance can make finite weights overflow.
        if scale.iter().chain(&bias).all(|number| number.is_finite()) {
            Ok((scale, bias))
        } else {
            Err(ReadError::NotFinite(self.tokens.layer()))
        }
    }

    /// Reads an activation, by name if the version supports it.
    pub(super) fn activation(&mut self) -> Result<Activation, ReadError> {
        self.tokens.name()?;
        if self.version < NAMED_ACTIVATIONS {
            return Ok(Activation::Relu);
        }
        let word = self.tokens.word()?;
        match word.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            _ => Err(self.tokens.kind(&word, "activation")),
        }
    }

    /// Reads a matrix with `due` inputs.
    pub(super) fn matrix(&mut self, due: usize) -> Result<Matrix, ReadError> {
        self.tokens.name()?;
        // Pooling produces three numbers per channel.
        let inputs = self.tokens.size("number of inputs", 3 * MAX_CHANNELS)?;
        let outputs = self.tokens.size("number of outputs", MAX_CHANNELS)?;
        self.tokens.expect("inputs", inputs, due)?;
        let weights = self.tokens.tensor(inputs * outputs)?;
        Ok(Matrix { inputs, outputs, weights })
    }

    /// Reads a matrix with the given number of inputs and outputs.
    pub(super) fn matrix_to(&mut self, inputs: usize, due: usize) -> Result<Matrix, ReadError> {
        let matrix = self.matrix(inputs)?;
        self.tokens.expect("outputs", matrix.outputs, due)?;
        Ok(matrix)
    }

    /// Reads a bias of `due` channels.
    pub(super) fn bias(&mut self, due: usize) -> Result<Vec<f32>, ReadError> {
        self.tokens.name()?;
        let channels = self.channels(due)?;
        self.tokens.tensor(channels)
    }

    /// Reads the root-mean-square norm of a transformer block.
    pub(super) fn rms_norm(&mut self, due: usize) -> Result<RmsNorm, ReadError> {
        self.tokens.name()?;
        let channels = self.channels(due)?;
        let epsilon = self.tokens.positive("epsilon")?;
        let scale = self.tokens.tensor(channels)?;
        Ok(RmsNorm { epsilon, is_spatial: false, scale, bias: vec![0.0; channels] })
    }

    /// Reads the root-mean-square norm after the last block.
    pub(super) fn final_rms_norm(&mut self, due: usize) -> Result<RmsNorm, ReadError> {
        self.tokens.name()?;
        let channels = self.channels(due)?;
        let epsilon = self.tokens.positive("epsilon")?;
        let is_spatial = self.tokens.flag("spatial norm flag")?;
        let group = self.tokens.count()?;
        if group != 0 {
            return Err(self.tokens.range("channel group size", group));
        }
        let scale = self.tokens.tensor(channels)?;
        let bias = self.tokens.tensor(channels)?;
        Ok(RmsNorm { epsilon, is_spatial, scale, bias })
    }

    fn channels(&mut self, due: usize) -> Result<usize, ReadError> {
        let channels = self.tokens.size("number of channels", MAX_CHANNELS)?;
        self.tokens.expect("channels", channels, due)?;
        Ok(channels)
    }
}
