//! The shape of a net: layer sizes and supported boards.

use std::ops::RangeInclusive;

use super::error::NetError;

/// The board sizes that nets can support, in lines.
pub const SIZES: RangeInclusive<usize> = 7..=19;

/// The number type of the net's weights and activations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberType {
    /// 32-bit floating point.
    Float,
    /// 8-bit integers.
    Integer {
        /// The value at which activations saturate, 1 to 127. It must be small enough that the sum of two products of
        /// activation and weight fits in 16 bits.
        max: u8,
    },
}

/// The layer sizes of a net and its supported boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// The number type.
    pub kind: NumberType,
    /// The number of residual blocks.
    pub blocks: usize,
    /// The number of channels of the tower.
    pub channels: usize,
    /// The number of channels of each of the three parts of the head.
    pub head: usize,
    /// The number of units of the value's hidden layer.
    pub hidden: usize,
    /// The blocks with global pooling: bit `i` for block `i`.
    pub pooled: u32,
    /// The board sizes that the net was trained on, in lines.
    pub sizes: RangeInclusive<usize>,
}

/// The count of numbers of a shape in a file.
pub(crate) const NUMBERS: usize = 9;

impl Shape {
    /// Creates a shape from the numbers of a file: kind (0 float, 1 integer), largest activation (0 for float),
    /// blocks, channels, head, hidden, pooled, and the smallest and largest board in lines.
    ///
    /// # Errors
    /// Returns [`NetError::Shape`] for the first number that is out of range.
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
        // The bit set of blocks with pooling must not have bits beyond the last block.
        let most = u32::MAX >> (32 - blocks);
        let lines = *SIZES.start() as u32..=*SIZES.end() as u32;
        let fewest = within("smallest board", 7, lines.clone(), 1)?;
        Ok(Shape {
            kind,
            blocks,
            // A multiple of 16 fills whole vectors of every instruction set.
            channels: within("number of channels", 3, 16..=256, 16)?,
            head: within("head width", 4, 16..=64, 16)?,
            hidden: within("hidden width", 5, 1..=256, 1)?,
            pooled: within("pooling blocks", 6, 0..=most, 1)? as u32,
            sizes: fewest..=within("largest board", 8, fewest as u32..=*lines.end(), 1)?,
        })
    }

    /// Returns `true` if the block has global pooling.
    pub fn is_pooled(&self, block: usize) -> bool {
        self.pooled >> block & 1 != 0
    }
}
