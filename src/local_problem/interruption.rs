//! Searches that a callback of the calling thread can stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::solver::{Solution, SolveLimits, Solver};

/// The interval between two calls of the callback.
const INTERVAL: Duration = Duration::from_millis(5);

/// Solves a problem in another thread until `must_stop` returns `true` or a limit is reached. Any
/// [`cancelled`](SolveLimits::cancelled) of the limits is ignored.
pub(crate) fn solve_until(
    solver: &mut Solver,
    limits: &SolveLimits<'_>,
    must_stop: &mut dyn FnMut() -> bool,
) -> Solution {
    let is_cancelled = AtomicBool::new(must_stop());
    let limits = SolveLimits { cancelled: Some(&is_cancelled), ..*limits };
    thread::scope(|scope| {
        let (send, receive) = channel();
        let search = scope.spawn(move || {
            let solution = solver.solve(&limits);
            // Wakes the calling thread; it always waits for the solution.
            let _ = send.send(());
            solution
        });
        while let Err(RecvTimeoutError::Timeout) = receive.recv_timeout(INTERVAL) {
            if must_stop() {
                is_cancelled.store(true, Ordering::Relaxed);
            }
        }
        search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, BoardSize, Color, PointSet, Rules};
    use crate::solver::{Goal, GroupStatus, Problem, SolveStop};

    #[test]
    fn callback_stops_an_endless_search() {
        let size = BoardSize::new(9).expect("a size");
        let stone = size.point(4, 4);
        let board = Board::with_stones(size, [(Color::Black, stone)]);
        let region = Some(PointSet::full(size));
        let problem =
            Problem::new(&board, &Rules::CHINESE, Color::White, Goal::Kill(stone), region);
        let mut solver = Solver::new(problem.expect("a problem"), 1 << 20);
        let mut calls = 0;
        let solution = solve_until(&mut solver, &SolveLimits::default(), &mut || {
            calls += 1;
            calls > 2
        });
        assert_eq!(solution.status, GroupStatus::Unknown);
        assert_eq!(solution.stop, Some(SolveStop::Cancelled));
    }
}
