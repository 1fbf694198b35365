//! Playouts: simulated games to the end by a fast policy.
//!
//! A playout knows simple ko and no suicide, nothing of superko or rules. It ends at two passes,
//! when every empty point is an eye or illegal, or after a number of moves that only long ko
//! cycles reach.

pub mod first_moves;
pub mod heavy;
mod pattern;
mod proposals;
pub(crate) mod tactics;

use crate::go::{Board, Color, Move, score};

use super::rng::Rng;

/// How a playout chooses its moves.
pub trait Policy<const W: usize, const ATARI: bool = false> {
    /// A move for the colour to play; a pass only where it finds nothing.
    fn choose(&mut self, board: &mut Board<W, ATARI>, color: Color) -> Move;
}

/// Plays a position to the end, handing every move to `record`, and answers Black's margin in
/// points.
pub fn play_out<const W: usize, const ATARI: bool>(
    board: &mut Board<W, ATARI>,
    to_play: Color,
    policy: &mut impl Policy<W, ATARI>,
    mut record: impl FnMut(Color, Move),
) -> i32 {
    let mut passes = 0;
    let longest = 3 * board.size().area();
    if to_play == Color::White {
        turn(board, Color::White, policy, &mut record, &mut passes);
    }
    // Colours that are known when compiled are worth a twentieth.
    for _ in 0..longest.div_ceil(2) {
        turn(board, Color::Black, policy, &mut record, &mut passes);
        if passes == 2 {
            break;
        }
        turn(board, Color::White, policy, &mut record, &mut passes);
        if passes == 2 {
            break;
        }
    }
    score::final_margin(board)
}

/// One move of a playout; `passes` is how many came in a row.
#[inline(always)]
fn turn<const W: usize, const ATARI: bool>(
    board: &mut Board<W, ATARI>,
    color: Color,
    policy: &mut impl Policy<W, ATARI>,
    record: &mut impl FnMut(Color, Move),
    passes: &mut u32,
) {
    let mv = policy.choose(board, color);
    record(color, mv);
    match mv {
        Move::Play(point) => {
            board.play(color, point);
            *passes = 0;
        }
        Move::Pass => {
            board.clear_ko();
            *passes += 1;
        }
    }
}

/// Exactly uniform over the legal moves that do not fill an eye: the measure of boards.
#[derive(Debug)]
pub struct Light<'a>(pub &'a mut Rng);

impl<const W: usize, const ATARI: bool> Policy<W, ATARI> for Light<'_> {
    #[inline(always)]
    fn choose(&mut self, board: &mut Board<W, ATARI>, color: Color) -> Move {
        // Points that will not do are put behind those still to be drawn from.
        for count in (1..=board.empty_points().len()).rev() {
            let drawn = self.0.below(count);
            let point = board.empty_points()[drawn];
            if board.is_playable(color, point) {
                return Move::Play(point);
            }
            board.swap_empty_points(drawn, count - 1);
        }
        Move::Pass
    }
}
