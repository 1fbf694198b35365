//! The game of a query: its initial position and its moves.

use super::coordinates::{self, moves, stones};
use super::json_fields::{FieldError, Fields};
use super::ruleset::{Ruleset, of_text};
use crate::go::{BoardSize, Color, Game, HandicapBonus, KoRule, Move, Point, Rules};
use crate::protocol::vertex::vertex;

/// The game of a query. All moves are legal except for repetitions, which game records contain regardless of
/// their rules.
#[derive(Debug, Clone)]
pub(super) struct GameMoves {
    pub(super) size: BoardSize,
    rules: Rules,
    stones: Vec<(Color, Point)>,
    first: Color,
    moves: Vec<(Color, Move)>,
}

impl GameMoves {
    /// Parses the game, with warnings about its rules.
    pub(super) fn read(fields: Fields) -> Result<(GameMoves, Vec<FieldError>), FieldError> {
        let size = size(fields)?;
        let Ruleset { mut rules, warnings } = Ruleset::read(fields)?;
        if let Some(value) = fields.get("komi") {
            let komi = value.is_number().then(|| of_text(&value.to_string())).flatten();
            let message = "Must be an integer or half-integer from -1000 to 1000";
            rules.komi = komi.ok_or_else(|| FieldError::new("komi", message))?;
        }
        if let Some(text) = fields.text("whiteHandicapBonus")? {
            rules.handicap_bonus = match text {
                "0" => HandicapBonus::Zero,
                "N" => HandicapBonus::Stones,
                "N-1" => HandicapBonus::StonesLessOne,
                _ => {
                    return Err(FieldError::new(
                        "whiteHandicapBonus",
                        "Must be \"0\", \"N\" or \"N-1\"",
                    ));
                }
            };
        }
        let list = fields.list("initialStones", "pairs of a player and a vertex")?;
        let stones = stones(size, "initialStones", list.unwrap_or_default())?;
        let list = fields.list("moves", "pairs of a player and a vertex")?;
        let list = list.ok_or_else(|| {
            FieldError::new("moves", "Must be an array of pairs of a player and a vertex")
        })?;
        let moves = moves(size, "moves", list)?;
        let named = fields.get("initialPlayer").map(|value| {
            let player = coordinates::player(value);
            player.ok_or_else(|| FieldError::new("initialPlayer", "Must be \"B\" or \"W\""))
        });
        let is_handicap =
            stones.len() > 1 && stones.iter().all(|(color, _)| *color == Color::Black);
        let first = match (named.transpose()?, moves.first()) {
            (Some(named), _) => named,
            (None, Some(&(color, _))) => color,
            (None, None) if is_handicap => Color::White,
            (None, None) => Color::Black,
        };
        let course = GameMoves { size, rules, stones, first, moves };
        course.play_through()?;
        Ok((course, warnings))
    }

    /// Returns the number of moves.
    pub(super) fn turns(&self) -> usize {
        self.moves.len()
    }

    /// Returns the player to move after the given number of moves: the player of the next move, or else the
    /// opponent of the last player.
    pub(super) fn to_move(&self, turn: usize) -> Color {
        let next = self.moves.get(turn).map(|&(color, _)| color);
        let last = || turn.checked_sub(1).and_then(|last| self.moves.get(last));
        match next {
            Some(color) if turn > 0 => color,
            _ => last().map_or(self.first, |&(color, _)| !color),
        }
    }

    /// Returns the game after the given number of moves.
    ///
    /// # Panics
    /// Panics if the game has fewer moves.
    pub(super) fn game_at(&self, turn: usize) -> Game {
        let mut game = self.start().expect("the moves were checked for legality");
        for &(color, mv) in &self.moves[..turn] {
            game.play(color, mv).expect("the moves were checked for legality");
        }
        game.set_rules(self.rules);
        game.set_to_play(self.to_move(turn));
        game
    }

    fn start(&self) -> Result<Game, FieldError> {
        // Repetitions that were accepted before are not errors here.
        let lenient = Rules { ko: KoRule::Simple, ..self.rules };
        let game = Game::setup(self.size, lenient, &self.stones, self.first);
        game.map_err(|error| FieldError::new("initialStones", format!("Illegal stones: {error}")))
    }

    /// Finds the first illegal move.
    fn play_through(&self) -> Result<(), FieldError> {
        let mut game = self.start()?;
        if self.moves.len() > Game::MOST_TURNS {
            let message = format!("More than {} moves", Game::MOST_TURNS);
            return Err(FieldError::new("moves", message));
        }
        for (number, &(color, mv)) in self.moves.iter().enumerate() {
            game.play(color, mv).map_err(|error| {
                let place = mv.point().map_or("pass".into(), |point| vertex(self.size, point));
                FieldError::new("moves", format!("Illegal move {number}: {place} ({error})"))
            })?;
        }
        Ok(())
    }
}

/// Returns the size of the board, which must be square.
fn size(fields: Fields) -> Result<BoardSize, FieldError> {
    let most = BoardSize::MAX.lines() as i64;
    let mut sides = [0; 2];
    for (side, field) in sides.iter_mut().zip(["boardXSize", "boardYSize"]) {
        let found = fields.integer(field, BoardSize::MIN.lines() as i64..=most)?;
        *side = found.ok_or_else(|| {
            FieldError::new(field, format!("Must be an integer from 2 to {most}"))
        })?;
    }
    if sides[0] != sides[1] {
        return Err(FieldError::new(
            "boardYSize",
            "Must equal boardXSize: only square boards are supported",
        ));
    }
    Ok(BoardSize::new(sides[0] as usize).expect("in range"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(mut query: Value) -> Result<(GameMoves, Vec<FieldError>), FieldError> {
        let fields = query.as_object_mut().expect("an object");
        for (key, value) in
            [("boardXSize", json!(9)), ("boardYSize", json!(9)), ("rules", json!("chinese"))]
        {
            fields.entry(key).or_insert(value);
        }
        GameMoves::read(Fields(fields))
    }

    fn fault(query: Value) -> (String, String) {
        let fault = read(query).expect_err("something is wrong");
        (fault.field, fault.message)
    }

    #[test]
    fn game_at_replays_moves_up_to_turn() {
        let query = json!({"moves": [["B", "E5"], ["w", "pass"], ["B", "(0,0)"]], "komi": 6});
        let (course, warnings) = read(query).expect("a course");
        assert_eq!((course.turns(), warnings.len()), (3, 0));
        let game = course.game_at(3);
        assert_eq!(game.board().stones().count(), 2);
        assert_eq!((game.to_play(), game.rules().komi.half_points()), (Color::White, 12));
        assert_eq!(course.game_at(0).to_play(), Color::Black);
    }

    #[test]
    fn first_player_from_field_first_move_or_handicap() {
        let first = |query| read(query).expect("a course").0.to_move(0);
        assert_eq!(first(json!({"moves": []})), Color::Black);
        assert_eq!(first(json!({"moves": [["W", "A1"]]})), Color::White);
        let handicap = json!([["B", "C3"], ["B", "G7"]]);
        assert_eq!(first(json!({"moves": [], "initialStones": handicap})), Color::White);
        assert_eq!(first(json!({"moves": [["W", "A1"]], "initialPlayer": "B"})), Color::Black);
    }

    #[test]
    fn errors_name_field() {
        let error = |query| fault(query).0;
        assert_eq!(error(json!({})), "moves");
        assert_eq!(error(json!({"moves": [["B", "K10"]]})), "moves");
        assert_eq!(error(json!({"moves": [["X", "A1"]]})), "moves");
        assert_eq!(error(json!({"moves": [], "komi": 7.3})), "komi");
        assert_eq!(error(json!({"moves": [], "boardXSize": 29})), "boardXSize");
        assert_eq!(error(json!({"moves": [], "boardYSize": 19})), "boardYSize");
        assert_eq!(error(json!({"moves": [], "initialStones": [["B", "pass"]]})), "initialStones");
        let (_, message) = fault(json!({"moves": [["B", "E5"], ["W", "E5"]]}));
        assert!(message.starts_with("Illegal move 1: E5"), "{message}");
    }

    #[test]
    fn superko_violation_in_moves_is_accepted() {
        let moves = json!([
            ["B", "B1"],
            ["W", "C1"],
            ["B", "A2"],
            ["W", "D2"],
            ["B", "B3"],
            ["W", "C3"],
            ["B", "C2"],
            ["W", "B2"],
            ["B", "pass"],
            ["W", "pass"],
            ["B", "C2"],
        ]);
        assert_eq!(read(json!({"moves": moves})).expect("a course").0.turns(), 11);
    }
}
