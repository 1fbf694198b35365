//! The schedule of a match: opponents, colours, opening and seed for each game number.
//!
//! It depends only on the engines, the seed and the number, so that shards of a match are independent.

use std::ops::Range;

use crate::distributed::shard::Shard;
use crate::go::Color;
use crate::go::rng::mix;

use super::engine_config::EngineId;
use super::numbers::GameNumbers;

/// The pairings of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairing {
    /// Each engine plays against every other engine.
    RoundRobin,
    /// The first engine plays against all others.
    Gauntlet,
}

/// The schedule of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The pairings; the first engine has Black in the first game of a pair.
    meetings: Vec<[EngineId; 2]>,
    alternate: bool,
    seed: u64,
}

/// A scheduled game of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The number of the game, counted from 1.
    pub number: usize,
    /// The number of its pair, counted from 0.
    pub pair: usize,
    /// The number of the opening, counted from 0. It is shared by the games of a pair and by all pairings.
    pub opening: usize,
    /// The sides that play Black and White.
    pub sides: [EngineId; 2],
    /// The seed for the engines; 31 bits, because some engines accept no more.
    pub seed: u32,
}

impl Schedule {
    /// Creates the schedule for a number of engines. With `alternate`, two consecutive games are a pair with
    /// the same opening and swapped colours; otherwise each game is its own pair.
    pub fn new(engines: usize, pairing: Pairing, alternate: bool, seed: u64) -> Schedule {
        let firsts = match pairing {
            Pairing::RoundRobin => engines,
            Pairing::Gauntlet => engines.min(1),
        };
        let sides: Vec<EngineId> = EngineId::first(engines).collect();
        let meetings = (0..firsts)
            .flat_map(|first| (first + 1..engines).map(move |second| [first, second]))
            .map(|pair| pair.map(|index| sides[index]))
            .collect();
        Schedule { meetings, alternate, seed }
    }

    /// Returns the pairings.
    pub fn meetings(&self) -> &[[EngineId; 2]] {
        &self.meetings
    }

    /// Returns `true` if two consecutive games are a pair.
    pub fn alternate(&self) -> bool {
        self.alternate
    }

    /// Returns the seed of the match.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the game with a number, counted from 1.
    pub fn game(&self, number: usize) -> ScheduledGame {
        let index = number - 1;
        let pair = if self.alternate { index / 2 } else { index };
        let [first, second] = self.meetings[pair % self.meetings.len()];
        let is_changed = self.alternate && index % 2 == 1;
        ScheduledGame {
            number,
            pair,
            opening: pair / self.meetings.len(),
            sides: if is_changed { [second, first] } else { [first, second] },
            seed: (mix(self.seed ^ mix(number as u64)) >> 33) as u32,
        }
    }

    /// Returns the game numbers of a pair, counted from 0, within the first `games` games.
    pub fn numbers_of(&self, pair: usize, games: usize) -> Range<usize> {
        let size = self.games_per_pair();
        let first = pair * size + 1;
        first..(first + size).min(games + 1)
    }

    fn games_per_pair(&self) -> usize {
        if self.alternate { 2 } else { 1 }
    }

    /// Returns the numbers of those of the first `games` games whose pairs are in a shard.
    pub fn numbers(&self, games: usize, shard: Shard) -> GameNumbers {
        GameNumbers::new(games, self.games_per_pair(), shard)
    }
}

impl ScheduledGame {
    /// Returns the side that plays a colour.
    pub fn side(&self, color: Color) -> EngineId {
        self.sides[color.index()]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn sides(schedule: &Schedule, games: usize) -> Vec<String> {
        let names = |number| {
            let game = schedule.game(number);
            format!("{}{} {}", game.sides[0], game.sides[1], game.opening)
        };
        (1..=games).map(names).collect()
    }

    #[test]
    fn pair_shares_opening_with_colours_swapped() {
        let schedule = Schedule::new(2, Pairing::RoundRobin, true, 1);
        assert_eq!(sides(&schedule, 4), ["AB 0", "BA 0", "AB 1", "BA 1"]);
        let kept = Schedule::new(2, Pairing::RoundRobin, false, 1);
        assert_eq!(sides(&kept, 3), ["AB 0", "AB 1", "AB 2"]);
    }

    #[test]
    fn schedule_is_round_robin_or_gauntlet() {
        let all = Schedule::new(3, Pairing::RoundRobin, true, 1);
        let due = ["AB 0", "BA 0", "AC 0", "CA 0", "BC 0", "CB 0", "AB 1", "BA 1"];
        assert_eq!(sides(&all, 8), due);
        let gauntlet = Schedule::new(3, Pairing::Gauntlet, true, 1);
        assert_eq!(sides(&gauntlet, 5), ["AB 0", "BA 0", "AC 0", "CA 0", "AB 1"]);
    }

    #[test]
    fn seeds_depend_on_match_and_game() {
        let seeds = |seed| {
            let schedule = Schedule::new(2, Pairing::RoundRobin, true, seed);
            (1..=500).map(move |number| schedule.game(number).seed).collect::<Vec<_>>()
        };
        assert_eq!(seeds(1), seeds(1));
        let all: HashSet<u32> = (0..4).flat_map(seeds).collect();
        assert_eq!(all.len(), 2000);
        assert!(all.iter().all(|&seed| seed < 1 << 31));
    }

    #[test]
    fn shards_contain_whole_pairs() {
        let schedule = Schedule::new(2, Pairing::RoundRobin, true, 1);
        let numbers = |text| {
            let numbers = schedule.numbers(11, Shard::parse(text).expect("a shard"));
            (0..).map_while(|place| numbers.nth(place)).collect::<Vec<_>>()
        };
        assert_eq!(numbers("0/3"), [1, 2, 7, 8]);
        assert_eq!(numbers("1/3"), [3, 4, 9, 10]);
        assert_eq!(numbers("2/3"), [5, 6, 11]);
        assert_eq!((schedule.numbers_of(4, 11), schedule.numbers_of(5, 11)), (9..11, 11..12));
        let single = Schedule::new(2, Pairing::RoundRobin, false, 1);
        assert_eq!(single.numbers_of(4, 11), 5..6);
    }
}
