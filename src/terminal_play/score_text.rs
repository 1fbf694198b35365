//! The score of a position as text: in stones (子) under 数子法, otherwise in points.
//!
//! Shared points count half a stone for each side. Black wins with more than 归本数 (half of the board) plus 贴子 (half of
//! komi and handicap compensation).

use super::messages::Messages;
use crate::go::{Game, PointSet, Rules, Score, Scoring, Tax};
use crate::protocol::{count_in_zi, quarters};
use crate::records::record::Language;

/// Returns the lines of a score in a language; the last line has the result.
#[cfg(feature = "cli")]
pub(crate) fn score_lines(game: &Game, dead: &PointSet, language: Language) -> Vec<String> {
    lines(game, dead, Messages { language })
}

/// Returns the lines of a score; the last line has the result.
pub(super) fn lines(game: &Game, dead: &PointSet, words: Messages) -> Vec<String> {
    let score = game.score(dead);
    if !counts_in_stones(game.rules()) {
        return vec![in_points(score, words)];
    }
    let count = game.area_count(dead);
    if words.language == Language::Chinese {
        return count_in_zi(count, game.compensation()).lines().map(String::from).collect();
    }
    let [black, white] = [count.black_halves, count.white_halves].map(|halves| halves as i32);
    let half = quarters(black + white);
    let (black, white) = (quarters(2 * black), quarters(2 * white));
    let compensation = quarters(game.compensation());
    let margin = quarters(score.0.abs());
    vec![
        format!("Black {black} 子, White {white} 子"),
        format!("half of the board {half}, compensation {compensation}"),
        match score.winner() {
            Some(winner) => format!("{} wins by {margin} 子 ({score})", words.color(winner)),
            None => "a draw".into(),
        },
    ]
}

/// Returns `true` if scores are given in stones: area scoring without a group tax.
pub(super) fn counts_in_stones(rules: &Rules) -> bool {
    rules.scoring == Scoring::Area && rules.tax == Tax::None
}

fn in_points(score: Score, words: Messages) -> String {
    // The text of a score is `B+3.5`.
    let text = score.to_string();
    let points = text.get(2..).unwrap_or_default();
    match (score.winner(), words.language) {
        (None, Language::English) => "a draw".into(),
        (None, Language::Chinese) => "和棋".into(),
        (Some(winner), Language::English) => {
            format!("{} wins by {points} points ({text})", words.color(winner))
        }
        (Some(winner), Language::Chinese) => format!("{}胜 {points} 目", words.color(winner)),
    }
}

/// Returns the komi as text: `贴3 3/4子`, `komi 7.5`.
pub(super) fn compensation(game: &Game, words: Messages) -> String {
    let komi = game.rules().komi;
    match words.language {
        Language::Chinese if counts_in_stones(game.rules()) => {
            format!("贴{}子", quarters(game.compensation()))
        }
        Language::Chinese => format!("贴{komi}目"),
        Language::English => format!("komi {komi}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Color, Diagram, Komi};

    /// Returns the lines for a 5x5 board on which Black owns three columns. The komi is in half points.
    fn counted(rules: &str, komi: i32, language: Language) -> Vec<String> {
        let text = ". X . O .\n. X . O .\n. X . O .\n. X . O .\n. X . O X";
        let diagram = Diagram::parse(text);
        let rules = Rules::from_name(rules, Komi::from_half_points(komi).expect("a komi"));
        let size = BoardSize::new(5).expect("a size");
        let game = Game::setup(size, rules.expect("a name"), &diagram.stones, Color::Black);
        let dead = PointSet::from_iter([size.point(4, 0)]);
        lines(&game.expect("a position"), &dead, Messages { language })
    }

    #[test]
    fn area_score_is_shown_in_zi() {
        let english = counted("chinese", 3, Language::English);
        let head =
            ["Black 12 1/2 子, White 12 1/2 子", "half of the board 12 1/2, compensation 3/4"];
        assert_eq!(english[..2], head);
        assert_eq!(english[2], "White wins by 3/4 子 (W+1.5)");
        let chinese = counted("chinese", 3, Language::Chinese);
        let due = ["黑 12 1/2 子, 白 12 1/2 子", "归本数 12 1/2, 贴子 3/4", "白胜 3/4 子"];
        assert_eq!(chinese, due);
        assert_eq!(counted("chinese", 0, Language::English)[2], "a draw");
    }

    #[test]
    fn territory_score_is_shown_in_points() {
        // Five points each, and one prisoner for White.
        assert_eq!(counted("japanese", 1, Language::English), ["White wins by 1.5 points (W+1.5)"]);
        assert_eq!(counted("japanese", -12, Language::Chinese), ["黑胜 5 目"]);
        assert_eq!(counted("japanese", -2, Language::Chinese), ["和棋"]);
    }
}
