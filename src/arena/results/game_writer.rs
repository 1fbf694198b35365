//! Writes the games of a match: each as a line of JSON and as game records in a folder.

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

use super::game_record;
use crate::arena::contest::Contest;
use crate::arena::game::contender::Side;
use crate::arena::game::cost::GameCost;
use crate::arena::game::ending::GameEnding;
use crate::arena::game::referee::{MoveStats, Played};
use crate::arena::game::schedule::ScheduledGame;

/// Writes games to a JSON file and to a folder, where they are wanted.
#[derive(Debug, Default)]
pub(crate) struct GameWriter {
    storage: Storage,
    json: Option<Lines>,
    folder: Option<PathBuf>,
    /// The file and the folders, outermost first, that did not exist before. They are removed
    /// again if no game is written.
    made: (Option<PathBuf>, Vec<PathBuf>),
    games: usize,
}

/// A game as a line of JSON.
#[derive(Debug, Serialize)]
struct Line<'a> {
    game: usize,
    /// The number of the earlier game that has the same moves.
    repeats: Option<usize>,
    /// The number of distinct games up to this one.
    distinct: u64,
    /// Games with the same number here have the same opening.
    opening: usize,
    black: &'a str,
    white: &'a str,
    /// The side that has Black.
    black_side: Side,
    result: String,
    /// `null` for a draw.
    winner: Option<Side>,
    ending: &'static str,
    words: String,
    fault: Option<FaultLine>,
    size: usize,
    komi: String,
    rules: &'a str,
    /// How many moves at the start are the opening.
    given: usize,
    moves: Vec<String>,
    /// Time and playouts of each move; `null` for the moves of the opening.
    #[serde(rename = "thoughts")]
    move_stats: Vec<Option<MoveLine>>,
    a: CostLine,
    b: CostLine,
}

#[derive(Debug, Serialize)]
struct FaultLine {
    side: Side,
    kind: String,
    what: String,
}

#[derive(Debug, Serialize)]
struct MoveLine {
    /// By the referee's clock.
    seconds: f64,
    /// The winrate that the engine states for itself, 0 to 1.
    winrate: Option<f64>,
    playouts: Option<u64>,
}

#[derive(Debug, Serialize)]
struct CostLine {
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

impl From<&MoveStats> for MoveLine {
    fn from(stats: &MoveStats) -> MoveLine {
        MoveLine {
            seconds: thousandths(stats.time.as_secs_f64()),
            winrate: stats.winrate.map(thousandths),
            playouts: stats.playouts,
        }
    }
}

impl From<&GameCost> for CostLine {
    fn from(cost: &GameCost) -> CostLine {
        CostLine {
            moves: cost.moves,
            seconds: thousandths(cost.time.as_secs_f64()),
            slowest: thousandths(cost.slowest.as_secs_f64()),
            cpu_seconds: cost.cpu.map(thousandths),
            memory: cost.footprint.map(|footprint| footprint.memory),
            open_files: cost.footprint.map(|footprint| footprint.files),
            playouts: (cost.moves_with_playouts > 0).then_some(cost.playouts),
        }
    }
}

impl GameWriter {
    /// Opens the JSON file, to which lines are appended, and the folder, which must be empty.
    ///
    /// # Errors
    /// Where the file or the folder cannot be made, or the folder is not empty.
    pub(crate) fn open(
        storage: &Storage,
        json: Option<&Path>,
        folder: Option<&Path>,
    ) -> io::Result<GameWriter> {
        // If a step fails, `Drop` removes what the steps before it made.
        let mut writer = GameWriter::default();
        writer.storage = storage.clone();
        writer.folder = folder.map(PathBuf::from);
        if let Some(path) = json {
            let is_new = !path.exists();
            writer.json = Some(storage.lines(path)?);
            writer.made.0 = is_new.then(|| path.into());
        }
        if let Some(folder) = folder {
            let missing = folder.ancestors().filter(|above| !above.as_os_str().is_empty());
            let missing = missing.take_while(|above| !above.exists()).map(PathBuf::from);
            let mut missing: Vec<PathBuf> = missing.collect();
            missing.reverse();
            writer.made.1 = missing;
            storage.make_folder(folder)?;
            if !storage.is_empty_folder(folder)? {
                let reason = "it is not empty, and games are never overwritten";
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
            }
        }
        Ok(writer)
    }

    /// Writes a game. `repeats` is the number of the earlier game with the same moves, `distinct`
    /// the number of distinct games so far.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub(crate) fn write(
        &mut self,
        contest: &Contest,
        scheduled: &ScheduledGame,
        played: &Played,
        repeats: Option<usize>,
        distinct: u64,
    ) -> io::Result<()> {
        self.games += 1;
        if let Some(json) = &mut self.json {
            let line = Line { repeats, distinct, ..line(contest, scheduled, played) };
            let line = serde_json::to_string(&line)?;
            json.add(format!("{line}\n").as_bytes())?;
            // A match may take days; a crash of the machine must not lose its games.
            json.sync()?;
        }
        if let Some(folder) = &self.folder {
            let limits =
                Color::BOTH.map(|color| contest.contenders[scheduled.side(color).index()].limit);
            let record = game_record::record(played, &contest.conditions, limits);
            for format in [Format::Sgf, Format::Wei7] {
                let mut record = record.clone();
                if format == Format::Wei7 {
                    let mut findings = Findings::default();
                    record.keep_terms_in_comment(&mut findings);
                    record.drop_time_left(&mut findings);
                }
                let bytes = format::write(&[record], format, Charset::Utf8).bytes;
                let name = format!("game-{:04}.{}", scheduled.number, format.extension());
                self.storage.write(&folder.join(name), &bytes)?;
            }
        }
        Ok(())
    }
}

impl Drop for GameWriter {
    fn drop(&mut self) {
        if self.games > 0 {
            return;
        }
        self.json = None;
        let (file, folders) = &self.made;
        // Another program may have written there meanwhile: only what is empty is removed.
        let is_empty = |path: &&PathBuf| fs::metadata(path).is_ok_and(|file| file.len() == 0);
        if let Some(Err(error)) = file.as_ref().filter(is_empty).map(fs::remove_file) {
            log::warn!("the empty file of the games stays behind: {error}");
        }
        for folder in folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

fn line<'a>(contest: &'a Contest, scheduled: &ScheduledGame, played: &'a Played) -> Line<'a> {
    let conditions = &contest.conditions;
    let cost = |side| CostLine::from(&played.costs[scheduled.color(side).index()]);
    let moves = played.game.turns().iter().filter_map(|turn| match turn.action {
        Action::Move(mv) => Some(GTP.words.of_move(conditions.size, mv)),
        Action::Resign => None,
    });
    let moves: Vec<String> = moves.collect();
    let move_stats = played.move_stats.iter().map(|stats| Some(stats.into()));
    let move_stats = iter::repeat_with(|| None).take(played.opening).chain(move_stats);
    Line {
        game: scheduled.number,
        repeats: None,
        distinct: 0,
        opening: scheduled.opening + 1,
        black: &played.names[Color::Black.index()],
        white: &played.names[Color::White.index()],
        black_side: scheduled.black,
        result: played.ending.result().to_string(),
        winner: played.ending.winner().map(|color| scheduled.side(color)),
        ending: match played.ending {
            GameEnding::Counted { .. } => "count",
            GameEnding::Resignation { .. } => "resignation",
            GameEnding::Fault { .. } => "fault",
            GameEnding::TooLong => "too long",
        },
        words: played.ending.description(),
        fault: played.ending.fault().map(|(color, fault)| FaultLine {
            side: scheduled.side(color),
            kind: fault.kind.to_string(),
            what: fault.what.clone(),
        }),
        size: conditions.size.lines(),
        komi: conditions.rules.komi.to_string(),
        rules: &conditions.rules_name,
        given: played.opening,
        move_stats: move_stats.take(moves.len()).collect(),
        moves,
        a: cost(Side::A),
        b: cost(Side::B),
    }
}
