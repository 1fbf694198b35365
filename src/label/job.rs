//! The job: threads evaluate the positions of one game after another; the thread that completes a chunk writes it.
//!
//! The output does not depend on the number of threads: sampling happens before, and positions are evaluated
//! independently.

use std::io::BufRead;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};

use crate::cancellation::Cancellation;
use crate::job_error::JobError;
use crate::nn::AnyNet;
use crate::progress::Progress;
use crate::protocol::rules_as_json;
use crate::records::storage::Storage;

use super::chunk_store::{Folder, Origin, name};
use super::game::LabelGame;
use super::input::Input;
use super::labeller::{Labeller, Labels};
use super::options::LabelOptions;
use super::plan::{Chunk, Plan};
use super::row_kind::RowKind;

impl LabelOptions {
    /// Reads games and writes targets in chunks. Resumes an interrupted run with the same options, games and nets.
    /// `write_line` receives a summary line at the end.
    ///
    /// # Errors
    /// Returns [`JobError`] if a file cannot be read or written, there is nothing to evaluate, the folder has other
    /// contents, inputs are requested for a net that is not a KataGo net, or the user interrupts the job.
    pub fn run(
        &self,
        storage: &Storage,
        stream: impl BufRead,
        cancellation: &Cancellation,
        progress: &dyn Progress,
        write_line: &mut dyn FnMut(&str),
    ) -> Result<(), JobError> {
        let is_known = |net: &AnyNet| net.katago_model().is_some();
        if self.rows == RowKind::Inputs && !self.nets.iter().all(is_known) {
            let reason = "input files require a KataGo net (--net)";
            return Err(JobError::Usage(reason.into()));
        }
        let Input { games, refused, .. } =
            Input::read(storage, &self.files, stream, self.size, progress)?;
        if cancellation.is_cancelled() {
            return Err(interrupted());
        }
        let plan = Plan::of(&games, self);
        let (taken, unfit, strange) = (plan.games, plan.unfit, plan.without_net);
        let read = games.len();
        progress.message(&self.language.choose(
            format!(
                "games: {read} read, {refused} skipped, {taken} labelled, {unfit} unsuitable, {strange} without \
                 a net for their board size"
            ),
            format!(
                "读到 {read} 局，略去 {refused} 局；标注 {taken} 局，{unfit} 局不合适，{strange} 局的路数没有网络"
            ),
        ));
        if plan.chunks.is_empty() {
            let nothing = match strange {
                0 => "no games to label",
                _ => "no net for the board sizes of these games",
            };
            return Err(JobError::Input(nothing.into()));
        }
        let folder = Folder::open(storage, &self.output, self.rows, &self.origin(&plan))?;
        let numbered = plan.chunks.iter().enumerate();
        let own: Vec<&Chunk> = numbered
            .filter(|(number, _)| self.shard.has(*number))
            .map(|(_, chunk)| chunk)
            .collect();
        let job = LabelJob::new(self, &games, &own, folder, cancellation, progress)?;
        job.run()?;
        let positions: usize = own.iter().map(|chunk| chunk.positions).sum();
        let (chunks, output) = (own.len(), self.output.display());
        write_line(&self.language.choose(
            format!("{positions} positions in {chunks} chunks in {output}"),
            format!("{output}: {chunks} 块，{positions} 个局面"),
        ));
        Ok(())
    }

    /// Returns everything that the targets depend on.
    fn origin(&self, plan: &Plan) -> Origin {
        let mut sizes: Vec<_> = plan.chunks.iter().map(|chunk| chunk.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let net = |&size| {
            let net = self.nets.of(size).map(|net| format!("{:08x}", net.checksum()));
            json!(format!("{size:?}: {}", net.unwrap_or_default()))
        };
        let number =
            |count: Option<usize>| count.map_or_else(|| json!("all"), |count| json!(count));
        let mut origin = vec![
            ("nets", Value::Array(sizes.iter().map(net).collect())),
            ("symmetries", json!(self.symmetries.to_string())),
            ("visits", json!(self.visits)),
            ("seed", json!(self.seed)),
            ("rules", json!(rules_as_json(&self.rules))),
            ("komi", json!(self.komi.around.to_string())),
            ("komi spread", json!(f64::from(self.komi.spread) / 2.0)),
            ("positions per game", number(self.per_game)),
            ("chunk size", json!(self.chunk_size)),
            ("number of games", json!(plan.games)),
            ("games", json!(format!("{:016x}", plan.sum))),
        ];
        // Targets may be added to a folder of inputs: the samples of both are equal.
        if self.rows == RowKind::Inputs {
            origin.push(("rows", json!("inputs")));
        }
        origin
    }
}

/// A chunk with its finished tasks.
struct ChunkJob<'a> {
    chunk: &'a Chunk,
    /// The rows of each task.
    labels: Mutex<Vec<Labels>>,
    missing: AtomicUsize,
}

/// The state of a running job.
struct LabelJob<'a> {
    options: &'a LabelOptions,
    games: &'a [LabelGame],
    chunks: Vec<ChunkJob<'a>>,
    /// The tasks as indices of chunk and task.
    tasks: Vec<(usize, usize)>,
    folder: Folder,
    cancellation: &'a Cancellation,
    progress: &'a dyn Progress,
    next: AtomicUsize,
    /// The number of positions in written chunks.
    labelled: AtomicUsize,
    start: Instant,
    /// The reason why the job failed.
    failure: Mutex<Option<JobError>>,
}

impl<'a> LabelJob<'a> {
    /// Creates the job for missing chunks.
    fn new(
        options: &'a LabelOptions,
        games: &'a [LabelGame],
        planned: &[&'a Chunk],
        folder: Folder,
        cancellation: &'a Cancellation,
        progress: &'a dyn Progress,
    ) -> Result<LabelJob<'a>, JobError> {
        let mut chunks = Vec::new();
        let (mut total, mut done) = (0, 0);
        for &chunk in planned {
            total += chunk.positions as u64;
            if folder.has(chunk)? {
                done += chunk.positions as u64;
                continue;
            }
            let missing = AtomicUsize::new(chunk.tasks.len());
            chunks.push(ChunkJob { chunk, labels: Mutex::default(), missing });
        }
        if done > 0 {
            progress.message(&options.language.choose(
                format!("{done} of {total} positions already labelled"),
                format!("{total} 个局面中已有 {done} 个"),
            ));
        }
        progress.begin(total, done);
        let tasks = |(place, job): (usize, &ChunkJob<'_>)| {
            (0..job.chunk.tasks.len()).map(move |task| (place, task)).collect::<Vec<_>>()
        };
        let tasks = chunks.iter().enumerate().flat_map(tasks).collect();
        Ok(LabelJob {
            options,
            games,
            chunks,
            tasks,
            folder,
            cancellation,
            progress,
            next: AtomicUsize::new(0),
            labelled: AtomicUsize::new(0),
            start: Instant::now(),
            failure: Mutex::default(),
        })
    }

    fn run(self) -> Result<(), JobError> {
        thread::scope(|scope| {
            for _ in 0..self.options.threads.get().min(self.tasks.len()) {
                scope.spawn(|| self.run_worker());
            }
        });
        self.progress.end();
        let failure = locked(&self.failure).take();
        match failure {
            Some(reason) => Err(reason),
            None if self.cancellation.is_cancelled() => Err(interrupted()),
            None => Ok(()),
        }
    }

    /// Evaluates one task after another until none is left.
    fn run_worker(&self) {
        let mut labeller = Labeller::new(self.options, self.cancellation);
        while let Some(&(place, task)) = self.tasks.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let job = &self.chunks[place];
            let planned = &job.chunk.tasks[task];
            let game = &self.games[planned.game as usize];
            let Some(labels) = labeller.label(game, planned) else { return };
            planned.turns.iter().for_each(|_| self.progress.advance());
            let Some(all) = job.keep(task, labels) else { continue };
            if let Err(error) = self.write(job.chunk, &all) {
                locked(&self.failure).get_or_insert(error);
                // Other threads check only this flag; the reason distinguishes failures from interrupts.
                self.cancellation.cancel();
                return;
            }
        }
    }

    /// Writes a complete chunk.
    fn write(&self, chunk: &Chunk, labels: &[Labels]) -> Result<(), JobError> {
        let samples: Vec<u8> = labels.iter().flat_map(|it| it.samples.iter().copied()).collect();
        let rows: Vec<u8> = labels.iter().flat_map(|it| it.rows.iter().copied()).collect();
        self.folder.write(chunk, &samples, &rows)?;
        let labelled =
            self.labelled.fetch_add(chunk.positions, Ordering::Relaxed) + chunk.positions;
        let rate = labelled as f64 / self.start.elapsed().as_secs_f64();
        let (name, positions) = (name(chunk.size, chunk.number), chunk.positions);
        self.progress.message(&self.options.language.choose(
            format!("{name}: {positions} positions, {rate:.1}/s"),
            format!("{name}: {positions} 个局面，每秒 {rate:.1} 个"),
        ));
        Ok(())
    }
}

impl ChunkJob<'_> {
    /// Stores the rows of a task. Returns all rows of the chunk if it was the last task.
    fn keep(&self, task: usize, labels: Labels) -> Option<Vec<Labels>> {
        let mut all = locked(&self.labels);
        all.resize(self.chunk.tasks.len(), Labels::default());
        all[task] = labels;
        let is_last = self.missing.fetch_sub(1, Ordering::Relaxed) == 1;
        is_last.then(|| std::mem::take(&mut *all))
    }
}

fn interrupted() -> JobError {
    JobError::Interrupted("interrupted; run the same command to resume".into())
}

/// Locks a mutex. Poisoning is ignored: a panic of a thread ends the program anyway.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
