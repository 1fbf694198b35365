//! The shape of a net: how many weights it has, and the boards that it is for.

use std::ops::RangeInclusive;

use super::error::NetError;

/// The board sizes that a net can be for, in lines.
pub const SIZES: RangeInclusive<usize> = 7..=19;

/// The number type that a net is evaluated with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberType {
    /// 32-bit floating point weights.
    Float,
    /// 8-bit integers.
    Integer {
        /// The value at which activations saturate, 1 to 127: the sum of two products of an
        /// activation and a weight fits 16 bits then.
        max: u8,
    },
}

/// The sizes of the layers of a net, and its boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// The number type.
    pub kind: NumberType,
    /// The number of residual blocks.
    pub blocks: usize,
    /// Channels of the tower.
    pub channels: usize,
    /// Channels of each of the three parts of the head.
    pub head: usize,
    /// Units of the hidden layer of the value.
    pub hidden: usize,
    /// The blocks with global pooling: bit `i` for block `i`.
    pub pooled: u32,
    /// The board sizes that it was trained on, in lines.
    pub sizes: RangeInclusive<usize>,
}

/// The numbers of a shape in a file.
pub(crate) const NUMBERS: usize = 9;

impl Shape {
    /// A shape by the numbers of a file: the kind, 0 or 1, the largest activation, 0 for the first
    /// kind, blocks, channels, head, hidden, pooled, the fewest and the most lines of a board.
    ///
    /// # Errors
    /// The number that is out of range.
    pub fn from_numbers(numbers: [u32; NUMBERS]) -> Result<Shape, NetError> {
        let within = |name, at: usize, range: std::ops::RangeInclusive<u32>, multiple| {
            let number = numbers[at];
            let fits = range.contains(&number) && number.is_multiple_of(multiple);
            if fits { Ok(number as usize) } else { Err(NetError::Shape(name, number)) }
        };
        let kind = match within("kind", 0, 0..=1, 1)? {
            0 => {
                within("largest activation", 1, 0..=0, 1)?;
                NumberType::Float
            }
            _ => NumberType::Integer { max: within("largest activation", 1, 1..=127, 1)? as u8 },
        };
        let blocks = within("number of blocks", 2, 1..=32, 1)?;
        // The set of blocks with pooling has a bit for each block and none beyond.
        let most = u32::MAX >> (32 - blocks);
        let lines = *SIZES.start() as u32..=*SIZES.end() as u32;
        let fewest = within("smallest board", 7, lines.clone(), 1)?;
        Ok(Shape {
            kind,
            blocks,
            // Multiples of 16, so that a vector of any instruction set is filled.
            channels: within("number of channels", 3, 16..=256, 16)?,
            head: within("width of the head", 4, 16..=64, 16)?,
            hidden: within("number of hidden numbers", 5, 1..=256, 1)?,
            pooled: within("set of pooling blocks", 6, 0..=most, 1)? as u32,
            sizes: fewest..=within("largest board", 8, fewest as u32..=*lines.end(), 1)?,
        })
    }

    /// Whether a block has global pooling.
    pub fn is_pooled(&self, block: usize) -> bool {
        self.pooled >> block & 1 != 0
    }
}
