//! A reviewed position: the engine's evaluation, and the loss of the move played there.
//!
//! | file | contents |
//! | --- | --- |
//! | `value` | win rate and lead of a position, as integers |
//! | `evaluation` | the search result of a position |
//! | `grade` | the grade of a move, by its loss |
//! | `mistake_kind` | life and death, reading, direction or size |

pub(super) mod evaluation;
pub(super) mod grade;
pub(super) mod mistake_kind;
pub(super) mod value;
