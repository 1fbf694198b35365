//! The items that become lines in comments, and the names of the lines.
//!
//! | file | contents |
//! | --- | --- |
//! | `game` | the items of a game |
//! | `node` | the items of a node |
//! | `event` | the events of nodes |

pub(super) mod event;
pub(super) mod game;
pub(super) mod node;

/// The items of what was agreed before the game: the rules' name, komi and options, and the time.
pub(super) const TERMS: [&str; 5] = ["RU", "KM", "XWO", "TM", "OT"];

/// Says that a `pre` began a branch of its own before it was kept.
pub(super) const SET_APART: &str = "XWB";

/// The number of a branch, where it begins and where it belongs.
pub(super) const BRANCH: &str = "branch";

/// Whether a line of this name says an item, and not a property without a field.
pub(super) fn is_of_item(name: &str) -> bool {
    let of_game = game::ITEMS.iter().flat_map(|item| item.names);
    let of_node = node::ITEMS.iter().flat_map(|item| item.names);
    let all = of_game.chain(of_node).chain(&event::NAMES).chain(&[SET_APART]);
    all.into_iter().any(|item| *item == name)
}
