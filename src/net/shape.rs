//! The shape of a net, which tells how many weights it has, and the boards that it is for.

use std::ops::RangeInclusive;

use super::file::NetError;

/// The lines of the boards that any net may be for.
pub const SIZES: RangeInclusive<usize> = 7..=19;

/// What a net is computed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Floating-point numbers.
    Float,
    /// Small integers, up to a largest activation.
    Integer {
        /// At most 127, so that two products with weights fit 16 bits together.
        largest: u8,
    },
}

/// How large the parts of a net are, and for which boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// What it is computed with.
    pub kind: Kind,
    /// Residual blocks.
    pub blocks: usize,
    /// Numbers of a point within the blocks.
    pub channels: usize,
    /// Numbers of a point in each of the three parts of the head.
    pub head: usize,
    /// Hidden numbers behind the value.
    pub hidden: usize,
    /// A bit for each block with global pooling.
    pub pooled: u32,
    /// The lines of the boards that it learnt to play on.
    pub sizes: RangeInclusive<usize>,
}

/// How many numbers a file tells the shape by.
pub const NUMBERS: usize = 9;

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
                Kind::Float
            }
            _ => Kind::Integer { largest: within("largest activation", 1, 1..=127, 1)? as u8 },
        };
        let blocks = within("number of blocks", 2, 1..=32, 1)?;
        let most = u32::MAX >> (32 - blocks);
        let lines = *SIZES.start() as u32..=*SIZES.end() as u32;
        let fewest = within("smallest board", 7, lines.clone(), 1)?;
        Ok(Shape {
            kind,
            blocks,
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
