//! Reports: what a search has found, while it runs and when it ends.

use tianyuan_go::{Move, Point};

use super::root::SearchRoot;

/// One move that the search considered at the root.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The candidate's move.
    pub mv: Move,
    /// Visits of the move from the root, those of reused trees among them: those of the edge where several
    /// series of moves lead to the position after it.
    pub visits: u64,
    /// How much the move counts in the mean over all: its visits, weighed with a net by how good
    /// and how certain what they found is.
    pub weight: f64,
    /// What the choice of the move goes by, most for the move that would be played: visits, with a
    /// net without those that look like too many now, and with what a high lower bound adds.
    pub play_selection_value: f64,
    /// The winning probability of the player to move, 0 to 1, by visits alone (no prior).
    pub winrate: f64,
    /// What the search maximises, for the player to move: the winrate from -1 to 1 and, with a net,
    /// a part of the score.
    pub utility: f64,
    /// The lower confidence bound of the utility.
    pub utility_lcb: f64,
    /// The lead: by how many points komi would have to change to make the position even, for the player to
    /// move.
    pub score_lead: f64,
    /// The mean result in points, for the player to move; with a KataGo net the lead, as KataGo prints it
    /// under this name.
    pub score_mean: f64,
    /// The score that a KataGo net expects of self-play; otherwise the mean result.
    pub score_selfplay: f64,
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

impl Candidate {
    /// A move of which nothing is known yet.
    pub fn of(mv: Move) -> Candidate {
        Candidate {
            mv,
            visits: 0,
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

/// What a search has found.
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
    /// How much these visits count together: playouts as one each.
    pub weight: f64,
    /// The winning probability of the player to move, 0 to 1.
    pub winrate: f64,
    /// The same with the dynamic komi of the search; equal to `winrate` if there is none.
    pub searched_winrate: f64,
    /// What the search maximises, for the player to move, as in [`Candidate::utility`].
    pub utility: f64,
    /// The lead, as in [`Candidate::score_lead`].
    pub score_lead: f64,
    /// The mean result in points, as in [`Candidate::score_mean`].
    pub score_mean: f64,
    /// The score of self-play, as in [`Candidate::score_selfplay`].
    pub score_selfplay: f64,
    /// The standard deviation of the result in points.
    pub score_stdev: f64,
    /// What the net said of the position before the search; `None` without a net.
    pub raw: Option<RawEvaluation>,
    /// The owner of each point at the end of the game, -1 to 1, positive for the player to move; row by
    /// row from the bottom left.
    pub ownership: Vec<(Point, f64)>,
}

/// What a net says of a position without a search, from the side of the player to move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RawEvaluation {
    /// The winning probability, 0 to 1; half of a game without result is won.
    pub winrate: f64,
    /// The probability of a game without result, 0 to 1.
    pub no_result: f64,
    /// By how many points komi would have to change for a fair game.
    pub score_lead: f64,
    /// The score of play against itself.
    pub score_selfplay: f64,
    /// The standard deviation of that score.
    pub score_stdev: f64,
    /// How far the winrate will be off in the short term; `None` for nets that do not say it.
    pub winrate_error: Option<f64>,
    /// How far the score will be off in the short term, in points.
    pub score_error: Option<f64>,
}

impl Report {
    /// The best move; `None` where the search had no time for any.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }
}

/// The standard deviation of who owns a point, which is 1 or -1 with this mean.
pub fn ownership_stdev(mean: f64) -> f64 {
    (1.0 - mean * mean).max(0.0).sqrt()
}

/// Who owns each point for the player to move, by means that are positive for Black.
pub(super) fn owners(root: &SearchRoot, means: impl Iterator<Item = f64>) -> Vec<(Point, f64)> {
    let sign = f64::from(root.color.sign());
    let of_player = |mean: f64| (mean * sign).clamp(-1.0, 1.0);
    root.game.size().points().zip(means.map(of_player)).collect()
}
