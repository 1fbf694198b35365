//! Net files in the built-in format, and the equality of all backends.

use std::path::Path;

use tianyuan::go::BoardSize;
use tianyuan::nn::{
    AnyNet, Backend, GLOBALS, MAX_BYTES, Net, NetError, NetOutput, Nets, NumberType, PLANES,
    Planes, SIZES, Shape, crc_32,
};

use crate::support::random_net::{random_file, random_net, random_planes, shape};
use crate::support::seeded::with_seeds;

/// The number of bytes before the first weight.
const HEADER: usize = 44;

const INTEGER: NumberType = NumberType::Integer { max: 127 };

/// Reads a file of tests/data/net.
fn data(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/net").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the backends of this processor.
fn backends() -> impl Iterator<Item = Backend> {
    Backend::ALL.into_iter().filter(|backend| backend.is_available())
}

/// Returns all numbers of an evaluation.
fn numbers(opinion: &NetOutput) -> Vec<f32> {
    let beside = [opinion.pass, opinion.value, opinion.score / 20.0];
    [&opinion.policy[..], &beside, &opinion.ownership].concat()
}

/// Returns the greatest difference between two evaluations.
fn difference(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    // In the total order, NaN is the largest difference.
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.max_by(f32::total_cmp).expect("there are numbers")
}

/// Positions and their expected outputs, in the layout of training/net_file.py.
fn references(name: &str) -> Vec<(Planes, Vec<f32>)> {
    let bytes = data(name);
    let words = bytes.strip_prefix(b"TYREF001").expect("a file of references").as_chunks::<4>().0;
    let mut words = words.iter().map(|&word| u32::from_le_bytes(word));
    let mut take = |count: usize| words.by_ref().take(count).collect::<Vec<u32>>();
    let floats = |words: Vec<u32>| words.into_iter().map(f32::from_bits).collect::<Vec<f32>>();
    let count = take(1)[0];
    let mut reference = |_| {
        let size = BoardSize::new(take(1)[0] as usize).expect("a size");
        let globals: [f32; GLOBALS] = floats(take(GLOBALS)).try_into().expect("as many");
        let points = take(size.area()).into_iter();
        let points: Vec<[u8; PLANES]> =
            points.map(|bits| std::array::from_fn(|plane| (bits >> plane & 1) as u8)).collect();
        let said = floats(take(2 * size.area() + 3));
        (Planes::from_parts(size, &points, globals).expect("planes"), said)
    };
    (0..count).map(&mut reference).collect()
}

#[test]
fn net_outputs_match_exporter() {
    for (kind, tolerance) in [("f32", 2e-5), ("i8", 2e-5)] {
        let net = Net::decode(&data(&format!("small.{kind}.net"))).expect("a net");
        let references = references(&format!("small.{kind}.ref"));
        assert_eq!(references.len(), 4);
        for set in backends() {
            let mut evaluator = net.evaluator_with(set).expect("available");
            for (planes, said) in &references {
                let opinion = evaluator.evaluate(planes).expect("a size for nets");
                let difference = difference(&numbers(&opinion), said);
                println!("{kind} {set} {:?}: {difference:e}", planes.size());
                assert!(difference < tolerance, "{kind}, {set}, {:?}: {difference}", planes.size());
            }
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn integer_net_output_is_bit_identical_on_all_backends() {
    with_seeds(|rng| {
        for channels in [16, 32, 48, 64] {
            let net = random_net(&shape(INTEGER, 2, channels), rng);
            for lines in SIZES {
                let planes = random_planes(lines, rng);
                let mut portable = net.evaluator_with(Backend::Portable).expect("everywhere");
                let expected = portable.evaluate(&planes).expect("a size for nets");
                for set in backends() {
                    let mut evaluator = net.evaluator_with(set).expect("available");
                    let opinion = evaluator.evaluate(&planes).expect("a size for nets");
                    assert!(opinion == expected, "{channels} channels, {set}, {lines} lines");
                }
            }
        }
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn float_net_output_is_nearly_equal_on_all_backends() {
    with_seeds(|rng| {
        for channels in [16, 48, 64] {
            let net = random_net(&shape(NumberType::Float, 2, channels), rng);
            for lines in SIZES {
                let planes = random_planes(lines, rng);
                let mut portable = net.evaluator_with(Backend::Portable).expect("everywhere");
                let expected = numbers(&portable.evaluate(&planes).expect("a size for nets"));
                assert!(expected.iter().any(|number| number.abs() > 0.1), "it says something");
                for set in backends() {
                    let mut evaluator = net.evaluator_with(set).expect("available");
                    let opinion = evaluator.evaluate(&planes).expect("a size for nets");
                    let difference = difference(&numbers(&opinion), &expected);
                    assert!(difference < 1e-4, "{channels}, {set}, {lines}: {difference}");
                }
            }
        }
    });
}

#[test]
fn evaluations_are_independent() {
    with_seeds(|rng| {
        let net = random_net(&shape(INTEGER, 2, 32), rng);
        let boards = [9, 7, 9, 19, 9].map(|lines| random_planes(lines, rng));
        let mut evaluator = net.evaluator();
        for planes in boards.iter().chain(&boards) {
            assert_eq!(evaluator.evaluate(planes), net.evaluator().evaluate(planes));
        }
        for lines in [2, 6, 20, 25] {
            assert_eq!(evaluator.evaluate(&random_planes(lines, rng)), None);
        }
    });
}

#[test]
fn net_is_limited_to_trained_board_sizes() {
    with_seeds(|rng| {
        let net = random_net(&Shape { sizes: 9..=13, ..shape(INTEGER, 1, 16) }, rng);
        let mut evaluator = net.evaluator();
        for lines in SIZES {
            let is_for = evaluator.evaluate(&random_planes(lines, rng)).is_some();
            assert_eq!(is_for, (9..=13).contains(&lines), "{lines}");
        }
    });
}

#[test]
fn embedded_nets_are_valid() {
    for size in SIZES.filter_map(BoardSize::new) {
        assert_eq!(Nets::embedded().of(size).is_some(), size.lines() >= 9, "{}", size.lines());
    }
    for net in Nets::embedded().iter().filter_map(AnyNet::from_native) {
        assert!(net.shape().kind != NumberType::Float, "its answers are the same on every machine");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn invalid_nets_are_rejected() {
    let with_check = |mut bytes: Vec<u8>| {
        bytes.extend(crc_32(&bytes).to_le_bytes());
        Net::decode(&bytes).map(|_| ())
    };
    assert_eq!(crc_32(b"123456789"), 0xcbf4_3926, "the usual example");
    with_seeds(|rng| {
        for kind in [NumberType::Float, INTEGER] {
            let file = random_file(&shape(kind, 1, 16), rng);
            let body = &file[..file.len() - 4];
            assert_eq!(with_check(body.to_vec()), Ok(()));
            for end in (0..body.len()).step_by(97) {
                let expected = if end < 8 { "not a net file" } else { "is truncated in" };
                let error = with_check(body[..end].to_vec()).expect_err("it is cut off");
                assert!(error.to_string().contains(expected), "{end}: {error}");
            }
            assert_eq!(with_check([body, &[0]].concat()), Err(NetError::TrailingBytes(1)));
            for place in (HEADER..file.len()).step_by(1009) {
                let mut bytes = file.clone();
                bytes[place] ^= 1;
                let error = Net::decode(&bytes).map(|_| ()).expect_err("a bit is another");
                assert_eq!(error, NetError::Checksum, "at {place}");
            }
            let infinite = [&body[..body.len() - 4], &f32::INFINITY.to_le_bytes()].concat();
            assert_eq!(with_check(infinite), Err(NetError::NotFinite("ownership")));
        }
        let file = |shape: [u32; 7], sizes: [u32; 2]| {
            let numbers = shape.into_iter().chain(sizes).flat_map(u32::to_le_bytes);
            with_check(b"TYNET003".iter().copied().chain(numbers).collect())
        };
        let numbers = |shape: [u32; 7]| file(shape, [7, 19]);
        let short = Err(NetError::Truncated("stem"));
        assert_eq!(numbers([0, 0, 6, 64, 32, 64, 0b111111]), short);
        assert_eq!(numbers([1, 127, 32, 256, 64, 256, u32::MAX]), short);
        for (wrong, name) in [
            ([2, 0, 6, 64, 32, 64, 0], "kind: 2"),
            ([1, 128, 6, 64, 32, 64, 0], "largest activation: 128"),
            ([0, 1, 6, 64, 32, 64, 0], "largest activation: 1"),
            ([0, 0, 0, 64, 32, 64, 0], "number of blocks: 0"),
            ([0, 0, 33, 64, 32, 64, 0], "number of blocks: 33"),
            ([0, 0, 6, 65, 32, 64, 0], "number of channels: 65"),
            ([0, 0, 6, u32::MAX, 32, 64, 0], "number of channels: 4294967295"),
            ([0, 0, 6, 64, 0, 64, 0], "head width: 0"),
            ([0, 0, 6, 64, 32, 0, 0], "hidden width: 0"),
            ([0, 0, 6, 64, 32, 64, 64], "pooling blocks: 64"),
        ] {
            let error = numbers(wrong).expect_err("the shape is wrong").to_string();
            assert_eq!(error, format!("unsupported {name}"));
        }
        for (sizes, name) in [([6, 9], "smallest board: 6"), ([9, 8], "largest board: 8")] {
            let error = file([0, 0, 6, 64, 32, 64, 0], sizes).expect_err("no such boards");
            assert_eq!(error.to_string(), format!("unsupported {name}"));
        }
        let long = vec![0; MAX_BYTES + 1];
        assert_eq!(Net::decode(&long).map(|_| ()), Err(NetError::TooLong(MAX_BYTES + 1)));
    });
}

#[test]
fn net_of_extreme_weights_is_refused_or_finite() {
    with_seeds(|rng| {
        for kind in [NumberType::Float, INTEGER] {
            let mut file = random_file(&shape(kind, 2, 16), rng);
            let end = file.len() - 4;
            for weight in file[HEADER..end].as_chunks_mut::<4>().0 {
                *weight = if weight[0] < 128 { f32::MAX } else { f32::MIN }.to_le_bytes();
            }
            let check = crc_32(&file[..end]);
            file[end..].copy_from_slice(&check.to_le_bytes());
            let Ok(net) = Net::decode(&file) else { continue };
            let opinion = net.evaluator().evaluate(&random_planes(9, rng)).expect("a size");
            assert!(numbers(&opinion).iter().all(|number| number.is_finite()), "{kind:?}");
        }
    });
}
