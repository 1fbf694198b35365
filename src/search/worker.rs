//! One thread of a search, with its own board, random numbers and tally.

use crate::go::{Board, BoardSize, Color, Move, Point, PointMap, score, zobrist};
use crate::model::Model;
use crate::net::{LAST_MOVES, Opinion, place};

use super::guide::{self, Guide, POINT, View};
use super::heavy::Heavy;
use super::playout::play_out;
use super::prior::Priors;
use super::rng::Rng;
use super::round::Round;
use super::tally::Tally;
use super::tree::{Node, Stats, WIN};

/// Who played a point first in a playout: nobody yet.
const NOBODY: u8 = 0;

/// How playouts end.
#[derive(Debug, Clone, Copy, Default)]
struct End {
    /// Black's part of a [`WIN`].
    won: i32,
    /// His score.
    half_points: i32,
}

/// What one thread needs for its playouts, allocated once.
pub(super) struct Worker<'a, const W: usize> {
    round: &'a Round<'a>,
    tally: &'a Tally,
    rng: Rng,
    start: Board<W>,
    /// The last two moves of the game, the latest first.
    last: [Option<Point>; 2],
    board: Board<W>,
    /// The position that several playouts begin from.
    leaf: Board<W>,
    /// The moves of the present playout from the root on, those in the tree first.
    moves: Vec<(Color, Move)>,
    /// The nodes of the present playout from the root on, with the key of each position.
    path: Vec<(&'a Node, u64)>,
    /// Playouts that Black owned each point at the end of, less those that White did.
    owned: PointMap<i32, W>,
    /// Who played each point first in the present playout; nobody between playouts.
    first_player: PointMap<u8, W>,
    /// The net, where one guides the search.
    guide: Option<Guide<'a>>,
    /// What it thinks of the leaf of the present playout.
    view: Option<View>,
}

impl<'a, const W: usize> Worker<'a, W> {
    pub(super) fn new(round: &'a Round<'a>, tally: &'a Tally, rng: Rng) -> Self {
        let start = round.game.board().resized::<W>();
        Worker {
            round,
            tally,
            rng,
            last: round.game.last_points(),
            board: start.clone(),
            leaf: start.clone(),
            start,
            moves: Vec::with_capacity(3 * BoardSize::MAX.area()),
            path: Vec::with_capacity(64),
            owned: PointMap::new(0),
            first_player: PointMap::new(NOBODY),
            guide: round.guide(),
            view: None,
        }
    }

    /// Makes the children of the root, where it has none, so that threads that begin together find
    /// them.
    pub(super) fn plant(&mut self) {
        let Round { tree, color, game, .. } = self.round;
        if tree.children(tree.root()).is_empty() {
            self.path.push((tree.root(), game.key()));
            self.grow(tree.root(), *color, game.key());
        }
    }

    /// Plays out until time or the budget is used up, with a call of `between` after each batch.
    pub(super) fn run(&mut self, mut between: impl FnMut()) {
        loop {
            let batch = self.round.take_batch();
            for _ in 0..batch {
                self.simulate();
            }
            if batch == 0 {
                return;
            }
            self.tally.tell_owned(self.start.size(), &self.owned);
            self.round.watch_time();
            between();
        }
    }

    /// One round of descend, expand, playout, update.
    fn simulate(&mut self) {
        self.board.clone_from(&self.start);
        self.moves.clear();
        let (to_play, root_child) = self.descend();
        if self.guide.is_some() {
            return self.sound_out(to_play, root_child);
        }
        let end = self.end_of_playout(to_play);
        self.update(end.won as u32);
        self.update_amaf(end.won as u32);
        self.tally.count(end.half_points, root_child);
        score::add_owners(&self.board, &mut self.owned);
        if let (Some(child), true) = (root_child, self.tally.is_by_move()) {
            let mut owners = PointMap::new(0);
            score::add_owners(&self.board, &mut owners);
            self.tally.tell_owned_after(child, self.start.size(), &owners);
        }
    }

    /// Takes what the net thinks of the leaf and the ends of some playouts up the tree together.
    fn sound_out(&mut self, to_play: Color, root_child: Option<usize>) {
        let size = self.start.size();
        let net = &self.round.net_params;
        // Where two passes ended the game the net has no say.
        let view = self.view.take();
        let (mut mean, mut owners) =
            self.mean_end(to_play, net.playouts_each.clamp(1, 1000) as i32);
        if let Some(view) = &view {
            mean.won = net.mixed(view.chance, mean.won);
            // A bonus shifts who wins, not what the score is.
            let half_points = view.half_points + self.round.bonus;
            mean.half_points = net.mixed(half_points, mean.half_points);
            for point in size.points() {
                owners[point] = net.mixed(view.owned[place(size, point)], owners[point]);
            }
        }
        for point in size.points() {
            self.owned[point] += owners[point];
        }
        self.update(mean.won as u32);
        self.tally.count(mean.half_points, root_child);
        if let (Some(child), true) = (root_child, self.tally.is_by_move()) {
            self.tally.tell_owned_after(child, size, &owners);
        }
    }

    /// How so many playouts from the leaf end on average, and who owns each point then, in parts of
    /// [`POINT`].
    fn mean_end(&mut self, to_play: Color, playouts: i32) -> (End, PointMap<i32, W>) {
        let depth = self.moves.len();
        let mut mean = End::default();
        let mut owners = PointMap::new(0);
        self.leaf.clone_from(&self.board);
        for _ in 0..playouts {
            self.board.clone_from(&self.leaf);
            self.moves.truncate(depth);
            let end = self.end_of_playout(to_play);
            mean.won += end.won;
            mean.half_points += end.half_points;
            score::add_owners(&self.board, &mut owners);
        }
        mean.won /= playouts;
        mean.half_points /= playouts;
        for point in self.start.size().points() {
            owners[point] = POINT * owners[point] / playouts;
        }
        (mean, owners)
    }

    /// Walks down the tree by the urgency of moves, making the children of a leaf that it comes to.
    /// Answers who plays next and which child of the root was taken.
    fn descend(&mut self) -> (Color, Option<usize>) {
        let Round { tree, restriction, .. } = self.round;
        let mut color = self.round.color;
        let mut node = tree.root();
        let mut key = self.round.game.key();
        let mut root_child = None;
        self.path.clear();
        self.path.push((node, key));
        while !self.ended() {
            if tree.children(node).is_empty() && !self.grow(node, color, key) {
                break;
            }
            let children = tree.children(node);
            let depth = self.moves.len();
            let is_allowed = |child: &Node| restriction.allows(color, child.mv(), depth);
            let Some(best) = self.round.next_child(children, is_allowed) else { break };
            root_child.get_or_insert(best);
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
            self.path.push((node, key));
            color = !color;
        }
        (color, root_child)
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
    fn guided_family(&self, opinion: &Opinion, color: Color, key: u64) -> Vec<(Move, Stats)> {
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
        let game = self.round.game;
        game.has_seen(after, !color)
            || game.forbids_repetition() && self.path.iter().any(|&(_, before)| before == after)
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
        let mut all = in_tree.chain(guide::played(self.round.game));
        std::array::from_fn(|_| all.next())
    }

    /// Plays the game out from the leaf. Two passes do not end it before: it shows which stones are
    /// dead.
    fn end_of_playout(&mut self, to_play: Color) -> End {
        let last = self.last_moves();
        let Round { params, game, bonus, .. } = self.round;
        let mut policy = Heavy::new(last, &params.playout, &mut self.rng);
        let moves = &mut self.moves;
        let record = |color, mv| moves.push((color, mv));
        let margin = play_out(&mut self.board, to_play, &mut policy, record);
        let half_points = 2 * margin - game.compensation();
        End { won: (1 + (half_points - bonus).signum()) * (WIN / 2) as i32, half_points }
    }

    /// Takes the result, Black's part of a [`WIN`], up to the nodes of the path.
    fn update(&mut self, black: u32) {
        for (place, &(node, _)) in self.path.iter().enumerate().skip(1) {
            let mover = if place % 2 == 1 { self.round.color } else { !self.round.color };
            let won = part_of(mover, black);
            node.win(won);
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
        for (place, &(node, _)) in self.path.iter().enumerate().rev() {
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

/// What a player has of a [`WIN`], by what Black has.
fn part_of(color: Color, black: u32) -> u32 {
    if color == Color::Black { black } else { WIN - black }
}
