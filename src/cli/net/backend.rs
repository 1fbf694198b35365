//! The backends that evaluate a net of KataGo's, their speed and their exactness.

use crate::go::BoardSize;
use crate::nn::katago::{
    self, Evaluator, Inputs, KernelSet, Model, Net, Precision, QuantizationError, RawOutput,
};
use std::time::{Duration, Instant};

/// A backend with its evaluator for boards of a size.
pub(super) struct MeasuredBackend<'n> {
    /// Its name; marked where it is the one that plays.
    pub(super) name: String,
    /// What evaluates.
    pub(super) evaluator: Evaluator<'n>,
}

/// All backends that this processor has for a net and a number type, if one is asked for, the fastest
/// first.
pub(super) fn backends(
    net: &Net,
    precision: Option<Precision>,
    size: BoardSize,
) -> impl Iterator<Item = MeasuredBackend<'_>> {
    let chosen = net.kernels(size);
    let is_asked = move |it: &KernelSet| precision.is_none_or(|wanted| wanted == it.precision);
    KernelSet::ALL.into_iter().filter(is_asked).filter_map(move |kernels| {
        let mark = if kernels == chosen { "*" } else { "" };
        let evaluator = net.evaluator_by(kernels, size)?;
        Some(MeasuredBackend { name: format!("{kernels}{mark}"), evaluator })
    })
}

/// What the reference pass says of positions, to compare backends with.
pub(super) struct Reference<'a> {
    model: &'a Model,
    answers: Vec<(&'a Inputs, RawOutput)>,
}

impl<'a> Reference<'a> {
    /// Evaluates positions, at least one and then as many as the time allows.
    pub(super) fn of(model: &'a Model, positions: &'a [Inputs], time: Duration) -> Reference<'a> {
        let start = Instant::now();
        let mut answers = Vec::new();
        for inputs in positions {
            let lines = inputs.size.lines();
            let output = katago::evaluate(model, lines, &inputs.planes, &inputs.globals);
            answers.push((inputs, output));
            if start.elapsed() >= time {
                break;
            }
        }
        Reference { model, answers }
    }

    /// How many positions were evaluated.
    pub(super) fn len(&self) -> usize {
        self.answers.len()
    }

    /// How far a backend is from the reference.
    pub(super) fn compare(&self, evaluator: &mut Evaluator<'_>) -> QuantizationError {
        let outputs = self.answers.iter();
        let outputs = outputs.map(|(inputs, due)| (*inputs, due, evaluator.evaluate(inputs)));
        QuantizationError::of(self.model, outputs)
    }
}

/// Evaluations a second, by so much time of measuring.
pub(super) fn speed(evaluator: &mut Evaluator<'_>, positions: &[Inputs], time: Duration) -> f64 {
    let mut positions = positions.iter().cycle();
    rate(time, &mut || {
        let inputs = positions.next().expect("there are positions");
        std::hint::black_box(evaluator.evaluate(inputs));
    })
}

/// How often it is measured; the median counts.
const REPEATS: u32 = 5;

/// How often an action can be done in a second: the median of some measurements that take so much time
/// together, and one action each at least.
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
