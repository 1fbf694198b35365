//! Texts about proofs of life and death in Chinese and English.

use crate::go::Color;
use crate::records::record::{Language, Size};
use crate::review::game::group_proof::{GroupProof, LifeAndDeath, LossVerdict, ProvedStatus};
use crate::review::game::problem_proof::ProblemProof;
use crate::review::output::messages::{color, vertex};
use crate::review::position::evaluation::PointIndex;
use crate::solver::GroupStatus;

/// Returns the proofs about a move, a line per proved position and a last line with the verdict, if there is one.
pub(crate) fn lines(found: &LifeAndDeath, size: Size, language: Language) -> Vec<String> {
    let statuses = found.groups.iter().flat_map(|group| {
        let proofs = [(true, &group.before), (false, &group.after)];
        proofs.map(|(is_before, proved)| {
            let line = &proved.as_ref()?.line;
            let text = status(group, is_before, size, language)?;
            let pass = language.choose("pass", "虚着");
            let place = |at: &PointIndex| at.map_or(pass.into(), |at| vertex(Some(at), size));
            let moves: Vec<String> = line.iter().map(place).collect();
            Some(match (moves.is_empty(), language) {
                (true, _) => text,
                (false, Language::Chinese) => format!("{text}（{}）", moves.join(" ")),
                (false, Language::English) => format!("{text} ({})", moves.join(" ")),
            })
        })
    });
    let verdict = found.verdict.map(|it| verdict(it, language).to_string());
    statuses.flatten().chain(verdict).collect()
}

/// Describes what is proved about the answer of a problem.
pub(crate) fn problem(proof: &ProblemProof, language: Language) -> &'static str {
    match (proof.is_unique, proof.assumes_surroundings) {
        (true, false) => language.choose(
            "Proved: the only solution; all other moves are refuted.",
            "已证明：唯一正解，其他着手均不成立。",
        ),
        (false, false) => language.choose("Proved: the solution works.", "已证明：正解成立。"),
        (true, true) => language.choose(
            "Proved if the surrounding stones are safe: the only solution; all other moves are refuted.",
            "已证明（设外围的棋安全）：唯一正解，其他着手均不成立。",
        ),
        (false, true) => language.choose(
            "Proved if the surrounding stones are safe: the solution works.",
            "已证明（设外围的棋安全）：正解成立。",
        ),
    }
}

/// Returns the assumption of a proof about a group of `owner`, to follow a claim; empty if there is none.
pub(super) fn surroundings(is_assumed: bool, owner: Color, language: Language) -> String {
    let other = color(!owner, language);
    match (is_assumed, language) {
        (false, _) => String::new(),
        (true, Language::Chinese) => format!("（设外围的{other}棋安全）"),
        (true, Language::English) => format!(" if {other}’s surrounding stones are safe"),
    }
}

/// Returns the proofs about a move: text in Chinese and English, whether it is about the position before the move, and
/// the variation.
pub(crate) fn with_lines(
    found: &LifeAndDeath,
    size: Size,
) -> Vec<(String, String, bool, Vec<PointIndex>)> {
    let mut all = Vec::new();
    for group in &found.groups {
        for (is_before, proved) in [(true, &group.before), (false, &group.after)] {
            let text = |language| status(group, is_before, size, language);
            if let (Some(proved), Some(chinese), Some(english)) =
                (proved, text(Language::Chinese), text(Language::English))
            {
                all.push((chinese, english, is_before, proved.line.clone()));
            }
        }
    }
    all
}

/// Describes what the proofs imply for the loss of a move.
pub(crate) fn verdict(verdict: LossVerdict, language: Language) -> &'static str {
    match verdict {
        LossVerdict::Confirmed => language.choose("The loss is proved.", "已证明此手有损失。"),
        LossVerdict::Refuted => language.choose(
            "The move does not change this; the engine misjudged the group.",
            "此手未改变死活；引擎误判了这块棋。",
        ),
    }
}

/// Describes the proved status of a group before or after the move; `None` if it is not proved.
pub(crate) fn status(
    group: &GroupProof,
    is_before: bool,
    size: Size,
    language: Language,
) -> Option<String> {
    let proved = if is_before { &group.before } else { &group.after };
    let proved = proved.as_ref()?;
    let result = result(proved, group.owner, size, language);
    let given = surroundings(proved.assumes_surroundings, group.owner, language);
    let (owner, stone) = (color(group.owner, language), vertex(Some(group.stone), size));
    Some(match language {
        Language::Chinese => {
            let time = if is_before { "此手之前" } else { "此手之后" };
            format!("证明{given}：{time}，{owner} {stone} 一块{result}")
        }
        Language::English => {
            let time = if is_before { "before the move" } else { "after the move" };
            format!("Proof{given}: {time}, {owner}’s group at {stone} {result}")
        }
    })
}

/// Describes a status as a predicate of the group.
fn result(proved: &ProvedStatus, owner: Color, size: Size, language: Language) -> String {
    let ProvedStatus { status, to_play, first_move, .. } = proved;
    let mover = color(*to_play, language);
    let is_owner = *to_play == owner;
    let by = |at: &PointIndex| match (at, language) {
        (Some(_), Language::Chinese) => format!("{mover}下 {}", vertex(*at, size)),
        (None, Language::Chinese) => "不应也".into(),
        (Some(_), Language::English) => format!(" with {mover} {}", vertex(*at, size)),
        (None, Language::English) => " even if its owner passes".into(),
    };
    let first = first_move.as_ref().map(by).unwrap_or_default();
    let (chinese, english) = match (status, is_owner) {
        (GroupStatus::Alive, true) => (format!("{first} 可活"), format!("lives{first}")),
        (GroupStatus::Seki, true) => (format!("{first} 可成双活"), format!("lives in seki{first}")),
        (GroupStatus::Dead, true) => {
            (format!("已死，{mover}先也不活"), format!("is dead even if {mover} plays first"))
        }
        (GroupStatus::Dead, false) => {
            let passes = matches!(first_move, Some(None) | None);
            match passes {
                true => ("已死".into(), "is dead".into()),
                false => (format!("被{first} 杀死"), format!("is killed{first}")),
            }
        }
        (GroupStatus::Alive | GroupStatus::Unknown, _) => {
            (format!("是活棋，{mover}先也杀不掉"), format!("is alive even if {mover} plays first"))
        }
        (GroupStatus::Seki, false) => (
            format!("是双活，{mover}先也杀不掉"),
            format!("is in seki even if {mover} plays first"),
        ),
        (GroupStatus::Ko { takes_first, threats }, _) => ko(*takes_first, *threats),
    };
    if language == Language::Chinese { chinese } else { english }
}

fn ko(takes_first: Color, threats: u8) -> (String, String) {
    let name = |side: Color, language| color(side, language);
    let noun = if threats == 1 { "threat" } else { "threats" };
    (
        format!(
            "成打劫：{}先提，{}方需 {threats} 个劫材",
            name(takes_first, Language::Chinese),
            name(!takes_first, Language::Chinese)
        ),
        format!(
            "depends on a ko: {} takes first, {} needs {threats} ko {noun}",
            name(takes_first, Language::English),
            name(!takes_first, Language::English)
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proved(status: GroupStatus, to_play: Color, first: Option<PointIndex>) -> ProvedStatus {
        let line = vec![Some(0), None];
        let (region, assumes_surroundings) = (Vec::new(), false);
        ProvedStatus { status, to_play, first_move: first, line, region, assumes_surroundings }
    }

    #[test]
    fn proofs_are_described_in_both_languages() {
        let (owner, size) = (Color::Black, Size::new(9, 9).expect("a size"));
        let before = Some(proved(GroupStatus::Alive, Color::Black, Some(Some(0))));
        let after = Some(proved(GroupStatus::Dead, Color::White, Some(Some(0))));
        let groups = vec![GroupProof { owner, stone: 1, stones: 4, before, after }];
        let found = LifeAndDeath { groups, verdict: Some(LossVerdict::Confirmed) };
        let english = lines(&found, size, Language::English);
        assert_eq!(
            english,
            [
                "Proof: before the move, Black’s group at B9 lives with Black A9 (A9 pass)",
                "Proof: after the move, Black’s group at B9 is killed with White A9 (A9 pass)",
                "The loss is proved."
            ]
        );
        let chinese = lines(&found, size, Language::Chinese);
        assert_eq!(
            chinese,
            [
                "证明：此手之前，黑 B9 一块黑下 A9 可活（A9 虚着）",
                "证明：此手之后，黑 B9 一块被白下 A9 杀死（A9 虚着）",
                "已证明此手有损失。"
            ]
        );
        assert_eq!(lines(&LifeAndDeath::default(), size, Language::English), [""; 0]);
    }
}
