//! Reviews of many games: threads, shards, workers, the checkpoint and output over all games.
//!
//! | file | contents |
//! | --- | --- |
//! | `job` | the threads that evaluate positions and write finished games |
//! | `task_queue` | a queue of tasks for several threads |
//! | `game_job` | a game under review |
//! | `checkpoint` | stored evaluations, from which an interrupted review resumes |
//! | `finished_games`, `merge` | the finished games of a shard; the merge of shards |
//! | `distributed` | games that workers claim from a database |
//! | `outcome` | the written files |
//! | `batch_output`, `player_history` | the index, players' lines and problems; the games of each player |

#[cfg(feature = "postgres")]
pub(super) mod distributed;
pub(super) mod batch_output;
pub(super) mod game_job;
pub(super) mod finished_games;
pub(super) mod job;
pub(super) mod checkpoint;
pub(super) mod merge;
pub(super) mod outcome;
pub(super) mod player_history;
pub(super) mod task_queue;
