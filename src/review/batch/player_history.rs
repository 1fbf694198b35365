//! The games of each player of a review, in the order in which they were played: against whom, and how well.

use std::collections::BTreeMap;

use crate::go::Color;
use crate::review::game::digest::{GameSummary, PlayerDigest};
use crate::review::game::summary::Tally;

/// The games of a player.
#[derive(Debug)]
pub(in crate::review) struct PlayerHistory<'a> {
    /// The name.
    pub name: &'a str,
    /// The games by date, then in the order of the files; games without a date come last.
    pub games: Vec<PlayedGame<'a>>,
}

/// A game from the side of one of its players.
#[derive(Debug, Clone, Copy)]
pub(in crate::review) struct PlayedGame<'a> {
    /// The game.
    pub digest: &'a GameSummary,
    /// The player's colour.
    pub color: Color,
}

/// The games against one opponent.
#[derive(Debug, Default)]
pub(in crate::review) struct Score {
    /// The number of games.
    pub games: usize,
    /// Those that were won.
    pub won: usize,
    /// Those that were lost.
    pub lost: usize,
    /// The player's moves.
    pub all: Tally,
    /// The player's moves of each phase.
    pub phases: [Tally; 3],
}

/// The players with two games at least: those with most games first, then by name.
pub(in crate::review) fn player_histories<'a>(
    digests: impl Iterator<Item = &'a GameSummary>,
) -> Vec<PlayerHistory<'a>> {
    let mut by_name: BTreeMap<&str, Vec<PlayedGame<'a>>> = BTreeMap::new();
    for digest in digests {
        for color in Color::BOTH {
            if let Some(name) = &digest.player(color).name {
                by_name.entry(name).or_default().push(PlayedGame { digest, color });
            }
        }
    }
    let history = |(name, mut games): (&'a str, Vec<PlayedGame<'a>>)| {
        let date = |game: &PlayedGame<'a>| game.digest.date.as_deref();
        games.sort_by_key(|game| (date(game).is_none(), date(game)));
        PlayerHistory { name, games }
    };
    let mut histories: Vec<PlayerHistory<'a>> =
        by_name.into_iter().map(history).filter(|history| history.games.len() > 1).collect();
    histories.sort_by_key(|history| std::cmp::Reverse(history.games.len()));
    histories
}

impl<'a> PlayedGame<'a> {
    /// The player.
    pub(in crate::review) fn player(&self) -> &'a PlayerDigest {
        self.digest.player(self.color)
    }

    /// The opponent's name, where the record has it.
    pub(in crate::review) fn opponent(&self) -> Option<&'a str> {
        self.digest.player(!self.color).name.as_deref()
    }
}

impl Score {
    /// The score of some games.
    pub(in crate::review) fn of<'a>(games: impl Iterator<Item = PlayedGame<'a>>) -> Score {
        let mut score = Score::default();
        games.for_each(|game| score.add(game.player()));
        score
    }

    fn add(&mut self, player: &PlayerDigest) {
        self.games += 1;
        self.won += usize::from(player.has_won == Some(true));
        self.lost += usize::from(player.has_won == Some(false));
        self.all.join(&player.all);
        self.phases.iter_mut().zip(&player.phases).for_each(|(sum, more)| sum.join(more));
    }
}

impl<'a> PlayerHistory<'a> {
    /// The score of all games.
    pub(in crate::review) fn score(&self) -> Score {
        Score::of(self.games.iter().copied())
    }

    /// The scores of the first and of the second half of the games.
    pub(in crate::review) fn halves(&self) -> [Score; 2] {
        let (first, second) = self.games.split_at(self.games.len() / 2);
        [first, second].map(|half| Score::of(half.iter().copied()))
    }

    /// The score against each opponent, the most frequent first, then by name.
    pub(in crate::review) fn opponents(&self) -> Vec<(Option<&'a str>, Score)> {
        let mut by_name: BTreeMap<Option<&str>, Score> = BTreeMap::new();
        for game in &self.games {
            by_name.entry(game.opponent()).or_default().add(game.player());
        }
        let mut opponents: Vec<_> = by_name.into_iter().collect();
        opponents.sort_by_key(|(_, score)| std::cmp::Reverse(score.games));
        opponents
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(
        stem: &str,
        date: Option<&str>,
        names: [Option<&str>; 2],
        winner: usize,
    ) -> GameSummary {
        let player = |color: usize| PlayerDigest {
            name: names[color].map(String::from),
            has_won: Some(color == winner),
            all: Tally { moves: 10, ..Tally::default() },
            phases: [Tally::default(); 3],
        };
        GameSummary {
            stem: stem.into(),
            date: date.map(String::from),
            result: None,
            players: [player(0), player(1)],
            problems: Vec::new(),
        }
    }

    #[test]
    fn histories_group_by_player_and_sort_by_date() {
        let games = [
            digest("new", Some("2020-05-01"), [Some("A"), Some("B")], 0),
            digest("undated", None, [Some("C"), Some("A")], 0),
            digest("old", Some("2019-12-31"), [Some("B"), Some("A")], 0),
            digest("unnamed", Some("2020-01-01"), [None, Some("A")], 1),
        ];
        let histories = player_histories(games.iter());
        let names: Vec<&str> = histories.iter().map(|history| history.name).collect();
        assert_eq!(names, ["A", "B"], "those with one game are left out");
        let stems: Vec<&str> = histories[0].games.iter().map(|game| &*game.digest.stem).collect();
        assert_eq!(stems, ["old", "unnamed", "new", "undated"]);
        let score = histories[0].score();
        assert_eq!((score.games, score.won, score.lost, score.all.moves), (4, 2, 2, 40));
        let opponents = histories[0].opponents();
        let told: Vec<_> = opponents.iter().map(|(name, s)| (*name, s.games, s.won)).collect();
        assert_eq!(told, [(Some("B"), 2, 1), (None, 1, 1), (Some("C"), 1, 0)]);
        assert_eq!(histories[0].halves().map(|half| half.won), [1, 1]);
    }
}
