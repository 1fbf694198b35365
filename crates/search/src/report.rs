//! Reports: the results of a search, while it runs and at its end.

use std::sync::Arc;

use tianyuan_go::{Move, Point};

use super::raw_net::RawNetOutput;
use super::root::SearchRoot;

/// A move that the search considered at the root.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The visits of the move from the root, including those of reused trees. If transpositions lead to the position,
    /// only those of the edge count.
    pub visits: u64,
    /// Those of the visits that count in the value of the root: all but the weightless ones of a human net.
    pub edge_visits: u64,
    /// The weight of the move in the mean over all moves. With a net it depends on the visits and on the values and
    /// uncertainties found; otherwise it is the visits.
    pub weight: f64,
    /// The criterion for choosing the move, highest for the move that would be played. With a net, it excludes visits
    /// that are no longer justified and includes a bonus for a high lower bound; otherwise it is the visits.
    pub play_selection_value: f64,
    /// The win probability of the player to move, 0 to 1, from visits alone (without prior).
    pub winrate: f64,
    /// The objective of the search, for the player to move: the win rate from -1 to 1 and, with a net, a score term.
    pub utility: f64,
    /// The lower confidence bound of the utility.
    pub utility_lcb: f64,
    /// The lead, for the player to move: the change of komi, in points, that would make the position even.
    pub score_lead: f64,
    /// The mean result in points, for the player to move. With a KataGo net it is the lead, which KataGo prints under
    /// this name.
    pub score_mean: f64,
    /// The expected score of self-play by a KataGo net; otherwise the mean result.
    pub score_selfplay: f64,
    /// The standard deviation of the result in points.
    pub score_stdev: f64,
    /// The prior among all moves, 0 to 1: the net's policy, or the share of the prior wins.
    pub prior: f64,
    /// The lower confidence bound (LCB) of the win rate; may be below 0.
    pub lcb: f64,
    /// The principal variation, starting with this move.
    pub pv: Vec<Move>,
    /// The visits of the moves of the principal variation.
    pub pv_visits: Vec<u64>,
    /// The ownership of each point after this move, -1 to 1, in the order of [`Report::ownership`]; empty unless
    /// [`Search::set_by_move`](super::Search::set_by_move) enabled it.
    pub ownership: Vec<(Point, f64)>,
}

impl Candidate {
    /// Creates a candidate without any results.
    pub fn of(mv: Move) -> Candidate {
        Candidate {
            mv,
            visits: 0,
            edge_visits: 0,
            weight: 0.0,
            play_selection_value: 0.0,
            winrate: 0.5,
            utility: 0.0,
            utility_lcb: 0.0,
            score_lead: 0.0,
            score_mean: 0.0,
            score_selfplay: 0.0,
            score_stdev: 0.0,
            prior: 0.0,
            lcb: 0.0,
            pv: Vec::new(),
            pv_visits: Vec::new(),
            ownership: Vec::new(),
        }
    }
}

/// The results of a search.
///
/// ```
/// use tianyuan_go::{BoardSize, Color, Game, Rules};
/// use tianyuan_search::{Limits, Search};
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
    /// The visited moves: the best move first, then by visits.
    pub candidates: Vec<Candidate>,
    /// The visits of the root: the sum over its moves, including those of reused trees.
    ///
    /// Each playout is one visit in both search methods. A net's evaluation of the root precedes the first playout
    /// and is not counted. KataGo counts it, so at the same visit limit its moves have one visit less in total.
    pub visits: u64,
    /// Playouts of this search.
    pub playouts: u64,
    /// The total weight of these visits; each playout has weight 1.
    pub weight: f64,
    /// The win probability of the player to move, 0 to 1.
    pub winrate: f64,
    /// The same with the dynamic komi of the search; equal to `winrate` if there is none.
    pub searched_winrate: f64,
    /// The objective of the search, for the player to move, as in [`Candidate::utility`].
    pub utility: f64,
    /// The lead, as in [`Candidate::score_lead`].
    pub score_lead: f64,
    /// The mean result in points, as in [`Candidate::score_mean`].
    pub score_mean: f64,
    /// The score of self-play, as in [`Candidate::score_selfplay`].
    pub score_selfplay: f64,
    /// The standard deviation of the result in points.
    pub score_stdev: f64,
    /// The net's evaluation of the position before the search; `None` without a net.
    pub raw: Option<RawEvaluation>,
    /// The human net's evaluation of the position; `None` without a human net and a profile.
    pub human: Option<Arc<RawNetOutput>>,
    /// The expected ownership of each point at the end of the game, -1 to 1, positive for the player to move. Row by
    /// row from the bottom left.
    pub ownership: Vec<(Point, f64)>,
}

/// A net's evaluation of a position without a search, from the side of the player to move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RawEvaluation {
    /// The win probability, 0 to 1; a game without result counts as half a win.
    pub winrate: f64,
    /// The probability of a game without result, 0 to 1.
    pub no_result: f64,
    /// The change of komi, in points, that would make the game fair.
    pub score_lead: f64,
    /// The expected score of self-play.
    pub score_selfplay: f64,
    /// The standard deviation of that score.
    pub score_stdev: f64,
    /// The expected short-term error of the win rate; `None` if the net does not predict it.
    pub winrate_error: Option<f64>,
    /// The expected short-term error of the score in points.
    pub score_error: Option<f64>,
}

impl Report {
    /// Returns the best move, or `None` if the search had no time for any move.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }
}

/// Returns the standard deviation of a point's ownership, which is 1 or -1 with this mean.
pub fn ownership_stdev(mean: f64) -> f64 {
    (1.0 - mean * mean).max(0.0).sqrt()
}

/// Converts mean ownership for Black to ownership for the player to move.
pub(super) fn owners(root: &SearchRoot, means: impl Iterator<Item = f64>) -> Vec<(Point, f64)> {
    let sign = f64::from(root.color.sign());
    let of_player = |mean: f64| (mean * sign).clamp(-1.0, 1.0);
    root.game.size().points().zip(means.map(of_player)).collect()
}
