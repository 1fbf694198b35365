//! Evaluation of leaves by other ranks.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use tianyuan::distributed::cluster::{Leader, LeafHandler, Role, Work, start, thread_links};
use tianyuan::go::{BoardSize, Color, Game, Rules};
use tianyuan::nn::Nets;
use tianyuan::search::{Leaf, LeafAnswer, LeafEvaluator, Limits, Report, Search};

use crate::support::methods::katago_nets;

/// Nets that count the leaves they evaluate for other ranks, and stop permanently after a number of them.
struct Counted {
    nets: Nets,
    count: AtomicUsize,
    most: usize,
}

impl LeafHandler for Counted {
    fn serve(
        &self,
        leaves: &mut dyn Iterator<Item = Leaf>,
        answer: &mut dyn FnMut(Option<LeafAnswer>),
    ) {
        let mut counted = leaves.inspect(|_| {
            if self.count.fetch_add(1, Relaxed) >= self.most {
                loop {
                    thread::park();
                }
            }
        });
        self.nets.serve(&mut counted, answer);
    }
}

fn work<S>(service: Arc<S>) -> Work<S> {
    Work { service, threads: 2, search: Search::new(1, 16, 1) }
}

/// Starts ranks that evaluate two leaves at a time; returns the result of the first rank.
fn ranks(count: usize, service: &Arc<impl LeafHandler>) -> Role {
    let mut links = thread_links(count).into_iter();
    let first = links.next().expect("there is one");
    for link in links {
        let service = service.clone();
        thread::spawn(move || start(|| Ok(link), work(service)));
    }
    start(|| Ok(first), work(service.clone())).expect("threads have links")
}

fn leader(count: usize, service: &Arc<impl LeafHandler>) -> Arc<Leader> {
    let Role::Leader(leader) = ranks(count, service) else { panic!("rank 0 leads") };
    leader
}

fn counted(most: usize) -> Arc<Counted> {
    with_nets(katago_nets(15), most)
}

fn with_nets(nets: Nets, most: usize) -> Arc<Counted> {
    Arc::new(Counted { nets, count: AtomicUsize::new(0), most })
}

fn searched(nets: &Nets, place: Option<Arc<dyn LeafEvaluator>>) -> Report {
    let mut search = Search::new(1, 16, 1);
    search.set_nets(nets);
    place.into_iter().for_each(|place| search.set_leaf_place(place));
    let game = Game::new(BoardSize::new(9).expect("a size"), Rules::CHINESE);
    let limits = Limits { playouts: Some(200), ..Limits::default() };
    search.run(&game, Color::Black, &limits, &mut |_| true)
}

/// Searches until the other ranks have evaluated enough leaves; their share depends on the scheduler and is small on
/// one core.
/// up to the system, few where there is one core.
fn searched_until(count: usize, service: &Counted, leader: &Arc<Leader>) {
    for _ in 0..100 {
        let report = searched(&service.nets, Some(leader.clone()));
        assert_eq!((report.playouts, report.visits), (200, 200));
        if service.count.load(Relaxed) > count {
            return;
        }
    }
    panic!("{} leaves in a hundred searches", service.count.load(Relaxed));
}

/// A position in which one thread has all its leaves evaluated by other ranks.
#[derive(Debug)]
struct OneInFlight(Arc<Leader>);

impl LeafEvaluator for OneInFlight {
    fn threads(&self, _here: usize) -> usize {
        self.0.threads(0);
        1
    }

    fn evaluate(&self, leaf: &Leaf, _here: &mut dyn FnMut() -> LeafAnswer) -> LeafAnswer {
        self.0.evaluate(leaf, &mut || panic!("the others answer in time"))
    }
}

#[test]
fn single_rank_searches_alone() {
    assert!(matches!(ranks(1, &counted(usize::MAX)), Role::Alone));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn leaf_location_does_not_change_result() {
    for nets in [katago_nets(15), Nets::embedded().clone()] {
        let service = with_nets(nets, usize::MAX);
        let local = searched(&service.nets, None);
        let leader = leader(2, &service);
        let remote = searched(&service.nets, Some(Arc::new(OneInFlight(leader.clone()))));
        assert_eq!(remote, local);
        assert!(service.count.load(Relaxed) > 100, "each leaf but those that were known");
        leader.end();
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn all_ranks_evaluate_leaves() {
    let service = counted(usize::MAX);
    let leader = leader(3, &service);
    assert_eq!(leader.threads(1), 1 + 2 * 2 * 2, "two batches each");
    searched_until(20, &service, &leader);
    leader.end();
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn stopped_rank_is_skipped() {
    let service = counted(20);
    let leader = leader(3, &service);
    searched_until(20, &service, &leader);
    let report = searched(&service.nets, Some(leader.clone()));
    assert_eq!((report.playouts, report.visits), (200, 200), "they have stopped");
    leader.end();
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn rank_without_net_evaluates_no_leaves() {
    let other = Arc::new(Nets::embedded().clone());
    let leader = leader(2, &other);
    let nets = katago_nets(15);
    let report = searched(&nets, Some(leader.clone()));
    assert_eq!((report.playouts, report.visits), (200, 200));
    leader.end();
}
