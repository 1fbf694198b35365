//! The ledger: each game as a line of JSON and as a record in a folder.

use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::charset::Charset;
use crate::format::{self, Format};
use crate::go::{Action, Color};
use crate::protocol::GTP;
use crate::record::Findings;
use crate::storage::{Lines, Storage};

use super::contender::Side;
use super::contest::Contest;
use super::effort::Effort;
use super::ending::Ending;
use super::fixture::Fixture;
use super::game_record;
use super::referee::{Played, Thought};

/// Where games are written to.
#[derive(Debug, Default)]
pub struct Ledger {
    storage: Storage,
    json: Option<Lines>,
    folder: Option<PathBuf>,
    /// What was made for it, which is taken away again where no game comes: the file, and folders
    /// from the outside in.
    made: (Option<PathBuf>, Vec<PathBuf>),
    games: usize,
}

/// A game as a line of JSON.
#[derive(Debug, Serialize)]
struct Line<'a> {
    game: usize,
    /// The number of the game that it repeats.
    repeats: Option<usize>,
    /// How many games there have been but for repeats, this one among them.
    distinct: u64,
    /// Games with the same number here have the same opening.
    opening: usize,
    black: &'a str,
    white: &'a str,
    /// The side that has Black.
    black_side: Side,
    result: String,
    /// Nobody in a draw.
    winner: Option<Side>,
    ending: &'static str,
    words: String,
    fault: Option<FaultLine>,
    size: usize,
    komi: String,
    rules: &'a str,
    /// How many of the moves were the opening.
    given: usize,
    moves: Vec<String>,
    /// What each move took; nothing for the opening.
    thoughts: Vec<Option<ThoughtLine>>,
    a: EffortLine,
    b: EffortLine,
}

#[derive(Debug, Serialize)]
struct FaultLine {
    side: Side,
    kind: String,
    what: String,
}

#[derive(Debug, Serialize)]
struct ThoughtLine {
    /// By the referee's clock.
    seconds: f64,
    /// What the engine that moved says of its chance, 0 to 1.
    winrate: Option<f64>,
    playouts: Option<u64>,
}

#[derive(Debug, Serialize)]
struct EffortLine {
    moves: u64,
    seconds: f64,
    slowest: f64,
    cpu_seconds: Option<f64>,
    /// Bytes at the end of the game.
    memory: Option<u64>,
    open_files: Option<u64>,
    playouts: Option<u64>,
}

fn thousandths(number: f64) -> f64 {
    (1000.0 * number).round() / 1000.0
}

impl From<&Thought> for ThoughtLine {
    fn from(thought: &Thought) -> ThoughtLine {
        ThoughtLine {
            seconds: thousandths(thought.time.as_secs_f64()),
            winrate: thought.winrate.map(thousandths),
            playouts: thought.playouts,
        }
    }
}

impl From<&Effort> for EffortLine {
    fn from(effort: &Effort) -> EffortLine {
        EffortLine {
            moves: effort.moves,
            seconds: thousandths(effort.time.as_secs_f64()),
            slowest: thousandths(effort.slowest.as_secs_f64()),
            cpu_seconds: effort.cpu.map(thousandths),
            memory: effort.held.map(|held| held.memory),
            open_files: effort.held.map(|held| held.files),
            playouts: (effort.moves_with_playouts > 0).then_some(effort.playouts),
        }
    }
}

impl Ledger {
    /// A ledger in a file, whose lines before stay, and in a folder, which must have no games yet.
    ///
    /// # Errors
    /// Where they cannot be written, or the folder has files.
    pub fn open(
        storage: &Storage,
        json: Option<&Path>,
        folder: Option<&Path>,
    ) -> io::Result<Ledger> {
        // Dropped where something fails, it takes away what was made until then.
        let mut ledger = Ledger::default();
        ledger.storage = storage.clone();
        ledger.folder = folder.map(PathBuf::from);
        if let Some(path) = json {
            let is_new = !path.exists();
            ledger.json = Some(storage.lines(path)?);
            ledger.made.0 = is_new.then(|| path.into());
        }
        if let Some(folder) = folder {
            let missing = folder.ancestors().filter(|above| !above.as_os_str().is_empty());
            let missing = missing.take_while(|above| !above.exists()).map(PathBuf::from);
            let mut missing: Vec<PathBuf> = missing.collect();
            missing.reverse();
            ledger.made.1 = missing;
            storage.make_folder(folder)?;
            if !storage.is_empty_folder(folder)? {
                let reason = "it is not empty, and games are never overwritten";
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
            }
        }
        Ok(ledger)
    }

    /// Writes a game, which may repeat another one; `distinct` games were none that do.
    ///
    /// # Errors
    /// Where that fails.
    pub fn enter(
        &mut self,
        contest: &Contest,
        fixture: &Fixture,
        played: &Played,
        repeats: Option<usize>,
        distinct: u64,
    ) -> io::Result<()> {
        self.games += 1;
        if let Some(json) = &mut self.json {
            let line = Line { repeats, distinct, ..line(contest, fixture, played) };
            let line = serde_json::to_string(&line)?;
            json.add(format!("{line}\n").as_bytes())?;
            json.sync()?;
        }
        if let Some(folder) = &self.folder {
            let limits =
                Color::BOTH.map(|color| contest.contenders[fixture.side(color).index()].limit);
            let record = game_record::record(played, &contest.conditions, limits);
            for format in [Format::Sgf, Format::Wei7] {
                let mut record = record.clone();
                if format == Format::Wei7 {
                    record.keep_rules_in_comment(&mut Findings::default());
                }
                let bytes = format::write(&[record], format, Charset::Utf8).bytes;
                let name = format!("game-{:04}.{}", fixture.number, format.extension());
                self.storage.write(&folder.join(name), &bytes)?;
            }
        }
        Ok(())
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        if self.games > 0 {
            return;
        }
        self.json = None;
        let (file, folders) = &self.made;
        // What has become somebody else's stays: a file with content, a folder with files.
        let is_empty = |path: &&PathBuf| fs::metadata(path).is_ok_and(|file| file.len() == 0);
        if let Some(Err(error)) = file.as_ref().filter(is_empty).map(fs::remove_file) {
            log::warn!("the empty file of the games stays behind: {error}");
        }
        for folder in folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

fn line<'a>(contest: &'a Contest, fixture: &Fixture, played: &'a Played) -> Line<'a> {
    let conditions = &contest.conditions;
    let effort = |side| EffortLine::from(&played.efforts[fixture.color(side).index()]);
    let moves = played.game.turns().iter().filter_map(|turn| match turn.action {
        Action::Move(mv) => Some(GTP.words.of_move(conditions.size, mv)),
        Action::Resign => None,
    });
    let moves: Vec<String> = moves.collect();
    let thoughts = played.thoughts.iter().map(|thought| Some(thought.into()));
    let thoughts = iter::repeat_with(|| None).take(played.opening).chain(thoughts);
    Line {
        game: fixture.number,
        repeats: None,
        distinct: 0,
        opening: fixture.opening + 1,
        black: &played.names[Color::Black.index()],
        white: &played.names[Color::White.index()],
        black_side: fixture.black,
        result: played.ending.result().to_string(),
        winner: played.ending.winner().map(|color| fixture.side(color)),
        ending: match played.ending {
            Ending::Counted { .. } => "count",
            Ending::Resignation { .. } => "resignation",
            Ending::Fault { .. } => "fault",
            Ending::TooLong => "too long",
        },
        words: played.ending.words(),
        fault: played.ending.fault().map(|(color, fault)| FaultLine {
            side: fixture.side(color),
            kind: fault.kind.to_string(),
            what: fault.what.clone(),
        }),
        size: conditions.size.lines(),
        komi: conditions.rules.komi.to_string(),
        rules: &conditions.rules_name,
        given: played.opening,
        thoughts: thoughts.take(moves.len()).collect(),
        moves,
        a: effort(Side::A),
        b: effort(Side::B),
    }
}
