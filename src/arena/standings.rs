//! The standings: what the games of a match add up to.

use std::collections::HashMap;
use std::time::Duration;

use crate::go::Color;

use super::contender::Side;
use super::effort::{Effort, Held};
use super::ending::{Counting, Ending};
use super::fault::FaultKind;
use super::fixture::Fixture;
use super::likelihood::Outcomes;
use super::referee::Played;
use super::repeats::Repeats;

/// Sums over games, from A's side where sides matter.
#[derive(Debug, Clone)]
pub struct Standings {
    /// Wins of A and B, as Black and as White.
    pub wins: [[u64; 2]; 2],
    /// Draws.
    pub draws: u64,
    /// Games that were counted, by who named the dead stones: agreed (or none to name), disputed, untold.
    pub counted: [u64; 3],
    /// Games that were given up.
    pub resigned: u64,
    /// Games that became too long.
    pub too_long: u64,
    /// Faults of A and B, with the number of the game.
    pub faults: [Vec<(FaultKind, usize)>; 2],
    /// What the games cost A and B.
    pub costs: [Costs; 2],
    /// What they are called, as far as that is known.
    pub names: [String; 2],
    /// Scores of A: of whole pairs where games come in pairs, else of games. A repeat is no game
    /// here, and makes no pair whole.
    pub outcomes: Outcomes,
    repeats: Repeats,
    /// The first score of each pair that misses its second, 0 to 2; nothing of a repeat.
    halves: HashMap<usize, Option<usize>>,
    paired: bool,
}

/// Efforts of several games together.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Costs {
    /// Time, moves and playouts.
    pub all: Effort,
    /// CPU seconds of the games of which they are known.
    pub cpu: f64,
    /// The moves of those games.
    pub moves_with_cpu: u64,
    /// What was held after the first game and after the last, where that is known.
    pub held: Option<[Held; 2]>,
}

impl Costs {
    fn add(&mut self, effort: &Effort) {
        let all = &mut self.all;
        all.moves += effort.moves;
        all.time += effort.time;
        all.slowest = all.slowest.max(effort.slowest);
        all.playouts += effort.playouts;
        all.moves_with_playouts += effort.moves_with_playouts;
        if let Some(last) = effort.held {
            let first = self.held.map_or(last, |[first, _]| first);
            self.held = Some([first, last]);
        }
        if let Some(cpu) = effort.cpu {
            self.cpu += cpu;
            self.moves_with_cpu += effort.moves;
        }
    }

    /// The mean time of a move.
    pub fn time_a_move(&self) -> Option<Duration> {
        Some(self.all.time.div_f64((self.all.moves > 0).then_some(self.all.moves)? as f64))
    }

    /// The mean CPU seconds of a move.
    pub fn cpu_a_move(&self) -> Option<f64> {
        (self.moves_with_cpu > 0).then(|| self.cpu / self.moves_with_cpu as f64)
    }

    /// The mean playouts of a move.
    pub fn playouts_a_move(&self) -> Option<f64> {
        let Effort { playouts, moves_with_playouts: moves, .. } = self.all;
        (moves > 0).then(|| playouts as f64 / moves as f64)
    }
}

impl Standings {
    /// Before the first game; `paired` where each opening is played twice with colours changed.
    pub fn new(paired: bool, names: [String; 2]) -> Standings {
        Standings {
            wins: [[0; 2]; 2],
            draws: 0,
            counted: [0; 3],
            resigned: 0,
            too_long: 0,
            faults: [Vec::new(), Vec::new()],
            costs: [Costs::default(); 2],
            names,
            outcomes: Outcomes::none(if paired { 5 } else { 3 }),
            repeats: Repeats::default(),
            halves: HashMap::new(),
            paired,
        }
    }

    /// Adds a game; answers the number of the one that it repeats, if it does.
    pub fn add(&mut self, fixture: &Fixture, played: &Played) -> Option<usize> {
        let winner = played.ending.winner();
        match winner {
            Some(color) => self.wins[fixture.side(color).index()][color.index()] += 1,
            None => self.draws += 1,
        }
        match &played.ending {
            Ending::Counted { by: Counting::Agreed | Counting::Standing, .. } => {
                self.counted[0] += 1
            }
            Ending::Counted { by: Counting::Disputed, .. } => self.counted[1] += 1,
            Ending::Counted { by: Counting::Untold, .. } => self.counted[2] += 1,
            Ending::Resignation { .. } => self.resigned += 1,
            Ending::TooLong => self.too_long += 1,
            Ending::Fault { loser, fault } => {
                self.faults[fixture.side(*loser).index()].push((fault.kind, fixture.number));
            }
        }
        for color in Color::BOTH {
            let side = fixture.side(color).index();
            self.costs[side].add(&played.efforts[color.index()]);
            self.names[side].clone_from(&played.names[color.index()]);
        }
        let score = match winner.map(|color| fixture.side(color)) {
            Some(Side::A) => 2,
            None => 1,
            Some(Side::B) => 0,
        };
        let repeated = self.repeats.add(fixture, played);
        self.add_score(fixture, Some(score).filter(|_| repeated.is_none()));
        repeated
    }

    fn add_score(&mut self, fixture: &Fixture, score: Option<usize>) {
        let unit = if !self.paired {
            score
        } else if let Some(first) = self.halves.remove(&fixture.opening) {
            first.zip(score).map(|(first, second)| first + second)
        } else {
            self.halves.insert(fixture.opening, score);
            None
        };
        if let Some(score) = unit {
            self.outcomes.add(score);
        }
    }

    /// Games that are no repeats of earlier ones.
    pub fn distinct(&self) -> u64 {
        self.repeats.distinct()
    }

    /// Games that have been played.
    pub fn games(&self) -> u64 {
        self.won(Side::A) + self.won(Side::B) + self.draws
    }

    /// Games that a side has won.
    pub fn won(&self, side: Side) -> u64 {
        self.wins[side.index()].iter().sum()
    }

    /// What a side is called in this match: its name, with its letter where both have the same.
    pub fn label(&self, side: Side) -> String {
        let name = &self.names[side.index()];
        match (name.is_empty(), name == &self.names[side.other().index()]) {
            (true, _) => side.to_string(),
            (_, true) => format!("{name} ({side})"),
            (_, false) => name.clone(),
        }
    }

    /// The number of faults of both sides.
    pub fn fault_count(&self) -> usize {
        self.faults.iter().map(Vec::len).sum()
    }

    /// Whether the statistics count pairs of games.
    pub fn is_paired(&self) -> bool {
        self.paired
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Game, Move, Rules};

    /// A game that one side gave up, after a stone on a point of this number.
    fn resigned(loser: Color, point: usize) -> Played {
        let mut game = Game::new(BoardSize::STANDARD, Rules::CHINESE);
        let point = game.size().points().nth(point).expect("a point");
        game.play(Color::Black, Move::Play(point)).expect("it is empty");
        let effort = Effort {
            moves: 2,
            time: Duration::from_secs(3),
            cpu: Some(1.0),
            held: Some(Held { memory: 4096, files: 3 }),
            ..Effort::default()
        };
        Played {
            game,
            opening: 0,
            thoughts: Vec::new(),
            ending: Ending::Resignation { loser },
            efforts: [effort, Effort::default()],
            names: ["black".into(), "white".into()],
        }
    }

    #[test]
    fn pairs_count_once_both_games_are_there_in_whatever_order() {
        let mut standings = Standings::new(true, [String::new(), String::new()]);
        // Numbers of games, each of which White gives up: A wins the odd ones.
        for number in [4, 1, 6, 3] {
            standings.add(&Fixture::of(number, true), &resigned(Color::White, number));
        }
        assert_eq!(standings.outcomes.counts(), [0, 0, 1, 0, 0], "3 and 4 are a pair");
        standings.add(&Fixture::of(2, true), &resigned(Color::Black, 2));
        assert_eq!(standings.outcomes.counts(), [0, 0, 1, 0, 1]);
        assert_eq!((standings.won(Side::A), standings.won(Side::B)), (3, 2));
        assert_eq!(standings.wins, [[2, 1], [2, 0]]);
        assert_eq!((standings.games(), standings.resigned), (5, 5));
    }

    #[test]
    fn a_game_again_is_no_evidence_and_no_half_of_a_pair() {
        let mut standings = Standings::new(true, [String::new(), String::new()]);
        // The stones that pairs of games begin with; A wins as Black.
        let pairs = [[1, 1], [1, 1], [2, 1], [3, 4]];
        let points = pairs.as_flattened().iter();
        let repeats: Vec<_> = (1..)
            .zip(points)
            .map(|(number, &point)| {
                standings.add(&Fixture::of(number, true), &resigned(Color::White, point))
            })
            .collect();
        assert_eq!(repeats, [None, None, Some(1), Some(2), None, Some(2), None, None]);
        assert_eq!((standings.games(), standings.distinct()), (8, 5));
        assert_eq!(standings.outcomes.counts(), [0, 0, 2, 0, 0], "the first pair and the last");
        let other_winner = resigned(Color::Black, 1);
        assert_eq!(standings.add(&Fixture::of(9, true), &other_winner), None);
        let mut unpaired = Standings::new(false, [String::new(), String::new()]);
        for number in [1, 2] {
            unpaired.add(&Fixture::of(number, false), &resigned(Color::White, 1));
        }
        assert_eq!(unpaired.outcomes.counts(), [0, 0, 1]);
    }

    #[test]
    fn costs_are_means_over_the_moves_of_which_they_are_known() {
        let mut standings = Standings::new(false, [String::new(), String::new()]);
        standings.add(&Fixture::of(1, false), &resigned(Color::White, 1));
        standings.add(&Fixture::of(2, false), &resigned(Color::White, 2));
        let [a, b] = standings.costs;
        assert_eq!(
            (a.time_a_move(), a.cpu_a_move()),
            (Some(Duration::from_millis(1500)), Some(0.5))
        );
        assert_eq!(a.held, Some([Held { memory: 4096, files: 3 }; 2]));
        assert_eq!((b.time_a_move(), b.cpu_a_move(), b.playouts_a_move()), (None, None, None));
        assert_eq!(standings.outcomes.counts(), [0, 0, 2]);
    }
}
