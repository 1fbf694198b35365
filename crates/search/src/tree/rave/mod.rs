//! Selection by RAVE in the search by playouts. A move's value combines its own results, the results of all playouts
//! in which it was played later (AMAF), and a prior from the move model.
//!
//! | module | contents |
//! | --- | --- |
//! | `amaf` | all-moves-as-first statistics, and priors as visits |
//! | `prior` | the prior from the move model |

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

/// The approximate number of playout moves between two limit checks: well below a millisecond.
const BATCH_MOVES: u64 = 1000;

/// The colour that first played each point in the current simulation; [`NOBODY`] between simulations.
pub(super) type FirstPlayers<const W: usize> = PointMap<u8, W>;

/// No colour has played the point yet.
const NOBODY: u8 = 0;

/// Selection, expansion and AMAF updates, with their parameters.
#[derive(Debug)]
pub(super) struct Rave {
    rave_equiv: f32,
    /// The number of visits above which a leaf is expanded.
    expand: u32,
    prior: PriorParams,
}

impl Rave {
    /// Creates RAVE with these parameters.
    pub(super) fn new(params: &Params) -> Rave {
        Rave {
            rave_equiv: params.tree.rave_equiv as f32,
            expand: params.tree.expand,
            prior: params.prior.clone(),
        }
    }

    /// Returns the moves of a leaf with their priors.
    fn children<const W: usize>(&self, simulation: &Simulation<'_, W>) -> Vec<(Move, PriorWord)> {
        let last = simulation.last_points();
        let priors = Prior::new(simulation.board(), simulation.to_play(), last, &self.prior);
        let prior = |mv: Move| mv.point().map_or(priors.of_pass(), |point| priors.of(point));
        simulation.tree_moves().map(|mv| (mv, AmafNode::pack(prior(mv)))).collect()
    }

    /// Returns the first players of a simulation without moves.
    pub(super) fn no_first_players<const W: usize>() -> FirstPlayers<W> {
        PointMap::new(NOBODY)
    }

    /// Returns the number of simulations between two limit checks, on a board of `points` points.
    pub(super) fn batch(points: usize) -> u64 {
        (BATCH_MOVES / points as u64).max(1)
    }

    /// Returns the child to descend to among the allowed ones, or `None` if none is allowed.
    #[inline]
    pub(super) fn select(
        &self,
        children: &[Node],
        is_allowed: impl Fn(&Node) -> bool,
    ) -> Option<usize> {
        amaf::best_child(children, self.rave_equiv, |value| value, is_allowed)
    }

    /// Returns the child of the root to descend to if root options change the selection.
    ///
    /// Half of a bonus is added, because values range from 0 to 1 but utility from -1 to 1.
    pub(super) fn select_at_root(
        &self,
        children: &[Node],
        noise: &mut RootNoise,
        is_allowed: impl Fn(&Node) -> bool,
    ) -> Option<usize> {
        let seen = |value: f32| value + 0.5 * noise.bonus() as f32;
        amaf::best_child(children, self.rave_equiv, seen, is_allowed)
    }

    /// Expands the leaf of a simulation if it has enough visits. Returns `true` if the simulation should descend to a
    /// child.
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
        // Backwards, so that the first player of a point overwrites later ones.
        for &(color, mv) in moves[depth..].iter().rev() {
            first_player[usize::from(mv.code())] = color as u8;
        }
        for (place, step) in path.iter().enumerate().rev() {
            let player: Color = if place % 2 == 0 { root_color } else { !root_color };
            if let Some(&(color, mv)) = moves.get(place).filter(|_| place < depth) {
                first_player[usize::from(mv.code())] = color as u8;
            }
            // A pass has a different meaning later in the game.
            first_player[usize::from(Move::Pass.code())] = NOBODY;
            let half_wins = wins_of(player, value.black_wins as u32) / (WIN / 2);
            for child in tree.children(step.node) {
                let code = usize::from(child.mv().code());
                AmafNode(child).add_amaf(first_player[code] == player as u8, half_wins);
            }
        }
        // Only touched points are reset: the whole map is larger than a playout.
        for &(_, mv) in moves {
            first_player[usize::from(mv.code())] = NOBODY;
        }
    }

    /// Returns the value of a child for its player in selection, 0 to 1.
    pub(super) fn value(&self, child: &Node) -> f64 {
        AmafNode(child).value(self.rave_equiv).into()
    }

    /// Returns the weight of a move's prior; reports contain its fraction of the sum over the siblings.
    pub(super) fn prior_weight(node: &Node) -> f64 {
        AmafNode(node).prior().wins as f64 / f64::from(WIN / 2)
    }
}
