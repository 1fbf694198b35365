//! The positions of a game to evaluate, and the moves between them.
//!
//! Takebacks are resolved, and recorded moves are accepted as legal. The game restarts at setup nodes and after a
//! move that is illegal under every ruleset; such a move is not reviewed.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::go::{Color, Game, IllegalMove, Komi, Move, Rules};
use crate::records::record::takebacks::MoveHistory;
use crate::records::record::{Event, NodeId, NotPlayableError, Point, Record, Size};

use crate::review::position::evaluation::PointIndex;

/// A position of the game and the colour to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::review) struct ReviewPosition {
    /// The node that created the position: a move, a setup or the root.
    pub node: NodeId,
    /// The colour to play.
    pub color: Color,
}

/// A move of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::review) struct Played {
    /// The node of the move.
    pub node: NodeId,
    /// The colour that played it.
    pub color: Color,
    /// The point of the stone; `None` for a pass.
    pub point: PointIndex,
    /// The number of the move on the path to its node, from 1.
    pub number: u32,
    /// The index of the position before the move.
    pub before: usize,
    /// The index of the position after the move.
    pub after: usize,
    /// Whether the move is on the main line.
    pub is_main: bool,
}

/// The positions and moves of a record to review.
#[derive(Debug)]
pub(in crate::review) struct GamePositions {
    /// The size of the board.
    pub size: Size,
    /// The rules of the game.
    pub rules: Rules,
    /// Whether the record specifies the komi.
    pub komi_is_known: bool,
    /// The positions to evaluate, in game order.
    pub situations: Vec<ReviewPosition>,
    /// The moves, in record order.
    pub moves: Vec<Played>,
    /// Moves that are illegal under every ruleset and therefore not reviewed: number, colour and point.
    pub unjudged: Vec<(u32, Color, PointIndex)>,
    /// The first unplayable setup, with the reason; nothing below it is reviewed.
    pub broken: Option<(NodeId, NotPlayableError)>,
    standing: MoveHistory,
}

/// Returns the rules of the record, or Chinese rules with their usual komi.
fn rules(record: &Record) -> Rules {
    let even = record.handicap().is_none_or(|stones| stones < 2);
    let komi = Komi::from_half_points(if even { 15 } else { 1 }).expect("both values are common");
    record.rules(Rules { komi, ..Rules::CHINESE })
}

impl GamePositions {
    /// Collects the positions of a record: of the main line or of all lines, and of all moves or of the move numbers
    /// in `moves`.
    ///
    /// # Errors
    /// Returns [`NotPlayableError`] if the initial position of the record is not playable.
    pub(in crate::review) fn of(
        record: &Record,
        variations: bool,
        moves: Option<&RangeInclusive<u32>>,
    ) -> Result<GamePositions, NotPlayableError> {
        let standing = MoveHistory::of(&record.tree);
        let rules = rules(record);
        let komi_is_known = record.info.rules.komi.is_some();
        let mut course = GamePositions {
            size: record.size,
            rules,
            komi_is_known,
            situations: Vec::new(),
            moves: Vec::new(),
            unjudged: Vec::new(),
            broken: None,
            standing,
        };
        let root = record.tree.root();
        course.game_at(record, ReviewPosition { node: root, color: Color::Black })?;
        let main: Vec<NodeId> = record.tree.main_line(root).collect();
        let nodes = if variations { record.tree.preorder().collect() } else { main.clone() };
        let mut is_main = vec![false; record.tree.len()];
        main.iter().for_each(|id| is_main[id.index()] = true);
        course.walk(record, &nodes, &is_main, moves);
        Ok(course)
    }

    /// Collects positions and moves node by node, skipping everything below an unplayable node.
    fn walk(
        &mut self,
        record: &Record,
        nodes: &[NodeId],
        is_main: &[bool],
        moves: Option<&RangeInclusive<u32>>,
    ) {
        let mut places: HashMap<ReviewPosition, usize> = HashMap::new();
        // The last node's game is kept; replaying every position from the start would be quadratic.
        let mut at: Option<(NodeId, Game)> = None;
        let mut unplayable = vec![false; record.tree.len()];
        for &id in nodes {
            let above = record.tree.parent(id).is_some_and(|parent| unplayable[parent.index()]);
            let played = if above { None } else { Some(self.played(record, id, at.take())) };
            let Some(Ok(game)) = played else {
                unplayable[id.index()] = true;
                if let Some(Err(why)) = played {
                    self.broken.get_or_insert((id, why));
                }
                continue;
            };
            let maker = self.standing.position_node(id);
            let is_asked = moves.is_none_or(|moves| {
                let is_move = matches!(record.tree.node(id).event, Event::Move { .. });
                is_move && moves.contains(&self.standing.moves(id))
            });
            if maker == id && is_asked {
                let is_begun = game.turns().is_empty();
                self.add(record, id, is_begun, is_main[id.index()], &mut places);
            }
            at = Some((maker, game));
        }
    }

    /// Adds the move of a node and the positions around it. If the game restarts at the node (`is_begun`), adds only
    /// the position there.
    fn add(
        &mut self,
        record: &Record,
        id: NodeId,
        is_begun: bool,
        is_main: bool,
        places: &mut HashMap<ReviewPosition, usize>,
    ) {
        let after = ReviewPosition { node: id, color: next_player(record, id) };
        let &Event::Move { color, point } = &record.tree.node(id).event else {
            self.place(places, after);
            return;
        };
        let at = point.map(|point| record.size.index(point) as u16);
        if is_begun {
            self.unjudged.push((self.standing.moves(id), color, at));
            self.place(places, after);
            return;
        }
        let before = ReviewPosition { node: self.standing.before(id), color };
        let played = Played {
            node: id,
            color,
            point: at,
            number: self.standing.moves(id),
            before: self.place(places, before),
            after: self.place(places, after),
            is_main,
        };
        self.moves.push(played);
    }

    /// Returns the index of a position, adding it if necessary.
    fn place(
        &mut self,
        places: &mut HashMap<ReviewPosition, usize>,
        situation: ReviewPosition,
    ) -> usize {
        *places.entry(situation).or_insert_with(|| {
            self.situations.push(situation);
            self.situations.len() - 1
        })
    }

    /// Returns the game at a node, continued from the game `at` another node if possible.
    fn played(
        &self,
        record: &Record,
        id: NodeId,
        at: Option<(NodeId, Game)>,
    ) -> Result<Game, NotPlayableError> {
        let maker = self.standing.position_node(id);
        match (at, &record.tree.node(id).event) {
            (Some((there, game)), _) if there == maker => Ok(game),
            (Some((there, mut game)), &Event::Move { color, point })
                if there == self.standing.before(id) =>
            {
                let may_go_on = game.turns().len() < Game::MOST_TURNS;
                match may_go_on && play(&mut game, color, point).is_ok() {
                    true => Ok(game),
                    false => self.line(record, maker),
                }
            }
            _ => self.line(record, maker),
        }
    }

    /// Returns the game up to a position, with the rules of the record.
    ///
    /// # Errors
    /// Returns [`NotPlayableError`] if the position cannot be reached.
    pub(in crate::review) fn game_at(
        &self,
        record: &Record,
        situation: ReviewPosition,
    ) -> Result<Game, NotPlayableError> {
        let mut game = self.line(record, situation.node)?;
        game.set_rules(self.rules);
        game.set_to_play(situation.color);
        Ok(game)
    }

    /// Returns the game up to a node that creates a position, ignoring rules that forbid its moves.
    fn line(&self, record: &Record, maker: NodeId) -> Result<Game, NotPlayableError> {
        record.game_along(&self.standing.line_to(maker), self.rules)
    }

    /// Returns the nodes on the path to a position, starting at the root.
    pub(in crate::review) fn line_to(&self, situation: ReviewPosition) -> Vec<NodeId> {
        self.standing.line_to(situation.node)
    }

    /// Returns the node that created the position at `id` and the node that created the previous position.
    pub(in crate::review) fn makers(&self, id: NodeId) -> (NodeId, NodeId) {
        let maker = self.standing.position_node(id);
        (maker, self.standing.before(maker))
    }
}

fn play(game: &mut Game, color: Color, at: Option<Point>) -> Result<(), IllegalMove> {
    let mv = at.map_or(Move::Pass, |point| Move::Play(point.on(game.size())));
    game.play(color, mv)
}

/// Returns the colour to play after a node: the colour of the next move in the record, the colour stated by the
/// record, or the opponent of the last move, in this order. Otherwise White after a handicap, else Black.
fn next_player(record: &Record, id: NodeId) -> Color {
    let tree = &record.tree;
    let below = tree.main_line(id).skip(1).find_map(|id| match tree.node(id).event {
        Event::Move { color, .. } => Some(color),
        _ => None,
    });
    let notes = tree.node(id).notes();
    let last = match tree.node(id).event {
        Event::Move { color, .. } => Some(!color),
        _ => None,
    };
    let after_handicap = record.handicap().is_some_and(|stones| stones > 1);
    let at_start = if after_handicap { Color::White } else { Color::Black };
    below.or(notes.to_play).or(notes.problem).or(last).unwrap_or(at_start)
}
