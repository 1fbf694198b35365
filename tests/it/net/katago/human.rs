//! Human-imitation nets: files, the metadata encoder, number types and prepared files.

use std::env;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::go::{BoardSize, Color, Game, Komi, Move, Rules};
use tianyuan::nn::katago::{
    self, HumanProfile, Inputs, KernelSet, Model, Net, Precision, QuantizationError, RawOutput,
    test_positions,
};
use tianyuan::nn::{AnyNet, AnyNetFile, Symmetry};
use tianyuan::search::RawNetEvaluator;

use crate::support::random_katago_net::{Plan, RandomBlock, random_file, random_human_file};

fn plan(version: usize) -> Plan {
    let inner = vec![RandomBlock::Ordinary, RandomBlock::Pooling];
    Plan {
        version,
        is_binary: true,
        channels: 32,
        blocks: vec![RandomBlock::Ordinary, RandomBlock::Bottleneck(inner), RandomBlock::Pooling],
        activation: "ACTIVATION_MISH",
        has_rms_norm: false,
    }
}

fn file(version: usize) -> Vec<u8> {
    random_human_file(&plan(version), 24, &mut StdRng::seed_from_u64(11))
}

fn model() -> Model {
    katago::read(&file(15)[..]).expect("the generator writes nets")
}

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

fn profile(name: &str) -> HumanProfile {
    name.parse().expect(name)
}

/// Returns game positions with a profile.
fn positions(name: &str, lines: usize, count: usize) -> Vec<Inputs> {
    let given = |inputs| Inputs { profile: Some((profile(name), Color::Black)), ..inputs };
    test_positions(size(lines), count).into_iter().map(given).collect()
}

/// Returns the largest difference of the policy logits.
fn policy_difference(a: &RawOutput, b: &RawOutput) -> f32 {
    let pairs = a.policy.iter().chain(&a.pass).zip(b.policy.iter().chain(&b.pass));
    // In the total order, NaN is the largest difference.
    pairs.map(|(a, b)| (a - b).abs()).max_by(f32::total_cmp).expect("there are logits")
}

/// The output of the encoder with plain sums in `f64`.
fn naive_encoder(model: &Model, inputs: &[f32]) -> Vec<f64> {
    let encoder = model.trunk.encoder.as_ref().expect("a human net");
    let product = |matrix: &katago::Matrix, input: &[f64]| -> Vec<f64> {
        let weight = |from: usize, to: usize| f64::from(matrix.weights[from * matrix.outputs + to]);
        let sum = |to| (0..matrix.inputs).map(|from| input[from] * weight(from, to)).sum();
        (0..matrix.outputs).map(sum).collect()
    };
    let mish = |x: f64| x * x.exp().ln_1p().tanh();
    let hidden = |sums: Vec<f64>, bias: &[f32]| -> Vec<f64> {
        sums.iter().zip(bias).map(|(sum, bias)| mish(sum + f64::from(*bias))).collect()
    };
    assert_eq!(encoder.first_activation, katago::Activation::Mish);
    let inputs: Vec<f64> = inputs.iter().map(|&input| input.into()).collect();
    let first = hidden(product(&encoder.first, &inputs), &encoder.first_bias);
    let second = hidden(product(&encoder.second, &first), &encoder.second_bias);
    product(&encoder.last, &second)
}

#[test]
fn metadata_encoder_is_added_like_a_global_input() {
    let model = model();
    // Global input 12 is always 0. Its weights become the output of the encoder in a net without an encoder.
    const UNUSED: usize = 12;
    for (name, color) in [("rank_5k_1d", Color::Black), ("rank_5k_1d", Color::White)] {
        let mut inputs = test_positions(size(7), 1).pop().expect("a position");
        assert_eq!(inputs.globals[UNUSED], 0.0);
        let encoded = naive_encoder(&model, &profile(name).inputs(color, size(7)));
        let mut plain = model.clone();
        plain.trunk.encoder = None;
        let outputs = plain.trunk.globals.outputs;
        let row = &mut plain.trunk.globals.weights[UNUSED * outputs..][..outputs];
        for (weight, encoded) in row.iter_mut().zip(&encoded) {
            *weight = *encoded as f32;
        }
        let mut given = inputs.clone();
        given.globals[UNUSED] = 1.0;
        let expected = katago::evaluate(&plain, &given);
        inputs.profile = Some((profile(name), color));
        let difference = policy_difference(&katago::evaluate(&model, &inputs), &expected);
        assert!(difference < 1e-4, "{difference}");
    }
}

#[test]
fn profile_changes_output_of_human_net_only() {
    let [beginner, strong] = ["rank_20k", "rank_9d"].map(|name| positions(name, 7, 1).remove(0));
    let human = model();
    let plain = katago::read(&random_file(&plan(15), &mut StdRng::seed_from_u64(3))[..]);
    let plain = plain.expect("the generator writes nets");
    let difference = |model: &Model| {
        let outputs = [&beginner, &strong].map(|inputs| katago::evaluate(model, inputs));
        policy_difference(&outputs[0], &outputs[1])
    };
    assert!(difference(&human) > 1e-3, "{}", difference(&human));
    assert_eq!(difference(&plain), 0.0);
}

#[test]
fn every_version_with_encoder_is_read() {
    for version in 15..=17 {
        let model = katago::read(&file(version)[..]).expect("the generator writes nets");
        assert!(model.trunk.encoder.is_some() && model.area.exclude_territory_near_atari);
        assert!(AnyNet::katago(Net::new(model), 1).imitates_humans());
    }
    let text = String::from_utf8_lossy(&file(15)).into_owned();
    assert!(text.contains("encoder 192"));
    for (from, to, error) in [
        ("150\n1 1 1", "150\n2 1 1", "unsupported metadata encoder version"),
        ("150\n1 1 1", "150\n1 1 2", "unsupported territory flag"),
        ("encoder 192", "encoder 193", "metadata inputs"),
    ] {
        let mut bytes = file(15);
        let place = bytes.windows(from.len()).position(|it| it == from.as_bytes()).expect(from);
        bytes[place..place + from.len()].copy_from_slice(to.as_bytes());
        let found = katago::read(&bytes[..]).expect_err(to).to_string();
        assert!(found.contains(error), "{found}");
    }
}

/// Returns the model with policy logits of standard deviation 2, about that of trained nets. Those of random nets are
/// nearly equal, so that errors would hardly change the policy.
fn with_sharp_policy(mut model: Model, lines: usize) -> Model {
    let outputs = positions("rank_5k", lines, 8);
    let outputs = outputs.iter().map(|inputs| katago::evaluate(&model, inputs));
    let logits: Vec<f32> =
        outputs.flat_map(|output| output.point_logits(0.0).collect::<Vec<_>>()).collect();
    let mean = logits.iter().sum::<f32>() / logits.len() as f32;
    let square = logits.iter().map(|logit| (logit - mean).powi(2)).sum::<f32>();
    let factor = 2.0 / (square / logits.len() as f32).sqrt();
    model.policy.logits.weights.iter_mut().for_each(|weight| *weight *= factor);
    model
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn number_types_agree_with_f32_for_profiles() {
    let lines = 9;
    let net = Net::new(with_sharp_policy(model(), lines));
    for name in ["rank_20k", "rank_10k", "rank_1d", "rank_9d"] {
        let positions = positions(name, lines, 50);
        let due: Vec<RawOutput> =
            positions.iter().map(|inputs| katago::evaluate(net.model(), inputs)).collect();
        for kernels in KernelSet::ALL.into_iter().filter(|it| it.is_available()) {
            let mut evaluator = net.evaluator_by(kernels, size(lines)).expect("it is available");
            let found = positions.iter().zip(&due);
            let found = found.map(|(inputs, due)| (inputs, due, evaluator.evaluate(inputs)));
            let error = QuantizationError::of(net.model(), found);
            assert!(error.divergence <= 0.005, "{name} {kernels}: {error:?}");
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn prepared_human_net_has_the_same_outputs() {
    let net = Net::new(model()).with_precision(Precision::F32).expect("there is always f32");
    let file = net.to_prepared(&[size(7)], 1).expect("a file");
    let Ok(AnyNetFile::Prepared(prepared)) = AnyNetFile::read(&file) else {
        panic!("a prepared net");
    };
    for name in ["preaz_12k", "proyear_1965"] {
        for inputs in positions(name, 7, 3) {
            let [found, due] = [&*prepared, &net].map(|net| net.evaluator().evaluate(&inputs));
            assert_eq!(found, due);
        }
    }
}

/// The moves before KataGo's recorded output of b18c384nbt-humanv0.
const MOVES: [(Color, &str); 9] = [
    (Color::Black, "Q16"),
    (Color::White, "D16"),
    (Color::Black, "R4"),
    (Color::White, "D4"),
    (Color::Black, "F17"),
    (Color::White, "F16"),
    (Color::Black, "G16"),
    (Color::White, "E17"),
    (Color::Black, "F18"),
];

/// The policy after them and White's F15, by KataGo 1.17 in `f32`.
const POLICY: [(&str, f32); 8] = [
    ("G15", 0.434555),
    ("E18", 0.082295),
    ("K16", 0.057100),
    ("K17", 0.054604),
    ("H17", 0.049972),
    ("D18", 0.038484),
    ("H16", 0.037254),
    ("J17", 0.030025),
];

/// Compares with KataGo if the environment variable `TIANYUAN_HUMAN_NET` names the file of b18c384nbt-humanv0.
#[test]
fn real_human_net_matches_katago() {
    let Some(path) = env::var_os("TIANYUAN_HUMAN_NET") else { return };
    let bytes = std::fs::read(path).expect("TIANYUAN_HUMAN_NET names a file");
    let model = katago::read(&bytes[..]).expect("a net");
    let net = Net::new(model).with_precision(Precision::F32).expect("there is always f32");
    let net = AnyNet::katago(net, 1);
    let komi = Komi::from_half_points(13).expect("6.5 points");
    let rules = Rules::from_name("japanese", komi).expect("known rules");
    let mut game = Game::new(BoardSize::STANDARD, rules);
    let point = |name: &str| {
        let column = "ABCDEFGHJKLMNOPQRST".find(&name[..1]).expect(name);
        let row: usize = name[1..].parse().expect(name);
        BoardSize::STANDARD.point(column, row - 1)
    };
    for (color, name) in MOVES.into_iter().chain([(Color::White, "F15")]) {
        game.play(color, Move::Play(point(name))).expect("legal");
    }
    let mut evaluator = RawNetEvaluator::new(&net).with_profile(Some(profile("preaz_12k")));
    let output = evaluator.ask(&game, Color::Black, &[Symmetry::IDENTITY], 0.0);
    let output = output.and_then(|mut outputs| outputs.pop()).expect("the net is for 19x19");
    for (name, expected) in POLICY {
        let found = output.probability(BoardSize::STANDARD, Move::Play(point(name)));
        assert!((found - expected).abs() < 2e-4, "{name}: {found} {expected}");
    }
    assert!((output.loss - 0.499233).abs() < 2e-4, "{output:?}");
    assert!((output.score + 1.098).abs() < 0.01 && (output.score_square - 1848.614).abs() < 1.0);
}
