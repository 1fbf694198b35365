//! Search by playouts alone: a leaf is worth one playout, AMAF and the move model guide selection.

use crate::go::{Color, Move, PointMap};
use crate::search::node::{Node, PriorWord, WIN};
use crate::search::params::{Params, PriorParams};
use crate::search::root::SearchRoot;
use crate::search::root_options::RootNoise;
use crate::search::simulation::{LeafValue, Simulation, wins_of};
use crate::search::tree::Tree;

use super::Regime;
use super::amaf::{self, AmafNode};
use super::playout_prior::PlayoutPrior;

/// Moves of playouts, about, between two looks at the limits: well below a millisecond.
const BATCH_MOVES: u64 = 1000;

/// Nobody has played a point yet.
const NOBODY: u8 = 0;

/// The regime of searches without a net.
#[derive(Debug)]
pub(in crate::search) struct Playouts {
    rave_equiv: f32,
    /// Visits of a leaf beyond which it gets children.
    expand: u32,
    prior: PriorParams,
}

impl Playouts {
    /// The regime tuned by parameters.
    pub(in crate::search) fn new(params: &Params) -> Playouts {
        Playouts {
            rave_equiv: params.tree.rave_equiv as f32,
            expand: params.tree.expand,
            prior: params.prior.clone(),
        }
    }

    /// The moves of a leaf with their priors.
    fn children<const W: usize>(&self, simulation: &Simulation<'_, W>) -> Vec<(Move, PriorWord)> {
        let last = simulation.last_points();
        let priors = PlayoutPrior::new(simulation.board(), simulation.to_play(), last, &self.prior);
        let prior = |mv: Move| mv.point().map_or(priors.of_pass(), |point| priors.of(point));
        simulation.tree_moves().map(|mv| (mv, AmafNode::pack(prior(mv)))).collect()
    }
}

impl Regime for Playouts {
    /// The colour that played each point first in the present simulation; nobody between simulations.
    type Thread<'a, const W: usize> = PointMap<u8, W>;

    // AMAF and priors spread visits by playout results, so visits need no correction.
    const BEST_BY_LCB: bool = false;

    const TEACHES_SIBLINGS: bool = true;

    fn thread<const W: usize>(&self, _root: &SearchRoot) -> PointMap<u8, W> {
        PointMap::new(NOBODY)
    }

    fn batch(&self, points: usize) -> u64 {
        (BATCH_MOVES / points as u64).max(1)
    }

    #[inline]
    fn select(&self, children: &[Node], is_allowed: impl Fn(&Node) -> bool) -> Option<usize> {
        amaf::best_child(children, self.rave_equiv, is_allowed)
    }

    /// A bonus is half as much of a value from 0 to 1 as of utility, which goes from -1 to 1.
    fn select_at_root(
        &self,
        children: &[Node],
        noise: &mut RootNoise,
        is_allowed: impl Fn(&Node) -> bool,
    ) -> Option<usize> {
        let seen = |value: f32| value + 0.5 * noise.bonus() as f32;
        amaf::best_child_as_seen(children, self.rave_equiv, seen, is_allowed)
    }

    fn expand<const W: usize>(
        &self,
        _thread: &mut PointMap<u8, W>,
        tree: &Tree,
        leaf: &Node,
        simulation: &Simulation<'_, W>,
    ) -> bool {
        let is_due = leaf.own().visits > self.expand || simulation.moves().is_empty();
        if is_due {
            tree.expand(leaf, || self.children(simulation));
        }
        is_due
    }

    fn evaluate<const W: usize>(
        &self,
        _thread: &mut PointMap<u8, W>,
        simulation: &mut Simulation<'_, W>,
    ) -> LeafValue {
        simulation.play_out()
    }

    /// Adds the result to the siblings of the path that the same player played later (AMAF).
    fn backup_siblings<const W: usize>(
        &self,
        first_player: &mut PointMap<u8, W>,
        tree: &Tree,
        simulation: &Simulation<'_, W>,
        value: LeafValue,
    ) {
        let (path, moves) = (simulation.path(), simulation.moves());
        let root_color = simulation.root().color;
        let depth = path.len() - 1;
        // From the end backwards, so that the first player of a point is the one that stays.
        for &(color, mv) in moves[depth..].iter().rev() {
            first_player[usize::from(mv.code())] = color as u8;
        }
        for (place, step) in path.iter().enumerate().rev() {
            let player: Color = if place % 2 == 0 { root_color } else { !root_color };
            if let Some(&(color, mv)) = moves.get(place).filter(|_| place < depth) {
                first_player[usize::from(mv.code())] = color as u8;
            }
            // A pass means something else later in the game.
            first_player[usize::from(Move::Pass.code())] = NOBODY;
            let half_wins = wins_of(player, value.black_wins as u32) / (WIN / 2);
            for child in tree.children(step.node) {
                let code = usize::from(child.mv().code());
                AmafNode(child).add_amaf(first_player[code] == player as u8, half_wins);
            }
        }
        // Only what was touched is reset: the whole map is larger than a playout.
        for &(_, mv) in moves {
            first_player[usize::from(mv.code())] = NOBODY;
        }
    }

    fn value(&self, child: &Node) -> Option<f64> {
        Some(AmafNode(child).value(self.rave_equiv).into())
    }

    fn prior_weight(node: &Node) -> f64 {
        AmafNode(node).prior().wins as f64 / f64::from(WIN / 2)
    }

    fn leading_child(
        &self,
        children: &[Node],
        is_allowed: impl Fn(&Node) -> bool,
    ) -> Option<usize> {
        self.select(children, is_allowed)
    }
}
