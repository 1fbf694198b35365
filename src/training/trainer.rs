//! Trains the weights by softmax regression on moves of strong players, one position at a time, with Adagrad (Duchi,
//! Hazan and Singer 2011).

use std::collections::HashMap;

use crate::go::{Point, PointMap};
use crate::nn::move_model::{FEATURES, FeatureSink, Table, UNITS, extract};

use super::games::Position;
use super::prediction::{Accuracy, Prediction};
use super::shape_counts::KeyHash;

/// The initial sum of squared gradients of a weight; it limits the first steps.
const INITIAL_SQUARE: f32 = 0.01;

/// Weights during training.
#[derive(Debug)]
pub(super) struct Learner {
    /// The keys of the shapes, in weight order.
    shapes: Vec<u32>,
    /// The weight index of each shape.
    indices: HashMap<u32, u32, KeyHash>,
    /// The weights of the features, then of the shapes.
    weights: Vec<f32>,
    /// The sum of squared gradients of each weight.
    squares: Vec<f32>,
    /// The active weights of the current position: points and weight indices.
    active: Vec<(u16, u32)>,
}

impl Learner {
    /// Creates a trainer with zero weights for all features and these shapes.
    pub(super) fn new(shapes: Vec<u32>) -> Learner {
        let count = FEATURES + shapes.len();
        Learner {
            indices: shapes.iter().copied().zip(FEATURES as u32..).collect(),
            shapes,
            weights: vec![0.0; count],
            squares: vec![INITIAL_SQUARE; count],
            active: Vec::new(),
        }
    }

    /// Takes a gradient step on a position, and adds the prediction before the step to the accuracy.
    pub(super) fn learn<const W: usize>(
        &mut self,
        position: &Position<'_, W>,
        rate: f32,
        accuracy: &mut Accuracy,
    ) {
        let scores = self.scores(position);
        let Some(prediction) = Prediction::new(position, &scores) else { return };
        accuracy.add(&prediction);
        // The gradient of the log loss with respect to the scores is the probabilities minus the one-hot vector of
        // the move played.
        let mut gradient = prediction.probabilities;
        gradient[position.played] -= 1.0;
        for &(point, index) in &self.active {
            let partial = gradient[usize::from(point)];
            let square = &mut self.squares[index as usize];
            *square += partial * partial;
            self.weights[index as usize] -= rate * partial / square.sqrt();
        }
    }

    /// Extracts the active weights of a position and computes the scores of its moves.
    fn scores<const W: usize>(&mut self, position: &Position<'_, W>) -> PointMap<f32, W> {
        self.active.clear();
        let mut sink = ActiveWeights { indices: &self.indices, active: &mut self.active };
        extract(position.board, position.color, position.last, &mut sink);
        let mut scores = PointMap::new(0.0);
        for &(point, index) in &self.active {
            scores[usize::from(point)] += self.weights[index as usize];
        }
        scores
    }

    /// Returns the weights, quantised to 8 bits.
    pub(super) fn table(&self) -> Table {
        let rounded = |weight: &f32| (weight * UNITS as f32).round().clamp(-127.0, 127.0) as i8;
        let mut weights = self.weights.iter().map(rounded);
        let features = weights.by_ref().take(FEATURES).collect();
        let mut shapes: Vec<(u32, i8)> = self.shapes.iter().copied().zip(weights).collect();
        shapes.sort_unstable();
        Table { features, shapes }
    }
}

/// Collects the active weights of a position.
struct ActiveWeights<'a> {
    indices: &'a HashMap<u32, u32, KeyHash>,
    active: &'a mut Vec<(u16, u32)>,
}

impl FeatureSink for ActiveWeights<'_> {
    fn feature(&mut self, point: Point, feature: u16) {
        self.active.push((point.index() as u16, u32::from(feature)));
    }

    fn shape(&mut self, point: Point, key: u32) -> bool {
        let index = self.indices.get(&key);
        self.active.extend(index.map(|&index| (point.index() as u16, index)));
        index.is_some()
    }
}
