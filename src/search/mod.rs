//! The player: descend, expand, playout, update, until the limits say stop.
//!
//! The loop itself is in `worker`, the threads that run it and their end in `round`.
//! A search looks at one position of one game, with all its threads in one `Tree`. It does not
//! know clocks, protocols or what its answer is used for; it tells what it found in a [`Report`].

mod grove;
mod guide;
mod limits;
mod mean;
mod node;
mod opinions;
mod ownership;
mod params;
mod patience;
mod playout;
mod pool;
mod prior;
mod report;
mod restriction;
mod rng;
mod round;
mod select;
mod spare;
mod transplant;
mod tree;
#[cfg(all(test, loom))]
mod tree_orders;
mod worker;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use crate::go::{Color, Game};
use crate::net::Nets;
use crate::with_words;

pub use limits::Limits;
pub use ownership::Ownership;
pub use params::{
    LargeBoardParams, NetParams, Params, PlayoutParams, PriorParams, StopParams, TreeParams,
};
pub use playout::first_moves::first_moves;
pub use playout::heavy::Heavy;
pub use playout::{Light, Policy, play_out};
pub use report::{Candidate, Report};
pub use restriction::{Ban, Restriction};
pub use rng::Rng;
pub use tree::NODE_BYTES;

use grove::{Grove, Question};
use opinions::Opinions;
use pool::Pool;
use round::{OnTick, Round};
use transplant::Unthinned;

/// A player's tree and tuning, kept from move to move.
#[derive(Debug)]
pub struct Search {
    params: Arc<Params>,
    threads: usize,
    /// Those beside the one that searches.
    pool: Pool,
    seed: u64,
    memory: usize,
    /// Half points that White has more in playouts than by the rules.
    bonus: i32,
    /// What guides it on boards that they are for, and what they have thought before.
    nets: Nets,
    opinions: Arc<Opinions>,
    /// What the next searches leave out.
    restriction: Restriction,
    /// Whether they report who owns what after each root move.
    by_move: bool,
    /// Whether what they find is to be found again after others.
    set_aside: bool,
    /// The trees of earlier searches.
    grove: Grove,
}

impl Search {
    /// A player with so many threads, a tree of at most `memory` MiB, and the seed of its playouts.
    pub fn new(threads: usize, memory: usize, seed: u64) -> Search {
        Search {
            params: Arc::default(),
            threads: threads.max(1),
            pool: Pool::default(),
            seed,
            memory,
            bonus: 0,
            nets: Nets::default(),
            opinions: Arc::new(Opinions::new(memory)),
            restriction: Restriction::default(),
            by_move: false,
            set_aside: false,
            grove: Grove::new(memory),
        }
    }

    /// The same player tuned differently.
    pub fn tuned(self, params: Params) -> Search {
        Search { params: Arc::new(params), ..self }
    }

    /// What guides it from the next search on, on boards that they are for. What was found with
    /// other guides is forgotten then.
    pub fn set_nets(&mut self, nets: &Nets) {
        if self.nets != *nets {
            self.nets = nets.clone();
            self.clear();
        }
    }

    /// A player of the same kind with a tree of its own, no bonus and nothing left out, for a look
    /// aside.
    pub fn sibling(&self) -> Search {
        Search {
            params: self.params.clone(),
            pool: self.pool.clone(),
            nets: self.nets.clone(),
            opinions: self.opinions.clone(),
            ..Search::new(self.threads, self.memory, self.seed)
        }
    }

    /// The seed of its playouts.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The seed of its playouts from the next search on.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Forgets what it knows of positions.
    pub fn clear(&mut self) {
        self.grove.clear();
        self.opinions = Arc::new(Opinions::new(self.memory));
    }

    /// The number of threads from the next search on.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// The half points that White has more in playouts than by the rules, from the next search on:
    /// they shift who wins, but not the score that is reported.
    pub fn set_bonus(&mut self, half_points: i32) {
        self.bonus = half_points;
    }

    /// Leaves moves out, from the next search on. What was found with others left out is forgotten
    /// then, since it led elsewhere.
    pub fn set_restriction(&mut self, restriction: Restriction) {
        self.restriction = restriction;
    }

    /// Says whether searches report who owns what after each move, which takes them a while.
    pub fn set_by_move(&mut self, by_move: bool) {
        self.by_move = by_move;
    }

    /// Says whether what searches find of a position is kept for when somebody comes back to it.
    pub fn set_aside(&mut self, set_aside: bool) {
        self.set_aside = set_aside;
    }

    /// Searches a position for the best move of `color`, with what the last search knew of it.
    ///
    /// `on_tick` is called about every millisecond with a function that makes a report; it answers
    /// whether to go on. With one thread and a limit of playouts alone the result depends on
    /// nothing but the position, the searches before, the seed and the parameters.
    pub fn run(
        &mut self,
        game: &Game,
        color: Color,
        limits: &Limits,
        on_tick: OnTick<'_>,
    ) -> Report {
        let start = Instant::now();
        // Where this thread only keeps the time, as many others play out.
        let playing = self.threads + usize::from(limits.is_by_clock());
        let visits: Arc<[AtomicU64]> = (0..playing).map(|_| AtomicU64::new(0)).collect();
        let seed = Rng::new(self.seed ^ game.key() ^ color.index() as u64).bits();
        let question = Question {
            game: Arc::new(game.clone()),
            color,
            bonus: self.bonus,
            restriction: self.restriction.clone(),
            is_set_aside: self.set_aside,
        };
        let tree = self.grove.regrown(&question, self.params.tree.expand);
        let net = self.nets.shared(game.size()).map(|net| (net.clone(), self.opinions.clone()));
        let mut round = Round::new(&question, &self.params, net, tree, limits, start);
        round.by_move = self.by_move;
        let mut round = Arc::new(round);
        for part in 0.. {
            let seed = seed.wrapping_add(part << 32);
            with_words!(game.size(), W => round.run::<W>(&visits, seed, &self.pool, on_tick));
            if !round.is_halted_by_memory() {
                break;
            }
            let go_on = &mut || on_tick(&|| report::report(&round, &visits)) && !round.is_over();
            match transplant::thinned(&round.tree, go_on) {
                Ok(tree) => round = Arc::new(round.rest(Arc::new(tree), true)),
                Err(Unthinned::AllNeeded) => {
                    round = Arc::new(round.rest(round.tree.clone(), false));
                }
                Err(Unthinned::Interrupted) => break,
            }
        }
        let report = report::report(&round, &visits);
        self.grove.keep(round.tree.clone(), question);
        report
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Rules};
    use std::sync::Mutex;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn an_answer_by_the_clock_waits_for_nobody() {
        let mut search = Search::new(2, 16, 1);
        let game = Game::new(BoardSize::new(9).expect("a size"), Rules::CHINESE);
        let (release, released) = channel::<()>();
        let released = Arc::new(Mutex::new(released));
        search.pool.spread(2, |_| {
            let released = released.clone();
            move || assert!(released.lock().expect("nobody panics with it").recv().is_err())
        });
        // So that a search that waits all the same ends too.
        let (answered, guard) = channel::<()>();
        let late = thread::spawn(move || {
            let is_late = guard.recv_timeout(Duration::from_secs(20)).is_err();
            drop(release);
            is_late
        });
        let time = Some(Duration::from_millis(50));
        let limits = Limits { time, is_strict: true, ..Limits::default() };
        let report = search.run(&game, Color::Black, &limits, &mut |_| true);
        answered.send(()).expect("somebody waits");
        assert!(report.best().is_some(), "this thread alone has found something");
        assert!(!late.join().expect("it ends"), "the threads were waited for");
        let more = search.run(&game, Color::Black, &limits, &mut |_| true);
        assert!(more.visits > more.playouts && more.playouts > 0, "the tree is kept");
    }
}
