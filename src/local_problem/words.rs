//! A solution in words, in English and Chinese.

use crate::go::Color;
use crate::records::record::Language;
use crate::solver::{Condition, Goal, GroupStatus, LocalMove, SolveStop};

use super::answer::Answer;

impl Answer<'_> {
    /// Returns the lines of the answer in words: the result, the exits if it depends on them, and the principal
    /// variation if there is one.
    pub(crate) fn lines(&self, language: Language) -> Vec<String> {
        let mut lines = vec![self.result(language)];
        if self.solution.condition == Some(Condition::Escape) {
            let exits = self.exits().join(" ");
            lines.push(language.choose(format!("exits: {exits}"), format!("出口：{exits}")));
        }
        let names = self.solution.variation.iter().map(|&(color, mv)| match language {
            Language::English => format!("{} {}", color.letter(), self.move_name(mv)),
            Language::Chinese => {
                format!("{}{}", color_name(color, language), self.chinese_move(mv))
            }
        });
        let names: Vec<String> = names.collect();
        if !names.is_empty() {
            lines.push(match language {
                Language::English => format!("variation: {}", names.join(" ")),
                Language::Chinese => format!("变化：{}", names.join(" ")),
            });
        }
        lines
    }

    fn chinese_move(&self, mv: LocalMove) -> String {
        match mv {
            LocalMove::Play(_) => self.move_name(mv),
            LocalMove::Pass => "虚着".into(),
            LocalMove::Threat => "找劫".into(),
        }
    }

    /// Returns the result in one line.
    fn result(&self, language: Language) -> String {
        let nodes = grouped(self.solution.nodes);
        let to_play = color_name(self.problem.to_play(), language);
        if self.solution.status == GroupStatus::Unknown {
            let (reason, known) = (self.reason(language), self.partial(language));
            return match language {
                Language::English => {
                    format!("{to_play} to play: unknown{known}; {reason} ({nodes} nodes)")
                }
                Language::Chinese => {
                    format!("{to_play}先：未解{known}；{reason}（{nodes} 个节点）")
                }
            };
        }
        let (english, chinese) = self.outcome();
        let first = self.solution.first_move;
        let condition = self.condition(language);
        match language {
            Language::English => {
                let color = self.problem.to_play().letter();
                let first = first.map(|mv| format!(": {color} {}", self.move_name(mv)));
                let first = first.unwrap_or_default();
                format!("{to_play} to play {english}{condition}{first} (proof of {nodes} nodes)")
            }
            Language::Chinese => {
                let first = first.map(|mv| format!("：{}", self.chinese_move(mv)));
                let first = first.unwrap_or_default();
                format!("{to_play}先{chinese}{condition}{first}（证明用 {nodes} 个节点）")
            }
        }
    }

    /// Returns the condition of the result.
    fn condition(&self, language: Language) -> String {
        let owner = self.problem.defender();
        let [owner, other] = [owner, !owner].map(|color| color_name(color, language));
        match self.solution.condition {
            None => String::new(),
            Some(Condition::Escape) => language
                .choose(format!(" if {owner} can escape"), format!("（条件：{owner}能逃出）")),
            Some(Condition::Surroundings) => language.choose(
                format!(" if {other}'s surrounding stones are safe"),
                format!("（条件：外围的{other}棋安全）"),
            ),
        }
    }

    /// Returns what is known although the status is unknown.
    fn partial(&self, language: Language) -> &'static str {
        let is_capture = !matches!(self.problem.goal(), Goal::Connect(..) | Goal::Cut(..));
        match self.solution.defender_succeeds {
            Some(true) if is_capture => language.choose(" (not captured)", "（不会被提）"),
            Some(false) if is_capture => {
                language.choose(" (captured without ko threats)", "（无劫材则被提）")
            }
            _ => "",
        }
    }

    fn reason(&self, language: Language) -> &'static str {
        match self.solution.stop {
            Some(SolveStop::Nodes) => language.choose("node limit reached", "已达节点上限"),
            Some(SolveStop::Depth) => language.choose("line limit reached", "已达手数上限"),
            Some(SolveStop::Cancelled) => language.choose("interrupted", "已中断"),
            Some(SolveStop::Border) => language
                .choose("the status depends on the outside of the region", "死活与区域之外有关"),
            Some(SolveStop::Time) | None => language.choose("time limit reached", "已到时限"),
        }
    }

    /// Returns the result of the side to move in English and Chinese.
    fn outcome(&self) -> (String, String) {
        let (goal, status) = (self.problem.goal(), self.solution.status);
        let is_owner = self.problem.to_play() == self.problem.defender();
        if let GroupStatus::Ko { takes_first, threats } = status {
            return ko_outcome(takes_first, threats);
        }
        let succeeds = is_owner != (status == GroupStatus::Dead);
        let is_seki = status == GroupStatus::Seki;
        let (english, chinese) = match (goal, is_owner, succeeds) {
            (Goal::Kill(_) | Goal::Live(_), true, true) if is_seki => ("lives in seki", "双活"),
            (Goal::Kill(_) | Goal::Live(_), false, false) if is_seki => ("gets seki", "双活"),
            (Goal::Kill(_) | Goal::Live(_), true, true) => ("lives", "活"),
            (Goal::Kill(_) | Goal::Live(_), true, false) => ("cannot live", "不活"),
            (Goal::Kill(_) | Goal::Live(_), false, true) => ("kills", "杀"),
            (Goal::Kill(_) | Goal::Live(_), false, false) => ("cannot kill", "杀不掉"),
            (Goal::Capture(_), true, true) => ("saves the target", "可救"),
            (Goal::Capture(_), true, false) => ("cannot save the target", "救不了"),
            (Goal::Capture(_), false, true) => ("captures", "可提"),
            (Goal::Capture(_), false, false) => ("cannot capture", "提不掉"),
            (Goal::Connect(..) | Goal::Cut(..), true, true) => ("connects", "可连"),
            (Goal::Connect(..) | Goal::Cut(..), true, false) => ("cannot connect", "连不上"),
            (Goal::Connect(..) | Goal::Cut(..), false, true) => ("cuts", "可断"),
            (Goal::Connect(..) | Goal::Cut(..), false, false) => ("cannot cut", "断不了"),
            (Goal::Eye(_), true, true) => ("makes an eye", "成眼"),
            (Goal::Eye(_), true, false) => ("cannot make an eye", "不成眼"),
            (Goal::Eye(_), false, true) => ("prevents the eye", "破眼"),
            (Goal::Eye(_), false, false) => ("cannot prevent the eye", "破不了眼"),
        };
        (english.into(), chinese.into())
    }
}

fn ko_outcome(takes_first: Color, threats: u8) -> (String, String) {
    let [first, second] = [takes_first, !takes_first];
    let (english, chinese) = (Language::English, Language::Chinese);
    let noun = if threats == 1 { "threat" } else { "threats" };
    (
        format!(
            "gets a ko ({} takes first, {} needs {threats} ko {noun})",
            color_name(first, english),
            color_name(second, english)
        ),
        format!(
            "，打劫（{}先提，{}方需 {threats} 个劫材）",
            color_name(first, chinese),
            color_name(second, chinese)
        ),
    )
}

/// Returns the name of a colour.
pub(super) fn color_name(color: Color, language: Language) -> &'static str {
    match color {
        Color::Black => language.choose("Black", "黑"),
        Color::White => language.choose("White", "白"),
    }
}

/// Returns a number with spaces between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut groups: Vec<&str> = Vec::new();
    if first > 0 {
        groups.push(&digits[..first]);
    }
    let rest = digits.as_bytes()[first..].chunks(3);
    groups.extend(rest.filter_map(|group| std::str::from_utf8(group).ok()));
    groups.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local_problem::answer::tests::{BENT_THREE, CORNER_SIX, answered};

    #[test]
    fn result_is_stated_in_both_languages() {
        let lines = |to_play, nodes| {
            answered(BENT_THREE, to_play, nodes, |answer| {
                [Language::English, Language::Chinese].map(|language| answer.lines(language))
            })
        };
        let [english, chinese] = lines(Color::White, 100_000);
        assert!(english[0].starts_with("White to play kills: W A5 (proof of "), "{english:?}");
        assert!(english[1].starts_with("variation: W A5 "), "{english:?}");
        assert!(chinese[0].starts_with("白先杀：A5（证明用 "), "{chinese:?}");
        assert!(chinese[1].starts_with("变化：白A5 "), "{chinese:?}");
        let [english, chinese] = lines(Color::Black, 100_000);
        assert!(english[0].starts_with("Black to play lives: B A5 "), "{english:?}");
        assert!(chinese[0].starts_with("黑先活：A5"), "{chinese:?}");
        let [english, chinese] = lines(Color::White, 1);
        assert_eq!(english, ["White to play: unknown; node limit reached (1 nodes)"]);
        assert_eq!(chinese, ["白先：未解；已达节点上限（1 个节点）"]);
    }

    #[test]
    fn ko_is_described_with_threats() {
        answered(CORNER_SIX, Color::White, 10_000_000, |answer| {
            let GroupStatus::Ko { takes_first, .. } = answer.solution.status else {
                panic!("{:?}", answer.solution);
            };
            let line = &answer.lines(Language::English)[0];
            let first = color_name(takes_first, Language::English);
            let expected = format!("White to play gets a ko ({first} takes first, ");
            assert!(line.starts_with(&expected), "{line}");
        });
    }

    #[test]
    fn digits_are_grouped() {
        let numbers = [0, 999, 1000, 12_345, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1 000", "12 345", "1 234 567"]);
    }
}
