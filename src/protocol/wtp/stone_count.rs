//! The WTP extension `shuzi`: the score in stones (子), by stone counting (数子法).
//!
//! Shared points count half a 子 for each side, so that both counts add up to the board. To win, Black's count must
//! exceed the sum of 归本数 (half of the board) and 贴子 (half of komi and of the handicap compensation). The result in 子
//! is half of the result in points.

use crate::go::score::AreaCount;
use crate::go::{Color, Score};
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::CommandResponse;

/// Counts the position after removal of dead stones.
pub(super) fn stone_count(call: &mut CommandContext) -> Answer {
    let dead = call.engine.judge().dead;
    let game = call.engine.game();
    Ok(CommandResponse::Text(count(game.area_count(&dead), game.compensation())))
}

/// Formats a count on three lines. `compensation` is White's compensation in half points, which are quarters of a 子.
pub fn count(count: AreaCount, compensation: i32) -> String {
    let [black, white] = [count.black_halves, count.white_halves].map(|halves| halves as i32);
    let score = Score(black - white - compensation);
    let result = match score.winner() {
        Some(Color::Black) => format!("黑胜 {} 子", quarters(score.0)),
        Some(Color::White) => format!("白胜 {} 子", quarters(-score.0)),
        None => "和棋".into(),
    };
    let half = quarters(black + white);
    let (black, white, compensation) =
        (quarters(2 * black), quarters(2 * white), quarters(compensation));
    format!("黑 {black} 子, 白 {white} 子\n归本数 {half}, 贴子 {compensation}\n{result}")
}

/// Formats quarters of a 子 in players' notation: 737 as `184 1/4`.
pub fn quarters(number: i32) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let (whole, rest) =
        (number.abs() / 4, ["", "1/4", "1/2", "3/4"][number.unsigned_abs() as usize % 4]);
    match (whole, rest) {
        (0, "") => "0".into(),
        (0, _) => format!("{sign}{rest}"),
        (_, "") => format!("{sign}{whole}"),
        _ => format!("{sign}{whole} {rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text for this number of half 子 on 19x19, with a 贴子 of 3 3/4.
    fn lines(black_halves: u32) -> Vec<String> {
        let count = AreaCount { black_halves, white_halves: 722 - black_halves };
        super::count(count, 15).lines().map(String::from).collect()
    }

    #[test]
    fn stone_count_on_standard_board() {
        let half = "归本数 180 1/2, 贴子 3 3/4";
        assert_eq!(lines(370), ["黑 185 子, 白 176 子", half, "黑胜 3/4 子"]);
        assert_eq!(lines(369), ["黑 184 1/2 子, 白 176 1/2 子", half, "黑胜 1/4 子"]);
        assert_eq!(lines(368), ["黑 184 子, 白 177 子", half, "白胜 1/4 子"]);
        assert_eq!(lines(360), ["黑 180 子, 白 181 子", half, "白胜 4 1/4 子"]);
    }

    #[test]
    fn stone_count_with_other_boards_and_compensations() {
        let even = AreaCount { black_halves: 81, white_halves: 81 };
        assert_eq!(count(even, 0), "黑 40 1/2 子, 白 40 1/2 子\n归本数 40 1/2, 贴子 0\n和棋");
        assert!(count(even, -1).contains("贴子 -1/4\n黑胜 1/4 子"));
    }
}
