//! Compares all kernels of this processor with the reference pass.

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::go::BoardSize;
use tianyuan::nn::Backend;
use tianyuan::nn::katago::{
    self, Inputs, KernelSet, Net, Precision, QuantizationError, RawOutput, test_positions,
};

use crate::support::random_katago_net::{Plan, RandomBlock, random_file};

const PORTABLE_INT8: KernelSet =
    KernelSet { precision: Precision::Int8, backend: Backend::Portable };

const ACTIVATIONS: [&str; 3] = ["ACTIVATION_RELU", "ACTIVATION_MISH", "ACTIVATION_SILU"];

/// Returns a random net of these blocks.
fn net(blocks: Vec<RandomBlock>, channels: usize, seed: usize) -> Net {
    let plan = Plan {
        version: 15,
        is_binary: true,
        channels,
        blocks,
        activation: ACTIVATIONS[seed % ACTIVATIONS.len()],
        has_rms_norm: seed.is_multiple_of(2),
    };
    let file = random_file(&plan, &mut StdRng::seed_from_u64(seed as u64));
    Net::new(katago::read(&file[..]).expect("the generator writes nets"))
}

/// Returns nets of each block kind, and a net of all kinds with channel counts that do not fill vectors.
fn nets() -> Vec<Net> {
    let attention = |is_rotation_learnt| RandomBlock::Attention { is_rotation_learnt };
    let inner = vec![attention(Some(true)), RandomBlock::FeedForward, RandomBlock::Pooling];
    let all = vec![
        RandomBlock::Ordinary,
        RandomBlock::Pooling,
        RandomBlock::Bottleneck(inner),
        attention(None),
        attention(Some(false)),
        RandomBlock::FeedForward,
    ];
    let residual = vec![RandomBlock::Ordinary, RandomBlock::Pooling, RandomBlock::Ordinary];
    let nested = vec![RandomBlock::Bottleneck(vec![RandomBlock::Ordinary, RandomBlock::Pooling])];
    vec![
        net(all.clone(), 12, 0),
        net(all, 40, 1),
        net(residual, 32, 2),
        net(nested, 36, 3),
        net(vec![attention(Some(true)), RandomBlock::FeedForward], 24, 4),
        net(vec![], 16, 5),
    ]
}

/// Returns the kernels of this processor.
fn kernel_sets() -> impl Iterator<Item = KernelSet> {
    KernelSet::ALL.into_iter().filter(|kernels| kernels.is_available())
}

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

/// Returns all numbers of an output.
fn numbers(output: &RawOutput) -> Vec<f32> {
    let RawOutput { policy, pass, value, score, ownership, .. } = output;
    [&policy[..], pass, value, score, ownership].concat()
}

/// Returns the root mean square of the differences relative to the expected numbers.
fn relative_error(found: &RawOutput, due: &RawOutput) -> f32 {
    let (found, due) = (numbers(found), numbers(due));
    assert_eq!(found.len(), due.len());
    let square = |numbers: &mut dyn Iterator<Item = f32>| numbers.map(|it| it * it).sum::<f32>();
    let error = square(&mut found.iter().zip(&due).map(|(found, due)| found - due));
    (error / square(&mut due.iter().copied())).sqrt()
}

fn reference(net: &Net, inputs: &Inputs) -> RawOutput {
    katago::evaluate(net.model(), inputs)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn kernels_match_reference_pass() {
    for (i, net) in nets().iter().enumerate() {
        for lines in [2, 5, 9, 13] {
            let positions = test_positions(size(lines), 3);
            for kernels in kernel_sets() {
                let most = match kernels.precision {
                    Precision::F32 => 1e-4,
                    Precision::Int16 => 0.01,
                    Precision::Bf16 => 0.03,
                    Precision::Int8 => 0.1,
                };
                let mut evaluator =
                    net.evaluator_by(kernels, size(lines)).expect("it is available");
                for inputs in &positions {
                    let error =
                        relative_error(&evaluator.evaluate(inputs), &reference(net, inputs));
                    assert!(error <= most, "net {i}, {lines} lines, {kernels}: {error}");
                }
            }
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn int8_kernels_differ_only_by_rounding() {
    for net in nets() {
        let positions = test_positions(size(7), 4);
        for kernels in kernel_sets().filter(|it| it.precision == Precision::Int8) {
            let mut portable = net.evaluator_by(PORTABLE_INT8, size(7)).expect("everywhere");
            let mut other = net.evaluator_by(kernels, size(7)).expect("it is available");
            for inputs in &positions {
                let error = relative_error(&other.evaluate(inputs), &portable.evaluate(inputs));
                assert!(error <= 0.03, "{kernels}: {error}");
            }
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn evaluation_does_not_depend_on_earlier_positions() {
    let net = &nets()[1];
    for kernels in kernel_sets() {
        let positions = test_positions(size(9), 4);
        let mut evaluator = net.evaluator_by(kernels, size(9)).expect("it is available");
        let first: Vec<RawOutput> = positions.iter().map(|it| evaluator.evaluate(it)).collect();
        for (inputs, first) in positions.iter().zip(&first).rev() {
            assert_eq!(&evaluator.evaluate(inputs), first, "{kernels}");
        }
    }
}

#[test]
fn requested_number_type_is_used() {
    for precision in Precision::ALL {
        let is_there = kernel_sets().any(|kernels| kernels.precision == precision);
        let net = net(vec![RandomBlock::Ordinary], 8, 1).with_precision(precision);
        match net {
            Ok(net) => {
                let chosen = net.kernels(size(9)).uniform();
                assert_eq!(chosen.map(|it| it.precision), Some(precision));
            }
            Err(error) => {
                assert!(!is_there);
                assert_eq!(error, format!("this processor does not support {precision}"));
            }
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn chosen_kernels_are_exact_enough() {
    for (i, net) in nets().iter().enumerate() {
        let positions = test_positions(size(9), 32);
        let due: Vec<RawOutput> = positions.iter().map(|inputs| reference(net, inputs)).collect();
        let mut evaluator = net.evaluator();
        let outputs = positions.iter().zip(&due);
        let outputs = outputs.map(|(inputs, due)| (inputs, due, evaluator.evaluate(inputs)));
        let found = QuantizationError::of(net.model(), outputs);
        // Twice the limits, because the backend was chosen by other positions.
        assert!(found.divergence < 0.012 && found.winrate < 0.016, "net {i}: {found:?}");
    }
}
