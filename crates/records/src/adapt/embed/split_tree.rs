//! Splits an SGF tree into a form that wei7 supports, and rejoins it.
//!
//! wei7 allows setup stones only on the empty board, no moves on occupied points, and nodes without an event only
//! as a `pre` (used here as a pause), which begins a branch.
//!
//! - A node without an event becomes a pause.
//! - If stones are set up or replaced after moves, a pause takes the node's place, and a new branch below the root
//!   begins with the position. Both carry the same branch number.
//! - If that is impossible (stones without liberties, too many positions), the node and its descendants become
//!   pauses.

use std::collections::{HashMap, HashSet};
use std::mem;

use crate::record::replay::{ReplayError, play_through};
use crate::record::takebacks::MoveHistory;
use crate::record::{Event, NodeId, Notes, Record, Setup, Tree};

/// The maximum total of setup points in all split branches; larger files might exceed the reader's size limit.
const MOST_POINTS: usize = 500_000;

/// The overhead of a branch, in points.
const OF_BRANCH: usize = 6;

/// The part that a node becomes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SubtreePart {
    /// The node is unchanged, except that emptied points are removed.
    Same,
    /// The node becomes a pause.
    Pause,
    /// A branch begins with this position, and a pause takes the node's place.
    Branch(Setup),
    /// The node and its descendants become pauses.
    Hidden { is_first: bool },
}

/// A tree with branches split off below the root.
#[derive(Debug)]
pub(super) struct SplitTree {
    pub(super) tree: Tree,
    /// The source of each node, by node; `None` for a pause in place of a branch.
    pub(super) sources: Vec<Option<NodeId>>,
    /// The numbers of split branches, at their first nodes and at the pauses in their place.
    pub(super) numbers: HashMap<NodeId, usize>,
}

/// Returns the part that each node becomes. Records with takebacks are unchanged, since SGF has no takebacks.
pub(super) fn parts(record: &Record) -> Vec<SubtreePart> {
    let tree = &record.tree;
    let mut parts = vec![SubtreePart::Same; tree.len()];
    if tree.ids().any(|id| matches!(tree.node(id).event, Event::Takeback(_))) {
        return parts;
    }
    let standing = MoveHistory::of(tree);
    // The state of the board in the branch, by node with a position.
    let mut seen = vec![Board::Empty; tree.len()];
    let mut points = 0;
    play_through(record, |id, position, before, fault| {
        let above = tree
            .parent(id)
            .map_or(Board::Empty, |above| seen[standing.position_node(above).index()]);
        let event = &tree.node(id).event;
        let is_pause = matches!(event, Event::Setup(setup) if setup.points().is_empty());
        let is_late = match event {
            Event::Setup(_) => above == Board::Touched,
            _ => matches!(fault, Some(ReplayError::Occupied(_))),
        };
        let part = match fault {
            _ if above == Board::Hidden => SubtreePart::Hidden { is_first: false },
            Some(ReplayError::Dead(_)) => SubtreePart::Hidden { is_first: true },
            _ if is_pause || !is_late => SubtreePart::Same,
            _ if position.changes_since(before).points().is_empty() => SubtreePart::Pause,
            _ => {
                let stones = position.stones().map(|(at, color)| (at, Some(color)));
                let setup = Setup::new(stones.collect());
                points += setup.points().len() + OF_BRANCH;
                if points > MOST_POINTS {
                    SubtreePart::Hidden { is_first: true }
                } else {
                    SubtreePart::Branch(setup)
                }
            }
        };
        let touches = match (&part, event) {
            (SubtreePart::Branch(setup), _) => !setup.points().is_empty(),
            (_, Event::Setup(setup)) => setup.stones().count() > 0,
            (_, event) => matches!(event, Event::Move { .. }),
        };
        seen[id.index()] = match part {
            SubtreePart::Hidden { .. } => Board::Hidden,
            SubtreePart::Branch(_) | SubtreePart::Same if touches => Board::Touched,
            SubtreePart::Branch(_) => Board::Empty,
            SubtreePart::Same | SubtreePart::Pause => above,
        };
        parts[id.index()] = part;
    });
    parts
}

/// The state of the board in a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Board {
    Empty,
    /// Moves (including passes) were made or stones were set up.
    Touched,
    /// The position differs from the position in the record.
    Hidden,
}

/// Splits the tree into branches according to `parts`.
pub(super) fn split(tree: &Tree, parts: &[SubtreePart]) -> SplitTree {
    let mut parting = SplitTree { tree: Tree::new(), sources: vec![None], numbers: HashMap::new() };
    let root = parting.tree.root();
    let mut now = vec![root; tree.len()];
    let has_branches = parts.iter().any(|part| matches!(part, SubtreePart::Branch(_)));
    let has_stones = has_points(&event_of(tree, tree.root(), parts));
    if has_branches && has_stones {
        // The original root becomes a branch too, below a new root with an empty board.
        now[tree.root().index()] = parting.branch(tree, tree.root(), root, parts);
    } else {
        parting.sources[root.index()] = Some(tree.root());
        parting.tree.node_mut(root).event = event_of(tree, tree.root(), parts);
    }
    // The children of the root come first, so that split branches follow them.
    let children: Vec<NodeId> = tree.children(tree.root()).collect();
    let others = tree.preorder().skip(1).filter(|id| tree.parent(*id) != Some(tree.root()));
    for id in children.iter().copied().chain(others) {
        let above = tree.parent(id).map_or(root, |above| now[above.index()]);
        now[id.index()] = match &parts[id.index()] {
            SubtreePart::Branch(_) => {
                let pause = parting.add(above, Event::Setup(Box::default()), None);
                parting.branch(tree, id, pause, parts)
            }
            _ => parting.add(above, event_of(tree, id, parts), Some(id)),
        };
    }
    parting
}

impl SplitTree {
    fn add(&mut self, above: NodeId, event: Event, source: Option<NodeId>) -> NodeId {
        self.sources.push(source);
        self.tree.add(above, event)
    }

    /// Begins a branch below the root for a node that is replaced by a pause.
    fn branch(&mut self, tree: &Tree, id: NodeId, pause: NodeId, parts: &[SubtreePart]) -> NodeId {
        let number = self.numbers.len() / 2 + 1;
        let first = self.add(self.tree.root(), event_of(tree, id, parts), Some(id));
        self.numbers.extend([(pause, number), (first, number)]);
        first
    }
}

/// Returns the event that a node has in the split tree.
fn event_of(tree: &Tree, id: NodeId, parts: &[SubtreePart]) -> Event {
    let event = &tree.node(id).event;
    match (&parts[id.index()], event) {
        (SubtreePart::Branch(setup), _) => Event::Setup(Box::new(setup.clone())),
        (SubtreePart::Pause | SubtreePart::Hidden { .. }, Event::Setup(_) | Event::Move { .. }) => {
            Event::Setup(Box::default())
        }
        (_, Event::Setup(setup)) => {
            let stones = setup.stones().map(|(at, color)| (at, Some(color)));
            Event::Setup(Box::new(Setup::new(stones.collect())))
        }
        (_, event) => event.clone(),
    }
}

fn has_points(event: &Event) -> bool {
    matches!(event, Event::Setup(setup) if !setup.points().is_empty())
}

/// Matches pauses with their branches by number. Returns the first node of the branch for each pause.
pub(super) fn pairs(tree: &Tree, numbers: &HashMap<NodeId, usize>) -> HashMap<NodeId, NodeId> {
    let mut pauses: HashMap<usize, Option<NodeId>> = HashMap::new();
    let mut pairs = HashMap::new();
    let root = tree.root();
    for id in tree.preorder() {
        let Some(number) = numbers.get(&id) else { continue };
        let Some(pause) = pauses.get_mut(number) else {
            pauses.insert(*number, Some(id));
            continue;
        };
        let is_branch = tree.parent(id) == Some(root);
        let is_pause = |pause: &NodeId| *pause == root || tree.first_child(*pause).is_none();
        // Ignores further nodes with the same number.
        if let Some(pause) = mem::take(pause).filter(is_pause).filter(|_| is_branch) {
            pairs.insert(pause, id);
        }
    }
    pairs
}

/// Moves each branch back to its original place.
pub(super) fn join(tree: &mut Tree, pairs: &HashMap<NodeId, NodeId>) {
    let branches: HashSet<NodeId> = pairs.values().copied().collect();
    let mut made = Tree::new();
    let instead = |id: NodeId| pairs.get(&id).copied().unwrap_or(id);
    let mut open = vec![(tree.root(), None)];
    while let Some((id, above)) = open.pop() {
        let from = instead(id);
        let event = mem::take(&mut tree.node_mut(from).event);
        let new = match above {
            Some(above) => made.add(above, event),
            None => {
                made.node_mut(made.root()).event = event;
                made.root()
            }
        };
        if *tree.node(from).notes() != Notes::NONE {
            *made.node_mut(new).notes_mut() = mem::take(tree.node_mut(from).notes_mut());
        }
        let before = open.len();
        // If the root only holds split branches, children added later by a user are retained.
        let beside = if from == id { None } else { Some(id).filter(|id| *id == tree.root()) };
        for of in [Some(from), beside].into_iter().flatten() {
            let children = tree.children(of).filter(|child| !branches.contains(child));
            open.extend(children.map(|child| (child, Some(new))));
        }
        open[before..].reverse();
    }
    *tree = made;
}
