//! Game records: wei7 3.0, wei7 2.2 and SGF, read and written by way of one neutral [`Record`].
//!
//! It does not know protocols, files or engines: bytes come in and go out. A record holds whatever
//! any of the formats can say, so that what a format cannot say is decided, and told as a
//! [`Finding`], by the one file that writes it.
//!
//! ```text
//! bytes -> sgf        -+             +-> sgf       -> bytes, findings
//! bytes -> wei7_json  -+-> Record ---+-> wei7_json -> bytes, findings
//! bytes -> wei7_xml   -+             +-> wei7_xml  -> bytes, findings
//! ```

mod board;
mod continued;
mod finding;
mod format;
mod game;
mod info;
mod json;
mod json_number;
mod json_page;
mod json_pointer;
mod json_text;
pub mod limits;
mod node;
mod path;
mod position;
pub mod replay;
pub mod sgf;
mod sgf_amount;
mod sgf_charset;
mod sgf_game;
mod sgf_handicap;
mod sgf_info;
mod sgf_komi;
mod sgf_live;
mod sgf_names;
mod sgf_notes;
mod sgf_private;
mod sgf_read;
mod sgf_result;
mod sgf_rules;
mod sgf_tokens;
mod sgf_values;
mod sgf_write;
mod sgf_write_info;
pub mod standing;
mod time;
mod tree;
mod unfold;
mod wei7_tree;
pub mod wei7_json;
mod wei7_json_fit;
mod wei7_json_info;
mod wei7_json_joined;
mod wei7_json_play;
mod wei7_json_rules;
mod wei7_json_shapes;
mod wei7_json_tree;
mod wei7_json_values;
mod wei7_json_write;
mod wei7_json_write_tree;
pub mod wei7_xml;
mod wei7_xml_game;
mod wei7_xml_moves;
mod wei7_xml_page;
mod wei7_xml_read;
mod wei7_xml_rules;
mod wei7_xml_stone;
mod wei7_xml_syntax;
mod wei7_xml_text;
mod wei7_xml_values;
mod wei7_xml_write;
mod wei7_xml_write_game;
mod wei7_xml_write_notes;

use crate::go::Color;

pub use board::{Point, Size};
pub use finding::{Finding, Findings, Kind, Language, Place, Rule};
pub use format::{Format, NoFormat, check, read, write};
pub use game::NoGame;
pub use info::{Info, Manner, Outcome, Participant, Player, RulesName, Ruling};
pub use node::{Evaluation, Event, Mark, Notes, Property, Setup, Splitter, Symbol};
pub use path::{NoPath, Path};
pub use position::{Position, State};
pub use time::Time;
pub use tree::{Node, NodeId, Tree, Visit};

/// One game, lesson or problem: its board, what is known of it, and its tree.
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
    /// before White's first move, where they are two or more and no white one is among them.
    pub fn handicap(&self) -> Option<u32> {
        self.info.handicap.or_else(|| self.handicap_stones())
    }

    fn handicap_stones(&self) -> Option<u32> {
        let tree = &self.tree;
        let Event::Setup(setup) = &tree.node(tree.root()).event else { return None };
        let first_move = tree.main_line(tree.root()).find_map(|id| match tree.node(id).event {
            Event::Move { color, .. } => Some(color),
            _ => None,
        });
        let stones = setup.points().len() as u32;
        let black_only = setup.points().iter().all(|(_, color)| *color == Some(Color::Black));
        let given = black_only && stones >= 2 && first_move == Some(Color::White);
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

/// Something written, and what could not be written as it was.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Writing {
    /// The file.
    pub bytes: Vec<u8>,
    /// What was dropped, folded, approximated or assumed.
    pub findings: Findings,
}
