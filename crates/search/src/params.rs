//! The parameters of the search, in natural units, with KataGo's names where KataGo has the parameter.
//! Other documentation comments name the engine whose value was the model.

use crate::params_macro::{Interface, ParamDefinition, ParamGroup, Parameter, params};

params! {
    /// Probabilities of the playout policy, in the order in which the rules are tried.
    PlayoutParams on &[Interface::Param]; {
        /// Probability of capturing or saving a chain in atari next to the last moves (michi: 0.9).
        atari: f64 = 0.9, "playoutAtari" in 0.0..=1.0;
        /// Probability of putting a two-liberty chain at the last move into atari, or of saving one
        /// from atari (Pachi: 0.8).
        two_liberties: f64 = 0.8, "playoutTwoLiberties" in 0.0..=1.0;
        /// Probability of playing a 3x3 pattern around the last two moves (michi: 0.95).
        pattern: f64 = 0.95, "playoutPattern" in 0.0..=1.0;
        /// Probability of rejecting self-atari in moves proposed by a rule (michi: 0.9).
        refuse_self_atari: f64 = 0.9, "playoutRefuseSelfAtari" in 0.0..=1.0;
        /// Probability of rejecting self-atari in random moves (michi: 0.5; Pachi: 0.6).
        refuse_random_self_atari: f64 = 0.6, "playoutRefuseRandomSelfAtari" in 0.0..=1.0;
    }
}

params! {
    /// Priors of a move: wins and losses that count before the first visit.
    PriorParams on &[Interface::Param]; {
        /// Prior playouts of each move, half of them wins, which dampen the first results (michi:
        /// 10, Pachi: 20).
        even: u32 = 20, "priorEven" in 0..=10_000;
        /// Prior wins of the most likely move of the move model. Other moves get fewer, by the
        /// square root of their relative probability (Pachi: 300 on large boards, 210 on small
        /// ones; 50 and 200 lost games here).
        model: u32 = 100, "priorModel" in 0..=10_000;
        /// Prior losses of a pass.
        pass: u32 = 10, "priorPass" in 0..=10_000;
    }
}

params! {
    /// Parameters of the tree in playout search.
    TreeParams on &[Interface::Param]; {
        /// Equivalence parameter of RAVE (Gelly's β): roughly the visits above which a move's own
        /// results outweigh its AMAF statistics (michi: 3500, Pachi: 3000 to 4000).
        rave_equiv: u32 = 3500, "raveEquivalence" in 0..=1_000_000;
        /// Visits above which a leaf is expanded (michi: 8; Fuego: 3).
        expand: u32 = 8, "expandVisits" in 0..=1_000_000;
    }
}

params! {
    /// Parameters of sharing the top of the search tree between ranks.
    SharingParams on &[Interface::Param]; {
        /// Seconds between two exchanges (Oakfoam: 0.1).
        share_every: f64 = 0.1, "shareEvery" in 0.0..=3600.0;
        /// Seconds before the first exchange; earlier differences between trees are random.
        share_from: f64 = 0.3, "shareFrom" in 0.0..=3600.0;
        /// Playouts per rank between two exchanges, at which all ranks synchronise; 0 exchanges by
        /// time.
        share_playouts: u32 = 0, "sharePlayouts" in 0..=1_000_000_000;
        /// Minimum fraction of all visits for a node to be shared (Oakfoam: 0.05, which lost games
        /// here).
        share_part: f64 = 0.01, "sharePart" in 0.0..=1.0;
        /// Maximum depth of shared nodes below the root (Oakfoam: 3, which lost games here).
        share_depth: u32 = 10, "shareDepth" in 0..=1000;
        /// Virtual visits, as a fraction of the visits that the other ranks are expected to make
        /// before the next exchange. Without them all ranks search the same moves.
        share_expected: f64 = 1.0, "shareExpected" in 0.0..=10.0;
        /// Reduction of the value of virtual visits below the node's value, in standard deviations
        /// of the mean.
        share_pessimism: f64 = 1.0, "sharePessimism" in 0.0..=10.0;
    }
}

/// The interfaces that accept a parameter of the graph search.
const IN_PROTOCOLS: &[Interface] = &[Interface::Gtp, Interface::Json, Interface::Param];

params! {
    /// Parameters of the graph search with a net. The defaults are from KataGo's GTP engine.
    /// Utilities are about -1 to 1.
    GraphParams on IN_PROTOCOLS; {
        /// PUCT exploration constant.
        cpuct: f64 = 1.0, "cpuctExploration" in 0.0..=10.0;
        /// Growth of the PUCT constant with the logarithm of the visits.
        cpuct_log: f64 = 0.45, "cpuctExplorationLog" in 0.0..=10.0;
        /// Visits relative to which the PUCT constant grows.
        cpuct_base: f64 = 500.0, "cpuctExplorationBase" in 1.0..=100_000.0;
        /// Fraction of the exploration that is scaled by the standard deviation of a node's
        /// utility.
        deviation_part: f64 = 0.85, "cpuctUtilityStdevScale" in 0.0..=1.0;
        /// Prior standard deviation of the utility, at which the exploration is not scaled; values
        /// below 0.01 count as 0.01.
        usual_deviation: f64 = 0.4, "cpuctUtilityStdevPrior" in 0.0..=10.0;
        /// Weight of the prior standard deviation, in visits.
        deviation_visits: f64 = 2.0, "cpuctUtilityStdevPriorWeight" in 0.0..=100.0;
        /// Maximum first-play urgency reduction in the tree, reached when all of the policy is
        /// visited.
        tree_fpu_reduction: f64 = 0.2, "fpuReductionMax" in 0.0..=2.0;
        /// Fraction of the way from first-play urgency to the utility of a certain loss, in the
        /// tree.
        fpu_loss: f64 = 0.0, "fpuLossProp" in 0.0..=1.0;
        /// The same at the root.
        root_fpu_loss: f64 = 0.0, "rootFpuLossProp" in 0.0..=1.0;
        /// Weights the parent's searched utility in first-play urgency by a power of the visited
        /// policy; `false` uses fpuParentWeight.
        fpu_by_visited_policy: bool = true, "fpuParentWeightByVisitedPolicy" in false..=true;
        /// Weight of the net's utility in first-play urgency without
        /// fpuParentWeightByVisitedPolicy.
        fpu_net_weight: f64 = 0.0, "fpuParentWeight" in 0.0..=1.0;
        /// Exponent of the visited policy. The power is the weight of the parent's searched utility
        /// in first-play urgency; the rest is the net's utility.
        fpu_exponent: f64 = 2.0, "fpuParentWeightByVisitedPolicyPow" in 0.0..=5.0;
        /// Utility of winning.
        win_loss: f64 = 1.0, "winLossUtilityFactor" in 0.0..=1.0;
        /// White's utility of a game without result, for nets that predict it.
        no_result: f64 = 0.0, "noResultUtilityForWhite" in -1.0..=1.0;
        /// Utility of the score relative to 0.
        static_score: f64 = 0.1, "staticScoreUtilityFactor" in 0.0..=1.0;
        /// Utility of the score relative to the expected score.
        dynamic_score: f64 = 0.3, "dynamicScoreUtilityFactor" in 0.0..=1.0;
        /// Shift of the centre of the dynamic score from the expected score towards 0.
        centre_pull: f64 = 0.2, "dynamicScoreCenterZeroWeight" in 0.0..=1.0;
        /// Scale of the dynamic score, as a multiple of the board size.
        centre_scale: f64 = 0.75, "dynamicScoreCenterScale" in 0.01..=5.0;
        /// Weight of the optimistic policy in the tree, for nets that have one.
        tree_optimism: f64 = 1.0, "policyOptimism" in 0.0..=1.0;
        /// Weight of the optimistic policy at the root, for nets that have one.
        root_optimism: f64 = 0.2, "rootPolicyOptimism" in 0.0..=1.0;
        /// Temperature of the net's policy in the whole search; above 1 it is flatter.
        net_temperature: f64 = 1.0, "nnPolicyTemperature" in 0.01..=5.0;
        /// Hides a preceding pass from the net at the root, also under rules by which the game
        /// would end there.
        conservative_pass: bool = true, "conservativePass" in false..=true;
        /// Evaluates each position with a random symmetry; `false` uses the identity.
        random_symmetries: bool = true, "nnRandomize" in false..=true;
        /// Exponent that reduces the weight of moves worse than their siblings in the parent's
        /// value; 0 weights by visits alone.
        value_exponent: f64 = 0.25, "valueWeightExponent" in 0.0..=1.0;
        /// Reduces the weight of visits beyond the policy.
        prunes_noise: bool = true, "useNoisePruning" in false..=true;
        /// Utility loss at which the weight of visits beyond the policy falls to about a third; 0
        /// disables the reduction.
        noise_scale: f64 = 0.15, "noisePruneUtilityScale" in 0.0..=10.0;
        /// Fraction of a local pattern's mean error by which a position's utility is corrected.
        bias_part: f64 = 0.45, "subtreeValueBiasFactor" in 0.0..=1.0;
        /// Exponent of the visits in the weight of an error.
        bias_exponent: f64 = 0.85, "subtreeValueBiasWeightExponent" in 0.0..=1.0;
        /// Fraction of a position's contribution to the pattern errors that is removed with the
        /// position.
        bias_forgotten: f64 = 0.8, "subtreeValueBiasFreeProp" in 0.0..=1.0;
        /// Weights evaluations by the uncertainty that the net predicts.
        weights_uncertainty: bool = true, "useUncertainty" in false..=true;
        /// Uncertainty of the utility at which an evaluation has weight 1, for nets that predict
        /// it; 0 weights all evaluations equally.
        uncertainty: f64 = 0.25, "uncertaintyCoeff" in 0.0..=1.0;
        /// Exponent of the uncertainty.
        uncertainty_exponent: f64 = 1.0, "uncertaintyExponent" in 0.0..=2.0;
        /// Maximum weight of an evaluation.
        most_certain: f64 = 8.0, "uncertaintyMaxWeight" in 1.0..=100.0;
        /// Shares nodes between transpositions; `false` searches a tree.
        transpositions: bool = true, "useGraphSearch" in false..=true;
        /// Maximum size of the last chain and its adjacent empty regions for which a node includes
        /// its history, because moves there may repeat a position.
        repetition_points: u32 = 11, "graphSearchRepBound" in 0..=1000;
        /// Virtual losses per thread below a node (KataGo: 1).
        virtual_losses: f64 = 0.4, "numVirtualLossesPerThread" in 0.0..=1000.0;
        /// Prefers moves with a better lower confidence bound; `false` chooses by visits alone.
        lcb_selection: bool = true, "useLcbForSelection" in false..=true;
        /// Standard deviations between the value and its lower confidence bound.
        lcb_deviations: f64 = 5.0, "lcbStdevs" in 0.0..=12.0;
        /// Minimum visits of a move chosen by its lower confidence bound, as a fraction of the
        /// largest visit count.
        lcb_visits: f64 = 0.15, "minVisitPropForLCB" in 0.0..=1.0;
    }
}

params! {
    /// Parameters of the early stop.
    StopParams on &[Interface::Param]; {
        /// Ratio of the visits of the best move to those of the second at which the choice is clear
        /// (Pachi: 2.5).
        clear_lead: f64 = 2.5, "stopClearLead" in 0.0..=1000.0;
        /// Maximum win rate difference between the best move and its best reply at which the choice
        /// is clear (Pachi: 0.02).
        reply_gap: f64 = 0.02, "stopReplyGap" in 0.0..=1.0;
        /// Minimum visits of the best move at which a certain win ends the search (Pachi: 5000).
        won_visits: u32 = 5000, "stopWonVisits" in 0..=1_000_000_000;
        /// Win rate above which a win is certain (Pachi: 0.95).
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
    /// Parameters of sharing between ranks.
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
