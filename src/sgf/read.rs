//! SGF's structure: tokens put together to nodes, trees and collections, broken ones included.
//!
//! It does not know what the properties of a node mean; [`GameReader`] does. What breaks the grammar is read
//! as most programs would have meant it, with a finding.

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem;

use smallvec::SmallVec;

use super::game::GameReader;
use super::names;
use super::property::Property;
use super::rules::*;
use super::tokens::{self, Brackets, LONGEST_NAME, Move, Token, Tokens};
use crate::record::finding::{Findings, Place, shortened};
use crate::record::limits::{MAX_NODES, TOO_MANY_NODES};
use crate::record::{NodeId, Record};

/// The number of properties that are searched one by one for one of the same name. Nodes with more
/// have a table of places.
const LOOKED_THROUGH: usize = 64;

/// All records of a text.
pub(super) fn records(text: &str, findings: &mut Findings) -> Vec<Record> {
    let Some(start) = tokens::first_tree(text) else {
        findings.add(&NO_GAME_TREE, Place::default(), []);
        return Vec::new();
    };
    if !text[..start].trim_start_matches('\u{FEFF}').trim().is_empty() {
        findings.add(&TEXT_BEFORE, Place::offset(0), []);
    }
    let mut reader = Reader::new(text, findings);
    for (at, token) in Tokens::new(text, start) {
        if reader.is_full() {
            reader.findings.add(&TOO_MANY_NODES, Place::offset(at), [&MAX_NODES.to_string()]);
            break;
        }
        reader.read(at, token);
    }
    reader.end(text.len())
}

struct Reader<'t, 'f> {
    text: &'t str,
    findings: &'f mut Findings,
    records: Vec<Record>,
    /// The nodes of the records that are finished.
    nodes: usize,
    game: GameReader,
    /// For each open parenthesis the node that stood before it.
    open: Vec<Option<NodeId>>,
    /// The node that the next one goes below; none before the root.
    at: Option<NodeId>,
    /// Whether a node's properties are being read.
    in_node: bool,
    properties: Vec<Property<'t>>,
    /// The property that the next value belongs to.
    current: usize,
    /// The indices of the properties by name, if there are many.
    places: HashMap<Cow<'t, str>, usize>,
    /// What the last token was, as far as it matters.
    last: Last,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Open,
    Close,
    /// A name that has no value yet.
    Name,
    /// A name that means nothing, with or without values.
    Nameless,
    Other,
}

impl<'t, 'f> Reader<'t, 'f> {
    fn new(text: &'t str, findings: &'f mut Findings) -> Self {
        Reader {
            text,
            findings,
            records: Vec::new(),
            nodes: 0,
            game: GameReader::new(),
            open: Vec::new(),
            at: None,
            in_node: false,
            properties: Vec::new(),
            current: 0,
            places: HashMap::new(),
            last: Last::Other,
        }
    }

    fn is_full(&self) -> bool {
        self.nodes + self.game.nodes() > MAX_NODES || self.open.len() > MAX_NODES
    }

    fn read(&mut self, at: usize, token: Token<'t>) {
        match token {
            Token::Open => self.open(at),
            _ if self.open.is_empty() => self.outside(at, &token),
            Token::Close => self.close(at),
            Token::Node => self.begin_node(at),
            Token::Move(letters) => self.plain_move(at, letters),
            Token::Name(name) => self.name(at, name),
            Token::Value(value, brackets) => self.value(at, value, brackets),
            Token::Junk(junk) => {
                self.without_value();
                self.findings.add(&JUNK, Place::offset(at), [&shortened(junk)]);
            }
        }
    }

    fn open(&mut self, at: usize) {
        self.finish_node();
        if self.last == Last::Open {
            self.findings.add(&EMPTY_TREE, Place::offset(at), []);
        }
        self.open.push(self.at);
        self.last = Last::Open;
    }

    fn close(&mut self, at: usize) {
        self.finish_node();
        if self.last == Last::Open {
            self.findings.add(&EMPTY_TREE, Place::offset(at), []);
        } else {
            self.game.leave_main_line();
        }
        self.at = self.open.pop().flatten();
        self.last = Last::Close;
        if self.open.is_empty() {
            self.finish_game();
        }
    }

    /// What stands outside of all parentheses means nothing.
    fn outside(&mut self, at: usize, token: &Token<'t>) {
        let place = Place::offset(at);
        match token {
            Token::Close => self.findings.add(&EXTRA_CLOSE, place, []),
            Token::Node | Token::Move(..) => self.findings.add(&OUTSIDE, place, [";"]),
            Token::Name(text) | Token::Junk(text) => {
                self.findings.add(&OUTSIDE, place, [&shortened(text)]);
            }
            Token::Value(..) | Token::Open => {}
        }
    }

    fn begin_node(&mut self, at: usize) {
        self.finish_node();
        if self.last == Last::Close {
            self.findings.add(&NODE_AFTER_VARIATION, Place::offset(at), []);
        }
        self.in_node = true;
        self.last = Last::Other;
    }

    /// A node that is one move.
    fn plain_move(&mut self, at: usize, letters: Move) {
        self.finish_node();
        let above = self.at.filter(|_| self.last != Last::Close);
        if let Some(id) = above.and_then(|above| self.game.play(above, letters)) {
            self.at = Some(id);
            self.last = Last::Other;
        } else {
            self.begin_node(at);
            self.name(at + 1, &self.text[at + 1..at + 2]);
            self.value(at + 2, Cow::Borrowed(&self.text[at + 3..at + 5]), Brackets::Whole);
        }
    }

    fn name(&mut self, at: usize, raw: &'t str) {
        self.without_value();
        if !self.in_node {
            self.findings.add(&MISSING_SEMICOLON, Place::offset(at), []);
            self.begin_node(at);
        }
        let name = names::canonical(raw);
        if name.is_empty() || raw.len() > LONGEST_NAME {
            let rule = if name.is_empty() { &LOWER_CASE_NAME } else { &NAME_TOO_LONG };
            self.findings.add(rule, Place::offset(at), [&shortened(raw)]);
            self.last = Last::Nameless;
            return;
        }
        if raw.len() > 2 && raw.len() > name.len() && raw.bytes().all(|b| b.is_ascii_uppercase()) {
            self.findings.add(&LONG_NAME, Place::offset(at), [raw, &name]);
        }
        if let Some(same) = self.place_of(&name) {
            self.findings.add(&DUPLICATE, Place::offset(at), [&name]);
            self.current = same;
        } else {
            self.current = self.properties.len();
            if !self.places.is_empty() {
                self.places.insert(name.clone(), self.current);
            }
            self.properties.push(Property { name, at, values: SmallVec::new() });
        }
        self.last = Last::Name;
    }

    /// The index of the node's property of a name.
    fn place_of(&mut self, name: &str) -> Option<usize> {
        let properties = &self.properties;
        if properties.len() < LOOKED_THROUGH {
            return properties.iter().position(|property| property.name == name);
        }
        if self.places.is_empty() {
            let names = properties.iter().map(|property| property.name.clone());
            self.places = names.zip(0..).collect();
        }
        self.places.get(name).copied()
    }

    fn value(&mut self, at: usize, value: Cow<'t, str>, brackets: Brackets) {
        if self.last == Last::Nameless {
            return;
        }
        let Some(property) = self.properties.get_mut(self.current).filter(|_| self.in_node) else {
            self.findings.add(&NO_NAME, Place::offset(at), [&shortened(&value)]);
            return;
        };
        let rule = match brackets {
            Brackets::Whole => None,
            Brackets::Mended => Some(&BARE_BRACKET),
            Brackets::Unclosed => Some(&UNCLOSED_VALUE),
        };
        if let Some(rule) = rule {
            self.findings.add(rule, Place::offset(at), [&property.name]);
        }
        property.values.push(value);
        self.last = Last::Other;
    }

    /// Forgets a name that had no value.
    fn without_value(&mut self) {
        if self.last != Last::Name {
            return;
        }
        self.last = Last::Other;
        if let Some(property) = self.properties.pop_if(|property| property.values.is_empty()) {
            let place = Place::offset(property.at);
            self.places.remove(&property.name);
            self.findings.add(&NO_VALUE, place, [&property.name]);
        }
    }

    fn finish_node(&mut self) {
        self.without_value();
        if !mem::take(&mut self.in_node) {
            return;
        }
        if self.at.is_none() && self.game.has_root() {
            self.finish_game();
        }
        let id = self.game.add(self.at, &mut self.properties, self.findings);
        self.at = Some(id);
        self.properties.clear();
        self.places.clear();
        self.last = Last::Other;
    }

    fn finish_game(&mut self) {
        let game = mem::replace(&mut self.game, GameReader::new());
        self.nodes += game.nodes();
        self.records.extend(game.finish(self.findings));
        self.at = None;
    }

    fn end(mut self, length: usize) -> Vec<Record> {
        self.finish_node();
        if !self.open.is_empty() {
            let missing = self.open.len().to_string();
            self.findings.add(&MISSING_CLOSE, Place::offset(length), [&missing]);
        }
        self.finish_game();
        self.records
    }
}
