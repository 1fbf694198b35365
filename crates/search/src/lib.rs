//! Monte-Carlo tree search for Go: select, expand, evaluate and backup until a limit is reached.
//!
//! A [`Search`] searches a position of a game and returns a [`Report`]. With a net it searches a graph, in which
//! transpositions share a node; without a net it searches a tree by playouts. All threads share the tree or graph.
//!
//! The search is independent of clocks (its [`Limits`] are durations and counts) and protocols. [`clock`] contains
//! time controls and the time manager.
//!
//! ```
//! use tianyuan_go::{BoardSize, Color, Game, Rules};
//! use tianyuan_nn::Nets;
//! use tianyuan_search::{Limits, Search};
//!
//! let game = Game::new(BoardSize::new(9).expect("boards have 2 to 25 lines"), Rules::CHINESE);
//! let mut search = Search::new(1, 16, 1);
//! search.set_nets(Nets::embedded());
//! let limits = Limits { visits: Some(20), ..Limits::default() };
//! let report = search.run(&game, Color::Black, &limits, &mut |_| true);
//! assert!(report.best().is_some_and(|best| best.visits > 0));
//! ```
//!
//! | task | module |
//! | --- | --- |
//! | start and end a search | this file, `settings`, `tree_store` (trees of earlier searches) |
//! | run the threads | `parallel`, `thread_pool`; they call `early_stop` and `report` |
//! | interface of the search methods | `method` |
//! | search with a net | `graph` |
//! | search by playouts | `tree`; `playout` |
//! | state shared by the threads | `shared_state` |
//! | interface for remote leaf evaluation | `graph/leaf` |
//! | interface to peers that search in their own trees | `peers` |
//! | human net that guides a search | `human` |
//! | limits, excluded moves, root options | `limits`, `move_filter`, `root_options`, `root` |
//! | net output without a search | `raw_net`, `evaluation_cache` |
//! | seki and dead stones by reading | `fights` |
//! | contents of reports | `report`, `lead`, `ownership` |
//! | parameters | `params`; `params_macro` declares them |
//! | memory for trees | `memory_check` |
//! | time controls and the time manager | `clock` |

#![warn(unreachable_pub)]

pub mod clock;
mod settings;
mod early_stop;
mod evaluation_cache;
mod fights;
mod graph;
mod human;
mod lead;
mod limits;
mod memory_check;
mod method;
mod raw_net;
mod ownership;
mod params;
mod peers;
mod playout;
mod thread_pool;
mod report;
mod move_filter;
mod root;
mod root_options;
mod shared_state;
mod parallel;
mod tree;
mod tree_store;
pub mod params_macro;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use tianyuan_go::{Color, Game, with_words};
use tianyuan_nn::{AnyNet, Nets};

pub use fights::ReadFights;
pub use graph::{Leaf, LeafAnswer, LeafEvaluator};
pub use human::{HumanGuide, HumanParams};
pub use limits::{EarlyStop, Limits};
pub use move_filter::{MoveBan, MoveFilter};
pub use ownership::Ownership;
pub use params::{
    GraphParams, Params, PlayoutParams, PriorParams, SharingParams, StopParams, TreeParams,
};
pub use peers::{DistributedSearchTask, NodeStatsDelta, SearchPeers, Share, StatsDelta};
pub use playout::first_moves::first_moves;
pub use playout::heavy::Heavy;
pub use playout::policy::{Light, Policy, play_out};
pub use raw_net::{RawNetEvaluator, RawNetOutput, policy};
pub use report::{Candidate, RawEvaluation, Report, ownership_stdev};
pub use root_options::{RootOptions, apply_temperature};
pub use tianyuan_go::rng::Rng;
pub use tree::NODE_BYTES;

use evaluation_cache::EvaluationCache;
use graph::{EVALUATION_BYTES, Evaluation, Graph, GraphSearch};
use human::{HUMAN_POLICY_BYTES, HumanPolicy, RootHuman};
use method::{PruneError, SearchAlgorithm};
use parallel::OnTick;
use root::SearchRoot;
use shared_state::SharedSearchState;
use thread_pool::Pool;
use tree::{Tree, TreeSearch};
use tree_store::TreeCache;

/// A player that searches positions and keeps its trees and parameters between moves.
///
/// ```
/// use tianyuan_go::{BoardSize, Color, Game, Rules};
/// use tianyuan_search::{Limits, Search};
///
/// let size = BoardSize::new(9).expect("boards have 2 to 25 lines");
/// let game = Game::new(size, Rules::CHINESE);
/// let mut search = Search::new(1, 16, 42);
/// let limits = Limits { playouts: Some(200), ..Limits::default() };
/// let report = search.run(&game, Color::Black, &limits, &mut |_| true);
/// assert_eq!(report.playouts, 200);
/// assert!(report.best().is_some());
/// ```
#[derive(Debug)]
pub struct Search {
    params: Arc<Params>,
    threads: usize,
    /// The helper threads.
    pool: Pool,
    seed: u64,
    /// The memory of all trees in MiB.
    memory: usize,
    dynamic_komi: i32,
    nets: Nets,
    graphs: TreeCache<Graph>,
    /// The cached evaluations of the nets.
    cache: Arc<EvaluationCache<Evaluation>>,
    place: Option<Arc<dyn LeafEvaluator>>,
    partners: Option<Arc<dyn SearchPeers>>,
    restriction: MoveFilter,
    root_options: RootOptions,
    human: Option<HumanGuide>,
    /// The human net's policies below the roots.
    human_cache: Arc<EvaluationCache<HumanPolicy>>,
    /// The last evaluation by the human net, with the key of its position.
    human_root: Option<(u64, Arc<RawNetOutput>)>,
    /// `true` if reports contain the ownership after each root move.
    by_move: bool,
    /// `true` if trees are stored for a later return to their positions.
    set_aside: bool,
    trees: TreeCache<Tree>,
}

impl Search {
    /// Creates a player with a number of threads, at most `memory` MiB of trees, and a seed for the playouts.
    ///
    /// It searches by playouts until [`set_nets`](Search::set_nets) sets nets.
    pub fn new(threads: usize, memory: usize, seed: u64) -> Search {
        Search {
            params: Arc::default(),
            threads: threads.max(1),
            pool: Pool::default(),
            seed,
            memory,
            dynamic_komi: 0,
            nets: Nets::default(),
            graphs: TreeCache::new(memory),
            cache: Arc::new(EvaluationCache::new(memory, EVALUATION_BYTES)),
            place: None,
            partners: None,
            restriction: MoveFilter::default(),
            root_options: RootOptions::default(),
            human: None,
            human_cache: Arc::new(EvaluationCache::new(0, HUMAN_POLICY_BYTES)),
            human_root: None,
            by_move: false,
            set_aside: false,
            trees: TreeCache::new(memory),
        }
    }

    /// Returns this player with other parameters.
    pub fn tuned(self, params: Params) -> Search {
        Search { params: Arc::new(params), ..self }
    }

    /// Sets the nets for the next searches; each net is used on the board sizes it supports.
    ///
    /// Drops all trees and evaluations if the nets change.
    pub fn set_nets(&mut self, nets: &Nets) {
        if self.nets != *nets {
            self.nets = nets.clone();
            self.clear();
        }
    }

    /// Returns a player with the same parameters, nets and threads for an independent search. It has separate trees,
    /// and no dynamic komi, restriction or root options.
    pub fn sibling(&self) -> Search {
        Search {
            params: self.params.clone(),
            pool: self.pool.clone(),
            nets: self.nets.clone(),
            cache: self.cache.clone(),
            place: self.place.clone(),
            ..Search::new(self.threads, self.memory, self.seed)
        }
    }

    /// Removes all trees and evaluations.
    pub fn clear(&mut self) {
        self.trees.clear();
        self.cache = Arc::new(EvaluationCache::new(self.memory, EVALUATION_BYTES));
        self.graphs.clear();
        self.forget_human();
    }

    /// Searches a position for the best move of `color`, starting with the statistics of stored trees.
    ///
    /// `on_tick` is called about every millisecond with a function that creates a report, and returns `true` to
    /// continue. With one thread and only a playout limit, the result depends only on the position, the earlier
    /// searches, the seed and the parameters.
    pub fn run(
        &mut self,
        game: &Game,
        color: Color,
        limits: &Limits,
        on_tick: OnTick<'_>,
    ) -> Report {
        let start = Instant::now();
        let human = self.root_human(game, color);
        let mut root = SearchRoot { human, ..self.root(game, color) };
        match self.nets.of(game.size()).cloned() {
            Some(net) => {
                root.options = root.options.of_net(&net);
                self.run_in_graph(net, root, limits, start, on_tick)
            }
            None => {
                root.options = root.options.of_playouts();
                self.run_in_tree(root, limits, start, on_tick)
            }
        }
    }

    /// Searches in a tree by playouts; the time has been running since `start`.
    fn run_in_tree(
        &mut self,
        root: SearchRoot,
        limits: &Limits,
        start: Instant,
        on_tick: OnTick<'_>,
    ) -> Report {
        let expand = self.params.tree.expand;
        let points = root.game.size().area();
        let tree = self.trees.tree_for(
            &root,
            |tree, node| tree.copied_from(node, expand),
            |mebibytes| Tree::new(mebibytes, points),
        );
        let mut method = TreeSearch::new(&self.params, tree);
        let limits = limits.after_visits(method.visits(&root));
        let is_fresh = method.visits(&root) == 0;
        if let Some(partners) = self.begun_with_partners(&root, limits, is_fresh) {
            method = method.shared(partners, &self.params.sharing);
        }
        let (report, method) =
            self.run_by(method, self.threads, root.clone(), &limits, start, on_tick);
        self.trees.keep(method.into_tree(), root);
        report
    }

    /// Starts a search with the peers. Returns `None` if no peer takes part, and in searches that are not for
    /// choosing a move.
    fn begun_with_partners(
        &self,
        root: &SearchRoot,
        limits: Limits,
        is_fresh: bool,
    ) -> Option<(Arc<dyn SearchPeers>, Share)> {
        let SearchRoot { restriction, options, .. } = root;
        let is_usual = *restriction == MoveFilter::default() && *options == RootOptions::default();
        let partners = self.partners.as_ref().filter(|_| is_usual)?;
        let (game, color, dynamic_komi) = (root.game.clone(), root.color, root.dynamic_komi);
        let (seed, in_step) = (self.seed, self.params.sharing.share_playouts > 0);
        let task =
            DistributedSearchTask { game, color, dynamic_komi, seed, is_fresh, in_step, limits };
        Some((partners.clone(), partners.begin(&task)?))
    }

    /// Searches in a graph with a net; the time has been running since `start`.
    fn run_in_graph(
        &mut self,
        net: AnyNet,
        root: SearchRoot,
        limits: &Limits,
        start: Instant,
        on_tick: OnTick<'_>,
    ) -> Report {
        let reuse = |graph: &Graph, node| graph.copied_from(&node, 0);
        let graph = self
            .graphs
            .tree_for(&root, reuse, |mebibytes| Graph::new(mebibytes, &root, &self.params.graph));
        let is_still = limits.after_visits(graph.visits(&root)).is_reached();
        let (cache, place) = (self.cache.clone(), self.place.clone());
        let threads = place.as_ref().map_or(self.threads, |place| place.threads(self.threads));
        let method = GraphSearch::new(net, place, cache, &self.params, self.seed, graph, is_still);
        let (report, method) = self.run_by(method, threads, root.clone(), limits, start, on_tick);
        self.graphs.keep(method.into_graph(), root);
        report
    }

    /// Runs a search method on `threads` threads. Returns the method with its grown tree.
    fn run_by<M: SearchAlgorithm>(
        &self,
        method: M,
        threads: usize,
        root: SearchRoot,
        limits: &Limits,
        start: Instant,
        on_tick: OnTick<'_>,
    ) -> (Report, M) {
        let limits = &limits.after_visits(method.visits(&root));
        // With a time limit, the calling thread only watches the time while `threads` others search.
        let counters = threads + usize::from(limits.is_by_clock());
        let visits: Arc<[AtomicU64]> = (0..counters).map(|_| AtomicU64::new(0)).collect();
        let seed = Rng::new(self.seed ^ root.game.key() ^ root.color.index() as u64).bits();
        let size = root.game.size();
        let mut round = SharedSearchState::new(root, self.params.clone(), method, limits, start);
        round.by_move = self.by_move;
        let mut round = Arc::new(round);
        for part in 0.. {
            let seed = seed.wrapping_add(part << 32);
            with_words!(size, W => {
                parallel::run::<M, W>(&round, &visits, seed, &self.pool, on_tick);
            });
            if !round.stopped_for_memory() {
                break;
            }
            let go_on = &mut || on_tick(&|| round.report(&visits)) && !round.is_over();
            match round.method.pruned(go_on) {
                Ok(method) => round = Arc::new(round.next_phase(method, true)),
                Err(PruneError::NothingToPrune) => {
                    round = Arc::new(round.next_phase(round.method.clone(), false));
                }
                Err(PruneError::Interrupted) => break,
            }
        }
        round.finish(&visits);
        (round.report(&visits), round.method.clone())
    }

    /// Evaluates the root with the human net, unless that was the last position it evaluated.
    fn root_human(&mut self, game: &Game, color: Color) -> Option<RootHuman> {
        let guide = self.human.clone()?;
        let rules = Rng::new(u64::from(game.compensation() as u32) << 8 | game.rules().ko as u64);
        let symmetries = u64::from(self.root_options.symmetries);
        let turn = (game.turns().len() as u64) << 8 | symmetries << 1 | color.index() as u64;
        let key = game.key() ^ rules.clone().bits() ^ Rng::new(!turn).bits();
        let known = self.human_root.as_ref().filter(|(known, _)| *known == key);
        let output = match known {
            Some((_, output)) => output.clone(),
            None => Arc::new(guide.evaluate(game, color, self.root_options.symmetries)?),
        };
        self.human_root = Some((key, output.clone()));
        Some(RootHuman::new(guide, game, output, self.human_cache.clone()))
    }

    /// Returns the root of a search with this player's settings.
    fn root(&self, game: &Game, color: Color) -> SearchRoot {
        SearchRoot {
            game: Arc::new(game.clone()),
            color,
            dynamic_komi: self.dynamic_komi,
            seki_tax: fights::seki_tax(game),
            restriction: self.restriction.clone(),
            options: self.root_options,
            human: None,
            is_set_aside: self.set_aside,
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;
    use tianyuan_go::{BoardSize, Rules};

    #[test]
    fn strict_time_limit_does_not_wait_for_helpers() {
        let mut search = Search::new(2, 16, 1);
        let game = Game::new(BoardSize::new(9).expect("a size"), Rules::CHINESE);
        let (release, released) = channel::<()>();
        let released = Arc::new(Mutex::new(released));
        search.pool.spawn_on_workers(2, |_| {
            let released = released.clone();
            move || {
                let released = released.lock().expect("no thread panics while holding the lock");
                assert!(released.recv().is_err());
            }
        });
        // Ensures that a search that waits in spite of this also ends.
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
        assert!(report.best().is_some(), "this thread has searched the root");
        assert!(!late.join().expect("it ends"), "the threads have finished");
        let more = search.run(&game, Color::Black, &limits, &mut |_| true);
        assert!(more.visits > more.playouts && more.playouts > 0, "the tree is reused");
    }
}
