//! The choice of a move after a search: a mixture with the human policy, and a temperature (KataGo's formulas).
//!
//! By default both are off, and the best move is played.

use crate::go::{Color, Game, Move};
use crate::search::{Candidate, HumanParams, MoveFilter, RawNetOutput, Rng};
use crate::settings::MoveChoiceParams;

/// The divisor of the best value that limits subtraction and pruning.
const LIMIT_PART: f64 = 64.0;

/// The temperature below which the best move is played.
const LEAST_TEMPERATURE: f64 = 1e-4;

impl MoveChoiceParams {
    /// Returns the temperature of the turn with this index, from 0, on a board of `points` points.
    pub(super) fn temperature_at(&self, turn: usize, points: usize) -> f64 {
        let halflives = turn as f64 / self.temperature_halflife * 19.0 / (points as f64).sqrt();
        let early = self.temperature_early - self.temperature;
        early.mul_add(libm::exp2(-halflives), self.temperature)
    }

    /// Subtracts and prunes in selection values.
    fn reduce(&self, values: &mut [f64]) {
        let most = values.iter().copied().fold(0.0, f64::max) / LIMIT_PART;
        let (subtracted, least) = (self.subtract.min(most), self.prune.min(most));
        for value in values {
            *value = if *value < least { 0.0 } else { (*value - subtracted).max(0.0) };
        }
    }
}

/// A move for the choice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WeightedMove {
    pub(super) mv: Move,
    /// The selection value of the search; 0 if it did not search the move.
    pub(super) value: f64,
    /// The mean utility for the player to move; `None` if the search did not search the move.
    pub(super) utility: Option<f64>,
    /// The probability by the human policy.
    pub(super) human: f64,
}

/// Returns the moves of a search for the choice, with reduced values. With a human evaluation, all legal and allowed
/// moves are included. `decided` is the move of the engine, which decides on passes by other rules than the values.
pub(super) fn weighted_moves(
    candidates: &[Candidate],
    decided: Move,
    human: Option<(&Game, &RawNetOutput)>,
    (color, filter): (Color, &MoveFilter),
    params: &MoveChoiceParams,
) -> Vec<WeightedMove> {
    let mut values: Vec<f64> = candidates.iter().map(|it| it.play_selection_value).collect();
    params.reduce(&mut values);
    let searched = candidates.iter().zip(values).map(|(candidate, value)| WeightedMove {
        mv: candidate.mv,
        value: if (candidate.mv == Move::Pass) == (decided == Move::Pass) { value } else { 0.0 },
        utility: Some(candidate.utility),
        human: 0.0,
    });
    let mut moves: Vec<WeightedMove> = searched.collect();
    for (mv, human) in human.iter().flat_map(|(game, output)| output.moves(game.size())) {
        if !filter.allows(color, mv, 0) {
            continue;
        }
        match moves.iter_mut().find(|it| it.mv == mv) {
            Some(known) => known.human = human,
            None => moves.push(WeightedMove { mv, value: 0.0, utility: None, human }),
        }
    }
    if decided == Move::Pass && moves.iter().all(|it| it.value == 0.0) {
        moves.retain(|it| it.mv != Move::Pass);
        let human = human.map_or(0.0, |(_, output)| output.pass.into());
        moves.push(WeightedMove { mv: Move::Pass, value: 1.0, utility: None, human });
    }
    moves
}

/// Mixes the human policy into the selection values, in KataGo's steps: moves that lose utility become less likely,
/// and the human share of the total value is distributed by the result.
pub(super) fn mix_human_policy(moves: &mut [WeightedMove], params: &HumanParams) {
    let utilities = || moves.iter().filter_map(|it| it.utility);
    let mean = utilities().sum::<f64>() / utilities().count().max(1) as f64;
    let best = utilities().fold(mean, f64::max);
    let total: f64 = moves.iter().map(|it| it.value).sum();
    let weight = |it: &WeightedMove| {
        let loss = best - it.utility.unwrap_or(mean);
        it.human * libm::exp(-loss / params.chosen_move_pikl_lambda)
    };
    let mut weights: Vec<f64> = moves.iter().map(weight).collect();
    scale_to(&mut weights, 1.0);
    if params.chosen_move_ignore_pass
        && total > 0.0
        && let Some(pass) = moves.iter().position(|it| it.mv == Move::Pass)
    {
        weights[pass] = 0.0;
        scale_to(&mut weights, (total - moves[pass].value) / total);
        weights[pass] = moves[pass].value / total;
    }
    // Without any searched move, the human policy decides alone.
    let (share, total) = match total > 0.0 {
        true => (params.chosen_move_prop, total),
        false => (1.0, 1.0),
    };
    for (it, weight) in moves.iter_mut().zip(weights) {
        it.value = (1.0 - share) * it.value + share * total * weight;
    }
}

fn scale_to(weights: &mut [f64], total: f64) {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        weights.iter_mut().for_each(|weight| *weight *= total / sum);
    }
}

/// Draws a move in proportion to its value after a temperature, which applies to moves below a share of the total
/// value. Returns `None` if no move has a value.
pub(super) fn draw_move(
    moves: &[WeightedMove],
    temperature: f64,
    only_below: f64,
    rng: &mut Rng,
) -> Option<Move> {
    let best = moves
        .iter()
        .filter(|it| it.value > 0.0)
        .reduce(|a, b| if b.value > a.value { b } else { a })?;
    if temperature <= LEAST_TEMPERATURE && only_below >= 1.0 {
        return Some(best.mv);
    }
    let values: Vec<f64> = moves.iter().map(|it| it.value).collect();
    let weights = tempered(&values, temperature, only_below);
    // 53 bits, the precision of an `f64`.
    let unit = (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64;
    let mut rest = unit * weights.iter().sum::<f64>();
    let drawn =
        moves.iter().zip(&weights).filter(|(_, weight)| **weight > 0.0).find(|(_, weight)| {
            rest -= **weight;
            rest < 0.0
        });
    // Rounding may leave a remainder above 0 after the last move.
    Some(drawn.map_or(best.mv, |(it, _)| it.mv))
}

/// Returns the weights of values after a temperature that applies to values below a share of their sum.
fn tempered(values: &[f64], temperature: f64, only_below: f64) -> Vec<f64> {
    let most = values.iter().copied().fold(0.0, f64::max);
    let sum: f64 = values.iter().sum();
    let limit = libm::log(only_below * sum / most).min(0.0);
    let temperature = temperature.max(LEAST_TEMPERATURE);
    let weight = |&value: &f64| {
        let log = libm::log(value / most);
        match value > 0.0 {
            false => 0.0,
            true if log > limit => value / most,
            true => libm::exp(limit + (log - limit) / temperature),
        }
    };
    values.iter().map(weight).collect()
}

/// The share of a mean delay that a move of probability 0 has, and the added probability, in KataGo's formula.
const DELAY_SHARE: f64 = 0.5;
const DELAY_PROBABILITY: f64 = 0.1;

/// Returns the seconds of a human-like delay before a move with a probability, drawn from a Gamma distribution of
/// shape 2; unlikely moves take longer.
pub(super) fn human_delay(scale: f64, probability: f64, rng: &mut Rng) -> f64 {
    let mean = DELAY_SHARE * scale / (probability + DELAY_PROBABILITY);
    // The sum of two exponential deviates; the argument of the logarithm is above 0.
    let deviate: f64 = [(); 2].iter().map(|()| -libm::log(1.0 - f64::from(rng.unit()))).sum();
    deviate * mean / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::BoardSize;

    fn moves(rows: &[(f64, Option<f64>, f64)]) -> Vec<WeightedMove> {
        let points = BoardSize::STANDARD.points();
        // The last row is the pass.
        let played = points.take(rows.len() - 1).map(Move::Play).chain([Move::Pass]);
        let made = |(mv, &(value, utility, human))| WeightedMove { mv, value, utility, human };
        played.zip(rows).map(made).collect()
    }

    fn values(moves: &[WeightedMove]) -> Vec<f64> {
        moves.iter().map(|it| it.value).collect()
    }

    fn assert_close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    const ROWS: [(f64, Option<f64>, f64); 4] =
        [(60.0, Some(0.2), 0.1), (30.0, Some(0.1), 0.5), (0.0, None, 0.3), (10.0, Some(0.0), 0.1)];

    #[test]
    fn human_mixture_matches_naive_formula() {
        let params = HumanParams {
            chosen_move_prop: 0.7,
            chosen_move_pikl_lambda: 0.05,
            ..HumanParams::default()
        };
        // The unsearched move has the mean utility 0.1; the highest is 0.2.
        let losses = [0.0_f64, 0.1, 0.1, 0.2];
        let weights: Vec<f64> = [0.1, 0.5, 0.3, 0.1]
            .iter()
            .zip(losses)
            .map(|(human, loss)| human * (-loss / 0.05).exp())
            .collect();
        let sum: f64 = weights.iter().sum();
        let searched = [60.0, 30.0, 0.0, 10.0];
        let expected: Vec<f64> = (weights.iter().zip(searched))
            .map(|(weight, value)| 0.3 * value + 0.7 * 100.0 * weight / sum)
            .collect();
        let mut found = moves(&ROWS);
        mix_human_policy(&mut found, &params);
        assert_close(&values(&found), &expected);
    }

    #[test]
    fn ignored_pass_keeps_its_search_share() {
        let params = HumanParams {
            chosen_move_prop: 1.0,
            chosen_move_ignore_pass: true,
            ..HumanParams::default()
        };
        let mut found = moves(&ROWS);
        mix_human_policy(&mut found, &params);
        let played = [0.1, 0.5, 0.3].map(|human| 90.0 * human / 0.9);
        let found = values(&found);
        for (found, expected) in found.iter().zip(played.into_iter().chain([10.0])) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn temperature_matches_naive_formula() {
        let values = [8.0, 4.0, 2.0, 0.0];
        assert_close(&tempered(&values, 1.0, 1.0), &[1.0, 0.5, 0.25, 0.0]);
        assert_close(&tempered(&values, 0.5, 1.0), &[1.0, 0.25, 0.0625, 0.0]);
        assert_close(&tempered(&values, 2.0, 1.0), &[1.0, 0.5_f64.sqrt(), 0.5, 0.0]);
        // Below a fifth of 14, which is 2.8: only the third value changes, from 2 to 2.8 · (2 / 2.8)².
        let third = 2.8 / 8.0 * (2.0_f64 / 2.8).powi(2);
        assert_close(&tempered(&values, 0.5, 0.2), &[1.0, 0.5, third, 0.0]);
    }

    #[test]
    fn temperature_decays_with_turns() {
        let params = MoveChoiceParams {
            temperature: 0.2,
            temperature_early: 0.6,
            temperature_halflife: 10.0,
            ..MoveChoiceParams::default()
        };
        assert_close(&[0, 10, 20].map(|turn| params.temperature_at(turn, 361)), &[0.6, 0.4, 0.3]);
        let small = 0.2 + 0.4 * 0.5_f64.powf(19.0 / 9.0);
        assert_close(&[params.temperature_at(10, 81)], &[small]);
    }

    #[test]
    fn values_are_subtracted_and_pruned_within_limits() {
        let reduced = |subtract, prune| {
            let mut values = [640.0, 9.0, 3.0, 0.5];
            let params = MoveChoiceParams { subtract, prune, ..MoveChoiceParams::default() };
            params.reduce(&mut values);
            values
        };
        assert_eq!(reduced(0.0, 1.0), [640.0, 9.0, 3.0, 0.0]);
        assert_eq!(reduced(4.0, 0.0), [636.0, 5.0, 0.0, 0.0]);
        assert_eq!(reduced(0.0, 1e9), [640.0, 0.0, 0.0, 0.0], "at most 10");
    }

    #[test]
    fn draws_follow_values() {
        let (mut rng, moves) = (Rng::new(7), moves(&ROWS));
        const DRAWS: usize = 2000;
        let mut counts = [0.0; 4];
        for _ in 0..DRAWS {
            let mv = draw_move(&moves, 1.0, 1.0, &mut rng).expect("some move has a value");
            counts[moves.iter().position(|it| it.mv == mv).expect("a known move")] += 1.0;
        }
        assert_eq!(counts[2], 0.0, "a move without value");
        let expected = [60.0, 30.0, 10.0].map(|share| share / 100.0 * DRAWS as f64);
        let found = [counts[0], counts[1], counts[3]];
        let terms =
            expected.iter().zip(found).map(|(due, found): (&f64, f64)| (found - due).powi(2) / due);
        // The 99.9 % quantile of chi-square with two degrees of freedom.
        let chi_square: f64 = terms.sum();
        assert!(chi_square < 13.8, "{chi_square} {counts:?}");
        let coldest = (0..50).map(|_| draw_move(&moves, 0.0, 1.0, &mut rng));
        assert!(coldest.into_iter().all(|mv| mv == Some(moves[0].mv)));
        assert_eq!(draw_move(&[], 1.0, 1.0, &mut rng), None);
    }

    #[test]
    fn unlikely_moves_take_longer() {
        let mean = |probability: f64| {
            let mut rng = Rng::new(3);
            (0..20_000).map(|_| human_delay(2.0, probability, &mut rng)).sum::<f64>() / 20_000.0
        };
        assert!((mean(0.9) - 1.0).abs() < 0.03, "{}", mean(0.9));
        assert!((mean(0.1) - 5.0).abs() < 0.15, "{}", mean(0.1));
    }
}
