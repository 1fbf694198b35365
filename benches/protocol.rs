//! Benchmark of commands per second in a session: `cargo bench --bench protocol`
//!
//! Plays and undoes moves on a board with stones on every fourth point, through operating system pipes: pipelined, as
//! scripts do, and one by one, as game servers do.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::thread::{self, JoinHandle};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::diagram::COLUMN_LETTERS;
use tianyuan::go::{BoardSize, Rules};
use tianyuan::session::{self, ProtocolChoice};

/// A client and a GTP session on a separate thread.
struct Talk {
    commands: PipeWriter,
    responses: BufReader<PipeReader>,
    session: JoinHandle<()>,
}

impl Talk {
    fn begin() -> Talk {
        let (input, commands) = pipe().expect("a pipe");
        let (responses, output) = pipe().expect("a pipe");
        let session = thread::spawn(move || {
            let mut engine = Engine::new(Settings::default(), BoardSize::STANDARD, Rules::CHINESE);
            session::run(input, output, ProtocolChoice::Gtp, &mut engine)
                .expect("the client listens");
        });
        Talk { commands, responses: BufReader::new(responses), session }
    }

    /// Sends all commands, then reads their responses, which must be successes without a value.
    /// This cannot deadlock: the session reads commands even if its responses are not yet read.
    fn ask(&mut self, commands: &[String]) {
        self.commands.write_all(commands.concat().as_bytes()).expect("the session reads");
        let mut response = String::new();
        for command in commands {
            response.clear();
            for _ in 0..2 {
                self.responses.read_line(&mut response).expect("the session answers");
            }
            assert_eq!(response, "= \n\n", "{command}");
        }
    }

    fn end(self) {
        drop(self.commands);
        self.session.join().expect("the session ends well");
    }
}

/// Returns stones of both colours on every fourth point, and plays and undos on the other points.
fn commands(lines: usize) -> (Vec<String>, Vec<String>) {
    let (mut stones, mut turns) = (vec![format!("boardsize {lines}\n")], Vec::new());
    for place in 0..lines * lines {
        let (letter, row) = (COLUMN_LETTERS[place % lines] as char, place / lines + 1);
        let color = if place % 8 < 4 { "black" } else { "white" };
        let play = format!("play {color} {letter}{row}\n");
        if place % 4 == 0 {
            stones.push(play);
        } else {
            turns.extend([play, String::from("undo\n")]);
        }
    }
    (stones, turns)
}

fn protocol(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("protocol");
    for lines in [9, 13, 19] {
        let (stones, turns) = commands(lines);
        let mut talk = Talk::begin();
        talk.ask(&stones);
        group.throughput(Throughput::Elements(turns.len() as u64));
        group.bench_function(BenchmarkId::new("play and undo, sent ahead", lines), |bencher| {
            bencher.iter(|| talk.ask(&turns));
        });
        group.bench_function(BenchmarkId::new("play and undo, one by one", lines), |bencher| {
            bencher.iter(|| turns.chunks(1).for_each(|command| talk.ask(command)));
        });
        talk.end();
    }
}

criterion_group!(benches, protocol);
criterion_main!(benches);
