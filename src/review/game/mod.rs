//! A reviewed game: from its record to the reviews of its moves and their summary.
//!
//! | file | contents |
//! | --- | --- |
//! | `input` | the records of files, and the names of output files |
//! | `game_positions` | the positions to evaluate and the moves between them |
//! | `search_passes`, `playout_allocation` | the two search passes; the playouts of each position in the second |
//! | `move_values` | the searches for the value of moving first |
//! | `move_review` | the value before and after a move, its grade and phase |
//! | `life_and_death`, `changed_groups`, `group_proof` | proofs about groups that a move seems to lose |
//! | `reader` | the reader's level and the players' ranks, from a human net |
//! | `reasons`, `facts`, `find_reasons` | reasons of a mistake, the facts behind them, the search for reasons |
//! | `summary`, `accuracy` | sums by player and phase; accuracy; the decisive move |
//! | `review` | all data of a reviewed game |
//! | `digest` | the data for the pages over all games |
//! | `problem`, `problem_proof` | positions with one clear move; proofs of life-and-death problems |

pub(super) mod accuracy;
mod changed_groups;
pub(super) mod game_positions;
pub(super) mod digest;
pub(super) mod group_proof;
pub(super) mod facts;
pub(super) mod find_reasons;
pub(super) mod input;
pub(super) mod life_and_death;
pub(super) mod move_review;
pub(super) mod move_values;
pub(super) mod search_passes;
pub(super) mod problem;
pub(super) mod problem_proof;
pub(super) mod reader;
pub(super) mod reasons;
pub(super) mod review;
pub(super) mod playout_allocation;
pub(super) mod summary;
