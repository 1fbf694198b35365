//! Reader of one game of an SGF file: converts nodes with properties to nodes with events.
//!
//! [`node_annotations`](super::node_annotations) reads the annotations of a node, and [`info`](super::info) the game
//! information. The parser handles the tree structure.

use std::mem;

use smallvec::SmallVec;

use super::diagnostics::*;
use super::lexer::Move;
use super::property::{InfoText, Property, place_of};
use super::values::{Area, line, lines};
use crate::record::diagnostic::{Findings, ellipsize};
use crate::record::limits::{MAX_POINTS, TOO_MANY_POINTS};
use crate::record::{Event, NodeId, Point, Record, Setup, Size};
use tianyuan_go::{Color, Scoring};

/// The largest board on which `tt` is a pass rather than a point.
const PASS_BY_LETTERS: usize = 19;

/// A game that is being read.
pub(super) struct GameReader {
    pub(super) record: Record,
    /// The game information, interpreted when all of it is known.
    pub(super) info: Vec<InfoText>,
    /// The scoring, if a private property specifies it in addition to the name of the rules.
    pub(super) scoring: Option<Option<Scoring>>,
    /// `true` if the game is Go; SGF also supports chess and others.
    pub(super) is_go: bool,
    /// The nodes that contain live events in the file, each with the last node of its events.
    pub(super) live: Vec<(NodeId, NodeId)>,
    pub(super) has_root: bool,
    /// `true` until the first variation is closed.
    on_main_line: bool,
    /// The version stated in the root.
    pub(super) format: Option<u8>,
    /// `true` if a main-line node below the root contains game information.
    pub(super) is_informed_below: bool,
    /// The total number of listed points; a few bytes may describe many.
    points: usize,
    /// The byte offset of each node.
    places: Vec<u32>,
}

impl GameReader {
    pub(super) fn new() -> GameReader {
        GameReader {
            record: Record::new(Size::STANDARD),
            info: Vec::new(),
            scoring: None,
            is_go: true,
            live: Vec::new(),
            has_root: false,
            on_main_line: true,
            format: None,
            is_informed_below: false,
            points: 0,
            places: Vec::new(),
        }
    }

    /// Records the byte offset of the nodes added since the last call.
    pub(super) fn stands_at(&mut self, at: usize) {
        self.places.resize(self.record.tree.len(), at as u32);
    }

    /// Returns the byte offset of each node.
    pub(super) fn node_offsets(&mut self) -> Vec<u32> {
        mem::take(&mut self.places)
    }

    pub(super) fn nodes(&self) -> usize {
        if self.has_root { self.record.tree.len() } else { 0 }
    }

    pub(super) fn has_root(&self) -> bool {
        self.has_root
    }

    pub(super) fn is_on_main_line(&self) -> bool {
        self.on_main_line
    }

    pub(super) fn leave_main_line(&mut self) {
        self.on_main_line = false;
    }

    /// Adds a node below another one, or the root. Returns the last of the resulting nodes.
    pub(super) fn add(
        &mut self,
        parent: Option<NodeId>,
        properties: &[Property<'_>],
        findings: &mut Findings,
    ) -> NodeId {
        let setup = self.setup(properties, findings);
        let moves = self.moves(properties, findings);
        let both = setup.is_some() && !moves.is_empty();
        if moves.len() > 1 {
            findings.add(&TWO_MOVES, place_of(properties), []);
        }
        let is_root = parent.is_none();
        let tree = &mut self.record.tree;
        let mut first = parent;
        let mut last = parent;
        for event in setup.into_iter().chain(moves) {
            last = Some(match last {
                Some(above) => tree.add(above, event),
                None if matches!(event, Event::Setup(_)) => {
                    tree.node_mut(tree.root()).event = event;
                    tree.root()
                }
                None => tree.add(tree.root(), event),
            });
            first = if first == parent { last } else { first };
        }
        if last == parent {
            last = Some(parent.map_or(tree.root(), |parent| tree.add(parent, Event::Nothing)));
        }
        let last = last.unwrap_or(tree.root());
        let to_play = if both { first.unwrap_or(last) } else { last };
        let game_info = if is_root { tree.root() } else { last };
        self.note(SplitNodes { last, to_play, game_info }, properties, findings);
        self.live(last, properties, findings)
    }

    /// Adds a node that consists only of a move on the board. Returns `None` if it is not one.
    pub(super) fn play(&mut self, parent: NodeId, letters: Move) -> Option<NodeId> {
        let Move { name, point: [x, y] } = letters;
        let color = if name == b'B' { Color::Black } else { Color::White };
        let point = Some(self.record.size.point(line(x)?, line(y)?)?);
        Some(self.record.tree.add(parent, Event::Move { color, point }))
    }

    fn moves(
        &mut self,
        properties: &[Property<'_>],
        findings: &mut Findings,
    ) -> SmallVec<[Event; 1]> {
        let mut moves = SmallVec::new();
        for property in properties {
            let Some(color) = move_color(&property.name) else { continue };
            let value = property.values[0].trim();
            if let Some(point) = self.move_point(value, property, findings) {
                moves.push(Event::Move { color, point });
            }
        }
        moves
    }

    /// Returns the point of a move; the inner `None` is a pass. Returns `None`, with a finding, if the move is invalid.
    fn move_point(
        &self,
        value: &str,
        property: &Property<'_>,
        findings: &mut Findings,
    ) -> Option<Option<Point>> {
        let size = self.record.size;
        let at = lines(value);
        if let Some(point) = at.and_then(|(x, y)| size.point(x, y)) {
            return Some(Some(point));
        }
        let small = size.width().max(size.height()) <= PASS_BY_LETTERS;
        if value.is_empty() || value == "tt" && small {
            return Some(None);
        }
        if at == Some((size.width(), size.height())) {
            findings.add(&OUTSIDE_PASS, property.place(), [value]);
            return Some(None);
        }
        let details = [&*property.name, &ellipsize(value)];
        findings.add(&BAD_MOVE, property.place(), details);
        None
    }

    fn setup(&mut self, properties: &[Property<'_>], findings: &mut Findings) -> Option<Event> {
        let is_setup = |property: &&Property<'_>| setup_color(&property.name).is_some();
        properties.iter().find(is_setup)?;
        let mut points: Vec<(Point, Option<Color>)> = Vec::new();
        let mut seen = vec![false; self.record.size.area()];
        for property in properties {
            let Some(color) = setup_color(&property.name) else { continue };
            for point in self.listed(property, findings) {
                if mem::replace(&mut seen[self.record.size.index(point)], true) {
                    let again = point.vertex(self.record.size);
                    findings.add(&POINT_TWICE, property.place(), [&again]);
                }
                points.push((point, color));
            }
        }
        // A list without points is not a setup.
        if points.is_empty() { None } else { Some(Event::Setup(Box::new(Setup::new(points)))) }
    }

    /// Returns the points listed in a property. Invalid points are omitted, with a finding.
    pub(super) fn listed(
        &mut self,
        property: &Property<'_>,
        findings: &mut Findings,
    ) -> Vec<Point> {
        let mut points = Vec::new();
        for value in &property.values {
            let Some(area) = Area::parse(value.trim(), self.record.size) else {
                // Some programs write an empty list for no points.
                if !value.trim().is_empty() {
                    let details = [&*property.name, &ellipsize(value)];
                    findings.add(&BAD_POINT, value.place(), details);
                }
                continue;
            };
            if self.has_capacity_for(area.len(), property, findings) {
                points.extend(area.points());
            }
        }
        points
    }

    /// Returns `true` if the limit permits this many additional points.
    pub(super) fn has_capacity_for(
        &mut self,
        points: usize,
        property: &Property<'_>,
        findings: &mut Findings,
    ) -> bool {
        let may = self.points + points <= MAX_POINTS;
        if may {
            self.points += points;
        } else {
            let limit = MAX_POINTS.to_string();
            findings.add(&TOO_MANY_POINTS, property.place(), [&limit]);
        }
        may
    }
}

/// Targets for the properties of a file node that was split into several nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct SplitNodes {
    /// The last node, which receives most properties.
    pub(super) last: NodeId,
    /// The node that receives the player to move.
    pub(super) to_play: NodeId,
    /// The node that receives the game information.
    pub(super) game_info: NodeId,
}

fn move_color(name: &str) -> Option<Color> {
    match name {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// Returns the effect of a setup property on its points.
fn setup_color(name: &str) -> Option<Option<Color>> {
    match name {
        "AB" => Some(Some(Color::Black)),
        "AW" => Some(Some(Color::White)),
        "AE" => Some(None),
        _ => None,
    }
}
