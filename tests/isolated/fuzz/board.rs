//! Fuzzes games: after every sequence of moves, undos and queries, the game must agree with the naive oracle.
//!
//! A game is encoded as bytes: one for the size, one for the rules, then two for each [step](Game::step).
//! `TIANYUAN_FUZZ_SECONDS=600 cargo test --release --test isolated fuzz::board -- --nocapture` runs for ten minutes.
//! Add failing inputs to `tests/data/fuzz-board`, whose files are tested in every run.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tianyuan::go::{
    Action, BoardSize, Color, Game, IllegalMove, Komi, Move, PointSet, Rules, Scoring,
};

use super::harness::{Features, Tried, try_kept, try_spoilt};
use super::mutation::Grammar;
use crate::support::board_vs_oracle::{Points, RULES, compare_legality, compare_position};
use crate::support::oracle::Oracle;

/// Small boards provide most of the variety. The oracle is slow on large ones.
const LINES: [usize; 12] = [2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 9, 13];

/// The maximum board size, in points, for a complete comparison after each step.
const SMALL: usize = 16;

struct Games;

impl Tried for Games {
    fn name(&self) -> &'static str {
        "board"
    }

    fn grammar(&self) -> Grammar {
        Grammar {
            pieces: include_str!("../../data/pieces/board.txt"),
            brackets: &[],
            longest: 1 << 10,
        }
    }

    fn examples(&self) -> Vec<Vec<u8>> {
        let mut random = StdRng::seed_from_u64(1);
        let mut game = |first: u8| {
            let steps = (0..200).map(|_| random.random());
            [first, first / 12].into_iter().chain(steps).collect()
        };
        (0..60).map(&mut game).collect()
    }

    fn examine(&self, bytes: &[u8]) -> Features {
        let [size, rules, steps @ ..] = bytes else { return Features::new() };
        let size = BoardSize::new(LINES[usize::from(*size) % LINES.len()]).expect("a size");
        let mut both = Both::new(size, rules_of(*rules));
        let mut features = Features::new();
        let mut before = String::new();
        for step in steps.as_chunks::<2>().0 {
            let what = both.step(*step);
            features.insert(format!("{before}, {what}"));
            before = what;
            if size.area() <= SMALL {
                both.compare();
            }
        }
        both.compare();
        features
    }
}

/// Returns the rules encoded by a number, including the scoring method.
fn rules_of(number: u8) -> Rules {
    let scoring = if number & 64 == 0 { Scoring::Area } else { Scoring::Territory };
    let komi = Komi::from_half_points(i32::from(number >> 4)).expect("a komi");
    Rules { scoring, komi, ..RULES[usize::from(number) % RULES.len()] }
}

/// The game, and the oracle with the history.
struct Both {
    points: Points,
    game: Game,
    oracle: Oracle,
    past: Vec<(Color, Action)>,
    /// The number of turns that cannot be taken back.
    taken_for_granted: usize,
}

impl Both {
    fn new(size: BoardSize, rules: Rules) -> Both {
        Both {
            points: Points(size.points().collect()),
            game: Game::new(size, rules),
            oracle: Oracle::new(size.lines(), rules),
            past: Vec::new(),
            taken_for_granted: 0,
        }
    }

    /// Applies a step to both, given its kind (with a part of the point in the upper half) and its argument. Returns
    /// a description of the outcome.
    fn step(&mut self, [kind, argument]: [u8; 2]) -> String {
        let color = self.game.to_play();
        match kind % 16 {
            0..=10 => self.put(color, usize::from(argument) + 256 * usize::from(kind / 16)),
            11 => self.put(!color, usize::from(argument)),
            12 => self.turn(color, Action::Move(Move::Pass)),
            13 => self.undo(),
            14 => self.score(usize::from(argument)),
            _ => match argument % 4 {
                0 => self.turn(color, Action::Resign),
                1 => {
                    self.game.reset_history();
                    self.taken_for_granted = self.past.len();
                    "begins here".into()
                }
                _ => {
                    let rules = rules_of(argument / 4);
                    self.game.set_rules(rules);
                    self.oracle.rules = rules;
                    format!("rules {:?}", rules.ko)
                }
            },
        }
    }

    /// Plays a stone if the rules allow it.
    fn put(&mut self, color: Color, number: usize) -> String {
        let at = number % self.points.0.len();
        let point = self.points.0[at];
        let legal = self.game.is_legal(color, point);
        assert_eq!(legal.is_ok(), self.oracle.is_legal(color, at), "{color} {at}: {legal:?}");
        match legal {
            Ok(()) => self.turn(color, Action::Move(Move::Play(point))),
            Err(reason) => {
                let (key, turns) = (self.game.key(), self.game.turns().len());
                assert_eq!(self.game.play(color, Move::Play(point)), Err(reason));
                assert_eq!((self.game.key(), self.game.turns().len()), (key, turns));
                if reason == IllegalMove::Superko { self.loop_length() } else { reason.to_string() }
            }
        }
    }

    /// Returns the approximate number of moves before a position that a move would repeat.
    fn loop_length(&self) -> String {
        format!("superko after {}", self.past.len().ilog2())
    }

    fn turn(&mut self, color: Color, action: Action) -> String {
        let before = self.oracle.prisoners;
        match action {
            Action::Resign => self.game.resign(color),
            Action::Move(mv) => self.game.play(color, mv).expect("it is legal"),
        }
        self.past.push((color, action));
        replay(&mut self.oracle, &self.points, (color, action));
        let lost = [0, 1].map(|i| (self.oracle.prisoners[i] - before[i]).min(9));
        let ko = self.game.board().ko().is_some();
        assert_eq!(Color::BOTH.map(|color| self.game.prisoners(color)), self.oracle.prisoners);
        format!("{} {lost:?} {ko} {}", color.letter(), self.game.is_over())
    }

    /// Takes back a turn. The game must then equal the game without it.
    fn undo(&mut self) -> String {
        let turns = self.past.len() - self.taken_for_granted;
        assert_eq!(self.game.turns().len(), turns);
        let undone = self.game.undo();
        assert_eq!(undone.is_some(), turns > 0);
        if undone.is_some() {
            self.past.pop();
            let mut oracle = Oracle::new(self.oracle.lines, self.oracle.rules);
            self.past.iter().for_each(|turn| replay(&mut oracle, &self.points, *turn));
            self.oracle = oracle;
        }
        format!("undo {}", undone.is_some())
    }

    /// Counts the score, without the chain on the given point if there is one.
    fn score(&self, number: usize) -> String {
        let at = number % self.points.0.len();
        let mut rest = self.oracle.stones.clone();
        let mut dead = PointSet::EMPTY;
        if let Some(color) = rest[at] {
            let (chain, _) = self.oracle.chain(&rest, at);
            dead = self.points.set(&chain);
            chain.iter().for_each(|&stone| rest[stone] = None);
            let all = self.game.board().stones_of(color);
            assert!(dead.is_subset(&all));
        }
        let area = self.oracle.area_of(&rest);
        let rules = self.oracle.rules;
        let counted = Color::BOTH.map(|color| match rules.scoring {
            Scoring::Area => area[color.index()],
            Scoring::Territory => {
                let stones = rest.iter().filter(|stone| **stone == Some(color)).count();
                let theirs = |stones: &[Option<Color>]| {
                    stones.iter().filter(|stone| **stone == Some(!color)).count()
                };
                let dead = theirs(&self.oracle.stones) - theirs(&rest);
                area[color.index()] - stones + dead + self.oracle.prisoners[(!color).index()]
            }
        });
        let margin = 2 * (counted[0] as i32 - counted[1] as i32) - self.game.compensation();
        assert_eq!(self.game.score(&dead).0, margin);
        let count = self.game.area_count(&dead);
        let halves = (count.black_halves as i32, count.white_halves as i32);
        assert_eq!(halves.0 - halves.1, 2 * (area[0] as i32 - area[1] as i32));
        assert_eq!(halves.0 + halves.1, 2 * rest.len() as i32);
        format!("score {:?} {}", rules.scoring, margin.signum())
    }

    /// Compares all state.
    fn compare(&self) {
        compare_position(&self.oracle, &self.points, self.game.board());
        let board = self.game.board();
        compare_legality(&self.oracle, &self.points, board, &self.game);
    }
}

/// Replays a turn in the oracle.
fn replay(oracle: &mut Oracle, points: &Points, (color, action): (Color, Action)) {
    let number = |point| points.0.iter().position(|&other| other == point);
    match action {
        Action::Resign => oracle.resign(color),
        Action::Move(mv) => oracle.play(color, mv.point().and_then(number)),
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn mutated_games_match_oracle() {
    try_spoilt(&[&Games], 300);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn regression_inputs_pass() {
    try_kept(&[&Games], "fuzz-board");
}
