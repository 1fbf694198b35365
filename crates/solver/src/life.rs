//! Static life in the local game: chains that cannot be captured although their owner always passes.
//!
//! Benson's theorem (1976) with one optional addition: a chain with a liberty outside of the region is alive, because
//! no stone is ever played there.

use tianyuan_go::{Board, Color, Point, PointSet};

/// The points of a problem that do not change.
#[derive(Debug, Clone)]
pub(crate) struct Ground<const W: usize> {
    pub(crate) full: PointSet<W>,
    pub(crate) region: PointSet<W>,
    pub(crate) stride: usize,
}

/// The chains and stones of one side in a position.
pub(crate) struct LifeReader<'a, const W: usize> {
    pub(crate) board: &'a Board<W>,
    pub(crate) ground: &'a Ground<W>,
    /// The stones of the side.
    pub(crate) own: PointSet<W>,
    /// All empty points.
    pub(crate) empty: PointSet<W>,
    /// `true` if a chain with a liberty outside of the region is alive.
    pub(crate) counts_outside: bool,
    /// The points that belong to no eye.
    pub(crate) excluded: PointSet<W>,
}

impl<'a, const W: usize> LifeReader<'a, W> {
    /// Returns the reader of a side, given the stones of both sides by [`Color::index`].
    pub(crate) fn new(
        board: &'a Board<W>,
        ground: &'a Ground<W>,
        stones: &[PointSet<W>; 2],
        color: Color,
    ) -> Self {
        let empty = ground.full - (stones[0] | stones[1]);
        let (own, excluded) = (stones[color.index()], PointSet::EMPTY);
        LifeReader { board, ground, own, empty, counts_outside: true, excluded }
    }

    /// Returns a reader of life by eyes outside of the region alone.
    pub(crate) fn without_region(self) -> Self {
        LifeReader { counts_outside: false, excluded: self.ground.region, ..self }
    }

    /// Returns `true` if a chain of the side is alive: it belongs to a pass-alive set of chains, or it has a liberty
    /// outside of the region and these count.
    pub(crate) fn is_alive(&self, chain: Point) -> bool {
        if self.reaches_outside(chain) {
            return true;
        }
        let vital = self.vital_parts(chain);
        if vital.len() < 2 {
            return false;
        }
        let own = self.chain_points(chain);
        let solid = |part: &&PointSet<W>| self.border(part).is_subset(&own);
        vital.iter().filter(solid).take(2).count() == 2 || self.is_pass_alive(chain)
    }

    /// Returns `true` if a chain has an eye: a vital part that no other chain of the side borders.
    pub(crate) fn has_eye(&self, chain: Point) -> bool {
        let own = self.chain_points(chain);
        self.vital_parts(chain).iter().any(|part| self.border(part).is_subset(&own))
    }

    fn reaches_outside(&self, chain: Point) -> bool {
        self.counts_outside && !self.board.liberties(chain).is_subset(&self.ground.region)
    }

    fn chain_points(&self, chain: Point) -> PointSet<W> {
        self.board.chain_stones(chain).collect()
    }

    /// Returns the stones of the side next to a part of the board.
    fn border(&self, part: &PointSet<W>) -> PointSet<W> {
        part.neighbours(self.ground.stride, &self.own)
    }

    /// Returns the connected parts of the board without stones of the side in which every empty point is a liberty of
    /// the chain.
    fn vital_parts(&self, chain: Point) -> Vec<PointSet<W>> {
        let liberties = *self.board.liberties(chain);
        let others = (self.empty - liberties) | self.excluded;
        let open = self.ground.full - self.own;
        let (mut parts, mut rest) = (Vec::new(), liberties);
        while let Some(seed) = rest.first() {
            rest.remove(seed);
            if let Some(part) = self.closed_part(seed, &open, &others) {
                rest = rest - part;
                parts.push(part);
            }
        }
        parts
    }

    /// Returns the part of `open` that contains `seed`, or `None` if it contains a point of `others`.
    fn closed_part(
        &self,
        seed: Point,
        open: &PointSet<W>,
        others: &PointSet<W>,
    ) -> Option<PointSet<W>> {
        let mut part = PointSet::EMPTY;
        part.insert(seed);
        loop {
            let wider = part | part.neighbours(self.ground.stride, open);
            if wider.intersects(others) {
                return None;
            }
            if wider == part {
                return Some(part);
            }
            part = wider;
        }
    }

    /// Applies Benson's algorithm to a chain and the chains that it needs.
    fn is_pass_alive(&self, target: Point) -> bool {
        let mut seen = self.chain_points(target);
        let mut chains = vec![BensonChain::new(self, target)];
        let mut next = 0;
        while next < chains.len() {
            let border = chains[next].vital.iter().map(|part| self.border(part));
            let mut added = border.fold(PointSet::EMPTY, |all, part| all | part) - seen;
            while let Some(stone) = added.first() {
                let points = self.chain_points(stone);
                (seen, added) = (seen | points, added - points);
                chains.push(BensonChain::new(self, stone));
            }
            next += 1;
        }
        let mut alive = seen;
        loop {
            let is_enclosed = |part: &&PointSet<W>| self.border(part).is_subset(&alive);
            let dies = |chain: &BensonChain<W>| {
                chain.points.is_subset(&alive)
                    && !chain.reaches_outside
                    && chain.vital.iter().filter(is_enclosed).take(2).count() < 2
            };
            let dead = chains.iter().filter(|chain| dies(chain));
            let dead = dead.fold(PointSet::EMPTY, |all, chain| all | chain.points);
            if dead.contains(target) {
                return false;
            }
            if dead.is_empty() {
                return true;
            }
            alive = alive - dead;
        }
    }
}

/// A chain in Benson's algorithm.
struct BensonChain<const W: usize> {
    points: PointSet<W>,
    vital: Vec<PointSet<W>>,
    reaches_outside: bool,
}

impl<const W: usize> BensonChain<W> {
    fn new(reader: &LifeReader<'_, W>, chain: Point) -> Self {
        let reaches_outside = reader.reaches_outside(chain);
        let vital = if reaches_outside { Vec::new() } else { reader.vital_parts(chain) };
        BensonChain { points: reader.chain_points(chain), vital, reaches_outside }
    }
}
