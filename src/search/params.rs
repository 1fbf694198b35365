//! The parameters of the search, with their origins; each can be set by its name.

use crate::go::BoardSize;
use crate::tuning::params;

params! {
    /// Probabilities of the playout policy, per mille, in the order in which the rules are tried.
    PlayoutParams {
        /// Capture or save a chain in atari beside the last moves (michi: 900).
        atari = 900,
        /// Put a chain of two liberties at the last move into atari, or save one from that
        /// (Pachi: 800).
        two_liberties = 800,
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
        /// Playouts of which half count as won: they keep the first results of a node from swinging
        /// its value (michi: 10, Pachi: 20).
        even = 20,
        /// Playouts that count as won by the most likely move of the move model; another move gets
        /// fewer, by the square root of its relative probability (the form is Pachi's, which has 300
        /// on large boards and 210 on small ones; 50 and 200 lost games here).
        model = 100,
        /// Playouts that count as lost by a pass.
        pass = 10,
    }
}

params! {
    /// Parameters of the tree in playout search.
    TreeParams {
        /// The constant of Sylvain Gelly's β: about the visits from which on a move's own results
        /// outweigh its AMAF statistics (michi: 3500, Pachi: 3000 to 4000).
        rave_equiv = 3500,
        /// Visits of a leaf beyond which it is expanded (michi: 8; Fuego: 3).
        expand = 8,
    }
}

params! {
    /// Parameters of net-guided search, for boards of up to 13 lines.
    NetParams {
        /// The constant of PUCT, in percent, for values from 0 to 1 (KataGo's 110 is for values
        /// from -1 to 1; Leela Zero: 80).
        exploration = 60,
        /// The part of exploration that is scaled by the standard deviation of a node's results, in
        /// percent (KataGo: 85).
        spread_part = 85,
        /// The standard deviation of results at which that scale is 1, in percent (KataGo's 40 is for
        /// values from -1 to 1).
        usual_spread = 20,
        /// The largest board, in lines, on which exploration is scaled: on larger ones results are
        /// closer together, and 13x13 lost games by it.
        spread_lines = 11,
        /// First-play urgency (FPU): how much less than the mean of its siblings a move without visits
        /// is worth once all of the policy has been visited, in percent of winrate (KataGo's 20 is
        /// for values from -1 to 1).
        fpu_reduction = 10,
        /// Weight of playouts in the value of a leaf, in percent; the rest is the net's.
        playout_part = 15,
        /// Weight of the move model in the policy prior, in percent; the rest is the net's.
        model_part = 10,
        /// Playouts for each leaf, 1 to 1000; one takes about a tenth of a small net's time.
        playouts_each = 2,
    }
}

params! {
    /// Parameters of net-guided search that differ on boards from 14 lines on, where a net is slower
    /// and less sure of the winner.
    LargeBoardParams {
        /// Weight of playouts in the value of a leaf, in percent, like `playout_part`.
        large_playout_part = 20,
        /// Playouts for each leaf, 1 to 1000, like `playouts_each`.
        large_playouts_each = 2,
    }
}

impl NetParams {
    /// The mean of two winning probabilities, weighted by the part of playouts.
    ///
    /// Both are in parts of the same whole, which is at most some millions.
    pub(super) fn mix_wins(&self, net: i32, playout: i32) -> i32 {
        let part = self.playout_part.min(100) as i32;
        (net * (100 - part) + playout * part) / 100
    }

    /// The mean of two scores or owners, weighted by the part of playouts.
    pub(super) fn mix(&self, net: f32, playout: f32) -> f32 {
        net + (playout - net) * (self.playout_part.min(100) as f32 * 0.01)
    }
}

params! {
    /// Parameters of the early stop.
    StopParams {
        /// Visits of the best move, in percent of the second's, from which on the choice is clear
        /// (Pachi: 250).
        clear_lead = 250,
        /// Difference of winrate between the best move and its best reply up to which the choice is
        /// clear, per mille (Pachi: 20).
        reply_gap = 20,
        /// Visits of the best move from which on a sure win ends the search (Pachi: 5000).
        won_visits = 5000,
        /// The winrate that counts as a sure win, per mille (Pachi: 950).
        won_winrate = 950,
    }
}

/// All parameters of a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Params {
    /// Parameters of the playout policy.
    pub playout: PlayoutParams,
    /// Parameters of the prior in playout search.
    pub prior: PriorParams,
    /// Parameters of the tree in playout search.
    pub tree: TreeParams,
    /// Parameters of net-guided search.
    pub net: NetParams,
    /// Parameters of net-guided search on large boards.
    pub large: LargeBoardParams,
    /// Parameters of the early stop.
    pub stop: StopParams,
}

impl Params {
    /// The parameters of net-guided search on boards of a size.
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
    fn large_boards_have_parameters_of_their_own() {
        let mut params = Params::default();
        *params.named("large_playouts_each").expect("it is known") = 7;
        let each = |lines| params.net_on(BoardSize::new(lines).expect("a size")).playouts_each;
        assert_eq!([each(13), each(14)], [NetParams::default().playouts_each, 7]);
    }
}
