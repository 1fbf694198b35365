//! The main part of a net: a stem and residual blocks, some of which look at the whole board first.
//!
//! `relu(x + conv(relu(conv(x) + b)))`, where b is a linear map of the means and highest numbers of x
//! in blocks with global pooling. It does not know what its results mean.

use super::head::{Linear, pooled_policy};
use super::kernel::activations::Maps;
use super::kernel::convolution::Convolution;
use super::kernel::instructions::Instructions;
use super::kernel::number::{Arithmetic, Goal};
use super::planes::Planes;

/// The weights of a residual block.
#[derive(Debug)]
pub struct Block<A: Arithmetic> {
    pub first: Convolution<A>,
    /// From what the whole board shows to what is added to the first biases.
    pub pool: Option<Linear>,
    pub second: Convolution<A>,
}

/// The weights of the main part.
#[derive(Debug)]
pub struct Tower<A: Arithmetic> {
    pub stem: Convolution<A>,
    /// From the numbers beside the planes to what is added to the stem's biases.
    pub globals: Linear,
    pub blocks: Vec<Block<A>>,
    /// From the last block to the numbers of the head.
    pub head: Convolution<A>,
    /// The largest number that an activation may be; of no meaning for floating-point ones.
    pub largest: f32,
}

/// Room for the numbers between the layers.
#[derive(Debug)]
pub struct Room<A: Arithmetic> {
    input: Maps<A::Number>,
    main: Maps<A::Number>,
    middle: Maps<A::Number>,
    real: Maps<f32>,
}

impl<A: Arithmetic> Tower<A> {
    /// Room for a board of so many lines.
    pub fn room(&self, lines: usize) -> Room<A> {
        let maps = |channels| Maps::new(lines, channels);
        Room {
            input: maps(self.stem.inputs),
            main: maps(self.stem.outputs),
            middle: maps(self.stem.outputs),
            real: Maps::new(lines, self.head.outputs),
        }
    }

    /// The numbers of the head for every point.
    pub fn run<'r>(
        &self,
        instructions: Instructions,
        planes: &Planes,
        room: &'r mut Room<A>,
    ) -> &'r Maps<f32> {
        let convolve =
            |layer: &Convolution<A>, biases: &[f32], from: &Maps<_>, goal: Goal<'_, A>| {
                A::convolve(instructions, layer, biases, self.largest, from, goal);
            };
        for (point, bits) in room.input.points_mut().zip(planes.points()) {
            point.iter_mut().zip(bits).for_each(|(number, &bit)| *number = A::bit(bit));
        }
        let biases = sum(&self.stem.biases, &self.globals.of(&planes.globals()));
        convolve(&self.stem, &biases, &room.input, Goal::Put(&mut room.main));
        for block in &self.blocks {
            let pooled = block.pool.as_ref().map(|pool| pool.of(&pooled(&room.main)));
            let biases = pooled.map(|pooled| sum(&block.first.biases, &pooled));
            let biases = biases.as_deref().unwrap_or(&block.first.biases);
            convolve(&block.first, biases, &room.main, Goal::Put(&mut room.middle));
            let second = &block.second;
            convolve(second, &second.biases, &room.middle, Goal::Add(&mut room.main));
        }
        convolve(&self.head, &self.head.biases, &room.main, Goal::Real(&mut room.real));
        &room.real
    }
}

fn sum(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// What the whole board shows: the means, the means by its width, and the highest numbers.
fn pooled<N: Copy + Default + Into<f32>>(maps: &Maps<N>) -> Vec<f32> {
    let mut means = vec![0.0; maps.channels()];
    let mut highest = vec![0.0; maps.channels()];
    for point in maps.points() {
        for ((mean, highest), &number) in means.iter_mut().zip(&mut highest).zip(point) {
            let number: f32 = number.into();
            *mean += number;
            *highest = number.max(*highest);
        }
    }
    means.iter_mut().for_each(|mean| *mean /= maps.area() as f32);
    pooled_policy(&means, &highest, maps.lines())
}
