//! The numbers that tune the player, with their origins, and their names for those who try others.

use thiserror::Error;

use crate::go::BoardSize;

/// A group of numbers, each with a name and a value to begin with.
macro_rules! params {
    ($(#[$about:meta])* $group:ident { $($(#[$origin:meta])* $name:ident = $value:expr,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $group {
            $($(#[$origin])* pub $name: u32,)*
        }

        impl Default for $group {
            fn default() -> Self {
                $group { $($name: $value,)* }
            }
        }

        impl $group {
            /// The number of this name.
            fn named(&mut self, name: &str) -> Option<&mut u32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Probabilities of the playout policy, per mille, in the order in which the rules are tried.
    PlayoutParams {
        /// Capture or save a chain in atari beside the last moves (michi: 900).
        atari = 900,
        /// Atari a chain of two liberties at the last move, or keep one from it (Pachi: 800).
        pinch = 800,
        /// A 3x3 pattern around the last two moves (michi: 950).
        pattern = 950,
        /// Refuse self-atari in the moves that a rule proposes (michi: 900).
        refuse_self_atari = 900,
        /// Refuse self-atari in random moves (michi: 500; Pachi uses 600).
        refuse_random_self_atari = 600,
    }
}

params! {
    /// Prior knowledge of a move, in playouts that are taken for won or lost before the first one.
    PriorParams {
        /// Half of these won: steadies young nodes (michi: 10, Pachi: 20).
        even = 20,
        /// Won by the move that the move model likes best; the others win less by the root of how
        /// much less likely they are (the form is Pachi's, which has 300 on large boards and 210 on
        /// small ones; 50 and 200 lost games here).
        model = 100,
        /// Lost, for a pass while there is something to play.
        pass = 10,
    }
}

params! {
    /// What the tree is tuned by.
    TreeParams {
        /// Playouts at which own results and AMAF weigh alike; Sylvain Gelly's β has it as its
        /// constant (michi: 3500, Pachi: 3000 to 4000).
        rave_equiv = 3500,
        /// Visits of a leaf before its children are made (michi: 8; Fuego: 3).
        expand = 8,
    }
}

params! {
    /// How a net guides the search; the numbers are those of boards up to 13 lines.
    NetParams {
        /// The constant of PUCT, in percent, for values from 0 to 1 (KataGo's 110 is for values
        /// from -1 to 1; Leela Zero: 80).
        exploration = 60,
        /// How much of that goes with the spread of the results at a node, in percent (KataGo: 85).
        spread_part = 85,
        /// Their standard deviation, in percent, with which it is as above (KataGo's 40 is for values
        /// from -1 to 1).
        usual_spread = 20,
        /// The most lines of boards where it does: on larger ones results are closer together, and
        /// 13x13 lost by it.
        spread_lines = 11,
        /// By how much a move without visits is worth less than the others once they hold all
        /// shares, in percent (KataGo's 20 is for values from -1 to 1).
        first_play = 10,
        /// What playouts count for in the value of a leaf, in percent; the rest is the net's.
        playout_part = 15,
        /// What the move model counts for in the share of a move, in percent; the rest is the net's.
        model_part = 10,
        /// Playouts of a leaf, 1 to 1000: each takes a tenth of the time that a small net takes.
        playouts_each = 2,
    }
}

params! {
    /// What is otherwise on boards from 14 lines on, where a net is slower and less sure of the
    /// winner.
    LargeBoardParams {
        /// As `playout_part`.
        large_playout_part = 20,
        /// As `playouts_each`.
        large_playouts_each = 2,
    }
}

impl NetParams {
    /// What net and playouts say together of the chance to win, in parts of a whole that has at most
    /// some millions.
    pub fn mixed(&self, net: i32, playout: i32) -> i32 {
        let part = self.playout_part.min(100) as i32;
        (net * (100 - part) + playout * part) / 100
    }

    /// What net and playouts say together of a score or an owner.
    pub fn blended(&self, net: f32, playout: f32) -> f32 {
        net + (playout - net) * (self.playout_part.min(100) as f32 * 0.01)
    }
}

params! {
    /// How time is spent: by the phase of the game, and on what is unclear.
    TimeParams {
        /// Percent of the board that is filled where the opening ends (Pachi: 20).
        opening_end = 20,
        /// Percent of it where the endgame begins (Pachi: 40).
        endgame_start = 40,
        /// The most that a move may take, in percent of what is allotted to it (Pachi: 200).
        most_time = 200,
        /// Visits of the best move in percent of the second's below which it is unclear
        /// (Pachi: 250).
        clear_lead = 250,
        /// By how much the best move may be worth less after its best reply, per mille
        /// (Pachi: 20).
        reply_gap = 20,
        /// Visits of a move that wins as good as surely, which end the search (Pachi: 5000).
        won_visits = 5000,
        /// The winrate that counts for that, per mille (Pachi: 950).
        won_winrate = 950,
    }
}

params! {
    /// The komi that a handicap game is thought of with.
    HandicapParams {
        /// Half points a stone is worth at the start: what playouts say of it on boards of every
        /// size (Pachi: 8 points for White); 0 for none.
        stone_worth = 16,
        /// Turns over which that fades on a board of 361 points (Pachi: 200).
        stone_fades = 200,
    }
}

/// Everything that tunes a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Params {
    /// The playout policy.
    pub playout: PlayoutParams,
    /// Prior knowledge.
    pub prior: PriorParams,
    /// The tree.
    pub tree: TreeParams,
    /// The net.
    pub net: NetParams,
    /// The net on large boards.
    pub large: LargeBoardParams,
    /// Time.
    pub time: TimeParams,
    /// Handicap games.
    pub handicap: HandicapParams,
}

impl Params {
    /// How a net guides the search on boards of a size.
    pub fn net_on(&self, size: BoardSize) -> NetParams {
        let LargeBoardParams { large_playout_part, large_playouts_each } = self.large;
        let mut net = self.net.clone();
        if size.lines() > net.spread_lines as usize {
            net.spread_part = 0;
        }
        if size.lines() <= 13 {
            return net;
        }
        let (playout_part, playouts_each) = (large_playout_part, large_playouts_each);
        NetParams { playout_part, playouts_each, ..net }
    }

    /// Changes the number of this name.
    ///
    /// # Errors
    /// Where nothing has the name.
    pub fn set(&mut self, name: &str, value: u32) -> Result<(), UnknownParam> {
        let number = (self.playout.named(name))
            .or_else(|| self.prior.named(name))
            .or_else(|| self.tree.named(name))
            .or_else(|| self.net.named(name))
            .or_else(|| self.large.named(name))
            .or_else(|| self.time.named(name))
            .or_else(|| self.handicap.named(name))
            .ok_or_else(|| UnknownParam(name.into()))?;
        *number = value;
        Ok(())
    }
}

/// There is no parameter of this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no parameter is called {0}")]
pub struct UnknownParam(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_numbers() {
        let mut params = Params::default();
        for name in ["pattern", "model", "expand"] {
            params.set(name, 7).expect("it is known");
        }
        assert_eq!([params.playout.pattern, params.prior.model, params.tree.expand], [7; 3]);
        params.set("large_playouts_each", 7).expect("it is known");
        let each = |lines| params.net_on(BoardSize::new(lines).expect("a size")).playouts_each;
        assert_eq!([each(13), each(14)], [NetParams::default().playouts_each, 7]);
        let error = params.set("komi", 7).expect_err("it is none");
        assert_eq!(error.to_string(), "no parameter is called komi");
    }
}
