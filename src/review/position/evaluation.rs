//! The evaluation of a position by a search.
//!
//! It depends only on the position, the seed and the number of playouts: each search starts with an empty tree,
//! independent of the rest of the game.

use serde::{Deserialize, Serialize};

use crate::cancellation::Cancellation;
use crate::engine::{AnalysisRequest, Candidate, Engine, Level, Report, Settings};
use crate::go::{BoardSize, Color, Game, Move, Rules};
use crate::records::record::{Point, Size};
use crate::review::options::{SearchLimit, SearchOptions};
use crate::review::position::first_move::FirstMove;
use crate::review::position::pending_search::{PendingSearch, Variant};
use crate::review::position::value::{Value, WHOLE};

/// The number of best moves stored with value and variation.
const DETAILED: usize = 6;

/// The maximum length of a stored variation.
const LONGEST_LINE: usize = 16;

/// The maximum number of playouts accepted from a checkpoint; no search makes more.
const MOST_PLAYOUTS: u64 = 1 << 40;

/// The index of a point, row by row from the upper left; `None` is a pass.
pub(in crate::review) type PointIndex = Option<u16>;

/// A move that the engine considered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::review) struct CandidateMove {
    /// The number of playouts that start with the move.
    pub visits: u64,
    /// The value of the move for the player.
    pub value: Value,
    /// The prior of the move before the search, in 1/10,000: the net's policy, or the share of the prior wins.
    pub prior: i32,
    /// The variation, starting with the move.
    pub line: Vec<PointIndex>,
}

impl CandidateMove {
    /// Returns `true` if its numbers are in the range of a search.
    fn is_possible(&self) -> bool {
        self.visits <= MOST_PLAYOUTS
            && self.value.is_possible()
            && (0..=WHOLE).contains(&self.prior)
    }
}

/// The result of a position's search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::review) struct PositionEvaluation {
    /// The number of playouts.
    pub playouts: u64,
    /// The value for the player to move, averaged over all playouts. The value of the best move alone would be biased
    /// upwards, especially with few playouts.
    pub value: Value,
    /// The best moves.
    pub choices: Vec<CandidateMove>,
    /// All moves that were searched, best first.
    pub ranking: Vec<PointIndex>,
    /// The priors of the moves of the ranking, in 1/10,000. Empty in checkpoints of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub priors: Vec<i32>,
    /// The expected owner of each point, from -100 (White) to 100 (Black), row by row from the upper
    /// left.
    pub ownership: Vec<i8>,
    /// The value of moving first, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move: Option<FirstMove>,
}

impl PositionEvaluation {
    /// Returns the engine's choice.
    pub(in crate::review) fn best(&self) -> Option<&CandidateMove> {
        self.choices.first()
    }

    /// Returns the rank of `played` among the searched moves, from 1.
    pub(in crate::review) fn rank(&self, played: PointIndex) -> Option<usize> {
        self.ranking.iter().position(|ranked| *ranked == played).map(|place| place + 1)
    }

    /// Returns `true` if all its points lie on a board of `area` points; checkpoint files are untrusted.
    pub(in crate::review) fn fits(&self, area: usize) -> bool {
        let is_on_board = |index: &PointIndex| index.is_none_or(|index| usize::from(index) < area);
        let mut lines = self.choices.iter().map(|choice| &choice.line);
        self.ownership.len() == area
            && (self.priors.is_empty() || self.priors.len() == self.ranking.len())
            && self.ranking.iter().all(is_on_board)
            && lines.all(|line| !line.is_empty() && line.iter().all(is_on_board))
    }

    /// Returns `true` if its numbers are in the range of a search; checkpoint files are untrusted.
    pub(in crate::review) fn is_possible(&self) -> bool {
        self.playouts <= MOST_PLAYOUTS
            && self.value.is_possible()
            && self.choices.iter().all(CandidateMove::is_possible)
            && self.priors.iter().all(|prior| (0..=WHOLE).contains(prior))
            && self.ownership.iter().all(|owner| (-100..=100).contains(owner))
    }

    pub(in crate::review) fn of(
        report: &Report,
        size: BoardSize,
        color: Color,
    ) -> PositionEvaluation {
        let mut ownership = vec![0; size.area()];
        for &(point, owner) in &report.ownership {
            let of_black = owner * f64::from(color.sign()) * 100.0;
            ownership[index(size, point)] = of_black.round() as i8;
        }
        PositionEvaluation {
            playouts: report.playouts,
            value: Value::new(report.winrate, report.score_lead),
            choices: report.candidates.iter().take(DETAILED).map(|c| choice(size, c)).collect(),
            ranking: report.candidates.iter().map(|c| point_index(size, c.mv)).collect(),
            priors: report.candidates.iter().map(prior).collect(),
            ownership,
            first_move: None,
        }
    }
}

fn choice(size: BoardSize, candidate: &Candidate) -> CandidateMove {
    CandidateMove {
        visits: candidate.visits,
        value: Value::new(candidate.winrate, candidate.score_lead),
        prior: prior(candidate),
        line: candidate.pv.iter().take(LONGEST_LINE).map(|&mv| point_index(size, mv)).collect(),
    }
}

/// Returns the prior of a move in 1/10,000.
fn prior(candidate: &Candidate) -> i32 {
    (candidate.prior * f64::from(WHOLE)).round() as i32
}

fn index(size: BoardSize, point: crate::go::Point) -> usize {
    let square = Size::new(size.lines(), size.lines()).expect("records support larger boards");
    square.index(Point::of(point, size))
}

/// Returns the point index of a move; `None` is a pass.
pub(in crate::review) fn point_index(size: BoardSize, mv: Move) -> PointIndex {
    mv.point().map(|point| index(size, point) as u16)
}

/// Returns the point of an index.
pub(in crate::review) fn point(index: u16, size: Size) -> Point {
    size.at(index.into()).expect("evaluations contain points on the board")
}

/// Evaluates positions independently of each other.
#[derive(Debug)]
pub(in crate::review) struct PositionEvaluator {
    engine: Engine,
}

impl PositionEvaluator {
    /// Creates an evaluator that searches with the seed and nets of `options`.
    pub(in crate::review) fn new(options: SearchOptions) -> PositionEvaluator {
        let SearchOptions { seed, nets, .. } = options;
        let settings =
            Settings { seed: Some(seed), nets, level: Level::FULL, ..Settings::default() };
        PositionEvaluator { engine: Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE) }
    }

    /// Evaluates the game's position with `color` to play. Returns `None` if cancelled.
    pub(in crate::review) fn assess(
        &mut self,
        game: Game,
        color: Color,
        limit: SearchLimit,
        cancellation: &Cancellation,
    ) -> Option<PositionEvaluation> {
        let size = game.size();
        // Reusing the last tree would make the evaluation depend on the order of positions.
        self.engine.clear_tree();
        self.engine.set_game(game);
        let (time, playouts) = match limit {
            SearchLimit::Playouts(playouts) => (None, Some(playouts)),
            SearchLimit::Time(time) => (Some(time), None),
        };
        let request = AnalysisRequest { time, playouts, ..AnalysisRequest::of(color) };
        let report = self.analyze(&request, cancellation);
        (!cancellation.is_cancelled()).then(|| PositionEvaluation::of(&report, size, color))
    }

    /// Evaluates a variant of the game's position with `color` to play. Returns `None` if cancelled.
    pub(in crate::review) fn assess_variant(
        &mut self,
        (mut game, color): (Game, Color),
        search: PendingSearch,
        cancellation: &Cancellation,
    ) -> Option<PositionEvaluation> {
        let color = match search.variant {
            Variant::Itself => color,
            Variant::OpponentFirst => !color,
            Variant::MoveTwice(best) => {
                let size = game.size();
                let square = Size::new(size.lines(), size.lines())?;
                let mv = Move::Play(point(best, square).on(size));
                // The best move of a search is legal.
                let _ = game.play(color, mv);
                color
            }
        };
        game.set_to_play(color);
        self.assess(game, color, search.limit, cancellation)
    }

    fn analyze(&mut self, request: &AnalysisRequest, cancellation: &Cancellation) -> Report {
        self.guarded(&mut |engine| {
            engine.analyze(request, &mut || cancellation.is_cancelled(), &mut |_| {})
        })
    }

    /// Searches the position. If the search panics, which is a bug, it repeats it with playouts instead of the net so
    /// that the review continues.
    fn guarded(&mut self, search: &mut dyn FnMut(&mut Engine) -> Report) -> Report {
        self.engine.guard(&mut *search).unwrap_or_else(|error| {
            let turn = self.engine.game().turns().len();
            log::error!("the search after move {turn} failed ({error}); retrying without a net");
            let nets = std::mem::take(&mut self.engine.settings_mut().nets);
            let report = self.engine.guard(search);
            self.engine.settings_mut().nets = nets;
            report.unwrap_or_default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::Nets;

    #[test]
    fn position_with_panicking_net_search_is_evaluated_by_playouts() {
        let nets = Nets::embedded().clone();
        let mut assessor = PositionEvaluator::new(SearchOptions::guided_by(nets.clone()));
        for _ in 0..2 {
            let report = assessor.guarded(&mut |engine| {
                assert_eq!(engine.settings().nets, Nets::default(), "as it should in this test");
                let request =
                    AnalysisRequest { playouts: Some(20), ..AnalysisRequest::of(Color::Black) };
                engine.analyze(&request, &mut || false, &mut |_| {})
            });
            assert_eq!(report.playouts, 20);
            assert_eq!(assessor.engine.settings().nets, nets, "the net is used again");
        }
    }

    #[test]
    fn panicking_playout_search_gives_empty_report() {
        let mut assessor = PositionEvaluator::new(SearchOptions::guided_by(Nets::default()));
        let report = assessor.guarded(&mut |_| panic!("as it should in this test"));
        assert_eq!(report, Report::default());
    }
}
