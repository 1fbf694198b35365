//! The review of many games: threads, shards, workers, the journal, and files about all games.
//!
//! | file | contents |
//! | --- | --- |
//! | `job` | the threads that assess positions, and the thread that writes finished games |
//! | `tasks` | a queue of tasks for several threads |
//! | `game_job` | a game under review |
//! | `journal` | stored assessments, from which an interrupted review resumes |
//! | `game_list`, `merge` | the finished games of a shard; the merge of shards |
//! | `claimed` | games that workers claim from a database |
//! | `collection`, `player_history` | the index, the lines of players, the problems; the games of each player |

#[cfg(feature = "postgres")]
pub(super) mod claimed;
pub(super) mod collection;
pub(super) mod game_job;
pub(super) mod game_list;
pub(super) mod job;
pub(super) mod journal;
pub(super) mod merge;
pub(super) mod player_history;
pub(super) mod tasks;
