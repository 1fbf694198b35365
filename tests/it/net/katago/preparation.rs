//! Stored preparations, and nets whose blocks have different kernels.

use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::go::BoardSize;
use tianyuan::nn::katago::{
    self, KernelSet, Net, Precision, PreparationCache, QuantizationError, test_positions,
};
use tianyuan::nn::{AnyNetFile, Backend, crc_32};

use crate::support::random_katago_net::{Plan, RandomBlock, random_file};

const PORTABLE: KernelSet = KernelSet { precision: Precision::F32, backend: Backend::Portable };
const PORTABLE_INT8: KernelSet =
    KernelSet { precision: Precision::Int8, backend: Backend::Portable };

/// The number of trunk blocks of [`net`].
const BLOCKS: usize = 6;

/// A store in memory with one preparation.
#[derive(Debug, Clone, Default)]
struct OnePreparation {
    bytes: Arc<Mutex<Option<Vec<u8>>>>,
    /// The number of stored preparations.
    stored: Arc<Mutex<usize>>,
}

impl PreparationCache for OnePreparation {
    fn load(&self, _: &str) -> Option<Vec<u8>> {
        self.bytes.lock().expect("no panic").clone()
    }

    fn store(&self, key: &str, bytes: &[u8], _: Duration) {
        assert!(key.starts_with("9-"), "{key}");
        *self.bytes.lock().expect("no panic") = Some(bytes.to_vec());
        *self.stored.lock().expect("no panic") += 1;
    }
}

impl OnePreparation {
    /// Replaces the parts of the stored preparation.
    fn set_parts(&self, parts: &[(KernelSet, Range<usize>)]) {
        let mut bytes = self.bytes.lock().expect("no panic");
        let old = bytes.take().expect("a preparation is stored");
        let number = |number: usize| u32::try_from(number).expect("small").to_le_bytes();
        let count = u32::from_le_bytes(old[8..12].try_into().expect("four bytes")) as usize;
        let mut new = [&old[..8], &number(parts.len())].concat();
        for (kernels, blocks) in parts {
            let index = KernelSet::ALL.iter().position(|it| it == kernels).expect("listed");
            new.extend([index, blocks.start, blocks.end].map(number).concat());
        }
        new.extend(&old[12 + 12 * count..old.len() - 4]);
        new.extend(crc_32(&new).to_le_bytes());
        *bytes = Some(new);
    }
}

fn size() -> BoardSize {
    BoardSize::new(9).expect("a size")
}

/// Returns a random net with every kind of block.
fn net() -> Net {
    let attention = |is_rotation_learnt| RandomBlock::Attention { is_rotation_learnt };
    let inner = vec![RandomBlock::Ordinary, attention(Some(true)), RandomBlock::FeedForward];
    let plan = Plan {
        version: 15,
        is_binary: true,
        channels: 40,
        blocks: vec![
            RandomBlock::Bottleneck(inner),
            RandomBlock::Pooling,
            RandomBlock::Ordinary,
            attention(None),
            RandomBlock::FeedForward,
            RandomBlock::Pooling,
        ],
        activation: "ACTIVATION_RELU",
        has_rms_norm: false,
    };
    let file = random_file(&plan, &mut StdRng::seed_from_u64(3));
    Net::new(katago::read(&file[..]).expect("the generator writes nets"))
}

/// Returns a store with the preparation of [`net`] for 9x9 with the number type `int8`.
fn stored_int8() -> OnePreparation {
    let cache = OnePreparation::default();
    let net = net().with_precision(Precision::Int8).expect("there is always int8");
    net.with_cache(Box::new(cache.clone())).kernels(size());
    cache
}

/// Returns the net with the given kernels of its blocks.
fn net_with_parts(cache: &OnePreparation, parts: &[(KernelSet, Range<usize>)]) -> Net {
    cache.set_parts(parts);
    let net = net().with_cache(Box::new(cache.clone()));
    assert_eq!(net.kernels(size()).parts(), parts);
    net
}

/// Returns the error of one net relative to another.
fn error(one: &Net, other: &Net) -> QuantizationError {
    let positions = test_positions(size(), 4);
    let (mut one, mut other) = (one.evaluator(), other.evaluator());
    let due: Vec<_> = positions.iter().map(|inputs| other.evaluate(inputs)).collect();
    let pairs = positions.iter().zip(&due);
    let found = pairs.map(|(inputs, due)| (inputs, due, one.evaluate(inputs)));
    QuantizationError::of(&net().model().clone(), found)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn stored_preparation_gives_the_same_outputs() {
    let cache = OnePreparation::default();
    let first = net().with_cache(Box::new(cache.clone()));
    let second = net().with_cache(Box::new(cache.clone()));
    let chosen = first.kernels(size());
    assert_eq!(second.kernels(size()), chosen);
    assert_eq!(*cache.stored.lock().expect("no panic"), 1, "the second net loads it");
    let (mut first, mut second) = (first.evaluator(), second.evaluator());
    for inputs in test_positions(size(), 4) {
        assert_eq!(first.evaluate(&inputs), second.evaluate(&inputs));
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn unusable_stored_preparation_is_replaced() {
    let damage: [fn(&OnePreparation); 4] = [
        |cache| *cache.bytes.lock().expect("no panic") = Some(Vec::new()),
        |cache| cache.bytes.lock().expect("no panic").as_mut().expect("stored")[20] ^= 1,
        |cache| cache.set_parts(&[(PORTABLE, 0..BLOCKS - 1)]),
        |cache| cache.set_parts(&[(PORTABLE, 0..3), (PORTABLE, 4..BLOCKS)]),
    ];
    for damage in damage {
        let cache = stored_int8();
        damage(&cache);
        net().with_cache(Box::new(cache.clone())).kernels(size());
        assert_eq!(*cache.stored.lock().expect("no panic"), 2);
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn parts_of_one_number_type_equal_the_whole_net() {
    let cache = stored_int8();
    for kernels in [PORTABLE, PORTABLE_INT8] {
        let whole = net_with_parts(&cache, &[(kernels, 0..BLOCKS)]);
        for at in 1..BLOCKS {
            let parts = [(kernels, 0..at), (kernels, at..BLOCKS)];
            let found = error(&net_with_parts(&cache, &parts), &whole);
            assert_eq!(found.same_move, 1.0, "{kernels} at {at}: {found:?}");
            assert!(
                found.divergence < 1e-5 && found.winrate < 1e-4,
                "{kernels} at {at}: {found:?}"
            );
            assert!(found.lead < 1e-3, "{kernels} at {at}: {found:?}");
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn wider_first_blocks_reduce_the_error() {
    let cache = stored_int8();
    let exact = net().with_precision(Precision::F32).expect("there is always f32");
    let [none, all] = [0, BLOCKS].map(|count| {
        let parts = [(PORTABLE, 0..count), (PORTABLE_INT8, count..BLOCKS)];
        let parts = parts.into_iter().filter(|(_, blocks)| !blocks.is_empty());
        error(&net_with_parts(&cache, &parts.collect::<Vec<_>>()), &exact)
    });
    let parts = [(PORTABLE, 0..3), (PORTABLE_INT8, 3..BLOCKS)];
    let half = error(&net_with_parts(&cache, &parts), &exact);
    assert!(half.winrate < none.winrate && half.divergence < none.divergence, "{half:?} {none:?}");
    assert!(all.winrate < 1e-5, "{all:?}");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn prepared_file_keeps_the_kernels_of_each_block() {
    let cache = stored_int8();
    let parts = [(PORTABLE, 0..2), (PORTABLE_INT8, 2..BLOCKS)];
    let source = net_with_parts(&cache, &parts);
    let file = source.to_prepared(&[size()], 7).expect("a file");
    let Ok(AnyNetFile::Prepared(ready)) = AnyNetFile::read(&file) else { panic!("a prepared net") };
    let types = |net: &Net| {
        let plan = net.kernels(size());
        plan.parts().iter().map(|(it, blocks)| (it.precision, blocks.clone())).collect::<Vec<_>>()
    };
    assert_eq!(types(&ready), types(&source));
    let found = error(&ready, &source);
    // Another backend rounds differently.
    assert!(found.winrate < 1e-3 && found.divergence < 1e-4, "{found:?}");
    let told = ready.with_precision(Precision::F32).expect_err("it has two");
    assert_eq!(told, "the net was prepared for int8, not for f32");
}

#[test]
fn kernel_plan_names_the_blocks() {
    let cache = stored_int8();
    let parts = [(PORTABLE, 0..1), (PORTABLE_INT8, 1..3), (PORTABLE, 3..BLOCKS)];
    let plan = net_with_parts(&cache, &parts).kernels(size());
    assert_eq!(plan.to_string(), "f32 portable, block 1 f32 portable, blocks 2-3 int8 portable");
    assert_eq!(plan.uniform(), None);
}
