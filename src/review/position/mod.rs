//! A reviewed position: the engine's evaluation, and the loss of the move played there.
//!
//! | file | contents |
//! | --- | --- |
//! | `pending_search` | the position, variant and limit of a search |
//! | `value` | win rate and lead of a position, as integers |
//! | `area` | areas of the board, and distances between moves |
//! | `evaluation` | the search result of a position |
//! | `first_move` | the value of moving first |
//! | `grade` | the grade of a move, by its loss |
//! | `mistake_kind` | life and death, reading, direction or size |

pub(super) mod area;
pub(super) mod evaluation;
pub(super) mod first_move;
pub(super) mod grade;
pub(super) mod mistake_kind;
pub(super) mod pending_search;
pub(super) mod value;
