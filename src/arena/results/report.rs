//! The report of a match. What the games cost is told apart from it: it differs from run to run.

use std::collections::BTreeMap;

use super::tally::Tally;
use super::terms::Terms;
use super::totals::{MatchTotals, TotalCost};
use crate::arena::game::contender::Side;
use crate::arena::game::cost::Footprint;
use crate::arena::statistics::{Estimate, Rating, ScoreCounts, SequentialTest, ratings};
use crate::arena::talk::fault::FaultKind;

/// The lines of the report, which depend on the games alone and not on the order in which they ended.
pub(crate) fn lines(terms: &Terms, tally: &Tally) -> Vec<String> {
    let totals = &tally.totals;
    let mut lines = vec![terms.line()];
    match &totals.scores {
        Some(scores) => {
            lines.push(score(totals));
            lines.extend(totals.sides().map(|side| by_color(totals, side)));
            lines.push(strength(totals, scores));
        }
        None => {
            lines.extend(table(totals));
            lines.extend(meetings(totals));
        }
    }
    lines.push(distinct(totals));
    lines.extend(tally.test.as_ref().map(|it| test(it, totals)));
    lines.push(endings(totals));
    for side in totals.sides() {
        let by_kind = faults(&totals.faults[side.index()]);
        lines.extend(by_kind.map(|text| format!("  faults of {}: {text}", totals.label(side))));
    }
    lines
}

/// What the games cost each engine: time, and where the system tells it CPU time, memory and open files.
pub(crate) fn cost_lines(totals: &MatchTotals) -> Vec<String> {
    let costs = |side: Side| &totals.costs[side.index()];
    let times =
        totals.sides().map(|side| format!("  {}: {}", totals.label(side), times(costs(side))));
    let held = totals.sides().filter_map(|side| {
        let footprints = footprints(costs(side).footprint?);
        Some(format!("  {} held {footprints}", totals.label(side)))
    });
    times.chain(held).collect()
}

/// `A 31 - B 9, 0 drawn, 40 games: 77.5 %`.
fn score(totals: &MatchTotals) -> String {
    let [a, b] = Side::BOTH.map(|side| totals.won(side));
    let games = totals.games();
    let share = share(a, totals.draws, games);
    let [name_a, name_b] = Side::BOTH.map(|side| totals.label(side));
    let draws = totals.draws;
    format!("{name_a} {a} - {name_b} {b}, {draws} drawn, {games} games: {share:.1} %")
}

/// The points of a side in per cent.
fn share(won: u64, draws: u64, games: u64) -> f64 {
    100.0 * (won as f64 + draws as f64 / 2.0) / games.max(1) as f64
}

fn by_color(totals: &MatchTotals, side: Side) -> String {
    let [black, white] = totals.wins[side.index()];
    format!("  {}: {black} won as Black, {white} as White", totals.label(side))
}

/// A line for each of many engines, the strongest first.
fn table(totals: &MatchTotals) -> Vec<String> {
    let labels: Vec<String> = totals.sides().map(|side| totals.label(side)).collect();
    let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max(6);
    let ratings = ratings(&totals.evidence);
    let mut sides: Vec<Side> = totals.sides().collect();
    if let Some(ratings) = &ratings {
        // Stable: of equal ones the first of the command line stays first.
        sides.sort_by(|a, b| ratings[b.index()].elo.total_cmp(&ratings[a.index()].elo));
    }
    let head = format!("  {:width$}     Elo  95 %  games    won  drawn   lost    score", "engine");
    let row = |side: Side| {
        let index = side.index();
        let [elo, error] = match ratings.as_ref().map(|ratings| ratings[index]) {
            Some(Rating { elo, error }) => [signed(elo), format!("{error:.0}")],
            None => ["?".into(), "?".into()],
        };
        let [won, drawn, lost] = totals.results.of(index);
        let games = won + drawn + lost;
        let share = share(won, drawn, games);
        format!(
            "  {:width$}  {elo:>6}  {error:>4}  {games:>5}  {won:>5}  {drawn:>5}  {lost:>5}  {share:>5.1} %",
            labels[index]
        )
    };
    std::iter::once(head).chain(sides.into_iter().map(row)).collect()
}

/// A line for each two engines that met.
fn meetings(totals: &MatchTotals) -> Vec<String> {
    let mut lines = Vec::new();
    for a in totals.sides() {
        for b in totals.sides().skip(a.index() + 1) {
            let [i, j] = [a, b].map(Side::index);
            let results = &totals.results;
            let [won, lost, drawn] = [results.wins(i, j), results.wins(j, i), results.draws(i, j)];
            if won + lost + drawn > 0 {
                let [a, b] = [a, b].map(|side| totals.label(side));
                lines.push(format!("  {a} {won} - {b} {lost}, {drawn} drawn"));
            }
        }
    }
    lines
}

fn strength(totals: &MatchTotals, scores: &ScoreCounts) -> String {
    let units = units(totals, scores.total());
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

/// What the estimate counts, as a word for so many.
fn units(totals: &MatchTotals, count: u64) -> &'static str {
    match (totals.is_paired(), count) {
        (true, 1) => "pair",
        (true, _) => "pairs",
        (false, 1) => "game",
        (false, _) => "games",
    }
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

fn test(test: &SequentialTest, totals: &MatchTotals) -> String {
    let sprt = test.sprt();
    let [low, high] = sprt.bounds();
    let count = test.scores().total();
    let units = units(totals, count);
    format!(
        "  SPRT of Elo {} (H0) against {} (H1): {} after {count} {units}, log-likelihood ratio {:.2} in {low:.2} to \
         {high:.2}",
        sprt.elo0,
        sprt.elo1,
        test.decision(),
        test.log_likelihood_ratio()
    )
}

fn endings(totals: &MatchTotals) -> String {
    let [agreed, disputed, untold] = totals.counted;
    let counted = agreed + disputed + untold;
    let (resigned, too_long) = (totals.resigned, totals.too_long);
    let judged = disputed + untold;
    let decided = match totals.agreed {
        0 => String::new(),
        games => format!(", {games} decided by both engines"),
    };
    format!(
        "  endings: {counted} counted ({judged} of them judged by the referee, in {disputed} the \
         engines disagreed), {resigned} resigned, {} faults, {too_long} too long{decided}",
        totals.fault_count()
    )
}

fn times(costs: &TotalCost) -> String {
    let Some(seconds) = costs.seconds_a_move() else { return "no moves".into() };
    let cpu = costs
        .cpu_a_move()
        .map(|a_move| format!(", CPU time {a_move:.3} s a move and {:.1} s in all", costs.cpu));
    let playouts = costs.playouts_a_move().map(|a_move| format!(", {a_move:.0} playouts a move"));
    format!(
        "{} moves, {seconds:.3} s a move, slowest {:.3} s{}{}",
        costs.moves,
        costs.slowest,
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
