//! KataGo net files: every format, version and block kind, and invalid files.

use std::io::Cursor;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tianyuan::go::BoardSize;
use tianyuan::nn::katago::{self, Inputs, Model, PLANES, RawOutput, ReadError};
use tianyuan::nn::{AnyNetFile, NumberType};

use crate::support::random_katago_net::{Plan, RandomBlock, gzip, random_file};
use crate::support::random_net;

const ACTIVATIONS: [&str; 4] =
    ["ACTIVATION_RELU", "ACTIVATION_MISH", "ACTIVATION_SILU", "ACTIVATION_IDENTITY"];

/// A net with every block kind.
fn plan(version: usize) -> Plan {
    let attention = |is_rotation_learnt| RandomBlock::Attention { is_rotation_learnt };
    let inner = vec![attention(Some(true)), RandomBlock::FeedForward, RandomBlock::Pooling];
    Plan {
        version,
        is_binary: true,
        channels: 12,
        blocks: vec![
            RandomBlock::Ordinary,
            RandomBlock::Pooling,
            RandomBlock::Bottleneck(inner),
            attention(None),
            attention(Some(false)),
            RandomBlock::FeedForward,
        ],
        activation: ACTIVATIONS[version % ACTIVATIONS.len()],
        has_rms_norm: version.is_multiple_of(2),
    }
}

fn file(plan: &Plan) -> Vec<u8> {
    random_file(plan, &mut StdRng::seed_from_u64(plan.version as u64))
}

fn read(bytes: &[u8]) -> Result<Model, ReadError> {
    katago::read(Cursor::new(bytes))
}

fn evaluate(model: &Model, lines: usize) -> RawOutput {
    let mut rng = StdRng::seed_from_u64(lines as u64);
    let planes: Vec<f32> =
        (0..lines * lines * PLANES).map(|_| f32::from(u8::from(rng.random_bool(0.2)))).collect();
    let globals = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
    let size = BoardSize::new(lines).expect("a size");
    katago::evaluate(model, &Inputs { size, planes, globals, profile: None })
}

#[test]
fn every_version_is_read_as_text_and_binary() {
    for version in 8..=17 {
        let plan = plan(version);
        let binary = file(&plan);
        let text = file(&Plan { is_binary: false, ..plan.clone() });
        let model = read(&binary).unwrap_or_else(|error| panic!("version {version}: {error}"));
        for other in [text.clone(), gzip(&binary), gzip(&text)] {
            assert!(read(&other).expect("a net") == model, "version {version}");
        }
        assert_eq!((model.name.as_str(), model.version), ("random", version));
        assert_eq!(model.trunk.blocks.len(), plan.blocks.len());
        for lines in [5, 7] {
            let output = evaluate(&model, lines);
            let (policies, scores) = match version {
                8 => (1, 4),
                16 => (4, 6),
                12.. => (2, 6),
                _ => (1, 6),
            };
            assert_eq!(output.policy.len(), policies * lines * lines);
            assert_eq!((output.pass.len(), output.score.len()), (policies, scores));
            assert_eq!(output.ownership.len(), lines * lines);
            let value = output.value(&model, true);
            assert!((value.win + value.loss + value.no_result - 1.0).abs() < 1e-5, "{value:?}");
            assert!(output.policy.iter().chain(&output.ownership).all(|logit| logit.is_finite()));
        }
    }
}

#[test]
fn net_kind_is_detected_from_content() {
    let plan = plan(15);
    let binary = file(&plan);
    let text = file(&Plan { is_binary: false, ..plan });
    for bytes in [&binary, &text, &gzip(&binary)] {
        assert!(matches!(AnyNetFile::read(bytes), Ok(AnyNetFile::KataGo(_))));
    }
    let shape = random_net::shape(NumberType::Float, 1, 16);
    let own = random_net::random_file(&shape, &mut StdRng::seed_from_u64(1));
    assert!(matches!(AnyNetFile::read(&own), Ok(AnyNetFile::Own(_))));
    let told = |bytes: &[u8]| AnyNetFile::read(bytes).expect_err("no net").to_string();
    let neither = "not a Tianyuan or KataGo net";
    for bytes in [&b""[..], b"no net\n", b"(;GM[1])", b"\xff 8 22 19", b"name"] {
        assert_eq!(told(bytes), neither, "{bytes:?}");
    }
    assert!(told(&own[..own.len() / 2]).contains("is truncated in"));
    assert!(told(&gzip(&binary[..binary.len() / 2])).contains("is truncated in"));
    assert!(told(b"name 3 22 14").contains("version 3"));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn truncated_net_is_an_error_at_any_length() {
    for is_binary in [false, true] {
        let whole = file(&Plan { is_binary, ..plan(15) });
        // The last byte is a line end, and a shortened number may still be valid.
        for end in (0..whole.len() - 16).step_by(53) {
            assert!(read(&whole[..end]).is_err(), "{end} of {} bytes", whole.len());
        }
        let packed = gzip(&whole);
        for end in (0..packed.len()).step_by(197) {
            assert!(read(&packed[..end]).is_err(), "{end} of {} packed bytes", packed.len());
        }
    }
}

#[test]
fn read_errors_name_layer_and_value() {
    let text = String::from_utf8(file(&Plan { is_binary: false, ..plan(15) })).expect("text");
    let spoilt = |from: &str, to: &str| text.replacen(from, to, 1).into_bytes();
    let first = text.lines().nth(6).expect("the weights of the first convolution");
    let weight = first.split(' ').next().expect("a weight");
    let cases = [
        (Vec::new(), "the net is truncated in the header"),
        (b"\0\0".to_vec(), "expected net name in the header, found `\\x00\\x00`"),
        (spoilt("random 15", "random 7"), "unsupported net version 7 (8 to 17)"),
        (spoilt("random 15", "random 18"), "unsupported net version 18 (8 to 17)"),
        (
            spoilt("random 15", "r\u{1b}[2J 15"),
            "expected net name in the header, found `r\\x1b[2J`",
        ),
        (spoilt("15 22 19", "15 13 12"), "the header has 13 input planes, expected 22"),
        (spoilt("\n0 1 1 0", "\n2 1 1 0"), "unsupported metadata encoder version in the header: 2"),
        (
            spoilt("\n0 1 1 0", "\n1 1 1 0"),
            "expected integer in layer ordinary_block, found `block`",
        ),
        (spoilt("\n0 1 1 0", "\n0 1 1 5"), "unsupported reserved number in the header: 5"),
        (spoilt("trunk 6", "trunk 999999"), "unsupported number of blocks in layer matmul: 999999"),
        (
            spoilt("conv 3 3 22 12", "conv 3 3 22 4000000000"),
            "unsupported number of output channels in layer conv: 4000000000",
        ),
        (
            spoilt("conv 3 3 22 12", "conv 3 3 21 12"),
            "layer conv has 21 input channels, expected 22",
        ),
        (spoilt("conv 3 3 22", "conv 4 4 22"), "unsupported kernel height in layer conv: 4"),
        (
            spoilt("ordinary_block", "strange_block"),
            "unknown kind of block `strange_block` in layer block",
        ),
        (
            spoilt("ACTIVATION_IDENTITY", "ACTIVATION_X"),
            "unknown activation `ACTIVATION_X` in layer act",
        ),
        (spoilt(weight, "NaN"), "a weight of layer conv is not finite"),
        (spoilt(weight, "1e99"), "a weight of layer conv is not finite"),
        (spoilt(weight, "one"), "expected number in layer conv, found `one`"),
        ([text.as_bytes(), b"more"].concat(), "unexpected data after the net's last layer"),
    ];
    for (bytes, message) in cases {
        let error = read(&bytes).map(|_| ()).expect_err(message).to_string();
        assert_eq!(error, message);
    }
}

#[test]
fn subnormal_weights_become_zero() {
    let text = String::from_utf8(file(&Plan { is_binary: false, ..plan(15) })).expect("text");
    let first = text.lines().nth(6).expect("the weights of the first convolution");
    let words: Vec<&str> = first.split(' ').collect();
    for (number, due) in [("1e-40", 0.0), ("-1e-40", 0.0), ("2e-38", 2e-38)] {
        let changed = [&[number], &words[1..]].concat().join(" ");
        let model = read(text.replacen(first, &changed, 1).as_bytes()).expect("a net");
        assert_eq!(model.trunk.stem.weights[0], due, "{number}");
    }
}

#[test]
fn decompression_bomb_is_rejected_early() {
    let before = std::time::Instant::now();
    let blanks = gzip(&vec![b' '; 64 << 20]);
    let message = read(&blanks).map(|_| ()).expect_err("blanks").to_string();
    assert_eq!(message, "the header is followed by whitespace only");
    let word = gzip(&vec![b'x'; 64 << 20]);
    assert!(read(&word).is_err());
    // The header announces a hundred million weights, but none follow.
    let promise = b"n 8 22 19 trunk 1 4096 1 1 1 1 conv 9 9 22 4096 1 1 @BIN@";
    assert!(matches!(read(promise), Err(ReadError::Truncated(_))));
    assert!(before.elapsed().as_secs() < 60, "{:?}", before.elapsed());
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn mutated_nets_are_errors_or_valid() {
    let mut rng = StdRng::seed_from_u64(26);
    for round in 0..2000 {
        let plan = Plan { is_binary: round % 2 == 0, ..plan(8 + round % 10) };
        let mut bytes = file(&Plan { channels: 4, blocks: plan.blocks[..2].to_vec(), ..plan });
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..3) {
                0 => bytes[at] = rng.random(),
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, rng.random_range(b' '..=b'z')),
            }
        }
        // The result is an error or a net that can be evaluated.
        if let Ok(model) = read(&bytes) {
            evaluate(&model, 3);
        }
    }
}

#[test]
fn evaluation_work_is_counted() {
    // Without blocks: 22 planes and 19 globals to 12 channels, and both heads.
    let model =
        read(&file(&Plan { blocks: Vec::new(), has_rms_norm: false, ..plan(9) })).expect("a net");
    let of_points = 9 * 22 * 12 + (12 * 8 + 12 * 6 + 8) + (12 * 6 + 6);
    let once = 19 * 12 + (18 * 8 + 18) + (18 * 10 + 10 * 3 + 10 * 6);
    assert_eq!(model.multiply_adds(5), 25 * of_points + once);
    // A scale and a bias for each channel of four norms, and the biases of the value head.
    assert_eq!(model.parameters(), of_points + once + 2 * (12 + 6 + 8 + 6) + (10 + 3 + 6));

    let attention = RandomBlock::Attention { is_rotation_learnt: Some(true) };
    let with = |block| read(&file(&Plan { blocks: vec![block], ..plan(9) })).expect("a net");
    // Queries, keys, values and their sum; then four heads with keys of 4 and values of 6 numbers.
    let of_attention = 25 * (12 * 16 + 12 * 8 + 12 * 12 + 24 * 12) + 25 * 25 * 4 * 10;
    assert_eq!(with(attention).multiply_adds(5), model.multiply_adds(5) + of_attention);
    let of_feed_forward = 25 * 3 * 12 * 24;
    let model_with = with(RandomBlock::FeedForward);
    assert_eq!(model_with.multiply_adds(5), model.multiply_adds(5) + of_feed_forward);
}
