//! The file format of training targets: a row per sample of the `.rec` file.
//!
//! The header has 64 bytes: `GOTCH001`, header length, board size, row length, moves per row (32 bits each), number
//! of rows (64 bits), zeros. Integers are little-endian. Values are for the player to move. Points are in row-major
//! order from the top left.
//!
//! | at | type | what |
//! | --- | --- | --- |
//! | 0
//! i16
//! the expected result, -1 to 1, x 32767; -32768 if absent |
//! | 2
//! i16
//! the score in points x 16; -32768 if absent |
//! | 4 | 2 u16 | 0 |
//! | 8
//! 16 u16
//! the most probable moves: a point, the number of points for a pass, 65535 for an unused entry |
//! | 40 | 16 u16 | their probabilities x 65535 |
//! | 72
//! i8 per point
//! the owner x 127; -128 if absent. A zero pads an odd number of points |

use super::row_layout::RowLayout;
use crate::go::BoardSize;
use crate::nn::point_index;
use crate::search::{RawNetOutput, Report};

/// The number of moves per row.
const MOVES: usize = 16;
/// An unused move.
const NONE: u16 = u16::MAX;
/// An absent value or score.
const ABSENT: i16 = i16::MIN;
/// An absent owner.
const NO_OWNER: i8 = i8::MIN;

/// Returns the row length in bytes.
fn row_length(size: BoardSize) -> usize {
    8 + 4 * MOVES + size.area() + size.area() % 2
}

/// Returns the layout of these files.
pub(super) fn form(size: BoardSize) -> RowLayout {
    RowLayout { magic: b"GOTCH001", size, row_length: row_length(size), parts: MOVES }
}

/// Appends a row.
pub(super) fn push(bytes: &mut Vec<u8>, size: BoardSize, opinion: &NetTarget) {
    let start = bytes.len();
    for (number, steps) in [(opinion.value, 32767.0), (opinion.score, 16.0)] {
        bytes.extend(stepped(number, steps, i16::MAX, ABSENT).to_le_bytes());
    }
    bytes.extend([0; 4]);
    let mut moves: Vec<(u16, f64)> = (0..).zip(opinion.policy.iter().copied()).collect();
    moves.retain(|&(_, probability)| probability > 0.0);
    moves.sort_by(|one, other| other.1.total_cmp(&one.1));
    moves.resize(MOVES, (NONE, 0.0));
    bytes.extend(moves.iter().flat_map(|&(mv, _)| mv.to_le_bytes()));
    let probability = |&(_, it): &(u16, f64)| (it.min(1.0) * 65535.0).round_ties_even() as u16;
    bytes.extend(moves.iter().flat_map(|it| probability(it).to_le_bytes()));
    let owner = |&owner: &f64| stepped(owner, 127.0, i8::MAX.into(), NO_OWNER.into()) as i8 as u8;
    bytes.extend(opinion.ownership.iter().map(owner));
    bytes.resize(start + row_length(size), 0);
}

/// Rounds a number to steps; `absent` marks an absent value.
fn stepped(number: f64, steps: f64, most: i16, absent: i16) -> i16 {
    let most = f64::from(most);
    match number.is_finite() {
        true => (number * steps).round_ties_even().clamp(-most, most) as i16,
        false => absent,
    }
}

/// The evaluation of a position, for the player to move.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NetTarget {
    /// The expected result, -1 (lost) to 1.
    pub value: f64,
    /// The expected lead of a KataGo net, the expected score of a built-in net or a search; in points.
    pub score: f64,
    /// The policy by point, in row-major order from the top left, then for a pass; 0 for illegal moves.
    pub policy: Vec<f64>,
    /// The expected owner of each point, -1 (opponent) to 1, in row-major order from the top left.
    pub ownership: Vec<f64>,
}

impl NetTarget {
    /// Returns the mean of at least one evaluation.
    pub(super) fn of(answers: &[RawNetOutput]) -> NetTarget {
        let area = answers.first().map_or(0, |answer| answer.ownership.len());
        let mut mean = NetTarget {
            value: 0.0,
            score: 0.0,
            policy: vec![0.0; area + 1],
            ownership: vec![0.0; area],
        };
        let part = 1.0 / answers.len() as f64;
        for answer in answers {
            mean.value += part * f64::from(answer.win - answer.loss);
            mean.score += part * f64::from(answer.lead);
            let points = answer.policy.iter().map(|it| it.unwrap_or(0.0)).chain([answer.pass]);
            mean.policy.iter_mut().zip(points).for_each(|(sum, it)| *sum += part * f64::from(it));
            let owners = answer.ownership.iter();
            mean.ownership
                .iter_mut()
                .zip(owners)
                .for_each(|(sum, &it)| *sum += part * f64::from(it));
        }
        mean
    }

    /// Returns the same policy with the value, score and ownership of a search.
    pub(super) fn searched(mut self, report: &Report, size: BoardSize) -> NetTarget {
        for &(point, owner) in &report.ownership {
            self.ownership[point_index(size, point)] = owner;
        }
        NetTarget { value: 2.0 * report.winrate - 1.0, score: report.score_mean, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_contains_top_moves_and_missing_ownership() {
        let size = BoardSize::new(5).expect("a size");
        let mut policy = vec![0.001; 26];
        policy[3] = 0.0;
        policy[25] = 0.5;
        policy[7] = 0.25;
        let mut ownership = vec![-1.0; 25];
        ownership[1] = f64::NAN;
        ownership[2] = 0.5;
        let opinion = NetTarget { value: -0.5, score: 5000.0, policy, ownership };
        let mut bytes = Vec::new();
        push(&mut bytes, size, &opinion);
        assert_eq!(bytes.len() as u64 + 64, form(size).file_length(1));
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        assert_eq!([number(0), number(2)].map(|it| it as i16), [-16384, 32767]);
        assert_eq!([number(8), number(10), number(12)], [25, 7, 0], "the highest, then in order");
        assert!((0..16).all(|place| number(8 + 2 * place) != 3), "an illegal move");
        assert_eq!([number(40), number(42), number(44)], [32768, 16384, 66]);
        assert_eq!(bytes[72..75], [-127i8 as u8, -128i8 as u8, 64]);
        assert_eq!(bytes[97], 0, "25 points are odd");

        let few = NetTarget { value: f64::NAN, policy: vec![0.0; 26], ..opinion };
        let mut bytes = Vec::new();
        push(&mut bytes, size, &few);
        assert_eq!(bytes[..2], i16::MIN.to_le_bytes());
        assert_eq!(bytes[8..40], [255; 32]);
    }
}
