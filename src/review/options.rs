//! The options of a review: what to read and write, and how long each position is searched.

use std::fmt;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use crate::distributed::shard::Shard;
use crate::nn::Nets;
use crate::records::record::Language;

/// Playouts of a position in a search by playouts alone.
const PLAYOUTS: u64 = 2000;

/// Playouts of a position in a search that nets guide: they take longer, and say more.
const GUIDED_PLAYOUTS: u64 = 500;

/// The options of a review.
#[derive(Debug, Clone)]
pub struct ReviewOptions {
    /// Game records, folders of them, or `-` for the standard input.
    pub files: Vec<PathBuf>,
    /// The folder where the reviews go, and the journal while they are made.
    pub output: PathBuf,
    /// The search of each position.
    pub search: SearchOptions,
    /// The number of positions that are searched at a time, with one thread each.
    pub jobs: NonZero<usize>,
    /// The forms to write.
    pub forms: Vec<Form>,
    /// The forms in which problems are written: [`Html`](Form::Html), [`Sgf`](Form::Sgf) and [`Wei7`](Form::Wei7);
    /// none where nobody asked for problems. The others are for moves only, and write nothing here.
    pub problems: Vec<Form>,
    /// The treatment of a review that was cut off in the output folder; a shard always goes on unless it is to
    /// begin anew.
    pub after_cut: ResumeMode,
    /// The part of the games that is reviewed. A part has no index.
    pub shard: Shard,
    /// Whether variations of the record are reviewed too.
    pub variations: bool,
    /// The numbers of the moves that are reviewed; all where it is missing.
    pub moves: Option<RangeInclusive<u32>>,
    /// The language of comments and messages.
    pub language: Language,
    /// The language of pages; where it is missing the reader's browser chooses.
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
            language: Language::English,
            page_language: None,
        }
    }
}

/// The treatment of a review that was cut off in the output folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResumeMode {
    /// Go on with it.
    GoOn,
    /// Begin anew, and forget what it had found.
    Forget,
    /// Refuse to begin.
    Refuse,
}

/// A form in which a review is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A page for a browser.
    Html,
    /// SGF with the review in comments, marks and variations.
    Sgf,
    /// wei7 3.0 with the review in comments, marks and variations.
    Wei7,
    /// Lines of JSON, one for each move.
    Json,
    /// A table of comma-separated values.
    Csv,
}

impl Form {
    /// The extension of a file name, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Form::Html => "html",
            Form::Sgf => "sgf",
            Form::Wei7 => "wei7",
            Form::Json => "jsonl",
            Form::Csv => "csv",
        }
    }

    /// Returns `true` if bytes begin like a review in this form.
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

/// The options of each search: all that its result depends on beside the position.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchOptions {
    /// The bound of one search.
    pub limit: SearchLimit,
    /// The seed of all random choices.
    pub seed: u64,
    /// The nets that guide the search.
    pub nets: Nets,
    /// How the playouts of a game are shared out between its positions.
    pub sharing: PlayoutAllocation,
}

impl SearchOptions {
    /// A search that these nets guide, with its usual number of playouts and seed 1.
    pub fn guided_by(nets: Nets) -> SearchOptions {
        let playouts = if nets == Nets::default() { PLAYOUTS } else { GUIDED_PLAYOUTS };
        let limit = SearchLimit::Playouts(playouts);
        SearchOptions { limit, seed: 1, nets, sharing: PlayoutAllocation::Unclear }
    }

    /// The mean number of playouts of a position, where they are shared out.
    pub(super) fn shared_playouts(&self) -> Option<u64> {
        match (self.limit, self.sharing) {
            (SearchLimit::Playouts(playouts), PlayoutAllocation::Unclear) => Some(playouts),
            _ => None,
        }
    }

    /// The same with another bound for every search.
    pub(super) fn limited_to(&self, limit: SearchLimit) -> SearchOptions {
        SearchOptions { limit, sharing: PlayoutAllocation::Even, ..self.clone() }
    }
}

/// How the playouts of a game are shared out between its positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayoutAllocation {
    /// All positions get the same number.
    Even,
    /// Positions that are unclear get more, the others fewer, and all together as many.
    Unclear,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions::guided_by(Nets::default())
    }
}

/// `2000 playouts, seed 1, net 1a2b3c4d`; `2000 playouts on average` where they are shared out.
impl fmt::Display for SearchOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_shared = self.shared_playouts().is_some();
        let shared = if is_shared { " on average" } else { "" };
        write!(f, "{}{shared}, seed {}", self.limit, self.seed)?;
        self.nets.iter().try_for_each(|net| write!(f, ", net {:08x}", net.checksum()))
    }
}

/// The bound of one search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SearchLimit {
    /// A number of playouts: the same result every time.
    Playouts(u64),
    /// A time: no two results are the same.
    Time(Duration),
}

/// `2000 playouts`, `1.5 s`.
impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchLimit::Playouts(playouts) => write!(f, "{playouts} playouts"),
            SearchLimit::Time(time) => write!(f, "{} s", time.as_secs_f64()),
        }
    }
}
