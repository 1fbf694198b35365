//! A game: position, history and rules.
//!
//! Clocks, players and protocols are not part of it. A game starts from a position (the empty board, setup or
//! handicap stones, or a sequence of unchecked moves) and continues by turns, which [`undo`](Game::undo) reverts one
//! by one.

use smallvec::SmallVec;

use super::history::{Action, History, Turn, Turns};
use super::point_set::MAX_WORDS;
use super::score::{self, Area, AreaCount};
use super::{Board, BoardSize, Color, KoRule, Move, Point, PointSet, Rules, Score, zobrist};

/// The reason why a move is illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The point is occupied.
    #[error("the point is occupied")]
    Occupied,
    /// Suicide.
    #[error("the move is suicide")]
    Suicide,
    /// The immediate recapture of a ko.
    #[error("the move retakes a ko")]
    Ko,
    /// The move repeats a position.
    #[error("the move repeats a position")]
    Superko,
}

/// The reason why setup stones are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A point occurs twice.
    #[error("a point occurs twice")]
    Twice,
    /// A chain has no liberties.
    #[error("a chain has no liberties")]
    NoLiberties,
}

/// A game on a square board. The cost of a copy does not grow with the length of the game.
///
/// ```
/// use tianyuan_go::{BoardSize, Color, Game, IllegalMove, Move, Rules};
///
/// let size = BoardSize::new(5).expect("a board has 2 to 25 lines");
/// let mut game = Game::new(size, Rules::CHINESE);
/// game.play(Color::Black, Move::Play(size.point(2, 2)))?;
/// let occupied = game.play(Color::White, Move::Play(size.point(2, 2)));
/// assert_eq!(occupied, Err(IllegalMove::Occupied));
/// assert_eq!((game.to_play(), game.turns().len()), (Color::White, 1), "nothing has changed");
/// game.undo();
/// assert!(game.board().is_empty(size.point(2, 2)));
/// # Ok::<(), IllegalMove>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    rules: Rules,
    /// Boxed, because a board is 77 kB and games are moved.
    board: Box<Board>,
    key: u64,
    to_play: Color,
    handicap: usize,
    history: History,
    /// Captured stones by colour.
    prisoners: [usize; 2],
}

impl Game {
    /// The maximum number of turns of a game from untrusted input, which bounds its memory. It is far longer than
    /// real games.
    pub const MOST_TURNS: usize = 200_000;

    /// Returns a new game on the empty board.
    pub fn new(size: BoardSize, rules: Rules) -> Game {
        Game::from_board(Board::new(size), Color::Black, rules)
    }

    fn from_board(board: Board, to_play: Color, rules: Rules) -> Game {
        let key = zobrist::position(&board);
        let handicap = handicap_stones(&board);
        let mut game = Game {
            rules,
            board: Box::new(board),
            key,
            to_play,
            handicap,
            history: History::default(),
            prisoners: [0, 0],
        };
        game.see(1);
        game
    }

    /// Returns a game that starts with these stones.
    ///
    /// Two or more black stones without a white one are a handicap.
    ///
    /// # Errors
    /// Returns [`SetupError`] if a point occurs twice or a chain has no liberties.
    pub fn setup(
        size: BoardSize,
        rules: Rules,
        stones: &[(Color, Point)],
        to_play: Color,
    ) -> Result<Game, SetupError> {
        let points: PointSet = stones.iter().map(|&(_, point)| point).collect();
        if points.len() != stones.len() {
            return Err(SetupError::Twice);
        }
        let board = Board::with_stones(size, stones.iter().copied());
        if board.stones().count() != stones.len() {
            return Err(SetupError::NoLiberties);
        }
        Ok(Game::from_board(board, to_play, rules))
    }

    /// Returns this game with a new start position, as for setup stones in mid-game: without its turns, with its
    /// rules and handicap. `prisoners` are the captured stones by colour so far.
    ///
    /// # Errors
    /// Returns [`SetupError`] if a point occurs twice or a chain has no liberties.
    pub fn with_stones(
        &self,
        stones: &[(Color, Point)],
        to_play: Color,
        prisoners: [usize; 2],
    ) -> Result<Game, SetupError> {
        let game = Game::setup(self.size(), self.rules, stones, to_play)?;
        Ok(Game { handicap: self.handicap, prisoners, ..game })
    }

    // --- the state of the game -----------------------------------------------------------------------------

    /// Returns the size of the board.
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Returns the current rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the Zobrist key of the position.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the colour to play. Moves of either colour are accepted: clients place stones that way.
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// Returns the turns since the start position.
    pub fn turns(&self) -> Turns<'_> {
        self.history.turns()
    }

    /// Returns the Zobrist key of the start position.
    pub fn start_key(&self) -> u64 {
        self.turns().iter().next().map_or(self.key, |turn| turn.key_before)
    }

    /// Returns the game before its first turn.
    pub fn start(&self) -> Game {
        let mut game = self.clone();
        while game.undo().is_some() {}
        game
    }

    /// Returns the points of the last two turns, most recent first; `None` for a pass or no turn.
    pub fn last_points(&self) -> [Option<Point>; 2] {
        let mut turns = self.turns().iter().rev().map(|turn| turn.point());
        [turns.next().flatten(), turns.next().flatten()]
    }

    /// Returns the moves from an earlier position of this game to the current one, or `None` if the earlier game
    /// differs, has other rules, or a player has resigned since.
    pub fn moves_since(&self, earlier: &Game) -> Option<Vec<(Color, Move)>> {
        if self.size() != earlier.size() || self.rules != earlier.rules {
            return None;
        }
        let since = self.history.since(&earlier.history)?;
        let key_then = since.iter().next().map_or(self.key, |turn| turn.key_before);
        let moves = since.iter().map(|turn| match turn.action {
            Action::Move(mv) => Some((turn.color, mv)),
            Action::Resign => None,
        });
        if key_then == earlier.key { moves.collect() } else { None }
    }

    /// Returns the number of captured stones of a colour.
    pub fn prisoners(&self, color: Color) -> usize {
        self.prisoners[color.index()]
    }

    /// Returns the number of handicap stones.
    pub fn handicap(&self) -> usize {
        self.handicap
    }

    /// Returns the number of consecutive passes at the end of the game.
    pub fn passes(&self) -> usize {
        self.turns().last().map_or(0, |turn| turn.passes as usize)
    }

    /// Returns the colour that resigned in the last turn, if any.
    pub fn resigned(&self) -> Option<Color> {
        self.turns().last().filter(|turn| turn.action == Action::Resign).map(|turn| turn.color)
    }

    /// Returns `true` if the game has ended by two passes or a resignation.
    pub fn is_over(&self) -> bool {
        self.passes() >= 2 || self.resigned().is_some()
    }

    /// Returns `true` if a position has occurred, under situational superko with the same player to move; never under
    /// simple ko.
    pub fn has_occurred(&self, key: u64, to_play: Color) -> bool {
        match self.rules.ko {
            KoRule::Simple => false,
            KoRule::Positional => self.history.seen(key) != [0, 0],
            KoRule::Situational => self.history.seen(key)[to_play.index()] > 0,
        }
    }

    /// Returns `true` if a superko rule applies.
    pub fn forbids_repetition(&self) -> bool {
        self.rules.ko != KoRule::Simple
    }

    /// Returns White's compensation (komi and handicap) in half points.
    pub fn compensation(&self) -> i32 {
        score::compensation(&self.rules, self.handicap)
    }

    /// Returns White's compensation in half points for an area count of the position: under territory scoring it
    /// includes the [stone balance](score::stone_balance).
    pub fn area_compensation(&self) -> i32 {
        self.compensation() + score::stone_balance(&self.board, &self.rules, self.prisoners)
    }

    /// Returns the score without the stones in `dead` under the current rules; with all stones if [all stones count
    /// as alive](Rules::counts_all_stones_alive).
    pub fn score(&self, dead: &PointSet) -> Score {
        score::score(&self.board, dead, &self.rules, self.prisoners, self.handicap)
    }

    /// Returns Black's and White's score in 子 without the stones in `dead`, regardless of the scoring rule.
    pub fn area_count(&self, dead: &PointSet) -> AreaCount {
        Area::of(&self.board, dead).count()
    }

    /// Checks whether a colour may play on a point, including superko.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] with the first rule that forbids it.
    pub fn is_legal(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        if !self.board.is_empty(point) {
            return Err(IllegalMove::Occupied);
        }
        if self.board.is_suicide(color, point) {
            // Suicide of a single stone only repeats the position, so no rules allow it.
            let alone = self.board.neighbourhood(point).adjacent_stones(color) == 0;
            if alone || !self.rules.multi_stone_suicide {
                return Err(IllegalMove::Suicide);
            }
        }
        if self.board.ko() == Some((color, point)) {
            return Err(IllegalMove::Ko);
        }
        let key = zobrist::after_play(&self.board, self.key, color, point);
        if self.has_occurred(key, !color) {
            return Err(IllegalMove::Superko);
        }
        Ok(())
    }

    // --- turns ------------------------------------------------------------------------

    /// Plays a stone or a pass of either colour.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] if a rule forbids it; the game is unchanged then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Pass => {
                self.begin_turn(color, Action::Move(mv), SmallVec::new());
                self.board.clear_ko();
            }
            Move::Play(point) => {
                self.is_legal(color, point)?;
                self.put_stone(color, point);
            }
        }
        self.to_play = !color;
        self.see(1);
        Ok(())
    }

    fn put_stone(&mut self, color: Color, point: Point) {
        let key = zobrist::after_play(&self.board, self.key, color, point);
        let suicide = self.board.is_suicide(color, point);
        let (lost, stones) = if suicide {
            (color, self.board.joined_chains(color, point))
        } else {
            (!color, self.board.captures(color, point))
        };
        self.prisoners[lost.index()] += stones.len() + usize::from(suicide);
        self.begin_turn(color, Action::Move(Move::Play(point)), stones.iter().collect());
        self.board.play(color, point);
        self.key = key;
    }

    /// Ends the game by resignation of a colour.
    pub fn resign(&mut self, color: Color) {
        self.begin_turn(color, Action::Resign, SmallVec::new());
        self.to_play = !color;
        self.see(1);
    }

    fn begin_turn(&mut self, color: Color, action: Action, captured: SmallVec<[Point; 4]>) {
        let passes = if action == Action::Move(Move::Pass) { self.passes() as u32 + 1 } else { 0 };
        self.history.push(Turn {
            color,
            action,
            captured,
            passes,
            key_before: self.key,
            ko_before: self.board.ko(),
            to_play_before: self.to_play,
        });
    }

    /// Undoes the last turn. Returns `None` if there is none.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.history.pop()?;
        self.see(-1);
        if let Action::Move(Move::Play(point)) = turn.action {
            // If the stone is not on the board after its own move, the move was suicide.
            let suicide = self.board.is_empty(point);
            let lost = if suicide { turn.color } else { !turn.color };
            self.prisoners[lost.index()] -= turn.captured.len() + usize::from(suicide);
            self.board.unplay(point, lost, &turn.captured);
        }
        self.board.set_ko(turn.ko_before);
        self.key = turn.key_before;
        self.to_play = turn.to_play_before;
        Some(turn)
    }

    /// Makes the current position the start of the game: earlier turns can no longer be undone, but still count for
    /// ko and superko, and prisoners are preserved.
    pub fn reset_history(&mut self) {
        self.handicap = handicap_stones(&self.board);
        self.history.clear_turns();
    }

    /// Sets the colour to play.
    pub fn set_to_play(&mut self, color: Color) {
        self.see(-1);
        self.to_play = color;
        self.see(1);
    }

    /// Changes the rules. Earlier positions count under the new ko rule.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Adds 1 or -1 to the count of the current position.
    fn see(&mut self, times: i32) {
        self.history.see(self.key, self.to_play, times);
    }
}

/// Returns the handicap of a start position: its number of black stones if there are at least two and no white
/// stones.
fn handicap_stones(board: &Board) -> usize {
    let (black, white) = (board.stone_count(Color::Black), board.stone_count(Color::White));
    if black >= 2 && white == 0 { black } else { 0 }
}

const _: () = assert!(MAX_WORDS * 64 > 27 * 26, "the largest board is supported");
