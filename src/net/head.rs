//! The last part of a net, in floating-point numbers: opinions on moves, the winner, the score and
//! whose every point will be.
//!
//! It knows what the tower says of every point, not how that came about.

use super::kernel::activations::Maps;

/// A linear map with a bias.
#[derive(Debug)]
pub struct Linear {
    /// By output, then by input.
    pub weights: Vec<f32>,
    /// By output; empty where there are none.
    pub biases: Vec<f32>,
}

impl Linear {
    /// The image of some numbers.
    pub fn of(&self, numbers: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(numbers.len());
        let biases = self.biases.iter().copied().chain(std::iter::repeat(0.0));
        rows.zip(biases).map(|(row, bias)| product(row, numbers) + bias).collect()
    }
}

/// The scalar product, in eight sums that go on beside each other.
pub fn product(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    let (a_eights, a_rest) = a.as_chunks::<8>();
    let (b_eights, b_rest) = b.as_chunks::<8>();
    for (a, b) in a_eights.iter().zip(b_eights) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

/// What a net thinks of a position, for the player to move.
#[derive(Debug, Clone, PartialEq)]
pub struct Opinion {
    /// How good a move at each point is, in nats; points go row by row from the top left.
    pub moves: Vec<f32>,
    /// How good a pass is, in nats.
    pub pass: f32,
    /// The logarithm of the odds of winning.
    pub win: f32,
    /// The score, in points.
    pub score: f32,
    /// Whose each point will be: from -1, the opponent's, to 1.
    pub ownership: Vec<f32>,
}

/// What a unit of the score's output stands for, in points.
const SCORE_UNIT: f32 = 20.0;

/// The weights of the last part.
#[derive(Debug)]
pub struct Head {
    /// From the pooled numbers to what is added to the policy's.
    pub policy_pool: Linear,
    /// From a point's numbers to its move.
    pub policy: Vec<f32>,
    /// From the pooled numbers to the pass.
    pub pass: Linear,
    /// From the pooled numbers to the hidden ones.
    pub value_hidden: Linear,
    /// From the hidden numbers to winning and the score.
    pub value: Linear,
    /// From the hidden numbers to what a point counts for winning.
    pub gain: Linear,
    /// From a point's numbers to its owner.
    pub ownership: Linear,
}

impl Head {
    /// The opinion, by the numbers of the points: a third each for the policy, for its pooled part and
    /// for the value; and by what the player to move receives beside the board, in points.
    ///
    /// Who wins is in part counted: the points that the owners and the komi make, times a gain that the
    /// net finds. Means over the board could not tell half a point.
    pub fn opinion(&self, maps: &Maps<f32>, komi: f32) -> Opinion {
        let third = maps.channels() / 3;
        let mut pooled = [vec![0.0; third], vec![0.0; third]];
        let mut highest = vec![0.0; third];
        for point in maps.points() {
            let (policy_pool, value) = (&point[third..2 * third], &point[2 * third..]);
            add_positive(&mut pooled[0], policy_pool);
            add_positive(&mut pooled[1], value);
            for (highest, &number) in highest.iter_mut().zip(policy_pool) {
                *highest = number.max(*highest);
            }
        }
        let [policy_means, value_means] = pooled.map(|sums| mean(&sums, maps.area()));
        let policy_pooled = pooled_policy(&policy_means, &highest, maps.lines());
        let offsets = self.policy_pool.of(&policy_pooled);
        let mut hidden = self.value_hidden.of(&pooled_value(&value_means, maps.lines()));
        hidden.iter_mut().for_each(|number| *number = number.max(0.0));
        let value = self.value.of(&hidden);
        let mut positive = vec![0.0; third];
        let mut opinion = Opinion {
            moves: Vec::with_capacity(maps.area()),
            pass: settled(self.pass.of(&policy_pooled)[0]),
            win: 0.0,
            score: settled(value[1] * SCORE_UNIT),
            ownership: Vec::with_capacity(maps.area()),
        };
        for point in maps.points() {
            for ((sum, number), offset) in positive.iter_mut().zip(point).zip(&offsets) {
                *sum = (number + offset).max(0.0);
            }
            opinion.moves.push(settled(product(&self.policy, &positive)));
            for (sum, number) in positive.iter_mut().zip(&point[2 * third..]) {
                *sum = number.max(0.0);
            }
            opinion.ownership.push(libm::tanhf(settled(self.ownership.of(&positive)[0])));
        }
        let lead = opinion.ownership.iter().sum::<f32>() + komi;
        opinion.win = settled(value[0] + soft_positive(self.gain.of(&hidden)[0]) * lead);
        opinion
    }
}

/// Zero in place of what weights out of all proportion may lead to.
fn settled(number: f32) -> f32 {
    if number.is_finite() { number } else { 0.0 }
}

/// A number where it is well above zero, and nearly nothing where it is well below: ln(1 + e^x).
fn soft_positive(number: f32) -> f32 {
    number.max(0.0) + libm::log1pf(libm::expf(-number.abs()))
}

fn add_positive(sums: &mut [f32], numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number.max(0.0);
    }
}

fn mean(sums: &[f32], area: usize) -> Vec<f32> {
    sums.iter().map(|sum| sum / area as f32).collect()
}

/// How far a board is from the middle of sizes, in tens of lines.
fn width(lines: usize) -> f32 {
    (lines as f32 - 14.0) / 10.0
}

/// Means, means by the board's width, and the highest numbers.
pub fn pooled_policy(means: &[f32], highest: &[f32], lines: usize) -> Vec<f32> {
    let by_width = means.iter().map(|mean| mean * width(lines));
    means.iter().copied().chain(by_width).chain(highest.iter().copied()).collect()
}

/// Means, means by the board's width, and by the square of that.
fn pooled_value(means: &[f32], lines: usize) -> Vec<f32> {
    let by = |factor: f32| means.iter().map(move |mean| mean * factor);
    by(1.0).chain(by(width(lines))).chain(by(width(lines).powi(2) - 0.1)).collect()
}
