//! Softmax regression on the moves of strong players, with steps by Adagrad (Duchi and others 2011).

use std::collections::HashMap;

use crate::go::{Point, PointMap};
use crate::model::feature::FEATURES;
use crate::model::{Reading, read};

use super::games::Position;
use super::keys::Identity;

/// The weights being learnt.
#[derive(Debug)]
pub struct Learner {
    places: HashMap<u32, u32, Identity>,
    pub weights: Vec<f32>,
    squares: Vec<f32>,
    found: Vec<(u16, u32)>,
    points: Vec<u16>,
    pub rate: f32,
}

/// How well moves were foretold.
#[derive(Debug, Clone, Copy, Default)]
pub struct Accuracy {
    pub positions: u64,
    pub first: u64,
    pub five: u64,
    pub loss: f64,
}

impl Accuracy {
    pub fn add(&mut self, other: Accuracy) {
        self.positions += other.positions;
        self.first += other.first;
        self.five += other.five;
        self.loss += other.loss;
    }
}

struct Found<'a> {
    places: &'a HashMap<u32, u32, Identity>,
    found: &'a mut Vec<(u16, u32)>,
}

impl Reading for Found<'_> {
    fn feature(&mut self, point: Point, feature: u16) {
        self.found.push((point.index() as u16, u32::from(feature)));
    }

    fn shape(&mut self, point: Point, key: u32) -> bool {
        let place = self.places.get(&key);
        place.inspect(|&&place| self.found.push((point.index() as u16, place))).is_some()
    }
}

impl Learner {
    /// A learner that knows nothing but which shapes to tell apart.
    pub fn new(shapes: &[u32], rate: f32) -> Learner {
        let count = FEATURES + shapes.len();
        let places = shapes.iter().zip(FEATURES as u32..).map(|(&key, place)| (key, place));
        Learner {
            places: places.collect(),
            weights: vec![0.0; count],
            squares: vec![1e-2; count],
            found: Vec::new(),
            points: Vec::new(),
            rate,
        }
    }

    /// Looks at a position, and learns from it.
    pub fn see<const W: usize>(&mut self, position: &Position<'_, W>, learns: bool) -> Accuracy {
        let Position { board, color, last, played } = *position;
        if !board.is_playable(color, played) {
            return Accuracy::default();
        }
        self.found.clear();
        let mut found = Found { places: &self.places, found: &mut self.found };
        read(board, color, last, &mut found);
        let mut scores = PointMap::<f32, W>::new(0.0);
        for &(point, place) in &self.found {
            scores[usize::from(point)] += self.weights[place as usize];
        }
        self.points.clear();
        let playable = board.empty_points().iter().filter(|&&v| board.is_playable(color, v));
        self.points.extend(playable.map(|v| v.index() as u16));
        let highest = self.points.iter().map(|&v| scores[usize::from(v)]).fold(f32::MIN, f32::max);
        let own = scores[played];
        let better = self.points.iter().filter(|&&v| scores[usize::from(v)] > own).count();
        let mut shares = PointMap::<f32, W>::new(0.0);
        let mut sum = 0.0;
        for &v in &self.points {
            let share = (scores[usize::from(v)] - highest).exp();
            shares[usize::from(v)] = share;
            sum += share;
        }
        let loss = sum.ln() - (own - highest);
        if learns {
            let scale = 1.0 / sum;
            for &v in &self.points {
                shares[usize::from(v)] *= -scale;
            }
            shares[played] += 1.0;
            for &(point, place) in &self.found {
                let slope = shares[usize::from(point)];
                let place = place as usize;
                self.squares[place] += slope * slope;
                self.weights[place] += self.rate * slope / self.squares[place].sqrt();
            }
        }
        Accuracy {
            positions: 1,
            first: u64::from(better == 0),
            five: u64::from(better < 5),
            loss: f64::from(loss),
        }
    }
}
