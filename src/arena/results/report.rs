//! The report that a match prints at its end.

use std::collections::BTreeMap;

use crate::go::Color;

use super::totals::{MatchTotals, TotalCost};
use crate::arena::game::contender::Side;
use crate::arena::game::cost::Footprint;
use crate::arena::statistics::Estimate;
use crate::arena::statistics::Sprt;
use crate::arena::talk::fault::FaultKind;

/// The lines of the report. `sprt` adds the state of the sequential test.
pub(crate) fn lines(totals: &MatchTotals, sprt: Option<&Sprt>) -> Vec<String> {
    let mut lines = vec![score(totals)];
    for side in Side::BOTH {
        let [black, white] = Color::BOTH.map(|color| totals.wins[side.index()][color.index()]);
        let name = totals.label(side);
        lines.push(format!("  {name}: {black} won as Black, {white} as White"));
    }
    lines.push(strength(totals));
    lines.push(distinct(totals));
    lines.extend(sprt.map(|sprt| test(sprt, totals)));
    lines.push(endings(totals));
    for side in Side::BOTH {
        let costs = costs(&totals.costs[side.index()]);
        lines.push(format!("  {}: {costs}", totals.label(side)));
    }
    for side in Side::BOTH {
        let footprint = totals.costs[side.index()].footprint.map(footprints);
        lines.extend(
            footprint.map(|footprint| format!("  {} held {footprint}", totals.label(side))),
        );
    }
    for side in Side::BOTH {
        let by_kind = faults(&totals.faults[side.index()]);
        lines.extend(by_kind.map(|text| format!("  faults of {}: {text}", totals.label(side))));
    }
    lines
}

/// `A 31 - B 9, 0 drawn, 40 games: 77.5 %`.
fn score(totals: &MatchTotals) -> String {
    let [a, b] = Side::BOTH.map(|side| totals.won(side));
    let games = totals.games();
    let points = a as f64 + totals.draws as f64 / 2.0;
    let share = if games > 0 { 100.0 * points / games as f64 } else { 0.0 };
    let [name_a, name_b] = Side::BOTH.map(|side| totals.label(side));
    let draws = totals.draws;
    format!("{name_a} {a} - {name_b} {b}, {draws} drawn, {games} games: {share:.1} %")
}

fn strength(totals: &MatchTotals) -> String {
    let scores = &totals.scores;
    let units = match (totals.is_paired(), scores.total()) {
        (true, 1) => "pair",
        (true, _) => "pairs",
        (false, 1) => "game",
        (false, _) => "games",
    };
    let Some(Estimate { elo, low, high, superiority }) = Estimate::of(scores) else {
        return format!("  Elo: no {units} yet");
    };
    let counts: Vec<String> = scores.counts().iter().map(u64::to_string).collect();
    format!(
        "  Elo {} (95 %: {} to {}), likelihood of superiority {:.1} %, {} {units} [{}]",
        signed(elo),
        signed(low),
        signed(high),
        100.0 * superiority,
        scores.total(),
        counts.join(" ")
    )
}

/// The number of distinct games, and what happens to repeated ones.
fn distinct(totals: &MatchTotals) -> String {
    let (games, distinct) = (totals.games(), totals.distinct());
    let word = if distinct == 1 { "game" } else { "games" };
    match games - distinct {
        0 => format!("  {distinct} distinct {word}"),
        repeats => format!(
            "  {distinct} distinct {word} of {games}: {repeats} repeated an earlier one move by move; \
             neither they nor their pairs count for Elo, likelihood and SPRT"
        ),
    }
}

/// A difference in Elo with its sign, rounded; `+inf` or `-inf` where one side has all points.
pub(crate) fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+inf" } else { "-inf" }.into();
    }
    // Adding 0 turns -0 into +0, which would print as "-0".
    format!("{:+.0}", elo.round() + 0.0)
}

fn test(sprt: &Sprt, totals: &MatchTotals) -> String {
    let [low, high] = sprt.bounds();
    format!(
        "  SPRT of Elo {} (H0) against {} (H1): {}, log-likelihood ratio {:.2} in {low:.2} to {high:.2}",
        sprt.elo0,
        sprt.elo1,
        sprt.decision(&totals.scores),
        sprt.log_likelihood_ratio(&totals.scores)
    )
}

fn endings(totals: &MatchTotals) -> String {
    let [agreed, disputed, untold] = totals.counted;
    let counted = agreed + disputed + untold;
    let (resigned, too_long) = (totals.resigned, totals.too_long);
    let judged = disputed + untold;
    format!(
        "  endings: {counted} counted ({judged} of them judged by the referee, in {disputed} the \
         engines disagreed), {resigned} resigned, {} faults, {too_long} too long",
        totals.fault_count()
    )
}

fn costs(costs: &TotalCost) -> String {
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
fn footprints([first, last]: [Footprint; 2]) -> String {
    let megabytes = |footprint: Footprint| footprint.memory as f64 / 1e6;
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
