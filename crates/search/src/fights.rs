//! Fights between chains with common liberties, decided by reading: seki, or one side is dead.
//!
//! Nets and playouts often misjudge them, so a local search decides if a fight is small enough. In a seki every chain
//! survives an attack by the opponent, who moves first and anywhere between the chains. Stones are dead if they are
//! captured even if their owner moves first, and the opponent's chains survive. That includes the bent four in the
//! corner: the reading has no ko threats elsewhere. The surroundings count as alive.

use tianyuan_go::{Board, Color, Game, Point, PointSet, Scoring, Tax, score};

/// Returns the points of territory that the tax on groups in seki takes from Black, minus White's, under territory
/// scoring. Only sekis that reading finds count.
pub(super) fn seki_tax(game: &Game) -> i32 {
    let rules = game.rules();
    if rules.scoring == Scoring::Area || rules.tax == Tax::None {
        return 0;
    }
    let read = ReadFights::of(game.board());
    if read.seki.is_empty() {
        return 0;
    }
    let area = score::Area::of(game.board(), &read.dead);
    let [black, white] = Color::BOTH.map(|color| area.taxed_eyes(&read.seki, color));
    black - white
}

/// The maximum number of liberties of a chain that is read.
const MAX_LIBERTIES: usize = 3;

/// The maximum number of moves in a line of reading.
const MAX_DEPTH: u32 = 24;

/// The maximum number of positions per chain, about 5 ms.
const MAX_POSITIONS: u32 = 20_000;

/// The largest captured shape in which the opponent can prevent two eyes.
const LARGEST_NAKADE: usize = 6;

/// The stones whose status was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadFights {
    /// The stones in seki.
    pub seki: PointSet,
    /// The dead stones.
    pub dead: PointSet,
}

impl ReadFights {
    /// Reads all fights on a board.
    pub fn of(board: &Board) -> ReadFights {
        let mut read = ReadFights::default();
        let mut seen = PointSet::EMPTY;
        for &point in board.empty_points() {
            if seen.contains(point) || !is_closed_to_both(board, point) {
                continue;
            }
            let fight = Fight::at(board, point);
            seen |= fight.region;
            if fight.is_seki(board) {
                read.seki |= fight.chains[0] | fight.chains[1];
            } else {
                read.dead |= fight.dead_stones(board);
            }
        }
        read
    }
}

/// Returns `true` if a stone of either color on a point would be in atari or is illegal.
fn is_closed_to_both(board: &Board, point: Point) -> bool {
    let is_closed =
        |&color: &Color| !board.is_legal(color, point) || board.is_self_atari(color, point);
    Color::BOTH.iter().all(is_closed)
}

/// Chains that share liberties, and the points that decide about them.
struct Fight {
    /// The stones of both colors, by [`Color::index`].
    chains: [PointSet; 2],
    /// The chains and their liberties.
    region: PointSet,
}

impl Fight {
    /// Collects the chains at a point, and those at their other liberties that are closed to both
    /// players. Chains with more than [`MAX_LIBERTIES`] liberties belong to the surroundings.
    fn at(board: &Board, point: Point) -> Fight {
        let mut fight = Fight { chains: [PointSet::EMPTY; 2], region: PointSet::EMPTY };
        let mut open = vec![point];
        while let Some(point) = open.pop() {
            fight.region.insert(point);
            for stone in board.neighbours(point) {
                let Some(color) = board.color_at(stone) else { continue };
                let chain = &mut fight.chains[color.index()];
                if chain.contains(stone) || board.liberty_count(stone) > MAX_LIBERTIES {
                    continue;
                }
                let stones: PointSet = board.chain_stones(stone).collect();
                *chain |= stones;
                fight.region |= stones | *board.liberties(stone);
                let shared = board.liberties(stone).iter();
                open.extend(shared.filter(|&it| it != point && is_closed_to_both(board, it)));
            }
        }
        fight
    }

    /// Returns `true` if both colors have chains and none can be captured.
    fn is_seki(&self, board: &Board) -> bool {
        Color::BOTH.into_iter().all(|color| self.survives(board, color))
    }

    /// Returns the stones of chains that are captured even if their owner moves first, if the opponent's chains
    /// survive.
    fn dead_stones(&self, board: &Board) -> PointSet {
        let loser = Color::BOTH.into_iter().find(|&color| self.survives(board, !color));
        let Some(loser) = loser else { return PointSet::EMPTY };
        let chains = self.chains[loser.index()].components(board.size().stride());
        let dead =
            chains.filter(|chain| self.is_captured(board, chain, loser, loser) == Some(true));
        dead.fold(PointSet::EMPTY, |all, chain| all | chain)
    }

    /// Returns `true` if a color has chains and none can be captured by an opponent that moves first.
    fn survives(&self, board: &Board, color: Color) -> bool {
        let mut chains = self.chains[color.index()].components(board.size().stride()).peekable();
        chains.peek().is_some()
            && chains.all(|chain| self.is_captured(board, &chain, color, !color) == Some(false))
    }

    /// Returns `true` if a chain of a color is captured with `first` to move, or `None` if this was not decided.
    fn is_captured(
        &self,
        board: &Board,
        chain: &PointSet,
        color: Color,
        first: Color,
    ) -> Option<bool> {
        let target = chain.first()?;
        let mut reader = Reader { region: self.region, target, color, left: MAX_POSITIONS };
        reader.is_captured(board, first, 0)
    }
}

/// Reads whether one chain can be captured by moves within a region.
struct Reader {
    region: PointSet,
    /// A stone of the chain, and its color.
    target: Point,
    color: Color,
    /// Positions that may still be read.
    left: u32,
}

impl Reader {
    /// Returns `true` if the chain is captured with a color to move, or `None` if this is not decided within the
    /// limits. The defender may pass; a pass of the attacker never helps.
    fn is_captured(&mut self, board: &Board, to_move: Color, depth: u32) -> Option<bool> {
        let attacks = to_move != self.color;
        if depth >= MAX_DEPTH {
            return None;
        }
        let mut is_known = true;
        for point in self.moves(board, to_move) {
            self.left = self.left.checked_sub(1)?;
            if !attacks && board.captures(to_move, point).len() > LARGEST_NAKADE {
                return Some(false);
            }
            let after = after(board, to_move, Some(point));
            let is_gone = after.color_at(self.target) != Some(self.color);
            let found =
                if is_gone { Some(true) } else { self.is_captured(&after, !to_move, depth + 1) };
            match found {
                Some(captured) if captured == attacks => return found,
                Some(_) => {}
                None => is_known = false,
            }
        }
        if !attacks {
            let after = after(board, to_move, None);
            match self.is_captured(&after, !to_move, depth + 1) {
                Some(true) => {}
                other => return other,
            }
        }
        // No move succeeds.
        is_known.then_some(!attacks)
    }

    /// Returns the legal moves within the region, captures first.
    fn moves(&self, board: &Board, color: Color) -> Vec<Point> {
        let is_legal = |&point: &Point| board.is_empty(point) && board.is_legal(color, point);
        let mut moves: Vec<Point> = self.region.iter().filter(is_legal).collect();
        moves.sort_by_key(|&point| board.captures(color, point).first().is_none());
        moves
    }
}

/// Returns the board after a stone, or after a pass. Not inlined, so that the frames of the recursion hold
/// no board.
#[inline(never)]
fn after(board: &Board, color: Color, point: Option<Point>) -> Box<Board> {
    let mut after = Box::new(board.clone());
    match point {
        Some(point) => {
            after.play(color, point);
        }
        None => after.clear_ko(),
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::Diagram;

    /// A seki in the upper left; both sides have one eye.
    const EYES: &str = "
        . O . X . X O . O
        O O X X X X O O O
        X X O O O O O . O
        . X O . . O O O O
        X X O . . O . . O
        . X O . . O . . O
        X X O O . O . . O
        . X O . . O . . O
        X X O . . O . . O";

    fn seki(text: &str) -> usize {
        ReadFights::of(&Diagram::parse(text).board()).seki.len()
    }

    #[test]
    fn seki_tax_counts_eyes_of_read_sekis() {
        let diagram = Diagram::parse(EYES);
        let board = diagram.board();
        let read = ReadFights::of(&board);
        let area = score::Area::of(&board, &read.dead);
        assert_eq!(Color::BOTH.map(|color| area.taxed_eyes(&read.seki, color)), [1, 1]);
        assert_eq!(area.taxed_eyes(&PointSet::EMPTY, Color::White), 0);
    }

    #[test]
    fn bent_four_in_the_corner_is_dead() {
        let text = "
            X X . O X . .
            X O O O X . .
            . O X X X . .
            O O X . . . .
            X X X . . . .
            . . . . . . .
            . . . . . . .";
        let diagram = Diagram::parse(text);
        let read = ReadFights::of(&diagram.board());
        let white = diagram.stones.iter().filter(|&&(color, _)| color == Color::White);
        assert_eq!(read.dead, white.map(|&(_, point)| point).collect());
        assert!(read.seki.is_empty());
    }

    #[test]
    fn chains_with_one_eye_each_and_shared_liberty_are_seki() {
        assert_eq!(seki(EYES), 9);
    }

    #[test]
    fn chains_with_two_shared_liberties_are_seki() {
        let text = "
            . O O O . X O . .
            X X X X X X O . .
            O O O O O O O . .
            . . . . . . . . .";
        // The board is square: nine lines, six of them empty.
        let rows = "\n. . . . . . . . .".repeat(5);
        assert_eq!(seki(&format!("{text}{rows}")), 10);
    }

    #[test]
    fn shared_liberties_are_not_seki_if_sacrifice_kills() {
        // White plays C7, loses five stones and kills Black with B7.
        let text = "
            O O . X O . .
            O O X X O . .
            . X X O O . .
            X X O O . . .
            O O O O . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(seki(text), 0);
    }

    #[test]
    fn enclosed_chain_with_one_eye_is_not_seki() {
        let text = "
            . O . X X O .
            O O X . X O .
            O X X X X O .
            O O O O O O .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(seki(text), 0);
    }
}
