//! What a playout policy is, and the loop that plays a game out by one.

use tianyuan_go::{Board, Color, Move, score};

use tianyuan_go::rng::Rng;

/// The choice of moves in a playout.
pub trait Policy<const W: usize, const ATARI: bool = false> {
    /// A move for the colour to play; a pass only where there is no other.
    fn choose(&mut self, board: &mut Board<W, ATARI>, color: Color) -> Move;
}

/// Plays a position to the end and answers Black's margin on the board in points, without komi.
///
/// Every move is handed to `record`, passes too.
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
    // With the colour known at compile time, playouts are a twentieth faster.
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

/// Plays one move; `passes` counts those in a row.
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

/// The policy of light playouts: exactly uniform over the legal moves that do not fill an eye.
#[derive(Debug)]
pub struct Light<'a>(pub &'a mut Rng);

impl<const W: usize, const ATARI: bool> Policy<W, ATARI> for Light<'_> {
    #[inline(always)]
    fn choose(&mut self, board: &mut Board<W, ATARI>, color: Color) -> Move {
        // Points that may not be played move behind those that can still be drawn.
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
