//! Distributes a game's playouts among its positions.
//!
//! The first pass distributes a quarter of them evenly. The rest goes to unclear positions, in proportion to
//! `sqrt(p (1 - p) c)`. Here p is the win rate, whose search noise is `sqrt(p (1 - p))`, and c the largest change of p by the
//! moves that lead to or from the position. A position that would get little more than in the first pass is not
//! searched again.

use crate::review::game::game_positions::GamePositions;

/// The divisor of the playouts that gives the share of the first pass.
const FIRST_PART: u64 = 4;

/// The minimum ratio of second to first search, since the second one starts from scratch.
const WORTH: f64 = 1.4;

/// The maximum playouts of a position, as a multiple of the mean.
const MOST: u64 = 2;

/// Added to a change of win rate: its variation between seeds without an actual change.
const LEAST_CHANGE: f64 = 0.02;

/// Returns the playouts of each search in the first pass.
pub(in crate::review) fn first_pass_playouts(mean: u64) -> u64 {
    (mean / FIRST_PART).max(1)
}

/// Returns the positions to search again with their playouts. `winrates` are the results of the first pass, from the
/// view of the player to move.
pub(in crate::review) fn second_playouts(
    course: &GamePositions,
    winrates: &[f64],
    mean: u64,
) -> Vec<(usize, u64)> {
    let first = first_pass_playouts(mean);
    let left = (mean - first) * winrates.len() as u64;
    let (least, most) = (first as f64 * WORTH, (mean * MOST) as f64);
    let weights = weights(course, winrates);
    let playouts = |weight: f64, scale: f64| {
        let wanted = (weight * scale).min(most);
        if wanted < least { 0 } else { wanted as u64 }
    };
    let total = |scale: f64| weights.iter().map(|&weight| playouts(weight, scale)).sum::<u64>();
    // Bisection for the largest scale within the budget.
    let (mut scale, mut step) = (0.0, most / LEAST_WEIGHT);
    for _ in 0..80 {
        step /= 2.0;
        if total(scale + step) <= left {
            scale += step;
        }
    }
    let again = weights.iter().map(|&weight| playouts(weight, scale)).enumerate();
    again.filter(|&(_, playouts)| playouts > 0).collect()
}

/// The minimum weight of a position.
const LEAST_WEIGHT: f64 = 0.001;

/// Returns the weight of each position: how unclear it is.
fn weights(course: &GamePositions, winrates: &[f64]) -> Vec<f64> {
    let mut changes = vec![0.0_f64; winrates.len()];
    for played in &course.moves {
        let of_mover = |place: usize| match course.situations[place].color == played.color {
            true => winrates[place],
            false => 1.0 - winrates[place],
        };
        let change = (of_mover(played.before) - of_mover(played.after)).abs();
        for place in [played.before, played.after] {
            changes[place] = changes[place].max(change);
        }
    }
    let weight = |(p, change): (&f64, f64)| (p * (1.0 - p) * (change + LEAST_CHANGE)).sqrt();
    winrates.iter().zip(changes).map(weight).map(|weight| weight.max(LEAST_WEIGHT)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::format::{self, Format};

    fn course() -> GamePositions {
        let sgf = b"(;GM[1]FF[4]SZ[9];B[ee];W[ec];B[gc];W[ge];B[ed];W[dc];B[gd])";
        let reading = format::read(sgf, Format::Sgf);
        GamePositions::of(&reading.records[0], false, None).expect("a game")
    }

    #[test]
    fn allocation_respects_budget_and_favours_unclear_positions() {
        let course = course();
        // Black's winrate falls from move 4 to 5; at the end all is decided.
        let of_black = [0.5, 0.5, 0.51, 0.5, 0.55, 0.1, 0.01, 0.0];
        let turns = course.situations.iter().map(|situation| situation.color as u8 == 1);
        let winrates: Vec<f64> =
            of_black.iter().zip(turns).map(|(p, black)| if black { *p } else { 1.0 - p }).collect();
        for mean in [1, 2, 7, 100, 500, 1_000_000] {
            let again = second_playouts(&course, &winrates, mean);
            let spent: u64 = again.iter().map(|&(_, playouts)| playouts).sum();
            assert!(spent + 8 * first_pass_playouts(mean) <= 8 * mean, "{mean}: {again:?}");
            assert!(again.iter().all(|&(_, playouts)| playouts <= MOST * mean));
        }
        let again = second_playouts(&course, &winrates, 100);
        let most = again.iter().max_by_key(|&&(_, playouts)| playouts).expect("there are some");
        assert_eq!(most.0, 4, "{again:?}");
        assert!(again.iter().all(|&(place, _)| place < 7), "decided: {again:?}");
        let spent: u64 = again.iter().map(|&(_, playouts)| playouts).sum();
        assert!(spent > 500, "most of what is left: {again:?}");
    }
}
