//! The value of a game that two passes have ended.

use tianyuan_go::{Board, Color, PointMap, PointSet, score};

use super::evaluation::Evaluation;
use super::node_stats::ExpectedOutcome;
use super::path::Path;

/// The minimum mean ownership at which a chain is alive (for its own colour) or dead (for the other). In between the
/// status is uncertain, and the net's value is used.
const SURE: f64 = 0.6;

/// Returns the value of a finished game under rules that count all stones as alive.
pub(super) fn area_terminal_value<const W: usize>(path: &Path<'_, W>) -> Evaluation {
    counted_end(path, &PointSet::EMPTY)
}

/// Returns the value of a finished game under rules that remove dead stones, which the net's ownership identifies. It
/// is the score without the dead stones, or the net's expectation if the status of a chain is uncertain.
pub(super) fn net_terminal_value<const W: usize>(
    path: &Path<'_, W>,
    by_net: &Evaluation,
) -> Evaluation {
    let size = path.board().size();
    let mut owners = PointMap::<f64, W>::new(0.0);
    size.points().zip(by_net.owners()).for_each(|(point, owner)| owners[point] = owner);
    // The search often passes too early. If the status of a chain is open, counting it as alive or dead would reward
    // that, so the net's value is used.
    match dead_stones(path.board(), &owners) {
        Some(dead) => counted_end(path, &dead),
        None => {
            let owners = by_net.owners().map(|owner| owner as f32);
            Evaluation::of_end(by_net.expectation, owners)
        }
    }
}

/// Returns the dead stones by ownership (positive for Black), or `None` if the status of any chain is uncertain.
fn dead_stones<const W: usize>(board: &Board<W>, owners: &PointMap<f64, W>) -> Option<PointSet<W>> {
    let mut dead = PointSet::EMPTY;
    for color in Color::BOTH {
        for chain in board.stones_of(color).components(board.size().stride()) {
            // The mean over the chain, because single points are noisier and a chain lives or dies as a whole.
            let sum: f64 = chain.iter().map(|point| owners[point]).sum();
            let owned = sum * f64::from(color.sign()) / chain.len() as f64;
            if owned.abs() < SURE {
                return None;
            }
            if owned < 0.0 {
                dead |= chain;
            }
        }
    }
    Some(dead)
}

fn counted_end<const W: usize>(path: &Path<'_, W>, dead: &PointSet<W>) -> Evaluation {
    let area = score::Area::of(path.board(), dead);
    let owner = |point| {
        let has = |color: Color| f32::from(u8::from(area.points[color.index()].contains(point)));
        has(Color::Black) - has(Color::White)
    };
    let owners = path.board().size().points().map(owner);
    Evaluation::of_end(ExpectedOutcome::of_end(path.score(dead)), owners)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::move_filter::MoveFilter;
    use crate::root::SearchRoot;
    use crate::root_options::RootOptions;
    use tianyuan_go::{Diagram, Game, Komi, Move, Rules};

    /// A position in which White has a dead stone in Black's area on the left.
    fn root(rules: &str) -> (SearchRoot, Diagram) {
        let diagram = Diagram::parse(
            ". X . O .
             . X . O .
             O X X O .
             . X . O .
             . X . O .",
        );
        let komi = Komi::from_half_points(1).expect("a komi");
        let rules = Rules::from_name(rules, komi).expect("a name");
        let game = Game::setup(diagram.size, rules, &diagram.stones, Color::Black)
            .expect("the position is terminal");
        let root = SearchRoot {
            game: Arc::new(game),
            color: Color::Black,
            dynamic_komi: 0,
            seki_tax: 0,
            restriction: MoveFilter::default(),
            options: RootOptions::default(),
            human: None,
            is_set_aside: false,
        };
        (root, diagram)
    }

    fn passed(root: &SearchRoot) -> Path<'_, 2> {
        let mut path = Path::new(root);
        (0..2).for_each(|_| path.play(Move::Pass));
        assert!(path.has_ended());
        path
    }

    #[test]
    fn area_scoring_counts_all_stones_alive() {
        let (root, _) = root("tromp-taylor");
        // The points next to the white stone are neutral.
        let end = area_terminal_value(&passed(&root));
        assert_eq!(end.expectation.score, -5.5, "six to eleven, and half a point");
        assert!(end.is_end() && end.owners().filter(|&owner| owner > 0.0).count() == 6);
    }

    #[test]
    fn dead_stones_are_removed_if_ownership_is_certain() {
        let (root, diagram) = root("chinese");
        let path = passed(&root);
        let by_net = |corner: f32| {
            let owners = diagram.size.points().map(move |point| match diagram.size.column(point) {
                0 => corner,
                1 | 2 => 1.0,
                _ => -1.0,
            });
            let expectation = ExpectedOutcome { win_loss: 0.125, ..ExpectedOutcome::default() };
            Evaluation::of_end(expectation, owners)
        };
        let judged = net_terminal_value(&path, &by_net(0.9));
        assert_eq!(judged.expectation.score, 0.5, "eleven to ten, and half a point");
        assert_eq!(judged.expectation.win_loss, 1.0);
        assert_eq!(
            net_terminal_value(&path, &by_net(0.1)).expectation.win_loss,
            0.125,
            "the net's value"
        );
    }
}
