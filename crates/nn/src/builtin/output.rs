//! The output of a net for one position.

/// The output of a net for one position, from the point of view of the player to move.
#[derive(Debug, Clone, PartialEq)]
pub struct NetOutput {
    /// The policy logit of a move at each point, row by row from the top left.
    pub policy: Vec<f32>,
    /// The policy logit of a pass.
    pub pass: f32,
    /// The value logit: the logarithm of the odds of winning.
    pub value: f32,
    /// The expected score, in points.
    pub score: f32,
    /// The expected owner of each point, from -1 (the opponent's) to 1, row by row from the top left.
    pub ownership: Vec<f32>,
}

impl NetOutput {
    /// Returns `true` if every number is finite. A net with very large weights can overflow.
    pub fn is_finite(&self) -> bool {
        let points = self.policy.iter().chain(&self.ownership);
        points.chain([&self.pass, &self.value, &self.score]).all(|number| number.is_finite())
    }
}
