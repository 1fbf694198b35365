//! The move model: how likely a strong player is to choose each move of a position.
//!
//! A move's score is the sum of the weights of what it is and does: its features and the shapes
//! around it; e to the power of the score is its strength in a competition among all moves
//! (Bradley and Terry; Coulom 2007). It does not know how the weights were found, which is
//! [`training`](crate::training)'s work, nor what the player makes of the scores.

mod feature;
mod liberties;
mod place;
mod reading;
mod ring;
mod shape;
mod shape_weights;
mod table;
mod tactics;

use std::sync::LazyLock;

use crate::go::{Board, Color, Point, PointMap};

pub use feature::FEATURES;
pub use reading::{Reading, read, read_shapes};
use shape_weights::ShapeWeights;
pub use table::{Table, TableError};

/// Units of a weight: so many are a factor of e in the strength of a move.
pub const UNITS: i32 = 24;

static EMBEDDED: LazyLock<Model> = LazyLock::new(|| {
    let table = Table::decode(include_bytes!("weights.bin"));
    Model::new(&table.expect("the table in the program is whole: a test reads it"))
});

/// The weights, made ready for use.
#[derive(Debug)]
pub struct Model {
    features: Vec<i8>,
    shapes: ShapeWeights,
    /// By the units that a move is worse than another: the root of its share.
    roots: Vec<f32>,
}

impl Model {
    /// The model that the program comes with.
    pub fn embedded() -> &'static Model {
        &EMBEDDED
    }

    /// A model with the weights of a table.
    pub fn new(table: &Table) -> Model {
        // Products, not powers: these are the same on every machine.
        let unit = 1.0 - 1.0 / (2.0 * UNITS as f32);
        let roots = std::iter::successors(Some(1.0), |root| Some(root * unit));
        Model {
            features: table.features.clone(),
            shapes: ShapeWeights::new(&table.shapes),
            roots: roots.take_while(|&root| root > 1e-3).collect(),
        }
    }

    /// The scores of all playable moves (those that are legal and fill no eye), in [`UNITS`]; of no
    /// meaning elsewhere. `last` are the last two moves, the latest first.
    pub fn scores<const W: usize>(
        &self,
        board: &Board<W>,
        color: Color,
        last: [Option<Point>; 2],
    ) -> PointMap<i32, W> {
        let mut sums = Sums { model: self, scores: PointMap::new(0) };
        read(board, color, last, &mut sums);
        sums.scores
    }

    /// The root of how likely a move is in comparison to another one that is better by so many units.
    pub fn root_share(&self, worse: i32) -> f32 {
        usize::try_from(worse).map_or(1.0, |worse| self.roots.get(worse).copied().unwrap_or(0.0))
    }
}

/// Sums up weights by move.
struct Sums<'a, const W: usize> {
    model: &'a Model,
    scores: PointMap<i32, W>,
}

impl<const W: usize> Reading for Sums<'_, W> {
    #[inline]
    fn feature(&mut self, point: Point, feature: u16) {
        self.scores[point] += i32::from(self.model.features[usize::from(feature)]);
    }

    #[inline]
    fn shape(&mut self, point: Point, key: u32) -> bool {
        let weight = self.model.shapes.weight(key);
        self.scores[point] += weight.map_or(0, i32::from);
        weight.is_some()
    }
}
