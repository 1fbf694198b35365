//! Game records: one neutral tree, [`Record`], that holds whatever any of the formats can say.
//!
//! It does not know the syntax of any format, nor protocols, files or engines. A property of SGF that
//! has no field here is kept as it stands ([`Property`]). What a format cannot say is decided by the
//! module that writes it, and reported as a [`Diagnostic`]:
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

/// One game, lesson or problem: its board, what is known of it, and its tree.
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
    /// What is known of the game.
    pub info: Info,
    /// What happened, with its variations.
    pub tree: Tree,
}

impl Record {
    /// A record of which only the board is known.
    pub fn new(size: Size) -> Record {
        Record { size, info: Info::default(), tree: Tree::new() }
    }

    /// The number of handicap stones: as the record says, or as many black stones as it sets up
    /// before White's first move, where they are two or more and no white one is among them. Where
    /// nobody has moved, White must be named as who is to play.
    pub fn handicap(&self) -> Option<u32> {
        self.info.handicap.or_else(|| self.handicap_stones())
    }

    /// Whether the position at a node is the start of a problem rather than of a game: stones are set
    /// up, and neither players nor a result nor a handicap are known. SGF names who is to solve it as
    /// it names who is to play.
    pub(crate) fn looks_like_problem(&self, id: NodeId) -> bool {
        let stones = match &self.tree.node(id).event {
            Event::Setup(setup) => setup.stones().count(),
            _ => 0,
        };
        stones > 0 && self.is_of_no_game()
    }

    /// Whether neither players nor a result nor a handicap are known. It may look through the main line.
    pub(crate) fn is_of_no_game(&self) -> bool {
        let Info { players, result, .. } = &self.info;
        players.is_empty() && result.is_none() && self.handicap().unwrap_or(0) == 0
    }

    /// Returns `true` if the record states a handicap other than the one that its stones show.
    pub(crate) fn hides_handicap(&self) -> bool {
        let stated = self.info.handicap;
        stated.is_some_and(|stones| stones != self.handicap_stones().unwrap_or(0))
    }

    /// The number of handicap stones by what is set up and who moves first.
    pub(crate) fn handicap_stones(&self) -> Option<u32> {
        let tree = &self.tree;
        let Event::Setup(setup) = &tree.node(tree.root()).event else { return None };
        let first_move = tree.main_line(tree.root()).find_map(|id| match tree.node(id).event {
            Event::Move { color, .. } => Some(color),
            _ => None,
        });
        let notes = tree.node(tree.root()).notes();
        let next = first_move.or(notes.to_play).filter(|_| notes.problem.is_none());
        let stones = setup.points().len() as u32;
        let black_only = setup.points().iter().all(|(_, color)| *color == Some(Color::Black));
        let given = black_only && stones >= 2 && next == Some(Color::White);
        if given { Some(stones) } else { None }
    }
}

/// What a file turned out to hold.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reading {
    /// The records that could be made sense of: one in wei7, any number in SGF.
    pub records: Vec<Record>,
    /// What was found on the way, sorted by place.
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

/// Something written, and what could not be written as it was.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Writing {
    /// The file.
    pub bytes: Vec<u8>,
    /// What was dropped, folded, approximated or assumed, and which clauses of the format the file
    /// breaks all the same: they are errors.
    pub findings: Findings,
}

impl Writing {
    /// Whether there is a file that its own reader takes without errors.
    pub fn is_valid(&self) -> bool {
        !self.bytes.is_empty() && !self.findings.has_errors()
    }
}
