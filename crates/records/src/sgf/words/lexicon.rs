//! The vocabulary of results, in the normalised characters of [`letters`](super::letters).

use super::letters::longest;
use crate::record::{Outcome, WinReason};
use tianyuan_go::Color;

/// The meaning of a word in a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Color(Color),
    Wins,
    Loses,
    /// A transitive verb of winning: `beats`.
    Beats,
    /// `by`: the colour before it wins unless a verb of losing follows.
    By,
    /// The reason for the win. Some reasons imply the winner if there is no verb.
    Reason(WinReason, Implied),
    /// The result of the game as a whole.
    Whole(Outcome),
    /// A word without effect on the result.
    Filler,
    /// A word whose meaning exceeds an outcome, without effect on the outcome.
    Remark,
    /// A phrase that contains words of the table but has a different meaning.
    Opaque,
}

/// The result that a reason implies for its colour if there is no verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Implied {
    Nothing,
    Win,
    /// The colour lost on time or forfeited.
    Loss,
    /// The reason is itself a verb of losing: `认输`.
    Verb,
}

const RESIGNATION: WinReason = WinReason::Resignation;
const TIME: WinReason = WinReason::Time;
const FORFEIT: WinReason = WinReason::Forfeit;

const WORDS: &[(&str, Word)] = &[
    // Colours.
    ("black", Word::Color(Color::Black)),
    ("b", Word::Color(Color::Black)),
    ("黑", Word::Color(Color::Black)),
    ("黑方", Word::Color(Color::Black)),
    ("黑棋", Word::Color(Color::Black)),
    ("黑番", Word::Color(Color::Black)),
    ("执黑", Word::Color(Color::Black)),
    ("흑", Word::Color(Color::Black)),
    ("흑번", Word::Color(Color::Black)),
    ("white", Word::Color(Color::White)),
    ("w", Word::Color(Color::White)),
    ("白", Word::Color(Color::White)),
    ("白方", Word::Color(Color::White)),
    ("白棋", Word::Color(Color::White)),
    ("白番", Word::Color(Color::White)),
    ("执白", Word::Color(Color::White)),
    ("백", Word::Color(Color::White)),
    ("백번", Word::Color(Color::White)),
    // Verbs.
    ("win", Word::Wins),
    ("wins", Word::Wins),
    ("won", Word::Wins),
    ("胜", Word::Wins),
    ("胜出", Word::Wins),
    ("胜利", Word::Wins),
    ("获胜", Word::Wins),
    ("取胜", Word::Wins),
    ("赢", Word::Wins),
    ("胜ち", Word::Wins),
    ("胜った", Word::Wins),
    ("승", Word::Wins),
    ("승리", Word::Wins),
    ("이김", Word::Wins),
    ("lose", Word::Loses),
    ("loses", Word::Loses),
    ("lost", Word::Loses),
    ("负", Word::Loses),
    ("败", Word::Loses),
    ("输", Word::Loses),
    ("告负", Word::Loses),
    ("落败", Word::Loses),
    ("负け", Word::Loses),
    ("负けた", Word::Loses),
    ("败れ", Word::Loses),
    ("패", Word::Loses),
    ("짐", Word::Loses),
    ("beat", Word::Beats),
    ("beats", Word::Beats),
    ("defeats", Word::Beats),
    ("defeated", Word::Beats),
    ("by", Word::By),
    // Resignation.
    ("resignation", Word::Reason(RESIGNATION, Implied::Nothing)),
    ("中盘", Word::Reason(RESIGNATION, Implied::Win)),
    ("中押", Word::Reason(RESIGNATION, Implied::Win)),
    ("中押し", Word::Reason(RESIGNATION, Implied::Win)),
    ("不计点", Word::Reason(RESIGNATION, Implied::Nothing)),
    ("不计", Word::Reason(RESIGNATION, Implied::Nothing)),
    ("불계", Word::Reason(RESIGNATION, Implied::Nothing)),
    ("resign", Word::Reason(RESIGNATION, Implied::Verb)),
    ("resigns", Word::Reason(RESIGNATION, Implied::Verb)),
    ("resigned", Word::Reason(RESIGNATION, Implied::Verb)),
    ("认输", Word::Reason(RESIGNATION, Implied::Verb)),
    ("认负", Word::Reason(RESIGNATION, Implied::Verb)),
    ("投了", Word::Reason(RESIGNATION, Implied::Verb)),
    ("投子", Word::Reason(RESIGNATION, Implied::Verb)),
    ("投降", Word::Reason(RESIGNATION, Implied::Verb)),
    // Time.
    ("time", Word::Reason(TIME, Implied::Nothing)),
    ("timeout", Word::Reason(TIME, Implied::Nothing)),
    ("时间", Word::Reason(TIME, Implied::Nothing)),
    ("시간", Word::Reason(TIME, Implied::Nothing)),
    ("超时", Word::Reason(TIME, Implied::Loss)),
    ("逾时", Word::Reason(TIME, Implied::Loss)),
    ("读秒超时", Word::Reason(TIME, Implied::Loss)),
    ("时间切れ", Word::Reason(TIME, Implied::Loss)),
    ("时间切", Word::Reason(TIME, Implied::Loss)),
    ("切れ", Word::Reason(TIME, Implied::Loss)),
    ("시간초과", Word::Reason(TIME, Implied::Loss)),
    ("timed out", Word::Reason(TIME, Implied::Verb)),
    ("times out", Word::Reason(TIME, Implied::Verb)),
    ("ran out of time", Word::Reason(TIME, Implied::Verb)),
    // Forfeit.
    ("forfeit", Word::Reason(FORFEIT, Implied::Nothing)),
    ("default", Word::Reason(FORFEIT, Implied::Nothing)),
    ("不战", Word::Reason(FORFEIT, Implied::Nothing)),
    ("부전", Word::Reason(FORFEIT, Implied::Nothing)),
    ("기권", Word::Reason(FORFEIT, Implied::Loss)),
    ("弃权", Word::Reason(FORFEIT, Implied::Loss)),
    ("forfeits", Word::Reason(FORFEIT, Implied::Verb)),
    ("forfeited", Word::Reason(FORFEIT, Implied::Verb)),
    // The game as a whole.
    ("draw", Word::Whole(Outcome::Draw)),
    ("drawn", Word::Whole(Outcome::Draw)),
    ("tie", Word::Whole(Outcome::Draw)),
    ("jigo", Word::Whole(Outcome::Draw)),
    ("和", Word::Whole(Outcome::Draw)),
    ("和棋", Word::Whole(Outcome::Draw)),
    ("和局", Word::Whole(Outcome::Draw)),
    ("平局", Word::Whole(Outcome::Draw)),
    ("持棋", Word::Whole(Outcome::Draw)),
    ("ジゴ", Word::Whole(Outcome::Draw)),
    ("무승부", Word::Whole(Outcome::Draw)),
    ("void", Word::Whole(Outcome::Void)),
    ("no result", Word::Whole(Outcome::Void)),
    ("无胜负", Word::Whole(Outcome::Void)),
    ("无效", Word::Whole(Outcome::Void)),
    ("无效局", Word::Whole(Outcome::Void)),
    ("无结果", Word::Whole(Outcome::Void)),
    ("ノーゲーム", Word::Whole(Outcome::Void)),
    ("무효", Word::Whole(Outcome::Void)),
    ("무효국", Word::Whole(Outcome::Void)),
    ("unknown", Word::Whole(Outcome::Unknown)),
    ("未知", Word::Whole(Outcome::Unknown)),
    ("不明", Word::Whole(Outcome::Unknown)),
    ("不详", Word::Whole(Outcome::Unknown)),
    ("불명", Word::Whole(Outcome::Unknown)),
    // Function words.
    ("the", Word::Filler),
    ("a", Word::Filler),
    ("on", Word::Filler),
    ("game", Word::Filler),
    ("以", Word::Filler),
    ("因", Word::Filler),
    ("双方", Word::Filler),
    ("的", Word::Filler),
    ("了", Word::Filler),
    ("の", Word::Filler),
    ("が", Word::Filler),
    ("は", Word::Filler),
    ("で", Word::Filler),
    ("이", Word::Filler),
    ("가", Word::Filler),
    ("으로", Word::Filler),
    ("!", Word::Filler),
    (".", Word::Filler),
    // Meanings that an outcome cannot represent.
    ("判", Word::Remark),
    ("裁定", Word::Remark),
    ("反则", Word::Remark),
    ("犯规", Word::Remark),
    ("违规", Word::Remark),
    ("반칙", Word::Remark),
    ("disqualified", Word::Remark),
    ("?", Word::Remark),
    // Phrases whose meaning differs from the meaning of their parts.
    ("胜负", Word::Opaque),
    ("승부", Word::Opaque),
    ("未胜", Word::Opaque),
    ("不胜", Word::Opaque),
    ("not", Word::Opaque),
    ("胜率", Word::Opaque),
    ("승률", Word::Opaque),
];

/// Returns the longest word at the start of a text, and the rest of the text.
pub(super) fn word(text: &str) -> Option<(Word, &str)> {
    longest(text, WORDS)
}

/// Parses the reason after the `+` of a result such as `B+R`.
pub(super) fn manner(letters: &str) -> Option<WinReason> {
    Some(match letters {
        "r" | "res" | "resign" | "resignation" => WinReason::Resignation,
        "t" | "time" => WinReason::Time,
        "f" | "forfeit" => WinReason::Forfeit,
        _ => return None,
    })
}
