//! Prepared files: they have the outputs of their source net; malformed files are rejected.

use std::fs;
use std::path::Path;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tianyuan::go::BoardSize;
use tianyuan::nn::katago::{self, KernelSet, Net, Precision, test_positions};
use tianyuan::nn::{AnyNetFile, PREPARED, crc_32};

use crate::support::folder::empty_folder;
use crate::support::process::{Said, program_in, run_briefly};
use crate::support::random_katago_net::{Plan, RandomBlock, random_file};

/// The number of bytes before the header.
const START: usize = 24;

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

/// Returns the file of a net with all block kinds, or with residual blocks only.
fn file(is_transformer: bool) -> Vec<u8> {
    let attention = |is_rotation_learnt| RandomBlock::Attention { is_rotation_learnt };
    let inner = vec![RandomBlock::Ordinary, RandomBlock::Pooling];
    let mut blocks =
        vec![RandomBlock::Ordinary, RandomBlock::Bottleneck(inner), RandomBlock::Pooling];
    if is_transformer {
        blocks.extend([attention(Some(true)), RandomBlock::FeedForward, attention(None)]);
    }
    let plan = Plan {
        version: 15,
        is_binary: true,
        channels: 40,
        blocks,
        activation: "ACTIVATION_MISH",
        has_rms_norm: is_transformer,
    };
    random_file(&plan, &mut StdRng::seed_from_u64(7))
}

fn net(is_transformer: bool) -> Net {
    Net::new(katago::read(&file(is_transformer)[..]).expect("the generator writes nets"))
}

fn read(bytes: &[u8]) -> Result<Net, String> {
    match AnyNetFile::read(bytes) {
        Ok(AnyNetFile::Prepared(net)) => Ok(*net),
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error.to_string()),
    }
}

fn prepared() -> Vec<u8> {
    let net = net(true).with_precision(Precision::F32).expect("there is always f32");
    net.to_prepared(&[size(5)], 1).expect("a file")
}

/// Returns a file with corrected checksums.
fn mended(mut file: Vec<u8>) -> Vec<u8> {
    let head = u32::from_le_bytes(file[12..16].try_into().expect("four")) as usize;
    let length = (file.len() as u64).to_le_bytes();
    file[16..START].copy_from_slice(&length);
    let end = START + head;
    if end + 8 <= file.len() {
        let checksum = crc_32(&file[..end]);
        file[end..end + 4].copy_from_slice(&checksum.to_le_bytes());
    }
    let end = file.len() - 4;
    let checksum = crc_32(&file[..end]);
    file[end..].copy_from_slice(&checksum.to_le_bytes());
    file
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn prepared_net_output_equals_source_net_output_with_all_kernels() {
    for is_transformer in [false, true] {
        for precision in Precision::ALL {
            let Ok(source) = net(is_transformer).with_precision(precision) else { continue };
            let sizes = [size(9), size(5)];
            let file = source.to_prepared(&sizes, 0xabcd).expect("a file");
            let ready = read(&file).expect("what was written is read");
            assert_eq!(ready.source(), Some(0xabcd));
            assert_eq!(ready.sizes().expect("it is prepared").collect::<Vec<_>>(), [5, 9]);
            assert_eq!(ready.model().parameters(), source.model().parameters());
            for size in sizes {
                assert_eq!(ready.kernels(size), source.kernels(size));
                let fitting = |it: &KernelSet| it.precision == precision && it.is_available();
                for kernels in KernelSet::ALL.into_iter().filter(fitting) {
                    let mut one = source.evaluator_by(kernels, size).expect("it is available");
                    let mut other = ready.evaluator_by(kernels, size).expect("it is available");
                    for inputs in test_positions(size, 4) {
                        let due = one.evaluate(&inputs);
                        assert_eq!(other.evaluate(&inputs), due, "{kernels} {is_transformer}");
                    }
                }
            }
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn board_sizes_share_weights() {
    // In int8 the weights are rounded for each size.
    let net = net(false).with_precision(Precision::F32).expect("there is always f32");
    let one = net.to_prepared(&[size(9)], 1).expect("a file").len();
    let two = net.to_prepared(&[size(9), size(5)], 1).expect("a file").len();
    let weights = net.model().parameters() as usize;
    assert!(two - one < weights / 2, "{one} and {two} bytes for {weights} weights");
}

#[test]
fn prepared_net_is_limited_to_its_sizes_and_number_type() {
    let net = read(&prepared()).expect("a net");
    assert!(net.is_for(size(5)) && !net.is_for(size(6)));
    let told = net.to_prepared(&[size(5)], 1).expect_err("it lacks the weights");
    assert!(told.contains("already prepared"), "{told}");
    let net = net.with_precision(Precision::F32).expect("that is what it has");
    let told = net.with_precision(Precision::Int8).expect_err("another one");
    assert_eq!(told, "the net was prepared for f32, not for int8");
}

#[test]
fn mutated_prepared_nets_have_one_error_each() {
    let whole = prepared();
    let cases: [(&str, Vec<u8>, &str); 6] = [
        ("version", [PREPARED, b"99", &whole[8..]].concat(), "another version"),
        ("start", whole[..10].to_vec(), "is truncated in its start"),
        ("cut", whole[..whole.len() - 64].to_vec(), "bytes"),
        ("longer", [&whole[..], &[0; 64]].concat(), "bytes"),
        (
            "head",
            {
                let mut file = whole.clone();
                file[START + 5] ^= 1;
                file
            },
            "checksum mismatch in the head",
        ),
        (
            "weights",
            {
                let mut file = whole.clone();
                let at = file.len() - 100;
                file[at] ^= 1;
                file
            },
            "checksum mismatch in the weights",
        ),
    ];
    for (name, bytes, reason) in cases {
        let told = read(&bytes).expect_err(name);
        assert!(told.contains(reason), "{name}: {told}");
    }
}

#[test]
fn invalid_content_with_valid_checksum_is_rejected() {
    let whole = prepared();
    let spoilt = |at: usize, bytes: &[u8]| {
        let mut file = whole.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        read(&mended(file)).expect_err("no net")
    };
    // The name is preceded by its length; the version follows.
    let name = START + 4 + "random".len();
    assert!(spoilt(START, &u32::MAX.to_le_bytes()).contains("is truncated in"));
    assert!(spoilt(name + 4, &f32::NAN.to_le_bytes()).contains("not finite"));
    let last = whole.len() - 8;
    assert!(spoilt(last, &f32::NAN.to_le_bytes()).contains("not finite"));
    let longer = mended([&whole[..], &[0; 64]].concat());
    assert!(read(&longer).expect_err("more than its arrays").contains("shape mismatch"));
    let shorter = mended(whole[..whole.len() - 64].to_vec());
    assert!(read(&shorter).expect_err("fewer than its arrays").contains("is truncated in"));
}

/// Files that are read despite the mutation are evaluated and must not panic.
#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn random_mutations_are_rejected_or_harmless() {
    let whole = prepared();
    let head = u32::from_le_bytes(whole[12..16].try_into().expect("four")) as usize;
    let mut rng = StdRng::seed_from_u64(3);
    let mut harmless = 0;
    for _ in 0..400 {
        let mut file = whole.clone();
        let at = START + rng.random_range(0..head);
        file[at] = rng.random();
        if let Ok(net) = read(&mended(file)) {
            harmless += 1;
            let sizes: Vec<usize> = net.sizes().expect("it is prepared").collect();
            for size in sizes.into_iter().filter_map(BoardSize::new) {
                net.evaluator().evaluate(&test_positions(size, 1)[0]);
            }
        }
    }
    assert!((100..400).contains(&harmless), "{harmless}: most bytes are those of weights");
}

fn run(folder: &Path, words: &[&str]) -> Said {
    run_briefly(&mut program_in(folder, words))
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn prepared_file_is_accepted_by_engine() {
    let folder = empty_folder("net-prepared");
    fs::write(folder.join("a.bin"), file(true)).expect("written");
    let said = run(&folder, &["net", "a.bin", "-o", "a.prepared", "--sizes", "5,7"]);
    assert_eq!((said.status, said.errors.as_str()), (0, ""), "{}", said.text());
    assert_eq!(said.text().lines().count(), 2);
    let said = run(&folder, &["net", "a.prepared", "--seconds", "0.01"]);
    assert_eq!((said.status, said.errors.as_str()), (0, ""), "{}", said.text());
    assert!(said.text().contains("prepared") && said.text().contains("7x7"), "{}", said.text());
    let said = run(&folder, &["net", "a.prepared", "-o", "b"]);
    assert_eq!((said.status, said.errors.lines().count()), (2, 1), "{}", said.errors);
    let said = run(&folder, &["net", "a.bin", "-o", "./a.bin"]);
    assert_eq!((said.status, said.errors.lines().count()), (2, 1), "{}", said.errors);
    assert!(said.errors.contains("the output is the input file"), "{}", said.errors);
    assert_eq!(fs::read(folder.join("a.bin")).expect("it is there"), file(true));
    // The fastest number type depends on the processor, so the test requests one.
    let prepare = ["net", "a.bin", "-o", "c.prepared", "--sizes", "5", "--net-precision", "f32"];
    assert_eq!(run(&folder, &prepare).status, 0);
    let said = run(&folder, &["--net", "c.prepared", "--net-precision", "int16"]);
    assert_eq!((said.status, said.errors.lines().count()), (2, 1), "{}", said.errors);
}
