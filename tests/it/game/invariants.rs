//! Invariants of games: symmetry, colour swap, undo, and starts from the middle.

use rand::RngExt;
use rand::rngs::StdRng;
use tianyuan::go::{
    Board, BoardSize, Color, Game, KoRule, Move, Point, PointSet, Rules, SetupError,
};

use crate::support::random_player::random_move;
use crate::support::seeded::with_seeds;

const RULES: [Rules; 4] = [
    Rules { ko: KoRule::Simple, ..Rules::CHINESE },
    Rules::CHINESE,
    Rules { ko: KoRule::Situational, ..Rules::CHINESE },
    Rules { multi_stone_suicide: true, ..Rules::CHINESE },
];

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

/// Plays random moves, some of them out of turn, and returns them.
fn play_on(game: &mut Game, moves: usize, rng: &mut StdRng) -> Vec<(Color, Move)> {
    let next = |_| {
        let color = if rng.random_bool(0.1) { !game.to_play() } else { game.to_play() };
        let mv = random_move(game, color, rng);
        game.play(color, mv).expect("a legal move");
        (color, mv)
    };
    (0..moves).map(next).collect()
}

/// The state of a game that a client can see, and the legal moves.
#[derive(Debug, PartialEq)]
struct Picture {
    stones: Vec<(Color, Point)>,
    ko: Option<(Color, Point)>,
    key: u64,
    to_play: Color,
    prisoners: [usize; 2],
    passes: usize,
    legal: [PointSet; 2],
}

impl Picture {
    fn of(game: &Game) -> Picture {
        let legal = |color| {
            let points = game.size().points();
            points.filter(|&point| game.is_legal(color, point).is_ok()).collect()
        };
        Picture {
            stones: game.board().stones().collect(),
            ko: game.board().ko(),
            key: game.key(),
            to_play: game.to_play(),
            prisoners: Color::BOTH.map(|color| game.prisoners(color)),
            passes: game.passes(),
            legal: Color::BOTH.map(legal),
        }
    }

    /// Returns the view after an exchange of points and colours.
    fn mapped(&self, point: impl Fn(Point) -> Point, color: impl Fn(Color) -> Color) -> Picture {
        let mut stones: Vec<_> = self.stones.iter().map(|&(c, p)| (color(c), point(p))).collect();
        stones.sort_by_key(|&(_, point)| point);
        let by_color = |index: usize| color(Color::BOTH[index]).index();
        Picture {
            stones,
            ko: self.ko.map(|(c, p)| (color(c), point(p))),
            key: 0,
            to_play: color(self.to_play),
            prisoners: [0, 1].map(|i| self.prisoners[by_color(i)]),
            passes: self.passes,
            legal: [0, 1].map(|i| self.legal[by_color(i)].iter().map(&point).collect()),
        }
    }
}

/// The eight symmetries of the square: bit 0 mirrors columns, bit 1 mirrors rows, bit 2 transposes.
fn symmetric(size: BoardSize, point: Point, symmetry: usize) -> Point {
    let mirrored = |line: usize, bit: usize| {
        if symmetry & bit != 0 { size.lines() - 1 - line } else { line }
    };
    let (column, row) = (mirrored(size.column(point), 1), mirrored(size.row(point), 2));
    if symmetry & 4 != 0 { size.point(row, column) } else { size.point(column, row) }
}

#[test]
fn game_is_invariant_under_symmetry_and_color_swap() {
    with_seeds(|rng| {
        for (lines, rules) in [2, 3, 5, 9, 19].into_iter().zip(RULES.into_iter().cycle()) {
            let mut game = Game::new(size(lines), rules);
            let moves = play_on(&mut game, 3 * lines * lines / 2, rng);
            let seen = Picture::of(&game);
            for symmetry in 0..16 {
                let color = |color: Color| if symmetry & 8 != 0 { !color } else { color };
                let point = |point| symmetric(size(lines), point, symmetry);
                let mut twin = Game::new(size(lines), rules);
                twin.set_to_play(color(Color::Black));
                for &(player, mv) in &moves {
                    let mv = mv.point().map_or(Move::Pass, |p| Move::Play(point(p)));
                    twin.play(color(player), mv).expect("legal, as its twin was");
                }
                let expected = seen.mapped(point, color);
                assert_eq!(Picture::of(&twin).mapped(|p| p, |c| c), expected, "{symmetry}");
            }
        }
    });
}

#[test]
fn undo_restores_every_position() {
    with_seeds(|rng| {
        for (lines, rules) in [2, 3, 4, 6, 9, 13].into_iter().zip(RULES.into_iter().cycle()) {
            let mut game = Game::new(size(lines), rules);
            let mut pictures = Vec::new();
            for _ in 0..150 {
                pictures.push(Picture::of(&game));
                play_on(&mut game, 1, rng);
            }
            game.resign(Color::White);
            assert!(game.is_over());
            game.undo();
            while let Some(picture) = pictures.pop() {
                game.undo().expect("a turn was played");
                assert_eq!(Picture::of(&game), picture);
            }
            assert!(game.undo().is_none());
        }
    });
}

#[test]
fn restarted_game_continues_identically() {
    with_seeds(|rng| {
        for (lines, rules) in [2, 3, 5, 9].into_iter().zip(RULES) {
            let mut game = Game::new(size(lines), rules);
            play_on(&mut game, 2 * lines * lines, rng);
            let mut begun = game.clone();
            begun.reset_history();
            let before = Picture::of(&game);
            assert_eq!(
                Picture { passes: 0, ..before },
                Picture { passes: 0, ..Picture::of(&begun) }
            );
            assert!(begun.undo().is_none());
            for (color, mv) in play_on(&mut game, 30, rng) {
                begun.play(color, mv).expect("legal in both");
            }
            assert_eq!(Picture::of(&game).legal, Picture::of(&begun).legal);
        }
    });
}

#[test]
fn changed_ko_rule_uses_whole_history() {
    with_seeds(|rng| {
        for begin in [false, true] {
            let mut game = Game::new(size(3), RULES[0]);
            let moves = play_on(&mut game, 60, rng);
            if begin {
                game.reset_history();
            }
            game.set_rules(Rules::CHINESE);
            let mut keys = Game::new(size(3), RULES[0]);
            for (color, mv) in moves {
                assert!(game.has_occurred(keys.key(), color));
                keys.play(color, mv).expect("legal once more");
            }
            game.set_rules(RULES[0]);
            assert!(!game.has_occurred(keys.key(), Color::Black), "simple ko remembers nothing");
        }
    });
}

#[test]
fn setup_equals_played_position() {
    with_seeds(|rng| {
        for lines in [2, 5, 9, 19, 25] {
            let mut game = Game::new(size(lines), Rules::CHINESE);
            play_on(&mut game, lines * lines, rng);
            let mut stones: Vec<_> = game.board().stones().collect();
            for _ in 0..stones.len() {
                let (a, b) = (rng.random_range(0..stones.len()), rng.random_range(0..stones.len()));
                stones.swap(a, b);
            }
            let again = Game::setup(size(lines), Rules::CHINESE, &stones, Color::White);
            let again = again.expect("what was on a board has liberties");
            assert_eq!((again.key(), again.to_play()), (game.key(), Color::White));
            assert!(again.board().stones().eq(game.board().stones()));
            assert_eq!(again.board().ko(), None);
        }
    });
}

#[test]
fn setup_rejects_invalid_positions() {
    let at = |column, row| size(5).point(column, row);
    let setup = |stones: &[(Color, Point)]| {
        Game::setup(size(5), Rules::CHINESE, stones, Color::Black).map(|game| game.handicap())
    };
    let (black, white) = (Color::Black, Color::White);
    assert_eq!(setup(&[(black, at(2, 2)), (white, at(2, 2))]), Err(SetupError::Twice));
    let corner = [(white, at(0, 0)), (black, at(1, 0)), (black, at(0, 1))];
    assert_eq!(setup(&corner), Err(SetupError::NoLiberties));
    let later = [(black, at(1, 0)), (black, at(0, 1)), (white, at(0, 0))];
    assert_eq!(setup(&later), Err(SetupError::NoLiberties));
    assert_eq!(setup(&[(black, at(1, 0)), (black, at(0, 1))]), Ok(2));
    assert_eq!(setup(&[(black, at(1, 0))]), Ok(0), "one stone is no handicap");
}

#[test]
fn larger_boards_preserve_position_in_more_words() {
    with_seeds(|rng| {
        let mut game = Game::new(size(9), Rules::CHINESE);
        for _ in 0..100 {
            play_on(&mut game, 1, rng);
            let board: Board<2> = game.board().resized();
            let again: Board<11> = board.resized();
            assert!(again.stones().eq(game.board().stones()));
            assert_eq!((again.ko(), again.size()), (game.board().ko(), size(9)));
        }
    });
}
