//! Who won against whom.

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
    /// Wins of the player of the row against that of the column.
    wins: Vec<Vec<u64>>,
    /// Draws, the same both ways.
    draws: Vec<Vec<u64>>,
}

impl Crosstable {
    /// No games yet among so many players.
    pub fn new(players: usize) -> Crosstable {
        let none = vec![vec![0; players]; players];
        Crosstable { wins: none.clone(), draws: none }
    }

    /// Adds a game by the score of the first player: 0 for a loss, 1 for a draw, 2 for a win.
    ///
    /// # Panics
    /// If a player is not among them.
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

    /// The number of players.
    pub fn players(&self) -> usize {
        self.wins.len()
    }

    /// How often one player won against another.
    pub fn wins(&self, winner: usize, loser: usize) -> u64 {
        self.wins[winner][loser]
    }

    /// How many games of two players were drawn.
    pub fn draws(&self, one: usize, other: usize) -> u64 {
        self.draws[one][other]
    }

    /// How many games two players played.
    pub fn games(&self, one: usize, other: usize) -> u64 {
        self.wins(one, other) + self.wins(other, one) + self.draws(one, other)
    }

    /// How many games a player won, drew and lost.
    pub fn score(&self, player: usize) -> [u64; 3] {
        let won = self.wins[player].iter().sum();
        let drawn = self.draws[player].iter().sum();
        let lost = self.wins.iter().map(|wins| wins[player]).sum();
        [won, drawn, lost]
    }
}
