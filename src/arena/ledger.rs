//! The ledger: each game as a line of JSON and as a record in a folder.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::charset::Charset;
use crate::format::{self, Format};
use crate::go::{Action, Color};
use crate::protocol::GTP;

use crate::record_file;

use super::contender::Side;
use super::contest::Contest;
use super::effort::Effort;
use super::ending::Ending;
use super::fixture::Fixture;
use super::game_record;
use super::referee::Played;

/// Where games are written to.
#[derive(Debug, Default)]
pub struct Ledger {
    json: Option<File>,
    folder: Option<PathBuf>,
}

/// A game as a line of JSON.
#[derive(Debug, Serialize)]
struct Line<'a> {
    game: usize,
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

impl From<&Effort> for EffortLine {
    fn from(effort: &Effort) -> EffortLine {
        let thousandths = |seconds: f64| (1000.0 * seconds).round() / 1000.0;
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
    pub fn open(json: Option<&Path>, folder: Option<&Path>) -> io::Result<Ledger> {
        let json = json.map(|path| File::options().create(true).append(true).open(path));
        if let Some(folder) = folder {
            fs::create_dir_all(folder)?;
            if fs::read_dir(folder)?.next().is_some() {
                let reason = "it is not empty, and games are never overwritten";
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
            }
        }
        Ok(Ledger { json: json.transpose()?, folder: folder.map(PathBuf::from) })
    }

    /// Writes a game.
    ///
    /// # Errors
    /// Where that fails.
    pub fn enter(
        &mut self,
        contest: &Contest,
        fixture: &Fixture,
        played: &Played,
    ) -> io::Result<()> {
        if let Some(json) = &mut self.json {
            let line = serde_json::to_string(&line(contest, fixture, played))?;
            json.write_all(format!("{line}\n").as_bytes())?;
        }
        if let Some(folder) = &self.folder {
            let limits =
                Color::BOTH.map(|color| contest.contenders[fixture.side(color).index()].limit);
            let record = game_record::record(played, &contest.conditions, limits);
            for format in [Format::Sgf, Format::Wei7] {
                let bytes =
                    format::write(std::slice::from_ref(&record), format, Charset::Utf8).bytes;
                let name = format!("game-{:04}.{}", fixture.number, format.extension());
                record_file::write(&folder.join(name), &bytes)?;
            }
        }
        Ok(())
    }
}

fn line<'a>(contest: &'a Contest, fixture: &Fixture, played: &'a Played) -> Line<'a> {
    let conditions = &contest.conditions;
    let effort = |side| EffortLine::from(&played.efforts[fixture.color(side).index()]);
    let moves = played.game.turns().iter().filter_map(|turn| match turn.action {
        Action::Move(mv) => Some(GTP.words.of_move(conditions.size, mv)),
        Action::Resign => None,
    });
    Line {
        game: fixture.number,
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
        moves: moves.collect(),
        a: effort(Side::A),
        b: effort(Side::B),
    }
}
