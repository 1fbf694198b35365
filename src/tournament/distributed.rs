//! A match whose pairs are claimed from a database by workers without a shared disk.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::options::{MatchOptions, check_sprt};
use super::run::{MatchStatus, report_merged};
use super::runner::MatchRunner;
use crate::cancellation::Cancellation;
use crate::distributed::shard::Shard;
use crate::distributed::work_queue::{LeasedUnit, QueueError, RunOptions, Worker, results};
use crate::engine_process::child_processes::ChildReaper;
use crate::job_error::JobError;
use crate::progress::Progress;
use crate::records::record::Language;
use crate::records::storage::Storage;
use crate::tournament::game::referee::GameOutcome;
use crate::tournament::game::schedule::ScheduledGame;
use crate::tournament::results::game_entry::GameEntry;
use crate::tournament::results::match_config::MatchConfig;
use crate::tournament::results::merge::{load_games, merge_games};
use crate::tournament::statistics::Sprt;

impl MatchOptions {
    /// Plays pairs that no other worker has claimed, until none is left. The JSON lines of their games are
    /// stored in the database.
    ///
    /// # Errors
    /// Returns [`JobError`] if the match cannot be played or the database cannot be used.
    pub fn run_claimed(
        &self,
        storage: &Storage,
        run: &RunOptions,
        cancellation: &Cancellation,
        progress: &dyn Progress,
        print: &mut dyn FnMut(&str),
    ) -> Result<MatchStatus, JobError> {
        let usage = |reason| Err(JobError::Usage(format!("--claims: {reason}")));
        if self.shard != Shard::WHOLE || self.json.is_some() || self.save.is_some() {
            return usage("--shard, --json and --save cannot be used with a database");
        }
        if self.sprt.is_some() {
            return usage("--sprt cannot be used by one worker; use it with match merge");
        }
        let Some(seed) = self.seed else {
            return usage("--seed is required: all workers must use the same seed");
        };
        let contest = self.contest(storage, seed)?;
        let (terms, games) = (MatchConfig::of(&contest), self.game_count());
        let pairs = contest.schedule.game(games).pair + 1;
        let text = serde_json::to_string(&terms).expect("settings have string keys");
        let worker = Worker::open(run, &text, pairs, cancellation, progress);
        let worker = PairWorker {
            worker: worker.map_err(|error| difference(error, &terms))?,
            contest: &contest,
            terms,
            games,
            progress,
            verbose: self.verbose,
            taken: Mutex::default(),
        };
        progress.begin(games as u64, 0);
        // Before the first engine starts: all descendants that are new at the end belong to engines.
        let orphans = ChildReaper::become_subreaper();
        let (mut played, mut faults) = (0, 0);
        let next = || worker.next();
        let result =
            contest.run_games(self.concurrency, &next, cancellation, &mut |scheduled, game| {
                played += 1;
                faults += usize::from(game.ending.fault().is_some());
                worker.add(scheduled, game);
            });
        drop(orphans);
        progress.end();
        let name = &run.name;
        print(&self.language.choose(
            format!("games of run {name} played by this worker: {played}"),
            format!("{name} 的 {played} 局在此下完"),
        ));
        worker.end(result)?;
        Ok(match faults {
            _ if cancellation.is_cancelled() => MatchStatus::Interrupted,
            0 => MatchStatus::Clean,
            _ => MatchStatus::Faulty,
        })
    }

    /// Prints the report of the games in a database. Resource usage is written to `progress`.
    ///
    /// # Errors
    /// Returns [`JobError`] if the database cannot be used or has no games of this run.
    pub fn merge_claimed(
        run: &RunOptions,
        sprt: Option<Sprt>,
        language: Language,
        progress: &dyn Progress,
        print: &mut dyn FnMut(&str),
    ) -> Result<MatchStatus, JobError> {
        check_sprt(sprt)?;
        let found = results(run)?;
        let games = found.done.iter().map(|(pair, lines)| {
            let name = format!("pair {} of run {}", pair + 1, run.name);
            let games = load_games(Path::new(&name), lines.as_bytes())?;
            Ok((name, games))
        });
        let merged = merge_games(games, sprt)?;
        let status = report_merged(&merged, sprt, language, progress, print)?;
        let open = found.units - found.done.len();
        if open > 0 {
            let all = found.units;
            print(&language.choose(
                format!(" {open} of {all} pairs are not finished"),
                format!("  {all} 对中有 {open} 对没有下完"),
            ));
        }
        for (pair, failure) in &found.failed {
            progress.message(&format!("pair {}: {failure}", pair + 1));
        }
        Ok(status)
    }
}

/// Converts an error of the database; states the first difference if the run has other conditions.
fn difference(error: QueueError, terms: &MatchConfig) -> JobError {
    if let QueueError::OtherTerms { run, found } = &error
        && let Ok(found) = serde_json::from_str::<MatchConfig>(found)
        && let Err(why) = terms.compare(&found)
    {
        return JobError::Usage(format!("run {run}: {why}"));
    }
    error.into()
}

/// A process that plays the pairs it claims.
struct PairWorker<'a> {
    worker: Worker<'a>,
    contest: &'a MatchRunner,
    terms: MatchConfig,
    games: usize,
    progress: &'a dyn Progress,
    verbose: bool,
    taken: Mutex<ClaimedUnits>,
}

/// The claimed pairs that are not finished.
#[derive(Default)]
struct ClaimedUnits {
    /// Games that no thread has started yet.
    due: VecDeque<usize>,
    /// The pairs by number, with their finished games.
    pairs: BTreeMap<usize, (LeasedUnit, Vec<GameEntry>)>,
}

impl PairWorker<'_> {
    /// Returns the number of the next game for a thread.
    fn next(&self) -> Option<usize> {
        if let Some(number) = self.taken().due.pop_front() {
            return Some(number);
        }
        // The lock is released here: the call may wait until another worker has finished or died.
        let claim = self.worker.claim()?;
        let mut numbers = self.contest.schedule.numbers_of(claim.unit(), self.games);
        let first = numbers.next();
        let mut taken = self.taken();
        taken.due.extend(numbers);
        taken.pairs.insert(claim.unit(), (claim, Vec::new()));
        first
    }

    fn add(&self, scheduled: &ScheduledGame, played: &GameOutcome) {
        let game = GameEntry::of(self.contest, &self.terms, scheduled, played);
        if self.verbose {
            self.progress.message(&game.summary());
        }
        self.progress.advance();
        let pair = scheduled.pair;
        let mut taken = self.taken();
        let Some((_, games)) = taken.pairs.get_mut(&pair) else { return };
        games.push(game);
        if games.len() < self.contest.schedule.numbers_of(pair, self.games).len() {
            return;
        }
        let done = taken.pairs.remove(&pair);
        drop(taken);
        if let Some((claim, mut games)) = done {
            games.sort_by_key(|game| game.game);
            let lines = games.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
            let lines = lines.expect("games have string keys");
            self.worker.finish(&claim, &(lines.join("\n") + "\n"), &name(&claim));
        }
    }

    /// Releases the unfinished pairs.
    fn end(&self, result: Result<(), JobError>) -> Result<(), JobError> {
        let result = self.worker.end().map_err(JobError::from).and(result);
        let failure = result.as_ref().err().map(JobError::to_string);
        for (claim, _) in std::mem::take(&mut self.taken().pairs).values() {
            self.worker.release(claim, failure.as_deref(), &name(claim));
        }
        result
    }

    fn taken(&self) -> MutexGuard<'_, ClaimedUnits> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the name of a pair in messages: `pair 3`.
fn name(claim: &LeasedUnit) -> String {
    format!("pair {}", claim.unit() + 1)
}
