//! Ranks that search in their own trees.

use std::sync::Arc;
use std::thread;

use tianyuan::distributed::cluster::{Leader, Role, ThreadLink, Work, start, thread_links};
use tianyuan::go::{BoardSize, Color, Game, Move, Rules};
use tianyuan::nn::Nets;
use tianyuan::search::{EarlyStop, Limits, Params, Report, Search, SharingParams};

/// Parameters with frequent exchange even in short searches.
fn params() -> Params {
    let sharing =
        SharingParams { share_every: 0.002, share_from: 0.002, ..SharingParams::default() };
    Params { sharing, ..Params::default() }
}

/// Parameters with which ranks exchange after a number of playouts and wait for each other.
fn in_step() -> Params {
    let sharing = SharingParams { share_playouts: 20, ..SharingParams::default() };
    Params { sharing, ..Params::default() }
}

fn search(params: Params) -> Search {
    Search::new(1, 16, 1).tuned(params)
}

fn work(params: Params) -> Work<Nets> {
    Work { service: Arc::default(), threads: 1, search: search(params) }
}

/// Returns the leader of other ranks, each started by `follow`.
fn leader(ranks: usize, params: Params, follow: impl Fn(ThreadLink, Work<Nets>)) -> Arc<Leader> {
    let mut links = thread_links(ranks).into_iter();
    let first = links.next().expect("there is one");
    links.for_each(|link| follow(link, work(params.clone())));
    let role = start(|| Ok(first), work(params)).expect("threads have links");
    let Role::Leader(leader) = role else { panic!("rank 0 leads") };
    leader
}

fn following(link: ThreadLink, work: Work<Nets>) {
    thread::spawn(move || start(|| Ok(link), work));
}

fn game() -> Game {
    Game::new(BoardSize::new(9).expect("a size"), Rules::CHINESE)
}

fn run(search: &mut Search, game: &Game, playouts: u64) -> Report {
    let limits = Limits { playouts: Some(playouts), ..Limits::default() };
    search.run(game, game.to_play(), &limits, &mut |_| true)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn ranks_share_playouts() {
    let playouts = 6000;
    let leader = leader(3, params(), following);
    let mut search = search(params());
    search.set_partners(leader.clone());
    let mut game = game();
    for _ in 0..4 {
        let report = run(&mut search, &game, playouts);
        assert_eq!(report.playouts, playouts, "a third each");
        assert!(report.visits > playouts / 2, "the others' count: {}", report.visits);
        let best = report.best().expect("a move");
        assert!((0.0..=1.0).contains(&best.winrate) && best.score_lead.abs() < 82.0);
        game.play(game.to_play(), best.mv).expect("it is legal");
    }
    leader.end();
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn synchronous_search_depends_on_seed_only() {
    let playouts = 3000;
    let reports = |seed| {
        let leader = leader(4, in_step(), following);
        let mut search = search(in_step());
        search.set_seed(seed);
        search.set_partners(leader.clone());
        let mut game = game();
        let reports: Vec<Report> = (0..3)
            .map(|_| {
                let limits = Limits { playouts: Some(playouts), ..Limits::default() };
                let limits = Limits { early_stop: EarlyStop::Decided, ..limits };
                let report = search.run(&game, game.to_play(), &limits, &mut |_| true);
                game.play(game.to_play(), report.best().expect("a move").mv).expect("legal");
                report
            })
            .collect();
        leader.end();
        reports
    };
    let first = reports(1);
    assert_eq!(reports(1), first);
    assert_ne!(reports(2), first, "it is no other seed's");
    let Report { playouts: made, visits, .. } = first[0];
    assert!(visits <= made && visits > made / 2, "{visits} visits of {made} playouts");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn statistics_of_other_ranks_are_used() {
    let leader = leader(2, params(), following);
    let mut game = game();
    // Black lives only with the middle point.
    let point = |column, row| Move::Play(game.size().point(column, row));
    let wall = [point(4, 4), point(3, 4), point(5, 4), point(4, 3), point(4, 5)];
    let white = [point(0, 0), point(8, 8), point(0, 8), point(8, 0), point(0, 4)];
    for (black, white) in wall.into_iter().zip(white) {
        game.play(Color::Black, black).expect("it is legal");
        game.play(Color::White, white).expect("it is legal");
    }
    let alone = run(&mut search(params()), &game, 4000);
    let mut together = search(params());
    together.set_partners(leader.clone());
    let report = run(&mut together, &game, 4000);
    assert_eq!((report.playouts, alone.playouts), (4000, 4000));
    assert!((report.winrate - alone.winrate).abs() < 0.1, "{report:?}\n{alone:?}");
    leader.end();
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn idle_rank_is_not_awaited() {
    let deaf = |mut link: ThreadLink, _: Work<Nets>| {
        // It only reports that it is ready.
        use tianyuan::distributed::cluster::Link;
        link.send(0, &[5, 0, 0, 0, 0, 1, 0, 0, 0]);
        std::mem::forget(link);
    };
    let leader = leader(2, params(), deaf);
    let mut search = search(params());
    search.set_partners(leader.clone());
    let all: Vec<u64> = (0..4).map(|_| run(&mut search, &game(), 2000).playouts).collect();
    assert_eq!(all[0], 1000, "its own part");
    assert_eq!(all[3], 2000, "it counts on itself alone");
    leader.end();
}
