//! A match from its options to its report: games are counted, written and shown as they end.

use std::time::Duration;

use super::contender::{Contender, Side};
use super::contest::Contest;
use super::descendants::Orphans;
use super::fixture::Fixture;
use super::ledger::Ledger;
use super::opening::Openings;
use super::options::MatchOptions;
use super::referee::Played;
use super::report;
use super::sprt::{Decision, Sprt};
use super::standings::Standings;
use super::state;
use crate::cancel::Cancellation;
use crate::clock::TimeControl;
use crate::progress::Progress;
use crate::storage::Storage;

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchStatus {
    /// Games without a fault.
    Clean,
    /// An engine was at fault, or a game could not be written.
    Faulty,
    /// Somebody ended it before its games were played or its test was decided.
    Interrupted,
}

impl MatchOptions {
    /// Plays the match with files on a disk, and tells the lines of the report.
    ///
    /// # Errors
    /// Why it cannot be played as asked. What was played until then is told nevertheless.
    pub fn run(
        &self,
        storage: &Storage,
        cancellation: &Cancellation,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(&str),
    ) -> Result<MatchStatus, String> {
        let (contest, sprt) = (self.contest(storage)?, self.sprt()?);
        let ledger = Ledger::open(storage, self.json.as_deref(), self.save.as_deref());
        let ledger = ledger.map_err(|error| format!("the games cannot be written: {error}"))?;
        let names = contest.contenders.each_ref().map(|c| c.name.clone().unwrap_or_default());
        let mut run = Run {
            progress,
            standings: Standings::new(contest.alternate, names),
            contest: &contest,
            sprt,
            ledger,
            cancellation: cancellation.clone(),
            verbose: self.verbose,
            has_warned: false,
            unwritten: 0,
        };
        progress.begin(contest.games as u64, 0);
        let orphans = Orphans::adopt();
        let result = contest.run(cancellation, &mut |fixture, played| run.add(fixture, played));
        drop(orphans);
        progress.end();
        if result.is_ok() || run.standings.games() > 0 {
            run.report(tell);
        }
        result.map(|()| run.status())
    }
}

/// A match that is being played.
struct Run<'a> {
    contest: &'a Contest,
    sprt: Option<Sprt>,
    standings: Standings,
    ledger: Ledger,
    progress: &'a dyn Progress,
    cancellation: Cancellation,
    verbose: bool,
    /// Whether the user knows that games repeat others.
    has_warned: bool,
    /// Games that could not be written.
    unwritten: usize,
}

impl Run<'_> {
    fn add(&mut self, fixture: &Fixture, played: &Played) {
        let repeats = self.standings.add(fixture, played);
        let distinct = self.standings.distinct();
        if let (Some(first), false) = (repeats, self.has_warned) {
            self.has_warned = true;
            self.progress.message(&warning(fixture.number, first));
        }
        if let Err(error) = self.ledger.enter(self.contest, fixture, played, repeats, distinct) {
            self.unwritten += 1;
            self.progress.message(&format!("game {} is not written: {error}", fixture.number));
        }
        if self.verbose {
            self.progress.message(&told(fixture, played));
        }
        self.progress.advance();
        self.progress.describe(&state::line(&self.standings, self.sprt.as_ref()));
        if self.is_decided() {
            self.cancellation.cancel();
        }
    }

    fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decision(&self.standings.outcomes) != Decision::GoOn)
    }

    fn report(&self, tell: &mut dyn FnMut(&str)) {
        tell(&terms(self.contest));
        for line in report::lines(&self.standings, self.sprt.as_ref()) {
            tell(&line);
        }
        let (played, planned) = (self.standings.games(), self.contest.games);
        if self.is_cut_off() {
            tell(&format!("  ended early, after {played} of {planned} games"));
        }
        if self.unwritten > 0 {
            tell(&format!("  {} games could not be written", self.unwritten));
        }
    }

    /// Whether there are games still to be played.
    fn is_cut_off(&self) -> bool {
        self.standings.games() < self.contest.games as u64 && !self.is_decided()
    }

    fn status(&self) -> MatchStatus {
        if self.is_cut_off() && self.cancellation.is_cancelled() {
            return MatchStatus::Interrupted;
        }
        match self.standings.fault_count() + self.unwritten {
            0 => MatchStatus::Clean,
            _ => MatchStatus::Faulty,
        }
    }
}

/// What the user is told of the first game that repeats another one.
fn warning(number: usize, first: usize) -> String {
    format!(
        "game {number} is game {first} again, move by move: such games are no evidence and are not \
         counted as any; openings (--random-opening, --openings) or engines without a fixed seed \
         make others"
    )
}

/// A game on a line: `game 3: Tianyuan (Black) - GNU Go: B+3.5 in 57 turns, black resigned`.
fn told(fixture: &Fixture, played: &Played) -> String {
    let [black, white] = &played.names;
    let (ending, turns) = (&played.ending, played.game.turns().len());
    let result = ending.result();
    format!(
        "game {}, {black} ({}) - {white} ({}): {result} after {turns} turns, {}",
        fixture.number,
        fixture.black,
        fixture.black.other(),
        ending.words()
    )
}

/// What was played, on a line.
fn terms(contest: &Contest) -> String {
    let conditions = &contest.conditions;
    let paces = Side::BOTH.map(|side| pace(&contest.contenders[side.index()]));
    let pace = match paces {
        [a, b] if a == b => a,
        [a, b] => format!("A: {a}, B: {b}"),
    };
    let openings = match &contest.openings {
        Openings::None => String::new(),
        Openings::Listed(openings) => format!(", {} openings", openings.len()),
        Openings::Random { turns, seed } => format!(", {turns} random moves of seed {seed}"),
    };
    format!(
        "{:?}, komi {}, {} rules, {pace}{openings}",
        conditions.size, conditions.rules.komi, conditions.rules_name
    )
}

/// The time control of a side in a few words.
fn pace(contender: &Contender) -> String {
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
