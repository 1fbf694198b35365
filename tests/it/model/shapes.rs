//! Compares shape keys with explicit shapes: equivalent shapes have one key, other shapes have other keys. The model
//! is invariant under symmetries of the board.

use std::collections::HashMap;

use rand::rngs::StdRng;
use tianyuan::go::diagram::draw;
use tianyuan::go::{Board, BoardSize, Color, Game, Move, Point, Rules, ladder};
use tianyuan::nn::move_model::{FeatureSink, Model, extract_shapes};

use crate::support::random_player::random_move;
use crate::support::seeded::with_seeds;

/// Returns the shapes of a point in the model's order.
#[derive(Default)]
struct Keys(Vec<u32>);

impl FeatureSink for Keys {
    fn feature(&mut self, _: Point, _: u16) {}

    fn shape(&mut self, _: Point, key: u32) -> bool {
        self.0.push(key);
        true
    }
}

/// Offsets in columns and rows from the point.
type Offset = (isize, isize);

/// The cells around a point.
type Items = Vec<(Offset, String)>;

/// The radius of a shape, whether it includes the last move, and its cells in canonical orientation.
type Description = (isize, bool, Items);

/// The symmetries of a square.
const SYMMETRIES: [fn(Offset) -> Offset; 8] = [
    |(x, y)| (x, y),
    |(x, y)| (-y, x),
    |(x, y)| (-x, -y),
    |(x, y)| (y, -x),
    |(x, y)| (-x, y),
    |(x, y)| (y, x),
    |(x, y)| (x, -y),
    |(x, y)| (-y, -x),
];

fn distance((x, y): Offset) -> isize {
    x.abs() + y.abs() + x.abs().max(y.abs())
}

/// Returns the point at an offset, if it is on the board.
fn beside(size: BoardSize, at: Point, (x, y): Offset) -> Option<Point> {
    let column = size.column(at).checked_add_signed(x).filter(|&c| c < size.lines())?;
    let row = size.row(at).checked_add_signed(y).filter(|&r| r < size.lines())?;
    Some(size.point(column, row))
}

/// Returns the properties of a cell; none for an empty cell.
fn words(board: &Board, color: Color, at: Point, offset: Offset) -> Option<String> {
    let Some(v) = beside(board.size(), at, offset) else { return Some(String::from("edge")) };
    let whose = if board.color_at(v)? == color { "own" } else { "theirs" };
    let liberties = if distance(offset) == 2 { board.liberty_count(v).min(3) } else { 0 };
    Some(format!("{whose} {liberties}"))
}

/// Returns the explicit shapes of a point's keys, in order.
fn descriptions(board: &Board, color: Color, last: Option<Point>, at: Point) -> Vec<Description> {
    let square = (-6..=6).flat_map(|x| (-6..=6).map(move |y| (x, y)));
    let near: Vec<Offset> = square.filter(|&o| (2..=12).contains(&distance(o))).collect();
    let stones = near.iter().filter_map(|&o| Some((o, words(board, color, at, o)?)));
    let stones: Items = stones.collect();
    let is_last = |&&o: &&Offset| last.is_some() && beside(board.size(), at, o) == last;
    let last = near.iter().find(is_last).map(|&o| (o, String::from("last")));
    let describe = |most: isize, last: Option<&(Offset, String)>| {
        let inside = stones.iter().filter(|(o, _)| distance(*o) <= most).chain(last);
        let inside: Items = inside.cloned().collect();
        let turned = SYMMETRIES.iter().map(|turn| {
            let mut items: Items =
                inside.iter().map(|(o, what)| (turn(*o), what.clone())).collect();
            items.sort();
            items
        });
        (most, last.is_some(), turned.min().expect("eight symmetries"))
    };
    let of_size = |most| {
        let answering = last.as_ref().map(|last| describe(most, Some(last)));
        [Some(describe(most, None)), answering].into_iter().flatten()
    };
    (3..=12).flat_map(of_size).collect()
}

/// Returns the positions of a random game.
fn random_positions(lines: usize, rng: &mut StdRng, mut visit: impl FnMut(&Game)) {
    let mut game = Game::new(BoardSize::new(lines).expect("a size"), Rules::CHINESE);
    for _ in 0..game.size().area() {
        visit(&game);
        let mv = random_move(&game, game.to_play(), rng);
        game.play(game.to_play(), mv).expect("it is legal");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn shape_keys_are_equal_only_for_equivalent_shapes() {
    with_seeds(|rng| {
        let mut keys: HashMap<Description, u32> = HashMap::new();
        let mut described: HashMap<u32, Description> = HashMap::new();
        let (mut compared, mut mistaken) = (0, 0);
        for lines in [2, 5, 9, 13, 19, 25] {
            random_positions(lines, rng, |game| {
                let (board, last) = (game.board(), game.last_points()[0]);
                // A random empty point, with a different index each time.
                let empty = board.empty_points();
                let Some(&at) = empty.get(game.key() as usize % empty.len().max(1)) else { return };
                for color in Color::BOTH {
                    let mut told = Keys::default();
                    extract_shapes(board, color, last, at, &mut told);
                    let descriptions = descriptions(board, color, last, at);
                    assert_eq!(told.0.len(), descriptions.len(), "{at:?}\n{}", draw(board));
                    for (key, description) in told.0.into_iter().zip(descriptions) {
                        let first = *keys.entry(description.clone()).or_insert(key);
                        assert_eq!(first, key, "{description:?}\n{}", draw(board));
                        let same = described.entry(key).or_insert_with(|| description.clone());
                        // Among about 30,000 keys, one collision is expected by chance.
                        mistaken += usize::from(*same != description);
                        compared += 1;
                    }
                }
            });
        }
        assert!(mistaken < 20, "{mistaken} keys stand for more than one shape");
        assert!(compared > 10_000 && keys.len() < compared, "{compared}, {} shapes", keys.len());
    });
}

/// Returns a point after the columns and rows are exchanged and the columns are reversed.
fn image(size: BoardSize, v: Point) -> Point {
    size.point(size.lines() - 1 - size.row(v), size.column(v))
}

/// Returns the same game with exchanged colours and a transformed board.
fn image_of(game: &Game) -> Game {
    let mut image_of = Game::new(game.size(), Rules::CHINESE);
    for turn in game.turns() {
        let mv = turn.point().map_or(Move::Pass, |v| Move::Play(image(game.size(), v)));
        image_of.play(!turn.color, mv).expect("as legal as in the game");
    }
    image_of
}

/// Returns `true` if each ladder has the same result on the image. Results may differ beyond the reader's move limit.
fn ladders_are_read_alike(game: &Game, there: &Game) -> bool {
    let (here, there) = (game.board(), there.board());
    here.stones().all(|(color, stone)| {
        let mirrored = image(game.size(), stone);
        match here.liberty_count(stone) {
            1 => ladder::escapes(here, stone) == ladder::escapes(there, mirrored),
            2 => {
                here.liberties(stone).iter().all(|atari| {
                    let caught = |board: &Board, color: Color, atari, stone| {
                        let mut after = board.clone();
                        board.is_legal(color, atari) && {
                            after.play(color, atari);
                            !after.is_empty(atari) && !ladder::escapes(&after, stone)
                        }
                    };
                    caught(here, !color, atari, stone)
                        == caught(there, color, image(game.size(), atari), mirrored)
                }) && ladder::catching_atari(here, stone).is_some()
                    == ladder::catching_atari(there, mirrored).is_some()
            }
            _ => true,
        }
    })
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn move_model_is_symmetric() {
    with_seeds(|rng| {
        let (mut compared, mut unlike) = (0, 0);
        for lines in [3, 5, 9, 13] {
            random_positions(lines, rng, |game| {
                let there = image_of(game);
                compared += 1;
                if !ladders_are_read_alike(game, &there) {
                    unlike += 1;
                    return;
                }
                let (color, size) = (game.to_play(), game.size());
                let model = Model::embedded();
                let here_scores = model.scores(game.board(), color, game.last_points());
                let there_scores = model.scores(there.board(), !color, there.last_points());
                for &v in game.board().empty_points() {
                    if game.board().is_playable(color, v) {
                        let scores = (here_scores[v], there_scores[image(size, v)]);
                        assert_eq!(scores.0, scores.1, "{v:?}\n{}", draw(game.board()));
                    }
                }
            });
        }
        assert!(unlike * 20 < compared, "{unlike} of {compared}");
    });
}
