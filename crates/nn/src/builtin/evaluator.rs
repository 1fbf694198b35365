//! Net and evaluator.

use std::ops::RangeInclusive;

use tianyuan_go::{BoardSize, Color, Game, Rules};

use super::error::NetError;
use super::file::{AnyTower, NetFile, decode};
use super::head::{Head, NetOutput};
use super::planes::{GLOBALS, PLANES, Planes};
use super::shape::Shape;
use super::tower::{Tensors, Tower};
use crate::layers::{BuiltInNumber, ConvolutionKernel};
use crate::simd::backend::Backend;
use crate::simd::{F32, I8};

/// The weights of a net, shared by any number of evaluators.
///
/// ```
/// use tianyuan_go::{Board, BoardSize, Color, Scoring};
/// use tianyuan_nn::{AnyNet, NonSpatialFeatures, Features, Nets, Planes};
///
/// let size = BoardSize::new(9).expect("boards have 2 to 25 lines");
/// let net = Nets::embedded().of(size).and_then(AnyNet::from_native);
/// let net = net.expect("a net is built in for 9x9");
///
/// let board = Board::<2>::new(size);
/// let non_spatial = NonSpatialFeatures { last: [None; 5], komi: 15, scoring: Scoring::Area };
/// let planes = Planes::of(&Features::of(&board, Color::Black, &non_spatial));
/// let output = net.evaluator().evaluate(&planes).expect("the net is for 9x9");
///
/// assert_eq!(output.policy.len(), 81);
/// let winrate = 1.0 / (1.0 + (-output.value).exp());
/// assert!(winrate < 0.5, "komi of 7.5 favours White on an empty board");
/// ```
#[derive(Debug)]
pub struct Net {
    shape: Shape,
    tower: AnyTower,
    head: Head,
    checksum: u32,
}

/// Compares by identity; weights are not compared.
impl PartialEq for Net {
    fn eq(&self, other: &Net) -> bool {
        // Nets are compared as part of settings. A net is decoded once and then shared, so detecting equal copies of
        // half a million weights is not worth the time.
        std::ptr::eq(self, other)
    }
}

impl Net {
    /// Decodes a net file. Its format is documented in `crates/nn/src/builtin/file.rs`.
    ///
    /// # Errors
    /// Returns the first error in the file.
    pub fn decode(bytes: &[u8]) -> Result<Net, NetError> {
        let NetFile { shape, tower, head, checksum } = decode(bytes)?;
        let net = Net { shape, tower, head, checksum };
        if net.overflows() { Err(NetError::Overflow) } else { Ok(net) }
    }

    /// Returns `true` if the outputs for an empty or a nearly full board are not finite.
    fn overflows(&self) -> bool {
        let Some(size) = BoardSize::new(*self.shape.sizes.start()) else { return false };
        let empty = Planes::of_game(&Game::new(size, Rules::CHINESE), Color::Black);
        let stones = (0..size.area()).map(|point| {
            std::array::from_fn(|plane| {
                u8::from(!(point + plane).is_multiple_of(3) || plane == PLANES - 1)
            })
        });
        let full = Planes::from_parts(size, &stones.collect::<Vec<_>>(), [1.0; GLOBALS]);
        let mut evaluator = self.evaluator();
        [Some(empty), full]
            .into_iter()
            .flatten()
            .any(|planes| evaluator.evaluate(&planes).is_some_and(|output| !output.is_finite()))
    }

    /// Returns the sizes of the layers and the supported boards.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the checksum of the file, which identifies the net.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Creates an evaluator with the fastest backend of this processor.
    pub fn evaluator(&self) -> Evaluator<'_> {
        self.evaluator_with(Backend::best()).expect("the processor supports its best backend")
    }

    /// Creates an evaluator with `backend`. Returns `None` if this processor does not support it.
    ///
    /// The output of an integer net does not depend on the backend:
    ///
    /// ```
    /// use tianyuan_go::BoardSize;
    /// use tianyuan_nn::{AnyNet, Backend, Nets, PLANES, Planes};
    ///
    /// let size = BoardSize::new(9).expect("boards have 2 to 25 lines");
    /// let net = Nets::embedded().of(size).and_then(AnyNet::from_native);
    /// let net = net.expect("a net is built in for 9x9");
    /// let planes = Planes::from_parts(size, &[[1; PLANES]; 81], [0.0; 4]).expect("81 points");
    ///
    /// let mut portable = net.evaluator_with(Backend::Portable).expect("it runs everywhere");
    /// assert_eq!(portable.evaluate(&planes), net.evaluator().evaluate(&planes));
    /// ```
    pub fn evaluator_with(&self, backend: Backend) -> Option<Evaluator<'_>> {
        let tower = match &self.tower {
            AnyTower::Float(tower) => TowerState::Float(tower, F32::kernel(backend)?, None),
            AnyTower::Integer(tower) => TowerState::Integer(tower, I8::kernel(backend)?, None),
        };
        let sizes = self.shape.sizes.clone();
        backend.is_available().then_some(Evaluator { sizes, head: &self.head, tower })
    }
}

/// Evaluates one position at a time. It reuses its tensors between positions; create one per thread.
#[derive(Debug)]
pub struct Evaluator<'a> {
    sizes: RangeInclusive<usize>,
    head: &'a Head,
    tower: TowerState<'a>,
}

/// A tower with its kernel, and the tensors for the last board size in lines.
#[derive(Debug)]
enum TowerState<'a> {
    Float(&'a Tower<F32>, ConvolutionKernel<F32>, Option<(usize, Tensors<F32>)>),
    Integer(&'a Tower<I8>, ConvolutionKernel<I8>, Option<(usize, Tensors<I8>)>),
}

impl Evaluator<'_> {
    /// Evaluates a position. Returns `None` if the net does not support the board size.
    pub fn evaluate(&mut self, planes: &Planes) -> Option<NetOutput> {
        let lines = planes.size().lines();
        if !self.sizes.contains(&lines) {
            return None;
        }
        let activations = match &mut self.tower {
            TowerState::Float(tower, kernel, tensors) => {
                let tensors = tensors_for(tensors, lines, || tower.tensors(lines));
                tower.evaluate(kernel, planes, tensors)
            }
            TowerState::Integer(tower, kernel, tensors) => {
                let tensors = tensors_for(tensors, lines, || tower.tensors(lines));
                tower.evaluate(kernel, planes, tensors)
            }
        };
        Some(self.head.evaluate(activations, planes.komi()))
    }
}

/// Returns the cached tensors, or allocates new ones if the board size has changed.
fn tensors_for<T>(
    tensors: &mut Option<(usize, T)>,
    lines: usize,
    new: impl FnOnce() -> T,
) -> &mut T {
    // Cached because new tensors must be zeroed: kernels rely on the zeros around the board and never write there.
    if tensors.as_ref().is_none_or(|&(size, _)| size != lines) {
        *tensors = Some((lines, new()));
    }
    &mut tensors.as_mut().expect("the entry was just created").1
}
