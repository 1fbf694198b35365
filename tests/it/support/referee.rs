//! A referee for whole games between players that use GTP over pipes.
//!
//! It has its own game, so that an illegal move, a rejected legal move or a crash fails the test.

use std::process::{Child, Command, Stdio};

use tianyuan::go::{BoardSize, Color, Game, Komi, Move, Rules, diagram};

use super::line_client::Talk;

/// A player.
pub trait Player {
    /// Starts a new game.
    fn begin(&mut self, size: BoardSize, komi: Komi);
    /// Returns the move in this position, `None` for a resignation. The referee reports it only to the opponent.
    fn genmove(&mut self, game: &Game, color: Color) -> Option<Move>;
    /// Reports a move of the opponent.
    fn told(&mut self, game: &Game, color: Color, mv: Move);
    /// Returns the player's score of the game, if it can score.
    fn final_score(&mut self) -> Option<String>;
}

/// A GTP program.
pub struct Program {
    child: Child,
    talk: Talk,
}

impl Program {
    /// Starts a program; returns `None` if it does not exist.
    pub fn start(name: &str, arguments: &[&str]) -> Option<Program> {
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().ok()?;
        let input = child.stdin.take().expect("a pipe");
        let output = child.stdout.take().expect("a pipe");
        Some(Program { child, talk: Talk::over(input, output) })
    }

    /// Returns the value of a command that must succeed.
    pub fn ask(&mut self, command: &str) -> String {
        self.talk.send(format!("{command}\n").as_bytes());
        let response = self.talk.response().unwrap_or_else(|| panic!("no answer to {command}"));
        let text = String::from_utf8_lossy(&response.join(&b'\n')).into_owned();
        let value = text.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {text}"));
        value.trim().to_owned()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.talk.close();
        let _ = self.child.wait();
    }
}

impl Player for Program {
    fn begin(&mut self, size: BoardSize, komi: Komi) {
        self.ask(&format!("boardsize {}", size.lines()));
        self.ask("clear_board");
        self.ask(&format!("komi {komi}"));
    }

    fn genmove(&mut self, game: &Game, color: Color) -> Option<Move> {
        let vertex = self.ask(&format!("genmove {color}")).to_lowercase();
        match vertex.as_str() {
            "resign" => None,
            vertex => Some(read(vertex, game.size())),
        }
    }

    fn told(&mut self, game: &Game, color: Color, mv: Move) {
        self.ask(&format!("play {color} {}", write(mv, game.size())));
    }

    fn final_score(&mut self) -> Option<String> {
        Some(self.ask("final_score"))
    }
}

fn read(vertex: &str, size: BoardSize) -> Move {
    if vertex == "pass" {
        return Move::Pass;
    }
    let letter = vertex.as_bytes()[0].to_ascii_uppercase();
    let column = diagram::COLUMN_LETTERS.iter().position(|&l| l == letter).expect("a column");
    let row: usize = vertex[1..].parse().expect("a row");
    Move::Play(size.point(column, row - 1))
}

fn write(mv: Move, size: BoardSize) -> String {
    match mv {
        Move::Pass => "pass".into(),
        Move::Play(point) => {
            let letter = char::from(diagram::COLUMN_LETTERS[size.column(point)]);
            format!("{letter}{}", size.row(point) + 1)
        }
    }
}

/// Plays a game to its end.
///
/// # Panics
/// Panics at an illegal move, or if the game does not end.
pub fn play(players: [&mut dyn Player; 2], size: BoardSize, komi: Komi) -> Game {
    let mut game = Game::new(size, Rules { komi, ..Rules::CHINESE });
    let [black, white] = players;
    black.begin(size, komi);
    white.begin(size, komi);
    while !game.is_over() {
        let color = game.to_play();
        let (me, other) = if color == Color::Black {
            (&mut *black, &mut *white)
        } else {
            (&mut *white, &mut *black)
        };
        match me.genmove(&game, color) {
            None => game.resign(color),
            Some(mv) => {
                let position = diagram::draw(game.board());
                let legal = game.play(color, mv);
                legal.unwrap_or_else(|illegal| panic!("{color} {mv:?}: {illegal}\n{position}"));
                other.told(&game, color, mv);
            }
        }
        assert!(game.turns().len() < 5 * size.area(), "no end\n{}", diagram::draw(game.board()));
    }
    game
}
