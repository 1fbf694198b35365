//! Encodes search tasks as bytes.

use std::sync::Arc;
use std::time::Duration;

use crate::go::{
    Action, BoardSize, Color, Game, HandicapBonus, KoRule, Komi, Move, Point, Rules, Scoring, Tax,
};
use crate::search::{DistributedSearchTask, Limits, Share};

use super::codec::Reader;

/// The code of a resignation.
const RESIGNATION: u16 = u16::MAX;

const KO_RULES: [KoRule; 3] = [KoRule::Simple, KoRule::Positional, KoRule::Situational];
const TAXES: [Tax; 3] = [Tax::None, Tax::Seki, Tax::All];

/// Encodes a search and the part of it to perform.
pub(super) fn write_task(bytes: &mut Vec<u8>, task: &DistributedSearchTask, share: Share) {
    let option = |number: Option<u64>| number.unwrap_or(u64::MAX).to_le_bytes();
    bytes.extend(option(share.playouts));
    bytes.extend([share.place, share.all].map(u32::to_le_bytes).concat());
    bytes.extend(option(task.limits.time.map(|time| time.as_millis() as u64)));
    bytes.extend(task.seed.to_le_bytes());
    bytes.extend([task.is_fresh as u8, task.in_step as u8, task.color as u8]);
    bytes.extend(task.dynamic_komi.to_le_bytes());
    write_game(bytes, &task.game);
}

fn optional(reader: &mut Reader<'_>) -> Option<Option<u64>> {
    reader.u64().map(|number| (number != u64::MAX).then_some(number))
}

/// Decodes a search and the part of it to perform. Returns `None` if the bytes are malformed.
pub(super) fn read_task(mut reader: Reader<'_>) -> Option<(DistributedSearchTask, Share)> {
    let reader = &mut reader;
    let playouts = optional(reader)?;
    let share = Share { playouts, place: reader.u32()?, all: reader.u32()? };
    let time = optional(reader)?;
    let limits = Limits { playouts, time: time.map(Duration::from_millis), ..Limits::default() };
    let (seed, is_fresh, in_step) = (reader.u64()?, reader.u8()? != 0, reader.u8()? != 0);
    let color = read_color(reader)?;
    let dynamic_komi = reader.u32()? as i32;
    let game = Arc::new(read_game(reader)?);
    Some((
        DistributedSearchTask { game, color, dynamic_komi, seed, is_fresh, in_step, limits },
        share,
    ))
}

/// Encodes a game from its start position. White's handicap compensation is added to komi, and under territory scoring
/// the prisoners of the start position.
fn write_game(bytes: &mut Vec<u8>, game: &Game) {
    let Rules { ko, scoring, tax, multi_stone_suicide, friendly_pass_ok, .. } = *game.rules();
    let place = |of: bool| u8::from(of);
    bytes.push(game.size().lines() as u8);
    bytes.push(KO_RULES.iter().position(|it| *it == ko).unwrap_or_default() as u8);
    bytes.push(TAXES.iter().position(|it| *it == tax).unwrap_or_default() as u8);
    bytes.extend([scoring == Scoring::Area, multi_stone_suicide, friendly_pass_ok].map(place));
    let mut first = game.clone();
    while first.undo().is_some() {}
    let prisoners = match scoring {
        Scoring::Area => 0,
        Scoring::Territory => {
            Color::BOTH.map(|color| color.sign() * first.prisoners(color) as i32).iter().sum()
        }
    };
    bytes.extend((game.compensation() + 2 * prisoners).to_le_bytes());
    bytes.push(first.to_play() as u8);
    let stones: Vec<(Color, Point)> = first.board().stones().collect();
    bytes.extend((stones.len() as u16).to_le_bytes());
    for (color, point) in stones {
        write_action(bytes, color, Action::Move(Move::Play(point)));
    }
    bytes.extend((game.turns().len() as u32).to_le_bytes());
    game.turns().iter().for_each(|turn| write_action(bytes, turn.color, turn.action));
}

fn write_action(bytes: &mut Vec<u8>, color: Color, action: Action) {
    bytes.push(color as u8);
    let code = match action {
        Action::Move(mv) => mv.code(),
        Action::Resign => RESIGNATION,
    };
    bytes.extend(code.to_le_bytes());
}

fn read_game(reader: &mut Reader<'_>) -> Option<Game> {
    let size = BoardSize::new(reader.u8()?.into())?;
    let ko = *KO_RULES.get(usize::from(reader.u8()?))?;
    let tax = *TAXES.get(usize::from(reader.u8()?))?;
    let scoring = if reader.u8()? != 0 { Scoring::Area } else { Scoring::Territory };
    let (multi_stone_suicide, friendly_pass_ok) = (reader.u8()? != 0, reader.u8()? != 0);
    let komi = Komi::from_half_points(reader.u32()? as i32)?;
    let handicap_bonus = HandicapBonus::Zero;
    let rules =
        Rules { ko, scoring, tax, multi_stone_suicide, handicap_bonus, friendly_pass_ok, komi };
    let to_play = read_color(reader)?;
    let mut stones = Vec::new();
    for _ in 0..reader.u16()? {
        let (color, action) = read_action(reader, size)?;
        let Action::Move(Move::Play(point)) = action else { return None };
        stones.push((color, point));
    }
    let mut game = Game::setup(size, rules, &stones, to_play).ok()?;
    for _ in 0..reader.u32()? {
        match read_action(reader, size)? {
            (color, Action::Move(mv)) => game.play(color, mv).ok()?,
            (color, Action::Resign) => game.resign(color),
        }
    }
    Some(game)
}

fn read_color(reader: &mut Reader<'_>) -> Option<Color> {
    let number = reader.u8()?;
    Color::BOTH.into_iter().find(|color| *color as u8 == number)
}

fn read_action(reader: &mut Reader<'_>, size: BoardSize) -> Option<(Color, Action)> {
    let color = read_color(reader)?;
    Some(match reader.u16()? {
        RESIGNATION => (color, Action::Resign),
        code => (color, Action::Move(move_of(code, size)?)),
    })
}

/// Returns the move of a code, or `None` if it is off the board.
pub(super) fn move_of(code: u16, size: BoardSize) -> Option<Move> {
    let all = size.points().map(Move::Play).chain([Move::Pass]);
    all.into_iter().find(|mv| mv.code() == code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::PointSet;

    fn task() -> DistributedSearchTask {
        let size = BoardSize::new(9).expect("a size");
        let stones = [(2, 2), (6, 6)].map(|(column, row)| (Color::Black, size.point(column, row)));
        let komi = Komi::from_half_points(13).expect("6.5 points");
        let rules = Rules::from_name("Japanese", komi).expect("a name");
        let mut game = Game::setup(size, rules, &stones, Color::White).expect("they are apart");
        for (column, row) in [(3, 3), (3, 4), (5, 5)] {
            let mv = Move::Play(size.point(column, row));
            game.play(game.to_play(), mv).expect("it is legal");
        }
        game.play(Color::Black, Move::Pass).expect("it is legal");
        let time = Some(Duration::from_millis(1500));
        let limits = Limits { playouts: Some(999), time, ..Limits::default() };
        let (game, color, seed) = (Arc::new(game), Color::White, 1 << 63);
        DistributedSearchTask {
            game,
            color,
            dynamic_komi: -3,
            seed,
            is_fresh: true,
            in_step: false,
            limits,
        }
    }

    #[test]
    fn search_task_roundtrip() {
        let task = task();
        let mut bytes = Vec::new();
        let share = Share { playouts: Some(333), place: 2, all: 4 };
        write_task(&mut bytes, &task, share);
        let (read, of_read) = read_task(Reader(&bytes)).expect("it was written");
        assert_eq!(of_read, share);
        assert_eq!((read.color, read.dynamic_komi), (task.color, task.dynamic_komi));
        let rest = |task: &DistributedSearchTask| (task.seed, task.is_fresh, task.in_step);
        assert_eq!(rest(&read), rest(&task));
        let limits = Limits { playouts: Some(333), ..task.limits };
        assert_eq!(read.limits, limits);
        assert_eq!(read.game.key(), task.game.key());
        assert_eq!(read.game.compensation(), task.game.compensation());
        assert_eq!(read.game.moves_since(&read.game), Some(Vec::new()));
        let turns = |game: &Game| -> Vec<(Color, Action)> {
            game.turns().iter().map(|turn| (turn.color, turn.action)).collect()
        };
        assert_eq!(turns(&read.game), turns(&task.game));
        assert!((0..bytes.len()).all(|end| read_task(Reader(&bytes[..end])).is_none()));
    }

    #[test]
    fn prisoners_of_start_position_are_part_of_komi() {
        let size = BoardSize::new(9).expect("a size");
        let rules = Rules::from_name("Japanese", Komi::default()).expect("a name");
        let mut game = Game::new(size, rules);
        // Black captures a white stone in the corner.
        for (column, row) in [(1, 0), (0, 0), (0, 1)] {
            let mv = Move::Play(size.point(column, row));
            game.play(game.to_play(), mv).expect("it is legal");
        }
        game.reset_history();
        let mut bytes = Vec::new();
        write_game(&mut bytes, &game);
        let read = read_game(&mut Reader(&bytes)).expect("it was written");
        assert_eq!(read.area_compensation(), game.area_compensation());
        assert_eq!(read.score(&PointSet::EMPTY), game.score(&PointSet::EMPTY));
    }
}
