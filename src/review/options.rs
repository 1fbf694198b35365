//! Options of a review: inputs, outputs and search limits.

use std::fmt;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use crate::distributed::shard::Shard;
use crate::nn::Nets;
use crate::records::record::Language;

/// Default playouts per position without nets.
const PLAYOUTS: u64 = 2000;

/// Default playouts per position with nets: each playout is slower but more informative.
const GUIDED_PLAYOUTS: u64 = 500;

/// The default number of nodes of the life-and-death solver per position.
pub const SOLVE_NODES: u64 = 20_000;

/// The options of a review.
#[derive(Debug, Clone)]
pub struct ReviewOptions {
    /// Game records, directories of game records, or `-` for standard input.
    pub files: Vec<PathBuf>,
    /// The output directory, which also holds the checkpoint during the review.
    pub output: PathBuf,
    /// The search settings for each position.
    pub search: SearchOptions,
    /// The number of positions searched in parallel, with one thread each.
    pub jobs: NonZero<usize>,
    /// The output formats.
    pub forms: Vec<Form>,
    /// The formats of problem files: [`Html`](Form::Html), [`Sgf`](Form::Sgf) and [`Wei7`](Form::Wei7). Other formats
    /// apply to moves only and are ignored. Empty if no problems were requested.
    pub problems: Vec<Form>,
    /// The treatment of an interrupted review in the output directory. A shard always resumes unless this is
    /// [`ResumeMode::Forget`].
    pub after_cut: ResumeMode,
    /// The shard of games to review. A shard writes no index.
    pub shard: Shard,
    /// Whether variations of the record are reviewed too.
    pub variations: bool,
    /// The move numbers to review; `None` reviews all moves.
    pub moves: Option<RangeInclusive<u32>>,
    /// The maximum number of nodes of the life-and-death solver per position. The limit of a game is 20 times this
    /// number; 0 disables the solver.
    pub solve_nodes: u64,
    /// The reader's rank, such as `5k`, from 25k to 9d. It needs a human net in the nets of the search.
    pub reader: Option<String>,
    /// The language of comments and messages.
    pub language: Language,
    /// The language of pages; `None` lets the reader's browser choose.
    pub page_language: Option<Language>,
}

impl Default for ReviewOptions {
    fn default() -> Self {
        ReviewOptions {
            files: Vec::new(),
            output: "review".into(),
            search: SearchOptions::default(),
            jobs: NonZero::<usize>::MIN,
            forms: vec![Form::Html],
            problems: Vec::new(),
            after_cut: ResumeMode::Refuse,
            shard: Shard::WHOLE,
            variations: false,
            moves: None,
            solve_nodes: SOLVE_NODES,
            reader: None,
            language: Language::English,
            page_language: None,
        }
    }
}

/// The treatment of an interrupted review in the output directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResumeMode {
    /// Resume it.
    GoOn,
    /// Discard its results and start from scratch.
    Forget,
    /// Return an error.
    Refuse,
}

/// An output format of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// An HTML page.
    Html,
    /// SGF with the review in comments, marks and variations.
    Sgf,
    /// wei7 3.0 with the review in comments, marks and variations.
    Wei7,
    /// JSON lines, one per move.
    Json,
    /// CSV.
    Csv,
}

impl Form {
    /// Returns the file name extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Form::Html => "html",
            Form::Sgf => "sgf",
            Form::Wei7 => "wei7",
            Form::Json => "jsonl",
            Form::Csv => "csv",
        }
    }

    /// Returns `true` if `head` looks like the beginning of a review in this format.
    pub(super) fn is_review(self, head: &[u8]) -> bool {
        let text = String::from_utf8_lossy(head);
        match self {
            Form::Html => text.contains("天元 Tianyuan</title>"),
            Form::Sgf => text.contains("SBKV["),
            Form::Wei7 => text.contains("Tianyuan") || text.contains("天元"),
            Form::Json => text.contains("\"engine\":\"Tianyuan"),
            Form::Csv => text.starts_with("number,node,color,move,"),
        }
    }
}

/// Search options: everything except the position that the result depends on.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchOptions {
    /// The limit of one search.
    pub limit: SearchLimit,
    /// The random seed.
    pub seed: u64,
    /// The nets that guide the search.
    pub nets: Nets,
    /// How a game's playouts are distributed among its positions.
    pub sharing: PlayoutAllocation,
    /// Measures the value of moving first with up to two additional short searches per position.
    pub move_values: bool,
}

impl SearchOptions {
    /// Returns options for a search with `nets`, the default number of playouts and seed 1.
    pub fn guided_by(nets: Nets) -> SearchOptions {
        let playouts = if nets == Nets::default() { PLAYOUTS } else { GUIDED_PLAYOUTS };
        let limit = SearchLimit::Playouts(playouts);
        let sharing = PlayoutAllocation::Unclear;
        SearchOptions { limit, seed: 1, nets, sharing, move_values: false }
    }

    /// Returns the mean playouts per position if they are distributed unevenly, otherwise `None`.
    pub(super) fn shared_playouts(&self) -> Option<u64> {
        match (self.limit, self.sharing) {
            (SearchLimit::Playouts(playouts), PlayoutAllocation::Unclear) => Some(playouts),
            _ => None,
        }
    }

    /// Returns the options of one search with another limit.
    pub(super) fn limited_to(&self, limit: SearchLimit) -> SearchOptions {
        let sharing = PlayoutAllocation::Even;
        SearchOptions { limit, sharing, move_values: false, ..self.clone() }
    }

    /// Returns the limit of each search that measures the value of moving first: an eighth of the mean.
    pub(super) fn value_limit(&self) -> SearchLimit {
        match self.limit {
            SearchLimit::Playouts(playouts) => SearchLimit::Playouts((playouts / 8).max(1)),
            SearchLimit::Time(time) => SearchLimit::Time(time / 8),
        }
    }
}

/// How a game's playouts are distributed among its positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayoutAllocation {
    /// Every position gets the same number.
    Even,
    /// Unclear positions get more and clear ones fewer; the total is the same.
    Unclear,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions::guided_by(Nets::default())
    }
}

/// Formats as `2000 playouts, seed 1, net 1a2b3c4d`, or `2000 playouts on average` if they are distributed unevenly.
impl fmt::Display for SearchOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_shared = self.shared_playouts().is_some();
        let shared = if is_shared { " on average" } else { "" };
        let values = if self.move_values { ", values of moves" } else { "" };
        write!(f, "{}{shared}, seed {}{values}", self.limit, self.seed)?;
        self.nets.iter().try_for_each(|net| write!(f, ", net {:08x}", net.checksum()))
    }
}

/// The limit of one search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SearchLimit {
    /// A number of playouts; results are reproducible.
    Playouts(u64),
    /// A duration; results are not reproducible.
    Time(Duration),
}

/// Formats as `2000 playouts` or `1.5 s`.
impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchLimit::Playouts(playouts) => write!(f, "{playouts} playouts"),
            SearchLimit::Time(time) => write!(f, "{} s", time.as_secs_f64()),
        }
    }
}
