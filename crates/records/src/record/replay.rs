//! Replay of a record: the position at each node, and events that cannot be played.
//!
//! Replay uses the most permissive rules (see [`Position`]). Each format decides whether a fault is an error or a
//! warning.

use super::position::State;
use super::takebacks::MoveHistory;
use super::{Event, NodeId, Point, Position, Record, Tree};

/// Fault at a node: an event that cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayError {
    /// A move on an occupied point; the stone there is replaced.
    Occupied(Point),
    /// A setup that leaves a chain without liberties on or adjacent to its points, with the first stone of the chain.
    Dead(Point),
    /// A takeback of more moves than the given number that are in effect.
    Beyond(u32),
}

/// Returns the position after a node.
///
/// ```
/// use tianyuan_records::record::replay::position_at;
/// use tianyuan_records::record::Record;
///
/// let record = &Record::read(b"(;GM[1]SZ[3];B[ba];W[aa];B[ab])").expect("SGF").records[0];
/// let last = record.tree.main_line(record.tree.root()).last().expect("there are moves");
/// assert_eq!(position_at(record, last).stones().count(), 2, "the white stone is captured");
/// ```
///
/// # Panics
/// Panics if the node does not belong to this record.
pub fn position_at(record: &Record, id: NodeId) -> Position {
    let mut position = Position::new(record.size);
    for maker in MoveHistory::of(&record.tree).line_to(id) {
        apply(&record.tree.node(maker).event, &mut position);
    }
    position
}

/// Returns all faults of a record, in node order.
pub fn faults(record: &Record) -> Vec<(NodeId, ReplayError)> {
    let standing = MoveHistory::of(&record.tree);
    let beyond = standing.beyond().iter().map(|&(id, moves)| (id, ReplayError::Beyond(moves)));
    let mut found: Vec<(NodeId, ReplayError)> = beyond.collect();
    play_standing(record, &standing, |id, _, _, fault| {
        found.extend(fault.map(|fault| (id, fault)))
    });
    found.sort_by_key(|(id, _)| *id);
    found
}

/// Visits all nodes that change the position, with the position before and after, and the fault if any.
/// Ancestors are visited before their descendants.
pub fn play_through(
    record: &Record,
    visit: impl FnMut(NodeId, &Position, State, Option<ReplayError>),
) {
    play_standing(record, &MoveHistory::of(&record.tree), visit);
}

fn play_standing(
    record: &Record,
    standing: &MoveHistory,
    mut visit: impl FnMut(NodeId, &Position, State, Option<ReplayError>),
) {
    let mut position = Position::new(record.size);
    let mut way: Vec<(NodeId, State)> = Vec::new();
    let makers = Makers::of(&record.tree, standing);
    let mut next = Some(record.tree.root());
    while let Some(maker) = next {
        let before = position.state();
        way.push((maker, before));
        let fault = apply(&record.tree.node(maker).event, &mut position);
        visit(maker, &position, before, fault);
        next = makers.first[maker.index()];
        while next.is_none() {
            let Some((left, state)) = way.pop() else { break };
            position.undo(state);
            next = makers.next[left.index()];
        }
    }
}

/// Applies an event to the position. Returns its fault, if any.
pub(super) fn apply(event: &Event, position: &mut Position) -> Option<ReplayError> {
    match event {
        &Event::Move { color, point: Some(point) } if !position.play(color, point) => {
            Some(ReplayError::Occupied(point))
        }
        Event::Setup(setup) if !setup.points().is_empty() => {
            position.set_up(setup).map(ReplayError::Dead)
        }
        _ => None,
    }
}

/// The tree of nodes that change the position, with links from each node to its first child and next sibling.
struct Makers {
    first: Vec<Option<NodeId>>,
    next: Vec<Option<NodeId>>,
}

impl Makers {
    fn of(tree: &Tree, standing: &MoveHistory) -> Makers {
        let none = vec![None; tree.len()];
        let mut makers = Makers { first: none.clone(), next: none };
        for id in tree.ids().skip(1).filter(|&id| standing.position_node(id) == id) {
            let above = standing.before(id).index();
            makers.next[id.index()] = makers.first[above].replace(id);
        }
        makers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Setup, Size};
    use tianyuan_go::Color;

    fn record() -> Record {
        Record::new(Size::new(3, 3).expect("a size"))
    }

    fn stone(color: Color, x: u8, y: u8) -> Event {
        Event::Move { color, point: Some(Point { x, y }) }
    }

    #[test]
    fn variations_and_takebacks_replay_independently() {
        let mut record = record();
        let tree = &mut record.tree;
        let first = tree.add(tree.root(), stone(Color::Black, 0, 0));
        let second = tree.add(first, stone(Color::White, 1, 1));
        let back = tree.add(second, Event::Takeback(1));
        let fine = tree.add(back, stone(Color::Black, 1, 1));
        let occupied = tree.add(first, stone(Color::White, 0, 0));
        let beyond = tree.add(occupied, Event::Takeback(3));
        let point = Point { x: 0, y: 0 };
        let expected = [(occupied, ReplayError::Occupied(point)), (beyond, ReplayError::Beyond(2))];
        assert_eq!(faults(&record), expected);
        let at_fine = position_at(&record, fine);
        assert_eq!(at_fine.color_at(Point { x: 1, y: 1 }), Some(Color::Black));
        assert_eq!(at_fine.stones().count(), 2);
        let at_occupied = position_at(&record, occupied);
        assert_eq!(at_occupied.color_at(point), Some(Color::White), "the stone was replaced");
    }

    #[test]
    fn dead_setup_is_reported() {
        let mut record = record();
        let points = record.size.points().map(|point| (point, Some(Color::White))).collect();
        record.tree.node_mut(record.tree.root()).event = Event::Setup(Box::new(Setup::new(points)));
        let corner = Point { x: 0, y: 0 };
        assert_eq!(faults(&record), [(record.tree.root(), ReplayError::Dead(corner))]);
    }

    #[test]
    fn replay_handles_million_moves() {
        let mut record = record();
        let mut at = record.tree.root();
        for i in 0..1_000_000u32 {
            let color = if i % 2 == 0 { Color::Black } else { Color::White };
            at = record.tree.add(at, stone(color, (i % 3) as u8, (i / 3 % 3) as u8));
        }
        let faults = faults(&record).len();
        assert!(faults > 0 && faults < 1_000_000, "{faults}");
    }
}
