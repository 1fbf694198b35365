//! A simulation: the moves from the root to a leaf, and a playout from there to the end.
//!
//! Independent of how children are selected and of what nodes store.

use tianyuan_go::{
    Board, BoardSize, Color, Move, Point, PointMap, PointSet, Scoring, score, zobrist,
};

use super::atomic_mean::ScoreMean;
use super::node::{Node, WIN};
use crate::params::PlayoutParams;
use crate::playout::heavy::Heavy;
use crate::playout::policy::play_out;
use crate::root::SearchRoot;
use tianyuan_go::rng::Rng;

/// The value of a leaf: the result that a visit adds to the nodes of its path.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LeafValue {
    /// Black's win probability, from 0 to [`WIN`].
    pub(super) black_wins: i32,
    /// Black's score in points, by the rules.
    pub(super) score: f32,
}

/// A node on the path from the root to a leaf.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step<'a> {
    /// The node.
    pub(super) node: &'a Node,
    /// The mean score of its visits; the root has none.
    pub(super) score: Option<&'a ScoreMean>,
    /// The key of the position.
    key: u64,
}

/// The state of a thread's current simulation; its memory is allocated once.
///
/// Boards are boxed because each takes up to 77 kB and threads may have little stack.
pub(super) struct Simulation<'a, const W: usize> {
    root: &'a SearchRoot,
    playout_params: &'a PlayoutParams,
    rng: Rng,
    start: Box<Board<W>>,
    /// The last two moves of the game, latest first.
    last: [Option<Point>; 2],
    board: Box<Board<W>>,
    to_play: Color,
    /// The moves from the root: first in the tree, then in the playout.
    moves: Vec<(Color, Move)>,
    /// The nodes from the root.
    path: Vec<Step<'a>>,
    /// Black's ownership of each point at the end, -1 to 1, row by row from the bottom left.
    owners: Vec<f32>,
    /// `true` if the game ended by two passes in the tree, under rules that count all stones on the board as alive.
    stands: bool,
}

impl<'a, const W: usize> Simulation<'a, W> {
    pub(super) fn new(root: &'a SearchRoot, playout_params: &'a PlayoutParams, rng: Rng) -> Self {
        let start = board_of::<W>(root);
        Simulation {
            root,
            playout_params,
            rng,
            last: root.game.last_points(),
            board: board_of(root),
            to_play: root.color,
            start,
            moves: Vec::with_capacity(3 * BoardSize::MAX.area()),
            path: Vec::with_capacity(64),
            owners: vec![0.0; root.game.size().area()],
            stands: false,
        }
    }

    /// Starts a simulation at the root.
    pub(super) fn restart(&mut self, node: &'a Node) {
        self.board.clone_from(&self.start);
        self.to_play = self.root.color;
        self.moves.clear();
        self.path.clear();
        self.path.push(Step { node, score: None, key: self.root.game.key() });
    }

    /// Plays the move of a selected child with the mean score `score`.
    pub(super) fn descend(&mut self, node: &'a Node, score: &'a ScoreMean) {
        let (color, mv, mut key) = (self.to_play, node.mv(), self.key());
        match mv {
            Move::Play(point) => {
                key = zobrist::after_play(&self.board, key, color, point);
                self.board.play(color, point);
            }
            Move::Pass => self.board.clear_ko(),
        }
        self.moves.push((color, mv));
        self.path.push(Step { node, score: Some(score), key });
        self.to_play = !color;
    }

    /// Ends the descent at the current leaf.
    pub(super) fn arrive(&mut self) {
        self.stands = self.root.game.rules().counts_all_stones_alive() && self.has_ended();
    }

    /// Returns the root of the search.
    pub(super) fn root(&self) -> &'a SearchRoot {
        self.root
    }

    /// Returns the board of the current position.
    pub(super) fn board(&self) -> &Board<W> {
        &self.board
    }

    /// Returns the player to move at the leaf.
    pub(super) fn to_play(&self) -> Color {
        self.to_play
    }

    /// Returns the key of the stones at the leaf.
    pub(super) fn key(&self) -> u64 {
        self.path.last().map_or(0, |step| step.key)
    }

    /// Returns the moves from the root: first in the tree, then in the last playout.
    pub(super) fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// Returns the nodes from the root to the leaf.
    pub(super) fn path(&self) -> &[Step<'a>] {
        &self.path
    }

    /// Returns Black's ownership of each point at the end, -1 to 1, row by row from the bottom left.
    pub(super) fn owners(&self) -> &[f32] {
        &self.owners
    }

    /// Returns `true` if two passes in the tree ended the game.
    pub(super) fn has_ended(&self) -> bool {
        let before = self.root.game.passes();
        let passed = |&&(_, mv): &&(Color, Move)| mv == Move::Pass;
        let passes = self.moves.iter().rev().take_while(passed).count();
        // Passes before the search count only if a pass in the search follows.
        match passes {
            0 => false,
            _ if passes == self.moves.len() => passes + before.min(1) >= 2,
            _ => passes >= 2,
        }
    }

    /// Returns the moves that the tree considers: all legal moves that do not fill an own eye, and a pass.
    pub(super) fn tree_moves(&self) -> impl Iterator<Item = Move> {
        let (color, key) = (self.to_play, self.key());
        let open = move |&&point: &&Point| {
            self.board.is_playable(color, point) && !self.repeats(color, key, point)
        };
        let empty = self.board.empty_points().iter().filter(open);
        empty.map(|&point| Move::Play(point)).chain([Move::Pass])
    }

    /// Returns `true` if a move repeats a position of the game or of the path.
    ///
    /// On the path, positions with either player to move count. Situational superko would allow a repetition with the
    /// other player to move, but the distinction is not worth a slower search.
    fn repeats(&self, color: Color, key: u64, point: Point) -> bool {
        let after = zobrist::after_play(&self.board, key, color, point);
        let game = &self.root.game;
        game.has_occurred(after, !color)
            || game.forbids_repetition() && self.path.iter().any(|step| step.key == after)
    }

    /// Returns the last two moves before the current position, latest first.
    pub(super) fn last_points(&self) -> [Option<Point>; 2] {
        let latest = |back: usize| {
            let in_tree = self.moves.len().checked_sub(back);
            match in_tree {
                Some(place) => self.moves[place].1.point(),
                None => self.last[back - 1 - self.moves.len()],
            }
        };
        [latest(1), latest(2)]
    }

    /// Plays one playout from the leaf.
    pub(super) fn play_out(&mut self) -> LeafValue {
        let value = self.end_of_playout();
        let mut owners = PointMap::new(0);
        self.count_owners(&mut owners);
        for (owner, point) in self.owners.iter_mut().zip(self.start.size().points()) {
            *owner = owners[point] as f32;
        }
        value
    }

    /// Plays the game to the end from the current position.
    ///
    /// Two passes in the tree end it only under rules that count all stones as alive. Under other rules the playout
    /// determines which stones are dead.
    fn end_of_playout(&mut self) -> LeafValue {
        let game = &self.root.game;
        if self.stands {
            // Prisoners do not count under area scoring.
            let (nobody, handicap) = (PointSet::EMPTY, game.handicap());
            let score = score::score(&self.board, &nobody, game.rules(), [0, 0], handicap).0;
            return self.value_of(score);
        }
        let compensation = self.area_compensation();
        let last = self.last_points();
        let mut policy = Heavy::new(last, self.playout_params, &mut self.rng);
        let moves = &mut self.moves;
        let record = |color, mv| moves.push((color, mv));
        let margin = play_out(&mut self.board, self.to_play, &mut policy, record);
        self.value_of(2 * margin - compensation)
    }

    /// Returns White's compensation in half points for the area count of a playout from the leaf.
    ///
    /// Under territory scoring every stone in the tree costs a point. Those of the playout do not, because playouts
    /// fill territory; instead the player to move, who plays one stone more in half of all games, loses half a point.
    fn area_compensation(&self) -> i32 {
        let game = &self.root.game;
        let balance = match game.rules().scoring {
            Scoring::Area => 0,
            Scoring::Territory => {
                let stones = self.moves.iter().filter(|(_, mv)| mv.point().is_some());
                let placed: i32 = stones.map(|(color, _)| color.sign()).sum();
                2 * placed + self.to_play.sign()
            }
        };
        game.area_compensation() + 2 * self.root.seki_tax + balance
    }

    /// Returns the value of a game that ended with a score in half points, positive for Black.
    fn value_of(&self, half_points: i32) -> LeafValue {
        // Dynamic komi changes the winner, but not the score.
        let black_wins = (1 + (half_points - self.root.dynamic_komi).signum()) * (WIN / 2) as i32;
        LeafValue { black_wins, score: half_points as f32 * 0.5 }
    }

    /// Adds 1 for each point that Black owns at the end of a playout, and -1 for each point that White owns.
    fn count_owners(&self, sums: &mut PointMap<i32, W>) {
        match self.stands {
            true => score::add_stones_as_owners(&self.board, sums),
            false => score::add_owners(&self.board, sums),
        }
    }
}

/// Returns the board of the root. Not inlined, so that the stack frames of the search contain no board.
#[inline(never)]
fn board_of<const W: usize>(root: &SearchRoot) -> Box<Board<W>> {
    Box::new(root.game.board().resized())
}

/// Converts Black's win probability, from 0 to [`WIN`], to that of a player.
#[inline]
pub(super) fn wins_of(color: Color, black_wins: u32) -> u32 {
    if color == Color::Black { black_wins } else { WIN - black_wins }
}
