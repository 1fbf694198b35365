//! Assigns positions to chunks. All sampling happens here, before any evaluation.

use std::collections::BTreeMap;

use crate::go::rng::mix;
use crate::go::{BoardSize, Komi};

use super::game::LabelGame;
use super::options::LabelOptions;
use super::sampling;

/// Positions of one game in one chunk.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Task {
    /// The index of the game in the input.
    pub game: u32,
    /// The komi input.
    pub komi: Komi,
    /// The turns before which positions are evaluated, in ascending order; at least one.
    pub turns: Vec<u32>,
}

/// Positions of one board size that are written together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chunk {
    /// The board size.
    pub size: BoardSize,
    /// The number among the chunks of this board size, from 0.
    pub number: usize,
    /// The number of positions.
    pub positions: usize,
    /// The games in order.
    pub tasks: Vec<Task>,
}

/// The assignment of all positions.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Plan {
    /// The chunks in order.
    pub chunks: Vec<Chunk>,
    /// The number of games in chunks.
    pub games: usize,
    /// The number of games on boards without a net.
    pub without_net: usize,
    /// The number of games without turns, or without a komi of the requested kind.
    pub unfit: usize,
    /// A hash of everything that the targets depend on except the nets.
    pub sum: u64,
}

impl Plan {
    /// Creates the plan for some games.
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
