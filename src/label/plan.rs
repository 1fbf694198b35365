//! Which positions go into which chunk: all that is drawn, before any net is asked.

use std::collections::BTreeMap;

use crate::go::rng::mix;
use crate::go::{BoardSize, Komi};

use super::game::LabelGame;
use super::options::LabelOptions;
use super::sampling;

/// Positions of one game, in one chunk.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Task {
    /// The number of the game in the input.
    pub game: u32,
    /// The komi that the net is told.
    pub komi: Komi,
    /// The turns before which they are, in their order; one at least.
    pub turns: Vec<u32>,
}

/// Positions of one board size that are written together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chunk {
    /// The board.
    pub size: BoardSize,
    /// Its number among those of the board size, from 0.
    pub number: usize,
    /// How many positions it has.
    pub positions: usize,
    /// The games, in their order.
    pub tasks: Vec<Task>,
}

/// All chunks.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Plan {
    /// The chunks in the order in which they are filled.
    pub chunks: Vec<Chunk>,
    /// The games that have a part in them.
    pub games: usize,
    /// The games on boards that no net is for.
    pub without_net: usize,
    /// The games without a turn, and those that have no komi of the kind that is asked for.
    pub unfit: usize,
    /// A number of all that the labels depend on beside the nets.
    pub sum: u64,
}

impl Plan {
    /// The plan for some games.
    pub(super) fn of(games: &[LabelGame], options: &LabelOptions) -> Plan {
        let mut plan = Plan::default();
        // The last chunk of each board size.
        let mut open: BTreeMap<BoardSize, usize> = BTreeMap::new();
        for number in sampling::shuffle_games(options.seed, games.len()) {
            if options.games.is_some_and(|most| plan.games >= most) {
                break;
            }
            let game = &games[number as usize];
            if options.nets.of(game.size).is_none() {
                plan.without_net += 1;
                continue;
            }
            let turns = sampling::sample_turns(options.seed, number, game, options.per_game);
            let komi = sampling::sample_komi(options.seed, number, game, &options.komi);
            let Some(komi) = komi.filter(|_| !turns.is_empty()) else {
                plan.unfit += 1;
                continue;
            };
            plan.games += 1;
            plan.sum = mix(game.sum(plan.sum) ^ komi.half_points() as u64);
            plan.add(Task { game: number, komi, turns }, game.size, options, &mut open);
        }
        plan
    }

    fn add(
        &mut self,
        task: Task,
        size: BoardSize,
        options: &LabelOptions,
        open: &mut BTreeMap<BoardSize, usize>,
    ) {
        let last = open.get(&size).map(|&place| (place, &self.chunks[place]));
        let place = match last {
            Some((place, chunk)) if chunk.positions < options.chunk_size.get() => place,
            other => {
                let number = other.map_or(0, |(_, chunk)| chunk.number + 1);
                self.chunks.push(Chunk { size, number, positions: 0, tasks: Vec::new() });
                open.insert(size, self.chunks.len() - 1);
                self.chunks.len() - 1
            }
        };
        let chunk = &mut self.chunks[place];
        chunk.positions += task.turns.len();
        chunk.tasks.push(task);
    }
}
