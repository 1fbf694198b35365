//! The games of each player in chronological order, with opponents and statistics.

use std::collections::BTreeMap;

use crate::go::Color;
use crate::review::game::digest::{GameSummary, PlayerDigest};
use crate::review::game::summary::Tally;

/// The games of a player.
#[derive(Debug)]
pub(in crate::review) struct PlayerHistory<'a> {
    /// The player's name.
    pub name: &'a str,
    /// The games by date, then in file order; undated games come last.
    pub games: Vec<PlayedGame<'a>>,
}

/// A game from the view of one of its players.
#[derive(Debug, Clone, Copy)]
pub(in crate::review) struct PlayedGame<'a> {
    /// The game.
    pub digest: &'a GameSummary,
    /// The player's colour.
    pub color: Color,
}

/// The result and statistics against one opponent.
#[derive(Debug, Default)]
pub(in crate::review) struct Score {
    /// The number of games.
    pub games: usize,
    /// The number of wins.
    pub won: usize,
    /// The number of losses.
    pub lost: usize,
    /// The statistics of the player's moves.
    pub all: Tally,
    /// The statistics of the player's moves, by phase.
    pub phases: [Tally; 3],
    /// The sums of the log likelihoods for each rank; empty without a human net.
    pub likelihoods: Vec<i64>,
}

/// Returns the players with at least two games, by decreasing number of games, then by name.
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
    /// Returns the player.
    pub(in crate::review) fn player(&self) -> &'a PlayerDigest {
        self.digest.player(self.color)
    }

    /// Returns the opponent's name, if the record states it.
    pub(in crate::review) fn opponent(&self) -> Option<&'a str> {
        self.digest.player(!self.color).name.as_deref()
    }
}

impl Score {
    /// Returns the score over `games`.
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
        if self.likelihoods.len() < player.likelihoods.len() {
            self.likelihoods.resize(player.likelihoods.len(), 0);
        }
        self.likelihoods.iter_mut().zip(&player.likelihoods).for_each(|(sum, more)| *sum += more);
        self.phases.iter_mut().zip(&player.phases).for_each(|(sum, more)| sum.join(more));
    }
}

impl<'a> PlayerHistory<'a> {
    /// Returns the score over all games.
    pub(in crate::review) fn score(&self) -> Score {
        Score::of(self.games.iter().copied())
    }

    /// Returns the scores of the first and second half of the games.
    pub(in crate::review) fn halves(&self) -> [Score; 2] {
        let (first, second) = self.games.split_at(self.games.len() / 2);
        [first, second].map(|half| Score::of(half.iter().copied()))
    }

    /// Returns the score against each opponent, most frequent first, then by name.
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
            likelihoods: Vec::new(),
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
