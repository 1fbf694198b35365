//! The totals of a match: wins, draws, faults and costs.

use std::collections::HashMap;
use std::time::Duration;

use crate::go::Color;

use super::repeats::Repeats;
use crate::arena::game::contender::Side;
use crate::arena::game::cost::{Footprint, GameCost};
use crate::arena::game::ending::{DeadStoneSource, GameEnding};
use crate::arena::game::referee::Played;
use crate::arena::game::schedule::ScheduledGame;
use crate::arena::statistics::ScoreCounts;
use crate::arena::talk::fault::FaultKind;

/// The totals of a match. Scores are A's.
#[derive(Debug, Clone)]
pub(crate) struct MatchTotals {
    /// Wins of A and B, as Black and as White.
    pub wins: [[u64; 2]; 2],
    /// Draws.
    pub draws: u64,
    /// Games that were counted, by how dead stones were found: agreed or not needed, disputed, not named.
    pub counted: [u64; 3],
    /// Games that ended by resignation.
    pub resigned: u64,
    /// Games that reached the limit of turns.
    pub too_long: u64,
    /// Faults of A and B, with the number of the game.
    pub faults: [Vec<(FaultKind, usize)>; 2],
    /// The costs of the games for A and B.
    pub costs: [TotalCost; 2],
    /// The names of A and B; empty before the first game unless the user named them.
    pub names: [String; 2],
    /// Scores of A, of complete pairs where games are paired, else of games. A repeated game does not
    /// count and completes no pair.
    pub scores: ScoreCounts,
    repeats: Repeats,
    /// By opening, the score 0 to 2 of the first game of each incomplete pair; `None` for a repeat.
    halves: HashMap<usize, Option<usize>>,
    paired: bool,
}

/// The costs of one engine over several games.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct TotalCost {
    /// Sums of time, moves and playouts; `slowest` is the maximum.
    pub all: GameCost,
    /// CPU seconds, over the games where they are known.
    pub cpu: f64,
    /// The number of moves in the games whose CPU time is known.
    pub moves_with_cpu: u64,
    /// Memory and open files after the first game and after the last; `None` where unknown.
    pub footprint: Option<[Footprint; 2]>,
}

impl TotalCost {
    fn add(&mut self, cost: &GameCost) {
        let all = &mut self.all;
        all.moves += cost.moves;
        all.time += cost.time;
        all.slowest = all.slowest.max(cost.slowest);
        all.playouts += cost.playouts;
        all.moves_with_playouts += cost.moves_with_playouts;
        if let Some(last) = cost.footprint {
            let first = self.footprint.map_or(last, |[first, _]| first);
            self.footprint = Some([first, last]);
        }
        if let Some(cpu) = cost.cpu {
            self.cpu += cpu;
            self.moves_with_cpu += cost.moves;
        }
    }

    /// Mean time per move; `None` without moves.
    pub(crate) fn time_a_move(&self) -> Option<Duration> {
        Some(self.all.time.div_f64((self.all.moves > 0).then_some(self.all.moves)? as f64))
    }

    /// Mean CPU seconds per move; `None` where unknown.
    pub(crate) fn cpu_a_move(&self) -> Option<f64> {
        (self.moves_with_cpu > 0).then(|| self.cpu / self.moves_with_cpu as f64)
    }

    /// Mean playouts per move, over the moves whose playouts are known.
    pub(crate) fn playouts_a_move(&self) -> Option<f64> {
        let GameCost { playouts, moves_with_playouts: moves, .. } = self.all;
        (moves > 0).then(|| playouts as f64 / moves as f64)
    }
}

impl MatchTotals {
    /// Totals before the first game. With `paired`, each opening is played twice with colours changed.
    pub(crate) fn new(paired: bool, names: [String; 2]) -> MatchTotals {
        MatchTotals {
            wins: [[0; 2]; 2],
            draws: 0,
            counted: [0; 3],
            resigned: 0,
            too_long: 0,
            faults: [Vec::new(), Vec::new()],
            costs: [TotalCost::default(); 2],
            names,
            scores: ScoreCounts::new(if paired { 5 } else { 3 }),
            repeats: Repeats::default(),
            halves: HashMap::new(),
            paired,
        }
    }

    /// Adds a game. Returns the number of the earlier game that it repeats, if any.
    pub(crate) fn add(&mut self, scheduled: &ScheduledGame, played: &Played) -> Option<usize> {
        let winner = played.ending.winner();
        match winner {
            Some(color) => self.wins[scheduled.side(color).index()][color.index()] += 1,
            None => self.draws += 1,
        }
        match &played.ending {
            GameEnding::Counted {
                by: DeadStoneSource::Agreed | DeadStoneSource::NotNeeded,
                ..
            } => self.counted[0] += 1,
            GameEnding::Counted { by: DeadStoneSource::Disputed, .. } => self.counted[1] += 1,
            GameEnding::Counted { by: DeadStoneSource::NotNamed, .. } => self.counted[2] += 1,
            GameEnding::Resignation { .. } => self.resigned += 1,
            GameEnding::TooLong => self.too_long += 1,
            GameEnding::Fault { loser, fault } => {
                self.faults[scheduled.side(*loser).index()].push((fault.kind, scheduled.number));
            }
        }
        for color in Color::BOTH {
            let side = scheduled.side(color).index();
            self.costs[side].add(&played.costs[color.index()]);
            self.names[side].clone_from(&played.names[color.index()]);
        }
        let score = match winner.map(|color| scheduled.side(color)) {
            Some(Side::A) => 2,
            None => 1,
            Some(Side::B) => 0,
        };
        let repeated = self.repeats.add(scheduled, played);
        self.add_score(scheduled, Some(score).filter(|_| repeated.is_none()));
        repeated
    }

    fn add_score(&mut self, scheduled: &ScheduledGame, score: Option<usize>) {
        let unit = if !self.paired {
            score
        } else if let Some(first) = self.halves.remove(&scheduled.opening) {
            first.zip(score).map(|(first, second)| first + second)
        } else {
            self.halves.insert(scheduled.opening, score);
            None
        };
        if let Some(score) = unit {
            self.scores.add(score);
        }
    }

    /// The number of distinct games.
    pub(crate) fn distinct(&self) -> u64 {
        self.repeats.distinct()
    }

    /// The number of games played, repeated ones included.
    pub(crate) fn games(&self) -> u64 {
        self.won(Side::A) + self.won(Side::B) + self.draws
    }

    /// The number of games that a side has won.
    pub(crate) fn won(&self, side: Side) -> u64 {
        self.wins[side.index()].iter().sum()
    }

    /// The name of a side in reports: the engine's name, with the letter of the side where both have the same.
    pub(crate) fn label(&self, side: Side) -> String {
        let name = &self.names[side.index()];
        match (name.is_empty(), name == &self.names[side.other().index()]) {
            (true, _) => side.to_string(),
            (_, true) => format!("{name} ({side})"),
            (_, false) => name.clone(),
        }
    }

    /// The number of faults of both sides.
    pub(crate) fn fault_count(&self) -> usize {
        self.faults.iter().map(Vec::len).sum()
    }

    /// Whether the statistics count pairs of games.
    pub(crate) fn is_paired(&self) -> bool {
        self.paired
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Game, Move, Rules};
    use crate::record::Time;

    /// A game that one side gave up, after a stone on a point of this number.
    fn resigned(loser: Color, point: usize) -> Played {
        let mut game = Game::new(BoardSize::STANDARD, Rules::CHINESE);
        let point = game.size().points().nth(point).expect("a point");
        game.play(Color::Black, Move::Play(point)).expect("it is empty");
        let cost = GameCost {
            moves: 2,
            time: Duration::from_secs(3),
            cpu: Some(1.0),
            footprint: Some(Footprint { memory: 4096, files: 3 }),
            ..GameCost::default()
        };
        Played {
            game,
            begun: Time::since_1970(0),
            opening: 0,
            move_stats: Vec::new(),
            ending: GameEnding::Resignation { loser },
            costs: [cost, GameCost::default()],
            names: ["black".into(), "white".into()],
        }
    }

    #[test]
    fn pairs_count_once_both_games_are_there_in_whatever_order() {
        let mut totals = MatchTotals::new(true, [String::new(), String::new()]);
        // Numbers of games, each of which White gives up: A wins the odd ones.
        for number in [4, 1, 6, 3] {
            totals.add(&ScheduledGame::new(number, true), &resigned(Color::White, number));
        }
        assert_eq!(totals.scores.counts(), [0, 0, 1, 0, 0], "3 and 4 are a pair");
        totals.add(&ScheduledGame::new(2, true), &resigned(Color::Black, 2));
        assert_eq!(totals.scores.counts(), [0, 0, 1, 0, 1]);
        assert_eq!((totals.won(Side::A), totals.won(Side::B)), (3, 2));
        assert_eq!(totals.wins, [[2, 1], [2, 0]]);
        assert_eq!((totals.games(), totals.resigned), (5, 5));
    }

    #[test]
    fn a_game_again_is_no_evidence_and_no_half_of_a_pair() {
        let mut totals = MatchTotals::new(true, [String::new(), String::new()]);
        // The stones that pairs of games begin with; A wins as Black.
        let pairs = [[1, 1], [1, 1], [2, 1], [3, 4]];
        let points = pairs.as_flattened().iter();
        let repeats: Vec<_> = (1..)
            .zip(points)
            .map(|(number, &point)| {
                totals.add(&ScheduledGame::new(number, true), &resigned(Color::White, point))
            })
            .collect();
        assert_eq!(repeats, [None, None, Some(1), Some(2), None, Some(2), None, None]);
        assert_eq!((totals.games(), totals.distinct()), (8, 5));
        assert_eq!(totals.scores.counts(), [0, 0, 2, 0, 0], "the first pair and the last");
        let other_winner = resigned(Color::Black, 1);
        assert_eq!(totals.add(&ScheduledGame::new(9, true), &other_winner), None);
        let mut unpaired = MatchTotals::new(false, [String::new(), String::new()]);
        for number in [1, 2] {
            unpaired.add(&ScheduledGame::new(number, false), &resigned(Color::White, 1));
        }
        assert_eq!(unpaired.scores.counts(), [0, 0, 1]);
    }

    #[test]
    fn costs_are_means_over_the_moves_of_which_they_are_known() {
        let mut totals = MatchTotals::new(false, [String::new(), String::new()]);
        totals.add(&ScheduledGame::new(1, false), &resigned(Color::White, 1));
        totals.add(&ScheduledGame::new(2, false), &resigned(Color::White, 2));
        let [a, b] = totals.costs;
        assert_eq!(
            (a.time_a_move(), a.cpu_a_move()),
            (Some(Duration::from_millis(1500)), Some(0.5))
        );
        assert_eq!(a.footprint, Some([Footprint { memory: 4096, files: 3 }; 2]));
        assert_eq!((b.time_a_move(), b.cpu_a_move(), b.playouts_a_move()), (None, None, None));
        assert_eq!(totals.scores.counts(), [0, 0, 2]);
    }
}
