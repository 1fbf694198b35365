//! Random sampling: order of games, turns, komi and symmetries.
//!
//! Each sample depends only on the seed, the game number and the turn, so it does not depend on threads or
//! interruptions.

use crate::go::rng::Rng;
use crate::go::{Color, Komi};
use crate::nn::Symmetry;

use super::game::LabelGame;
use super::options::{KomiChoice, KomiOptions, Symmetries};

/// The maximum absolute komi of a close game, in half points.
const MOST_KOMI: i32 = 50;

/// Distances in half points between the komi of a close game and the komi of a draw.
const CLOSE: [i32; 6] = [-3, -1, -1, 1, 1, 3];

/// The purpose of a sample, which selects its random stream.
#[derive(Debug, Clone, Copy)]
enum Purpose {
    Order,
    Turns,
    Komi,
    Symmetries,
}

fn rng(seed: u64, purpose: Purpose, game: u32, turn: u32) -> Rng {
    let seed = Rng::new(seed ^ (purpose as u64) << 62).bits();
    Rng::new(seed ^ u64::from(game) << 32 ^ u64::from(turn))
}

/// Returns the game numbers in sampled order.
pub(super) fn shuffle_games(seed: u64, games: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..games as u32).collect();
    order.sort_by_cached_key(|&game| (rng(seed, Purpose::Order, game, 0).bits(), game));
    order
}

/// Returns the sampled turns of a game in ascending order.
pub(super) fn sample_turns(
    seed: u64,
    number: u32,
    game: &LabelGame,
    most: Option<usize>,
) -> Vec<u32> {
    let count = game.turns_to_end();
    let mut turns: Vec<u32> = (0..count as u32).collect();
    if let Some(most) = most.filter(|&most| most < count) {
        let mut rng = rng(seed, Purpose::Turns, number, 0);
        for place in 0..most {
            let left = (count - place) as u128;
            turns.swap(place, place + ((u128::from(rng.bits()) * left) >> 64) as usize);
        }
        turns.truncate(most);
        turns.sort_unstable();
    }
    turns
}

/// Returns the komi input of a game, or `None` if no komi makes it close.
pub(super) fn sample_komi(
    seed: u64,
    number: u32,
    game: &LabelGame,
    options: &KomiOptions,
) -> Option<Komi> {
    let mut rng = rng(seed, Purpose::Komi, number, 0);
    let of_game = game.komi.unwrap_or(options.of_games);
    let around = match options.around {
        KomiChoice::Given(komi) => komi.half_points(),
        KomiChoice::OfGame => of_game.half_points(),
        KomiChoice::Close => {
            let fair = of_game.half_points() + i32::from(game.result.counted(Color::Black)?);
            let close = fair + CLOSE[rng.below(CLOSE.len())];
            (close.abs() <= MOST_KOMI).then_some(close)?
        }
    };
    let spread = usize::from(options.spread);
    Komi::from_half_points(around + rng.below(2 * spread + 1) as i32 - spread as i32)
}

/// Returns the symmetries of a position.
pub(super) fn symmetries(
    seed: u64,
    number: u32,
    turn: u32,
    symmetries: Symmetries,
) -> Vec<Symmetry> {
    let Symmetries::Drawn(count) = symmetries else { return vec![Symmetry::IDENTITY] };
    let mut all = Symmetry::ALL;
    let mut rng = rng(seed, Purpose::Symmetries, number, turn);
    for place in 0..count {
        let left = all.len() - place;
        all.swap(place, place + rng.below(left));
    }
    all[..count].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Move};
    use crate::training::GameResult;

    fn game(turns: usize, result: &str) -> LabelGame {
        let turns = Color::BOTH.into_iter().cycle().zip([Move::Pass]).take(turns);
        LabelGame::from_empty(BoardSize::STANDARD, turns, GameResult::parse(result))
    }

    fn komis(options: &KomiOptions, game: &LabelGame) -> Vec<i32> {
        let drawn = (0..300).filter_map(|number| sample_komi(1, number, game, options));
        let mut komis: Vec<i32> = drawn.map(Komi::half_points).collect();
        komis.sort_unstable();
        komis.dedup();
        komis
    }

    #[test]
    fn komi_is_sampled_around_requested_value() {
        let of_games = Komi::from_half_points(13).expect("a komi");
        let options = |around, spread| KomiOptions { around, spread, of_games };
        let given = KomiChoice::Given(Komi::from_half_points(15).expect("a komi"));
        assert_eq!(komis(&options(given, 0), &game(1, "B+R")), [15]);
        assert_eq!(komis(&options(given, 1), &game(1, "B+R")), [14, 15, 16]);
        assert_eq!(komis(&options(KomiChoice::OfGame, 0), &game(1, "B+R")), [13]);
        let close = options(KomiChoice::Close, 0);
        assert_eq!(komis(&close, &game(1, "W+2.5")), [5, 7, 9, 11], "a draw with 4 points");
        assert_eq!(komis(&close, &game(1, "B+18")), [46, 48, 50], "up to 25 points");
        for unclear in ["B+R", "W+60.5", "B+T", "?"] {
            assert_eq!(komis(&close, &game(1, unclear)), [0; 0], "{unclear}");
        }
    }

    #[test]
    fn sampled_symmetries_are_distinct_and_uniform() {
        for count in 1..=8 {
            let mut drawn = [0; 8];
            for turn in 0..200 {
                let mut found = symmetries(1, 2, turn, Symmetries::Drawn(count));
                found.iter().for_each(|symmetry| drawn[symmetry.index()] += 1);
                found.sort_by_key(|symmetry| symmetry.index());
                found.dedup();
                assert_eq!(found.len(), count);
            }
            assert!(drawn.iter().all(|&times| times >= 10 * count), "{count}: {drawn:?}");
        }
        assert_eq!(symmetries(1, 2, 3, Symmetries::Identity), [Symmetry::IDENTITY]);
    }

    #[test]
    fn shuffle_is_permutation_of_games() {
        let mut all = shuffle_games(1, 1000);
        assert_ne!(all, shuffle_games(2, 1000));
        all.sort_unstable();
        assert!(all.into_iter().eq(0..1000));
    }
}
