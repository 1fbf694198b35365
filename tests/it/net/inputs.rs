//! Inputs of nets: drawn plane by plane, and equivalent under symmetry.

use rand::RngExt;
use rand::rngs::StdRng;
use tianyuan::go::{Action, Board, BoardSize, Color, Diagram, Game, Move, Point, Rules, Scoring};
use tianyuan::nn::{Features, NonSpatialFeatures, PLANES, Planes, point_index};

use crate::support::random_player::random_move;
use crate::support::seeded::with_seeds;

const BESIDE: NonSpatialFeatures =
    NonSpatialFeatures { last: [None; 5], komi: 15, scoring: Scoring::Area };

fn planes(board: &Board, color: Color, beside: &NonSpatialFeatures) -> Planes {
    Planes::of(&Features::of(board, color, beside))
}

/// Returns the points with a one in a plane, as letters and numbers.
fn ones(planes: &Planes, plane: usize) -> String {
    let size = planes.size();
    let is_one = |point: &Point| planes.points()[point_index(size, *point)][plane] == 1;
    let name = |point: Point| {
        let column = char::from(b"ABCDEFGHJ"[size.column(point)]);
        format!("{column}{}", size.row(point) + 1)
    };
    size.points().filter(is_one).map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn input_planes_encode_stones_and_liberties() {
    let diagram = Diagram::parse(
        "7 . . . . . O X
         6 . . . . . O .
         5 . X X . . . O
         4 . . . . . . .
         3 . . . O . . .
         2 . . O X O . .
         1 X O . . . . .
           A B C D E F G",
    );
    let board = diagram.board();
    let black = planes(&board, Color::Black, &BESIDE);
    let expected = [
        (0, "A1 D2 B5 C5 G7"),
        (1, "B1 C2 E2 D3 G5 F6 F7"),
        (2, "A1 D2 G7"),
        (3, ""),
        (4, ""),
        (5, ""),
        (6, "B1"),
        (7, "C2 E2 D3 G5"),
        (8, ""),
        (14, "A1 D2 G7"),
        (15, ""),
    ];
    // C2, E2 and D3 have three liberties; the chain of F6 has four.
    let white = planes(&board, Color::White, &BESIDE);
    for (plane, other) in [(0, 1), (2, 5), (3, 6), (4, 7), (14, 15)] {
        assert_eq!(ones(&black, plane), ones(&white, other), "plane {plane}");
        assert_eq!(ones(&black, other), ones(&white, plane), "plane {other}");
    }
    for (plane, points) in expected {
        assert_eq!(ones(&black, plane), points, "plane {plane}");
    }
    assert!(black.points().iter().all(|point| point[16] == 1));
    assert_eq!((black.globals(), white.globals()), ([-0.5, 0., 0., 1.], [0.5, 0., 0., 1.]));
}

#[test]
fn input_planes_encode_ladders() {
    let diagram = Diagram::parse(
        "7 . . . . . . .
         6 . . . . . . .
         5 . . . . . . .
         4 . . O O . . .
         3 . O X . . . .
         2 . . O . . . .
         1 . . . . . . .
           A B C D E F G",
    );
    // D3 is the last liberty: the runner extends and is captured at the edge.
    let caught = planes(&diagram.board(), Color::White, &BESIDE);
    assert_eq!((ones(&caught, 14), ones(&caught, 15)), (String::new(), "C3".into()));
    let mut broken: Board = diagram.board();
    broken.play(Color::Black, diagram.size.point(4, 1));
    let broken = planes(&broken, Color::White, &BESIDE);
    assert_eq!(ones(&broken, 15), "");
}

#[test]
fn inputs_encode_ko_last_moves_and_passes() {
    let diagram = Diagram::parse(
        "5 . . . . .
         4 . X O . .
         3 X O a O .
         2 . X O . .
         1 . . . . .
           A B C D E",
    );
    let mut board: Board = diagram.board();
    let taken = diagram.mark('a');
    board.play(Color::Black, taken);
    let last = [Move::Play(taken), Move::Pass, Move::Play(diagram.size.point(0, 0))];
    let mut beside = NonSpatialFeatures { scoring: Scoring::Territory, komi: -3, ..BESIDE };
    last.iter().zip(&mut beside.last).for_each(|(&mv, place)| *place = Some(mv));
    let white = planes(&board, Color::White, &beside);
    let drawn: Vec<String> = (8..14).map(|plane| ones(&white, plane)).collect();
    assert_eq!(drawn, ["B3", "C3", "", "A1", "", ""]);
    assert_eq!(white.globals(), [-0.1, 0., 1., 0.]);
    assert_eq!(ones(&planes(&board, Color::Black, &beside), 8), "", "Black may play there");
}

/// Returns a random game and its turns.
fn random_game(size: BoardSize, rng: &mut StdRng) -> Vec<(Color, Move)> {
    let mut game = Game::new(size, Rules::CHINESE);
    for _ in 0..rng.random_range(0..size.area()) {
        let color = game.to_play();
        let mv =
            if rng.random_range(0..30) == 0 { Move::Pass } else { random_move(&game, color, rng) };
        game.play(color, mv).expect("it is legal");
    }
    let moves = game.turns().iter().map(|turn| match turn.action {
        Action::Move(mv) => (turn.color, mv),
        Action::Resign => unreachable!("nobody resigned"),
    });
    moves.collect()
}

/// Returns the planes at the end of a game played with transformed points.
fn played(size: BoardSize, moves: &[(Color, Move)], turn: impl Fn(Point) -> Point) -> Planes {
    let mut board = Board::new(size);
    let turned = |mv: Move| mv.point().map_or(Move::Pass, |point| Move::Play(turn(point)));
    for &(color, mv) in moves {
        match turned(mv) {
            Move::Play(point) => {
                board.play(color, point);
            }
            Move::Pass => board.clear_ko(),
        }
    }
    let mut beside = BESIDE;
    let last = moves.iter().rev().map(|&(_, mv)| turned(mv));
    beside.last.iter_mut().zip(last).for_each(|(place, mv)| *place = Some(mv));
    planes(&board, moves.last().map_or(Color::Black, |&(color, _)| !color), &beside)
}

#[test]
fn inputs_are_equivalent_under_symmetry() {
    with_seeds(|rng| {
        for lines in [2, 5, 7, 9, 13, 19, 25] {
            let size = BoardSize::new(lines).expect("a size");
            let moves = random_game(size, rng);
            let straight = played(size, &moves, |point| point);
            for symmetry in 0..8 {
                let turn = |point: Point| {
                    let (mut x, mut y) = (size.column(point), size.row(point));
                    if symmetry & 1 != 0 {
                        x = lines - 1 - x;
                    }
                    if symmetry & 2 != 0 {
                        y = lines - 1 - y;
                    }
                    if symmetry & 4 != 0 { size.point(y, x) } else { size.point(x, y) }
                };
                let turned = played(size, &moves, turn);
                assert_eq!(turned.globals(), straight.globals());
                for point in size.points() {
                    let seen = turned.points()[point_index(size, turn(point))];
                    let expected = straight.points()[point_index(size, point)];
                    assert_eq!(seen, expected, "{lines}, symmetry {symmetry}, {point:?}");
                }
            }
        }
    });
}

#[test]
fn inputs_of_wrong_length_are_rejected() {
    let size = BoardSize::new(9).expect("a size");
    let planes = |points| Planes::from_parts(size, &vec![[1; PLANES]; points], [0.0; 4]);
    assert!(planes(81).is_some() && planes(80).is_none() && planes(82).is_none());
}
