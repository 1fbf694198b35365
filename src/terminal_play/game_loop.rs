//! The whole game: turn by turn, until the person quits or no more lines come.

use super::command;
use super::command::Command;
use super::error::TerminalPlayError;
use super::session::{Answer, PlaySession};
use crate::stdio::Closed;

/// Lets a person play, until they quit or give no more lines.
///
/// # Errors
/// Where the person cannot be shown anything any more.
pub fn play(table: &mut PlaySession, person: &mut dyn UserIo) -> Result<(), Closed> {
    person.show(&table.welcome())?;
    let (mut is_stuck, mut was_asked) = (false, false);
    loop {
        if table.is_engines_turn() && !is_stuck {
            person.note(&table.words.thinking());
            let answer = table.engine_turn();
            // After a defect the person decides: the game can be saved, or a move taken back.
            is_stuck = answer.is_err();
            tell(table, person, answer)?;
            continue;
        }
        // Where no more lines come, the person may still be asked once whether the game is to be lost.
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
        Command::Help => Ok(command::help_text(table.words.language)),
        Command::Quit => Err(TerminalPlayError::Unsaved),
    }
}

fn tell(table: &PlaySession, person: &mut dyn UserIo, answer: Answer) -> Result<(), Closed> {
    let text = answer.unwrap_or_else(|complaint| complaint.text(table.words.language));
    if text.is_empty() { Ok(()) } else { person.show(&text) }
}

/// The person before the engine.
pub trait UserIo {
    /// The next line, without its line break; `None` where no more will come. A person at a terminal is
    /// asked for it with a prompt.
    fn line(&mut self, prompt: &str) -> Option<String>;

    /// Shows text of one or more lines.
    ///
    /// # Errors
    /// Where nobody can see it any more.
    fn show(&mut self, text: &str) -> Result<(), Closed>;

    /// Shows a note until the next text. Only a person at a terminal sees it.
    fn note(&mut self, note: &str);

    /// Whether a person sits there who can be asked again before something is lost.
    fn is_present(&self) -> bool;
}
