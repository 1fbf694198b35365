//! The job that reviews many games: threads evaluate positions, and the thread that finishes a game writes it.
//!
//! The result is independent of thread scheduling because positions are evaluated and games written independently.
//! `output` defines the formats.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::cancellation::Cancellation;
use crate::distributed::shard::Shard;
use crate::job_error::JobError;
use crate::progress::Progress;
use crate::record_file::expand_folders;
use crate::records::storage::{ClaimedPaths, Storage, io_message};
use crate::review::batch::batch_output::{BatchOutput, OutputFiles, file_name};
use crate::review::batch::checkpoint::Checkpoint;
use crate::review::batch::finished_games::{FinishedGame, GameList, ReviewConfig};
use crate::review::batch::game_job::{GameJob, RemainingWork, locked};
use crate::review::batch::outcome::ReviewOutcome;
use crate::review::batch::task_queue::Tasks;
use crate::review::game::digest::GameReport;
use crate::review::game::input::{self, INDEX_STEM, ReviewInput, ReviewInputs};
use crate::review::game::search_passes::Passes;
use crate::review::options::{Form, ReviewOptions};
use crate::review::output::messages;
use crate::review::position::evaluation::{PositionEvaluation, PositionEvaluator};
use crate::review::position::pending_search::PendingSearch;

impl ReviewOptions {
    /// Reviews all games of the files and writes each in the requested formats.
    ///
    /// Calls `write_line` once per game with its summary. Each failure of a game is reported to `progress`.
    ///
    /// # Errors
    /// Returns [`JobError`] if a directory cannot be read, another review is running in the output directory or was
    /// interrupted there, the checkpoint cannot be written, or the user interrupts the review.
    pub fn run(
        &self,
        storage: &Storage,
        cancellation: &Cancellation,
        progress: &dyn Progress,
        write_line: &mut dyn FnMut(&str),
    ) -> Result<ReviewOutcome, JobError> {
        ReviewJob::begin(self, storage, cancellation, progress)?.run(write_line)
    }
}

/// A review in progress.
pub(in crate::review) struct ReviewJob<'a> {
    options: &'a ReviewOptions,
    storage: Storage,
    games: Vec<GameJob>,
    /// The pending searches, each with the index of its game.
    tasks: Tasks<(usize, PendingSearch)>,
    /// Games without pending searches: their indices and evaluations.
    complete: Vec<(usize, Vec<PositionEvaluation>)>,
    journal: Checkpoint,
    /// The list of finished games, if only a shard is reviewed.
    list: Option<Mutex<GameList>>,
    progress: &'a dyn Progress,
    cancellation: Cancellation,
    finished: AtomicUsize,
    is_faulty: AtomicBool,
    /// Whether a file could not be written.
    is_unwritten: AtomicBool,
    /// The names of the written files.
    written: Mutex<Vec<String>>,
    /// The error that stopped the review.
    failure: Mutex<Option<JobError>>,
}

impl<'a> ReviewJob<'a> {
    /// Reads the games, and their evaluations from the checkpoint of an earlier review.
    pub(in crate::review) fn begin(
        options: &'a ReviewOptions,
        storage: &Storage,
        cancellation: &Cancellation,
        progress: &'a dyn Progress,
    ) -> Result<ReviewJob<'a>, JobError> {
        let inputs = expand_folders(&options.files)?;
        let files: Vec<PathBuf> = inputs.into_iter().map(|input| input.path).collect();
        let inputs = ReviewInputs::read(storage, &files, options);
        let folder = &options.output;
        refuse_to_overwrite(storage, &files, &inputs.list, options)?;
        storage.make_folder(folder).map_err(JobError::file(folder))?;
        let journal = Checkpoint::open(storage, folder, options.shard, options.after_cut);
        let journal = journal.map_err(|error| error.in_folder(folder))?;
        let (list, mut finished) = match options.shard {
            Shard::WHOLE => (None, BTreeMap::new()),
            _ => {
                let terms = ReviewConfig::of(options, inputs.list.len());
                let (list, finished) = GameList::open(storage, options, terms)?;
                (Some(Mutex::new(list)), finished)
            }
        };
        for fault in &inputs.faults {
            progress.message(&format!("tianyuan review: {fault}"));
        }
        for (name, findings) in &inputs.findings {
            for line in findings.lines(name, options.language) {
                log::info!("{line}");
            }
        }
        let numbered = (1..).zip(inputs.list).filter(|(number, _)| options.shard.has(number - 1));
        let mut games: Vec<GameJob> =
            numbered.map(|(number, input)| GameJob::new(number, input)).collect();
        let (mut tasks, mut complete) = (VecDeque::new(), Vec::new());
        for (index, game) in games.iter_mut().enumerate() {
            let rest = game.start_next_pass(&options.search, &journal);
            match (finished.remove(&game.number), rest) {
                (Some(earlier), _) => game.restore_finished(earlier, options)?,
                (None, RemainingWork::Searches(due)) => {
                    tasks.extend(due.into_iter().map(|search| (index, search)));
                }
                (None, RemainingWork::Nothing(assessments)) => complete.push((index, assessments)),
            }
        }
        games.iter().for_each(|game| game.input.report_unjudged(options.language, progress));
        for fault in journal.faults() {
            progress.message(&format!("tianyuan review: {fault}"));
        }
        let positions: usize = games.iter().map(|game| game.input.course.situations.len()).sum();
        let steps = Passes::steps(&options.search, positions);
        let left: u64 = games.iter().map(|game| game.steps_left(&options.search)).sum();
        progress.begin(steps, steps - left);
        progress.describe(&format!("0/{}", games.len()));
        Ok(ReviewJob {
            options,
            storage: storage.clone(),
            games,
            tasks: Tasks::new(tasks),
            complete,
            journal,
            list,
            progress,
            cancellation: cancellation.clone(),
            finished: AtomicUsize::new(0),
            is_faulty: AtomicBool::new(!inputs.faults.is_empty()),
            is_unwritten: AtomicBool::new(false),
            written: Mutex::default(),
            failure: Mutex::new(None),
        })
    }

    /// Reviews and writes the games, with one summary line each.
    pub(in crate::review) fn run(
        mut self,
        write_line: &mut dyn FnMut(&str),
    ) -> Result<ReviewOutcome, JobError> {
        for (index, assessments) in std::mem::take(&mut self.complete) {
            self.finish(&self.games[index], &assessments);
        }
        thread::scope(|scope| {
            for _ in 0..self.options.jobs.get().min(self.tasks.len()) {
                scope.spawn(|| self.run_worker());
            }
        });
        self.progress.end();
        let report = |game: &GameJob| locked(&game.report).take();
        let reports: Vec<GameReport> = self.games.iter().filter_map(report).collect();
        let is_whole = locked(&self.failure).is_none() && !self.cancellation.is_cancelled();
        reports.iter().for_each(|report| write_line(&report.summary_line));
        if is_whole && self.list.is_none() {
            self.write_collection(&reports, write_line);
        }
        let failure = locked(&self.failure).take();
        if let Some(reason) = failure {
            return Err(reason);
        }
        if self.cancellation.is_cancelled() {
            let again = if self.list.is_some() { "the same command" } else { "--resume" };
            let folder = self.options.output.display();
            return Err(JobError::Interrupted(format!(
                "interrupted; the results are saved in {folder}; {again} resumes the review"
            )));
        }
        if self.is_unwritten.into_inner() {
            // The results are not lost: the checkpoint file is kept.
            self.progress.message(
                "tianyuan review: some outputs were not written; --resume writes them without a new search",
            );
            return Ok(ReviewOutcome::default());
        }
        self.journal.remove();
        let written =
            messages::written(&self.options.output, &locked(&self.written), self.options.language);
        written.iter().for_each(|line| write_line(line));
        let names = locked(&self.written);
        let written = names.iter().map(|name| self.options.output.join(name)).collect();
        Ok(ReviewOutcome { is_clean: !self.is_faulty.load(Ordering::Relaxed), written })
    }

    /// Writes the output over all games.
    fn write_collection(&self, reports: &[GameReport], write_line: &mut dyn FnMut(&str)) {
        let reports: Vec<&GameReport> = reports.iter().collect();
        let terms = ReviewConfig::of(self.options, self.games.len());
        let BatchOutput { files, lines, faults } = BatchOutput::of(&reports, &terms);
        files.iter().for_each(|(name, bytes)| _ = self.write(name, bytes));
        faults.iter().for_each(|(name, error)| self.report_fault(name, error));
        lines.iter().for_each(|line| write_line(line));
    }

    /// Evaluates positions until none is left.
    fn run_worker(&self) {
        // Threads take positions, not games; otherwise the longest game would keep one thread busy while the others
        // are idle.
        let mut assessor = PositionEvaluator::new(self.options.search.clone());
        while let Some(taken) = self.tasks.take() {
            let (index, search) = taken.task;
            let game = &self.games[index];
            let Some(assessment) = game.assess(search, &mut assessor, &self.cancellation) else {
                return self.tasks.stop();
            };
            let key = game.key_of(search, &self.options.search);
            if let Err(error) = self.journal.note(key, &assessment) {
                self.fail(JobError::io("cannot write the checkpoint")(error));
                return self.tasks.stop();
            }
            self.progress.advance_by(search.steps());
            // Only the thread that stores a pass's last evaluation continues the game.
            if game.store(search, assessment) {
                self.continue_game(index);
            }
        }
    }

    /// Starts the next pass of a game, or writes the game after the last pass.
    fn continue_game(&self, index: usize) {
        let game = &self.games[index];
        let before = game.steps_left(&self.options.search);
        let rest = game.start_next_pass(&self.options.search, &self.journal);
        let steps = before - game.steps_left(&self.options.search);
        self.progress.advance_by(steps);
        match rest {
            RemainingWork::Searches(due) => {
                self.tasks.add_first(due.into_iter().map(|search| (index, search)).collect());
            }
            RemainingWork::Nothing(assessments) => self.finish(game, &assessments),
        }
    }

    /// Stops the review with an error.
    fn fail(&self, error: JobError) {
        locked(&self.failure).get_or_insert(error);
        // The other threads check only this flag; the stored error distinguishes a failure from an interrupt.
        self.cancellation.cancel();
    }

    /// Writes a game whose positions are all evaluated.
    fn finish(&self, game: &GameJob, assessments: &[PositionEvaluation]) {
        let OutputFiles { files, faults, report } =
            OutputFiles::of(&game.input, assessments, self.options);
        faults.iter().for_each(|(name, error)| self.report_fault(name, error));
        let mut is_written = true;
        for (name, bytes) in &files {
            is_written &= self.write(name, bytes);
        }
        let files: Vec<String> = files.into_iter().map(|(name, _)| name).collect();
        let is_faulty = !faults.is_empty();
        if is_written {
            self.note_finished(game, files, is_faulty, &report);
        }
        *locked(&game.report) = Some(report);
        let done = self.finished.fetch_add(1, Ordering::Relaxed) + 1;
        self.progress.describe(&format!("{done}/{}", self.games.len()));
    }

    /// Adds a game whose files are on disk to the list of finished games, if only a shard is reviewed.
    fn note_finished(
        &self,
        game: &GameJob,
        files: Vec<String>,
        is_faulty: bool,
        report: &GameReport,
    ) {
        let Some(list) = &self.list else { return };
        let mut list = locked(list);
        let finished = FinishedGame {
            game: game.number,
            key: game.key(self.options).to_string(),
            files,
            is_faulty,
            report: report.clone(),
            review: list.terms().clone(),
        };
        if let Err(error) = list.add(&finished) {
            self.fail(JobError::io("cannot write the list of games")(error));
        }
    }

    /// Writes a file and returns `true` on success; the review continues after a failure.
    fn write(&self, name: &str, bytes: &[u8]) -> bool {
        let written = self.storage.write(&self.options.output.join(name), bytes);
        match &written {
            Ok(()) => locked(&self.written).push(name.into()),
            Err(error) => {
                self.report_fault(name, &io_message(error));
                self.is_unwritten.store(true, Ordering::Relaxed);
            }
        }
        written.is_ok()
    }

    /// Reports why a file was not written.
    fn report_fault(&self, name: &str, reason: &dyn Display) {
        let path = self.options.output.join(name);
        self.progress.message(&format!("tianyuan review: {}: {reason}", path.display()));
        self.is_faulty.store(true, Ordering::Relaxed);
    }
}

/// Rejects options that would overwrite an input file or a file that is not a review.
fn refuse_to_overwrite(
    storage: &Storage,
    files: &[PathBuf],
    inputs: &[ReviewInput],
    options: &ReviewOptions,
) -> Result<(), JobError> {
    let mut read = ClaimedPaths::default();
    for file in files {
        read.claim(file);
    }
    let of_games = || {
        inputs.iter().flat_map(|input| {
            options.forms.iter().map(move |form| (file_name(input, *form), *form))
        })
    };
    let of_problems = options.problems.iter().flat_map(|form| {
        input::SIZES.map(|lines| format!("{}.{}", input::problems_stem(lines), form.extension()))
    });
    let named = of_games().map(|(name, _)| name);
    for name in named.chain(of_problems) {
        let path = options.output.join(name);
        if read.find(&path).is_some() {
            return Err(JobError::Usage(format!(
                "{}: would overwrite an input; choose another folder with -o",
                path.display()
            )));
        }
    }
    let index = Some((format!("{INDEX_STEM}.{}", Form::Html.extension()), Form::Html));
    let index = index.filter(|_| options.forms.contains(&Form::Html));
    for (name, form) in of_games().chain(index) {
        let path = options.output.join(name);
        storage
            .check_replaceable(&path, |head| form.is_review(head))
            .map_err(JobError::file(&path))?;
    }
    Ok(())
}
