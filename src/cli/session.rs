//! Protocol sessions on the standard streams, plain or interactive.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use crate::engine::Engine;
use crate::go::{Game, PointSet};
use crate::protocol::{GTP, WTP};
use crate::session::{self, Observer, Options};
use crate::stdio::{Blocking, print_error};
use crate::terminal_play::draw;

use super::language::language;
use super::terminal::{
    EditedInput, LineEditor, Screen, ScreenOutput, are_colors_wanted, greeting, is_interactive,
    raw_mode,
};

/// Runs a session until its input ends or the client quits. On a terminal it prints a greeting, supports line editing
/// and, with `show_board`, draws each new position on standard error.
///
/// # Errors
/// Returns an error if the output fails, unless its reader closed the pipe.
pub(super) fn run(mut options: Options, show_board: bool, engine: &mut Engine) -> io::Result<()> {
    let screen = Screen::default();
    let draws = show_board && io::stderr().is_terminal();
    let positions = draws.then(|| Mutex::new(Positions::of(engine.game())));
    options.observer = Some(Observer::new({
        let (screen, others) = (screen.clone(), options.observer.take());
        move |engine| {
            if let Some(others) = &others {
                others.look(engine);
            }
            if let Some(positions) = &positions {
                let mut positions = positions.lock().unwrap_or_else(PoisonError::into_inner);
                positions.show_new(engine.game(), &screen);
            }
            screen.install();
        }
    }));
    let is_person_there = is_interactive();
    if is_person_there {
        print_error(&greeting(options.protocol, language(None)));
    }
    let editor = if is_person_there { LineEditor::open(names()) } else { None };
    let Some(editor) = editor else {
        let (input, output) = (Blocking::new(io::stdin()), Blocking::new(io::stdout()));
        return session::run(input, output, options, engine);
    };
    raw_mode::keep();
    let input = EditedInput::new(editor, screen.clone());
    // Output for another program must not go through the editor.
    let output: Box<dyn Write> = match io::stdout().is_terminal() {
        true => Box::new(ScreenOutput::new(screen.clone(), Blocking::new(io::stdout()))),
        false => Box::new(Blocking::new(io::stdout())),
    };
    let ended = session::run(input, output, options, engine);
    raw_mode::restore();
    ended
}

/// Returns the command names of both protocols.
fn names() -> Vec<String> {
    let listed = GTP.listed().chain(WTP.listed());
    let mut names: Vec<String> = listed.map(|command| command.name.into()).collect();
    names.sort();
    names.dedup();
    names
}

/// The positions drawn so far.
struct Positions {
    /// The last position: size, key and number of preceding turns.
    last: (usize, u64, usize),
    in_color: bool,
}

impl Positions {
    fn of(game: &Game) -> Positions {
        Positions { last: place(game), in_color: are_colors_wanted(&io::stderr()) }
    }

    /// Draws the position if it differs from the last one.
    fn show_new(&mut self, game: &Game, screen: &Screen) {
        let place = place(game);
        if self.last == place {
            return;
        }
        self.last = place;
        let drawing = draw(game.board(), game.last_points()[0], &PointSet::EMPTY, self.in_color);
        // Optional output: an error on standard error does not end the session.
        let _ = screen.write((drawing + "\n").as_bytes(), Blocking::new(io::stderr()));
    }
}

fn place(game: &Game) -> (usize, u64, usize) {
    (game.size().lines(), game.key(), game.turns().len())
}
