//! Responses to `kata-genmove_analyze`: search reports and the move.

use super::response_parser::EngineEvaluation;

/// The name of the command in the engine's list.
pub(crate) const COMMAND: &str = "kata-genmove_analyze";

/// The report interval in centiseconds: only the final report is needed.
pub(crate) const INTERVAL: u32 = 100_000;

/// Parses the move of a response, with its evaluation in the last report for the player to move. If the report
/// omits the move, the evaluation of the best candidate is used. Returns `None` if there is no move.
pub(crate) fn read(text: &str) -> Option<(&str, EngineEvaluation)> {
    let mv = text.lines().find_map(|line| line.strip_prefix("play "))?.trim();
    let report = text.lines().rfind(|line| line.starts_with("info "));
    let moves = report.unwrap_or_default().split("info move ").filter(|it| !it.trim().is_empty());
    let is_played = |it: &&str| it.split(' ').next().is_some_and(|of| of.eq_ignore_ascii_case(mv));
    let found = moves.clone().find(is_played).or(moves.clone().next());
    let number = |of: &str, key: &str| {
        let mut words = of.split_whitespace();
        words.find(|word| *word == key)?;
        words.next()?.parse::<f64>().ok().filter(|it| it.is_finite())
    };
    let visits = |of: &str| number(of, "visits").map(|visits| visits as u64);
    let statement = found.map(|of| EngineEvaluation {
        playouts: moves.map(visits).sum::<Option<u64>>(),
        winrate: number(of, "winrate").filter(|winrate| (0.0..=1.0).contains(winrate)),
        score: number(of, "scoreLead").filter(|score| score.abs() <= 1000.0),
    });
    Some((mv, statement.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_report_gives_evaluation_of_played_move() {
        let text = "\ninfo move D5 visits 2 winrate 0.9 scoreLead 9 order 0 pv D5\n\
            info move D5 visits 8 winrate 0.46 scoreLead -0.28 order 0 pv D5 E7 \
            info move e3 visits 7 winrate 0.25 scoreLead -3.5 order 1 pv E3\nplay E3";
        let stated =
            EngineEvaluation { playouts: Some(15), winrate: Some(0.25), score: Some(-3.5) };
        assert_eq!(read(text), Some(("E3", stated)));
        let stated =
            EngineEvaluation { playouts: Some(15), winrate: Some(0.46), score: Some(-0.28) };
        assert_eq!(read(&text.replace("play E3", "play pass")), Some(("pass", stated)));
    }

    #[test]
    fn missing_or_invalid_values_are_none() {
        assert_eq!(read("\nplay resign"), Some(("resign", EngineEvaluation::default())));
        assert_eq!(read("D4"), None);
        let text = "info move D4 visits 5 winrate 1.5 scoreLead nan\nplay D4";
        let stated = EngineEvaluation { playouts: Some(5), winrate: None, score: None };
        assert_eq!(read(text), Some(("D4", stated)));
    }
}
