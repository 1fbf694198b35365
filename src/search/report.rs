//! Reports: what a search has found, while it runs and when it ends.

use crate::go::{Move, Point};

use super::root::SearchRoot;

/// One move that the search considered at the root.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The candidate's move.
    pub mv: Move,
    /// Visits of the move, those of reused trees among them.
    pub visits: u64,
    /// The winning probability of the player to move, 0 to 1, by visits alone (no prior).
    pub winrate: f64,
    /// The mean result in points, for the player to move.
    pub score_lead: f64,
    /// The standard deviation of the result in points.
    pub score_stdev: f64,
    /// The prior among all moves, 0 to 1: a net's policy, or the part of the prior wins.
    pub prior: f64,
    /// The lower confidence bound (LCB) of the winrate; may be below 0.
    pub lcb: f64,
    /// The principal variation, this move first.
    pub pv: Vec<Move>,
    /// The visits of its moves.
    pub pv_visits: Vec<u64>,
    /// The owner of each point after this move, -1 to 1, in the order of [`Report::ownership`]; empty
    /// unless [`Search::set_by_move`](super::Search::set_by_move) asked for it.
    pub ownership: Vec<(Point, f64)>,
}

/// What a search has found.
///
/// ```
/// use tianyuan::go::{BoardSize, Color, Game, Rules};
/// use tianyuan::search::{Limits, Search};
///
/// let size = BoardSize::new(9).expect("boards have 2 to 25 lines");
/// let game = Game::new(size, Rules::CHINESE);
/// let limits = Limits { playouts: Some(100), ..Limits::default() };
/// let report = Search::new(1, 16, 1).run(&game, Color::Black, &limits, &mut |_| true);
/// let best = report.best().expect("a hundred playouts find some move");
/// assert_eq!(best.pv[0], best.mv);
/// assert!((0.0..=1.0).contains(&best.winrate));
/// assert_eq!(report.ownership.len(), 81);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// The moves that were visited: the best move first, then by visits.
    pub candidates: Vec<Candidate>,
    /// Visits of the root: those of its moves, those of reused trees among them.
    ///
    /// Each playout is one visit, whatever the method of search. A net's evaluation of the root itself
    /// comes before the first playout and is none. KataGo counts it, so that so many visits asked are
    /// as many here and there, but the visits of its moves are one less.
    pub visits: u64,
    /// Playouts of this search.
    pub playouts: u64,
    /// The winning probability of the player to move, 0 to 1.
    pub winrate: f64,
    /// The mean result in points, for the player to move.
    pub score_lead: f64,
    /// The standard deviation of the result in points.
    pub score_stdev: f64,
    /// The owner of each point at the end of the game, -1 to 1, positive for the player to move; row by
    /// row from the bottom left.
    pub ownership: Vec<(Point, f64)>,
}

impl Report {
    /// The best move; `None` where the search had no time for any.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }
}

/// Who owns each point for the player to move, by means that are positive for Black.
pub(super) fn owners(root: &SearchRoot, means: impl Iterator<Item = f64>) -> Vec<(Point, f64)> {
    let sign = f64::from(root.color.sign());
    let of_player = |mean: f64| (mean * sign).clamp(-1.0, 1.0);
    root.game.size().points().zip(means.map(of_player)).collect()
}
