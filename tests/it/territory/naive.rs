//! A count of territory without code of the engine.

use tianyuan::go::Color;

use super::positions::{Cell, Position};

/// Returns Black's margin in half points, including prisoners and komi. Dead chains are removed; empty regions next
/// to a chain in seki are not counted.
pub(super) fn margin(position: &Position) -> i32 {
    let chains = |cells: &[Cell]| cells.iter().flat_map(|&cell| region(position, cell)).collect();
    let dead: Vec<Cell> = chains(&position.dead);
    let seki: Vec<Cell> = chains(&position.seki);
    let mut cleared = position.clone();
    let mut points = [position.prisoners[1] as i32, position.prisoners[0] as i32];
    for &(column, row) in &dead {
        let color = cleared.rows[row][column].take().expect("a dead chain has stones");
        points[(!color).index()] += 1;
    }
    let mut counted = Vec::new();
    for cell in position.cells() {
        if cleared.at(cell).is_some() || counted.contains(&cell) {
            continue;
        }
        let empty = region(&cleared, cell);
        let around: Vec<Cell> = empty
            .iter()
            .flat_map(|&cell| neighbours(&cleared, cell))
            .filter(|&cell| cleared.at(cell).is_some())
            .collect();
        let is_owned_by = |color| around.iter().all(|&cell| cleared.at(cell) == Some(color));
        if !around.iter().any(|cell| seki.contains(cell)) {
            for color in Color::BOTH.into_iter().filter(|&color| is_owned_by(color)) {
                points[color.index()] += empty.len() as i32;
            }
        }
        counted.extend(empty);
    }
    2 * (points[0] - points[1]) - position.komi
}

/// Returns the chain or the empty region that contains a cell.
fn region(position: &Position, start: Cell) -> Vec<Cell> {
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() {
        for cell in neighbours(position, found[next]) {
            if position.at(cell) == position.at(start) && !found.contains(&cell) {
                found.push(cell);
            }
        }
        next += 1;
    }
    found
}

fn neighbours(position: &Position, (column, row): Cell) -> impl Iterator<Item = Cell> {
    let lines = position.rows.len();
    let below = [(column.wrapping_sub(1), row), (column, row.wrapping_sub(1))];
    let above = [(column + 1, row), (column, row + 1)];
    below.into_iter().chain(above).filter(move |&(column, row)| column < lines && row < lines)
}
