//! The loops of a fast convolution, over vectors of a kind that it does not know.
//!
//! The board is cut into tiles: some neighbouring points of a row by one or two vectors of outputs,
//! whose sums stay in registers while all inputs go by. A word of 32 bits of a point's numbers is
//! spread over a vector and multiplied with the weights of as many outputs at once.

#![allow(unsafe_code)]

use super::activations::Maps;
use super::convolution::Convolution;
use super::number::{Arithmetic, Goal};

/// Vectors of 32-bit lanes, and what is done with them.
///
/// # Safety
/// All functions need the processor to have the instructions that they are made of; pointers must
/// lead to as many numbers as are named.
pub trait Lanes {
    /// The numbers that it computes with.
    type Of: Arithmetic;
    /// A vector of words or of sums.
    type Vector: Copy;
    /// Lanes of a vector.
    const LANES: usize;
    /// Points of a tile, at most.
    const POINTS: usize;
    /// Vectors of outputs of a tile, at most: one or two.
    const WIDE: usize;

    /// Sums of nothing.
    unsafe fn zero() -> Self::Vector;
    /// A vector of weights: a word of them a lane.
    unsafe fn weights(at: *const <Self::Of as Arithmetic>::Weight) -> Self::Vector;
    /// A word of numbers in every lane.
    unsafe fn spread(at: *const <Self::Of as Arithmetic>::Number) -> Self::Vector;
    /// Sums with the products of two vectors.
    unsafe fn add_products(sums: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Sums as real numbers, by a lane's scale and bias.
    unsafe fn real(sums: Self::Vector, scales: *const f32, biases: *const f32) -> Self::Vector;
    /// Real numbers with a lane's number times a factor.
    unsafe fn add_numbers(
        real: Self::Vector,
        at: *const <Self::Of as Arithmetic>::Number,
        factor: f32,
    ) -> Self::Vector;
    /// Puts down real numbers, cut to the range of numbers.
    unsafe fn put(real: Self::Vector, largest: f32, at: *mut <Self::Of as Arithmetic>::Number);
    /// Puts down real numbers.
    unsafe fn put_real(real: Self::Vector, at: *mut f32);
}

type Number<L> = <<L as Lanes>::Of as Arithmetic>::Number;

/// Where results go, without the bounds of the slices.
#[derive(Clone, Copy)]
enum Place<N> {
    Put(*mut N),
    Add(*mut N),
    Real(*mut f32),
}

/// All that a tile needs.
struct Work<'a, L: Lanes> {
    layer: &'a Convolution<L::Of>,
    biases: &'a [f32],
    largest: f32,
    /// The numbers of all points.
    from: *const Number<L>,
    to: Place<Number<L>>,
    steps: [usize; 9],
    back: usize,
}

/// Computes a convolution.
///
/// # Safety
/// The processor must have the instructions of these lanes.
///
/// # Panics
/// Where the maps, the biases and the layer do not belong together.
#[inline(always)]
pub unsafe fn convolve<L: Lanes>(
    layer: &Convolution<L::Of>,
    biases: &[f32],
    largest: f32,
    from: &Maps<Number<L>>,
    goal: Goal<'_, L::Of>,
) {
    let (lines, outputs) = (from.lines(), layer.outputs);
    let (to, shape) = match goal {
        Goal::Put(to) => (Place::Put(to.numbers_mut().as_mut_ptr()), (to.lines(), to.channels())),
        Goal::Add(to) => (Place::Add(to.numbers_mut().as_mut_ptr()), (to.lines(), to.channels())),
        Goal::Real(to) => (Place::Real(to.numbers_mut().as_mut_ptr()), (to.lines(), to.channels())),
    };
    assert_eq!(shape, (lines, outputs), "the goal is of the layer");
    assert_eq!((from.channels(), biases.len()), (layer.inputs, outputs), "so are the inputs");
    assert_eq!(layer.weights.len(), layer.taps * layer.inputs * outputs, "and the weights");
    assert!(layer.scales.len() == outputs && outputs.is_multiple_of(16) && layer.taps <= 9);
    let (steps, back) = layer.reach(from.stride());
    let from_numbers = from.numbers().as_ptr();
    let work = Work::<L> { layer, biases, largest, from: from_numbers, to, steps, back };
    let mut output = 0;
    while output < outputs {
        let wide = L::WIDE == 2 && output + 2 * L::LANES <= outputs;
        for row in 0..lines {
            // SAFETY: the row and the outputs are within the maps, whose shapes were compared.
            unsafe {
                if wide {
                    row_of_tiles::<L, 2>(&work, from.first_of(row), lines, output);
                } else {
                    row_of_tiles::<L, 1>(&work, from.first_of(row), lines, output);
                }
            }
        }
        output += L::LANES * if wide { 2 } else { 1 };
    }
}

/// The points of a row, `lines` from a place on, in tiles as equal as can be.
#[inline(always)]
unsafe fn row_of_tiles<L: Lanes, const WIDE: usize>(
    work: &Work<'_, L>,
    first: usize,
    lines: usize,
    output: usize,
) {
    let tiles = lines.div_ceil(L::POINTS);
    let mut place = first;
    for i in 0..tiles {
        let points = (lines + i) / tiles;
        // SAFETY: the tiles of a row have its points together.
        unsafe {
            match points {
                10 if L::POINTS >= 10 => tile::<L, 10, WIDE>(work, place, output),
                9 if L::POINTS >= 9 => tile::<L, 9, WIDE>(work, place, output),
                8 if L::POINTS >= 8 => tile::<L, 8, WIDE>(work, place, output),
                7 if L::POINTS >= 7 => tile::<L, 7, WIDE>(work, place, output),
                6 if L::POINTS >= 6 => tile::<L, 6, WIDE>(work, place, output),
                5 => tile::<L, 5, WIDE>(work, place, output),
                4 => tile::<L, 4, WIDE>(work, place, output),
                3 => tile::<L, 3, WIDE>(work, place, output),
                _ => unreachable!("a board has seven lines or more"),
            }
        }
        place += points;
    }
}

/// Some neighbouring points by some vectors of outputs.
#[inline(always)]
unsafe fn tile<L: Lanes, const POINTS: usize, const WIDE: usize>(
    work: &Work<'_, L>,
    place: usize,
    output: usize,
) {
    let word = <L::Of as Arithmetic>::WORD;
    let (inputs, outputs) = (work.layer.inputs, work.layer.outputs);
    // SAFETY: the caller's places and outputs are within the maps; a point of the board has all its
    // neighbours in them; weights are there for all taps, inputs and outputs.
    unsafe {
        let mut sums = [[L::zero(); WIDE]; POINTS];
        let mut weights = work.layer.weights.as_ptr().add(output * word);
        for tap in 0..work.layer.taps {
            let mut numbers = work.from.add((place + work.steps[tap] - work.back) * inputs);
            for _ in 0..inputs / word {
                let mut row = [L::zero(); WIDE];
                for (k, vector) in row.iter_mut().enumerate() {
                    *vector = L::weights(weights.add(k * L::LANES * word));
                }
                for (point, sums) in sums.iter_mut().enumerate() {
                    let spread = L::spread(numbers.add(point * inputs));
                    for (sum, &weights) in sums.iter_mut().zip(&row) {
                        *sum = L::add_products(*sum, spread, weights);
                    }
                }
                numbers = numbers.add(word);
                weights = weights.add(outputs * word);
            }
        }
        // Out of the registers at once: counted through by the loops below, the sums would never get
        // into them.
        let sums = std::hint::black_box(sums);
        for (point, sums) in sums.iter().enumerate() {
            for (k, &sums) in sums.iter().enumerate() {
                let output = output + k * L::LANES;
                finish(work, sums, (place + point) * outputs + output, output);
            }
        }
    }
}

/// Makes results of sums and puts them down.
#[inline(always)]
unsafe fn finish<L: Lanes>(work: &Work<'_, L>, sums: L::Vector, at: usize, output: usize) {
    // SAFETY: the caller's place is within the goal, its outputs among the layer's.
    unsafe {
        let scales = work.layer.scales.as_ptr().add(output);
        let real = L::real(sums, scales, work.biases.as_ptr().add(output));
        match work.to {
            Place::Put(to) => L::put(real, work.largest, to.add(at)),
            Place::Add(to) => {
                let added = L::add_numbers(real, to.add(at), work.layer.residual);
                L::put(added, work.largest, to.add(at));
            }
            Place::Real(to) => L::put_real(real, to.add(at)),
        }
    }
}

/// Makes a safe function of the tiles over some lanes, which panics where instructions are missing.
macro_rules! convolution {
    ($(#[$doc:meta])* $name:ident, $lanes:ty => $of:ty, $inner:ident, [$($feature:tt),+]) => {
        $(#[$doc])*
        pub fn $name(
            layer: &$crate::net::kernel::convolution::Convolution<$of>,
            biases: &[f32],
            largest: f32,
            from: &$crate::net::kernel::activations::Maps<<$of as $crate::net::kernel::number::Arithmetic>::Number>,
            goal: $crate::net::kernel::number::Goal<'_, $of>,
        ) {
            $(#[target_feature(enable = $feature)])+
            unsafe fn $inner(
                layer: &$crate::net::kernel::convolution::Convolution<$of>,
                biases: &[f32],
                largest: f32,
                from: &$crate::net::kernel::activations::Maps<<$of as $crate::net::kernel::number::Arithmetic>::Number>,
                goal: $crate::net::kernel::number::Goal<'_, $of>,
            ) {
                // SAFETY: this function has the instructions of the lanes.
                unsafe { $crate::net::kernel::tile::convolve::<$lanes>(layer, biases, largest, from, goal) }
            }
            assert!($(std::arch::is_x86_feature_detected!($feature))&&+, "the processor has the instructions");
            // SAFETY: the processor was asked.
            unsafe { $inner(layer, biases, largest, from, goal) }
        }
    };
}
pub(super) use convolution;
