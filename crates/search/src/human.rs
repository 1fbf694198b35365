//! The human net of a search: its parameters, and its evaluation of the root.
//!
//! Names, ranges and formulas of the parameters are KataGo's.

use std::sync::Arc;

use crate::evaluation_cache::EvaluationCache;
use crate::params_macro::{Interface, params};
use crate::raw_net::{RawNetEvaluator, RawNetOutput};
use tianyuan_go::{BoardSize, Color, Game, Move};
use tianyuan_nn::katago::HumanProfile;
use tianyuan_nn::{AnyNet, Symmetry};

params! {
    /// Parameters of the human net. They have no effect without a human net and a profile.
    #[derive(Copy)]
    HumanParams on &[Interface::Gtp, Interface::Json]; {
        /// Share of the human policy in the choice of a move.
        chosen_move_prop: f64 = 0.0, "humanSLChosenMoveProp" in 0.0..=1.0;
        /// The search decides on passes, not the human policy.
        chosen_move_ignore_pass: bool = false, "humanSLChosenMoveIgnorePass" in false..=true;
        /// Utility loss at which the human probability of a move falls to a third; small values play
        /// stronger.
        chosen_move_pikl_lambda: f64 = 1e9, "humanSLChosenMovePiklLambda" in 1e-9..=1e9;
        /// Share of playouts that select the root move by the human policy, without weight in the
        /// root's value.
        root_explore_weightless: f64 = 0.0, "humanSLRootExploreProbWeightless" in 0.0..=1.0;
        /// Share of playouts that select the root move by the human policy, with weight.
        root_explore_weightful: f64 = 0.0, "humanSLRootExploreProbWeightful" in 0.0..=1.0;
        /// The weightless share below the root, when the player at the root is to move.
        pla_explore_weightless: f64 = 0.0, "humanSLPlaExploreProbWeightless" in 0.0..=1.0;
        /// The weightful share below the root, when the player at the root is to move.
        pla_explore_weightful: f64 = 0.0, "humanSLPlaExploreProbWeightful" in 0.0..=1.0;
        /// The weightless share below the root, when the opponent is to move.
        opp_explore_weightless: f64 = 0.0, "humanSLOppExploreProbWeightless" in 0.0..=1.0;
        /// The weightful share below the root, when the opponent is to move.
        opp_explore_weightful: f64 = 0.0, "humanSLOppExploreProbWeightful" in 0.0..=1.0;
        /// Exploration constant of playouts that select by the human policy.
        cpuct: f64 = 1.0, "humanSLCpuctExploration" in 0.0..=1000.0;
        /// Exploration constant that does not fade as visits grow.
        cpuct_permanent: f64 = 0.0, "humanSLCpuctPermanent" in 0.0..=1000.0;
    }
}

/// The shares of playouts that select by the human policy at a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ExploreShares {
    pub(super) weightless: f64,
    pub(super) weightful: f64,
}

impl HumanParams {
    /// Returns the parameters for a search from the opponent's side.
    pub fn for_opponent(self) -> HumanParams {
        HumanParams {
            pla_explore_weightless: self.opp_explore_weightless,
            pla_explore_weightful: self.opp_explore_weightful,
            opp_explore_weightless: self.pla_explore_weightless,
            opp_explore_weightful: self.pla_explore_weightful,
            ..self
        }
    }

    /// Returns the shares at a node `depth` moves below the root; `is_player` if the player at the root is to move.
    pub(super) fn shares(&self, depth: usize, is_player: bool) -> ExploreShares {
        let (weightless, weightful) = match (depth, is_player) {
            (0, _) => (self.root_explore_weightless, self.root_explore_weightful),
            (_, true) => (self.pla_explore_weightless, self.pla_explore_weightful),
            (_, false) => (self.opp_explore_weightless, self.opp_explore_weightful),
        };
        ExploreShares { weightless, weightful }
    }

    /// Returns `true` if playouts may select by the human policy below the root.
    pub(super) fn explores_tree(&self) -> bool {
        [
            self.pla_explore_weightless,
            self.pla_explore_weightful,
            self.opp_explore_weightless,
            self.opp_explore_weightful,
        ]
        .iter()
        .any(|&share| share > 0.0)
    }

    /// Returns `true` if some playouts select by the human policy.
    pub(super) fn explores(&self) -> bool {
        self.explores_tree() || self.root_explore_weightless + self.root_explore_weightful > 0.0
    }
}

/// A human net with the profile that it imitates, for searches.
#[derive(Debug, Clone, PartialEq)]
pub struct HumanGuide {
    /// The net.
    pub net: AnyNet,
    /// The imitated players.
    pub profile: HumanProfile,
    /// The parameters.
    pub params: HumanParams,
}

impl HumanGuide {
    /// Evaluates the position of a game with a colour to move, averaged over the first `symmetries` symmetries. Returns
    /// `None` if the net does not support the board size.
    pub fn evaluate(&self, game: &Game, color: Color, symmetries: u32) -> Option<RawNetOutput> {
        let symmetries = &Symmetry::ALL[..(symmetries as usize).clamp(1, Symmetry::ALL.len())];
        let mut evaluator = RawNetEvaluator::new(&self.net).with_profile(Some(self.profile));
        RawNetOutput::mean(&evaluator.ask(game, color, symmetries, 0.0)?)
    }

    /// Returns `true` if a tree that grew with `before`, `moves` moves above this root, would be the same.
    pub(super) fn fits(&self, before: &HumanGuide, moves: usize) -> bool {
        let is_idle = |guide: &HumanGuide| !guide.params.explores();
        let then =
            if moves.is_multiple_of(2) { before.params } else { before.params.for_opponent() };
        is_idle(self) && is_idle(before)
            || self.net == before.net && self.profile == before.profile && self.params == then
    }
}

/// The legal moves of a position in descending order of their human probability.
pub(super) type HumanPolicy = Arc<[(Move, f64)]>;

/// The memory of a policy on a 19x19 board, in bytes.
pub(super) const HUMAN_POLICY_BYTES: usize =
    BoardSize::STANDARD.area() * size_of::<(Move, f64)>() + 64;

/// The human net at the root of a search.
#[derive(Debug, Clone)]
pub(super) struct RootHuman {
    pub(super) guide: HumanGuide,
    /// The evaluation of the root.
    pub(super) output: Arc<RawNetOutput>,
    /// The policy of the root.
    pub(super) policy: HumanPolicy,
    /// The policies of positions below the root.
    pub(super) cache: Arc<EvaluationCache<HumanPolicy>>,
}

impl RootHuman {
    pub(super) fn new(
        guide: HumanGuide,
        game: &Game,
        output: Arc<RawNetOutput>,
        cache: Arc<EvaluationCache<HumanPolicy>>,
    ) -> RootHuman {
        let moves = output.moves(game.size()).collect();
        RootHuman { guide, output, policy: descending(moves), cache }
    }
}

/// Sorts moves by probability, highest first.
pub(super) fn descending(mut moves: Vec<(Move, f64)>) -> HumanPolicy {
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    moves.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_depend_on_depth_and_player() {
        let params = HumanParams {
            root_explore_weightless: 0.8,
            pla_explore_weightful: 0.1,
            opp_explore_weightless: 0.2,
            ..HumanParams::default()
        };
        let shares = |depth, is_player| {
            let ExploreShares { weightless, weightful } = params.shares(depth, is_player);
            (weightless, weightful)
        };
        assert_eq!(shares(0, true), (0.8, 0.0));
        assert_eq!([shares(2, true), shares(1, false)], [(0.0, 0.1), (0.2, 0.0)]);
        assert_eq!(params.for_opponent().shares(1, false).weightful, 0.1);
        assert_eq!(params.for_opponent().for_opponent(), params);
        assert!(params.explores_tree() && !HumanParams::default().explores());
    }
}
