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
    /// It has more moves than [a game may have](Game::MOST_TURNS).
    #[error("it has more than {} moves", Game::MOST_TURNS)]
    TooLong,
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
                &Event::Move { .. } if moves.len() == Game::MOST_TURNS => {
                    return Err(NoGame::TooLong);
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

    /// The rules that it names, with others for what it does not say.
    pub fn rules(&self, otherwise: Rules) -> Rules {
        let ruling = &self.info.rules;
        let name = match &ruling.name {
            Some(RulesName::Chinese) => "chinese",
            Some(RulesName::Japanese) => "japanese",
            Some(RulesName::Korean) => "korean",
            Some(RulesName::Other(name)) => name,
            None => "",
        };
        let komi = ruling.komi.unwrap_or(otherwise.komi);
        let rules = Rules::named(name, komi).unwrap_or(Rules { komi, ..otherwise });
        Rules { scoring: ruling.scoring.unwrap_or(rules.scoring), ..rules }
    }

    /// Who begins: whoever does, else whom the record names, else White after a handicap.
    fn to_play_at_start(&self, first: Option<Color>) -> Color {
        let notes = self.tree.node(self.tree.root()).notes();
        let named = first.or(notes.to_play).or(notes.problem);
        let after_handicap = self.handicap().is_some_and(|stones| stones > 1);
        named.unwrap_or(if after_handicap { Color::White } else { Color::Black })
    }
}
