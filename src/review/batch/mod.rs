//! The review of many games: threads, shards, workers, the journal, and files about all games.
//!
//! | file | contents |
//! | --- | --- |
//! | `job` | the threads that assess positions, and the thread that writes finished games |
//! | `task_queue` | a queue of tasks for several threads |
//! | `game_job` | a game under review |
//! | `checkpoint` | stored assessments, from which an interrupted review resumes |
//! | `finished_games`, `merge` | the finished games of a shard; the merge of shards |
//! | `distributed` | games that workers claim from a database |
//! | `batch_output`, `player_history` | the index, the lines of players, the problems; the games of each player |

#[cfg(feature = "postgres")]
pub(super) mod distributed;
pub(super) mod batch_output;
pub(super) mod game_job;
pub(super) mod finished_games;
pub(super) mod job;
pub(super) mod checkpoint;
pub(super) mod merge;
pub(super) mod player_history;
pub(super) mod task_queue;
