//! Selection by RAVE, in the search by playouts: a move's value is mixed of its own results, those of all
//! playouts in which it was played later (AMAF), and a prior by the move model.
//!
//! | module | contents |
//! | --- | --- |
//! | `amaf` | priors as visits, all-moves-as-first statistics |

mod amaf;
mod prior;

use crate::params::{Params, PriorParams};
use crate::root_options::RootNoise;
use crate::tree::node::{Node, PriorWord, WIN};
use crate::tree::simulation::{LeafValue, Simulation, wins_of};
use crate::tree::table::Tree;
use tianyuan_go::{Color, Move, PointMap};

use amaf::AmafNode;
use prior::Prior;

/// Moves of playouts, about, between two looks at the limits: well below a millisecond.
const BATCH_MOVES: u64 = 1000;

/// The colour that played each point first in the present simulation; nobody between simulations.
pub(super) type FirstPlayers<const W: usize> = PointMap<u8, W>;

/// Nobody has played a point yet.
const NOBODY: u8 = 0;

/// Selection, expansion and what playouts teach a tree, with their parameters.
#[derive(Debug)]
pub(super) struct Rave {
    rave_equiv: f32,
    /// Visits of a leaf beyond which it gets children.
    expand: u32,
    prior: PriorParams,
}

impl Rave {
    /// RAVE with these parameters.
    pub(super) fn new(params: &Params) -> Rave {
        Rave {
            rave_equiv: params.tree.rave_equiv as f32,
            expand: params.tree.expand,
            prior: params.prior.clone(),
        }
    }

    /// The moves of a leaf with their priors.
    fn children<const W: usize>(&self, simulation: &Simulation<'_, W>) -> Vec<(Move, PriorWord)> {
        let last = simulation.last_points();
        let priors = Prior::new(simulation.board(), simulation.to_play(), last, &self.prior);
        let prior = |mv: Move| mv.point().map_or(priors.of_pass(), |point| priors.of(point));
        simulation.tree_moves().map(|mv| (mv, AmafNode::pack(prior(mv)))).collect()
    }

    /// The first players of a simulation that has no moves yet.
    pub(super) fn no_first_players<const W: usize>() -> FirstPlayers<W> {
        PointMap::new(NOBODY)
    }

    /// Simulations between two looks at the limits, on a board of so many points.
    pub(super) fn batch(points: usize) -> u64 {
        (BATCH_MOVES / points as u64).max(1)
    }

    /// The child to descend to among those that are allowed; `None` where none is.
    #[inline]
    pub(super) fn select(
        &self,
        children: &[Node],
        is_allowed: impl Fn(&Node) -> bool,
    ) -> Option<usize> {
        amaf::best_child(children, self.rave_equiv, |value| value, is_allowed)
    }

    /// The child of the root to descend to, where options of the root have it selected otherwise.
    ///
    /// A bonus is half as much of a value from 0 to 1 as of utility, which goes from -1 to 1.
    pub(super) fn select_at_root(
        &self,
        children: &[Node],
        noise: &mut RootNoise,
        is_allowed: impl Fn(&Node) -> bool,
    ) -> Option<usize> {
        let seen = |value: f32| value + 0.5 * noise.bonus() as f32;
        amaf::best_child(children, self.rave_equiv, seen, is_allowed)
    }

    /// Makes the children of the leaf that a simulation has come to, if it is time for that; answers
    /// whether to descend to one of them.
    pub(super) fn expand<const W: usize>(
        &self,
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

    /// Adds the result to the siblings of the path that the same player played later.
    pub(super) fn backup_siblings<const W: usize>(
        first_player: &mut FirstPlayers<W>,
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

    /// The value of a child for its player as selection sees it, 0 to 1.
    pub(super) fn value(&self, child: &Node) -> f64 {
        AmafNode(child).value(self.rave_equiv).into()
    }

    /// The weight of a move's prior: its part of the sum over its siblings is what reports say.
    pub(super) fn prior_weight(node: &Node) -> f64 {
        AmafNode(node).prior().wins as f64 / f64::from(WIN / 2)
    }
}
