//! The crosstable: results by pairs of players.

/// The results of games between several players, by pairs of players.
///
/// ```
/// use tianyuan::tournament::statistics::Crosstable;
///
/// let mut table = Crosstable::new(3);
/// table.add(0, 2, 2);
/// table.add(2, 0, 1);
/// assert_eq!((table.wins(0, 2), table.wins(2, 0), table.draws(0, 2)), (1, 0, 1));
/// assert_eq!(table.score(0), [1, 1, 0]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crosstable {
    /// Wins of the row player against the column player.
    wins: Vec<Vec<u64>>,
    /// Draws; symmetric.
    draws: Vec<Vec<u64>>,
}

impl Crosstable {
    /// Creates an empty table for the given number of players.
    pub fn new(players: usize) -> Crosstable {
        let none = vec![vec![0; players]; players];
        Crosstable { wins: none.clone(), draws: none }
    }

    /// Adds a game by the score of the first player: 0 for a loss, 1 for a draw, 2 for a win.
    ///
    /// # Panics
    /// Panics if a player is out of range.
    pub fn add(&mut self, first: usize, second: usize, score: usize) {
        match score {
            0 => self.wins[second][first] += 1,
            1 => {
                self.draws[first][second] += 1;
                self.draws[second][first] += 1;
            }
            _ => self.wins[first][second] += 1,
        }
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.wins.len()
    }

    /// Returns the number of wins of one player against another.
    pub fn wins(&self, winner: usize, loser: usize) -> u64 {
        self.wins[winner][loser]
    }

    /// Returns the number of draws between two players.
    pub fn draws(&self, one: usize, other: usize) -> u64 {
        self.draws[one][other]
    }

    /// Returns the number of games between two players.
    pub fn games(&self, one: usize, other: usize) -> u64 {
        self.wins(one, other) + self.wins(other, one) + self.draws(one, other)
    }

    /// Returns the wins, draws and losses of a player.
    pub fn score(&self, player: usize) -> [u64; 3] {
        let won = self.wins[player].iter().sum();
        let drawn = self.draws[player].iter().sum();
        let lost = self.wins.iter().map(|wins| wins[player]).sum();
        [won, drawn, lost]
    }
}
