//! What the engine says of a situation, and the asking.
//!
//! It does not know what comes before or after in the game. An assessment is a pure function of the
//! situation, the seed and the number of playouts: each search has a tree of its own.

use serde::{Deserialize, Serialize};

use super::options::{SearchLimit, SearchOptions};
use super::value::Value;
use crate::cancel::Cancellation;
use crate::engine::{AnalysisRequest, Candidate, Engine, Level, Report, Settings};
use crate::go::{BoardSize, Color, Game, Move, Rules};
use crate::record::Point;

/// The choices of which more is kept than the move.
const DETAILED: usize = 6;

/// The moves of a variation that are kept.
const LONGEST_LINE: usize = 16;

/// More playouts than a search has.
const MOST_PLAYOUTS: u64 = 1 << 40;

/// A point by its place row by row from the upper left; `None` for a pass.
pub(super) type Cell = Option<u16>;

/// A move that the engine considered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Choice {
    /// How many playouts began with it.
    pub visits: u64,
    /// What it is worth to whoever plays it.
    pub value: Value,
    /// The moves that follow, itself first.
    pub line: Vec<Cell>,
}

/// What the engine says of a situation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Assessment {
    /// How many playouts it rests on.
    pub playouts: u64,
    /// What the situation is worth to the player to move, over all playouts: that of the best move
    /// alone would be flattered, the more the fewer playouts it has.
    pub value: Value,
    /// The best moves.
    pub choices: Vec<Choice>,
    /// All moves that were searched, best first.
    pub ranking: Vec<Cell>,
    /// Who owns each point in the end, in hundredths, positive for Black; row by row from the upper
    /// left.
    pub ownership: Vec<i8>,
}

impl Assessment {
    /// What the engine would play.
    pub(super) fn best(&self) -> Option<&Choice> {
        self.choices.first()
    }

    /// The place of a move among those that were searched, from 1.
    pub(super) fn rank(&self, cell: Cell) -> Option<usize> {
        self.ranking.iter().position(|ranked| *ranked == cell).map(|place| place + 1)
    }

    /// Whether it may be one of a board with so many points: what was read may be anything.
    pub(super) fn fits(&self, area: usize) -> bool {
        let is_on_board = |cell: &Cell| cell.is_none_or(|cell| usize::from(cell) < area);
        let mut lines = self.choices.iter().map(|choice| &choice.line);
        self.ownership.len() == area
            && self.ranking.iter().all(is_on_board)
            && lines.all(|line| !line.is_empty() && line.iter().all(is_on_board))
    }

    /// Whether its numbers can be those of a search.
    pub(super) fn is_possible(&self) -> bool {
        self.playouts <= MOST_PLAYOUTS
            && self.value.is_possible()
            && self.choices.iter().all(|c| c.visits <= MOST_PLAYOUTS && c.value.is_possible())
            && self.ownership.iter().all(|share| (-100..=100).contains(share))
    }

    fn of(report: &Report, size: BoardSize, color: Color) -> Assessment {
        let mut ownership = vec![0; size.area()];
        for &(point, share) in &report.ownership {
            let of_black = share * f64::from(color.sign()) * 100.0;
            ownership[index(size, point)] = of_black.round() as i8;
        }
        Assessment {
            playouts: report.playouts,
            value: Value::new(report.winrate, report.score_lead),
            choices: report.candidates.iter().take(DETAILED).map(|c| choice(size, c)).collect(),
            ranking: report.candidates.iter().map(|c| cell(size, c.mv)).collect(),
            ownership,
        }
    }
}

fn choice(size: BoardSize, candidate: &Candidate) -> Choice {
    Choice {
        visits: candidate.visits,
        value: Value::new(candidate.winrate, candidate.score_lead),
        line: candidate.pv.iter().take(LONGEST_LINE).map(|&mv| cell(size, mv)).collect(),
    }
}

fn index(size: BoardSize, point: crate::go::Point) -> usize {
    let Point { x, y } = Point::of(point, size);
    usize::from(y) * size.lines() + usize::from(x)
}

/// The place of a move.
pub(super) fn cell(size: BoardSize, mv: Move) -> Cell {
    mv.point().map(|point| index(size, point) as u16)
}

/// Assesses situations one after the other; none depends on those before.
#[derive(Debug)]
pub(super) struct Assessor {
    engine: Engine,
    limit: SearchLimit,
}

impl Assessor {
    /// An assessor that searches each position as the options say.
    pub(super) fn new(options: SearchOptions) -> Assessor {
        let SearchOptions { limit, seed, nets } = options;
        let settings =
            Settings { seed: Some(seed), nets, level: Level::FULL, ..Settings::default() };
        Assessor { engine: Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE), limit }
    }

    /// What the engine says of a game's position with a colour to play; `None` where it was cancelled.
    pub(super) fn assess(
        &mut self,
        game: Game,
        color: Color,
        cancellation: &Cancellation,
    ) -> Option<Assessment> {
        let size = game.size();
        self.engine.clear_tree();
        self.engine.set_game(game);
        let (time, playouts) = match self.limit {
            SearchLimit::Playouts(playouts) => (None, Some(playouts)),
            SearchLimit::Time(time) => (Some(time), None),
        };
        let request = AnalysisRequest { time, playouts, ..AnalysisRequest::of(color) };
        let report =
            self.engine.analyze(&request, &mut || cancellation.is_cancelled(), &mut |_| {});
        (!cancellation.is_cancelled()).then(|| Assessment::of(&report, size, color))
    }
}
