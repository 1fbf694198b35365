//! The parameters of the search, in natural units, with KataGo's names where KataGo has the parameter.
//! Other documentation comments name the engine whose value was the model.

use crate::params_macro::{Interface, ParamDefinition, ParamGroup, Parameter, params};

params! {
    /// Probabilities of the playout policy, in the order in which the rules are tried.
    PlayoutParams on &[Interface::Param]; {
        /// Probability to capture or save a chain in atari next to the last moves (michi: 0.9).
        atari: f64 = 0.9, "playoutAtari" in 0.0..=1.0;
        /// Probability to put a chain of two liberties at the last move into atari, or to save one
        /// from atari (Pachi: 0.8).
        two_liberties: f64 = 0.8, "playoutTwoLiberties" in 0.0..=1.0;
        /// Probability to play a 3x3 pattern around the last two moves (michi: 0.95).
        pattern: f64 = 0.95, "playoutPattern" in 0.0..=1.0;
        /// Probability to refuse self-atari in the moves that a rule proposes (michi: 0.9).
        refuse_self_atari: f64 = 0.9, "playoutRefuseSelfAtari" in 0.0..=1.0;
        /// Probability to refuse self-atari in random moves (michi: 0.5; Pachi: 0.6).
        refuse_random_self_atari: f64 = 0.6, "playoutRefuseRandomSelfAtari" in 0.0..=1.0;
    }
}

params! {
    /// Prior knowledge of a move, in playouts that count as won or lost before the first visit.
    PriorParams on &[Interface::Param]; {
        /// Playouts of which half count as won: they keep the first results of a node from swinging
        /// its value (michi: 10, Pachi: 20).
        even: u32 = 20, "priorEven" in 0..=10_000;
        /// Playouts that count as won by the most likely move of the move model. Another move gets
        /// fewer, by the square root of its relative probability (Pachi's form, with 300 on large
        /// boards and 210 on small ones; 50 and 200 lost games here).
        model: u32 = 100, "priorModel" in 0..=10_000;
        /// Playouts that count as lost by a pass.
        pass: u32 = 10, "priorPass" in 0..=10_000;
    }
}

params! {
    /// Parameters of the tree in playout search.
    TreeParams on &[Interface::Param]; {
        /// The constant of Sylvain Gelly's β: about the visits from which on a move's own results
        /// outweigh its AMAF statistics (michi: 3500, Pachi: 3000 to 4000).
        rave_equiv: u32 = 3500, "raveEquivalence" in 0..=1_000_000;
        /// Visits of a leaf beyond which it is expanded (michi: 8; Fuego: 3).
        expand: u32 = 8, "expandVisits" in 0..=1_000_000;
    }
}

params! {
    /// Parameters of the top of trees that is shared with partners.
    SharingParams on &[Interface::Param]; {
        /// Seconds between two exchanges (Oakfoam: 0.1).
        share_every: f64 = 0.1, "shareEvery" in 0.0..=3600.0;
        /// Seconds before the first exchange: until then trees differ by chance alone.
        share_from: f64 = 0.3, "shareFrom" in 0.0..=3600.0;
        /// Playouts of each partner between two exchanges, at which all wait for each other; 0 to
        /// exchange by time.
        share_playouts: u32 = 0, "sharePlayouts" in 0..=1_000_000_000;
        /// The part of all visits from which on a node is shared (Oakfoam: 0.05, which lost games
        /// here).
        share_part: f64 = 0.01, "sharePart" in 0.0..=1.0;
        /// How many moves after the root nodes are shared (Oakfoam: 3, which lost games here).
        share_depth: u32 = 10, "shareDepth" in 0..=1000;
        /// Visits that are counted in advance, as a part of the visits that the partners will make
        /// before the next exchange. Without them all partners look at the same moves, and then all
        /// at others.
        share_expected: f64 = 1.0, "shareExpected" in 0.0..=10.0;
        /// How much worse than the node's value visits in advance are assumed to be, in standard
        /// deviations of their mean.
        share_pessimism: f64 = 1.0, "sharePessimism" in 0.0..=10.0;
    }
}

params! {
    /// Parameters of the search in a graph, with a net. The defaults are from KataGo's GTP engine.
    /// Utilities are about -1 to 1.
    GraphParams on &[Interface::Param]; {
        /// The constant of PUCT, for utilities.
        cpuct: f64 = 1.0, "cpuctExploration" in 0.0..=10.0;
        /// How much the constant of PUCT grows with the logarithm of visits.
        cpuct_log: f64 = 0.45, "cpuctExplorationLog" in 0.0..=10.0;
        /// The visits that the growth of the constant is relative to.
        cpuct_base: f64 = 500.0, "cpuctExplorationBase" in 1.0..=100_000.0;
        /// The part of exploration that is scaled by the standard deviation of a node's utilities.
        deviation_part: f64 = 0.85, "cpuctUtilityStdevScale" in 0.0..=1.0;
        /// The usual standard deviation of utilities, at which the scale of exploration is 1.
        usual_deviation: f64 = 0.4, "cpuctUtilityStdevPrior" in 0.01..=10.0;
        /// The weight of the usual standard deviation, in visits.
        deviation_visits: f64 = 2.0, "cpuctUtilityStdevPriorWeight" in 0.0..=100.0;
        /// First-play urgency in the tree: how much worse than its parent a move without visits is
        /// rated once all of the policy has been visited.
        tree_fpu_reduction: f64 = 0.2, "fpuReductionMax" in 0.0..=2.0;
        /// The exponent of the visited policy. The power is the weight of the searched utility in
        /// first-play urgency; the rest is the utility that the net returned.
        fpu_exponent: f64 = 2.0, "fpuParentWeightByVisitedPolicyPow" in 0.0..=5.0;
        /// The utility of a score around 0.
        static_score: f64 = 0.1, "staticScoreUtilityFactor" in 0.0..=1.0;
        /// The utility of a score around the expected score.
        dynamic_score: f64 = 0.3, "dynamicScoreUtilityFactor" in 0.0..=1.0;
        /// How far the centre of the dynamic score is moved from the expected score towards 0.
        centre_pull: f64 = 0.2, "dynamicScoreCenterZeroWeight" in 0.0..=1.0;
        /// The scale of the dynamic score, in lines of the board.
        centre_scale: f64 = 0.75, "dynamicScoreCenterScale" in 0.01..=5.0;
        /// The part of the optimistic policy in the tree, for nets that have one.
        tree_optimism: f64 = 1.0, "policyOptimism" in 0.0..=1.0;
        /// The part of the optimistic policy at the root.
        root_optimism: f64 = 0.2, "rootPolicyOptimism" in 0.0..=1.0;
        /// Evaluate each position under a random symmetry; `false` evaluates boards as they are.
        random_symmetries: bool = true, "nnRandomize" in false..=true;
        /// The exponent of the probability that a move is not worse than its siblings: worse moves
        /// count less in the value of their parent. 0 weights by visits alone.
        value_exponent: f64 = 0.25, "valueWeightExponent" in 0.0..=1.0;
        /// The loss of utility at which the weight of visits beyond the policy falls to about a
        /// third; 0 keeps the weight of all visits.
        noise_scale: f64 = 0.15, "noisePruneUtilityScale" in 0.0..=10.0;
        /// How much of the mean error of a local pattern corrects a position's utility.
        bias_part: f64 = 0.45, "subtreeValueBiasFactor" in 0.0..=1.0;
        /// The exponent of the visits by which errors are weighted.
        bias_exponent: f64 = 0.85, "subtreeValueBiasWeightExponent" in 0.0..=1.0;
        /// How much of a position's contribution to a pattern's errors is removed with the position.
        bias_forgotten: f64 = 0.8, "subtreeValueBiasFreeProp" in 0.0..=1.0;
        /// The uncertainty of utility at which an evaluation has weight 1, for nets that predict it;
        /// 0 gives all evaluations the same weight.
        uncertainty: f64 = 0.25, "uncertaintyCoeff" in 0.0..=1.0;
        /// The exponent of uncertainty.
        uncertainty_exponent: f64 = 1.0, "uncertaintyExponent" in 0.0..=2.0;
        /// The largest weight of an evaluation.
        most_certain: f64 = 8.0, "uncertaintyMaxWeight" in 1.0..=100.0;
        /// Transpositions share a node; `false` searches a tree.
        transpositions: bool = true, "useGraphSearch" in false..=true;
        /// The size of the last chain and the empty regions around it up to which a node keeps its
        /// history, because moves there may repeat a position.
        repetition_points: u32 = 11, "graphSearchRepBound" in 0..=1000;
        /// Visits that count as lost for each thread below a node (KataGo: 1).
        virtual_losses: f64 = 0.4, "numVirtualLossesPerThread" in 0.0..=1000.0;
        /// Standard deviations between the value and its lower confidence bound.
        lcb_deviations: f64 = 5.0, "lcbStdevs" in 0.0..=12.0;
        /// The part of the largest visit count that a move needs to be chosen by its lower bound.
        lcb_visits: f64 = 0.15, "minVisitPropForLCB" in 0.0..=1.0;
    }
}

params! {
    /// Parameters of the early stop.
    StopParams on &[Interface::Param]; {
        /// Visits of the best move, as a multiple of the second's, from which on the choice is clear
        /// (Pachi: 2.5).
        clear_lead: f64 = 2.5, "stopClearLead" in 0.0..=1000.0;
        /// Difference of winrate between the best move and its best reply up to which the choice is
        /// clear (Pachi: 0.02).
        reply_gap: f64 = 0.02, "stopReplyGap" in 0.0..=1.0;
        /// Visits of the best move from which on a sure win ends the search (Pachi: 5000).
        won_visits: u32 = 5000, "stopWonVisits" in 0..=1_000_000_000;
        /// The winrate that counts as a sure win (Pachi: 0.95).
        won_winrate: f64 = 0.95, "stopWonWinrate" in 0.0..=1.0;
    }
}

/// All parameters of a search.
#[derive(Debug, Clone, PartialEq, Default)]
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
    /// Returns the rows of the settings table for all parameters of a search.
    pub fn definitions() -> impl Iterator<Item = &'static ParamDefinition> {
        let groups = [
            GraphParams::definitions(),
            PlayoutParams::definitions(),
            PriorParams::definitions(),
            TreeParams::definitions(),
            StopParams::definitions(),
            SharingParams::definitions(),
        ];
        groups.into_iter().flatten()
    }

    /// Returns the parameter of a name, or `None` if no parameter has it.
    pub fn parameter(&mut self, name: &str) -> Option<&mut dyn Parameter> {
        (self.graph.parameter(name))
            .or_else(|| self.playout.parameter(name))
            .or_else(|| self.prior.parameter(name))
            .or_else(|| self.tree.parameter(name))
            .or_else(|| self.stop.parameter(name))
            .or_else(|| self.sharing.parameter(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params_macro::ParamValue;

    #[test]
    fn parameter_of_every_row_has_its_default() {
        let mut params = Params::default();
        for row in Params::definitions() {
            let parameter = params.parameter(row.name).expect("a row names a parameter");
            assert_eq!(parameter.value(), row.default, "{}", row.name);
            assert_eq!(row.kind.checked(row.default), Some(row.default), "{}", row.name);
        }
        assert!(params.parameter("playouts").is_none());
    }

    #[test]
    fn parameter_is_set_by_name() {
        let mut params = Params::default();
        for (name, value) in [
            ("cpuctExploration", ParamValue::Number(1.25)),
            ("useGraphSearch", ParamValue::Flag(false)),
            ("priorModel", ParamValue::Integer(7)),
        ] {
            params.parameter(name).expect("a parameter").set(value);
        }
        assert_eq!((params.graph.cpuct, params.graph.transpositions), (1.25, false));
        assert_eq!(params.prior.model, 7);
    }
}
