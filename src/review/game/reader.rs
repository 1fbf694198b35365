//! The reader's level, from a human-imitation net: how often players of a rank find the better moves, and which rank
//! explains the moves of a player best.

use crate::go::{Game, Move};
use crate::nn::AnyNet;
use crate::nn::katago::HumanProfile;
use crate::records::record::Size;
use crate::review::game::game_positions::GamePositions;
use crate::review::game::input::ReviewInput;
use crate::review::game::move_review::MoveReview;
use crate::review::position::evaluation::{PointIndex, point};
use crate::review::position::grade::Grade;
use crate::review::position::value::WHOLE;
use crate::search::{HumanGuide, HumanParams};

/// The ranks of the estimate, from weak to strong: every second rank of the net's training data.
pub(in crate::review) const RANKS: [&str; 15] = [
    "20k", "18k", "16k", "14k", "12k", "10k", "8k", "6k", "4k", "2k", "1d", "3d", "5d", "7d", "9d",
];

/// The number of ranks between the reader and the stronger player.
const RANKS_ABOVE: i32 = 4;

/// The minimum probability of a move in the likelihood, so that one slip does not decide the estimate.
const LEAST_PROBABILITY: f64 = 1e-4;

/// Half the 95 % quantile of the chi-square distribution with one degree of freedom, in 1/1000: the difference of log
/// likelihoods within which a rank belongs to the interval.
const INTERVAL: i64 = 1_921;

/// The human net's view of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::review) struct ReaderReview {
    /// The reader's rank, and a rank four above it.
    pub ranks: [String; 2],
    /// For each move of the review, the probabilities in 1/10,000 that players of both ranks find the better move;
    /// `None` for moves that are graded good.
    pub finds: Vec<Option<[i32; 2]>>,
    /// The log likelihoods of Black's and White's main-line moves for each of [`RANKS`], in 1/1000.
    pub likelihoods: [Vec<i64>; 2],
}

/// A rank with its 95 % interval, as indices of [`RANKS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::review) struct RankEstimate {
    /// The most likely rank.
    pub best: usize,
    /// The lowest and the highest rank of the interval.
    pub interval: [usize; 2],
}

impl RankEstimate {
    /// Returns the most likely rank and the ranks whose likelihood is not significantly lower, or `None` without
    /// likelihoods.
    pub(in crate::review) fn of(likelihoods: &[i64]) -> Option<RankEstimate> {
        let most = *likelihoods.iter().max()?;
        let best = likelihoods.iter().position(|&of| of == most)?;
        let is_inside = |of: &i64| most - of <= INTERVAL;
        let lowest = likelihoods.iter().position(is_inside)?;
        let highest = likelihoods.iter().rposition(is_inside)?;
        Some(RankEstimate { best, interval: [lowest, highest] })
    }
}

impl ReaderReview {
    /// Evaluates a game with a human net for a reader of `rank`, such as `5k`. Returns `None` if the net does not
    /// support the board size.
    pub(in crate::review) fn of(
        input: &ReviewInput,
        moves: &[MoveReview<'_>],
        net: &AnyNet,
        rank: &str,
    ) -> Option<ReaderReview> {
        let ranks = [rank.to_string(), stronger_rank(rank)?];
        let mut likelihoods = [vec![0.0; RANKS.len()], vec![0.0; RANKS.len()]];
        let mut finds = Vec::new();
        for reviewed in moves {
            let position = Position::of(input, reviewed, net)?;
            let better = reviewed.better_move().filter(|_| reviewed.grade != Grade::Good);
            finds.push(match better {
                Some(better) => {
                    let [own, stronger] = ranks.each_ref();
                    let of_rank = |rank: &str| position.probability(rank, better);
                    Some([of_rank(own)?, of_rank(stronger)?].map(share))
                }
                None => None,
            });
            if reviewed.played.is_main {
                let sums = &mut likelihoods[reviewed.played.color.index()];
                for (sum, rank) in sums.iter_mut().zip(RANKS) {
                    let probability = position.probability(rank, reviewed.played.point)?;
                    *sum += libm::log(probability.max(LEAST_PROBABILITY));
                }
            }
        }
        let thousandths = |sums: Vec<f64>| sums.iter().map(|sum| (sum * 1000.0) as i64).collect();
        Some(ReaderReview { ranks, finds, likelihoods: likelihoods.map(thousandths) })
    }

    /// Returns the indices of main-line moves from which the reader learns most: sorted by the points lost times the
    /// probability that a player of the reader's rank finds the better move.
    pub(in crate::review) fn learn_first(&self, moves: &[MoveReview<'_>]) -> Vec<usize> {
        let gain = |place: usize| {
            let [own, _] = self.finds[place]?;
            let reviewed = &moves[place];
            let gain = i64::from(reviewed.loss.lead) * i64::from(own);
            (reviewed.played.is_main && gain > 0).then_some((place, gain))
        };
        let mut places: Vec<(usize, i64)> = (0..moves.len()).filter_map(gain).collect();
        places.sort_by_key(|&(place, gain)| (-gain, place));
        places.into_iter().map(|(place, _)| place).collect()
    }
}

/// Converts a probability to 1/10,000.
fn share(probability: f64) -> i32 {
    (probability * f64::from(WHOLE)).round() as i32
}

/// A position before a move.
struct Position<'a> {
    game: Game,
    reviewed: &'a MoveReview<'a>,
    net: &'a AnyNet,
    size: Size,
}

impl<'a> Position<'a> {
    fn of(
        input: &ReviewInput,
        reviewed: &'a MoveReview<'a>,
        net: &'a AnyNet,
    ) -> Option<Position<'a>> {
        let course: &GamePositions = &input.course;
        let game = course.game_at(&input.record, course.situations[reviewed.played.before]).ok()?;
        Some(Position { game, reviewed, net, size: course.size })
    }

    /// Returns the probability that a player of `rank` plays a move.
    fn probability(&self, rank: &str, index: PointIndex) -> Option<f64> {
        let profile = HumanProfile::of_rank(rank)?;
        let guide = HumanGuide { net: self.net.clone(), profile, params: HumanParams::default() };
        let output = guide.evaluate(&self.game, self.reviewed.played.color, 1)?;
        let size = self.game.size();
        let mv = index.map_or(Move::Pass, |index| Move::Play(point(index, self.size).on(size)));
        Some(output.probability(size, mv).into())
    }
}

/// Returns the rank four above `rank`, at most 9d, or `None` if `rank` is not a rank.
fn stronger_rank(rank: &str) -> Option<String> {
    HumanProfile::of_rank(rank)?;
    let number: i32 = rank[..rank.len() - 1].parse().ok()?;
    // 1k is 0, 1d is 1.
    let step = if rank.ends_with('k') { 1 - number } else { number };
    Some(match step + RANKS_ABOVE {
        kyu @ ..=0 => format!("{}k", 1 - kyu),
        dan => format!("{}d", dan.min(9)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_rank_is_four_above() {
        let of = |rank| stronger_rank(rank).unwrap_or_default();
        assert_eq!(
            ["5k", "4k", "1k", "3d", "7d", "20k"].map(of),
            ["1k", "1d", "4d", "7d", "9d", "16k"]
        );
        assert_eq!(stronger_rank("0k"), None);
        assert!(RANKS.iter().all(|rank| HumanProfile::of_rank(rank).is_some()));
    }

    #[test]
    fn rank_estimate_contains_likely_ranks() {
        let of = |likelihoods: &[i64]| RankEstimate::of(likelihoods);
        let best = |best, interval| Some(RankEstimate { best, interval });
        assert_eq!(of(&[-9_000, -5_000, -3_000, -4_921, -8_000]), best(2, [2, 3]));
        assert_eq!(of(&[-9_000, -5_000, -3_000, -4_922, -8_000]), best(2, [2, 2]));
        assert_eq!(of(&[-1, -1, -1]), best(0, [0, 2]), "equally likely ranks");
        assert_eq!(of(&[]), None);
    }
}
