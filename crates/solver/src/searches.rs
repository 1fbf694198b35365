//! The threads of a search.

use std::sync::Arc;
use std::thread;

use tianyuan_go::Color;

use crate::search::{Search, Task};
use crate::table::Table;
use crate::team::Team;
use crate::value::Value;

/// The stack of a thread, for lines of the maximum length.
const STACK: usize = 16 << 20;

/// The searches of a problem, one per thread, with their table.
pub(crate) struct Searches<'a, const W: usize> {
    /// The searches; the first one also provides variations and proofs.
    pub(crate) all: Vec<Search<'a, W>>,
    team: Arc<Team>,
}

impl<'a, const W: usize> Searches<'a, W> {
    /// Returns searches for a number of threads, created by a function.
    pub(crate) fn new(threads: usize, new: impl Fn() -> Search<'a, W>) -> Self {
        let team = Arc::new(Team::new(threads.max(1)));
        let mut all: Vec<Search<'a, W>> = (0..team.threads).map(|_| new()).collect();
        if team.threads > 1 {
            all.iter_mut().for_each(|search| search.join(&team));
        }
        Searches { all, team }
    }

    /// Searches a task. Returns `None` if a limit is reached.
    pub(crate) fn run(&mut self, task: Task, to_play: Color, threats: [u8; 2]) -> Option<Value> {
        loop {
            let limit = self.all[0].table.growth_limit();
            for search in &mut self.all {
                search.growth_limit = limit.map(|limit| limit / self.team.threads);
                (search.new_entries, search.is_paused) = (0, false);
            }
            let value = self.run_once(task, to_play, threats);
            let is_stopped = self.all.iter().any(|search| search.stop.is_some());
            if value.is_some() || is_stopped || !self.grow() {
                self.all.iter_mut().for_each(|search| search.growth_limit = None);
                return value;
            }
        }
    }

    fn run_once(&mut self, task: Task, to_play: Color, threats: [u8; 2]) -> Option<Value> {
        let (first, others) = self.all.split_first_mut()?;
        self.team.set_finished(false);
        let team = &self.team;
        let run = |search: &mut Search<'a, W>| {
            let value = search.run(task, to_play, threats);
            team.set_finished(true);
            value
        };
        thread::scope(|scope| {
            let mut threads = Vec::new();
            for search in others {
                let builder = thread::Builder::new().stack_size(STACK);
                // Without a further thread, the search takes longer.
                threads.extend(builder.spawn_scoped(scope, || run(search)));
            }
            let mut value = run(first);
            for thread in threads {
                match thread.join() {
                    Ok(found) => value = value.or(found),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            value
        })
    }

    /// Doubles the table. Returns `false` if it has other users.
    fn grow(&mut self) -> bool {
        let empty = Arc::new(Table::new(0));
        let tables = self.all.iter_mut().map(|it| std::mem::replace(&mut it.table, empty.clone()));
        let Some(mut table) = tables.last() else { return false };
        let own = Arc::get_mut(&mut table).map(Table::grow);
        self.all.iter_mut().for_each(|search| search.table = table.clone());
        own.is_some()
    }
}
