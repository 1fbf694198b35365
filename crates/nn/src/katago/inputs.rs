//! The inputs of KataGo nets, version V7: 22 planes and 19 global numbers.
//!
//! | plane | ones at |
//! | --- | --- |
//! | 0 | every point of the board |
//! | 1, 2 | the stones of the player to move, the opponent's |
//! | 3, 4, 5 | stones of chains with one, two, three liberties |
//! | 6 | points forbidden to the player to move by ko or superko |
//! | 9 to 13 | the last five moves, latest first; empty for a pass |
//! | 14 | stones that a ladder captures |
//! | 15, 16 | the same one move ago and two moves ago |
//! | 17 | first moves of ladders that capture the opponent's chains of two liberties |
//! | 18, 19 | the area of the player to move, the opponent's, under area scoring and in the cleanup phase |
//! | 20, 21 | the stones of the player to move, the opponent's, at the start of the cleanup phase |
//!
//! Planes 7 and 8 are for ko in the cleanup phase, which no position here has passed the start of. They are empty.
//!
//! | number | value |
//! | --- | --- |
//! | 0 to 4 | 1 if the corresponding one of the last five moves was a pass, latest first |
//! | 5 | komi for the player to move, in points, divided by 20; under territory scoring with the stone balance |
//! | 6, 7 | ko rule: simple 0, 0; positional superko 1, 0.5; situational 1, -0.5 |
//! | 8 | 1 if multi-stone suicide is legal |
//! | 9 | 1 under territory scoring |
//! | 10, 11 | tax: none 0, 0; in seki 1, 0; on all groups 1, 1 |
//! | 12, 13 | 1 in the cleanup phase |
//! | 14 | 1 if a pass would end the game |
//! | 15, 16 | 1 and half of the playout-doubling advantage, unless it is 0 |
//! | 18 | the parity of komi as a triangle wave, under area scoring and in the cleanup phase |

use tianyuan_go::{
    Action, Board, BoardSize, Color, Game, IllegalMove, KoRule, Move, Point, PointSet, Rules,
    Scoring, Tax, with_words,
};

use super::area::{AreaOptions, input_areas};
use super::human_profile::HumanProfile;
use super::ladder::Ladders;
use super::read::{GLOBALS, PLANES};
use InputPhase::{Cleanup, Play, PlayOn};

/// The number of past moves in the inputs.
pub const HISTORY: usize = 5;

/// The phase of the game that the inputs present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputPhase {
    /// Normal play.
    Play,
    /// Normal play that continues although a pass would end the game. The inputs omit the history, so that the net
    /// does not expect the end.
    PlayOn,
    /// The start of the last cleanup phase of territory rules in KataGo ("second encore"): moves cost nothing, and
    /// stones that cannot be captured are alive. The inputs omit the history. Invalid under area scoring.
    Cleanup,
}

/// A position with the additional information that the inputs need.
#[derive(Debug)]
pub struct NetPosition<'a, const W: usize> {
    /// The board.
    pub board: &'a Board<W>,
    /// The player to move.
    pub color: Color,
    /// The last moves, latest first.
    pub last: &'a [(Color, Move)],
    /// The ladders on the board.
    pub ladders: &'a Ladders<W>,
    /// The stones that ladders captured one move ago and two moves ago, if those boards are known.
    pub earlier: [Option<PointSet<W>>; 2],
    /// The points forbidden to the player to move by ko or superko.
    pub forbidden: PointSet<W>,
    /// The rules.
    pub rules: &'a Rules,
    /// White's compensation for an area count in half points, as [`Game::area_compensation`].
    pub compensation: i32,
    /// The phase of the game.
    pub phase: InputPhase,
    /// The computation of areas.
    pub area: AreaOptions,
    /// The playout-doubling advantage of the player to move: the log2 of the ratio of playouts; 0 for equal strength.
    pub doubling_advantage: f32,
}

/// The inputs of a net for one position.
#[derive(Debug, Clone, PartialEq)]
pub struct Inputs {
    /// The size of the board.
    pub size: BoardSize,
    /// The planes: [`PLANES`] numbers per point, row by row from the top left.
    pub planes: Vec<f32>,
    /// The [`GLOBALS`] global numbers.
    pub globals: [f32; GLOBALS],
    /// The imitated players and the player to move, for human-imitation nets; other nets ignore them.
    pub profile: Option<(HumanProfile, Color)>,
}

impl Inputs {
    /// Returns the inputs for a position.
    pub fn of<const W: usize>(position: &NetPosition<'_, W>) -> Inputs {
        let size = position.board.size();
        let planes = vec![0.0; size.area() * PLANES];
        let mut inputs = Inputs { size, planes, globals: [0.0; GLOBALS], profile: None };
        inputs.set_stones(position);
        inputs.set_history(position);
        inputs.set_ladders(position);
        if has_final_score(position) {
            let areas = input_areas(position.board, position.rules, position.area);
            inputs.set_all(18, areas[position.color.index()]);
            inputs.set_all(19, areas[(!position.color).index()]);
        }
        inputs.set_rules(position);
        inputs
    }

    /// Returns the inputs for the current position of a game with `color` to move.
    ///
    /// ```
    /// use tianyuan_go::{BoardSize, Color, Game, Rules};
    /// use tianyuan_nn::katago::{AreaOptions, Inputs, PLANES};
    ///
    /// let game = Game::new(BoardSize::STANDARD, Rules::CHINESE);
    /// let inputs = Inputs::of_game(&game, Color::Black, AreaOptions::default());
    /// assert_eq!(inputs.planes.len(), 361 * PLANES);
    /// assert_eq!(inputs.globals[5], 0.0, "komi is 0");
    /// ```
    pub fn of_game(game: &Game, color: Color, area: AreaOptions) -> Inputs {
        let plays_on = game.passes() > 0;
        Inputs::of_phase(game, color, area, if plays_on { PlayOn } else { Play })
    }

    /// Like [`of_game`](Self::of_game), but after a pass the inputs show that another pass ends the game, unless the
    /// rules have friendly passes. KataGo's raw evaluations use these inputs.
    pub fn of_game_by_rules(game: &Game, color: Color, area: AreaOptions) -> Inputs {
        let rules = game.rules();
        let is_friendly = rules.friendly_pass_ok && rules.scoring == Scoring::Area;
        let plays_on = is_friendly && game.passes() == 1;
        Inputs::of_phase(game, color, area, if plays_on { PlayOn } else { Play })
    }

    /// Returns the inputs for the ownership of the points if the game ends in this position: under territory scoring
    /// the inputs of the cleanup phase, otherwise the same as [`of_game`](Self::of_game).
    pub fn of_final_position(game: &Game, color: Color, area: AreaOptions) -> Inputs {
        match game.rules().scoring {
            Scoring::Area => Inputs::of_game(game, color, area),
            Scoring::Territory => Inputs::of_phase(game, color, area, Cleanup),
        }
    }

    fn of_phase(game: &Game, color: Color, area: AreaOptions, phase: InputPhase) -> Inputs {
        // Uses the smallest board type for the size, because ladder reading copies the board for every move.
        with_words!(game.size(), W => Inputs::of_game_in::<W>(game, color, area, phase))
    }

    fn of_game_in<const W: usize>(
        game: &Game,
        color: Color,
        area: AreaOptions,
        phase: InputPhase,
    ) -> Inputs {
        // After the end of the game, only the last pass is used.
        let known = if game.passes() >= 2 { 1 } else { HISTORY };
        let last: Vec<(Color, Move)> = last_moves(game).take(known).collect();
        let mut before = game.clone();
        let mut captured_before =
            || before.undo().map(|_| Ladders::of(&before.board().resized::<W>()).captured);
        let earlier = [captured_before(), captured_before()];
        let board = game.board().resized::<W>();
        let is_banned = |&point: &Point| {
            let board = game.board();
            board.is_empty(point)
                && matches!(
                    game.is_legal(color, point),
                    Err(IllegalMove::Ko | IllegalMove::Superko)
                )
        };
        Inputs::of(&NetPosition {
            board: &board,
            color,
            last: &last,
            ladders: &Ladders::of(&board),
            earlier,
            forbidden: game.size().points().filter(is_banned).collect(),
            rules: game.rules(),
            compensation: game.area_compensation(),
            phase,
            area,
            doubling_advantage: 0.0,
        })
    }

    fn set_stones<const W: usize>(&mut self, position: &NetPosition<'_, W>) {
        self.set_all(0, PointSet::<W>::full(self.size));
        for (color, point) in position.board.stones() {
            self.set(if color == position.color { 1 } else { 2 }, point);
            if let liberties @ 1..=3 = position.board.liberty_count(point) {
                self.set(2 + liberties, point);
            }
        }
        if position.phase == Cleanup {
            // Passes ended the phases before, so no ko is forbidden.
            self.set_all(20, position.board.stones_of(position.color));
            self.set_all(21, position.board.stones_of(!position.color));
        } else {
            self.set_all(6, position.forbidden);
        }
    }

    fn set_history<const W: usize>(&mut self, position: &NetPosition<'_, W>) {
        for (age, mv) in alternating(position).enumerate() {
            match mv {
                Move::Play(point) => self.set(9 + age, point),
                Move::Pass => self.globals[age] = 1.0,
            }
        }
    }

    fn set_ladders<const W: usize>(&mut self, position: &NetPosition<'_, W>) {
        let now = position.ladders;
        self.set_all(14, now.captured);
        self.set_all(17, now.working_moves[(!position.color).index()]);
        // An unknown board is replaced by the following one.
        let moves = alternating(position).count();
        let mut captured = now.captured;
        for (age, earlier) in position.earlier.iter().enumerate() {
            captured = earlier.filter(|_| age < moves).unwrap_or(captured);
            self.set_all(15 + age, captured);
        }
    }

    fn set_rules<const W: usize>(&mut self, position: &NetPosition<'_, W>) {
        let rules = position.rules;
        let area = self.size.area() as f32;
        let komi = -0.5 * (position.color.sign() * position.compensation) as f32;
        let globals = &mut self.globals;
        globals[5] = komi.clamp(-area - 20.0, area + 20.0) / 20.0;
        [globals[6], globals[7]] = match rules.ko {
            KoRule::Simple => [0.0, 0.0],
            KoRule::Positional => [1.0, 0.5],
            KoRule::Situational => [1.0, -0.5],
        };
        globals[8] = f32::from(u8::from(rules.multi_stone_suicide));
        globals[9] = f32::from(u8::from(rules.scoring == Scoring::Territory));
        [globals[10], globals[11]] = match rules.tax {
            Tax::None => [0.0, 0.0],
            Tax::Seki => [1.0, 0.0],
            Tax::All => [1.0, 1.0],
        };
        [globals[12], globals[13]] = match position.phase {
            Cleanup => [1.0, 1.0],
            Play | PlayOn => [0.0, 0.0],
        };
        let passed = alternating(position).next() == Some(Move::Pass);
        globals[14] = f32::from(u8::from(passed));
        if position.doubling_advantage != 0.0 {
            [globals[15], globals[16]] = [1.0, 0.5 * position.doubling_advantage];
        }
        if has_final_score(position) {
            globals[18] = parity_wave(komi.clamp(-area - 20.0, area + 20.0), self.size.area());
        }
    }

    fn set_all<const W: usize>(&mut self, plane: usize, points: PointSet<W>) {
        points.iter().for_each(|point| self.set(plane, point));
    }

    fn set(&mut self, plane: usize, point: Point) {
        let row = self.size.lines() - 1 - self.size.row(point);
        let index = row * self.size.lines() + self.size.column(point);
        self.planes[index * PLANES + plane] = 1.0;
    }
}

/// Returns the last moves of a game, latest first, back to a resignation.
fn last_moves(game: &Game) -> impl Iterator<Item = (Color, Move)> {
    let turns = game.turns().iter().rev().take(HISTORY);
    turns.map_while(|turn| match turn.action {
        Action::Move(mv) => Some((turn.color, mv)),
        Action::Resign => None,
    })
}

/// Returns the last moves, latest first, as long as the colours alternate.
fn alternating<'a, const W: usize>(
    position: &'a NetPosition<'_, W>,
) -> impl Iterator<Item = Move> + use<'a, W> {
    let mut due = position.color;
    let count = if position.phase == Play { HISTORY } else { 0 };
    let moves = position.last.iter().take(count).take_while(move |&&(color, _)| {
        due = !due;
        color == due
    });
    moves.map(|&(_, mv)| mv)
}

/// Returns `true` if the score is an area count of this position as it is.
fn has_final_score<const W: usize>(position: &NetPosition<'_, W>) -> bool {
    position.rules.scoring == Scoring::Area || position.phase == Cleanup
}

/// Returns the distance of komi from one that allows a draw, as a triangle wave of period 2 between -0.5 and 0.5.
fn parity_wave(komi: f32, area: usize) -> f32 {
    let parity = (area % 2) as f32;
    let drawing = ((komi - parity) / 2.0).floor() * 2.0 + parity;
    let over = komi - drawing;
    if over < 0.5 {
        over
    } else if over < 1.5 {
        1.0 - over
    } else {
        over - 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::{Diagram, Komi};

    #[test]
    fn doubling_advantage_is_relative_to_player_to_move() {
        let size = BoardSize::new(7).expect("a size");
        let board = Board::<2>::new(size);
        let ladders = Ladders::of(&board);
        let globals = |doubling_advantage| {
            let inputs = Inputs::of(&NetPosition {
                board: &board,
                color: Color::White,
                last: &[],
                ladders: &ladders,
                earlier: [None; 2],
                forbidden: PointSet::EMPTY,
                rules: &Rules::CHINESE,
                compensation: 15,
                phase: Play,
                area: AreaOptions::default(),
                doubling_advantage,
            });
            [inputs.globals[15], inputs.globals[16]]
        };
        assert_eq!([0.0, 1.0, -3.0].map(globals), [[0.0, 0.0], [1.0, 0.5], [1.0, -1.5]]);
    }

    #[test]
    fn cleanup_inputs_have_areas_and_start_stones() {
        let diagram = Diagram::parse(
            ". X X O .
             X X X O O
             . X X O .
             X X X O O
             . X X O .",
        );
        let komi = Komi::from_half_points(13).expect("a komi");
        let rules = Rules::from_name("japanese", komi).expect("rules");
        let game = Game::setup(diagram.size, rules, &diagram.stones, Color::White);
        let game = game.expect("a position");
        let area = AreaOptions::default();
        let inputs = Inputs::of_final_position(&game, Color::White, area);
        let count = |plane| inputs.planes.iter().skip(plane).step_by(PLANES).sum::<f32>();
        assert_eq!([18, 19, 20, 21].map(count), [10.0, 15.0, 7.0, 12.0]);
        assert_eq!(inputs.globals[9..15], [1.0, 1.0, 0.0, 1.0, 1.0, 0.0]);
        // Black has placed five stones more than White, each of which costs a point.
        assert_eq!(inputs.globals[5], 11.5 / 20.0);
        assert_eq!(inputs.globals[18], 0.5, "half a point above a drawing komi");
        let playing = Inputs::of_game(&game, Color::White, area);
        let count = |plane| playing.planes.iter().skip(plane).step_by(PLANES).sum::<f32>();
        assert_eq!([18, 19, 20, 21].map(count), [0.0; 4]);
        assert_eq!((playing.globals[12], playing.globals[5]), (0.0, 11.5 / 20.0));
    }

    #[test]
    fn parity_wave_follows_komi() {
        let waves = [(-7.5, 81), (7.5, 81), (7.0, 361), (4.0, 49), (-6.5, 361)]
            .map(|(komi, area)| parity_wave(komi, area));
        assert_eq!(waves, [-0.5, 0.5, 0.0, 0.0, 0.5]);
    }
}
