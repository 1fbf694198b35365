//! The numbers that tune the player, with their origins, and their names for those who try others.

use crate::go::BoardSize;
use crate::tuning::params;

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
    /// The mean of two winning probabilities, weighted by the part of playouts.
    ///
    /// Both are in parts of the same whole, which is at most some millions.
    pub fn mix_wins(&self, net: i32, playout: i32) -> i32 {
        let part = self.playout_part.min(100) as i32;
        (net * (100 - part) + playout * part) / 100
    }

    /// The mean of two scores or owners, weighted by the part of playouts.
    pub fn mix(&self, net: f32, playout: f32) -> f32 {
        net + (playout - net) * (self.playout_part.min(100) as f32 * 0.01)
    }
}

params! {
    /// When a search ends before its time is used up.
    StopParams {
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
    /// The early stop.
    pub stop: StopParams,
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

    /// The parameter of this name.
    pub(crate) fn named(&mut self, name: &str) -> Option<&mut u32> {
        (self.playout.named(name))
            .or_else(|| self.prior.named(name))
            .or_else(|| self.tree.named(name))
            .or_else(|| self.net.named(name))
            .or_else(|| self.large.named(name))
            .or_else(|| self.stop.named(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_boards_have_numbers_of_their_own() {
        let mut params = Params::default();
        *params.named("large_playouts_each").expect("it is known") = 7;
        let each = |lines| params.net_on(BoardSize::new(lines).expect("a size")).playouts_each;
        assert_eq!([each(13), each(14)], [NetParams::default().playouts_each, 7]);
    }
}
