//! The numbers of the games of a match or a shard. They are computed, so memory usage does not depend on the
//! number of games.

use crate::distributed::shard::Shard;

/// The maximum number of games in a match.
pub(crate) const MOST_GAMES: usize = u32::MAX as usize;

/// The numbers of games in ascending order, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameNumbers {
    games: usize,
    games_per_pair: usize,
    shard: Shard,
}

impl GameNumbers {
    /// Returns an empty set of numbers.
    pub(crate) const NONE: GameNumbers =
        GameNumbers { games: 0, games_per_pair: 1, shard: Shard::WHOLE };

    /// Returns the numbers of the games whose pairs are in `shard`.
    pub(crate) fn new(games: usize, games_per_pair: usize, shard: Shard) -> GameNumbers {
        GameNumbers { games, games_per_pair, shard }
    }

    /// Returns the numbers from 1 to `last`.
    pub(crate) fn up_to(last: usize) -> GameNumbers {
        GameNumbers { games: last, ..GameNumbers::NONE }
    }

    /// Returns the number at an index, counted from 0.
    pub(crate) fn nth(&self, place: usize) -> Option<usize> {
        let (pair, game) = (place / self.games_per_pair, place % self.games_per_pair);
        let pair = self.shard.unit(pair)?;
        let number = pair.checked_mul(self.games_per_pair)?.checked_add(game + 1)?;
        (number <= self.games).then_some(number)
    }

    /// Returns `true` if `number` is in the set.
    pub(crate) fn contains(&self, number: usize) -> bool {
        (1..=self.games).contains(&number) && self.shard.has((number - 1) / self.games_per_pair)
    }

    /// Returns how many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.below(self.games.saturating_add(1))
    }

    /// Returns how many numbers are less than `number`.
    pub(crate) fn below(&self, number: usize) -> usize {
        let games = number.saturating_sub(1).min(self.games);
        let (pairs, rest) = (games / self.games_per_pair, games % self.games_per_pair);
        let rest = if self.shard.has(pairs) { rest } else { 0 };
        self.shard.units_below(pairs) * self.games_per_pair + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_numbers_match_list() {
        for (games, games_per_pair, shard) in [
            (0, 1, "0/1"),
            (11, 2, "0/1"),
            (11, 2, "0/3"),
            (11, 2, "2/3"),
            (7, 1, "1/2"),
            (3, 2, "7/9"),
        ] {
            let shard = Shard::parse(shard).expect("a shard");
            let numbers = GameNumbers::new(games, games_per_pair, shard);
            let due: Vec<usize> =
                (1..=games).filter(|number| shard.has((number - 1) / games_per_pair)).collect();
            let listed: Vec<usize> = (0..).map_while(|place| numbers.nth(place)).collect();
            assert_eq!((&listed, numbers.len()), (&due, due.len()), "{numbers:?}");
            for number in 0..games + 3 {
                assert_eq!(numbers.contains(number), due.contains(&number), "{number}");
                let below = due.iter().filter(|&&it| it < number).count();
                assert_eq!(numbers.below(number), below, "{number}");
            }
        }
    }

    #[test]
    fn game_numbers_of_largest_match_do_not_overflow() {
        let shard = Shard::parse("18446744073709551613/18446744073709551614").expect("a shard");
        let numbers = GameNumbers::new(MOST_GAMES, 2, shard);
        assert_eq!((numbers.nth(0), numbers.nth(usize::MAX), numbers.len()), (None, None, 0));
        let numbers = GameNumbers::new(MOST_GAMES, 2, Shard::WHOLE);
        assert_eq!((numbers.nth(MOST_GAMES - 1), numbers.len()), (Some(MOST_GAMES), MOST_GAMES));
    }
}
