//! Finished and nearly finished positions under Japanese rules, from `tests/data/territory-positions.txt`.
//!
//! | module | contents |
//! | --- | --- |
//! | `positions` | the parser of the file, symmetries and swapped colours |
//! | `naive` | a count of territory, independent of the engine |
//! | `player` | moves and dead stones of the engine |

mod naive;
mod player;
mod positions;

use tianyuan::go::{Game, PointSet, Score};

use self::positions::{Position, all};

/// Returns a game of the library that starts with the position.
fn game(position: &Position) -> Game {
    let stones = position.stones();
    let game = Game::setup(position.size(), position.rules(), &stones, position.to_move);
    let game = game.unwrap_or_else(|error| panic!("{}: {error}", position.name));
    game.with_stones(&stones, position.to_move, position.prisoners).expect("the same position")
}

/// Returns the stones of the dead chains, read from the board of the library.
fn dead(position: &Position, game: &Game) -> PointSet {
    let chains = position.dead.iter().map(|&cell| game.board().chain_stones(position.point(cell)));
    chains.flatten().collect()
}

#[test]
fn positions_are_numerous_and_named_uniquely() {
    let positions = all();
    let mut names: Vec<&str> = positions.iter().map(|position| position.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), positions.len(), "a name occurs twice");
    assert!(positions.len() > 30);
    let finished = positions.iter().filter(|position| position.is_final).count();
    assert!((10..positions.len() - 10).contains(&finished), "{finished} finished positions");
}

#[test]
fn best_moves_are_legal() {
    for position in all() {
        let game = game(&position);
        for cell in position.best.iter().flatten() {
            let legal = game.is_legal(position.to_move, position.point(*cell));
            assert_eq!(legal, Ok(()), "{}: {cell:?}", position.name);
        }
        assert!(!position.best.is_empty(), "{}", position.name);
        assert!(!position.is_final || position.best.contains(&None), "{}", position.name);
    }
}

#[test]
fn naive_count_matches_finished_positions() {
    for position in all().iter().filter(|position| position.is_final) {
        for variant in position.variants() {
            assert_eq!(naive::margin(&variant), variant.score, "{}", variant.name);
        }
    }
}

#[test]
fn library_score_matches_finished_positions() {
    for position in all().iter().filter(|position| position.is_final) {
        for variant in position.variants() {
            let game = game(&variant);
            let score = game.score(&dead(&variant, &game));
            assert_eq!(score, Score(variant.score), "{}", variant.name);
        }
    }
}
