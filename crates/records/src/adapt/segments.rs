//! Splits a record into segments. Each begins with setup stones or the empty board and continues only with moves on
//! empty points; the position at each split is set up again.

use std::collections::HashMap;

use crate::record::limits::MAX_POINTS;
use crate::record::replay::{ReplayError, play_through};
use crate::record::{Event, Node, NodeId, Notes, Point, Record, Setup, Tree};

/// The treatment of a node at which a segment starts or ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SegmentStart {
    /// A segment begins here with these stones.
    Setup(Setup),
    /// A segment begins here with the position after a move on this occupied point.
    Move(Point, Setup),
    /// A move on this point, before any other move, changes the setup.
    Joined(Point, Setup),
    /// A move on this point changes nothing.
    Repeated(Point),
    /// This node and its descendants are dropped because there are too many positions.
    End,
}

/// The setups that begin a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setups {
    /// Setups after moves, and setups after stones at a fork.
    Late,
    /// None. The writer drops them.
    Never,
}

/// Returns the treatment of the nodes that cannot remain unchanged. The record must not contain takebacks.
pub(super) fn segment_starts(record: &Record, setups: Setups) -> HashMap<NodeId, SegmentStart> {
    let tree = &record.tree;
    let mut occupied: HashMap<NodeId, (Point, Setup)> = HashMap::new();
    play_through(record, |id, position, before, fault| {
        if let Some(ReplayError::Occupied(point)) = fault {
            occupied.insert(id, (point, position.changes_since(before)));
        }
    });
    let mut cuts = HashMap::new();
    // The state of the board after each node.
    let mut boards = vec![Board::Empty; tree.len()];
    for id in tree.preorder() {
        let above = tree.parent(id).unwrap_or(id);
        let board = boards[above.index()];
        let begins_branch = tree.has_variations(above) || tree.node(id).notes().set_apart;
        let is_late = board == Board::Played || board != Board::Empty && begins_branch;
        let is_move = matches!(tree.node(id).event, Event::Move { .. });
        boards[id.index()] = match occupied.remove(&id) {
            Some((point, changes)) if changes.points().is_empty() => {
                cuts.insert(id, SegmentStart::Repeated(point));
                board
            }
            Some((point, _)) if is_late || board == Board::Restarted => {
                cuts.insert(id, SegmentStart::Move(point, Setup::default()));
                Board::Restarted
            }
            Some((point, changes)) => {
                cuts.insert(id, SegmentStart::Joined(point, changes));
                Board::SetUp
            }
            None if is_move => Board::Played,
            None if !sets_up(tree, id) => board,
            None if is_late && setups == Setups::Late => {
                cuts.insert(id, SegmentStart::Setup(Setup::default()));
                Board::Restarted
            }
            None => board.max(Board::SetUp),
        };
    }
    set_positions(record, &mut cuts);
    cuts
}

/// The state of the board in a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Board {
    /// No moves or stones yet.
    Empty,
    /// Stones that were set up.
    SetUp,
    /// The stones with which a segment began.
    Restarted,
    /// Moves were made, including passes.
    Played,
}

/// Sets the initial stones of each segment.
fn set_positions(record: &Record, cuts: &mut HashMap<NodeId, SegmentStart>) {
    let mut points = 0;
    play_through(record, |id, position, _, _| {
        let Some(cut) = cuts.get_mut(&id) else { return };
        if let SegmentStart::Setup(setup) | SegmentStart::Move(_, setup) = cut {
            let stones = position.stones().map(|(at, color)| (at, Some(color))).collect();
            *setup = Setup::new(stones);
            points += setup.points().len();
            if points > MAX_POINTS {
                *cut = SegmentStart::End;
            }
        }
    });
}

/// Returns the segments in the order of the record, starting with the segment at the root, and the index of the
/// segment in which the main line ends.
pub(super) fn segments(
    record: &Record,
    cuts: &HashMap<NodeId, SegmentStart>,
) -> (Vec<Record>, usize) {
    let tree = &record.tree;
    let root = tree.node(tree.root());
    let mut pieces = vec![with_root(record, root, root.event.clone())];
    // The segment of each node and the node there; `None` if it is dropped.
    let mut now: Vec<Option<(usize, NodeId)>> = vec![None; tree.len()];
    now[tree.root().index()] = Some((0, pieces[0].tree.root()));
    for id in tree.preorder().skip(1) {
        let parent = tree.parent(id).unwrap_or(tree.root());
        let Some((piece, above)) = now[parent.index()] else { continue };
        let node = tree.node(id);
        let event = match cuts.get(&id) {
            Some(SegmentStart::End) => continue,
            Some(SegmentStart::Setup(setup) | SegmentStart::Move(_, setup)) => {
                let mut begun = with_root(record, node, Event::Setup(Box::new(setup.clone())));
                begun.info.handicap = None;
                now[id.index()] = Some((pieces.len(), begun.tree.root()));
                pieces.push(begun);
                continue;
            }
            Some(SegmentStart::Joined(_, changes)) => Event::Setup(Box::new(changes.clone())),
            Some(SegmentStart::Repeated(_)) => Event::Nothing,
            None => node.event.clone(),
        };
        let to = &mut pieces[piece].tree;
        let new = to.add(above, event);
        copy_notes(to, new, node);
        now[id.index()] = Some((piece, new));
    }
    let ends = tree.main_line(tree.root()).filter_map(|id| now[id.index()]);
    let end = ends.last().map_or(0, |(piece, _)| piece);
    (pieces, end)
}

/// Returns a record of the same game that consists of a root.
fn with_root(record: &Record, node: &Node, event: Event) -> Record {
    let mut made = Record { size: record.size, info: record.info.clone(), tree: Tree::new() };
    let root = made.tree.root();
    made.tree.node_mut(root).event = event;
    copy_notes(&mut made.tree, root, node);
    made
}

/// Copies the notes of a node, if there are any.
pub(super) fn copy_notes(tree: &mut Tree, to: NodeId, from: &Node) {
    if *from.notes() != Notes::NONE {
        *tree.node_mut(to).notes_mut() = from.notes().clone();
    }
}

fn sets_up(tree: &Tree, id: NodeId) -> bool {
    matches!(&tree.node(id).event, Event::Setup(setup) if !setup.points().is_empty())
}
