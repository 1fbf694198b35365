//! Dead stones at the end of a game: by proof if possible, otherwise by playouts and a net.

use crate::go::{Board, Color, Game, Point, PointSet, score};
use crate::nn::{AnyNet, Nets};
use crate::search::{Ownership, ReadFights};

/// A chain is dead if its mean ownership for its own colour, from -1 to 1, is below this. Chains in seki are near 0.
const DEAD: f32 = -0.25;

/// A living chain adjacent to a shared point is in seki if its mean ownership is below this.
const SEKI: f32 = 0.7;

/// The status of all stones if the game ends in this position.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DeadStones {
    /// Living stones.
    pub alive: PointSet,
    /// Dead stones, removed before scoring.
    pub dead: PointSet,
    /// Stones without two eyes adjacent to points that neither side owns.
    pub seki: PointSet,
}

/// The number of playouts that are mixed with the ownership of a built-in net.
const PLAYOUTS: u32 = 600;

/// The number of playouts for each player to move without a net.
const SEARCH_PLAYOUTS: u64 = 1000;

impl DeadStones {
    /// Returns all stones as alive, for rules that remove no dead stones.
    pub fn all_alive(game: &Game) -> DeadStones {
        let [black, white] = Color::BOTH.map(|color| game.board().stones_of(color));
        DeadStones { alive: black | white, ..DeadStones::default() }
    }

    /// Judges a position by searches without a net. The result is deterministic.
    pub fn by_playouts(game: &Game) -> DeadStones {
        DeadStones::of(game, &Ownership::by_search(game, SEARCH_PLAYOUTS))
    }

    /// Judges a position by the ownership output of a net. For built-in nets it is averaged with 600 playouts.
    /// Without a net for the board size, it is [`by_playouts`](Self::by_playouts).
    pub fn by_net(game: &Game, net: &AnyNet) -> DeadStones {
        match Ownership::by_net(game, net, PLAYOUTS) {
            Some(ownership) => DeadStones::of(game, &ownership),
            None => DeadStones::by_playouts(game),
        }
    }

    /// Judges a position by the net for its board size, or by playouts if there is none.
    pub(super) fn estimate(game: &Game, nets: &Nets) -> DeadStones {
        match nets.of(game.size()) {
            Some(net) => DeadStones::by_net(game, net),
            None => DeadStones::by_playouts(game),
        }
    }

    /// Judges every chain: pass-alive chains are alive, stones inside pass-alive regions of the opponent are dead,
    /// reading decides small fights, and ownership decides the rest.
    pub fn of(game: &Game, ownership: &Ownership) -> DeadStones {
        let board = game.board();
        let proven = Color::BOTH.map(|color| score::pass_alive(board, color));
        let read = ReadFights::of(board);
        let mut judgement = DeadStones::default();
        let (mut in_seki, mut unproven) = (Vec::new(), Vec::new());
        for color in Color::BOTH {
            for chain in board.stones_of(color).components(game.size().stride()) {
                // A proof precedes ownership, which is an estimate.
                let alive = chain.intersects(&proven[color.index()]);
                let enclosed = chain.intersects(&proven[(!color).index()]);
                let owned = ownership.mean(&chain, color);
                if alive {
                    judgement.alive |= chain;
                } else if !enclosed && chain.intersects(&read.seki) {
                    in_seki.push(chain);
                } else if enclosed
                    || chain.intersects(&read.dead)
                    || owned < DEAD && !is_ko_stone_of_living(board, &chain, ownership)
                {
                    judgement.dead |= chain;
                } else {
                    unproven.push((chain, owned));
                }
            }
        }
        // After all others: points next to a dead chain belong to the opponent and make no seki.
        let shared = shared_points(game, &judgement.dead);
        let full = PointSet::full(game.size());
        for chain in in_seki {
            let beside = chain.neighbours(game.size().stride(), &full);
            // Reading assumes that the surrounding chains are alive.
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

    /// Returns a point that neither side owns, outside of sekis, where a colour may safely play.
    pub(super) fn dame(&self, game: &Game, color: Color) -> Option<Point> {
        self.open_points(game, color).first()
    }

    /// Returns the points that neither side owns, outside of sekis, where a colour may safely play.
    pub(super) fn open_points(&self, game: &Game, color: Color) -> PointSet {
        let board = game.board();
        let is_safe = |&point: &Point| {
            !board.neighbours(point).any(|stone| self.seki.contains(stone))
                && !board.is_self_atari(color, point)
                && game.is_legal(color, point).is_ok()
        };
        shared_points(game, &self.dead).iter().filter(is_safe).collect()
    }
}

/// Returns `true` if a chain is a single stone that can be captured only in a ko, next to a living chain of its
/// color. It can be recaptured, so it is not a prisoner if the ko remains.
fn is_ko_stone_of_living(board: &Board, chain: &PointSet, ownership: &Ownership) -> bool {
    let (Some(stone), 1) = (chain.first(), chain.len()) else { return false };
    let (Some(color), Some(point)) = (board.color_at(stone), board.liberties(stone).first()) else {
        return false;
    };
    let is_ko = board.liberty_count(stone) == 1 && captures_ko(board, !color, point);
    let is_living = |other: Point| {
        other != stone && ownership.mean(&board.chain_stones(other).collect(), color) >= DEAD
    };
    is_ko && board.neighbours(point).any(is_living)
}

/// Returns `true` if a stone of `color` on an empty point captures one stone and is otherwise surrounded, as in a ko.
pub(super) fn captures_ko(board: &Board, color: Color, point: Point) -> bool {
    board.neighbourhood(point).is_surrounded_by(!color) && board.captures(color, point).len() == 1
}

/// Returns the points that neither side owns after the dead stones are removed.
fn shared_points(game: &Game, dead: &PointSet) -> PointSet {
    let area = score::Area::of(game.board(), dead);
    PointSet::full(game.size()) - area.points[0] - area.points[1]
}
