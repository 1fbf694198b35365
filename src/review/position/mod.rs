//! A position of a review: its assessment by the engine, and what a move in it lost.
//!
//! | file | contents |
//! | --- | --- |
//! | `value` | winrate and lead of a position, as integers |
//! | `evaluation` | what a search finds in a position |
//! | `grade` | the grade of a move, by its loss |
//! | `mistake_kind` | life and death, direction or size |

pub(super) mod evaluation;
pub(super) mod grade;
pub(super) mod mistake_kind;
pub(super) mod value;
