//! A net as the guide of a search: which moves it looks at first, and what a leaf is worth before
//! anybody has played it out.
//!
//! It does not know the tree. What the net thinks becomes shares and chances here, for the moves
//! that the board allows.

use std::sync::Arc;

use crate::go::{Action, Board, Color, Game, Move, PointMap, Scoring};
use crate::model::UNITS;
use crate::net::{
    Circumstances, Evaluator, Features, LAST_MOVES, Net, NetOutput, Planes, point_index,
};
use crate::with_words;

use super::node::{Stats, WIN};
use super::opinions::{Opinions, key_of};
use super::params::NetParams;

/// The parts that the share of a move is counted in.
const SHARES: u32 = u16::MAX as u32;

/// What evaluates the leaves of one thread.
#[derive(Debug)]
pub(super) struct Guide<'n> {
    evaluator: Evaluator<'n>,
    /// What it has thought before.
    opinions: &'n Opinions,
    scoring: Scoring,
    /// What White receives beside the board, in half points.
    komi: i32,
}

impl<'n> Guide<'n> {
    /// A guide for games under some scoring and komi. All opinions must be of this net.
    pub(super) fn new(
        net: &'n Net,
        opinions: &'n Opinions,
        scoring: Scoring,
        komi: i32,
    ) -> Guide<'n> {
        Guide { evaluator: net.evaluator(), opinions, scoring, komi }
    }

    /// What the net thinks of a position, for the player to move; `stones` is the key of its stones,
    /// `last` are the moves before, the latest first. Nothing on a board that the net is not for.
    pub(super) fn look<const W: usize>(
        &mut self,
        board: &Board<W>,
        stones: u64,
        color: Color,
        last: [Option<Move>; LAST_MOVES],
    ) -> Option<Arc<NetOutput>> {
        let beside = Circumstances { last, komi: self.komi, scoring: self.scoring };
        let evaluator = &mut self.evaluator;
        self.opinions.of(key_of(board, stones, color, self.komi, self.scoring), || {
            evaluator.evaluate(&Planes::of(&Features::of(board, color, &beside)))
        })
    }
}

/// The moves of a game, the latest first.
pub(super) fn played(game: &Game) -> impl Iterator<Item = Move> {
    game.turns().iter().rev().filter_map(|turn| match turn.action {
        Action::Move(mv) => Some(mv),
        Action::Resign => None,
    })
}

/// What a net thinks of a game's position with a colour to move; nothing on a board that it is not
/// for.
pub(super) fn look_once(net: &Net, game: &Game, color: Color) -> Option<NetOutput> {
    let mut played = played(game);
    let beside = Circumstances {
        last: std::array::from_fn(|_| played.next()),
        komi: game.compensation(),
        scoring: game.rules().scoring,
    };
    let planes = with_words!(game.size(), W => {
        Planes::of(&Features::of(&game.board().resized::<W>(), color, &beside))
    });
    net.evaluator().evaluate(&planes)
}

/// What the net thinks of a position, from Black's side.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct View {
    /// His chance to win, in parts of [`WIN`].
    pub chance: i32,
    /// His score in points.
    pub score: f32,
    /// How much he will own of each point, -1 to 1; row by row from the top left.
    pub ownership: Vec<f32>,
}

impl View {
    /// The opinion of a player to move.
    pub(super) fn of(opinion: &NetOutput, color: Color) -> View {
        // Beyond any board: a mean stays a number whatever a net says.
        const MOST: f32 = 1000.0;
        let sign = color.sign() as f32;
        let chance = 1.0 / (1.0 + libm::expf(-opinion.value * sign));
        View {
            chance: (chance * WIN as f32) as i32,
            score: (sign * opinion.score).clamp(-MOST, MOST),
            ownership: opinion.ownership.iter().map(|share| sign * share).collect(),
        }
    }
}

/// The moves with the shares of a visit that each gets from the net and, in part, from the move
/// model, as priors without visits: the net of all moves, the model of those on points. What the
/// net has never seen, such as the vital point of an eye on a full board, the model still proposes.
pub(super) fn shares<const W: usize>(
    board: &Board<W>,
    opinion: &NetOutput,
    likings: &PointMap<i32, W>,
    params: &NetParams,
    moves: impl Iterator<Item = Move>,
) -> Vec<(Move, Stats)> {
    let size = board.size();
    let nats = |mv: Move| {
        mv.point().map_or(opinion.pass, |point| opinion.policy[point_index(size, point)])
    };
    let liking = |mv: Move| mv.point().map_or(f32::MIN, |p| likings[p] as f32 / UNITS as f32);
    let moves: Vec<Move> = moves.collect();
    let net = distribution(moves.iter().map(|&mv| nats(mv)));
    let model = distribution(moves.iter().map(|&mv| liking(mv)));
    let part = params.model_part.min(100) as f32 * 0.01;
    let share = |(net, model): (f32, f32)| ((net + part * (model - net)) * SHARES as f32) as u32;
    let shares = net.into_iter().zip(model).map(share);
    moves.into_iter().zip(shares).map(|(mv, share)| (mv, Stats::halves(0, share))).collect()
}

/// e to the power of each number, as parts of their sum.
fn distribution(numbers: impl Iterator<Item = f32> + Clone) -> Vec<f32> {
    let most = numbers.clone().fold(f32::MIN, f32::max);
    let powers: Vec<f32> = numbers.map(|number| libm::expf(number - most)).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// The share that a prior stands for, 0 to 1.
#[inline]
pub(super) fn share(prior: Stats) -> f32 {
    const ALL: f32 = SHARES as f32 * (WIN / 2) as f32;
    prior.wins as i64 as f32 / ALL
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::BoardSize;

    #[test]
    fn shares_are_of_the_moves_that_there_are() {
        let size = BoardSize::new(7).expect("a size");
        let board = Board::<2>::new(size);
        let mut opinion = NetOutput {
            policy: vec![0.0; size.area()],
            pass: 2.0_f32.ln(),
            value: 0.0,
            score: 0.0,
            ownership: Vec::new(),
        };
        let [a, b] = [size.point(0, 0), size.point(6, 6)];
        opinion.policy[point_index(size, b)] = 5.0_f32.ln();
        let mut likings = PointMap::new(0);
        likings[a] = (3.0_f32.ln() * UNITS as f32).round() as i32;
        let of = |model_part| -> Vec<f32> {
            let params = NetParams { model_part, ..NetParams::default() };
            let moves = [Move::Play(a), Move::Play(b), Move::Pass];
            let found = shares(&board, &opinion, &likings, &params, moves.into_iter());
            found.into_iter().map(|(_, prior)| share(prior)).collect()
        };
        for (model_part, expected) in
            [(0, [0.125, 0.625, 0.25]), (20, [0.25, 0.55, 0.2]), (100, [0.75, 0.25, 0.0])]
        {
            for (found, expected) in of(model_part).into_iter().zip(expected) {
                assert!((found - expected).abs() < 4e-3, "{found} {expected}");
            }
        }
        opinion.score = 3.5;
        opinion.ownership = vec![0.25];
        let view = View::of(&opinion, Color::White);
        assert_eq!(view, View { chance: WIN as i32 / 2, score: -3.5, ownership: vec![-0.25] });
    }
}
