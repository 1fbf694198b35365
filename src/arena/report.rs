//! The report of a match: what is printed at its end.

use std::collections::BTreeMap;

use crate::go::Color;

use super::contender::Side;
use super::effort::Held;
use super::elo::Estimate;
use super::fault::FaultKind;
use super::sprt::Sprt;
use super::standings::{Costs, Standings};

/// The lines of the report, with the state of a sequential test where there is one.
pub fn lines(standings: &Standings, sprt: Option<&Sprt>) -> Vec<String> {
    let mut lines = vec![score(standings)];
    for side in Side::BOTH {
        let [black, white] = Color::BOTH.map(|color| standings.wins[side.index()][color.index()]);
        let name = standings.label(side);
        lines.push(format!("  {name}: {black} won as Black, {white} as White"));
    }
    lines.push(strength(standings));
    lines.push(distinct(standings));
    lines.extend(sprt.map(|sprt| test(sprt, standings)));
    lines.push(endings(standings));
    for side in Side::BOTH {
        let costs = costs(&standings.costs[side.index()]);
        lines.push(format!("  {}: {costs}", standings.label(side)));
    }
    for side in Side::BOTH {
        let held = standings.costs[side.index()].held.map(held);
        lines.extend(held.map(|held| format!("  {} held {held}", standings.label(side))));
    }
    for side in Side::BOTH {
        let by_kind = faults(&standings.faults[side.index()]);
        lines.extend(by_kind.map(|text| format!("  faults of {}: {text}", standings.label(side))));
    }
    lines
}

/// `A 31 - B 9, 0 drawn, 40 games: 77.5 %`.
fn score(standings: &Standings) -> String {
    let [a, b] = Side::BOTH.map(|side| standings.won(side));
    let games = standings.games();
    let points = a as f64 + standings.draws as f64 / 2.0;
    let share = if games > 0 { 100.0 * points / games as f64 } else { 0.0 };
    let [name_a, name_b] = Side::BOTH.map(|side| standings.label(side));
    let draws = standings.draws;
    format!("{name_a} {a} - {name_b} {b}, {draws} drawn, {games} games: {share:.1} %")
}

fn strength(standings: &Standings) -> String {
    let outcomes = &standings.outcomes;
    let units = match (standings.is_paired(), outcomes.total()) {
        (true, 1) => "pair",
        (true, _) => "pairs",
        (false, 1) => "game",
        (false, _) => "games",
    };
    let Some(Estimate { elo, low, high, superiority }) = Estimate::of(outcomes) else {
        return format!("  Elo: no {units} yet");
    };
    let counts: Vec<String> = outcomes.counts().iter().map(u64::to_string).collect();
    format!(
        "  Elo {} (95 %: {} to {}), likelihood of superiority {:.1} %, {} {units} [{}]",
        signed(elo),
        signed(low),
        signed(high),
        100.0 * superiority,
        outcomes.total(),
        counts.join(" ")
    )
}

/// How many games there were but for repeats, and what becomes of those.
fn distinct(standings: &Standings) -> String {
    let (games, distinct) = (standings.games(), standings.distinct());
    let word = if distinct == 1 { "game" } else { "games" };
    match games - distinct {
        0 => format!("  {distinct} distinct {word}"),
        repeats => format!(
            "  {distinct} distinct {word} of {games}: {repeats} repeated an earlier one move by move; \
             neither they nor their pairs count for Elo, likelihood and SPRT"
        ),
    }
}

/// A difference in Elo; where one side has all points it has no bounds.
pub fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+inf" } else { "-inf" }.into();
    }
    // Without the sign that a zero may have.
    format!("{:+.0}", elo.round() + 0.0)
}

fn test(sprt: &Sprt, standings: &Standings) -> String {
    let [low, high] = sprt.bounds();
    format!(
        "  SPRT of Elo {} (H0) against {} (H1): {}, log-likelihood ratio {:.2} in {low:.2} to {high:.2}",
        sprt.elo0,
        sprt.elo1,
        sprt.decision(&standings.outcomes),
        sprt.log_likelihood_ratio(&standings.outcomes)
    )
}

fn endings(standings: &Standings) -> String {
    let [agreed, disputed, untold] = standings.counted;
    let counted = agreed + disputed + untold;
    let (resigned, too_long) = (standings.resigned, standings.too_long);
    let judged = disputed + untold;
    format!(
        "  endings: {counted} counted ({judged} of them judged by the referee, in {disputed} the \
         engines disagreed), {resigned} resigned, {} faults, {too_long} too long",
        standings.fault_count()
    )
}

fn costs(costs: &Costs) -> String {
    let Some(time) = costs.time_a_move() else { return "no moves".into() };
    let slowest = costs.all.slowest.as_secs_f64();
    let cpu = costs
        .cpu_a_move()
        .map(|a_move| format!(", CPU time {a_move:.3} s a move and {:.1} s in all", costs.cpu));
    let playouts = costs.playouts_a_move().map(|a_move| format!(", {a_move:.0} playouts a move"));
    format!(
        "{} moves, {:.3} s a move, slowest {slowest:.3} s{}{}",
        costs.all.moves,
        time.as_secs_f64(),
        cpu.unwrap_or_default(),
        playouts.unwrap_or_default()
    )
}

/// `30.1 MB and 7 open files after the first game, 30.2 MB and 7 after the last`.
fn held([first, last]: [Held; 2]) -> String {
    let megabytes = |held: Held| held.memory as f64 / 1e6;
    format!(
        "{:.1} MB and {} open files after the first game, {:.1} MB and {} after the last",
        megabytes(first),
        first.files,
        megabytes(last),
        last.files
    )
}

/// `2 crash (games 3, 17), 1 illegal move (game 5)`; `None` where there are none.
fn faults(faults: &[(FaultKind, usize)]) -> Option<String> {
    const MOST_NAMED: usize = 20;
    let mut games: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &(kind, game) in faults {
        let place = FaultKind::ALL.iter().position(|&other| other == kind)?;
        games.entry(place).or_default().push(game);
    }
    let kinds = games.into_iter().map(|(place, mut games)| {
        games.sort_unstable();
        let word = if games.len() == 1 { "game" } else { "games" };
        let mut named: Vec<String> = games.iter().take(MOST_NAMED).map(usize::to_string).collect();
        named.extend((games.len() > MOST_NAMED).then(|| "...".into()));
        format!("{} {} ({word} {})", games.len(), FaultKind::ALL[place], named.join(", "))
    });
    let text = kinds.collect::<Vec<_>>().join(", ");
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_a_sign() {
        assert_eq!([0.3, -0.3, 12.5, -7.6].map(signed), ["+0", "+0", "+13", "-8"]);
        assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(signed), ["+inf", "-inf"]);
    }

    #[test]
    fn faults_are_counted_by_kind() {
        let list = [(FaultKind::IllegalMove, 5), (FaultKind::Crash, 17), (FaultKind::Crash, 3)];
        let text = faults(&list).expect("there are faults");
        assert_eq!(text, "2 crash (games 3, 17), 1 illegal move (game 5)");
        assert_eq!(faults(&[]), None);
    }
}
