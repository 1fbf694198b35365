//! The parameters of the search, with their origins; each can be set by its name.

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
    /// Parameters of the top of trees that is shared with partners.
    SharingParams {
        /// Milliseconds between two exchanges (Oakfoam: 100).
        share_every = 100,
        /// Milliseconds before the first one: until then trees differ by chance alone.
        share_from = 300,
        /// Playouts of each partner between two exchanges, at which all wait for each other; 0 to
        /// exchange by time.
        share_playouts = 0,
        /// Visits per mille of all from which on a node is shared (Oakfoam: 50, which lost games here).
        share_permille = 10,
        /// How many moves after the root nodes are shared (Oakfoam: 3, which lost games here).
        share_depth = 10,
        /// Visits that are counted in advance, of those that the partners will make before the next
        /// exchange, in percent: without them all look at the same moves, and then all at others.
        share_expected = 100,
        /// How much worse visits that are counted in advance are taken to be than the node's value: in percent
        /// of the standard deviation of their mean, for results of one half.
        share_pessimism = 100,
    }
}

params! {
    /// Parameters of the search in a graph, with a net. Parts are percent; utilities, which
    /// are about -1 to 1, and exponents are hundredths. The values are those of KataGo's GTP engine.
    GraphParams {
        /// The constant of PUCT, in hundredths, for utilities.
        cpuct = 100,
        /// How much that constant grows with the logarithm of visits, in hundredths.
        cpuct_log = 45,
        /// The visits that this growth is relative to.
        cpuct_base = 500,
        /// The part of exploration that is scaled by the standard deviation of a node's utilities.
        deviation_part = 85,
        /// The usual standard deviation of utilities, at which that scale is 1.
        usual_deviation = 40,
        /// Visits that are taken for granted at the usual deviation, in hundredths.
        deviation_visits = 200,
        /// First-play urgency: how much less than its parent a move without visits is worth in the tree
        /// once all of the policy has been visited.
        tree_fpu_reduction = 20,
        /// The same at the root.
        root_fpu_reduction = 10,
        /// The exponent of the visited policy, which is the part of the searched utility in that of the
        /// parent; the rest is what the net says of it.
        fpu_exponent = 200,
        /// The utility of a score around 0, beside winning.
        static_score = 10,
        /// The utility of a score around the one that is expected.
        dynamic_score = 30,
        /// How far that centre is moved towards 0.
        centre_pull = 20,
        /// The scale of that score, in hundredths of the lines of the board.
        centre_scale = 75,
        /// The part of the optimistic policy in the tree, for nets that have one.
        tree_optimism = 100,
        /// The same at the root.
        root_optimism = 20,
        /// How many symmetries of the root are evaluated and averaged, 1 to 8.
        root_symmetries = 1,
        /// Whether each position is evaluated under a symmetry that is drawn at random: 1, or 0 to
        /// leave all boards as they are.
        random_symmetries = 1,
        /// The exponent of the probability that a move is not worse than its siblings: worse ones count
        /// for less in the value of their parent.
        value_exponent = 25,
        /// The utility at which visits beyond the policy count for a third where they found a worse
        /// value; 0 to count all visits.
        noise_scale = 15,
        /// How much of the mean error of a local pattern corrects a position's utility.
        bias_part = 45,
        /// The exponent of the visits by which errors are weighed.
        bias_exponent = 85,
        /// How much of what a position adds to a pattern's errors is forgotten with it.
        bias_forgotten = 80,
        /// The uncertainty of utility at which an evaluation counts once, for nets that tell it; 0 to
        /// count all alike.
        uncertainty = 25,
        /// The exponent of uncertainty.
        uncertainty_exponent = 100,
        /// The most that an evaluation counts, in hundredths.
        most_certain = 800,
        /// Whether positions that several series of moves lead to are one node: 1, or 0.
        transpositions = 1,
        /// The points of the last chain and the empty regions around it, up to which a node keeps its
        /// history, because moves there may repeat a position.
        repetition_points = 11,
        /// Visits that a thread below a node counts as lost, in hundredths (KataGo: 100).
        virtual_losses = 40,
        /// Standard deviations below the value at which the lower bound lies, in hundredths.
        lcb_deviations = 500,
        /// The visits from which on a lower bound counts, of the most that a move has.
        lcb_visits = 15,
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
    /// Parameters of the search in a graph, with a net.
    pub graph: GraphParams,
    /// Parameters of the early stop.
    pub stop: StopParams,
    /// Parameters of what partners share.
    pub sharing: SharingParams,
}

impl Params {
    /// The parameter of this name.
    pub fn named(&mut self, name: &str) -> Option<&mut u32> {
        (self.playout.named(name))
            .or_else(|| self.prior.named(name))
            .or_else(|| self.tree.named(name))
            .or_else(|| self.graph.named(name))
            .or_else(|| self.stop.named(name))
            .or_else(|| self.sharing.named(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_known_by_their_names() {
        let mut params = Params::default();
        *params.named("cpuct").expect("it is known") = 7;
        assert_eq!(params.graph.cpuct, 7);
        assert!(params.named("playouts").is_none());
    }
}
