//! A solution as text in English and Chinese, and as JSON.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::go::{BoardSize, Color};
use crate::records::record::Language;
use crate::solver::{Goal, GroupStatus, LocalMove, Problem, Solution, SolveStop};

use super::request::vertex;

/// A problem with its solution.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer<'a> {
    /// The problem.
    pub(crate) problem: &'a Problem,
    /// The solution.
    pub(crate) solution: &'a Solution,
}

/// Returns the name of a status in protocols: `alive`, `dead`, `seki`, `ko` or `unknown`.
fn status_name(status: GroupStatus) -> &'static str {
    match status {
        GroupStatus::Alive => "alive",
        GroupStatus::Dead => "dead",
        GroupStatus::Seki => "seki",
        GroupStatus::Ko { .. } => "ko",
        GroupStatus::Unknown => "unknown",
    }
}

impl Answer<'_> {
    fn size(&self) -> BoardSize {
        self.problem.board().size()
    }

    /// Returns the text of a move: a vertex, `pass` or `threat`.
    fn move_name(&self, mv: LocalMove) -> String {
        match mv {
            LocalMove::Play(point) => vertex(self.size(), point),
            LocalMove::Pass => "pass".into(),
            LocalMove::Threat => "threat".into(),
        }
    }

    /// Returns the first move as a vertex or `pass`; `None` if every move fails or the status is unknown.
    pub(crate) fn first_move(&self) -> Option<String> {
        self.solution.first_move.map(|mv| self.move_name(mv))
    }

    /// Returns the names of the moves of the principal variation: vertices, `pass`, and `threat` for a ko threat with
    /// its answer, after which the same side is to move.
    pub(crate) fn variation(&self) -> Vec<String> {
        self.solution.variation.iter().map(|&(_, mv)| self.move_name(mv)).collect()
    }

    /// Returns the JSON object of the answer, as documented for `tianyuan solve --json`.
    pub(crate) fn json(&self) -> Map<String, Value> {
        let Solution { status, nodes, time, stop, defender_succeeds, .. } = *self.solution;
        let mut object = Map::new();
        object.insert("status".into(), status_name(status).into());
        object.insert("move".into(), self.first_move().into());
        object.insert("pv".into(), self.variation().into());
        object.insert("nodes".into(), nodes.into());
        object.insert("seconds".into(), milliseconds(time).into());
        if let GroupStatus::Ko { takes_first, threats } = status {
            let ko = json!({"takesFirst": color_letter(takes_first), "threats": threats});
            object.insert("ko".into(), ko);
        }
        if status == GroupStatus::Unknown {
            object.insert("stop".into(), stop.map(stop_name).into());
            object.insert("defenderSucceeds".into(), defender_succeeds.into());
        }
        object.insert("goal".into(), goal_name(self.problem.goal()).into());
        object.insert("target".into(), self.targets().into());
        object.insert("toPlay".into(), color_letter(self.problem.to_play()).into());
        object
    }

    /// Returns the vertices of the targets.
    fn targets(&self) -> Vec<String> {
        let [first, last] = self.problem.goal().targets();
        let all = if first == last { vec![first] } else { vec![first, last] };
        all.into_iter().map(|point| vertex(self.size(), point)).collect()
    }

    /// Returns the lines of the answer in words: the result, and the principal variation if there is one.
    pub(crate) fn lines(&self, language: Language) -> Vec<String> {
        let mut lines = vec![self.result(language)];
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
        match language {
            Language::English => {
                let color = self.problem.to_play().letter();
                let first = first.map(|mv| format!(": {color} {}", self.move_name(mv)));
                let first = first.unwrap_or_default();
                format!("{to_play} to play {english}{first} (proof of {nodes} nodes)")
            }
            Language::Chinese => {
                let first = first.map(|mv| format!("：{}", self.chinese_move(mv)));
                let first = first.unwrap_or_default();
                format!("{to_play}先{chinese}{first}（证明用 {nodes} 个节点）")
            }
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

fn goal_name(goal: Goal) -> &'static str {
    match goal {
        Goal::Kill(_) => "kill",
        Goal::Live(_) => "live",
        Goal::Capture(_) => "capture",
        Goal::Connect(..) => "connect",
        Goal::Cut(..) => "cut",
        Goal::Eye(_) => "eye",
    }
}

fn stop_name(stop: SolveStop) -> &'static str {
    match stop {
        SolveStop::Nodes => "nodes",
        SolveStop::Time => "time",
        SolveStop::Cancelled => "cancelled",
        SolveStop::Depth => "depth",
    }
}

fn color_letter(color: Color) -> String {
    color.letter().to_string()
}

/// Returns the name of a colour.
pub(super) fn color_name(color: Color, language: Language) -> &'static str {
    match color {
        Color::Black => language.choose("Black", "黑"),
        Color::White => language.choose("White", "白"),
    }
}

/// Returns seconds with three decimals.
fn milliseconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
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
    use crate::go::{Diagram, Rules};
    use crate::solver::{SolveLimits, Solver};

    const BENT_THREE: &str = "
        . . X O .
        . X X O .
        X X O O .
        O O O . .
        . . . . .";

    fn answered<T>(
        text: &str,
        to_play: Color,
        nodes: u64,
        read: impl FnOnce(&Answer<'_>) -> T,
    ) -> T {
        let diagram = Diagram::parse(text);
        let target = diagram.stones.iter().find(|(color, _)| *color == Color::Black);
        let goal = Goal::Kill(target.expect("a black stone").1);
        let problem = Problem::new(&diagram.board(), &Rules::CHINESE, to_play, goal, None);
        let problem = problem.expect("a problem");
        let limits = SolveLimits { nodes, ..SolveLimits::default() };
        let solution = Solver::new(problem.clone(), 1 << 20).solve(&limits);
        read(&Answer { problem: &problem, solution: &solution })
    }

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
        let ko = "
            . a . X . O .
            . . . X O O .
            X X X X O O .
            O O O O O . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        answered(ko, Color::White, 10_000_000, |answer| {
            let GroupStatus::Ko { takes_first, threats } = answer.solution.status else {
                panic!("{:?}", answer.solution);
            };
            let line = &answer.lines(Language::English)[0];
            let first = color_name(takes_first, Language::English);
            let expected = format!("White to play gets a ko ({first} takes first, ");
            assert!(line.starts_with(&expected), "{line}");
            let json = answer.json();
            assert_eq!(json["status"], "ko");
            assert_eq!(json["ko"]["threats"], threats);
            assert_eq!(json["ko"]["takesFirst"], color_letter(takes_first));
        });
    }

    #[test]
    fn json_has_status_move_and_variation() {
        answered(BENT_THREE, Color::White, 100_000, |answer| {
            let json = answer.json();
            assert_eq!((&json["status"], &json["move"]), (&json!("dead"), &json!("A5")));
            assert_eq!(json["pv"][0], "A5");
            assert_eq!(json["nodes"], answer.solution.nodes);
            assert_eq!((&json["goal"], &json["toPlay"]), (&json!("kill"), &json!("W")));
            assert!(json["seconds"].is_f64() && !json.contains_key("ko"));
        });
        answered(BENT_THREE, Color::White, 1, |answer| {
            let json = answer.json();
            assert_eq!((&json["status"], &json["stop"]), (&json!("unknown"), &json!("nodes")));
            assert_eq!((&json["move"], &json["pv"]), (&Value::Null, &json!([])));
        });
    }

    #[test]
    fn digits_are_grouped() {
        let numbers = [0, 999, 1000, 12_345, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1 000", "12 345", "1 234 567"]);
    }
}
