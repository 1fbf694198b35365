//! Learning the weights: softmax regression on the moves of strong players, one position at a time,
//! with steps by Adagrad (Duchi, Hazan and Singer 2011).
//!
//! It does not know where the positions come from.

use std::collections::HashMap;

use crate::go::{Point, PointMap};
use crate::model::{FEATURES, Reading, Table, UNITS, read};

use super::accuracy::Accuracy;
use super::games::Position;
use super::keys::KeyHash;
use super::opinion::Opinion;

/// What a weight's squared slopes begin with, so that its first steps are no leaps.
const FIRST_SQUARE: f32 = 0.01;

/// Weights that are being learnt.
#[derive(Debug)]
pub struct Learner {
    shapes: Vec<u32>,
    places: HashMap<u32, u32, KeyHash>,
    /// The weights of the features, then those of the shapes.
    weights: Vec<f32>,
    /// The squares of all slopes so far, by weight.
    squares: Vec<f32>,
    /// What the present position shows: points, and the places of weights.
    found: Vec<(u16, u32)>,
}

impl Learner {
    /// A learner that knows nothing but which shapes to tell apart.
    pub fn new(shapes: Vec<u32>) -> Learner {
        let count = FEATURES + shapes.len();
        Learner {
            places: shapes.iter().copied().zip(FEATURES as u32..).collect(),
            shapes,
            weights: vec![0.0; count],
            squares: vec![FIRST_SQUARE; count],
            found: Vec::new(),
        }
    }

    /// Learns from a position by steps of a length, and adds how well its move was foretold before.
    pub fn learn<const W: usize>(
        &mut self,
        position: &Position<'_, W>,
        rate: f32,
        accuracy: &mut Accuracy,
    ) {
        let scores = self.look(position);
        let Some(opinion) = Opinion::new(position, &scores) else { return };
        accuracy.add(&opinion);
        // The slope of the loss: what was expected less what happened.
        let mut slopes = opinion.shares;
        slopes[position.played] -= 1.0;
        for &(point, place) in &self.found {
            let slope = slopes[usize::from(point)];
            let square = &mut self.squares[place as usize];
            *square += slope * slope;
            self.weights[place as usize] -= rate * slope / square.sqrt();
        }
    }

    /// Finds out what there is to a position, and what its moves score.
    fn look<const W: usize>(&mut self, position: &Position<'_, W>) -> PointMap<f32, W> {
        self.found.clear();
        let mut found = Found { places: &self.places, found: &mut self.found };
        read(position.board, position.color, position.last, &mut found);
        let mut scores = PointMap::new(0.0);
        for &(point, place) in &self.found {
            scores[usize::from(point)] += self.weights[place as usize];
        }
        scores
    }

    /// The weights, rounded.
    pub fn table(&self) -> Table {
        let rounded = |weight: &f32| (weight * UNITS as f32).round().clamp(-127.0, 127.0) as i8;
        let mut weights = self.weights.iter().map(rounded);
        let features = weights.by_ref().take(FEATURES).collect();
        let mut shapes: Vec<(u32, i8)> = self.shapes.iter().copied().zip(weights).collect();
        shapes.sort_unstable();
        Table { features, shapes }
    }
}

/// Collects what a position shows, as far as there are weights for it.
struct Found<'a> {
    places: &'a HashMap<u32, u32, KeyHash>,
    found: &'a mut Vec<(u16, u32)>,
}

impl Reading for Found<'_> {
    fn feature(&mut self, point: Point, feature: u16) {
        self.found.push((point.index() as u16, u32::from(feature)));
    }

    fn shape(&mut self, point: Point, key: u32) -> bool {
        let place = self.places.get(&key);
        self.found.extend(place.map(|&place| (point.index() as u16, place)));
        place.is_some()
    }
}
