//! The file of a net's weights.
//!
//! `TYNET003`, nine numbers of 32 bits for the [`Shape`], the weights, and a checksum: the CRC-32 (that
//! of zip and PNG) of all before it. All numbers are little-endian. The weights follow in this order,
//! with C channels, H channels in each part of the head and D hidden units; matrices are stored by
//! output, then by input; convolutions by output, by tap from the top left, by input.
//!
//! | part | weights |
//! | --- | --- |
//! | stem | convolution [C, 3, 3, 17]; global inputs [C, 4] |
//! | each block | convolution [C, 3, 3, C]; with pooling [C, 3C]; convolution [C, 3, 3, C], and for integers the residual scale |
//! | head | convolution [3H, C] |
//! | policy | pooling [H, 3H]; points [H]; pass [3H] and its bias |
//! | value | hidden layer [D, 3H] and biases [D]; value logit and score [2, D] and biases [2]; the gain of the score lead [D] and its bias |
//! | ownership | [H] and its bias |
//!
//! A convolution is its weights, for integers the quantisation scale per output, and the bias per
//! output. Weights of convolutions are signed bytes where the kind is integers; everything else is
//! `f32`. Nothing may be missing, and nothing may follow.

use super::error::{MAX_BYTES, NetError};
use super::head::Head;
use super::planes::{GLOBALS, PLANES};
use super::shape::{NUMBERS, NumberType, Shape};
use super::tower::{Block, Linear, Tower};
use crate::layers::{Convolution, ConvolutionWeights};
use crate::simd::{DType, F32, I8};

/// The first bytes.
pub(crate) const MAGIC: &[u8; 8] = b"TYNET003";
/// The bytes of the checksum at the end.
const CHECKSUM: usize = 4;

/// A tower of either number type.
#[derive(Debug)]
pub(crate) enum AnyTower {
    Float(Tower<F32>),
    Integer(Tower<I8>),
}

/// The content of a net file.
pub(crate) struct NetFile {
    pub shape: Shape,
    pub tower: AnyTower,
    pub head: Head,
    /// The checksum at the end, which identifies the net.
    pub checksum: u32,
}

/// Reads a net file.
///
/// # Errors
/// The first error in the file.
pub(crate) fn decode(bytes: &[u8]) -> Result<NetFile, NetError> {
    if bytes.len() > MAX_BYTES {
        return Err(NetError::TooLong(bytes.len()));
    }
    let rest = bytes.strip_prefix(MAGIC).ok_or(NetError::Magic)?;
    // Taken off first, so that no weight is read from it. It is compared last: a file that was cut off
    // or has another shape gets the error that says so.
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

/// The CRC-32 of bytes.
pub fn crc_32(bytes: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum()
}

/// A reader over the bytes that are still to be read.
struct Reader<'a> {
    rest: &'a [u8],
}

/// Reads the weights of a convolution: the part of the file for errors, the number of weights, and the
/// number of outputs.
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
        // One infinite weight would make every output of the net meaningless.
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
            // Floats have one unit throughout: neither the sum nor the residual is scaled.
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
            // Only the second convolution of a block has one in the file; its reader sets it.
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
