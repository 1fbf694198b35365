//! The file of a net's weights.
//!
//! `TYNET003`, nine numbers of 32 bits for the [`Shape`], the weights, and a check: the CRC-32 (that
//! of zip and PNG) of all before it. All numbers have their low byte first. The weights are in this
//! order, with C channels, H numbers in the head and D hidden ones; of a matrix the inputs of the
//! first output come first, of a convolution the tap at the upper left.
//!
//! | part | weights |
//! | --- | --- |
//! | stem | convolution [C, 3, 3, 17]; numbers beside the planes [C, 4] |
//! | each block | convolution [C, 3, 3, C]; with pooling [C, 3C]; convolution [C, 3, 3, C], and for integers what a unit of the block's input is in units of its output |
//! | head | convolution [3H, C] |
//! | policy | pooling [H, 3H]; points [H]; pass [3H] and its bias |
//! | value | hidden [D, 3H] and biases [D]; winning and score [2, D] and biases [2]; the gain of the count [D] and its bias |
//! | ownership | [H] and its bias |
//!
//! A convolution is its weights, for integers the scales by output, and the biases by output. Weights
//! of convolutions are signed bytes where the kind is integers; all else are 32-bit floating-point
//! numbers. Nothing may be missing, and nothing may follow.

use super::head::{Head, Linear};
use super::kernel::convolution::{Convolution, Loose};
use super::kernel::number::{Arithmetic, Float, Integer};
use super::planes::{GLOBALS, PLANES};
use super::shape::{Kind, NUMBERS, Shape};
use super::tower::{Block, Tower};

const MAGIC: &[u8; 8] = b"TYNET003";
/// The longest file that is read.
pub const LONGEST: usize = 2_000_000;
/// The length of the check.
const CHECK: usize = 4;

/// Why bytes are no net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// It begins with something else.
    #[error("the file does not begin as a net does")]
    Magic,
    /// More bytes than any net has.
    #[error("the file has {0} bytes, a net has at most {LONGEST}")]
    Long(usize),
    /// The end came too early.
    #[error("the file ends within the {0}")]
    Short(&'static str),
    /// Something behind the last weight.
    #[error("{0} bytes follow the last weight")]
    Rest(usize),
    /// Bytes were changed since it was written.
    #[error("the check at the end does not fit the bytes before it")]
    Check,
    /// A number of the shape out of its range.
    #[error("the {0} cannot be {1}")]
    Shape(&'static str, u32),
    /// Infinity, or what is no number at all.
    #[error("a weight of the {0} is no finite number")]
    Number(&'static str),
}

/// The main part, of either kind.
#[derive(Debug)]
pub enum AnyTower {
    Float(Tower<Float>),
    Integer(Tower<Integer>),
}

/// What a file holds.
pub struct Contents {
    pub shape: Shape,
    pub tower: AnyTower,
    pub head: Head,
    /// The check at the end, which tells nets apart.
    pub check: u32,
}

/// Reads a net.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn decode(bytes: &[u8]) -> Result<Contents, NetError> {
    if bytes.len() > LONGEST {
        return Err(NetError::Long(bytes.len()));
    }
    let rest = bytes.strip_prefix(MAGIC).ok_or(NetError::Magic)?;
    let (rest, check) = rest.split_last_chunk::<CHECK>().ok_or(NetError::Short("shape"))?;
    let check = u32::from_le_bytes(*check);
    let mut reader = Reader { rest };
    let mut numbers = [0; NUMBERS];
    for number in &mut numbers {
        *number = u32::from_le_bytes(*reader.chunk("shape")?);
    }
    let shape = Shape::from_numbers(numbers)?;
    let (tower, head) = match shape.kind {
        Kind::Float => {
            let tower = reader.tower(&shape, 0, Reader::loose_floats)?;
            (AnyTower::Float(tower), reader.head(&shape)?)
        }
        Kind::Integer { largest } => {
            let tower = reader.tower(&shape, largest, Reader::loose_bytes)?;
            (AnyTower::Integer(tower), reader.head(&shape)?)
        }
    };
    match reader.rest.len() {
        0 if crc_32(&bytes[..bytes.len() - CHECK]) == check => {
            Ok(Contents { shape, tower, head, check })
        }
        0 => Err(NetError::Check),
        more => Err(NetError::Rest(more)),
    }
}

/// The CRC-32 of bytes: the remainder of a division of polynomials, bit by bit.
pub fn crc_32(bytes: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    let step = |crc: u32, _| crc >> 1 ^ if crc & 1 != 0 { POLYNOMIAL } else { 0 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

/// The weights that are still to be read.
struct Reader<'a> {
    rest: &'a [u8],
}

/// Reads a convolution of so many weights and outputs.
type ReadLoose<'a, W> =
    fn(&mut Reader<'a>, &'static str, usize, usize) -> Result<Loose<W>, NetError>;

impl<'a> Reader<'a> {
    fn chunk<const N: usize>(&mut self, part: &'static str) -> Result<&'a [u8; N], NetError> {
        let (chunk, rest) = self.rest.split_first_chunk().ok_or(NetError::Short(part))?;
        self.rest = rest;
        Ok(chunk)
    }

    fn floats(&mut self, part: &'static str, count: usize) -> Result<Vec<f32>, NetError> {
        let (floats, rest) = self.rest.split_at_checked(4 * count).ok_or(NetError::Short(part))?;
        self.rest = rest;
        let floats = floats.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let finite = |number: f32| number.is_finite().then_some(number);
        floats.map(finite).collect::<Option<_>>().ok_or(NetError::Number(part))
    }

    fn loose_floats(
        &mut self,
        part: &'static str,
        weights: usize,
        outputs: usize,
    ) -> Result<Loose<f32>, NetError> {
        Ok(Loose {
            weights: self.floats(part, weights)?,
            scales: vec![1.0; outputs],
            biases: self.floats(part, outputs)?,
            residual: 1.0,
        })
    }

    fn loose_bytes(
        &mut self,
        part: &'static str,
        weights: usize,
        outputs: usize,
    ) -> Result<Loose<i8>, NetError> {
        let (bytes, rest) = self.rest.split_at_checked(weights).ok_or(NetError::Short(part))?;
        self.rest = rest;
        Ok(Loose {
            weights: bytes.iter().map(|&byte| byte as i8).collect(),
            scales: self.floats(part, outputs)?,
            biases: self.floats(part, outputs)?,
            residual: 1.0,
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

    fn tower<A: Arithmetic>(
        &mut self,
        shape: &Shape,
        largest: u8,
        read: ReadLoose<'a, A::Weight>,
    ) -> Result<Tower<A>, NetError> {
        let c = shape.channels;
        let stem = read(self, "stem", c * 9 * PLANES, c)?;
        let globals = self.linear("stem", GLOBALS, c, false)?;
        let mut blocks = Vec::new();
        for i in 0..shape.blocks {
            let first = read(self, "blocks", c * 9 * c, c)?;
            let pooled = shape.is_pooled(i);
            let pool = pooled.then(|| self.linear("blocks", 3 * c, c, false)).transpose()?;
            let mut second = read(self, "blocks", c * 9 * c, c)?;
            if shape.kind != Kind::Float {
                second.residual = self.floats("blocks", 1)?[0];
            }
            let [first, second] = [first, second].map(|loose| Convolution::new(9, c, &loose));
            blocks.push(Block { first, pool, second });
        }
        let head = read(self, "head", 3 * shape.head * c, 3 * shape.head)?;
        Ok(Tower {
            stem: Convolution::new(9, PLANES, &stem),
            globals,
            blocks,
            head: Convolution::new(1, c, &head),
            largest: f32::from(largest),
        })
    }

    fn head(&mut self, shape: &Shape) -> Result<Head, NetError> {
        let (third, hidden) = (shape.head, shape.hidden);
        Ok(Head {
            policy_pool: self.linear("policy", 3 * third, third, false)?,
            policy: self.floats("policy", third)?,
            pass: self.linear("policy", 3 * third, 1, true)?,
            value_hidden: self.linear("value", 3 * third, hidden, true)?,
            value: self.linear("value", hidden, 2, true)?,
            gain: self.linear("value", hidden, 1, true)?,
            ownership: self.linear("ownership", third, 1, true)?,
        })
    }
}
