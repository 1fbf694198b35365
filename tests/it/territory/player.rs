//! The engine's moves and dead stones in finished positions.

use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{Action, Game, Move};
use tianyuan::nn::Nets;

use super::positions::{Position, all};
use super::{dead, game};

/// The number of playouts per move.
const PLAYOUTS: u64 = 300;

/// Returns the finished 9x9 positions, each in one symmetry.
fn finished() -> Vec<Position> {
    let on_9x9 = all().into_iter().filter(|position| position.is_final && position.rows.len() == 9);
    on_9x9.enumerate().map(|(index, position)| position.turned(index % 8)).collect()
}

/// Returns an engine in the position, after its previous move.
fn engine(position: &Position, nets: &Nets, seed: u64) -> Engine {
    let (playouts, nets) = (Some(PLAYOUTS), nets.clone());
    let settings = Settings { playouts, nets, seed: Some(seed), memory: 16, ..Settings::default() };
    let mut engine = Engine::new(settings, position.size(), position.rules());
    engine.set_game(before_last_move(position));
    if let Some((color, cell)) = position.last {
        let mv = cell.map_or(Move::Pass, |cell| Move::Play(position.point(cell)));
        engine.play(color, mv).expect("the previous move is legal");
    }
    engine
}

fn before_last_move(position: &Position) -> Game {
    let mut before = position.clone();
    if let Some((color, cell)) = position.last {
        before.to_move = color;
        if let Some((column, row)) = cell {
            before.rows[row][column] = None;
        }
    }
    game(&before)
}

/// Returns the names of positions in which an engine fails the check, with all nets.
fn failures(check: impl Fn(&Position, &mut Engine) -> Result<(), String>) -> Vec<String> {
    let mut failures = Vec::new();
    for (kind, nets) in [("no net", Nets::default()), ("built-in net", Nets::embedded().clone())] {
        for (seed, position) in (0..).zip(finished()) {
            if let Err(reason) = check(&position, &mut engine(&position, &nets, seed)) {
                failures.push(format!("{}, {kind}: {reason}", position.name));
            }
        }
    }
    failures
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn finished_positions_are_not_spoiled() {
    let wrong = failures(|position, engine| {
        let cell = match engine.choose(position.to_move, &mut || false) {
            Action::Move(Move::Pass) => None,
            Action::Move(Move::Play(point)) => {
                position.cells().find(|&cell| position.point(cell) == point)
            }
            Action::Resign => return Err("resigned".to_owned()),
        };
        position.best.contains(&cell).then_some(()).ok_or_else(|| format!("{cell:?}"))
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn dead_stones_of_finished_positions_are_found() {
    let wrong = failures(|position, engine| {
        let (found, expected) = (engine.judge().dead, dead(position, engine.game()));
        let names = |points: tianyuan::go::PointSet| {
            let here = position.cells().filter(|&cell| points.contains(position.point(cell)));
            here.collect::<Vec<_>>()
        };
        let difference = (names(expected - found), names(found - expected));
        let is_right = difference.0.is_empty() && difference.1.is_empty();
        is_right
            .then_some(())
            .ok_or_else(|| format!("missing {:?}, wrong {:?}", difference.0, difference.1))
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}
