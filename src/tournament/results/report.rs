//! The report of a match, in English or Chinese. Resource usage is reported separately.

use std::collections::BTreeMap;

use super::in_order::InOrderCounter;
use super::match_config::MatchConfig;
use super::totals::MatchTotals;
use crate::engine_process::engine_error::EngineErrorKind;
use crate::records::record::Language;
use crate::tournament::game::engine_config::EngineId;
use crate::tournament::statistics::{Estimate, Rating, ScoreCounts, SequentialTest, ratings};

/// Returns the lines of the report, which depend only on the games and not on the order in which they ended.
pub(crate) fn lines(
    terms: &MatchConfig,
    tally: &InOrderCounter,
    language: Language,
) -> Vec<String> {
    let totals = &tally.totals;
    let mut lines = vec![terms.line(language)];
    match &totals.scores {
        Some(scores) => {
            lines.push(score(totals, language));
            lines.extend(totals.sides().map(|side| by_color(totals, side, language)));
            lines.push(strength(totals, scores, language));
        }
        None => {
            lines.extend(table(totals, language));
            lines.extend(meetings(totals, language));
        }
    }
    lines.push(distinct(totals, language));
    lines.extend(tally.test.as_ref().map(|it| test(it, totals, language)));
    lines.push(endings(totals, language));
    for side in totals.sides() {
        let label = totals.label(side);
        let by_kind = faults(&totals.faults[side.index()], language);
        lines.extend(by_kind.map(|text| {
            language
                .choose(format!(" errors of {label}: {text}"), format!("  {label} 的犯规：{text}"))
        }));
    }
    lines
}

/// Formats the score: `A 31 - B 9, 0 drawn, 40 games: 77.5 %`.
fn score(totals: &MatchTotals, language: Language) -> String {
    let [a, b] = EngineId::BOTH.map(|side| totals.won(side));
    let games = totals.games();
    let share = share(a, totals.draws, games);
    let [name_a, name_b] = EngineId::BOTH.map(|side| totals.label(side));
    let draws = totals.draws;
    language.choose(
        format!("{name_a} {a} - {name_b} {b}, {draws} drawn, {games} games: {share:.1} %"),
        format!("{name_a} {a} - {name_b} {b}，和棋 {draws}，共 {games} 局：{share:.1} %"),
    )
}

/// Returns an engine's score in percent.
fn share(won: u64, draws: u64, games: u64) -> f64 {
    100.0 * (won as f64 + draws as f64 / 2.0) / games.max(1) as f64
}

fn by_color(totals: &MatchTotals, side: EngineId, language: Language) -> String {
    let ([black, white], label) = (totals.wins[side.index()], totals.label(side));
    language.choose(
        format!("  {label}: {black} won as Black, {white} as White"),
        format!("  {label}: 执黑胜 {black}，执白胜 {white}"),
    )
}

/// Returns a line per engine, strongest first.
fn table(totals: &MatchTotals, language: Language) -> Vec<String> {
    let labels: Vec<String> = totals.sides().map(|side| totals.label(side)).collect();
    let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max(6);
    let ratings = ratings(&totals.evidence);
    let mut sides: Vec<EngineId> = totals.sides().collect();
    if let Some(ratings) = &ratings {
        // A stable sort preserves the command-line order of equal engines.
        sides.sort_by(|a, b| ratings[b.index()].elo.total_cmp(&ratings[a.index()].elo));
    }
    // A Chinese character is two columns wide.
    let head = language.choose(
        format!("  {:width$}     Elo  95 %  games    won  drawn   lost    score", "engine"),
        format!(
            "  {:narrow$}     Elo  95 %   局数     胜     和     负     得分",
            "引擎",
            narrow = width - 2
        ),
    );
    let row = |side: EngineId| {
        let index = side.index();
        let [elo, error] = match ratings.as_ref().map(|ratings| ratings[index]) {
            Some(Rating { elo, error }) => [signed(elo), format!("{error:.0}")],
            None => ["?".into(), "?".into()],
        };
        let [won, drawn, lost] = totals.results.score(index);
        let games = won + drawn + lost;
        let share = share(won, drawn, games);
        format!(
            "  {:width$}  {elo:>6}  {error:>4}  {games:>5}  {won:>5}  {drawn:>5}  {lost:>5}  {share:>5.1} %",
            labels[index]
        )
    };
    std::iter::once(head).chain(sides.into_iter().map(row)).collect()
}

/// Returns a line per pairing.
fn meetings(totals: &MatchTotals, language: Language) -> Vec<String> {
    let mut lines = Vec::new();
    for a in totals.sides() {
        for b in totals.sides().skip(a.index() + 1) {
            let [i, j] = [a, b].map(EngineId::index);
            let results = &totals.results;
            let [won, lost, drawn] = [results.wins(i, j), results.wins(j, i), results.draws(i, j)];
            if won + lost + drawn > 0 {
                let [a, b] = [a, b].map(|side| totals.label(side));
                lines.push(language.choose(
                    format!("  {a} {won} - {b} {lost}, {drawn} drawn"),
                    format!("  {a} {won} - {b} {lost}，和棋 {drawn}"),
                ));
            }
        }
    }
    lines
}

fn strength(totals: &MatchTotals, scores: &ScoreCounts, language: Language) -> String {
    let (count, units) = (scores.total(), units(totals, scores.total(), language));
    let Some(Estimate { elo, low, high, superiority }) = Estimate::of(scores) else {
        return language
            .choose(format!("  Elo: no {units} yet"), format!("  Elo: 还没有一{units}"));
    };
    let counts: Vec<String> = scores.counts().iter().map(u64::to_string).collect();
    let ([elo, low, high], counts) = ([elo, low, high].map(signed), counts.join(" "));
    let superiority = 100.0 * superiority;
    language.choose(
        format!(
            "  Elo {elo} (95 %: {low} to {high}), likelihood of superiority {superiority:.1} %, \
             {count} {units} [{counts}]"
        ),
        format!("  Elo {elo}（95 %: {low} 至 {high}），占优的可能 {superiority:.1} %，{count} {units} [{counts}]"),
    )
}

/// Returns the name of the unit of the estimate, for this count.
fn units(totals: &MatchTotals, count: u64, language: Language) -> &'static str {
    match (totals.is_paired(), count) {
        (true, 1) => language.choose("pair", "对"),
        (true, _) => language.choose("pairs", "对"),
        (false, 1) => language.choose("game", "局"),
        (false, _) => language.choose("games", "局"),
    }
}

/// Describes the number of distinct games, and how duplicates are counted.
fn distinct(totals: &MatchTotals, language: Language) -> String {
    let (games, distinct) = (totals.games(), totals.distinct());
    let word = if distinct == 1 { "game" } else { "games" };
    match games - distinct {
        0 => language.choose(
            format!("  {distinct} distinct {word}"),
            format!("  {distinct} 局，没有重复的"),
        ),
        repeats => language.choose(
            format!(
                " {distinct} distinct {word} of {games}: {repeats} repeated an earlier game; these and their \
                 pairs are excluded from Elo, likelihood and SPRT"
            ),
            format!(
                "  {games} 局中 {distinct} 局不同：{repeats} 局逐手重复了先前的；它们和所在的对不计入 Elo、占优的可能\
                 和 SPRT"
            ),
        ),
    }
}

/// Formats an Elo difference with its sign, rounded; `+inf` or `-inf` if one engine has all points.
pub(crate) fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+inf" } else { "-inf" }.into();
    }
    // Adding 0 turns -0 into +0, which would print as "-0".
    format!("{:+.0}", elo.round() + 0.0)
}

fn test(test: &SequentialTest, totals: &MatchTotals, language: Language) -> String {
    let (sprt, [low, high]) = (test.sprt(), test.sprt().bounds());
    let (elo0, elo1, ratio) = (sprt.elo0, sprt.elo1, test.log_likelihood_ratio());
    let (count, decision) = (test.scores().total(), test.decision().name(language));
    let units = units(totals, count, language);
    language.choose(
        format!(
            "  SPRT of Elo {elo0} (H0) against {elo1} (H1): {decision} after {count} {units}, log-likelihood \
             ratio {ratio:.2} in {low:.2} to {high:.2}"
        ),
        format!(
            "  SPRT，Elo {elo0}（H0）对 {elo1}（H1）：{count} {units}之后{decision}，对数似然比 {ratio:.2}，界限 \
             {low:.2} 至 {high:.2}"
        ),
    )
}

fn endings(totals: &MatchTotals, language: Language) -> String {
    let [agreed, disputed, untold] = totals.counted;
    let (counted, judged) = (agreed + disputed + untold, disputed + untold);
    let (resigned, too_long, faults) = (totals.resigned, totals.too_long, totals.fault_count());
    let decided = match totals.agreed {
        0 => String::new(),
        games => language.choose(
            format!(", {games} by agreement of both engines"),
            format!("，双方认定已分胜负 {games}"),
        ),
    };
    language.choose(
        format!(
            " endings: {counted} scored ({judged} judged by the referee, {disputed} disputed), {resigned} \
             resigned, {faults} errors, {too_long} too long{decided}"
        ),
        format!(
            "  终局：计算胜负 {counted}（其中由裁判判定死子 {judged}，双方说法不一 {disputed}），认输 {resigned}，\
             犯规 {faults}，手数过多 {too_long}{decided}"
        ),
    )
}

/// Formats errors as `2 crash (games 3, 17), 1 illegal move (game 5)`. Returns `None` if there are none.
fn faults(faults: &[(EngineErrorKind, usize)], language: Language) -> Option<String> {
    const MOST_NAMED: usize = 20;
    let mut games: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &(kind, game) in faults {
        let place = EngineErrorKind::ALL.iter().position(|&other| other == kind)?;
        games.entry(place).or_default().push(game);
    }
    let kinds = games.into_iter().map(|(place, mut games)| {
        games.sort_unstable();
        let (count, kind) = (games.len(), EngineErrorKind::ALL[place].name(language));
        let word = if count == 1 { "game" } else { "games" };
        let mut named: Vec<String> = games.iter().take(MOST_NAMED).map(usize::to_string).collect();
        named.extend((games.len() > MOST_NAMED).then(|| "...".into()));
        let named = named.join(", ");
        language.choose(
            format!("{count} {kind} ({word} {named})"),
            format!("{kind} {count}（第 {named} 局）"),
        )
    });
    let text = kinds.collect::<Vec<_>>().join(language.choose(", ", "，"));
    (!text.is_empty()).then_some(text)
}

/// Formats the state of a match as `A 3 B 1 drawn 0, Elo +120.2 (-80.1 to +inf)`.
pub(crate) fn progress_line(tally: &InOrderCounter, language: Language) -> String {
    let totals = &tally.totals;
    let won: Vec<String> =
        totals.sides().map(|side| format!("{side} {}", totals.won(side))).collect();
    let drawn = language.choose("drawn", "和棋");
    let mut line = format!("{} {drawn} {}", won.join(" "), totals.draws);
    if let Some(Estimate { elo, low, high, .. }) = totals.scores.as_ref().and_then(Estimate::of) {
        let ([elo, low, high], to) = ([elo, low, high].map(signed), language.choose("to", "至"));
        line += &format!(", Elo {elo} ({low} {to} {high})");
    }
    if let Some(test) = &tally.test {
        line += &format!(", LLR {:.2}", test.log_likelihood_ratio());
    }
    match totals.games() - totals.distinct() {
        0 => {}
        repeats => {
            line += &language.choose(format!(", {repeats} repeats"), format!("，重复 {repeats}"));
        }
    }
    match totals.fault_count() {
        0 => line,
        faults => line + &language.choose(format!(", {faults} errors"), format!("，犯规 {faults}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_formats_elo_with_sign() {
        assert_eq!([0.3, -0.3, 12.5, -7.6].map(signed), ["+0", "+0", "+13", "-8"]);
        assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(signed), ["+inf", "-inf"]);
    }

    #[test]
    fn errors_are_counted_by_kind() {
        let list = [
            (EngineErrorKind::IllegalMove, 5),
            (EngineErrorKind::Crash, 17),
            (EngineErrorKind::Crash, 3),
        ];
        let told = |language| faults(&list, language).expect("there are faults");
        assert_eq!(told(Language::English), "2 crash (games 3, 17), 1 illegal move (game 5)");
        assert_eq!(told(Language::Chinese), "崩溃 2（第 3, 17 局），着手不合规则 1（第 5 局）");
        assert_eq!(faults(&[], Language::English), None);
    }
}
