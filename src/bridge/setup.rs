//! Sends the initial position of a game to an engine, by any method that the engine supports.

use std::path::PathBuf;
use std::{env, fs, process};

use super::engine_client::{BridgeError, EngineClient};
use super::game_state::{GameState, Start};
use crate::engine::{Engine, Settings};
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::go::{Action, BoardSize, Color, Move};
use crate::protocol::{game_text, vertex};
use crate::records::charset::Charset;
use crate::records::format::Format;
use crate::records::storage::Storage;

/// A method to set up a position.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Way {
    /// Commands, starting from the empty board.
    Commands(Vec<String>),
    /// A game record in a temporary file.
    Record,
}

/// Sets up the initial position of a game on the engine's empty board.
///
/// # Errors
/// Returns an error if the engine accepts no method that it knows: its response to the first one.
pub(super) fn set_position(
    remote: &mut EngineClient,
    state: &GameState,
) -> Result<(), BridgeError> {
    let mut first = None;
    for way in ways(remote.kind, state, &|name| remote.supports(name)) {
        if first.is_some() {
            remote.command("clear_board")?;
        }
        let tried = match way {
            Way::Commands(commands) => {
                commands.iter().try_for_each(|command| remote.command(command).map(|_| ()))
            }
            Way::Record => load_record(remote, state),
        };
        match tried {
            Err(refusal @ (BridgeError::Refused { .. } | BridgeError::Unsayable(_))) => {
                first.get_or_insert(refusal);
            }
            result => return result,
        }
    }
    first.map_or(Ok(()), Err)
}

/// Returns the methods to set up the position, best first; none for the empty board.
fn ways(kind: ProtocolKind, state: &GameState, known: &dyn Fn(&str) -> bool) -> Vec<Way> {
    let (size, start) = (state.size, &state.start);
    let moves = start.moves();
    if moves.is_empty() {
        return Vec::new();
    }
    let play = |&(color, mv): &(Color, Move)| kind.play(size, color, Action::Move(mv));
    let played = Way::Commands(moves.iter().map(play).collect());
    let one = |command: String| Way::Commands(vec![command]);
    let mut ways = Vec::new();
    if start.series.is_empty() && start.is_handicap() && known("set_free_handicap") {
        ways.push(one(format!("set_free_handicap{}", vertices(size, start))));
    }
    match kind {
        ProtocolKind::Wtp => {
            ways.extend([one(format!("set_position {}", series(size, &moves))), played]);
        }
        ProtocolKind::Gtp => {
            if !start.series.is_empty() {
                ways.push(played.clone());
            }
            let setup = ["set_position", "gogui-setup"].into_iter().filter(|name| known(name));
            ways.extend(setup.map(|name| one(format!("{name}{}", stones(size, start)))));
            ways.push(played);
            ways.extend(known("loadsgf").then_some(Way::Record));
        }
    }
    ways.dedup();
    ways
}

/// ` D4 Q16`
fn vertices(size: BoardSize, start: &Start) -> String {
    start.stones.iter().map(|&(_, point)| format!(" {}", vertex::vertex(size, point))).collect()
}

/// ` b D4 w Q16`
fn stones(size: BoardSize, start: &Start) -> String {
    let stone = |&(color, point)| {
        format!(" {} {}", ProtocolKind::Gtp.color(color), vertex::vertex(size, point))
    };
    start.stones.iter().map(stone).collect()
}

/// Formats a sequence of moves for WTP (3.7): the first move has its colour, and the others alternate. A pass
/// is inserted if a colour plays twice in a row.
fn series(size: BoardSize, moves: &[(Color, Move)]) -> String {
    let words = ProtocolKind::Wtp.words();
    let Some(&(first, _)) = moves.first() else { return String::new() };
    let (mut text, mut next) = (first.letter().to_string(), first);
    for &(color, mv) in moves {
        if color != next {
            text = text + " " + words.pass;
        }
        text = text + " " + &words.of_move(size, mv);
        next = !color;
    }
    text
}

/// Makes the engine load the position from a file, which is removed afterwards.
fn load_record(remote: &mut EngineClient, state: &GameState) -> Result<(), BridgeError> {
    let file =
        TemporaryFile(env::temp_dir().join(format!("tianyuan-bridge-{}.sgf", process::id())));
    let settings = Settings { memory: 1, ..Settings::default() };
    let mut engine = Engine::new(settings, state.size, state.rules);
    let unsayable =
        |reason: String| BridgeError::Unsayable(format!("cannot create a record: {reason}"));
    engine
        .setup(&state.start.stones, Color::Black)
        .map_err(|error| unsayable(error.to_string()))?;
    let text = game_text(&engine, Format::Sgf, Charset::Utf8);
    let written = Storage::default().write(&file.0, text.as_bytes());
    written.map_err(|error| unsayable(error.to_string()))?;
    remote.command(&format!("loadsgf {}", file.0.display())).map(|_| ())
}

/// A file that is removed on drop.
struct TemporaryFile(PathBuf);

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bridge::game_state::Series;
    use crate::go::Rules;

    /// Returns the commands that set up a position of three black stones and a white one, or of two black stones.
    fn commands_for(kind: ProtocolKind, with_white: bool, commands: &[&str]) -> Vec<String> {
        let size = BoardSize::new(5).expect("a size");
        let settings = Settings { memory: 1, ..Settings::default() };
        let mut engine = Engine::new(settings, size, Rules::CHINESE);
        let stone = |color, column, row| (color, size.point(column, row));
        let black = [stone(Color::Black, 0, 0), stone(Color::Black, 1, 1)];
        let more = [stone(Color::Black, 2, 2), stone(Color::White, 4, 4)];
        let all: Vec<_> =
            black.into_iter().chain(more.into_iter().filter(|_| with_white)).collect();
        engine.setup(&all, Color::Black).expect("a position");
        let state = GameState::of(&engine, &Series::default(), None);
        let text = |way: &Way| match way {
            Way::Commands(commands) => commands.join("; "),
            Way::Record => "loadsgf".into(),
        };
        ways(kind, &state, &|name| commands.contains(&name)).iter().map(text).collect()
    }

    #[test]
    fn setup_uses_all_supported_commands() {
        let all = ["set_free_handicap", "set_position", "gogui-setup", "loadsgf"];
        assert_eq!(
            commands_for(ProtocolKind::Gtp, true, &all),
            [
                "set_position b A1 b B2 b C3 w E5",
                "gogui-setup b A1 b B2 b C3 w E5",
                "play b A1; play w E5; play b B2; play b C3",
                "loadsgf",
            ]
        );
        assert_eq!(
            commands_for(ProtocolKind::Gtp, true, &[]),
            ["play b A1; play w E5; play b B2; play b C3"]
        );
        assert_eq!(commands_for(ProtocolKind::Gtp, false, &all)[0], "set_free_handicap A1 B2");
        assert_eq!(
            commands_for(ProtocolKind::Wtp, true, &[]),
            ["set_position B A1 E5 B2 PASS C3", "play B A1; play W E5; play B B2; play B C3",]
        );
        assert_eq!(commands_for(ProtocolKind::Wtp, false, &all)[0], "set_free_handicap A1 B2");
    }
}
