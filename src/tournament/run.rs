//! Runs a match from its options to its report. Games are counted, written and displayed as they end.

use std::collections::HashSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use super::options::{MatchOptions, check_sprt};
use super::runner::MatchRunner;
use crate::cancellation::Cancellation;
use crate::engine_process::child_processes::ChildReaper;
use crate::job_error::JobError;
use crate::progress::Progress;
use crate::records::record::Language;
use crate::records::storage::{Storage, io_message};
use crate::tournament::game::numbers::GameNumbers;
use crate::tournament::game::referee::GameOutcome;
use crate::tournament::game::schedule::ScheduledGame;
use crate::tournament::results::game_entry::GameEntry;
use crate::tournament::results::game_file::GameFile;
use crate::tournament::results::in_order::InOrderCounter;
use crate::tournament::results::match_config::MatchConfig;
use crate::tournament::results::merge::{Merged, merge};
use crate::tournament::results::record_folder::RecordFolder;
use crate::tournament::results::{report, resource_report};
use crate::tournament::statistics::Sprt;

/// The outcome of a match, which determines the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchStatus {
    /// All games ended without an engine error.
    Clean,
    /// An engine caused an error, or a game could not be written.
    Faulty,
    /// The match was cancelled before all games were played or the SPRT was decided.
    Interrupted,
}

impl MatchOptions {
    /// Plays the games of the match that its file does not contain yet. `print` receives the report lines, `progress`
    /// the resource usage.
    ///
    /// # Errors
    /// Returns [`JobError`] if the match cannot be played; games already played are reported nevertheless.
    pub fn run(
        &self,
        storage: &Storage,
        cancellation: &Cancellation,
        progress: &dyn Progress,
        print: &mut dyn FnMut(&str),
    ) -> Result<MatchStatus, JobError> {
        self.check()?;
        let (file, earlier) = match &self.json {
            None => (None, Vec::new()),
            Some(path) => {
                let (file, games) = GameFile::open(storage, path)?;
                (Some(file), games)
            }
        };
        // Without an explicit seed, the match in the file is resumed with its seed.
        let seed = self.seed.or(earlier.first().map(|game| game.terms.seed()));
        let contest =
            self.contest(storage, seed.unwrap_or_else(|| rand::random::<u32>().into()))?;
        let terms = MatchConfig::of(&contest);
        let numbers = contest.schedule.numbers(self.game_count(), self.shard);
        let is_resumed = file.as_ref().is_some_and(GameFile::is_resumed);
        let folder = self.save.as_deref();
        let open = |path| RecordFolder::open(storage, path, is_resumed, self.shard);
        let folder = folder.map(open).transpose();
        let folder = folder.map_err(JobError::io("cannot save the games"))?;
        let mut running = RunningMatch {
            progress,
            tally: InOrderCounter::new(&terms, numbers, self.sprt),
            terms,
            contest: &contest,
            file,
            folder,
            cancellation: cancellation.clone(),
            verbose: self.verbose,
            language: self.language,
            has_warned: false,
            unwritten: 0,
            failure: None,
            planned: numbers.len(),
        };
        let played = running.count_earlier(self, earlier, numbers)?;
        // More games would not change the decision.
        let numbers = if running.tally.is_decided() { GameNumbers::NONE } else { numbers };
        progress.begin(running.planned as u64, running.tally.games() as u64);
        // Before the first engine starts: later descendants all belong to engines.
        let orphans = ChildReaper::become_subreaper();
        let result = contest.run(numbers, &played, cancellation, &mut |scheduled, played| {
            running.add(scheduled, played);
        });
        drop(orphans);
        progress.end();
        // Even after a late failure, report the games: they may have taken hours.
        if result.is_ok() || running.tally.games() > 0 {
            running.report(print);
        }
        result?;
        running.status()
    }

    /// Prints the report of the games in files of shards or whole matches. `progress` receives the resource usage.
    ///
    /// # Errors
    /// Returns [`JobError`] if a file cannot be read, or the games belong to different matches.
    pub fn merge(
        storage: &Storage,
        files: &[PathBuf],
        sprt: Option<Sprt>,
        language: Language,
        progress: &dyn Progress,
        print: &mut dyn FnMut(&str),
    ) -> Result<MatchStatus, JobError> {
        check_sprt(sprt)?;
        report_merged(&merge(storage, files, sprt)?, sprt, language, progress, print)
    }
}

/// Prints the report of merged games. `progress` receives their resource usage.
///
/// # Errors
/// Returns [`JobError`] if an SPRT was requested for more than two engines.
pub(super) fn report_merged(
    merged: &Merged,
    sprt: Option<Sprt>,
    language: Language,
    progress: &dyn Progress,
    print: &mut dyn FnMut(&str),
) -> Result<MatchStatus, JobError> {
    if sprt.is_some() && merged.terms.engine_count() > 2 {
        return Err(JobError::Usage("--sprt requires two engines".into()));
    }
    report::lines(&merged.terms, &merged.tally, language).iter().for_each(|line| print(line));
    let Merged { missing, again, .. } = merged;
    if *missing > 0 {
        print(&language.choose(
            format!(" {missing} games are missing before the last game"),
            format!("  最后一局之前缺 {missing} 局"),
        ));
    }
    if *again > 0 {
        progress.message(&language.choose(
            format!("{again} duplicate games are counted once"),
            format!("{again} 局重复出现，只计一次"),
        ));
    }
    resource_report::lines(&merged.tally.totals, language)
        .iter()
        .for_each(|line| progress.message(line));
    Ok(match merged.tally.totals.fault_count() {
        0 => MatchStatus::Clean,
        _ => MatchStatus::Faulty,
    })
}

/// A match in progress.
struct RunningMatch<'a> {
    contest: &'a MatchRunner,
    terms: MatchConfig,
    tally: InOrderCounter,
    file: Option<GameFile>,
    folder: Option<RecordFolder>,
    progress: &'a dyn Progress,
    cancellation: Cancellation,
    verbose: bool,
    language: Language,
    /// Whether the warning about duplicate games was shown.
    has_warned: bool,
    /// The number of games that could not be written.
    unwritten: usize,
    /// The error that stopped the match.
    failure: Option<JobError>,
    /// The number of games of the match, or of its shard.
    planned: usize,
}

impl RunningMatch<'_> {
    /// Counts the games played earlier and returns their numbers.
    fn count_earlier(
        &mut self,
        options: &MatchOptions,
        earlier: Vec<GameEntry>,
        numbers: GameNumbers,
    ) -> Result<HashSet<usize>, JobError> {
        let path = options.json.as_deref().unwrap_or(Path::new(""));
        let mut played = HashSet::new();
        for game in earlier {
            let fails = |why: &dyn Display| {
                JobError::Usage(format!("{}: game {}: {why}", path.display(), game.game))
            };
            self.terms.compare(&game.terms).map_err(|difference| fails(&difference))?;
            if !numbers.contains(game.game) {
                return Err(fails(&"not a game of this match or shard"));
            }
            if !played.insert(game.game) {
                return Err(fails(&"duplicate game in the file"));
            }
            self.count(game)?;
        }
        Ok(played)
    }

    fn add(&mut self, scheduled: &ScheduledGame, played: &GameOutcome) {
        let game = GameEntry::of(self.contest, &self.terms, scheduled, played);
        let number = game.game;
        // The line is written last: it marks the game as done, so that it is not played again.
        let folder = self.folder.as_mut();
        let saved = folder.map_or(Ok(()), |it| it.write(self.contest, scheduled, played));
        let written = saved.and(self.file.as_mut().map_or(Ok(()), |file| file.add(&game)));
        if let Err(error) = written {
            self.unwritten += 1;
            self.progress.message(&format!("cannot write game {number}: {}", io_message(&error)));
        }
        if self.verbose {
            self.progress.message(&game.summary());
        }
        if let Err(reason) = self.count(game) {
            self.failure.get_or_insert(reason);
            self.cancellation.cancel();
        }
        self.progress.advance();
        self.progress.describe(&report::progress_line(&self.tally, self.language));
        if self.tally.is_decided() {
            // More games would not change the decision; games in progress are discarded.
            self.cancellation.cancel();
        }
    }

    fn count(&mut self, game: GameEntry) -> Result<(), JobError> {
        for (number, first) in self.tally.add(game)? {
            if !std::mem::replace(&mut self.has_warned, true) {
                self.progress.message(&warning(number, first, self.language));
            }
        }
        Ok(())
    }

    fn report(&mut self, print: &mut dyn FnMut(&str)) {
        if let Err(reason) = self.tally.end() {
            self.failure.get_or_insert(reason);
        }
        let language = self.language;
        report::lines(&self.terms, &self.tally, language).iter().for_each(|line| print(line));
        if self.is_cut_off() {
            let (games, planned) = (self.tally.games(), self.planned);
            print(&language.choose(
                format!("  ended early, after {games} of {planned} games"),
                format!("  提前结束，{planned} 局下了 {games} 局"),
            ));
        }
        if self.unwritten > 0 {
            let unwritten = self.unwritten;
            print(&language.choose(
                format!(" {unwritten} games were not written"),
                format!("  {unwritten} 局没有写出"),
            ));
        }
        resource_report::lines(&self.tally.totals, language)
            .iter()
            .for_each(|line| self.progress.message(line));
    }

    /// Returns `true` if scheduled games were not played.
    fn is_cut_off(&self) -> bool {
        self.tally.games() < self.planned && !self.tally.is_decided()
    }

    fn status(self) -> Result<MatchStatus, JobError> {
        if let Some(reason) = self.failure {
            return Err(reason);
        }
        if self.is_cut_off() && self.cancellation.is_cancelled() {
            return Ok(MatchStatus::Interrupted);
        }
        Ok(match self.tally.totals.fault_count() + self.unwritten {
            0 => MatchStatus::Clean,
            _ => MatchStatus::Faulty,
        })
    }
}

/// Returns the warning about the first duplicate game.
fn warning(number: usize, first: usize, language: Language) -> String {
    language.choose(
        format!(
            "game {number} repeats game {first} move by move and is not counted; use openings (--random-opening, \
             --openings) or engines without a fixed seed for variety"
        ),
        format!(
            "第 {number} 局逐手重复第 {first} 局：这样的对局不作证据，不予计入；用开局（--random-opening、--openings）\
             或没有固定种子的引擎，各局才会不同"
        ),
    )
}
