//! Ratings of several players by the Bradley-Terry model (1952): the first of two players wins with the
//! [expected score](super::expected_score) of their difference in Elo.

use super::crosstable::Crosstable;

/// The rating of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Elo; the mean of all players is 0.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval, in Elo.
    pub error: f64,
}

/// Elo per unit of the natural logarithm of the odds: 400 / ln 10.
const ELO: f64 = 173.717_792_761_248_4;

/// The 97.5 % quantile of the normal distribution.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// The maximum number of steps of Newton's method; about ten are needed.
const STEPS: usize = 100;

/// The maximum change of a rating per step, in units of the natural logarithm of the odds.
const LARGEST_STEP: f64 = 2.0;

/// Returns the maximum-likelihood ratings of all players. Returns `None` if the games do not connect all
/// players.
///
/// A draw counts as half a win for each player. One draw is added for each pair of players that met, so that
/// all ratings are finite. The errors are derived from the curvature of the likelihood at its maximum.
///
/// ```
/// use tianyuan::tournament::statistics::{Crosstable, ratings};
///
/// let mut table = Crosstable::new(3);
/// (0..30).for_each(|game| table.add(0, 1, if game < 20 { 2 } else { 0 }));
/// assert_eq!(ratings(&table), None, "nobody met the third");
/// (0..30).for_each(|game| table.add(1, 2, if game < 20 { 2 } else { 0 }));
/// let [first, second, third] = ratings(&table).expect("all are linked")[..] else { panic!() };
/// assert!(first.elo > 100.0 && second.elo.abs() < 1e-6 && third.elo < -100.0);
/// assert!(second.error < first.error, "it played most games");
/// ```
pub fn ratings(table: &Crosstable) -> Option<Vec<Rating>> {
    let players = table.players();
    if !is_linked(table) {
        return None;
    }
    let mut strengths = vec![0.0; players];
    let mut covariance = Vec::new();
    for _ in 0..STEPS {
        covariance = inverse(curvature(table, &strengths))?;
        let gradient = gradient(table, &strengths);
        let step = covariance.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum());
        let step: Vec<f64> = step.collect();
        let largest = step.iter().fold(0.0, |most: f64, change| most.max(change.abs()));
        // The likelihood is concave, but a long step may overshoot its maximum.
        let part = (LARGEST_STEP / largest).min(1.0);
        strengths.iter_mut().zip(&step).for_each(|(strength, change)| *strength += part * change);
        if largest < 1e-12 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / players as f64;
    // The term that `curvature` adds for the common level does not affect differences from the mean.
    let level = 1.0 / (players * players) as f64;
    let rating = |(player, strength): (usize, f64)| Rating {
        elo: ELO * (strength - mean),
        error: ELO * QUANTILE * (covariance[player][player] - level).max(0.0).sqrt(),
    };
    Some(strengths.into_iter().enumerate().map(rating).collect())
}

/// Returns `true` if games connect all players, directly or indirectly.
fn is_linked(table: &Crosstable) -> bool {
    let players = table.players();
    let mut reached = vec![false; players];
    let mut open: Vec<usize> = (0..players.min(1)).collect();
    while let Some(player) = open.pop() {
        if std::mem::replace(&mut reached[player], true) {
            continue;
        }
        open.extend((0..players).filter(|&other| table.games(player, other) > 0));
    }
    players > 0 && reached.into_iter().all(|it| it)
}

/// Returns the games of two players and the points of the first, including the added draw.
fn games(table: &Crosstable, one: usize, other: usize) -> (f64, f64) {
    match table.games(one, other) {
        0 => (0.0, 0.0),
        games => {
            let points = table.wins(one, other) as f64 + table.draws(one, other) as f64 / 2.0;
            (games as f64 + 1.0, points + 0.5)
        }
    }
}

/// Returns the probability that the first of two players wins.
fn expected(one: f64, other: f64) -> f64 {
    1.0 / (1.0 + (other - one).exp())
}

/// Returns the gradient of the log-likelihood: actual minus expected points.
fn gradient(table: &Crosstable, strengths: &[f64]) -> Vec<f64> {
    let players = 0..strengths.len();
    let of = |one: usize| {
        let rest = |other: usize| {
            let (games, points) = games(table, one, other);
            points - games * expected(strengths[one], strengths[other])
        };
        players.clone().filter(|&other| other != one).map(rest).sum()
    };
    players.clone().map(of).collect()
}

/// Returns the negative Hessian of the log-likelihood, with 1 added to each entry. This fixes the common level,
/// which the games do not determine.
fn curvature(table: &Crosstable, strengths: &[f64]) -> Vec<Vec<f64>> {
    let players = strengths.len();
    let mut matrix = vec![vec![1.0; players]; players];
    for one in 0..players {
        for other in (0..players).filter(|&other| other != one) {
            let chance = expected(strengths[one], strengths[other]);
            let weight = games(table, one, other).0 * chance * (1.0 - chance);
            matrix[one][one] += weight;
            matrix[one][other] -= weight;
        }
    }
    matrix
}

/// Inverts a positive definite matrix by elimination. Returns `None` if it is nearly singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> = vec![vec![0.0; size]; size];
    (0..size).for_each(|place| inverse[place][place] = 1.0);
    for column in 0..size {
        let pivot = matrix[column][column];
        if !(pivot.is_normal() && pivot > 0.0) {
            return None;
        }
        for half in [&mut matrix, &mut inverse] {
            half[column].iter_mut().for_each(|number| *number /= pivot);
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for half in [&mut matrix, &mut inverse] {
                let taken = half[column].clone();
                half[row].iter_mut().zip(taken).for_each(|(number, part)| *number -= factor * part);
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::tournament::statistics::expected_score;

    /// The games of a round robin between players of these strengths, each two so often, with a share of draws.
    fn tournament(elo: &[f64], games: usize, draws: f64, rng: &mut StdRng) -> Crosstable {
        let mut table = Crosstable::new(elo.len());
        for one in 0..elo.len() {
            for other in one + 1..elo.len() {
                for _ in 0..games {
                    let score = match rng.random::<f64>() {
                        drawn if drawn < draws => 1,
                        rest => {
                            let chance = expected_score(elo[one] - elo[other]);
                            2 * usize::from((rest - draws) / (1.0 - draws) < chance)
                        }
                    };
                    table.add(one, other, score);
                }
            }
        }
        table
    }

    /// Zermelo's iteration (1929): the odds of a player are its points over the sum of games by odds. Slow, and
    /// written from the formula alone.
    fn by_iteration(table: &Crosstable) -> Vec<f64> {
        let players = table.players();
        let mut odds = vec![1.0; players];
        for _ in 0..20_000 {
            let next = |one: usize| {
                let others = || (0..players).filter(|&other| table.games(one, other) > 0);
                let points: f64 = others()
                    .map(|other| {
                        0.5 + table.wins(one, other) as f64 + 0.5 * table.draws(one, other) as f64
                    })
                    .sum();
                let games = |other: usize| 1.0 + table.games(one, other) as f64;
                points / others().map(|other| games(other) / (odds[one] + odds[other])).sum::<f64>()
            };
            odds = (0..players).map(next).collect();
            let mean = odds.iter().map(|odds| f64::ln(*odds)).sum::<f64>() / players as f64;
            odds.iter_mut().for_each(|odds| *odds /= mean.exp());
        }
        odds.into_iter().map(|odds| 400.0 * odds.log10()).collect()
    }

    #[test]
    fn ratings_match_slow_iteration() {
        let mut rng = StdRng::seed_from_u64(5);
        for elo in [&[0.0, 50.0][..], &[300.0, 0.0, -100.0], &[10.0, 20.0, 500.0, -400.0, 0.0]] {
            let table = tournament(elo, 30, 0.1, &mut rng);
            let ours = ratings(&table).expect("linked");
            for (ours, slow) in ours.iter().zip(by_iteration(&table)) {
                assert!((ours.elo - slow).abs() < 1e-6, "{ours:?}, not {slow}");
            }
        }
        let mut gauntlet = Crosstable::new(3);
        (0..20).for_each(|game| gauntlet.add(0, 1 + game % 2, 2));
        let ours = ratings(&gauntlet).expect("linked, and nobody is infinitely strong");
        for (ours, slow) in ours.iter().zip(by_iteration(&gauntlet)) {
            assert!((ours.elo - slow).abs() < 1e-6 && ours.error.is_finite(), "{ours:?}, {slow}");
        }
    }

    #[test]
    fn error_for_two_engines_matches_binomial_error() {
        let mut table = Crosstable::new(2);
        (0..399).for_each(|game| table.add(0, 1, if game < 250 { 2 } else { 0 }));
        let [first, second] = ratings(&table).expect("linked")[..] else { panic!("two") };
        let share = 250.5 / 400.0;
        assert!((first.elo - second.elo - 400.0 * f64::log10(share / (1.0 - share))).abs() < 1e-9);
        // The error of the logarithm of the odds of a share; half of it for each, on either side of the mean.
        let error = 1.959_964 / f64::sqrt(400.0 * share * (1.0 - share)) * 400.0 / f64::ln(10.0);
        assert!((2.0 * first.error - error).abs() < 1e-3, "{first:?} {error}");
    }

    #[test]
    fn intervals_have_95_percent_coverage() {
        let mut rng = StdRng::seed_from_u64(6);
        let elo = [120.0, 30.0, -50.0, -100.0];
        let mut inside = 0;
        for _ in 0..500 {
            let found = ratings(&tournament(&elo, 100, 0.0, &mut rng)).expect("linked");
            let is_inside =
                |(found, truth): &(Rating, f64)| (found.elo - truth).abs() < found.error;
            inside += found.into_iter().zip(elo).filter(is_inside).count();
        }
        assert!((1860..=1940).contains(&inside), "{inside} of 2000");
    }

    #[test]
    fn ratings_require_connected_pairings() {
        let mut table = Crosstable::new(4);
        table.add(0, 1, 2);
        table.add(2, 3, 0);
        assert_eq!(ratings(&table), None);
        table.add(1, 2, 1);
        assert_eq!(ratings(&table).map(|all| all.len()), Some(4));
        assert_eq!(ratings(&Crosstable::new(0)), None);
    }
}
