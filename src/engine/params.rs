//! All tuning parameters of the player, and their names.

use crate::clock::TimeParams;
use crate::search::Params;
use crate::tuning::{UnknownParam, params};

params! {
    /// Dynamic komi: the komi that searches of a handicap game use.
    HandicapParams {
        /// Half points that a handicap stone is worth at the start, as playouts value it on boards of
        /// every size (Pachi: 8 points for White); 0 for no dynamic komi.
        stone_worth = 16,
        /// Turns over which `stone_worth` fades to 0 on a board of 361 points (Pachi: 200).
        stone_fades = 200,
    }
}

/// All tuning parameters of the player: of its search, its time manager and its handicap games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayerParams {
    /// Parameters of the search.
    pub search: Params,
    /// Parameters of the time manager.
    pub time: TimeParams,
    /// Parameters of handicap games.
    pub handicap: HandicapParams,
}

impl PlayerParams {
    /// Sets a parameter by its name.
    ///
    /// # Errors
    /// Where no parameter has the name.
    pub fn set(&mut self, name: &str, value: u32) -> Result<(), UnknownParam> {
        let number = (self.search.named(name))
            .or_else(|| self.time.named(name))
            .or_else(|| self.handicap.named(name))
            .ok_or_else(|| UnknownParam(name.into()))?;
        *number = value;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_set_by_name() {
        let mut params = PlayerParams::default();
        for name in ["pattern", "model", "expand", "won_visits", "most_time", "stone_worth"] {
            params.set(name, 7).expect("it is known");
        }
        let search = &params.search;
        assert_eq!([search.playout.pattern, search.prior.model, search.tree.expand], [7; 3]);
        assert_eq!(
            [search.stop.won_visits, params.time.most_time, params.handicap.stone_worth],
            [7; 3]
        );
        let error = params.set("komi", 7).expect_err("it is none");
        assert_eq!(error.to_string(), "no parameter is called komi");
    }
}
