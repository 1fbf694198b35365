//! Backends for KataGo nets: selection, speed and accuracy.

use crate::go::BoardSize;
use crate::nn::katago::{
    self, Evaluator, Inputs, KernelSet, Model, Net, Precision, QuantizationError, RawOutput,
};
use std::time::{Duration, Instant};

/// A backend with its evaluator for one board size.
pub(super) struct MeasuredBackend<'n> {
    /// The name, with a mark on the backend used for play.
    pub(super) name: String,
    /// The evaluator.
    pub(super) evaluator: Evaluator<'n>,
}

/// Returns all backends available on this processor for a net, optionally of one number type. If the net mixes number
/// types on this board size, that mix comes first.
pub(super) fn backends(
    net: &Net,
    precision: Option<Precision>,
    size: BoardSize,
) -> impl Iterator<Item = MeasuredBackend<'_>> {
    let chosen = net.kernels(size);
    let uniform = chosen.uniform();
    let is_asked = move |it: &KernelSet| precision.is_none_or(|wanted| wanted == it.precision);
    let mixed = uniform
        .is_none()
        .then(|| MeasuredBackend { name: format!("{chosen}*"), evaluator: net.evaluator() });
    let others = KernelSet::ALL.into_iter().filter(is_asked).filter_map(move |kernels| {
        let mark = if uniform == Some(kernels) { "*" } else { "" };
        let evaluator = net.evaluator_by(kernels, size)?;
        Some(MeasuredBackend { name: format!("{kernels}{mark}"), evaluator })
    });
    mixed.into_iter().chain(others)
}

/// The reference evaluations of positions, for comparison with backends.
pub(super) struct Reference<'a> {
    model: &'a Model,
    answers: Vec<(&'a Inputs, RawOutput)>,
}

impl<'a> Reference<'a> {
    /// Evaluates at least one position, and more while `time` allows.
    pub(super) fn of(model: &'a Model, positions: &'a [Inputs], time: Duration) -> Reference<'a> {
        let start = Instant::now();
        let mut answers = Vec::new();
        for inputs in positions {
            let output = katago::evaluate(model, inputs);
            answers.push((inputs, output));
            if start.elapsed() >= time {
                break;
            }
        }
        Reference { model, answers }
    }

    /// Returns the number of evaluated positions.
    pub(super) fn len(&self) -> usize {
        self.answers.len()
    }

    /// Returns a backend's error against the reference.
    pub(super) fn compare(&self, evaluator: &mut Evaluator<'_>) -> QuantizationError {
        let outputs = self.answers.iter();
        let outputs = outputs.map(|(inputs, due)| (*inputs, due, evaluator.evaluate(inputs)));
        QuantizationError::of(self.model, outputs)
    }
}

/// Returns the evaluations per second, measured for `time`.
pub(super) fn speed(evaluator: &mut Evaluator<'_>, positions: &[Inputs], time: Duration) -> f64 {
    let mut positions = positions.iter().cycle();
    rate(time, &mut || {
        let inputs = positions.next().expect("the benchmark has positions");
        std::hint::black_box(evaluator.evaluate(inputs));
    })
}

/// The number of measurements; the median is used.
const REPEATS: u32 = 5;

/// Returns how often an action runs per second: the median of [`REPEATS`] measurements that take `time` together,
/// with at least one action each.
pub(super) fn rate(time: Duration, action: &mut dyn FnMut()) -> f64 {
    let mut rates: Vec<f64> = (0..REPEATS)
        .map(|_| {
            let (start, mut count) = (Instant::now(), 0u32);
            loop {
                action();
                count += 1;
                let elapsed = start.elapsed();
                if elapsed * REPEATS >= time {
                    return f64::from(count) / elapsed.as_secs_f64();
                }
            }
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
