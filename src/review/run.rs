//! The run over many games: workers take one situation after the other, and whoever finishes a game
//! writes it.
//!
//! It does not know what is written. What comes out depends on no order: each situation is assessed
//! by itself, and each game written by itself.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::assessment::{Assessment, Assessor};
use super::findings::findings;
use super::game_review::GameReview;
use super::journal::{Journal, Key};
use super::options::{Form, ReviewOptions};
use super::output::index;
use super::output::page::PageLanguage;
use super::subject::{INDEX_STEM, Subject, Subjects};
use super::summary::Summary;
use super::words;
use crate::cancel::Cancellation;
use crate::progress::Progress;
use crate::record_file::with_folders_opened;
use crate::storage::{Claims, Storage};

impl ReviewOptions {
    /// Reviews the games and writes what is asked for, and tells a line for each game. Returns
    /// whether all games could be read, reviewed and written.
    ///
    /// # Errors
    /// Where a folder cannot be read, another review is at work in the output folder or was cut off
    /// there, or the journal cannot be written.
    pub fn run(
        &self,
        storage: &Storage,
        cancellation: &Cancellation,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(&str),
    ) -> Result<bool, String> {
        Run::begin(self, storage, cancellation, progress)?.run(tell)
    }
}

/// A game with what is known of its situations.
struct Game {
    subject: Subject,
    keys: Vec<Key>,
    assessments: Mutex<Vec<Option<Assessment>>>,
    missing: AtomicUsize,
    /// What is told of it in the end.
    told: Mutex<Option<Told>>,
}

/// What is told of a game when all are done.
struct Told {
    /// The line on the standard output.
    verdict: String,
    /// The line in the index.
    row: String,
}

/// A review under way.
pub(super) struct Run<'a> {
    options: &'a ReviewOptions,
    storage: Storage,
    games: Vec<Game>,
    /// The situations that have to be assessed, by game and place.
    tasks: Vec<(usize, usize)>,
    journal: Journal,
    progress: &'a dyn Progress,
    cancellation: Cancellation,
    next: AtomicUsize,
    finished: AtomicUsize,
    is_faulty: AtomicBool,
    /// Whether a file could not be written.
    is_unwritten: AtomicBool,
    /// Why it cannot go on.
    failure: Mutex<Option<String>>,
}

impl<'a> Run<'a> {
    /// Reads the games, and what is known of them from a run before.
    pub(super) fn begin(
        options: &'a ReviewOptions,
        storage: &Storage,
        cancellation: &Cancellation,
        progress: &'a dyn Progress,
    ) -> Result<Run<'a>, String> {
        let files = with_folders_opened(&options.files)?;
        let subjects = Subjects::read(storage, &files, options.variations);
        let folder = &options.output;
        refuse_to_overwrite(&files, &subjects.list, options)?;
        let made = storage.make_folder(folder);
        made.map_err(|error| format!("{}: {error}", folder.display()))?;
        let journal = Journal::open(storage, folder, options.after_cut);
        let journal = journal.map_err(|error| format!("{}: {error}", folder.display()))?;
        for fault in &subjects.faults {
            progress.message(&format!("tianyuan review: {fault}"));
        }
        for (name, findings) in &subjects.findings {
            for line in findings.lines(name, options.language) {
                log::info!("{line}");
            }
        }
        let games: Vec<Game> =
            subjects.list.into_iter().map(|s| Game::new(s, options, &journal)).collect();
        let keys: HashSet<Key> = games.iter().flat_map(|game| game.keys.iter().copied()).collect();
        for fault in journal.faults(&keys) {
            progress.message(&format!("tianyuan review: {fault}"));
        }
        let missing = |(number, game): (usize, &Game)| {
            let places = game.missing_places().into_iter();
            places.map(move |place| (number, place)).collect::<Vec<_>>()
        };
        let tasks: Vec<(usize, usize)> = games.iter().enumerate().flat_map(missing).collect();
        let positions: usize = games.iter().map(|game| game.keys.len()).sum();
        progress.begin(positions as u64, (positions - tasks.len()) as u64);
        progress.describe(&format!("0/{}", games.len()));
        Ok(Run {
            options,
            storage: storage.clone(),
            games,
            tasks,
            journal,
            progress,
            cancellation: cancellation.clone(),
            next: AtomicUsize::new(0),
            finished: AtomicUsize::new(0),
            is_faulty: AtomicBool::new(!subjects.faults.is_empty()),
            is_unwritten: AtomicBool::new(false),
            failure: Mutex::new(None),
        })
    }

    /// Reviews the games, writes them, and tells a line for each. Returns whether all went well.
    pub(super) fn run(self, tell: &mut dyn FnMut(&str)) -> Result<bool, String> {
        for game in self.games.iter().filter(|game| game.missing.load(Ordering::Relaxed) == 0) {
            self.finish(game);
        }
        thread::scope(|scope| {
            for _ in 0..self.options.jobs.get().min(self.tasks.len()) {
                scope.spawn(|| self.work());
            }
        });
        self.progress.end();
        let told = |game: &Game| held(&game.told).take();
        let told: Vec<Told> = self.games.iter().filter_map(told).collect();
        let is_whole = held(&self.failure).is_none() && !self.cancellation.is_cancelled();
        if is_whole && self.games.len() > 1 && self.options.forms.contains(&Form::Html) {
            let rows: Vec<&str> = told.iter().map(|told| &*told.row).collect();
            let page = index::write(&rows, &PageLanguage::of(self.options));
            self.write(&format!("{}.html", INDEX_STEM), &page);
        }
        told.iter().for_each(|told| tell(&told.verdict));
        let failure = held(&self.failure).take();
        if let Some(reason) = failure {
            return Err(reason);
        }
        if self.cancellation.is_cancelled() {
            return Err("it was interrupted; --resume goes on from here".into());
        }
        if self.is_unwritten.into_inner() {
            // What was found is not lost: the journal stays.
            self.progress.message(
                "tianyuan review: not all was written; --resume does that without a search",
            );
            return Ok(false);
        }
        self.journal.remove();
        Ok(!self.is_faulty.into_inner())
    }

    /// Assesses one situation after the other, until none is left.
    fn work(&self) {
        let mut assessor = Assessor::new(self.options.search.clone());
        while let Some(&(number, place)) = self.tasks.get(self.next.fetch_add(1, Ordering::Relaxed))
        {
            let game = &self.games[number];
            let Some(assessment) = game.assess(place, &mut assessor, &self.cancellation) else {
                return;
            };
            if let Err(error) = self.journal.note(game.keys[place], &assessment) {
                self.fail(&format!("the journal cannot be written: {error}"));
                return;
            }
            self.progress.advance();
            if game.keep(place, assessment) {
                self.finish(game);
            }
        }
    }

    /// Ends the run, for a reason that is told.
    fn fail(&self, reason: &str) {
        let mut failure = held(&self.failure);
        failure.get_or_insert_with(|| reason.into());
        self.cancellation.cancel();
    }

    /// Writes a game of which all is known, and forgets it.
    fn finish(&self, game: &Game) {
        let known = std::mem::take(&mut *held(&game.assessments));
        let assessments: Vec<Assessment> = known.into_iter().flatten().collect();
        let subject = &game.subject;
        let findings = findings(&subject.course, &assessments, subject.record.size);
        let summary = Summary::of(&findings);
        let review = GameReview {
            subject,
            assessments: &assessments,
            findings: &findings,
            summary: &summary,
            options: self.options,
        };
        for form in &self.options.forms {
            let name = file_name(subject, *form);
            match review.written(*form) {
                Ok(bytes) => self.write(&name, &bytes),
                Err(reason) => self.tell_fault(&name, &reason),
            }
        }
        let verdict = words::verdict(&subject.name, &summary, self.options.language);
        let told = Told { verdict, row: index::row(&review) };
        *held(&game.told) = Some(told);
        let done = self.finished.fetch_add(1, Ordering::Relaxed) + 1;
        self.progress.describe(&format!("{done}/{}", self.games.len()));
    }

    /// Writes a file; the run goes on where that fails.
    fn write(&self, name: &str, bytes: &[u8]) {
        if let Err(error) = self.storage.write(&self.options.output.join(name), bytes) {
            self.tell_fault(name, &error.to_string());
            self.is_unwritten.store(true, Ordering::Relaxed);
        }
    }

    /// Tells why a file is not there.
    fn tell_fault(&self, name: &str, reason: &str) {
        let path = self.options.output.join(name);
        self.progress.message(&format!("tianyuan review: {}: {reason}", path.display()));
        self.is_faulty.store(true, Ordering::Relaxed);
    }
}

impl Game {
    fn new(subject: Subject, options: &ReviewOptions, journal: &Journal) -> Game {
        let Subject { record, course, .. } = &subject;
        let key = |&situation| Key::of(record, course, situation, &options.search);
        let keys: Vec<Key> = course.situations.iter().map(key).collect();
        let area = record.size.area();
        let known: Vec<Option<Assessment>> =
            keys.iter().map(|&key| journal.find(key, area).cloned()).collect();
        let missing = known.iter().filter(|known| known.is_none()).count();
        Game {
            subject,
            keys,
            assessments: Mutex::new(known),
            missing: AtomicUsize::new(missing),
            told: Mutex::new(None),
        }
    }

    fn missing_places(&self) -> Vec<usize> {
        let known = held(&self.assessments);
        (0..known.len()).filter(|&place| known[place].is_none()).collect()
    }

    fn assess(
        &self,
        place: usize,
        assessor: &mut Assessor,
        cancellation: &Cancellation,
    ) -> Option<Assessment> {
        let Subject { record, course, .. } = &self.subject;
        let situation = course.situations[place];
        let game = course.game_at(record, situation).expect("the course was played through");
        assessor.assess(game, situation.color, cancellation)
    }

    /// Keeps what was found; answers whether it was the last that was missing.
    fn keep(&self, place: usize, assessment: Assessment) -> bool {
        let mut known = held(&self.assessments);
        known[place] = Some(assessment);
        self.missing.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

/// What a mutex holds. Whoever panicked while it was held ends the program anyway.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn file_name(subject: &Subject, form: Form) -> String {
    format!("{}.{}", subject.stem, form.extension())
}

/// Refuses to write over what is read.
fn refuse_to_overwrite(
    files: &[PathBuf],
    subjects: &[Subject],
    options: &ReviewOptions,
) -> Result<(), String> {
    let mut read = Claims::default();
    for file in files {
        read.claim(file);
    }
    for subject in subjects {
        for form in &options.forms {
            let path = options.output.join(file_name(subject, *form));
            if read.find(&path).is_some() {
                return Err(format!(
                    "{}: it would be written over; choose another folder with -o",
                    path.display()
                ));
            }
        }
    }
    Ok(())
}
