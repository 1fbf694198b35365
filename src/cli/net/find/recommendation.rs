//! The strongest net for each board size.

use std::time::Duration;

use super::super::builtin;
use super::scan::FoundNet;
use super::strength::{BOARDS, BoardModel, rating};
use crate::go::BoardSize;
use crate::nn::{AnyNet, Backend, Nets};

/// The recommended nets, for each board of [`BOARDS`]: an index into the found nets, or `None` for the built-in net.
pub(super) type Recommendation = [Option<usize>; BOARDS.len()];

/// Returns the recommended nets.
///
/// `speed` returns the evaluations per second of a found net, or `None` if it cannot be used; `built_in` has the
/// speeds of the built-in nets.
pub(super) fn recommend(
    nets: &[FoundNet],
    built_in: &[Option<f64>; BOARDS.len()],
    speed: impl Fn(usize, &BoardModel) -> Option<f64>,
) -> Recommendation {
    let strength = |at: usize, board: &BoardModel| {
        let net = nets[at].summary().filter(|net| !net.is_human)?;
        let is_supported = nets[at].is_for(board.lines);
        let rating = rating(&net.shape).filter(|_| is_supported)?;
        board.strength(rating, speed(at, board)?)
    };
    let mut places = BOARDS.iter().zip(built_in);
    std::array::from_fn(|_| {
        let (board, built_in) = places.next().expect("one speed per board");
        let built_in = built_in.and_then(|speed| board.built_in_strength(speed));
        let files = (0..nets.len()).filter_map(|at| Some((Some(at), strength(at, board)?)));
        let all = built_in.map(|strength| (None, strength)).into_iter().chain(files);
        // The first of equally strong nets.
        let best = all.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.and_then(|(at, _)| at)
    })
}

/// Returns the evaluations per second of the built-in nets, each measured for `time`, or `None` if they are not used on
/// this processor.
pub(super) fn built_in_speeds(time: Duration) -> [Option<f64>; BOARDS.len()] {
    BOARDS.map(|board| {
        let size = BoardSize::new(board.lines)?;
        let net = Nets::embedded().of(size).and_then(AnyNet::from_native)?;
        (Backend::best() > Backend::Portable).then(|| builtin::speed(net, size, time))
    })
}

/// Returns the multiply-adds per second of convolutions, from the speed of the built-in net for 19x19.
pub(super) fn work_per_second(speeds: &[Option<f64>; BOARDS.len()]) -> Option<f64> {
    let [.., board] = BOARDS;
    let size = BoardSize::new(board.lines)?;
    let net = Nets::embedded().of(size).and_then(AnyNet::from_native)?;
    let [.., speed] = *speeds;
    Some(speed? * builtin::multiply_adds(net.shape(), size.area()) as f64)
}
