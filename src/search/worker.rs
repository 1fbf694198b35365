//! One thread of a search, with its own board and random numbers.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::go::{Board, BoardSize, Color, Move, Point, PointMap, PointSet, score, zobrist};
use crate::model::Model;
use crate::net::{LAST_MOVES, NetOutput, point_index};

use super::guide::{self, Guide, View};
use super::mean::ScoreMean;
use super::node::{Node, Stats, WIN};
use super::playout::heavy::Heavy;
use super::playout::play_out;
use super::prior::Priors;
use super::rng::Rng;
use super::round::Round;

/// Who played a point first in a playout: nobody yet.
const NOBODY: u8 = 0;

/// How a visit ends.
#[derive(Debug, Clone, Copy, Default)]
struct End {
    /// Black's part of a [`WIN`].
    won: i32,
    /// Black's score in points, by the rules.
    score: f32,
}

/// A node on the way down from the root.
#[derive(Debug, Clone, Copy)]
struct Step<'a> {
    node: &'a Node,
    /// The mean score of its visits; the root has none of its own.
    score: Option<&'a ScoreMean>,
    /// The key of its position.
    key: u64,
}

/// What one thread needs for its playouts, allocated once.
pub(super) struct Worker<'a, const W: usize> {
    round: &'a Round,
    /// Its visits in this search.
    visits: &'a AtomicU64,
    rng: Rng,
    start: Board<W>,
    /// The last two moves of the game, the latest first.
    last: [Option<Point>; 2],
    board: Board<W>,
    /// The position that several playouts begin from.
    leaf: Board<W>,
    /// The moves of the present playout from the root on, those in the tree first.
    moves: Vec<(Color, Move)>,
    /// The nodes of the present visit from the root on.
    path: Vec<Step<'a>>,
    /// How much Black owned each point at the end of the present visit, row by row from the bottom
    /// left.
    owners: Vec<f32>,
    /// Who played each point first in the present playout; nobody between playouts.
    first_player: PointMap<u8, W>,
    /// Whether two passes in the tree end the present playout before it began, by rules that count
    /// what stands.
    stands: bool,
    /// The net, where one guides the search.
    guide: Option<Guide<'a>>,
    /// What it thinks of the leaf of the present playout.
    view: Option<View>,
}

impl<'a, const W: usize> Worker<'a, W> {
    pub(super) fn new(round: &'a Round, visits: &'a AtomicU64, rng: Rng) -> Self {
        let start = round.game.board().resized::<W>();
        Worker {
            round,
            visits,
            rng,
            last: round.game.last_points(),
            board: start.clone(),
            leaf: start.clone(),
            start,
            moves: Vec::with_capacity(3 * BoardSize::MAX.area()),
            path: Vec::with_capacity(64),
            owners: vec![0.0; round.game.size().area()],
            first_player: PointMap::new(NOBODY),
            stands: false,
            guide: round.guide(),
            view: None,
        }
    }

    /// Makes the children of the root, where it has none, so that threads that begin together find
    /// them.
    pub(super) fn plant(&mut self) {
        let Round { tree, color, game, .. } = self.round;
        if tree.children(tree.root()).is_empty() {
            self.path.push(Step { node: tree.root(), score: None, key: game.key() });
            self.grow(tree.root(), *color, game.key());
        }
    }

    /// Plays out until time or the budget is used up, with a call of `between` after each batch.
    pub(super) fn run(&mut self, mut between: impl FnMut()) {
        while self.run_batch() {
            between();
        }
    }

    /// Plays a few times, and answers whether it did: not where the search is over.
    pub(super) fn run_batch(&mut self) -> bool {
        let batch = self.round.take_batch();
        for _ in 0..batch {
            self.simulate();
        }
        if batch > 0 {
            self.round.watch_time();
        }
        batch > 0
    }

    /// One round of descend, expand, playout, update.
    fn simulate(&mut self) {
        self.board.clone_from(&self.start);
        self.moves.clear();
        let to_play = self.descend();
        self.stands = self.round.game.rules().stones_stand() && self.ended();
        if self.guide.is_some() {
            return self.sound_out(to_play);
        }
        let end = self.end_of_playout(to_play);
        let mut owners = PointMap::new(0);
        add_owners(&self.board, self.stands, &mut owners);
        self.set_owners(&owners, 1.0);
        self.update(end);
        self.update_amaf(end.won as u32);
    }

    /// Takes the ends of some playouts, summed up by point, as who owned the points in this visit.
    fn set_owners(&mut self, sums: &PointMap<i32, W>, part: f32) {
        for (owner, point) in self.owners.iter_mut().zip(self.start.size().points()) {
            *owner = sums[point] as f32 * part;
        }
    }

    /// Takes what the net thinks of the leaf and the ends of some playouts up the tree together.
    fn sound_out(&mut self, to_play: Color) {
        let net = &self.round.net_params;
        // Where two passes ended the game the net has no say.
        let view = self.view.take();
        let mut mean = self.mean_end(to_play, net.playouts_each.clamp(1, 1000) as i32);
        if let Some(view) = &view {
            mean.won = net.mixed(view.chance, mean.won);
            // A bonus shifts who wins, not what the score is.
            mean.score = net.blended(view.score + 0.5 * self.round.bonus as f32, mean.score);
            let size = self.start.size();
            for (owner, point) in self.owners.iter_mut().zip(size.points()) {
                *owner = net.blended(view.ownership[point_index(size, point)], *owner);
            }
        }
        self.update(mean);
    }

    /// How so many playouts from the leaf end on average; who owns each point then is in `owners`.
    fn mean_end(&mut self, to_play: Color, playouts: i32) -> End {
        let depth = self.moves.len();
        let mut mean = End::default();
        let mut owners = PointMap::new(0);
        self.leaf.clone_from(&self.board);
        for _ in 0..playouts {
            self.board.clone_from(&self.leaf);
            self.moves.truncate(depth);
            let end = self.end_of_playout(to_play);
            mean.won += end.won;
            mean.score += end.score;
            add_owners(&self.board, self.stands, &mut owners);
        }
        mean.won /= playouts;
        mean.score /= playouts as f32;
        self.set_owners(&owners, 1.0 / playouts as f32);
        mean
    }

    /// Walks down the tree by the urgency of moves, making the children of a leaf that it comes to.
    /// Answers who plays next.
    fn descend(&mut self) -> Color {
        let Round { tree, restriction, .. } = self.round;
        let mut color = self.round.color;
        let mut node = tree.root();
        let mut key = self.round.game.key();
        self.path.clear();
        self.path.push(Step { node, score: None, key });
        while !self.ended() {
            if tree.children(node).is_empty() && !self.grow(node, color, key) {
                break;
            }
            let children = tree.children(node);
            let depth = self.moves.len();
            let is_allowed = |child: &Node| restriction.allows(color, child.mv(), depth);
            let Some(best) = self.round.next_child(children, is_allowed) else { break };
            let score = Some(&tree.scores(node)[best]);
            node = &children[best];
            node.enter();
            match node.mv() {
                Move::Play(point) => {
                    key = zobrist::after_play(&self.board, key, color, point);
                    self.board.play(color, point);
                }
                Move::Pass => self.board.clear_ko(),
            }
            self.moves.push((color, node.mv()));
            self.path.push(Step { node, score, key });
            color = !color;
        }
        color
    }

    /// Makes the children of a leaf once it was visited often enough, with a net at its second visit:
    /// at the first one the net only says what the leaf is worth. Answers whether to go on to one of
    /// them.
    fn grow(&mut self, leaf: &Node, color: Color, key: u64) -> bool {
        let Round { tree, params, .. } = self.round;
        let expand = if self.guide.is_some() { 1 } else { params.tree.expand };
        let is_known = leaf.own().visits > expand || self.path.len() == 1;
        let last = self.last_turns();
        let Some(guide) = &mut self.guide else {
            if is_known {
                tree.expand(leaf, || self.family(color, key));
            }
            return is_known;
        };
        let opinion = guide.look(&self.board, key, color, last).expect("the net is for this board");
        if is_known {
            tree.expand(leaf, || self.guided_family(&opinion, color, key));
        }
        // There may be no room for children, or another thread may still be making them.
        let goes_on = !tree.children(leaf).is_empty();
        self.view = Some(View::of(&opinion, color)).filter(|_| !goes_on);
        goes_on
    }

    /// Whether two passes ended the game within the tree.
    fn ended(&self) -> bool {
        let before = self.round.game.passes();
        let passed = |&&(_, mv): &&(Color, Move)| mv == Move::Pass;
        let passes = self.moves.iter().rev().take_while(passed).count();
        // Passes before the search count only if they are answered within it.
        match passes {
            0 => false,
            _ if passes == self.moves.len() => passes + before.min(1) >= 2,
            _ => passes >= 2,
        }
    }

    /// The children of the present position with what the move model knows of them.
    fn family(&self, color: Color, key: u64) -> Vec<(Move, Stats)> {
        let priors = Priors::new(&self.board, color, self.last_moves(), &self.round.params.prior);
        let prior = |mv: Move| mv.point().map_or(priors.of_pass(), |point| priors.of(point));
        self.moves_of(color, key).map(|mv| (mv, prior(mv))).collect()
    }

    /// The same with what a net and, in part, the move model think of them.
    fn guided_family(&self, opinion: &NetOutput, color: Color, key: u64) -> Vec<(Move, Stats)> {
        let likings = Model::embedded().scores(&self.board, color, self.last_moves());
        let moves = self.moves_of(color, key);
        guide::shares(&self.board, opinion, &likings, &self.round.net_params, moves)
    }

    /// Every legal move that does not fill an eye of its own, and a pass.
    fn moves_of(&self, color: Color, key: u64) -> impl Iterator<Item = Move> {
        let open = move |&&point: &&Point| {
            self.board.is_playable(color, point) && !self.repeats(color, key, point)
        };
        let empty = self.board.empty_points().iter().filter(open);
        empty.map(|&point| Move::Play(point)).chain([Move::Pass])
    }

    /// Whether a move brings back a position of the game or of the way down from the root (of the
    /// latter also with the other player to move, which situational superko would allow).
    fn repeats(&self, color: Color, key: u64, point: Point) -> bool {
        let after = zobrist::after_play(&self.board, key, color, point);
        let game = &self.round.game;
        game.has_seen(after, !color)
            || game.forbids_repetition() && self.path.iter().any(|step| step.key == after)
    }

    /// The last two moves of the present position, the latest first.
    fn last_moves(&self) -> [Option<Point>; 2] {
        let latest = |back: usize| {
            let in_tree = self.moves.len().checked_sub(back);
            match in_tree {
                Some(place) => self.moves[place].1.point(),
                None => self.last[back - 1 - self.moves.len()],
            }
        };
        [latest(1), latest(2)]
    }

    /// The moves before the present position, the latest first.
    fn last_turns(&self) -> [Option<Move>; LAST_MOVES] {
        let in_tree = self.moves.iter().rev().map(|&(_, mv)| mv);
        let mut all = in_tree.chain(guide::played(&self.round.game));
        std::array::from_fn(|_| all.next())
    }

    /// Plays the game out from the leaf. Two passes end it before only where what stands is counted;
    /// elsewhere it shows which stones are dead.
    fn end_of_playout(&mut self, to_play: Color) -> End {
        if self.stands {
            let Round { game, .. } = self.round;
            // By area prisoners do not count.
            let (nobody, handicap) = (PointSet::EMPTY, game.handicap());
            return self.end(score::score(&self.board, &nobody, game.rules(), [0, 0], handicap).0);
        }
        let last = self.last_moves();
        let Round { params, game, .. } = self.round;
        let mut policy = Heavy::new(last, &params.playout, &mut self.rng);
        let moves = &mut self.moves;
        let record = |color, mv| moves.push((color, mv));
        let margin = play_out(&mut self.board, to_play, &mut policy, record);
        self.end(2 * margin - game.compensation())
    }

    /// The end with a score in half points.
    fn end(&self, half_points: i32) -> End {
        let won = (1 + (half_points - self.round.bonus).signum()) * (WIN / 2) as i32;
        End { won, score: half_points as f32 * 0.5 }
    }

    /// Takes the result up to the nodes of the path, and who owned the points to those of them whose
    /// children were visited.
    fn update(&mut self, end: End) {
        self.visits.store(self.visits.load(Relaxed) + 1, Relaxed);
        for (place, &Step { node, score, .. }) in self.path.iter().enumerate() {
            if place + 1 < self.path.len()
                && let Some(ownership) = self.round.tree.ownership(node)
            {
                ownership.add(&self.owners);
            }
            let Some(score) = score else { continue };
            let mover = if place % 2 == 1 { self.round.color } else { !self.round.color };
            let won = part_of(mover, end.won as u32);
            node.win(won);
            score.add(end.score, node.own().visits);
            if self.guide.is_some() {
                node.add_square(won);
            }
        }
    }

    /// Takes it to the moves beside the path that were played later by the same player (AMAF).
    fn update_amaf(&mut self, black: u32) {
        let first_player = &mut self.first_player;
        let depth = self.path.len() - 1;
        for &(color, mv) in self.moves[depth..].iter().rev() {
            first_player[usize::from(mv.code())] = color as u8;
        }
        for (place, &Step { node, .. }) in self.path.iter().enumerate().rev() {
            let player = if place % 2 == 0 { self.round.color } else { !self.round.color };
            if let Some(&(color, mv)) = self.moves.get(place).filter(|_| place < depth) {
                first_player[usize::from(mv.code())] = color as u8;
            }
            // A pass means something else later.
            first_player[usize::from(Move::Pass.code())] = NOBODY;
            let half_wins = part_of(player, black) / (WIN / 2);
            for child in self.round.tree.children(node) {
                let code = usize::from(child.mv().code());
                child.amaf_update(first_player[code] == player as u8, half_wins);
            }
        }
        for &(_, mv) in &self.moves {
            first_player[usize::from(mv.code())] = NOBODY;
        }
    }
}

/// Adds who owns the points at the end of a playout, or of a game that is counted as it stands.
fn add_owners<const W: usize>(board: &Board<W>, stands: bool, sums: &mut PointMap<i32, W>) {
    match stands {
        true => score::add_standing_owners(board, sums),
        false => score::add_owners(board, sums),
    }
}

/// What a player has of a [`WIN`], by what Black has.
fn part_of(color: Color, black: u32) -> u32 {
    if color == Color::Black { black } else { WIN - black }
}
