//! Parser for the structure of SGF: builds nodes, trees and collections from tokens, including malformed ones.
//!
//! [`GameReader`] interprets the properties of a node. Grammar errors are read as most programs would have intended
//! them, with a finding.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::mem;
use std::ops::Range;

use smallvec::SmallVec;

use super::check::Checker;
use super::diagnostics::*;
use super::game::GameReader;
use super::lexer::{self, Brackets, LONGEST_NAME, Move, Token, Tokens};
use super::property::{Property, Value};
use super::property_names;
use super::upgrade::{Extent, upgrade};
use crate::record::diagnostic::{Findings, SourceLocation, ellipsize};
use crate::record::limits::{MAX_NODES, TOO_MANY_NODES};
use crate::record::{LineIndex, NodeId, Reading};

/// The maximum number of properties for a linear search by name. Nodes with more use a hash map.
const LOOKED_THROUGH: usize = 64;

/// The games of a text, read lazily.
pub(super) struct Games<'t> {
    text: &'t str,
    tokens: Tokens<'t>,
    /// The findings since the last game was finished.
    findings: Findings,
    locator: LineIndex<'t>,
    checker: Option<Checker>,
    /// The games that have been read but not returned. A token may end two games.
    read: VecDeque<Reading>,
    /// `true` if the text has been read to its end.
    at_end: bool,
    /// The number of nodes in finished games.
    nodes: usize,
    game: GameReader,
    /// The node before each open parenthesis.
    open: Vec<Option<NodeId>>,
    /// The parent of the next node; `None` before the root.
    at: Option<NodeId>,
    /// The byte offset of the node whose properties are being read.
    node: Option<usize>,
    properties: Vec<Property<'t>>,
    /// The index of the property that receives the next value.
    current: usize,
    /// The indices of the properties by name, if there are many.
    places: HashMap<Cow<'t, str>, usize>,
    /// The kind of the last token.
    last: Last,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Open,
    Close,
    /// A name without a value so far.
    Name,
    /// A meaningless name, with or without values.
    Nameless,
    Other,
}

impl<'t> Games<'t> {
    /// Creates an iterator over the games of a text. A checker also reports violations of SGF.
    pub(super) fn of(text: &'t str, checker: Option<Checker>) -> Games<'t> {
        let mut findings = Findings::default();
        let start = lexer::first_tree(text);
        match start {
            None => findings.add(&NO_GAME_TREE, SourceLocation::default(), []),
            Some(start) if !text[..start].trim_start_matches('\u{FEFF}').trim().is_empty() => {
                findings.add(&TEXT_BEFORE, SourceLocation::offset(0), []);
            }
            Some(_) => {}
        }
        Games {
            text,
            tokens: Tokens::new(text, start.unwrap_or(text.len())),
            findings,
            locator: LineIndex::new(text),
            checker,
            read: VecDeque::new(),
            at_end: false,
            nodes: 0,
            game: GameReader::new(),
            open: Vec::new(),
            at: None,
            node: None,
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
            // This is not checked inside a tree, where deep nesting would make it slow.
            Token::Open if !self.open.is_empty() => self.open(at),
            Token::Open => match lexer::end_of_remark(self.text, at) {
                Some(end) => self.remark(at..end),
                None => self.open(at),
            },
            _ if self.open.is_empty() => self.outside(at, &token),
            Token::Close => self.close(at),
            Token::Node => self.begin_node(at),
            Token::Move(letters) => self.plain_move(at, letters),
            Token::Name(name) => self.name(at, name),
            Token::Value(value, brackets) => self.value(at, value, brackets),
            Token::Junk(junk) => {
                self.without_value();
                self.findings.add(&JUNK, SourceLocation::offset(at), [&ellipsize(junk)]);
            }
        }
    }

    fn open(&mut self, at: usize) {
        self.finish_node();
        if self.last == Last::Open {
            self.findings.add(&EMPTY_TREE, SourceLocation::offset(at), []);
        }
        self.open.push(self.at);
        self.checker.iter_mut().for_each(Checker::open);
        self.last = Last::Open;
    }

    /// Skips parenthesized text outside of all trees.
    fn remark(&mut self, at: Range<usize>) {
        self.tokens.skip_to(at.end);
        let text = ellipsize(&self.text[at.clone()]);
        self.findings.add(&OUTSIDE, SourceLocation::offset(at.start), [&text]);
    }

    fn close(&mut self, at: usize) {
        self.finish_node();
        if self.last == Last::Open {
            self.findings.add(&EMPTY_TREE, SourceLocation::offset(at), []);
        } else {
            self.game.leave_main_line();
        }
        self.at = self.open.pop().flatten();
        self.checker.iter_mut().for_each(Checker::close);
        self.last = Last::Close;
        if self.open.is_empty() {
            self.finish_game();
        }
    }

    /// Ignores a token outside of all parentheses.
    fn outside(&mut self, at: usize, token: &Token<'t>) {
        let place = SourceLocation::offset(at);
        match token {
            Token::Close => self.findings.add(&EXTRA_CLOSE, place, []),
            Token::Node | Token::Move(..) => self.findings.add(&OUTSIDE, place, [";"]),
            Token::Name(text) | Token::Junk(text) => {
                self.findings.add(&OUTSIDE, place, [&ellipsize(text)]);
            }
            Token::Value(value, _) => {
                self.findings.add(&OUTSIDE, place, [&ellipsize(&format!("[{value}]"))]);
            }
            Token::Open => {}
        }
    }

    fn begin_node(&mut self, at: usize) {
        self.finish_node();
        if self.last == Last::Close {
            self.findings.add(&NODE_AFTER_VARIATION, SourceLocation::offset(at), []);
        }
        self.node = Some(at);
        self.last = Last::Other;
    }

    /// Adds a node that consists of a single move.
    fn plain_move(&mut self, at: usize, letters: Move) {
        self.finish_node();
        let above = self.at.filter(|_| self.last != Last::Close);
        if let Some(id) = above.and_then(|above| self.game.play(above, letters)) {
            self.game.stands_at(at);
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
        if self.node.is_none() {
            self.findings.add(&MISSING_SEMICOLON, SourceLocation::offset(at), []);
            self.begin_node(at);
        }
        let name = property_names::canonical(raw);
        if name.is_empty() || raw.len() > LONGEST_NAME {
            let rule = if name.is_empty() { &LOWER_CASE_NAME } else { &NAME_TOO_LONG };
            self.findings.add(rule, SourceLocation::offset(at), [&ellipsize(raw)]);
            self.last = Last::Nameless;
            return;
        }
        if raw.len() > 2 && raw.len() > name.len() && raw.bytes().all(|b| b.is_ascii_uppercase()) {
            self.findings.add(&LONG_NAME, SourceLocation::offset(at), [raw, &name]);
        }
        if let Some(same) = self.place_of(&name) {
            self.findings.add(&DUPLICATE, SourceLocation::offset(at), [&name]);
            self.current = same;
        } else {
            self.current = self.properties.len();
            if !self.places.is_empty() {
                self.places.insert(name.clone(), self.current);
            }
            let spelling = property_names::spelling(raw);
            self.properties.push(Property { name, at, values: SmallVec::new(), spelling });
        }
        self.last = Last::Name;
    }

    /// Returns the index of the node's property with this name.
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
        let Some(property) = self.properties.get_mut(self.current).filter(|_| self.node.is_some())
        else {
            self.findings.add(&NO_NAME, SourceLocation::offset(at), [&ellipsize(&value)]);
            return;
        };
        let rule = match brackets {
            Brackets::Whole => None,
            Brackets::Repaired => Some(&BARE_BRACKET),
            Brackets::Unclosed => Some(&UNCLOSED_VALUE),
        };
        if let Some(rule) = rule {
            self.findings.add(rule, SourceLocation::offset(at), [&property.name]);
        }
        // The file ends before the value begins.
        if brackets == Brackets::Unclosed && value.trim().is_empty() {
            return;
        }
        property.values.push(Value { text: value, at });
        self.last = Last::Other;
    }

    /// Discards a name without a value.
    fn without_value(&mut self) {
        if self.last != Last::Name {
            return;
        }
        self.last = Last::Other;
        if let Some(property) = self.properties.pop_if(|property| property.values.is_empty()) {
            let place = property.place();
            self.places.remove(&property.name);
            self.findings.add(&NO_VALUE, place, [&property.name]);
        }
    }

    fn finish_node(&mut self) {
        self.without_value();
        let Some(start) = self.node.take() else { return };
        if self.at.is_none() && self.game.has_root() {
            self.finish_game();
        }
        if self.at.is_none() {
            self.game.read_root(&mut self.properties, &mut self.findings);
        }
        match &mut self.checker {
            Some(checker) if self.at.is_none() => {
                checker.root(&self.properties, self.game.record.size, &mut self.findings);
            }
            Some(checker) => checker.node(false, &self.properties, &mut self.findings),
            None => {}
        }
        let id = self.game.add(self.at, &self.properties, &mut self.findings);
        self.game.stands_at(start);
        self.at = Some(id);
        self.properties.clear();
        self.places.clear();
        self.last = Last::Other;
    }

    fn finish_game(&mut self) {
        let mut game = mem::replace(&mut self.game, GameReader::new());
        self.nodes += game.nodes();
        let places = game.node_offsets();
        let extent = Extent::of(game.format);
        let mut record = game.finish(&mut self.findings);
        if let (Some(checker), Some(record)) = (&mut self.checker, &record) {
            checker.game(record, &places, &mut self.findings);
        }
        if let Some(record) = &mut record {
            let mut upgraded = Findings::default();
            upgrade(record, extent, &mut upgraded);
            // A check reports the state of the file, not its conversion.
            self.findings.append(if self.checker.is_some() {
                Findings::default()
            } else {
                upgraded
            });
        }
        self.at = None;
        let mut findings = mem::take(&mut self.findings);
        if record.is_none() && findings.is_empty() {
            return;
        }
        findings.locate_by(&mut self.locator);
        findings.sort();
        self.read.push_back(Reading { records: record.into_iter().collect(), findings });
    }

    fn end(&mut self) {
        self.at_end = true;
        self.finish_node();
        if !self.open.is_empty() {
            let missing = self.open.len().to_string();
            self.findings.add(&MISSING_CLOSE, SourceLocation::offset(self.text.len()), [&missing]);
        }
        self.finish_game();
    }
}

impl Iterator for Games<'_> {
    type Item = Reading;

    fn next(&mut self) -> Option<Reading> {
        while self.read.is_empty() && !self.at_end {
            match self.tokens.next() {
                Some((at, _)) if self.is_full() => {
                    let limit = MAX_NODES.to_string();
                    self.findings.add(&TOO_MANY_NODES, SourceLocation::offset(at), [&limit]);
                    self.end();
                }
                Some((at, token)) => self.read(at, token),
                None => self.end(),
            }
        }
        self.read.pop_front()
    }
}
