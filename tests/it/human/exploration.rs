//! Playouts that select by the human policy.

use tianyuan::go::{BoardSize, Color, Game, Rules};
use tianyuan::search::{Candidate, HumanGuide, HumanParams, Limits, Report, Search};

use super::nets;

fn game() -> Game {
    Game::new(BoardSize::new(5).expect("a size"), Rules::CHINESE)
}

/// Returns the report of a search with some parameters of the human net.
fn searched(params: HumanParams, playouts: u64) -> Report {
    let nets = nets();
    let mut search = Search::new(1, 16, 1);
    search.set_nets(&nets);
    let net = nets.human().expect("a human net").clone();
    let profile = "rank_8k".parse().expect("a profile");
    search.set_human(Some(HumanGuide { net, profile, params }));
    let limits = Limits { playouts: Some(playouts), ..Limits::default() };
    search.run(&game(), Color::Black, &limits, &mut |_| true)
}

/// Returns the visits that count, and those that do not.
fn visits(report: &Report) -> (u64, u64) {
    let all: u64 = report.candidates.iter().map(|it| it.visits).sum();
    let counted: u64 = report.candidates.iter().map(|it| it.edge_visits).sum();
    (counted, all - counted)
}

#[test]
fn report_without_exploration_is_unchanged_except_for_human_policy() {
    let with_human = searched(HumanParams::default(), 200);
    let nets = nets();
    let mut search = Search::new(1, 16, 1);
    search.set_nets(&nets);
    let limits = Limits { playouts: Some(200), ..Limits::default() };
    let without = search.run(&game(), Color::Black, &limits, &mut |_| true);
    assert!(with_human.human.is_some() && without.human.is_none());
    assert_eq!(Report { human: None, ..with_human }, without);
}

#[test]
fn weightless_visits_do_not_count_in_the_root() {
    let params = HumanParams { root_explore_weightless: 0.8, ..HumanParams::default() };
    let report = searched(params, 400);
    let (counted, weightless) = visits(&report);
    assert_eq!(report.visits, counted);
    // Playouts that reach a position with more visits than their edge need no evaluation, but count.
    assert!((280..=360).contains(&weightless), "{weightless} of 400");
    assert!(counted + weightless <= 400);
    // The widely explored moves are those of the human policy.
    let human = report.human.as_ref().expect("a human policy");
    let likely = report.candidates.iter().max_by_key(|it| it.visits - it.edge_visits);
    let likely = likely.expect("searched moves").mv;
    assert!(human.probability(game().size(), likely) > 1.0 / 26.0);
}

#[test]
fn weightful_exploration_follows_the_human_policy() {
    let usual = searched(HumanParams::default(), 300);
    let params =
        HumanParams { root_explore_weightful: 0.9, cpuct_permanent: 2.0, ..HumanParams::default() };
    let wide = searched(params, 300);
    assert_eq!(visits(&wide).1, 0);
    let likely = wide.human.as_ref().expect("a human policy").clone();
    // The sum of the differences between the shares of the visits and the human policy.
    let distance = |report: &Report| -> f64 {
        let difference = |it: &Candidate| {
            let policy = f64::from(likely.probability(game().size(), it.mv));
            (it.edge_visits as f64 / report.visits as f64 - policy).abs()
        };
        report.candidates.iter().map(difference).sum()
    };
    assert!(distance(&wide) < distance(&usual) / 2.0, "{} {}", distance(&wide), distance(&usual));
}

#[test]
fn exploration_below_the_root_uses_both_players_shares() {
    let params = HumanParams {
        pla_explore_weightful: 0.5,
        opp_explore_weightless: 0.5,
        ..HumanParams::default()
    };
    let report = searched(params, 300);
    let usual = searched(HumanParams::default(), 300);
    // Visits below a weightless move count neither there nor at the root.
    assert!(report.visits < usual.visits, "{} {}", report.visits, usual.visits);
    assert!((0.0..=1.0).contains(&report.winrate));
}

#[test]
fn seeded_exploration_is_reproducible() {
    let params = HumanParams {
        root_explore_weightless: 0.3,
        root_explore_weightful: 0.3,
        opp_explore_weightful: 0.4,
        ..HumanParams::default()
    };
    assert_eq!(searched(params, 300), searched(params, 300));
}

#[test]
fn all_playouts_may_be_weightless() {
    let params = HumanParams { root_explore_weightless: 1.0, ..HumanParams::default() };
    let report = searched(params, 50);
    assert_eq!((report.visits, visits(&report).0), (0, 0));
    assert!(report.best().is_some());
}
