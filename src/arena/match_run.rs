//! Runs a match from its options to its report. Games are counted, written and shown as they end.

use std::time::Duration;

use super::contest::Contest;
use super::options::MatchOptions;
use crate::arena::game::contender::{Contender, Side};
use crate::arena::game::opening::Openings;
use crate::arena::game::referee::Played;
use crate::arena::game::schedule::ScheduledGame;
use crate::arena::results::game_writer::GameWriter;
use crate::arena::results::report;
use crate::arena::results::summary;
use crate::arena::results::totals::MatchTotals;
use crate::arena::statistics::{Decision, Sprt};
use crate::arena::talk::descendants::Orphans;
use crate::cancel::Cancellation;
use crate::clock::TimeControl;
use crate::progress::Progress;
use crate::storage::Storage;

/// The end of a match, which becomes the exit status of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchStatus {
    /// All games ended without a fault.
    Clean,
    /// An engine was at fault, or a game could not be written.
    Faulty,
    /// The match was cancelled before all games were played or the test was decided.
    Interrupted,
}

impl MatchOptions {
    /// Plays the match. `print` gets the lines of the report.
    ///
    /// # Errors
    /// One sentence that says why the match cannot be played. Games that were played before are
    /// reported nevertheless.
    pub fn run(
        &self,
        storage: &Storage,
        cancellation: &Cancellation,
        progress: &dyn Progress,
        print: &mut dyn FnMut(&str),
    ) -> Result<MatchStatus, String> {
        let (contest, sprt) = (self.contest(storage)?, self.sprt()?);
        let writer = GameWriter::open(storage, self.json.as_deref(), self.save.as_deref());
        let writer = writer.map_err(|error| format!("the games cannot be written: {error}"))?;
        let names = contest.contenders.each_ref().map(|c| c.name.clone().unwrap_or_default());
        let mut running = RunningMatch {
            progress,
            totals: MatchTotals::new(contest.alternate, names),
            contest: &contest,
            sprt,
            writer,
            cancellation: cancellation.clone(),
            verbose: self.verbose,
            has_warned: false,
            unwritten: 0,
        };
        progress.begin(contest.games as u64, 0);
        // Before the first engine starts: all descendants that are new at the end belong to engines.
        let orphans = Orphans::adopt();
        let result =
            contest.run(cancellation, &mut |scheduled, played| running.add(scheduled, played));
        drop(orphans);
        progress.end();
        // A match that fails late has still played games, which may have taken hours.
        if result.is_ok() || running.totals.games() > 0 {
            running.report(print);
        }
        result.map(|()| running.status())
    }
}

/// A match that is being played.
struct RunningMatch<'a> {
    contest: &'a Contest,
    sprt: Option<Sprt>,
    totals: MatchTotals,
    writer: GameWriter,
    progress: &'a dyn Progress,
    cancellation: Cancellation,
    verbose: bool,
    /// Whether the warning of repeated games was shown.
    has_warned: bool,
    /// Games that could not be written.
    unwritten: usize,
}

impl RunningMatch<'_> {
    fn add(&mut self, scheduled: &ScheduledGame, played: &Played) {
        let repeats = self.totals.add(scheduled, played);
        let distinct = self.totals.distinct();
        if let (Some(first), false) = (repeats, self.has_warned) {
            self.has_warned = true;
            self.progress.message(&warning(scheduled.number, first));
        }
        if let Err(error) = self.writer.write(self.contest, scheduled, played, repeats, distinct) {
            self.unwritten += 1;
            self.progress.message(&format!("game {} is not written: {error}", scheduled.number));
        }
        if self.verbose {
            self.progress.message(&game_line(scheduled, played));
        }
        self.progress.advance();
        self.progress.describe(&summary::line(&self.totals, self.sprt.as_ref()));
        if self.is_decided() {
            // More games would not change the decision, and games under way are dropped.
            self.cancellation.cancel();
        }
    }

    fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decision(&self.totals.scores) != Decision::Undecided)
    }

    fn report(&self, print: &mut dyn FnMut(&str)) {
        print(&conditions_line(self.contest));
        for line in report::lines(&self.totals, self.sprt.as_ref()) {
            print(&line);
        }
        let (played, planned) = (self.totals.games(), self.contest.games);
        if self.is_cut_off() {
            print(&format!("  ended early, after {played} of {planned} games"));
        }
        if self.unwritten > 0 {
            print(&format!("  {} games could not be written", self.unwritten));
        }
    }

    /// Whether games are left that were to be played.
    fn is_cut_off(&self) -> bool {
        self.totals.games() < self.contest.games as u64 && !self.is_decided()
    }

    fn status(&self) -> MatchStatus {
        if self.is_cut_off() && self.cancellation.is_cancelled() {
            return MatchStatus::Interrupted;
        }
        match self.totals.fault_count() + self.unwritten {
            0 => MatchStatus::Clean,
            _ => MatchStatus::Faulty,
        }
    }
}

/// The warning at the first repeated game.
fn warning(number: usize, first: usize) -> String {
    format!(
        "game {number} is game {first} again, move by move: such games are no evidence and are not \
         counted as any; openings (--random-opening, --openings) or engines without a fixed seed \
         make others"
    )
}

/// A game on a line: `game 3, Tianyuan (A) - GNU Go (B): B+R after 57 turns, W resigned`.
fn game_line(scheduled: &ScheduledGame, played: &Played) -> String {
    let [black, white] = &played.names;
    let (ending, turns) = (&played.ending, played.game.turns().len());
    let result = ending.result();
    format!(
        "game {}, {black} ({}) - {white} ({}): {result} after {turns} turns, {}",
        scheduled.number,
        scheduled.black,
        scheduled.black.other(),
        ending.description()
    )
}

/// The conditions of the match on a line.
fn conditions_line(contest: &Contest) -> String {
    let conditions = &contest.conditions;
    let time_controls =
        Side::BOTH.map(|side| time_control_words(&contest.contenders[side.index()]));
    let time_control = match time_controls {
        [a, b] if a == b => a,
        [a, b] => format!("A: {a}, B: {b}"),
    };
    let openings = match &contest.openings {
        Openings::None => String::new(),
        Openings::Listed(openings) => format!(", {} openings", openings.len()),
        Openings::Random { turns, seed } => format!(", {turns} random moves of seed {seed}"),
    };
    format!(
        "{:?}, komi {}, {} rules, {time_control}{openings}",
        conditions.size, conditions.rules.komi, conditions.rules_name
    )
}

/// The time control of an engine in a few words.
fn time_control_words(contender: &Contender) -> String {
    let seconds = |time: Duration| time.as_secs_f64();
    match contender.limit {
        None | Some(TimeControl::Unlimited) => "no clock".into(),
        Some(TimeControl::Absolute { main }) => format!("{} s a game", seconds(main)),
        Some(TimeControl::ByoYomi { main, period, periods: 1 }) if main.is_zero() => {
            format!("{} s a move", seconds(period))
        }
        Some(TimeControl::ByoYomi { main, period, periods }) => {
            format!("{} s and {periods} x {} s", seconds(main), seconds(period))
        }
        Some(TimeControl::Canadian { main, period, stones }) => {
            format!("{} s and {stones} moves in {} s", seconds(main), seconds(period))
        }
        Some(TimeControl::Fischer { main, increment, .. }) => {
            format!("{} s and {} s more a move", seconds(main), seconds(increment))
        }
    }
}
