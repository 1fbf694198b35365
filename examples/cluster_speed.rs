//! Measures the leaf evaluations per second of an MPI job, with dummy evaluations.
//!
//! `cargo build --release --features mpi --example cluster_speed`
//!
//! `mpirun -np 8 --oversubscribe target/release/examples/cluster_speed`

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use tianyuan::distributed::cluster::{LeafHandler, Link, MpiLink, Role, Work, start};
use tianyuan::go::{BoardSize, Game, Move, Rules};
use tianyuan::nn::katago::Inputs;
use tianyuan::nn::{AnyInputs, PostprocessOptions, Symmetry};
use tianyuan::search::{Leaf, LeafAnswer, LeafEvaluator, Search};

/// Duration of a dummy evaluation.
const EVALUATION: Duration = Duration::from_millis(5);

/// Duration of the measurement.
const MEASURED: Duration = Duration::from_secs(10);

/// Bytes sent and received by rank 0.
static BYTES: AtomicU64 = AtomicU64::new(0);

/// A link that counts its bytes.
struct Counted<L>(L);

impl<L: Link> Link for Counted<L> {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn ranks(&self) -> usize {
        self.0.ranks()
    }

    fn send(&mut self, to: usize, message: &[u8]) {
        BYTES.fetch_add(message.len() as u64, Relaxed);
        self.0.send(to, message);
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        let received = self.0.receive();
        BYTES.fetch_add(received.iter().map(|(_, it)| it.len() as u64).sum(), Relaxed);
        received
    }

    fn close(self, all: bool) {
        self.0.close(all);
    }
}

/// Dummy evaluations that sleep.
struct Sleep;

impl LeafHandler for Sleep {
    fn serve(
        &self,
        leaves: &mut dyn Iterator<Item = Leaf>,
        answer: &mut dyn FnMut(Option<LeafAnswer>),
    ) {
        leaves.for_each(|leaf| answer(Some(slept(&leaf))));
    }
}

fn slept(leaf: &Leaf) -> LeafAnswer {
    thread::sleep(EVALUATION);
    LeafAnswer {
        expectation: [0.0; 5],
        errors: Some([0.1, 2.0]),
        policy: vec![0; leaf.moves.len()],
        owners: vec![0; leaf.size().area()],
    }
}

/// Returns a leaf after about 60 moves on 19x19.
fn leaf() -> Leaf {
    let mut game = Game::new(BoardSize::STANDARD, Rules::CHINESE);
    for point in game.size().points().step_by(6) {
        game.play(game.to_play(), Move::Play(point)).expect("the points are apart");
    }
    let open = game.size().points().filter(|&point| game.board().is_empty(point));
    Leaf {
        net: 0,
        inputs: AnyInputs::KataGo(Inputs::of_game(&game, game.to_play(), false)),
        symmetries: vec![Symmetry::IDENTITY],
        color: game.to_play(),
        reading: PostprocessOptions { optimism: 0.0, may_have_no_result: false },
        moves: open.map(Move::Play).chain([Move::Pass]).collect(),
    }
}

fn main() -> Result<(), String> {
    let search = Search::new(1, 16, 1);
    let work = Work { service: Arc::new(Sleep), threads: 1, search };
    let leader = match start(|| MpiLink::join().map(Counted), work)? {
        Role::Alone => return Err("run it with mpirun and at least two ranks".into()),
        Role::Follower(thread) => return thread.join().map_err(|_| "a rank failed".into()),
        Role::Leader(leader) => leader,
    };
    let leaf = leaf();
    let [count, here] = [(); 2].map(|()| AtomicU64::new(0));
    let begin = Instant::now();
    thread::scope(|scope| {
        for _ in 0..leader.threads(1) {
            scope.spawn(|| {
                while begin.elapsed() < MEASURED {
                    leader.evaluate(&leaf, &mut || {
                        here.fetch_add(1, Relaxed);
                        slept(&leaf)
                    });
                    count.fetch_add(1, Relaxed);
                }
            });
        }
    });
    let (leaves, seconds) = (count.into_inner() as f64, begin.elapsed().as_secs_f64());
    let times = leaves / seconds * EVALUATION.as_secs_f64();
    let bytes = BYTES.load(Relaxed) as f64 / (leaves - here.into_inner() as f64);
    println!(
        "{:.0} leaves a second, {times:.2} times one evaluation after the other",
        leaves / seconds
    );
    println!("{bytes:.0} bytes for each leaf that another rank than 0 evaluates");
    leader.end();
    Ok(())
}
