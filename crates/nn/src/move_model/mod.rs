//! The move model: predicts the moves of strong players.
//!
//! A linear model: the score of a move is the sum of the weights of its features and of the shapes around it. The
//! probability of a move is the softmax of the scores (a Bradley-Terry model; Coulom 2007). `tianyuan train-patterns`
//! trains the weights.
//!
//! | module | contents |
//! | --- | --- |
//! | `extract`, `feature_sink` | extraction of the features and shapes of all moves; their receiver |
//! | `feature`, `liberties`, `location`, `tactics` | feature indices; features of liberties, locations and tactics |
//! | `ring`, `shape`, `shape_weights` | stones around a point as keys, and their weights |
//! | `table` | the weight file |

mod extract;
mod feature;
mod liberties;
mod location;
mod ring;
mod shape;
mod shape_weights;
mod feature_sink;
mod table;
mod tactics;

use std::sync::LazyLock;

use tianyuan_go::{Board, Color, Point, PointMap};

pub use extract::{extract, extract_shapes};
pub use feature::FEATURES;
pub use feature_sink::FeatureSink;
use shape_weights::ShapeWeights;
pub use table::{Table, TableError};

/// The quantisation scale of weights and scores: this many units multiply the odds of a move by e.
pub const UNITS: i32 = 24;

static EMBEDDED: LazyLock<Model> = LazyLock::new(|| {
    let table = Table::decode(include_bytes!("weights.bin"));
    Model::new(&table.expect("a test reads the built-in table"))
});

/// The weights of the move model, prepared for lookup.
///
/// ```
/// use tianyuan_go::{Board, BoardSize, Color};
/// use tianyuan_nn::move_model::Model;
///
/// let board = Board::<2>::new(BoardSize::new(9).expect("boards have 2 to 25 lines"));
/// let scores = Model::embedded().scores(&board, Color::Black, [None, None]);
/// let best = board.empty_points().iter().max_by_key(|&&point| scores[point]);
/// assert!(board.size().edge_distance(*best.expect("an empty board")) >= 2);
/// ```
#[derive(Debug)]
pub struct Model {
    features: Vec<i8>,
    shapes: ShapeWeights,
    /// The square root of the odds of a move against a better move, indexed by the difference in units.
    roots: Vec<f32>,
}

impl Model {
    /// Returns the embedded model.
    pub fn embedded() -> &'static Model {
        &EMBEDDED
    }

    /// Creates a model with the weights of a table.
    pub fn new(table: &Table) -> Model {
        // Repeated multiplication instead of powers: single IEEE operations give the same result on every machine.
        let unit = 1.0 - 1.0 / (2.0 * UNITS as f32);
        let roots = std::iter::successors(Some(1.0), |root| Some(root * unit));
        Model {
            features: table.features.clone(),
            shapes: ShapeWeights::new(&table.shapes),
            roots: roots.take_while(|&root| root > 1e-3).collect(),
        }
    }

    /// Returns the scores of all playable moves (legal, and not filling an own eye) in [`UNITS`]; other points have
    /// no meaningful score. `last` contains the last two moves, latest first.
    pub fn scores<const W: usize>(
        &self,
        board: &Board<W>,
        color: Color,
        last: [Option<Point>; 2],
    ) -> PointMap<i32, W> {
        let mut sums = Sums { model: self, scores: PointMap::new(0) };
        extract(board, color, last, &mut sums);
        sums.scores
    }

    /// Returns the square root of the odds, 0 to 1, of a move against a move that is better by `worse` units.
    pub fn sqrt_odds(&self, worse: i32) -> f32 {
        usize::try_from(worse).map_or(1.0, |worse| self.roots.get(worse).copied().unwrap_or(0.0))
    }
}

/// Sums the weights of each move.
struct Sums<'a, const W: usize> {
    model: &'a Model,
    scores: PointMap<i32, W>,
}

impl<const W: usize> FeatureSink for Sums<'_, W> {
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
