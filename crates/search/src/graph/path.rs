//! The path of a simulation: the positions from the root to a leaf, and the legal moves there.

use crate::root::SearchRoot;
use tianyuan_go::{Board, Color, KoRule, Move, Point, PointSet, Scoring, score, zobrist};
use tianyuan_nn::katago::{AreaOptions, HISTORY, InputPhase, Inputs, Ladders, NetPosition};
use tianyuan_nn::{Features, NonSpatialFeatures, Planes};

use super::key::HashedPosition;

/// A position of the path.
#[derive(Debug)]
struct Place<const W: usize> {
    board: Box<Board<W>>,
    /// The Zobrist key of the stones.
    stones: u64,
    /// The number of consecutive passes that end here.
    passes: usize,
    /// The stones that ladders capture, if known.
    captured: Option<PointSet<W>>,
    /// The stones that each colour has lost since the root.
    lost: [usize; 2],
}

/// The positions of a thread's current simulation; the memory is reused for the next one.
#[derive(Debug)]
pub(super) struct Path<'a, const W: usize> {
    root: &'a SearchRoot,
    /// The positions, starting with the root; entries beyond the current depth are from earlier simulations.
    places: Vec<Place<W>>,
    /// The moves from the root.
    moves: Vec<Move>,
    /// The last moves before the root, latest first.
    before: Vec<(Color, Move)>,
    /// The stones that ladders captured one and two moves before the root.
    captured_before: [Option<PointSet<W>>; 2],
}

/// The legal moves of a position, with the pass last, and the points that ko or superko forbids.
#[derive(Debug)]
pub(super) struct LegalMoves<const W: usize> {
    pub(super) moves: Vec<Move>,
    pub(super) forbidden: PointSet<W>,
}

impl<'a, const W: usize> Path<'a, W> {
    pub(super) fn new(root: &'a SearchRoot) -> Path<'a, W> {
        let game = &root.game;
        // A pass that ended a game before the search does not end it again.
        let passes = game.passes().min(1);
        let board = Box::new(game.board().resized());
        let start = Place { board, stones: game.key(), passes, captured: None, lost: [0; 2] };
        let mut earlier = game.as_ref().clone();
        let mut captured =
            || earlier.undo().map(|_| Ladders::of(&earlier.board().resized::<W>()).captured);
        Path {
            root,
            places: vec![start],
            moves: Vec::new(),
            before: last_moves(root),
            captured_before: [captured(), captured()],
        }
    }

    /// Returns to the root.
    pub(super) fn restart(&mut self) {
        self.moves.clear();
    }

    /// Returns the number of moves from the root to the current position.
    pub(super) fn depth(&self) -> usize {
        self.moves.len()
    }

    fn here(&self) -> &Place<W> {
        &self.places[self.moves.len()]
    }

    /// Returns the board of the current position.
    pub(super) fn board(&self) -> &Board<W> {
        &self.here().board
    }

    /// Returns the player to move.
    pub(super) fn color(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { self.root.color } else { !self.root.color }
    }

    /// Returns the parts of the current position that its key depends on.
    pub(super) fn keyed(&self) -> HashedPosition<'_, W> {
        let Place { board, stones, passes, .. } = self.here();
        let [black, white] = match self.root.game.rules().scoring {
            Scoring::Area => [0, 0],
            Scoring::Territory => self.prisoners(),
        };
        let prisoner_balance = black as i32 - white as i32;
        HashedPosition {
            board,
            stones: *stones,
            color: self.color(),
            passes: *passes,
            prisoner_balance,
        }
    }

    /// Returns `true` if two passes have ended the game.
    pub(super) fn has_ended(&self) -> bool {
        self.here().passes >= 2
    }

    /// Returns the last move, or `None` at the start of a game.
    pub(super) fn last_move(&self) -> Option<Move> {
        self.moves.last().copied().or_else(|| self.before.first().map(|&(_, mv)| mv))
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: Move) {
        let (color, depth) = (self.color(), self.moves.len());
        if self.places.len() == depth + 1 {
            let Place { board, stones, .. } = self.here();
            let next = Place {
                board: board.clone(),
                stones: *stones,
                passes: 0,
                captured: None,
                lost: [0; 2],
            };
            self.places.push(next);
        }
        // Boards are copied into memory that earlier simulations allocated: there is a path per leaf, and allocating
        // would take longer than playing.
        let [.., here, next] = &mut self.places[..depth + 2] else { return };
        next.board.clone_from(&here.board);
        (next.stones, next.passes, next.captured, next.lost) = (here.stones, 0, None, here.lost);
        match mv {
            Move::Play(point) => {
                next.stones = zobrist::after_play(&here.board, here.stones, color, point);
                let before = Color::BOTH.map(|color| here.board.stone_count(color));
                next.board.play(color, point);
                for side in Color::BOTH {
                    let had = before[side.index()] + usize::from(side == color);
                    next.lost[side.index()] += had - next.board.stone_count(side);
                }
            }
            Move::Pass => {
                next.board.clear_ko();
                next.passes = here.passes + 1;
            }
        }
        self.moves.push(mv);
    }

    /// Undoes the last move.
    pub(super) fn take_back(&mut self) {
        self.moves.pop();
    }

    /// Returns the move at `depth` below the root.
    pub(super) fn move_at(&self, depth: usize) -> Move {
        self.moves[depth]
    }

    /// Returns `true` if a move is legal here, including superko on this path.
    pub(super) fn is_legal(&self, mv: Move) -> bool {
        mv.point().is_none_or(|point| self.is_open(point) && !self.is_repetition(point))
    }

    /// Returns the legal moves.
    pub(super) fn legal_moves(&self) -> LegalMoves<W> {
        let mut legal = LegalMoves { moves: Vec::new(), forbidden: PointSet::EMPTY };
        for point in self.root.game.size().points() {
            if !self.is_open(point) {
                continue;
            }
            if self.is_repetition(point) {
                legal.forbidden.insert(point);
            } else {
                legal.moves.push(Move::Play(point));
            }
        }
        legal.moves.push(Move::Pass);
        legal
    }

    /// Returns `true` if a point is empty and a stone there is not an illegal suicide.
    fn is_open(&self, point: Point) -> bool {
        let (board, color) = (self.board(), self.color());
        board.is_empty(point)
            && (!board.is_suicide(color, point)
                || self.root.game.rules().multi_stone_suicide
                    && board.neighbourhood(point).adjacent_stones(color) > 0)
    }

    /// Returns `true` if ko or superko forbids a stone at a point.
    fn is_repetition(&self, point: Point) -> bool {
        let (board, color, game) = (self.board(), self.color(), &self.root.game);
        // Simple ko needs no history and is the most frequent case, so it is checked first.
        if board.ko() == Some((color, point)) {
            return true;
        }
        if !game.forbids_repetition() {
            return false;
        }
        let after = zobrist::after_play(board, self.here().stones, color, point);
        let is_situational = game.rules().ko == KoRule::Situational;
        // Under situational superko, only every second position has the same player to move.
        let depth = self.moves.len();
        game.has_occurred(after, !color)
            || self.places[..=depth].iter().enumerate().any(|(place, other)| {
                other.stones == after && (!is_situational || (depth + 1 - place).is_multiple_of(2))
            })
    }

    /// Stores the stones that ladders capture in the current position.
    pub(super) fn set_captured(&mut self, captured: PointSet<W>) {
        let depth = self.moves.len();
        self.places[depth].captured = Some(captured);
    }

    /// Returns `true` if the ladders of the current position have been read.
    pub(super) fn knows_captured(&self) -> bool {
        self.here().captured.is_some()
    }

    /// Returns the inputs of a KataGo net. They omit the history if the search continues although a pass would end
    /// the game. After the end under territory scoring they present the cleanup phase.
    pub(super) fn inputs(
        &self,
        ladders: &Ladders<W>,
        forbidden: PointSet<W>,
        compensation: i32,
        plays_on: bool,
        area: AreaOptions,
    ) -> Inputs {
        // After two passes only the ownership is needed. As in KataGo, the passes are hidden: otherwise the net would
        // evaluate a finished game.
        let mut known = if self.has_ended() { 1 } else { HISTORY };
        if self.root.options.ignore_history {
            known = known.min(self.moves.len());
        }
        let last: Vec<(Color, Move)> = self.last_moves().take(known).collect();
        let rules = self.root.game.rules();
        Inputs::of(&NetPosition {
            board: self.board(),
            color: self.color(),
            last: &last,
            ladders,
            earlier: [self.captured(1), self.captured(2)],
            forbidden,
            rules,
            compensation: compensation + self.stone_balance(),
            phase: match self.has_ended() && rules.scoring == Scoring::Territory {
                true => InputPhase::Cleanup,
                false if plays_on => InputPhase::PlayOn,
                false => InputPhase::Play,
            },
            area,
            doubling_advantage: self.root.advantage_of(self.color()),
        })
    }

    /// Returns the inputs of a Tianyuan net. They omit passes if the search continues although a pass would end the
    /// game.
    pub(super) fn planes(&self, komi: i32, plays_on: bool) -> Planes {
        let before = if self.root.options.ignore_history { 0 } else { self.before.len() };
        let known = self.moves.len() + before;
        let mut moves = self
            .last_moves()
            .map(|(_, mv)| mv)
            .take(known)
            .map(|mv| Some(mv).filter(|_| !plays_on || mv.point().is_some()));
        let last = std::array::from_fn(|_| moves.next().flatten());
        let komi = komi + self.stone_balance() + 2 * self.root.seki_tax;
        let scoring = self.root.game.rules().scoring;
        Planes::of(&Features::of(
            self.board(),
            self.color(),
            &NonSpatialFeatures { last, komi, scoring },
        ))
    }

    /// Returns the stones that ladders capture here; empty if unknown.
    pub(super) fn captured_here(&self) -> PointSet<W> {
        self.here().captured.unwrap_or(PointSet::EMPTY)
    }

    /// Returns the stones that ladders captured `ago` moves ago.
    fn captured(&self, ago: usize) -> Option<PointSet<W>> {
        match self.moves.len().checked_sub(ago) {
            Some(place) => self.places[place].captured,
            None => self.captured_before[ago - self.moves.len() - 1],
        }
    }

    /// Returns the last moves, latest first.
    fn last_moves(&self) -> impl Iterator<Item = (Color, Move)> {
        let mut color = self.color();
        let here = self.moves.iter().rev().map(move |&mv| {
            color = !color;
            (color, mv)
        });
        here.chain(self.before.iter().copied())
    }

    /// Returns the prisoners by the colour that lost them, including those before the root.
    fn prisoners(&self) -> [usize; 2] {
        Color::BOTH.map(|color| self.root.game.prisoners(color) + self.here().lost[color.index()])
    }

    /// Returns the [stone balance](score::stone_balance) of the current position.
    fn stone_balance(&self) -> i32 {
        score::stone_balance(self.board(), self.root.game.rules(), self.prisoners())
    }

    /// Returns the score in half points without the stones in `dead`, if the game ends here, including dynamic komi.
    pub(super) fn score(&self, dead: &PointSet<W>) -> i32 {
        let game = &self.root.game;
        let (rules, handicap) = (game.rules(), game.handicap());
        score::score(self.board(), dead, rules, self.prisoners(), handicap).0
            - self.root.dynamic_komi
    }

    /// Returns `true` if a pass here ends a game under area scoring.
    pub(super) fn may_end_by_pass(&self) -> bool {
        self.here().passes == 1 && self.root.game.rules().scoring == Scoring::Area
    }
}

/// Returns the last moves of the game before the root, latest first.
fn last_moves(root: &SearchRoot) -> Vec<(Color, Move)> {
    let turns = root.game.turns().iter().rev().take(HISTORY);
    turns
        .map_while(|turn| match turn.action {
            tianyuan_go::Action::Move(mv) => Some((turn.color, mv)),
            tianyuan_go::Action::Resign => None,
        })
        .collect()
}
