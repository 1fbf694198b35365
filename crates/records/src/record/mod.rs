//! Game records: a format-neutral tree, [`Record`], that represents the content of every supported format.
//!
//! This module does not depend on file syntax, protocols, files or engines. SGF properties without a field are
//! preserved verbatim ([`Property`]). The writer of each format decides how to handle information that the format
//! cannot represent, and reports it as a [`Diagnostic`]:
//!
//! ```text
//! bytes -> sgf        -+             +-> sgf       -> bytes, findings
//! bytes -> wei7_json  -+-> Record ---+-> wei7_json -> bytes, findings
//! bytes -> wei7_xml   -+             +-> wei7_xml  -> bytes, findings
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `tree`, `node` | the tree; the event and notes of a node; SGF properties without a field |
//! | `board`, `info`, `outcome`, `time`, `fact` | board size and points; information about the game; results; dates; optional facts |
//! | `diagnostic`, `diagnostic_rule`, `line_index` | errors and losses, as lines of text; the rules that formats report; places in a text |
//! | `position`, `takebacks`, `replay`, `game`, `append_moves` | stones at a node; moves after takebacks; replay; lines as games; continued games |
//! | `path` | paths to nodes |
//! | `rule_text`, `live_events` | options of rules and live events as text |
//! | `record_format`, `limits` | formats and their detection; limits of readers |

mod board;
mod append_moves;
mod fact;
pub(crate) mod diagnostic;
mod record_format;
mod game;
mod info;
pub mod limits;
pub(crate) mod live_events;
mod line_index;
mod node;
pub(crate) mod outcome;
mod path;
mod position;
pub(crate) mod diagnostic_rule;
pub(crate) mod rule_text;
pub mod replay;
pub mod takebacks;
mod time;
mod tree;

use tianyuan_go::Color;

pub use board::{Point, Size};
pub use diagnostic::{Diagnostic, Findings, SourceLocation};
pub use diagnostic_rule::{DiagnosticRule, Language, Severity};
pub use fact::{Fact, Overtime};
pub use game::NotPlayableError;
pub use info::{Info, Participant, Player, RulesInfo, RulesName};
pub use line_index::LineIndex;
pub use node::{Evaluation, Event, Mark, Notes, Property, Setup, Splitter, Symbol};
pub use outcome::{Outcome, WinReason};
pub use path::{ParsePathError, Path};
pub use position::{Position, State};
pub use record_format::{Format, UnknownFormatError};
pub use time::Time;
pub use tree::{Node, NodeId, Tree, Visit};

/// One game, lesson or problem: its board, game information and tree.
///
/// ```
/// use tianyuan_go::Color;
/// use tianyuan_records::record::{Event, Record, Size};
///
/// let size = Size::new(9, 9).expect("1 to 52 lines");
/// let mut record = Record::new(size);
/// let root = record.tree.root();
/// let point = size.point(4, 4);
/// let first = record.tree.add(root, Event::Move { color: Color::Black, point });
/// record.tree.node_mut(first).notes_mut().comment = Some("天元".to_owned());
/// assert_eq!(record.tree.main_line(root).count(), 2, "the root and a move");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The size of the board.
    pub size: Size,
    /// The game information.
    pub info: Info,
    /// The tree of moves and other events, with variations.
    pub tree: Tree,
}

impl Record {
    /// Creates an empty record with a board of the given size.
    pub fn new(size: Size) -> Record {
        Record { size, info: Info::default(), tree: Tree::new() }
    }

    /// Returns the number of handicap stones.
    ///
    /// If the record does not state it, this is the number of black stones set up before White's first move, provided
    /// that there are at least two and no white stones. If there is no move, White must be set as the player to move.
    pub fn handicap(&self) -> Option<u32> {
        self.info.handicap.or_else(|| self.handicap_stones())
    }

    /// Returns `true` if the position at a node starts a problem rather than a game: stones are set up, but no players,
    /// result or handicap are known. SGF uses the same property for the player to move in games and problems.
    pub(crate) fn looks_like_problem(&self, id: NodeId) -> bool {
        let stones = match &self.tree.node(id).event {
            Event::Setup(setup) => setup.stones().count(),
            _ => 0,
        };
        stones > 0 && self.is_of_no_game()
    }

    /// Returns `true` if no players, result or handicap are known. May scan the main line.
    pub(crate) fn is_of_no_game(&self) -> bool {
        let Info { players, result, .. } = &self.info;
        players.is_empty() && result.is_none() && self.handicap().unwrap_or(0) == 0
    }

    /// Returns `true` if the stated handicap differs from the one that the stones show.
    pub(crate) fn hides_handicap(&self) -> bool {
        let stated = self.info.handicap;
        stated.is_some_and(|stones| stones != self.handicap_stones().unwrap_or(0))
    }

    /// Returns the number of handicap stones according to the setup and the first player to move.
    pub(crate) fn handicap_stones(&self) -> Option<u32> {
        let tree = &self.tree;
        let Event::Setup(setup) = &tree.node(tree.root()).event else { return None };
        let first_move = tree.main_line(tree.root()).find_map(|id| match tree.node(id).event {
            Event::Move { color, .. } => Some(color),
            _ => None,
        });
        let notes = tree.node(tree.root()).notes();
        let next = first_move.or(notes.to_play).filter(|_| notes.problem.is_none());
        // Points that are made empty have no stones at the start.
        let colors: Vec<Color> = setup.points().iter().filter_map(|&(_, color)| color).collect();
        let is_given = colors.iter().all(|&color| color == Color::Black)
            && colors.len() >= 2
            && next == Some(Color::White);
        is_given.then_some(colors.len() as u32)
    }
}

/// Result of reading a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reading {
    /// The records that could be read: one in wei7, any number in SGF.
    pub records: Vec<Record>,
    /// The findings, sorted by location.
    pub findings: Findings,
}

impl FromIterator<Reading> for Reading {
    fn from_iter<I: IntoIterator<Item = Reading>>(readings: I) -> Reading {
        let mut all = Reading::default();
        for reading in readings {
            all.records.extend(reading.records);
            all.findings.append(reading.findings);
        }
        all
    }
}

/// Result of writing a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Writing {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Information that was dropped, moved to comments, approximated or assumed. Violations of the format that remain
    /// in the file are errors.
    pub findings: Findings,
}

impl Writing {
    /// Returns `true` if the output can be read back without errors.
    pub fn is_valid(&self) -> bool {
        !self.bytes.is_empty() && !self.findings.has_errors()
    }
}
