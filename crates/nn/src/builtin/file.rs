//! The file format of a Tianyuan net.
//!
//! A file consists of the magic number `TYNET003`, nine `u32` for the [`Shape`], the weights, and the CRC-32 (as in
//! zip and PNG) of everything before it. All numbers are little-endian.
//!
//! The table lists the weights in their order. C is the number of channels, H the number of channels in each part of
//! the head, and D the number of hidden units. Matrices are stored output-major; convolutions by output, then by tap
//! from the top left, then by input.
//!
//! | part | weights |
//! | --- | --- |
//! | stem | convolution [C, 3, 3, 17]; global inputs [C, 4] |
//! | each block | convolution [C, 3, 3, C]; with pooling [C, 3C] |
//! | | convolution [C, 3, 3, C]; for integers the residual scale |
//! | head | convolution [3H, C] |
//! | policy | pooling [H, 3H]; points [H]; pass [3H] and its bias |
//! | value | hidden layer [D, 3H] and biases [D]; value logit and score [2, D] and biases [2] |
//! | | gain of the score lead [D] and its bias |
//! | ownership | [H] and its bias |
//!
//! A convolution consists of its weights, for integers the quantisation scale per output, and the bias per output.
//! Convolution weights are `i8` in integer nets; all other numbers are `f32`. Missing or trailing bytes are an error.

use super::error::{MAX_BYTES, NetError};
use super::head::Head;
use super::planes::{GLOBALS, PLANES};
use super::shape::{NUMBERS, NumberType, Shape};
use super::tower::{Block, Linear, Tower};
use crate::layers::{Convolution, ConvolutionWeights};
use crate::simd::{DType, F32, I8};

/// The magic number.
pub(crate) const MAGIC: &[u8; 8] = b"TYNET003";
/// The size of the checksum in bytes.
const CHECKSUM: usize = 4;

/// A tower of either number type.
#[derive(Debug)]
pub(crate) enum AnyTower {
    Float(Tower<F32>),
    Integer(Tower<I8>),
}

/// The contents of a net file.
pub(crate) struct NetFile {
    pub shape: Shape,
    pub tower: AnyTower,
    pub head: Head,
    /// The checksum at the end, which identifies the net.
    pub checksum: u32,
}

/// Decodes a net file.
///
/// # Errors
/// Returns the first error in the file.
pub(crate) fn decode(bytes: &[u8]) -> Result<NetFile, NetError> {
    if bytes.len() > MAX_BYTES {
        return Err(NetError::TooLong(bytes.len()));
    }
    let rest = bytes.strip_prefix(MAGIC).ok_or(NetError::Magic)?;
    // Split off first, so that no weight is read from it, but compared last: a truncated file or one with another
    // shape gets a more specific error.
    let (rest, checksum) =
        rest.split_last_chunk::<CHECKSUM>().ok_or(NetError::Truncated("shape"))?;
    let checksum = u32::from_le_bytes(*checksum);
    let mut reader = Reader { rest };
    let mut numbers = [0; NUMBERS];
    for number in &mut numbers {
        *number = u32::from_le_bytes(*reader.chunk("shape")?);
    }
    let shape = Shape::from_numbers(numbers)?;
    let (tower, head) = match shape.kind {
        NumberType::Float => {
            let tower = reader.tower(&shape, f32::INFINITY, Reader::float_convolution)?;
            (AnyTower::Float(tower), reader.head(&shape)?)
        }
        NumberType::Integer { max } => {
            let tower = reader.tower(&shape, max.into(), Reader::integer_convolution)?;
            (AnyTower::Integer(tower), reader.head(&shape)?)
        }
    };
    match reader.rest.len() {
        0 if crc_32(&bytes[..bytes.len() - CHECKSUM]) == checksum => {
            Ok(NetFile { shape, tower, head, checksum })
        }
        0 => Err(NetError::Checksum),
        more => Err(NetError::TrailingBytes(more)),
    }
}

/// Returns the CRC-32 of the bytes.
pub fn crc_32(bytes: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum()
}

/// A reader over the remaining bytes.
struct Reader<'a> {
    rest: &'a [u8],
}

/// Reads the weights of a convolution. The arguments are the part of the file for errors, the number of weights and
/// the number of outputs.
type ReadConvolution<'a, W> =
    fn(&mut Reader<'a>, &'static str, usize, usize) -> Result<ConvolutionWeights<W>, NetError>;

impl<'a> Reader<'a> {
    fn chunk<const N: usize>(&mut self, part: &'static str) -> Result<&'a [u8; N], NetError> {
        let (chunk, rest) = self.rest.split_first_chunk().ok_or(NetError::Truncated(part))?;
        self.rest = rest;
        Ok(chunk)
    }

    fn floats(&mut self, part: &'static str, count: usize) -> Result<Vec<f32>, NetError> {
        // The ranges of a shape keep every count below 2^20.
        let (floats, rest) =
            self.rest.split_at_checked(4 * count).ok_or(NetError::Truncated(part))?;
        self.rest = rest;
        let floats = floats.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        // A single infinite weight would make every output meaningless.
        let finite = |number: f32| number.is_finite().then_some(number);
        floats.map(finite).collect::<Option<_>>().ok_or(NetError::NotFinite(part))
    }

    fn float_convolution(
        &mut self,
        part: &'static str,
        weights: usize,
        outputs: usize,
    ) -> Result<ConvolutionWeights<f32>, NetError> {
        Ok(ConvolutionWeights {
            weights: self.floats(part, weights)?,
            scales: vec![1.0; outputs],
            biases: self.floats(part, outputs)?,
            // Floats are not quantised, so neither the sum nor the residual is scaled.
            residual_scale: 1.0,
        })
    }

    fn integer_convolution(
        &mut self,
        part: &'static str,
        weights: usize,
        outputs: usize,
    ) -> Result<ConvolutionWeights<i8>, NetError> {
        let (bytes, rest) = self.rest.split_at_checked(weights).ok_or(NetError::Truncated(part))?;
        self.rest = rest;
        Ok(ConvolutionWeights {
            weights: bytes.iter().map(|&byte| byte as i8).collect(),
            scales: self.floats(part, outputs)?,
            biases: self.floats(part, outputs)?,
            // Only the second convolution of a block has a residual scale in the file; the caller sets it.
            residual_scale: 1.0,
        })
    }

    fn linear(
        &mut self,
        part: &'static str,
        inputs: usize,
        outputs: usize,
        biased: bool,
    ) -> Result<Linear, NetError> {
        let weights = self.floats(part, inputs * outputs)?;
        Ok(Linear { weights, biases: self.floats(part, if biased { outputs } else { 0 })? })
    }

    fn tower<N: DType>(
        &mut self,
        shape: &Shape,
        max: f32,
        read: ReadConvolution<'a, N::Weight>,
    ) -> Result<Tower<N>, NetError> {
        let c = shape.channels;
        let stem = read(self, "stem", c * 9 * PLANES, c)?;
        let globals = self.linear("stem", GLOBALS, c, false)?;
        let mut blocks = Vec::new();
        for i in 0..shape.blocks {
            let first = read(self, "blocks", c * 9 * c, c)?;
            let pooled = shape.is_pooled(i);
            let pool = pooled.then(|| self.linear("blocks", 3 * c, c, false)).transpose()?;
            let mut second = read(self, "blocks", c * 9 * c, c)?;
            if shape.kind != NumberType::Float {
                second.residual_scale = self.floats("blocks", 1)?[0];
            }
            let [first, second] = [first, second].map(|weights| Convolution::new(3, c, &weights));
            blocks.push(Block { first, pool, second });
        }
        let head = read(self, "head", 3 * shape.head * c, 3 * shape.head)?;
        Ok(Tower {
            stem: Convolution::new(3, PLANES, &stem),
            globals,
            blocks,
            head: Convolution::new(1, c, &head),
            max,
        })
    }

    fn head(&mut self, shape: &Shape) -> Result<Head, NetError> {
        let (channels, hidden) = (shape.head, shape.hidden);
        Ok(Head {
            policy_pool: self.linear("policy", 3 * channels, channels, false)?,
            policy: self.floats("policy", channels)?,
            pass: self.linear("policy", 3 * channels, 1, true)?,
            value_hidden: self.linear("value", 3 * channels, hidden, true)?,
            value: self.linear("value", hidden, 2, true)?,
            gain: self.linear("value", hidden, 1, true)?,
            ownership: self.linear("ownership", channels, 1, true)?,
        })
    }
}
