//! The game loop: alternates turns until the user quits or the input ends.

use super::command;
use super::command::Command;
use super::error::TerminalPlayError;
use super::session::{Answer, PlaySession};
use crate::protocol::position_text;
use crate::stdio::Closed;

/// Plays a game until the user quits or the input ends.
///
/// # Errors
/// Returns an error if the output fails.
pub fn play(table: &mut PlaySession, person: &mut dyn UserIo) -> Result<(), Closed> {
    person.show(&table.welcome())?;
    let (mut is_stuck, mut was_asked) = (false, false);
    loop {
        if table.is_engines_turn() && !is_stuck {
            person.note(&table.words.thinking());
            let answer = table.engine_turn();
            // After an internal error the user can save the game or undo a move.
            is_stuck = answer.is_err();
            tell(table, person, answer)?;
            continue;
        }
        // At the end of input an interactive user is asked once about unsaved moves.
        let line = person.line(&table.prompt());
        is_stuck = false;
        let command =
            line.map_or(Ok(Some(Command::Quit)), |line| Command::read(&line, table.game().size()));
        let command = match command {
            Ok(None) => continue,
            Ok(Some(command)) => command,
            Err(complaint) => {
                tell(table, person, Err(complaint))?;
                continue;
            }
        };
        if command == Command::Quit && (was_asked || !table.is_unsaved() || !person.is_present()) {
            return Ok(());
        }
        was_asked = command == Command::Quit;
        if matches!(command, Command::Hint | Command::Score) {
            person.note(&table.words.thinking());
        }
        let answer = obey(table, command);
        tell(table, person, answer)?;
    }
}

fn obey(table: &mut PlaySession, command: Command) -> Answer {
    match command {
        Command::Play(mv) => table.play(mv),
        Command::Resign => table.resign(),
        Command::Undo => table.undo(),
        Command::Hint => table.hint(),
        Command::Score => table.score(),
        Command::Level(level) => {
            let level = level.unwrap_or(table.engine.settings().level);
            table.engine.settings_mut().level = level;
            Ok(table.words.level(level))
        }
        Command::Save { file, overwrite } => table.save(&file, overwrite),
        Command::Dead(points) => table.toggle_dead(&points),
        Command::Agree => table.agree(),
        Command::Board => Ok(table.position()),
        Command::Describe => {
            Ok(position_text::describe(table.game(), table.words.language).join("\n"))
        }
        Command::Help => Ok(command::help_text(table.words.language)),
        Command::Quit => Err(TerminalPlayError::Unsaved),
    }
}

fn tell(table: &PlaySession, person: &mut dyn UserIo, answer: Answer) -> Result<(), Closed> {
    let text = answer.unwrap_or_else(|complaint| complaint.text(table.words.language));
    if text.is_empty() { Ok(()) } else { person.show(&text) }
}

/// Input and output of the user.
pub trait UserIo {
    /// Returns the next line without its line break, or `None` at the end of input. Shows a prompt on terminals.
    fn line(&mut self, prompt: &str) -> Option<String>;

    /// Prints one or more lines.
    ///
    /// # Errors
    /// Returns an error if the output fails.
    fn show(&mut self, text: &str) -> Result<(), Closed>;

    /// Shows a note on terminals until the next output.
    fn note(&mut self, note: &str);

    /// Returns `true` if the user can be asked for confirmation.
    fn is_present(&self) -> bool;
}
