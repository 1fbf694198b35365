//! Dead stones at the end of a game: by proof if there is one, otherwise by playouts and a net.

use crate::go::{Color, Game, Point, PointSet, score};
use crate::nn::{AnyNet, Nets};
use crate::search::Ownership;

use super::seki::stones_in_seki;

/// A chain is dead below this mean ownership by its own colour, from -1 to 1. Chains in seki are
/// near 0.
const DEAD: f32 = -0.4;

/// A living chain next to a shared point is in seki below this mean ownership.
const SEKI: f32 = 0.7;

/// Which stones of a position are alive, dead or in seki if the game ends there.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DeadStones {
    /// Stones that stay on the board.
    pub alive: PointSet,
    /// Stones that are taken off before counting.
    pub dead: PointSet,
    /// Stones that stay without two eyes, next to points that neither side owns.
    pub seki: PointSet,
}

/// The playouts that estimate the ownership of a position.
const PLAYOUTS: u32 = 600;

impl DeadStones {
    /// Every stone alive, for rules that take no stones off before counting.
    pub fn all_alive(game: &Game) -> DeadStones {
        let [black, white] = Color::BOTH.map(|color| game.board().stones_of(color));
        DeadStones { alive: black | white, ..DeadStones::default() }
    }

    /// Judges a position by the ownership of 600 playouts. A position is always judged alike.
    pub fn by_playouts(game: &Game) -> DeadStones {
        DeadStones::of(game, &Ownership::estimate(game, PLAYOUTS))
    }

    /// Judges a position by the ownership that a net expects, mixed with that of 600 playouts for one
    /// of our own; by playouts alone where the net is not for the board.
    pub fn by_net(game: &Game, net: &AnyNet) -> DeadStones {
        match Ownership::by_net(game, net, PLAYOUTS) {
            Some(ownership) => DeadStones::of(game, &ownership),
            None => DeadStones::by_playouts(game),
        }
    }

    /// Judges a position by the net for its board size, or by playouts alone without a net.
    pub(super) fn estimate(game: &Game, nets: &Nets) -> DeadStones {
        match nets.of(game.size()) {
            Some(net) => DeadStones::by_net(game, net),
            None => DeadStones::by_playouts(game),
        }
    }

    /// Judges every chain: pass-alive chains are alive, stones within pass-alive regions of the
    /// opponent are dead, reading finds sekis, and ownership decides on the rest.
    pub fn of(game: &Game, ownership: &Ownership) -> DeadStones {
        let board = game.board();
        let proven = Color::BOTH.map(|color| score::pass_alive(board, color));
        let read_as_seki = stones_in_seki(board);
        let mut judgement = DeadStones::default();
        let (mut in_seki, mut unproven) = (Vec::new(), Vec::new());
        for color in Color::BOTH {
            for chain in board.stones_of(color).components(game.size().stride()) {
                // A proof goes before ownership, which is an estimate.
                let alive = chain.intersects(&proven[color.index()]);
                let enclosed = chain.intersects(&proven[(!color).index()]);
                let owned = ownership.mean(&chain, color);
                if alive {
                    judgement.alive |= chain;
                } else if !enclosed && chain.intersects(&read_as_seki) {
                    in_seki.push(chain);
                } else if enclosed || owned < DEAD {
                    judgement.dead |= chain;
                } else {
                    unproven.push((chain, owned));
                }
            }
        }
        // Only now: what is next to a dead chain is the opponent's, and makes no seki.
        let shared = shared_points(game, &judgement.dead);
        let full = PointSet::full(game.size());
        for chain in in_seki {
            let beside = chain.neighbours(game.size().stride(), &full);
            // Reading takes the surroundings for alive.
            match beside.intersects(&judgement.dead) {
                true => judgement.alive |= chain,
                false => judgement.seki |= chain,
            }
        }
        for (chain, owned) in unproven {
            let beside = chain.neighbours(game.size().stride(), &full).intersects(&shared);
            match beside && owned < SEKI {
                true => judgement.seki |= chain,
                false => judgement.alive |= chain,
            }
        }
        judgement
    }

    /// A point that neither side owns, outside of sekis, where a colour may safely play.
    pub(super) fn dame(&self, game: &Game, color: Color) -> Option<Point> {
        let board = game.board();
        let is_safe = |&point: &Point| {
            !board.neighbours(point).any(|stone| self.seki.contains(stone))
                && !board.is_self_atari(color, point)
                && game.is_legal(color, point).is_ok()
        };
        shared_points(game, &self.dead).iter().find(is_safe)
    }
}

/// The empty points that neither side owns: dame.
fn shared_points(game: &Game, dead: &PointSet) -> PointSet {
    let area = score::Area::of(game.board(), dead);
    PointSet::full(game.size()) - area.points[0] - area.points[1]
}
