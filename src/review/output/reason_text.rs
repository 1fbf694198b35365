//! Sentences about reasons. `tests/clients/review_sentences.py` checks them against the board.

use super::messages::{color, points, vertex};
use super::proof_messages::surroundings;
use crate::go::Color;
use crate::records::record::{Language, Size};
use crate::review::game::move_review::MoveReview;
use crate::review::game::reasons::{ProvedResult, Reason};
use crate::review::position::area::BoardArea;

/// Returns the sentences about a move, at most two, separated by a space in English.
pub(in crate::review) fn sentences(
    reviewed: &MoveReview<'_>,
    size: Size,
    language: Language,
) -> String {
    let describe = |reason: &Reason| sentence(reason, reviewed.played.color, size, language);
    let sentences: Vec<String> = reviewed.reasons.iter().map(describe).collect();
    sentences.join(language.choose(" ", ""))
}

/// Returns the sentence about a reason of a move by `mover`.
pub(in crate::review) fn sentence(
    reason: &Reason,
    mover: Color,
    size: Size,
    language: Language,
) -> String {
    match language {
        Language::English => english(reason, mover, size),
        Language::Chinese => chinese(reason, mover, size),
    }
}

fn english(reason: &Reason, mover: Color, size: Size) -> String {
    let at = |index: u16| vertex(Some(index), size);
    let own = color(mover, Language::English);
    let other = color(!mover, Language::English);
    let group = |stones: &[u16]| match stones.len() {
        1 => format!("stone at {}", at(stones[0])),
        count => format!("{count} stones at {}", at(stones[0])),
    };
    match reason {
        Reason::Proved { owner, stone, before, after, assumes_surroundings } => {
            let (before, after) = english_proof(*owner == mover, [before, after], mover, size);
            let given = surroundings(*assumes_surroundings, *owner, Language::English);
            let owner = color(*owner, Language::English);
            format!(
                "Proved{given}: {owner}’s group at {} {before}, but after the move {after}.",
                at(*stone)
            )
        }
        Reason::Captured { reply, stones } => {
            format!("{other} can capture the {} with {}.", group(stones), at(*reply))
        }
        Reason::LadderCatches { reply, stones } => {
            format!("{other} {} catches the {} in a ladder.", at(*reply), group(stones))
        }
        Reason::LadderFails { stones } => {
            format!("The ladder fails: {other}’s {} can escape.", group(stones))
        }
        Reason::SelfAtari { stones, liberty } => {
            format!("The move leaves {own}’s {} with one liberty, {}.", group(stones), at(*liberty))
        }
        Reason::CaptureMissed { better, stones } => {
            format!("The better move {} captures {other}’s {}.", at(*better), group(stones))
        }
        Reason::LadderMissed { better, stones } => format!(
            "The better move {} catches {other}’s {} in a ladder.",
            at(*better),
            group(stones)
        ),
        Reason::Dies { stones, before, after } => {
            let shares = shares(mover, *before, *after);
            format!("{own}’s {} probably die: {shares}.", group(stones))
        }
        Reason::Lives { stones, before, after } => {
            let shares = shares(mover, *before, *after);
            format!("{other}’s {} probably live: {shares}.", group(stones))
        }
        Reason::Cut { reply, chains: [one, two] } => {
            format!("{other} {} separates the {} from the {}.", at(*reply), group(one), group(two))
        }
        Reason::Connects { better, chains: [one, two] } => format!(
            "The better move {} connects the {} with the {}.",
            at(*better),
            group(one),
            group(two)
        ),
        Reason::Unanswered { last, better, reply } => format!(
            "The better move {} answers {other}’s {}; {other} continues there with {}.",
            at(*better),
            at(*last),
            at(*reply)
        ),
        Reason::Settled { owner, share } => {
            let owner = color(*owner, Language::English);
            format!("The point already belonged to {owner} ({share} %).")
        }
        Reason::Sente { better, gain, follow_up } => format!(
            "The better move {} is sente: it gains {} points and threatens {} more.",
            at(*better),
            points(*gain),
            points(*follow_up)
        ),
        Reason::Elsewhere { better, area } => {
            format!("The better move {} is {}.", at(*better), english_area(*area))
        }
    }
}

/// Describes what the player could do with a group before the move, and what the opponent does after it.
fn english_proof(
    is_own: bool,
    [before, after]: [&ProvedResult; 2],
    mover: Color,
    size: Size,
) -> (String, String) {
    let other = color(!mover, Language::English);
    let with = |first: u16| format!("with {}", vertex(Some(first), size));
    let seki = |result: &ProvedResult| if result.is_seki { " in seki" } else { "" };
    let settled = |result: &ProvedResult| if result.is_seki { "in seki" } else { "alive" };
    match is_own {
        true => (
            match before.first {
                Some(first) => format!("could live{} {}", seki(before), with(first)),
                None => format!("was {}", settled(before)),
            },
            after.first.map_or("it is dead".into(), |it| format!("{other} kills it {}", with(it))),
        ),
        false => (
            before.first.map_or("was dead".into(), |it| format!("could be killed {}", with(it))),
            match after.first {
                Some(first) => format!("it lives{} {}", seki(after), with(first)),
                None => format!("it is {}", settled(after)),
            },
        ),
    }
}

/// Formats shares of `mover` as Black's.
fn shares(mover: Color, before: i32, after: i32) -> String {
    let [before, after] = of_black(mover, [before, after]);
    format!("Black’s share is {before} % before the move and {after} % after it")
}

fn of_black(mover: Color, shares: [i32; 2]) -> [i32; 2] {
    shares.map(|share| if mover == Color::Black { share } else { 100 - share })
}

fn english_area(BoardArea { column, row }: BoardArea) -> String {
    let (row, column) = (["upper", "", "lower"][row], ["left", "", "right"][column]);
    match (row, column) {
        ("", "") => "in the centre".into(),
        ("", side) => format!("on the {side} side"),
        (side, "") => format!("on the {side} side"),
        (row, column) => format!("in the {row} {column}"),
    }
}

fn chinese(reason: &Reason, mover: Color, size: Size) -> String {
    let at = |index: u16| vertex(Some(index), size);
    let (own, other) = (color(mover, Language::Chinese), color(!mover, Language::Chinese));
    let group = |stones: &[u16]| match stones.len() {
        1 => format!("{} 一子", at(stones[0])),
        count => format!("{} 处 {count} 子", at(stones[0])),
    };
    match reason {
        Reason::Proved { owner, stone, before, after, assumes_surroundings } => {
            let given = surroundings(*assumes_surroundings, *owner, Language::Chinese);
            let (before, after) = chinese_proof(*owner == mover, [before, after], mover, size);
            let owner = color(*owner, Language::Chinese);
            format!("已证明{given}：{owner} {} 一块{before}，但此手之后{after}。", at(*stone))
        }
        Reason::Captured { reply, stones } => {
            format!("{other}可在 {} 提掉{own} {}。", at(*reply), group(stones))
        }
        Reason::LadderCatches { reply, stones } => {
            format!("{other}在 {} 征吃{own} {}。", at(*reply), group(stones))
        }
        Reason::LadderFails { stones } => {
            format!("征子不成立，{other} {}可以逃出。", group(stones))
        }
        Reason::SelfAtari { stones, liberty } => {
            format!("此后{own} {}只剩 {} 一气。", group(stones), at(*liberty))
        }
        Reason::CaptureMissed { better, stones } => {
            format!("更好的 {} 可提掉{other} {}。", at(*better), group(stones))
        }
        Reason::LadderMissed { better, stones } => {
            format!("更好的 {} 可征吃{other} {}。", at(*better), group(stones))
        }
        Reason::Dies { stones, before, after } => {
            let [before, after] = of_black(mover, [*before, *after]);
            format!("{own} {}多半被杀：归黑的可能由 {before}% 变为 {after}%。", group(stones))
        }
        Reason::Lives { stones, before, after } => {
            let [before, after] = of_black(mover, [*before, *after]);
            format!("{other} {}多半成活：归黑的可能由 {before}% 变为 {after}%。", group(stones))
        }
        Reason::Cut { reply, chains: [one, two] } => {
            format!("{other}在 {} 切断{own} {}与 {}。", at(*reply), group(one), group(two))
        }
        Reason::Connects { better, chains: [one, two] } => {
            format!("更好的 {} 连接 {}与 {}。", at(*better), group(one), group(two))
        }
        Reason::Unanswered { last, better, reply } => format!(
            "更好的 {} 应{other} {}；{other}接着在此处下 {}。",
            at(*better),
            at(*last),
            at(*reply)
        ),
        Reason::Settled { owner, share } => {
            format!("此点原已归{}（{share}%）。", color(*owner, Language::Chinese))
        }
        Reason::Sente { better, gain, follow_up } => format!(
            "更好的 {} 是先手：得 {} 目，后续威胁 {} 目。",
            at(*better),
            points(*gain),
            points(*follow_up)
        ),
        Reason::Elsewhere { better, area } => {
            format!("更好的 {} 在{}。", at(*better), chinese_area(*area))
        }
    }
}

/// Describes what the player could do with a group before the move, and what the opponent does after it.
fn chinese_proof(
    is_own: bool,
    [before, after]: [&ProvedResult; 2],
    mover: Color,
    size: Size,
) -> (String, String) {
    let [own, other] = [mover, !mover].map(|side| color(side, Language::Chinese));
    let at = |first: u16| vertex(Some(first), size);
    let living = |result: &ProvedResult| if result.is_seki { "成双活" } else { "做活" };
    let settled = |result: &ProvedResult| if result.is_seki { "双活" } else { "活棋" };
    match is_own {
        true => (
            match before.first {
                Some(first) => format!("原可下 {} {}", at(first), living(before)),
                None => format!("原是{}", settled(before)),
            },
            after.first.map_or("已死".into(), |it| format!("{other}下 {} 可杀", at(it))),
        ),
        false => (
            before.first.map_or("原已死".into(), |it| format!("原可由{own}下 {} 杀死", at(it))),
            match after.first {
                Some(first) => format!("{other}下 {} 可{}", at(first), living(after)),
                None => format!("是{}", settled(after)),
            },
        ),
    }
}

fn chinese_area(BoardArea { column, row }: BoardArea) -> &'static str {
    [["左上", "上边", "右上"], ["左边", "中央", "右边"], ["左下", "下边", "右下"]][row][column]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_one_sentence_for_each_owner_and_status() {
        let size = Size::new(9, 9).expect("a size");
        let result = |first: Option<u16>, is_seki| ProvedResult { first, is_seki };
        let of = |owner, before, after, language| {
            let reason =
                Reason::Proved { owner, stone: 1, before, after, assumes_surroundings: false };
            sentence(&reason, Color::Black, size, language)
        };
        let move_needed = result(Some(0), false);
        let [own, other] = Color::BOTH.map(|owner| {
            [Language::English, Language::Chinese]
                .map(|language| of(owner, move_needed, move_needed, language))
        });
        assert_eq!(
            own,
            [
                "Proved: Black’s group at B9 could live with A9, but after the move White kills it with A9.",
                "已证明：黑 B9 一块原可下 A9 做活，但此手之后白下 A9 可杀。"
            ]
        );
        assert_eq!(
            other,
            [
                "Proved: White’s group at B9 could be killed with A9, but after the move it lives with A9.",
                "已证明：白 B9 一块原可由黑下 A9 杀死，但此手之后白下 A9 可做活。"
            ]
        );
        let (none, seki) = (result(None, false), result(None, true));
        let english = |owner, before, after| of(owner, before, after, Language::English);
        assert_eq!(
            english(Color::Black, seki, none),
            "Proved: Black’s group at B9 was in seki, but after the move it is dead."
        );
        assert_eq!(
            english(Color::White, none, result(Some(0), true)),
            "Proved: White’s group at B9 was dead, but after the move it lives in seki with A9."
        );
        let (owner, assumes_surroundings) = (Color::Black, true);
        let (before, after) = (seki, none);
        let reason = Reason::Proved { owner, stone: 1, before, after, assumes_surroundings };
        let [english, chinese] = [Language::English, Language::Chinese]
            .map(|language| sentence(&reason, Color::Black, size, language));
        assert!(english.starts_with("Proved if White’s surrounding stones are safe: Black’s"));
        assert!(chinese.starts_with("已证明（设外围的白棋安全）：黑"));
    }
}
