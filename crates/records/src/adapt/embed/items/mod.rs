//! The items that are embedded in comments, and the names of their lines.
//!
//! | file | contents |
//! | --- | --- |
//! | `game` | items of the game information |
//! | `node` | items of a node |
//! | `event` | events of nodes |

pub(super) mod event;
pub(super) mod game;
pub(super) mod node;

/// The items agreed on before the game: rule name, komi, rule options and time settings.
pub(super) const TERMS: [&str; 5] = ["RU", "KM", "XWO", "TM", "OT"];

/// The line stating that a `pre` began a branch of its own in the original record.
pub(super) const SET_APART: &str = "XWB";

/// The line with a branch number, at the first node of a moved branch and at its original place.
pub(super) const BRANCH: &str = "branch";

/// Returns `true` if a line of this name is an item, not a property without a field of its own.
pub(super) fn is_of_item(name: &str) -> bool {
    let of_game = game::ITEMS.iter().flat_map(|item| item.names);
    let of_node = node::ITEMS.iter().flat_map(|item| item.names);
    let all = of_game.chain(of_node).chain(&event::NAMES).chain(&[SET_APART]);
    all.into_iter().any(|item| *item == name)
}
