//! Nets and planes with random numbers, for tests that do not depend on their meaning.

use rand::RngExt;
use rand::rngs::StdRng;
use tianyuan::go::BoardSize;
use tianyuan::nn::{GLOBALS, Net, NumberType, PLANES, Planes, SIZES, Shape, crc_32};

/// Returns the shape of a net with pooling in its second block.
pub fn shape(kind: NumberType, blocks: usize, channels: usize) -> Shape {
    Shape {
        kind,
        blocks,
        channels,
        head: 32,
        hidden: 64,
        pooled: 0b10 & ((1 << blocks) - 1),
        sizes: SIZES,
    }
}

/// Returns the file of a net of this shape, with weights that keep activations in range.
pub fn random_file(shape: &Shape, rng: &mut StdRng) -> Vec<u8> {
    let (c, h, d) = (shape.channels, shape.head, shape.hidden);
    let (kind, largest) = match shape.kind {
        NumberType::Float => (0, 0),
        NumberType::Integer { max } => (1, max),
    };
    let (fewest, most) = (*shape.sizes.start(), *shape.sizes.end());
    let numbers =
        [kind, largest.into(), shape.blocks, c, h, d, shape.pooled as usize, fewest, most];
    let mut file = File { bytes: b"TYNET003".to_vec(), rng, is_integer: kind == 1 };
    numbers.iter().for_each(|&number| file.bytes.extend((number as u32).to_le_bytes()));
    file.convolution(9 * PLANES, c, 20.0);
    file.floats(c * GLOBALS, 1.0);
    for block in 0..shape.blocks {
        file.convolution(9 * c, c, 20.0);
        if shape.is_pooled(block) {
            file.floats(3 * c * c, 0.05);
        }
        file.convolution(9 * c, c, 10.0);
        if file.is_integer {
            file.floats(1, 1.0);
        }
    }
    file.convolution(c, 3 * h, 1.0);
    for count in [3 * h * h, h, 3 * h, 1, 3 * h * d, d, 2 * d, 2, d, 1, h, 1] {
        file.floats(count, 0.2);
    }
    let check = crc_32(&file.bytes);
    file.bytes.extend(check.to_le_bytes());
    file.bytes
}

/// Returns a net of this shape.
pub fn random_net(shape: &Shape, rng: &mut StdRng) -> Net {
    Net::decode(&random_file(shape, rng)).expect("the file is as it should be")
}

/// Returns planes with some ones.
#[allow(dead_code)] // not every test that has a net gives it planes
pub fn random_planes(lines: usize, rng: &mut StdRng) -> Planes {
    let size = BoardSize::new(lines).expect("a size");
    let mut points = vec![[0; PLANES]; size.area()];
    points.as_flattened_mut().iter_mut().for_each(|bit| *bit = u8::from(rng.random_bool(0.2)));
    Planes::from_parts(size, &points, [0.5, 0.0, 1.0, 1.0]).expect("as many as the size has")
}

/// A file that is being written.
struct File<'a> {
    bytes: Vec<u8>,
    rng: &'a mut StdRng,
    is_integer: bool,
}

impl File<'_> {
    /// Random numbers up to a size, of both signs.
    fn floats(&mut self, count: usize, size: f32) {
        for _ in 0..count {
            let number: f32 = self.rng.random_range(-size..size);
            self.bytes.extend(number.to_le_bytes());
        }
    }

    /// A convolution whose outputs have the order of magnitude `size` if its inputs have.
    fn convolution(&mut self, inputs: usize, outputs: usize, size: f32) {
        let usual = 1.0 / (inputs as f32).sqrt();
        if !self.is_integer {
            self.floats(inputs * outputs, usual);
            return self.floats(outputs, 0.5);
        }
        self.bytes.extend((0..inputs * outputs).map(|_| self.rng.random::<u8>()));
        self.floats(outputs, usual * size / 400.0);
        self.floats(outputs, size);
    }
}
