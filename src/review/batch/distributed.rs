//! Distributed reviews: workers without a shared disk claim games from a database.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde::{Deserialize, Serialize};

use crate::cancellation::Cancellation;
use crate::distributed::work_queue::{LeasedUnit, QueueError, RunOptions, Worker, results};
use crate::job_error::JobError;
use crate::progress::Progress;
use crate::record_file::expand_folders;
use crate::records::storage::Storage;
use crate::review::batch::batch_output::OutputFiles;
use crate::review::batch::checkpoint::Key;
use crate::review::batch::finished_games::{FinishedGame, ReviewConfig};
use crate::review::batch::game_job::{assess, keys_of};
use crate::review::batch::merge::write_index;
use crate::review::game::input::{ReviewInput, ReviewInputs};
use crate::review::game::search_passes::{Passes, assess_all};
use crate::review::options::ReviewOptions;
use crate::review::position::evaluation::{PositionEvaluation, PositionEvaluator};
use crate::review::position::pending_search::PendingSearch;

/// The settings that the results of a run depend on.
#[derive(Serialize)]
struct RunTerms<'a> {
    review: &'a ReviewConfig,
    /// A hash of the positions of all games.
    games: String,
}

/// A game as stored in the database.
#[derive(Serialize, Deserialize)]
struct StoredGame {
    game: FinishedGame,
    /// The contents of its files.
    texts: Vec<String>,
}

impl ReviewOptions {
    /// Claims and reviews games until none is left, and stores the output in the database. Returns `true` if there
    /// were no errors.
    ///
    /// # Errors
    /// Returns [`JobError`] if a directory cannot be read or the database cannot be used.
    pub fn run_claimed(
        &self,
        storage: &Storage,
        run: &RunOptions,
        cancellation: &Cancellation,
        progress: &dyn Progress,
        write_line: &mut dyn FnMut(&str),
    ) -> Result<bool, JobError> {
        let inputs = expand_folders(&self.files)?;
        let files: Vec<PathBuf> = inputs.into_iter().map(|input| input.path).collect();
        let ReviewInputs { list, faults, .. } = ReviewInputs::read(storage, &files, self);
        for fault in &faults {
            progress.message(&format!("tianyuan review: {fault}"));
        }
        let terms = ReviewConfig::of(self, list.len());
        let keys: Vec<Key> =
            list.iter().map(|input| Key::of_all(&keys_of(input, &self.search))).collect();
        let of_run = RunTerms { review: &terms, games: Key::of_all(&keys).to_string() };
        let text = serde_json::to_string(&of_run).expect("strings and numbers are valid JSON");
        let worker = Worker::open(run, &text, list.len(), cancellation, progress);
        let worker = GameWorker {
            worker: worker.map_err(explained)?,
            options: self,
            terms,
            keys,
            inputs: list,
            cancellation,
            progress,
            reviewed: AtomicUsize::new(0),
            is_faulty: AtomicBool::new(!faults.is_empty()),
        };
        let positions = worker.inputs.iter().map(|input| input.course.situations.len());
        progress.begin(Passes::steps(&self.search, positions.sum()), 0);
        thread::scope(|scope| {
            for _ in 0..self.jobs.get().min(worker.inputs.len()) {
                scope.spawn(|| worker.run());
            }
        });
        progress.end();
        let reviewed = worker.reviewed.load(Ordering::Relaxed);
        write_line(&format!("games of run {} reviewed by this worker: {reviewed}", run.name));
        worker.worker.end()?;
        if cancellation.is_cancelled() {
            let reason = "interrupted; run the same command to resume";
            return Err(JobError::Interrupted(reason.into()));
        }
        Ok(!worker.is_faulty.into_inner())
    }
}

/// Converts a database error to a message about reviews.
fn explained(error: QueueError) -> JobError {
    match error {
        QueueError::OtherTerms { run, .. } | QueueError::OtherUnits { run, .. } => {
            JobError::Usage(format!("run {run} has other games, options or another version"))
        }
        _ => error.into(),
    }
}

/// A process that claims and reviews games.
struct GameWorker<'a> {
    worker: Worker<'a>,
    options: &'a ReviewOptions,
    terms: ReviewConfig,
    /// For each game, a hash of everything that its review depends on.
    keys: Vec<Key>,
    inputs: Vec<ReviewInput>,
    cancellation: &'a Cancellation,
    progress: &'a dyn Progress,
    reviewed: AtomicUsize,
    is_faulty: AtomicBool,
}

impl GameWorker<'_> {
    /// Reviews games until none is left.
    fn run(&self) {
        let mut assessor = PositionEvaluator::new(self.options.search.clone());
        while let Some(claim) = self.worker.claim() {
            self.review(&claim, &mut assessor);
        }
    }

    fn review(&self, claim: &LeasedUnit, assessor: &mut PositionEvaluator) {
        let input = &self.inputs[claim.unit()];
        let name = format!("{}: it", input.name);
        input.report_unjudged(self.options.language, self.progress);
        let assess = &mut |search: PendingSearch| {
            let assessment = assess(input, search, assessor, self.cancellation)?;
            self.progress.advance_by(search.steps());
            Some(assessment)
        };
        let Some(assessments) = assess_all(&input.course, &self.options.search, assess) else {
            return self.worker.release(claim, None, &name);
        };
        let stored = self.stored(claim.unit(), &assessments);
        let text = serde_json::to_string(&stored).expect("strings and numbers are valid JSON");
        if self.worker.finish(claim, &text, &name) {
            self.reviewed.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn stored(&self, unit: usize, assessments: &[PositionEvaluation]) -> StoredGame {
        let written = OutputFiles::of(&self.inputs[unit], assessments, self.options);
        for (name, reason) in &written.faults {
            self.progress.message(&format!("tianyuan review: {name}: {reason}"));
            self.is_faulty.store(true, Ordering::Relaxed);
        }
        let text = |bytes| String::from_utf8(bytes).expect("all output formats are UTF-8");
        let (files, texts) =
            written.files.into_iter().map(|(name, bytes)| (name, text(bytes))).unzip();
        let game = FinishedGame {
            game: unit + 1,
            key: self.keys[unit].to_string(),
            files,
            is_faulty: !written.faults.is_empty(),
            report: written.report,
            review: self.terms.clone(),
        };
        StoredGame { game, texts }
    }
}

/// Writes the files of all games of a run and the index into a directory; `write_line` receives each game's summary.
/// Returns `true` if all games are present and without errors.
///
/// # Errors
/// Returns [`JobError`] if the database is unavailable or lacks reviews of this run, or a file cannot be written.
pub fn merge_claimed(
    storage: &Storage,
    run: &RunOptions,
    output: &Path,
    progress: &dyn Progress,
    write_line: &mut dyn FnMut(&str),
) -> Result<bool, JobError> {
    let found = results(run)?;
    let invalid = |reason| Err(JobError::Input(reason));
    if found.done.is_empty() {
        return invalid(format!("run {} has no reviewed game", run.name));
    }
    storage.make_folder(output).map_err(JobError::file(output))?;
    let mut games = Vec::new();
    for (unit, text) in &found.done {
        let stored: StoredGame = match serde_json::from_str(text) {
            Ok(stored) => stored,
            Err(error) => {
                return invalid(format!("game {} of run {}: {error}", unit + 1, run.name));
            }
        };
        for (name, text) in stored.game.files.iter().zip(&stored.texts) {
            // File names from the database are untrusted: they must not escape the output directory.
            if Path::new(name).file_name().is_none_or(|last| last != &**name) {
                return invalid(format!("game {}: invalid file name {name}", unit + 1));
            }
            let path = output.join(name);
            storage.write(&path, text.as_bytes()).map_err(JobError::file(&path))?;
        }
        games.push(stored.game);
    }
    for (unit, failure) in &found.failed {
        progress.message(&format!("game {}: {failure}", unit + 1));
    }
    write_index(storage, &games, output, progress, write_line)
}
