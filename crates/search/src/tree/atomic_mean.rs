//! Running means of scores and ownership that all threads of a search update without locks.
//!
//! A new value changes the mean by its share: `mean += (value - mean) / visits`. Unlike a sum, a mean never
//! overflows, and if a race loses a value, the result is still the mean of the others.

use std::sync::atomic::Ordering::Relaxed;

// Loom explores all thread interleavings and memory orderings.
#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicU32, AtomicU64};
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicU32, AtomicU64};

/// The flag of a word that contains a score: the sign bit of the variance, which is never negative.
const HAS_SCORE: u64 = 1 << 63;

/// The mean and variance of scores in points, positive for Black: two `f32` in one word.
#[derive(Debug, Default)]
pub(super) struct ScoreMean(AtomicU64);

impl ScoreMean {
    /// Adds the score of the visit with this number, counting from 1.
    pub(super) fn add(&self, score: f32, number: u32) {
        let (mean, variance) = self.unpacked();
        // While the first visits run concurrently, the one that finishes first may have a higher number.
        let is_first = self.0.load(Relaxed) & HAS_SCORE == 0;
        let part = if is_first { 1.0 } else { 1.0 / number as f32 };
        let new = mean + (score - mean) * part;
        let spread = (score - mean) * (score - new);
        let variance = (variance + (spread - variance) * part).max(0.0);
        let both = u64::from(new.to_bits()) | u64::from(variance.to_bits()) << 32;
        self.0.store(both | HAS_SCORE, Relaxed);
    }

    /// Adds the mean of other visits, which are the fraction `part` of all; their variance is assumed to be the same.
    pub(super) fn add_mean(&self, other: f32, part: f32) {
        let is_first = self.0.load(Relaxed) & HAS_SCORE == 0;
        let (mean, variance) = self.unpacked();
        let new = if is_first { other } else { mean + (other - mean) * part };
        let both = u64::from(new.to_bits()) | u64::from(variance.to_bits()) << 32;
        self.0.store(both | HAS_SCORE, Relaxed);
    }

    /// Returns the mean and variance as [`Scores`] of `visits` visits.
    pub(super) fn scores(&self, visits: u32) -> Scores {
        let (mean, variance) = self.unpacked();
        Scores { visits: visits.into(), mean: mean.into(), variance: variance.into() }
    }

    /// Copies another mean.
    pub(super) fn copy_from(&self, other: &ScoreMean) {
        self.0.store(other.0.load(Relaxed), Relaxed);
    }

    fn unpacked(&self) -> (f32, f32) {
        let both = self.0.load(Relaxed) & !HAS_SCORE;
        (f32::from_bits(both as u32), f32::from_bits((both >> 32) as u32))
    }
}

/// The number of visits with the mean of all moves that are added to a move's own visits in a shrunk mean.
const SHRINKAGE: f64 = 20.0;

/// The scores of some visits in points, positive for Black.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Scores {
    pub(super) visits: f64,
    pub(super) mean: f64,
    pub(super) variance: f64,
}

impl Scores {
    /// Returns the scores shrunk towards those of all moves, so that a few visits do not give an extreme mean.
    pub(super) fn shrunk(self, all: Scores) -> Scores {
        [self, Scores { visits: SHRINKAGE, ..all }].into_iter().sum()
    }
}

impl std::iter::Sum for Scores {
    fn sum<I: Iterator<Item = Scores>>(all: I) -> Scores {
        all.fold(Scores::default(), |a, b| {
            let visits = a.visits + b.visits;
            if visits <= 0.0 {
                return a;
            }
            let part = b.visits / visits;
            let apart = b.mean - a.mean;
            Scores {
                visits,
                mean: a.mean + apart * part,
                variance: a.variance
                    + (b.variance - a.variance) * part
                    + apart * apart * part * (1.0 - part),
            }
        })
    }
}

/// Black's mean ownership of each point at the end of playouts, -1 to 1, row by row from the bottom left.
///
/// The first cell is the number of visits, each other cell the `f32` of a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct OwnershipMean<'a>(&'a [AtomicU32]);

impl<'a> OwnershipMean<'a> {
    /// Returns the number of cells for a board of `points` points.
    pub(super) const fn cells(points: usize) -> usize {
        points + 1
    }

    /// Wraps cells; they are all 0 before the first visit.
    pub(super) fn new(cells: &'a [AtomicU32]) -> Self {
        OwnershipMean(cells)
    }

    /// Adds the ownership at the end of a playout.
    pub(super) fn add(self, owners: &[f32]) {
        let [visits, means @ ..] = self.0 else { return };
        let number = visits.load(Relaxed) + 1;
        visits.store(number, Relaxed);
        let part = 1.0 / number as f32;
        for (cell, &owner) in means.iter().zip(owners) {
            let mean = f32::from_bits(cell.load(Relaxed));
            cell.store((mean + (owner - mean) * part).to_bits(), Relaxed);
        }
    }

    /// Returns the number of visits.
    pub(super) fn visits(self) -> u32 {
        self.0[0].load(Relaxed)
    }

    /// Returns Black's mean ownership of each point, row by row from the bottom left; 0 before the first visit.
    pub(super) fn means(self) -> impl Iterator<Item = f64> + 'a {
        self.0[1..].iter().map(|cell| f32::from_bits(cell.load(Relaxed)).into())
    }

    /// Returns the means shrunk towards those of all moves, so that a few visits do not give an extreme mean.
    pub(super) fn shrunk(self, all: impl Iterator<Item = f64>) -> impl Iterator<Item = f64> {
        let part = SHRINKAGE / (SHRINKAGE + f64::from(self.visits()));
        self.means().zip(all).map(move |(own, all)| own + (all - own) * part)
    }

    /// Copies other means.
    pub(super) fn copy_from(self, other: OwnershipMean<'_>) {
        for (cell, from) in self.0.iter().zip(other.0) {
            cell.store(from.load(Relaxed), Relaxed);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn mean_of(scores: &[f32]) -> Scores {
        let mean = ScoreMean::default();
        for (number, &score) in (1..).zip(scores) {
            mean.add(score, number);
        }
        mean.scores(scores.len() as u32)
    }

    #[test]
    fn score_mean_matches_mean_and_variance() {
        let found = mean_of(&[1.0, 2.0, 3.0, 6.0]);
        assert!(
            (found.mean - 3.0).abs() < 1e-6 && (found.variance - 3.5).abs() < 1e-6,
            "{found:?}"
        );
        let [one, other] = [mean_of(&[1.0, 2.0]), mean_of(&[3.0, 6.0])];
        let both: Scores = [one, other].into_iter().sum();
        assert!((both.mean - 3.0).abs() < 1e-6 && (both.variance - 3.5).abs() < 1e-6, "{both:?}");
        let long: Vec<f32> = (0..100_000).map(|i| if i % 4 == 0 { 20.0 } else { -5.5 }).collect();
        let found = mean_of(&long);
        assert!((found.mean - 0.875).abs() < 1e-2, "{found:?}");
        assert_eq!([Scores::default(); 2].into_iter().sum::<Scores>(), Scores::default());
    }

    #[test]
    fn shrinkage_falls_with_visits() {
        let scores = |visits, mean| Scores { visits, mean, variance: 0.0 };
        let all = scores(1000.0, 5.0);
        let lead = |own: Scores| own.shrunk(all).mean;
        assert_eq!([lead(scores(0.0, 0.0)), lead(scores(20.0, 25.0))], [5.0, 15.0]);
        assert!((24.0..25.0).contains(&lead(scores(1000.0, 25.0))));
        let few = scores(5.0, -2.0).shrunk(scores(10.0, 2.0));
        assert!(few.mean > 0.0 && few.variance > 1.0, "{few:?}");
    }

    #[test]
    fn first_score_has_full_weight_with_concurrent_visits() {
        let mean = ScoreMean::default();
        mean.add(8.0, 2);
        mean.add(4.0, 2);
        assert_eq!(mean.scores(2).mean, 6.0);
    }

    #[test]
    fn ownership_mean_averages_and_copies() {
        let cells: Vec<AtomicU32> = (0..6).map(|_| AtomicU32::new(0)).collect();
        let (one, other) = cells.split_at(3);
        let [one, other] = [one, other].map(OwnershipMean::new);
        assert_eq!((one.visits(), one.means().collect::<Vec<_>>()), (0, vec![0.0; 2]));
        for owners in [[1.0, -1.0], [1.0, 1.0], [1.0, 0.0], [1.0, -1.0]] {
            one.add(&owners);
        }
        other.copy_from(one);
        let means: Vec<f64> = other.means().collect();
        assert_eq!((other.visits(), means[0]), (4, 1.0));
        assert!((means[1] + 0.25).abs() < 1e-6, "{means:?}");
        let shrunk: Vec<f64> = other.shrunk([0.4, 0.4].into_iter()).collect();
        assert!((shrunk[0] - 0.5).abs() < 1e-6, "{shrunk:?}");
    }
}
