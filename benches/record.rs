//! Benchmarks of record parsers: `cargo bench --bench record`
//!
//! Random games of 250 moves on 19x19, as single files and as one collection: parsing in bytes/s, and parsing with
//! replay in records/s.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tianyuan::go::Color;
use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{Event, Position, Record, Size};

const RECORDS: usize = 100;
const MOVES: usize = 250;

/// Returns a game of moves on random empty points.
fn record(rng: &mut StdRng) -> Record {
    let size = Size::STANDARD;
    let mut record = Record::new(size);
    record.info.name = Some("a random game".into());
    let mut position = Position::new(size);
    let mut last = record.tree.root();
    let mut color = Color::Black;
    for _ in 0..MOVES {
        let point = loop {
            let place = (rng.random_range(0..size.width()), rng.random_range(0..size.height()));
            let point = size.point(place.0, place.1).expect("on the board");
            if position.play(color, point) {
                break point;
            }
        };
        last = record.tree.add(last, Event::Move { color, point: Some(point) });
        color = !color;
    }
    record
}

fn reading(c: &mut Criterion) {
    let mut rng = StdRng::seed_from_u64(19);
    let records: Vec<Record> = (0..RECORDS).map(|_| record(&mut rng)).collect();
    let file = |records: &[Record]| format::write(records, Format::Sgf, Charset::Utf8).bytes;
    let files: Vec<Vec<u8>> = records.chunks(1).map(file).collect();
    let collection = file(&records);
    let mut group = c.benchmark_group("sgf");
    group.throughput(Throughput::Bytes(collection.len() as u64));
    group.bench_function("read", |b| {
        b.iter(|| format::read(&collection, Format::Sgf).records.len());
    });
    group.throughput(Throughput::Elements(RECORDS as u64));
    group.bench_function("read and play", |b| {
        let check = |file: &Vec<u8>| format::check(file, Format::Sgf).records.len();
        b.iter(|| files.iter().map(check).sum::<usize>());
    });
    group.bench_function("write", |b| b.iter(|| file(&records).len()));
    group.finish();
}

fn reading_wei7(c: &mut Criterion) {
    let mut rng = StdRng::seed_from_u64(19);
    let records: Vec<Record> = (0..RECORDS).map(|_| record(&mut rng)).collect();
    let write =
        |one: &Record| format::write(std::slice::from_ref(one), Format::Wei7, Charset::Utf8);
    let files: Vec<Vec<u8>> = records.iter().map(|one| write(one).bytes).collect();
    let mut group = c.benchmark_group("wei7");
    group.throughput(Throughput::Bytes(files.iter().map(|file| file.len() as u64).sum()));
    let read = |file: &Vec<u8>| format::read(file, Format::Wei7).records.len();
    group.bench_function("read", |b| b.iter(|| files.iter().map(read).sum::<usize>()));
    group.throughput(Throughput::Elements(RECORDS as u64));
    let check = |file: &Vec<u8>| format::check(file, Format::Wei7).records.len();
    group.bench_function("read and play", |b| b.iter(|| files.iter().map(check).sum::<usize>()));
    group.bench_function("write", |b| {
        b.iter(|| records.iter().map(|one| write(one).bytes.len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, reading, reading_wei7);
criterion_main!(benches);
