//! Ladders drawn as diagrams, and a comparison with a reader without shortcuts.

use rand::RngExt;
use tianyuan::go::diagram::draw;
use tianyuan::go::{Board, BoardSize, Color, Diagram, Game, Point, Rules, ladder};

use crate::support::random_player::random_move;
use crate::support::seeded::with_seeds;

/// Returns the board of a diagram with a white stone on `s`.
fn white_at_s(text: &str) -> (Diagram, Board, Point) {
    let diagram = Diagram::parse(text);
    let stone = diagram.mark('s');
    let stones = diagram.stones.iter().copied().chain([(Color::White, stone)]);
    let board = Board::with_stones(diagram.size, stones);
    (diagram, board, stone)
}

fn escapes(text: &str) -> bool {
    let (_, board, stone) = white_at_s(text);
    assert_eq!(board.liberty_count(stone), 1, "the question is about a chain in atari");
    ladder::escapes(&board, stone)
}

/// Returns the letter of the atari that captures the chain.
fn catching_atari(text: &str) -> Option<char> {
    let (diagram, board, stone) = white_at_s(text);
    assert_eq!(board.liberty_count(stone), 2, "the question is about two liberties");
    let atari = ladder::catching_atari(&board, stone)?;
    Some(if atari == diagram.mark('a') { 'a' } else { 'b' })
}

const LADDER: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . . . . .
    . . X s . . . . .
    . . . X X . . . .
    . . . . . . . . .";

#[test]
fn ladder_works_to_the_edge() {
    assert!(!escapes(LADDER));
}

#[test]
fn ladder_breaker_breaks_ladder() {
    let with_white = |row: usize, column: usize| {
        let mut rows: Vec<String> = LADDER.lines().map(String::from).collect();
        let cell = rows[row].char_indices().filter(|(_, c)| *c != ' ').nth(column);
        let at = cell.expect("a column").0;
        rows[row].replace_range(at..=at, "O");
        rows.join("\n")
    };
    assert!(escapes(&with_white(4, 6)), "G6 is on the way");
    assert!(escapes(&with_white(4, 5)), "F6 is beside it");
    assert!(!escapes(&with_white(2, 7)), "H8 comes too late");
    assert!(!escapes(&with_white(2, 1)), "B8 is not");
    assert!(!escapes(&with_white(8, 6)), "nor is G2");
}

#[test]
fn chaser_in_atari_can_be_captured() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . . O X . . . . .
        . . X s . . . . .
        . . . X X . . . .
        . . . . . . . . .";
    assert!(escapes(text));
}

#[test]
fn capture_without_enough_liberties_does_not_help() {
    let text = "
        . . . . .
        . . . . .
        X X . . .
        s . X . .
        X . . . .";
    assert!(
        !escapes(text),
        "White takes A1 from B1, Black plays B2 and White is short of liberties"
    );
}

#[test]
fn only_correct_side_captures_in_ladder() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . X s b . . . .
        . . O a X . . . .
        . . . . . . . . .";
    assert_eq!(catching_atari(text), Some('a'));
    let open = text.replace("a X", "a .");
    assert_eq!(catching_atari(&open), None, "three liberties either way");
}

#[test]
fn ladder_ends_on_first_line() {
    let text = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X s b . .
        . . . a . . .";
    assert_eq!(catching_atari(text), Some('b'));
    let helped = text.replace(". . . a . . .", ". O . a . . .");
    assert_eq!(catching_atari(&helped), Some('b'), "B1 is on the first line itself");
}

#[test]
fn chains_with_other_liberties_are_not_ladders() {
    let (_, board, stone) = white_at_s(". . .\n. s .\n. . .");
    assert!(ladder::escapes(&board, stone));
    assert_eq!(ladder::catching_atari(&board, stone), None);
}

/// The move limit of the reader.
const BOUND: u32 = 200;

/// The same reader without shortcuts; counts the chaser's moves up to the limit. It reads all branches, so the order
/// does not change the count.
fn runs_free(board: &Board, stone: Point, ataris: &mut u32) -> bool {
    let color = board.color_at(stone).expect("the runner is there");
    let mut moves: Vec<Point> = board.liberties(stone).iter().collect();
    for chaser in board.chain_stones(stone).flat_map(|v| board.neighbours(v)) {
        if board.color_at(chaser) == Some(!color) && board.liberty_count(chaser) == 1 {
            moves.extend(board.liberties(chaser).iter());
        }
    }
    let legal = moves.into_iter().filter(|&point| board.is_legal(color, point));
    legal.fold(false, |is_free, point| {
        let after = after(board, color, point);
        is_free
            | match after.liberty_count(stone) {
                1 => false,
                2 => catches(&after, stone, ataris).is_none(),
                _ => true,
            }
    })
}

/// A ladder is deeper than a test's stack, so it is read on the heap.
#[inline(never)]
fn after(board: &Board, color: Color, point: Point) -> Box<Board> {
    let mut board = Box::new(board.clone());
    board.play(color, point);
    board
}

fn catches(board: &Board, stone: Point, ataris: &mut u32) -> Option<Point> {
    let chaser = !board.color_at(stone).expect("the runner is there");
    let legal = board.liberties(stone).iter().filter(|&point| board.is_legal(chaser, point));
    legal.fold(None, |found, atari| {
        if *ataris > BOUND {
            return found;
        }
        *ataris += 1;
        let is_caught = !runs_free(&after(board, chaser, atari), stone, ataris);
        found.or(is_caught.then_some(atari))
    })
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn shortcuts_do_not_change_result() {
    with_seeds(|rng| {
        let (mut caught, mut free) = (0, 0);
        for lines in [3, 5, 7, 9, 13] {
            for _ in 0..300 {
                let size = BoardSize::new(lines).expect("a size");
                let mut game = Game::new(size, Rules::CHINESE);
                for _ in 0..rng.random_range(0..size.area()) {
                    let color = game.to_play();
                    game.play(color, random_move(&game, color, rng)).expect("a legal move");
                }
                let board: Board = game.board().resized();
                for (_, stone) in game.board().stones() {
                    let mut ataris = 0;
                    let (same, answer) = match board.liberty_count(stone) {
                        1 => {
                            let free = runs_free(&board, stone, &mut ataris);
                            (ladder::escapes(&board, stone) == free, free)
                        }
                        2 => {
                            let atari = catches(&board, stone, &mut ataris);
                            (ladder::catching_atari(&board, stone) == atari, atari.is_none())
                        }
                        _ => continue,
                    };
                    assert!(same || ataris > BOUND, "{stone:?}\n{}", draw(&board));
                    *(if answer { &mut free } else { &mut caught }) += 1;
                }
            }
        }
        assert!(caught > 1000 && free > 1000, "{caught} {free}");
    });
}
