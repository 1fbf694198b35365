//! What there is to do about chains that are short of liberties: moves that playouts and priors
//! propose.

use crate::go::{Board, Color, Point};

use super::proposals::Proposals;

/// What there is to do about a chain in atari: take it, or save it by taking
/// a neighbour or by running to two liberties or more.
pub fn propose_atari<const W: usize>(
    board: &Board<W>,
    color: Color,
    stone: Point,
    proposals: &mut Proposals,
) {
    let Some(liberty) = board.liberties(stone).first() else { return };
    if board.color_at(stone) != Some(color) {
        proposals.push_new(liberty);
        return;
    }
    for friend in board.chain_stones(stone) {
        for enemy in board.neighbours(friend) {
            if board.color_at(enemy) == Some(!color) && board.is_in_atari(enemy) {
                let last = board.liberties(enemy).first();
                last.into_iter().for_each(|point| proposals.push_new(point));
            }
        }
    }
    if !board.is_suicide(color, liberty) && !board.is_self_atari(color, liberty) {
        proposals.push_new(liberty);
    }
}

/// What there is to do about a chain of two liberties: an atari that leaves it no third one, or a
/// move that gives it three.
pub fn propose_pinch<const W: usize>(
    board: &Board<W>,
    color: Color,
    stone: Point,
    proposals: &mut Proposals,
) {
    let Some([a, b]) = board.two_liberties(stone) else { return };
    let grows = |at: Point| board.liberties_after(stone, at).len() > 2;
    if board.color_at(stone) == Some(color) {
        proposals.push_if(a, grows(a));
        proposals.push_if(b, grows(b));
    } else {
        proposals.push_if(a, !grows(b) && !board.is_self_atari(color, a));
        proposals.push_if(b, !grows(a) && !board.is_self_atari(color, b));
    }
}

/// The largest eye space that one stone in the middle leaves with a single eye.
const LARGEST_EYE: usize = 6;

/// The vital point of the eye space that an empty point belongs to: of three to six points within
/// one chain's or one colour's stones, the one that has the most of the others beside it, where a
/// stone in it leaves the space no two eyes.
pub fn vital_point<const W: usize>(board: &Board<W>, from: Point) -> Option<Point> {
    if board.neighbourhood(from).empty_around() >= LARGEST_EYE as u32 {
        return None;
    }
    let mut space = [from; LARGEST_EYE];
    let mut count = 1;
    let mut owners = [false; 2];
    let mut place = 0;
    while place < count {
        let around = board.neighbourhood(space[place]);
        for color in Color::BOTH {
            owners[color.index()] |= around.stones_beside(color) > 0;
        }
        if owners == [true; 2] {
            return None;
        }
        for beside in board.neighbours(space[place]) {
            match board.color_at(beside) {
                Some(_) => {}
                None if space[..count].contains(&beside) => {}
                None if count == LARGEST_EYE => return None,
                None => {
                    space[count] = beside;
                    count += 1;
                }
            }
        }
        place += 1;
    }
    let space = &space[..count];
    let inner = |point: Point| board.neighbourhood(point).empty_neighbours() as usize;
    let middle = space.iter().copied().max_by_key(|&point| inner(point))?;
    let links: usize = space.iter().map(|&point| inner(point)).sum();
    let is_vital = match (count, inner(middle)) {
        (3, 2) | (4, 3) | (5, 4) | (6, 4) => true,
        // The bulky five has a square in it, and so five links, where a line of five has four.
        (5, 3) => links == 10,
        _ => false,
    };
    is_vital.then_some(middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Diagram;

    #[test]
    fn eye_spaces_have_their_vital_points() {
        let vital = |text: &str| {
            let diagram = Diagram::parse(text);
            let board: Board<2> = diagram.board();
            let found = vital_point(&board, diagram.mark('a'));
            let told = text.contains('b').then(|| diagram.mark('b'));
            assert_eq!(found, told, "{text}");
        };
        vital("a b . X . \n X X X X . \n . . . . . \n . . . . . \n . . . . .");
        vital("a . . . X \n X X X X X \n . . . . . \n . . . . . \n . . . . .");
        vital("a . X . . \n . . X . . \n X X X . . \n . . . . . \n . . . . .");
        vital("a b . O . \n O . O O . \n O O O . . \n . . . . . \n . . . . .");
        vital("a b . X . \n . . X X . \n X X X . . \n . . . . . \n . . . . .");
        vital("a . . X . \n O X X X . \n . . . . . \n . . . . . \n . . . . .");
        vital("a . . . . \n . . . . . \n . . X . . \n . . . . . \n . . . . .");
    }
}
