//! Reads a wei7 2.2 document and checks the nesting, number and order of its elements.
//!
//! The content of elements is left to [`game`](super::game) and [`Moves`].

use super::char_refs::shortened;
use super::diagnostics::*;
use super::game;
use super::moves::Moves;
use super::parser::{Element, Piece, Pieces};
use super::scanner::is_blank;
use super::values::{Value, date_time, is_far_time};
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::limits::{MAX_NODES, TOO_MANY_NODES};
use crate::record::{Info, Record, Size, Tree};
use tianyuan_go::Color;

/// The board sizes of the format.
pub(super) const SIZES: [usize; 7] = [7, 9, 11, 13, 15, 17, 19];

/// A record and the byte offset of the element of each node.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) record: Record,
    pub(super) places: Vec<usize>,
}

/// Reads the record of a text as far as it is valid.
pub(super) fn read(text: &str, findings: &mut Findings) -> Option<Read> {
    let mut pieces = Pieces::new(text, findings);
    let mut document = Document::default();
    while let Some(piece) = pieces.next(findings) {
        match piece {
            Piece::Open(element) => {
                if document.open.is_empty() && element.name != "wei7" {
                    element.breaks(&OTHER_ROOT, findings);
                    return None;
                }
                let inside = document.open(&element, findings);
                document.open.push(inside);
            }
            Piece::Close => document.close(findings),
            Piece::Text(at, text) => document.text(at, &text, findings),
        }
        if document.moves.as_ref().is_some_and(|moves| moves.nodes() > MAX_NODES) {
            let place = SourceLocation::offset(pieces.position());
            findings.add(&TOO_MANY_NODES, place, [&MAX_NODES.to_string()]);
            break;
        }
    }
    document.finish(findings)
}

/// Returns `true` if an attribute of the root only specifies namespaces or the schema location, which schema
/// processors allow.
fn is_of_schema(value: Value<'_, '_>, root: &Element<'_>) -> bool {
    const SCHEMA: &str = "http://www.w3.org/2001/XMLSchema-instance";
    match value.attribute.name {
        "xmlns" => value.text().is_empty(),
        "xsi:schemaLocation" | "xsi:noNamespaceSchemaLocation" => {
            let declares = |one: Value<'_, '_>| one.attribute.name == "xmlns:xsi";
            Value::all(root).any(|one| declares(one) && one.text() == SCHEMA)
        }
        name => name.starts_with("xmlns:") && !value.text().is_empty(),
    }
}

/// The kind of an open element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    Root,
    Size,
    Game,
    Time,
    Moves,
    Pre,
    /// An element with attributes only.
    Leaf,
    /// An element that is not allowed here. Its content is skipped.
    Unknown,
}

#[derive(Default)]
struct Document {
    open: Vec<Inside>,
    /// The byte offset of the root element.
    root_at: Option<usize>,
    /// The children of the root read so far, as a bit mask in the required order.
    in_root: u8,
    /// The children of `game` read so far.
    in_game: Vec<&'static str>,
    /// The text of the open value element and its byte offset.
    value: Option<(usize, String)>,
    size: Option<Size>,
    info: Info,
    moves: Option<Moves>,
}

impl Document {
    fn open(&mut self, element: &Element<'_>, findings: &mut Findings) -> Inside {
        match (self.open.last(), element.name) {
            (None, _) => self.open_root(element, findings),
            (Some(Inside::Root), "size" | "game" | "moves") => {
                self.open_root_child(element, findings)
            }
            (Some(Inside::Game), "rules" | "time" | "black" | "white" | "result") => {
                self.open_game_child(element, findings)
            }
            (Some(Inside::Moves | Inside::Pre), _) => self.open_in_moves(element, findings),
            (Some(Inside::Unknown), _) => Inside::Unknown,
            _ => self.unknown(element, findings),
        }
    }

    fn unknown(&self, element: &Element<'_>, findings: &mut Findings) -> Inside {
        let clause = match self.open.last() {
            Some(Inside::Root) => "3.3",
            Some(Inside::Game) => "3.5",
            Some(Inside::Moves | Inside::Pre) => "3.14",
            _ => UNKNOWN_ELEMENT.clause,
        };
        findings.add_in(clause, &UNKNOWN_ELEMENT, || SourceLocation::offset(element.at), []);
        Inside::Unknown
    }

    fn open_root(&mut self, element: &Element<'_>, findings: &mut Findings) -> Inside {
        self.root_at = Some(element.at);
        let mut has_version = false;
        for value in Value::all(element) {
            match value.attribute.name {
                "version" => {
                    has_version = true;
                    let versions = ["2.0", "2.1", "2.2"].map(|version| (version, ()));
                    value.word(&versions, &BAD_VERSION, findings);
                }
                _ if is_of_schema(value, element) => value.breaks(&NAMESPACE, findings),
                _ => findings.add_in("3.2", &UNKNOWN_ATTRIBUTE, || value.place(), []),
            }
        }
        if !has_version {
            element.breaks(&NO_VERSION, findings);
        }
        Inside::Root
    }

    fn open_root_child(&mut self, element: &Element<'_>, findings: &mut Findings) -> Inside {
        const ORDER: [&str; 3] = ["size", "game", "moves"];
        let place = ORDER.iter().position(|name| *name == element.name).unwrap_or(0);
        let seen = 1 << place;
        if self.in_root & seen != 0 {
            element.breaks(&ROOT_CHILD_TWICE, findings);
            return Inside::Unknown;
        }
        if self.in_root > seen {
            element.breaks(&ROOT_CHILD_ORDER, findings);
        }
        self.in_root |= seen;
        match element.name {
            "size" => self.open_value(Inside::Size, element, findings),
            "game" => {
                game::game(element, &mut self.info, findings);
                Inside::Game
            }
            _ => {
                let size = self.size.unwrap_or(Size::STANDARD);
                let moves = self.moves.get_or_insert(Moves::new(size, element.at));
                moves.open(element, findings);
                Inside::Moves
            }
        }
    }

    fn open_game_child(&mut self, element: &Element<'_>, findings: &mut Findings) -> Inside {
        const CHILDREN: [&str; 5] = ["rules", "time", "black", "white", "result"];
        let name = CHILDREN.into_iter().find(|name| *name == element.name).unwrap_or_default();
        if self.in_game.contains(&name) {
            element.breaks(&GAME_CHILD_TWICE, findings);
            return Inside::Unknown;
        }
        self.in_game.push(name);
        match name {
            "rules" => self.info.rules = game::rules(element, findings),
            "time" => return self.open_value(Inside::Time, element, findings),
            "black" => game::player(Color::Black, element, &mut self.info, findings),
            "white" => game::player(Color::White, element, &mut self.info, findings),
            _ => self.info.result = game::result(element, findings),
        }
        Inside::Leaf
    }

    fn open_value(
        &mut self,
        inside: Inside,
        element: &Element<'_>,
        findings: &mut Findings,
    ) -> Inside {
        for value in Value::all(element) {
            value.breaks(&UNKNOWN_ATTRIBUTE, findings);
        }
        self.value = Some((element.at, String::new()));
        inside
    }

    fn open_in_moves(&mut self, element: &Element<'_>, findings: &mut Findings) -> Inside {
        let in_pre = self.open.last() == Some(&Inside::Pre);
        let Some(moves) = &mut self.moves else { return Inside::Unknown };
        let color = if element.name == "black" { Color::Black } else { Color::White };
        match element.name {
            "black" | "white" if in_pre => moves.add_stone(color, element, findings),
            "black" | "white" => moves.stone(color, element, findings),
            "mark" if in_pre => moves.add_mark(element, findings),
            "mark" => moves.mark_next(element, findings),
            "moves" if !in_pre => {
                moves.open(element, findings);
                return Inside::Moves;
            }
            "pre" if !in_pre => {
                moves.open_pre(element, findings);
                return Inside::Pre;
            }
            _ => return self.unknown(element, findings),
        }
        Inside::Leaf
    }

    fn close(&mut self, findings: &mut Findings) {
        match (self.open.pop(), &mut self.moves) {
            (Some(Inside::Moves), Some(moves)) => moves.close(findings),
            (Some(Inside::Pre), Some(moves)) => moves.close_pre(findings),
            (Some(Inside::Size), _) => self.close_size(findings),
            (Some(Inside::Time), _) => self.close_time(findings),
            _ => {}
        }
    }

    fn close_size(&mut self, findings: &mut Findings) {
        let Some((at, text)) = self.value.take() else { return };
        let text = text.trim_matches(is_blank);
        let known = SIZES.into_iter().find(|lines| lines.to_string() == text);
        if known.is_none() {
            findings.add(&SIZE, SourceLocation::offset(at), [&shortened(text)]);
        }
        if self.moves.is_some() {
            return; // too late: they were read as on a board of 19 lines
        }
        self.size = known.or_else(|| text.parse().ok()).and_then(|lines| Size::new(lines, lines));
    }

    fn close_time(&mut self, findings: &mut Findings) {
        let Some((at, text)) = self.value.take() else { return };
        let text = text.trim_matches(is_blank);
        self.info.time = date_time(text);
        if self.info.time.is_none() {
            let rule = if is_far_time(text) { &FAR_TIME } else { &TIME };
            findings.add(rule, SourceLocation::offset(at), [&shortened(text)]);
        }
    }

    fn text(&mut self, at: usize, text: &str, findings: &mut Findings) {
        match (self.open.last(), &mut self.value) {
            (Some(Inside::Size | Inside::Time), Some((_, value))) => value.push_str(text),
            (Some(Inside::Unknown), _) => {}
            // Empty elements may not contain blanks either.
            (Some(Inside::Leaf), _) if text.is_empty() => {}
            (Some(Inside::Leaf), _) => findings.add(&NOT_EMPTY, SourceLocation::offset(at), []),
            _ if text.chars().all(is_blank) => {}
            _ => findings.add(&TEXT, SourceLocation::offset(at), [&shortened(text)]),
        }
    }

    fn finish(mut self, findings: &mut Findings) -> Option<Read> {
        let Some(root_at) = self.root_at else {
            if !findings.has_errors() {
                findings.add(&NO_ROOT, SourceLocation::offset(0), []);
            }
            return None;
        };
        if self.open.is_empty() {
            for (rule, there) in [(&NO_SIZE, self.in_root & 1), (&NO_MOVES, self.in_root & 4)] {
                if there == 0 {
                    findings.add(rule, SourceLocation::offset(root_at), []);
                }
            }
        }
        // Elements that are open at the end of a truncated document are preserved. The truncation was already
        // reported.
        while !self.open.is_empty() {
            self.close(&mut Findings::default());
        }
        let (tree, places) = match self.moves {
            Some(moves) => moves.tree(),
            None => (Tree::new(), vec![root_at]),
        };
        let size = self.size.unwrap_or(Size::STANDARD);
        Some(Read { record: Record { size, info: self.info, tree }, places })
    }
}
