//! A record's line as a game that can go on: by the rules that are played, not by the widest.
//!
//! It does not know what is done with the game. [`replay`](super::replay) plays what no rules allow;
//! this refuses it, and boards that are not square or too large.

use super::standing::Standing;
use super::{Event, Manner, NodeId, Outcome, Point, Record, RulesName, Ruling, Setup, Size};
use crate::go::{Action, Color, Game, IllegalMove, Move, Rules, SetupError};

/// Why a line is no game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoGame {
    /// The board is not square, or not of 2 to 25 lines.
    #[error("a board of {0} cannot be played on: square ones of 2 to 25 lines can")]
    Size(Size),
    /// The stones at the start cannot stand so.
    #[error("the stones at the start cannot stand: {0}")]
    Setup(SetupError),
    /// Stones are set up when the game is under way.
    #[error("stones are set up after move {0}")]
    SetupLater(usize),
    /// The rules forbid a move.
    #[error("move {number} at {point} is illegal: {why}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// Where it is.
        point: Point,
        /// Why it may not be played.
        why: IllegalMove,
    },
}

impl Record {
    /// The record of a game: its start, its moves, its rules, and who resigned.
    pub fn of(game: &Game) -> Record {
        let size = game.size();
        let lines = Size::new(size.lines(), size.lines()).expect("records have more lines");
        let mut record = Record::new(lines);
        let rules = *game.rules();
        let names = [("chinese", RulesName::Chinese), ("japanese", RulesName::Japanese)];
        let named = |name: &str| Rules::named(name, rules.komi) == Some(rules);
        record.info.rules = Ruling {
            scoring: Some(rules.scoring),
            komi: Some(rules.komi),
            name: names.into_iter().find(|(name, _)| named(name)).map(|(_, name)| name),
        };
        let mut start = game.clone();
        while start.undo().is_some() {}
        let tree = &mut record.tree;
        let mut last = tree.root();
        let stones = start.board().stones();
        let stones: Vec<_> =
            stones.map(|(color, point)| (Point::of(point, size), Some(color))).collect();
        if !stones.is_empty() {
            tree.node_mut(last).event = Event::Setup(Box::new(Setup::new(stones)));
        }
        if game.turns().is_empty() && game.to_play() == Color::White {
            tree.node_mut(last).notes_mut().to_play = Some(Color::White);
        }
        for turn in game.turns() {
            if let Action::Move(mv) = turn.action {
                let point = mv.point().map(|point| Point::of(point, size));
                last = tree.add(last, Event::Move { color: turn.color, point });
            }
        }
        record.info.result =
            game.resigned().map(|loser| Outcome::Win { winner: !loser, by: Manner::Resignation });
        record
    }

    /// The game from the start to a node, under rules that are given; the record's own are
    /// [`Info::rules`](super::Info::rules). Takebacks are resolved.
    ///
    /// # Errors
    /// Where the rules or the board do not allow it, with the first thing that they forbid.
    ///
    /// # Panics
    /// Where the node is not of this record.
    pub fn game_to(&self, id: NodeId, rules: Rules) -> Result<Game, NoGame> {
        let size = self.size.playable().ok_or(NoGame::Size(self.size))?;
        let mut start: Vec<Option<Color>> = vec![None; self.size.area()];
        let mut moves: Vec<(Color, Option<Point>)> = Vec::new();
        for maker in Standing::of(&self.tree).line_to(id) {
            match &self.tree.node(maker).event {
                Event::Setup(setup) if moves.is_empty() => {
                    for &(point, color) in setup.points() {
                        start[self.size.index(point)] = color;
                    }
                }
                Event::Setup(setup) if !setup.points().is_empty() => {
                    return Err(NoGame::SetupLater(moves.len()));
                }
                &Event::Move { color, point } => moves.push((color, point)),
                _ => {}
            }
        }
        let stones: Vec<(Color, crate::go::Point)> = self
            .size
            .points()
            .zip(start)
            .filter_map(|(point, color)| Some((color?, point.on(size))))
            .collect();
        let to_play = self.to_play_at_start(moves.first().map(|(color, _)| *color));
        let mut game = Game::setup(size, rules, &stones, to_play).map_err(NoGame::Setup)?;
        for (i, (color, point)) in moves.into_iter().enumerate() {
            let mv = point.map_or(Move::Pass, |point| Move::Play(point.on(size)));
            game.play(color, mv).map_err(|why| NoGame::Illegal {
                number: i + 1,
                point: point.expect("a pass is always legal"),
                why,
            })?;
        }
        Ok(game)
    }

    /// Who begins: whoever does, else whom the record names, else White after a handicap.
    fn to_play_at_start(&self, first: Option<Color>) -> Color {
        let notes = self.tree.node(self.tree.root()).notes();
        let named = first.or(notes.to_play).or(notes.problem);
        let after_handicap = self.handicap().is_some_and(|stones| stones > 1);
        named.unwrap_or(if after_handicap { Color::White } else { Color::Black })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Format, read};

    fn game(sgf: &str) -> Result<Game, String> {
        let record = read(sgf.as_bytes(), Format::Sgf).records.remove(0);
        let end = record.tree.main_line(record.tree.root()).last().expect("a root");
        record.game_to(end, Rules::CHINESE).map_err(|error| error.to_string())
    }

    #[test]
    fn a_line_becomes_a_game() {
        let game = game("(;SZ[9]HA[2]AB[cc];AB[gg];W[ee];B[])").expect("legal");
        assert_eq!(game.handicap(), 2);
        assert_eq!(game.turns().len(), 2);
        assert_eq!(game.to_play(), Color::White);
        let center = game.size().point(4, 4);
        assert_eq!(game.board().color_at(center), Some(Color::White));
    }

    #[test]
    fn a_game_becomes_a_record_and_a_game_again() {
        for sgf in ["(;SZ[9]AB[cc][gg];W[ee];B[];W[dd])", "(;SZ[5];B[cc])", "(;SZ[5]PL[W])"] {
            let game = game(sgf).expect("legal");
            let record = Record::of(&game);
            let end = record.tree.main_line(record.tree.root()).last().expect("a root");
            let again = record.game_to(end, *game.rules()).expect("legal");
            assert_eq!(again.board().stones().count(), game.board().stones().count());
            assert_eq!((again.key(), again.to_play()), (game.key(), game.to_play()), "{sgf}");
            assert_eq!(again.turns().len(), game.turns().len());
            assert_eq!(record.info.rules.name, Some(RulesName::Chinese));
        }
    }

    #[test]
    fn what_cannot_be_played_is_named() {
        for (sgf, why) in [
            ("(;SZ[9:7])", "a board of 9x7 cannot be played on: square ones of 2 to 25 lines can"),
            (
                "(;SZ[9]AB[ab][ba]AW[aa])",
                "the stones at the start cannot stand: a chain has no liberties",
            ),
            ("(;SZ[9];B[ee];AB[aa])", "stones are set up after move 1"),
            ("(;SZ[9];B[ee];W[ee])", "move 2 at 4,4 is illegal: the point is occupied"),
            ("(;SZ[9];B[ab];B[ba];W[aa])", "move 3 at 0,0 is illegal: the move is suicide"),
        ] {
            assert_eq!(game(sgf).expect_err(sgf), why);
        }
    }
}
