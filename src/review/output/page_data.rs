//! The data of a page's script, as JSON: the positions, their values and the record's comments.
//!
//! Colours are 1 (Black) and 2 (White). Points are indices row by row from the upper left. Win rates are in 1/10,000
//! and leads in 1/100 point, as in [`Value`]. Ownership is one letter per point, from `a` (White) through `k`
//! (neutral) to `u` (Black).

use std::collections::HashMap;

use serde::Serialize;

use crate::go::Color;
use crate::protocol::rules_as_json;
use crate::records::record::replay::position_at;
use crate::records::record::{NodeId, RulesName, Size};
use crate::review::game::move_review::MoveReview;
use crate::review::game::review::GameReview;
use crate::review::output::reason_text::sentences;
use crate::review::output::{messages, proof_messages};
use crate::review::position::evaluation::{CandidateMove, PointIndex, PositionEvaluation};
use crate::review::position::grade::LIMITS;
use crate::review::position::mistake_kind::MistakeKind;
use crate::review::position::value::Value;

/// The smallest prior in the data, in 1/10,000.
const LEAST_PRIOR: i32 = 20;

/// The data of a game.
#[derive(Debug, Serialize)]
pub(crate) struct PageData {
    size: usize,
    /// The rules as named by analysis clients, and the komi in points.
    rules: serde_json::Value,
    komi: f64,
    /// The name of the rules in the record.
    ruleset: Option<String>,
    /// The grades of mistakes from worst to best, with their thresholds in win rate and lead.
    limits: [(&'static str, i32, i32); LIMITS.len()],
    steps: Vec<Step>,
    /// The steps of the main line, in order.
    main: Vec<usize>,
    /// Indices into `main` of the lessons.
    lessons: Vec<usize>,
    /// Name, Chinese and English name, and Chinese and English criterion of each kind of mistake.
    kinds: [[&'static str; 5]; MistakeKind::ALL.len()],
}

/// A position and the move that led to it.
#[derive(Debug, Serialize)]
struct Step {
    /// The index of the previous step; `None` at the start and at setups.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<usize>,
    /// The stones, if they do not follow from the previous step: 0, 1 or 2 for each point.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    played: Option<(u8, PointIndex)>,
    number: u32,
    /// The colour to play.
    turn: u8,
    /// Black's win rate and lead.
    value: (i32, i32),
    playouts: u64,
    /// Playouts, the player's win rate and lead, the variation and the prior in 1/10,000.
    choices: Vec<(u64, i32, i32, Vec<PointIndex>, i32)>,
    /// The searched points with a prior of at least [`LEAST_PRIOR`], and their priors in 1/10,000.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    policy: Vec<(u16, i32)>,
    owned: String,
    /// The value of the best move and of a second one in 1/100 point, and whether the best move is sente.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<(i32, i32, bool)>,
    /// The review of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    judged: Option<Judged>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

#[derive(Debug, Serialize)]
struct Judged {
    before: (i32, i32),
    after: (i32, i32),
    loss: (i32, i32),
    /// The standard error of the win-rate loss.
    error: i32,
    grade: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    rank: Option<usize>,
    searched: usize,
    /// The better variation, if any.
    better: Vec<PointIndex>,
    /// Proofs about groups: text in Chinese and English, whether it is about the position before the move, and the
    /// variation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proofs: Vec<(String, String, bool, Vec<PointIndex>)>,
    /// The consequence of the proofs in Chinese and English.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<[&'static str; 2]>,
    /// The Chinese and English sentences about the reasons of a mistake; empty if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<String>,
}

impl PageData {
    /// Returns the data of a review.
    pub(crate) fn of(review: &GameReview<'_>) -> PageData {
        let course = &review.input.course;
        let tree = &review.input.record.tree;
        let judged: HashMap<NodeId, &MoveReview<'_>> =
            review.moves.iter().map(|reviewed| (reviewed.played.node, reviewed)).collect();
        let mut places: HashMap<NodeId, usize> = HashMap::new();
        let mut steps = Vec::new();
        for (i, situation) in course.situations.iter().enumerate() {
            let reviewed = judged.get(&situation.node).copied();
            // A position evaluated for both sides to play is one step.
            let is_other_side = reviewed.is_some_and(|reviewed| reviewed.played.after != i);
            if is_other_side || places.contains_key(&situation.node) {
                continue;
            }
            places.insert(situation.node, steps.len());
            steps.push(step(review, i, reviewed));
        }
        for (&node, &place) in &places {
            let (_, before) = course.makers(node);
            let is_played = steps[place].played.is_some();
            steps[place].from = places.get(&before).copied().filter(|_| is_played);
            if steps[place].from.is_none() {
                steps[place].board = Some(stones(review, node));
            }
        }
        let main: Vec<usize> =
            tree.main_line(tree.root()).filter_map(|id| places.get(&id).copied()).collect();
        let lessons = review.summary.learning_moves();
        let lessons = lessons.iter().filter_map(|&lesson| {
            let step = places.get(&review.moves[lesson].played.node)?;
            main.iter().position(|main| main == step)
        });
        let lessons = lessons.collect();
        let size = review.input.record.size.width();
        let rules =
            serde_json::from_str(&rules_as_json(&course.rules)).expect("the value is valid JSON");
        let komi = f64::from(course.rules.komi.half_points()) / 2.0;
        let ruleset = review.input.record.info.rules.name.as_ref().map(ruleset);
        let limits = LIMITS.map(|(grade, limit)| (grade.name(), limit.winrate, limit.lead));
        PageData {
            size,
            rules,
            komi,
            ruleset,
            limits,
            steps,
            main,
            lessons,
            kinds: MistakeKind::ALL.map(described),
        }
    }

    /// Returns Black's win rate and lead along the main line.
    pub(crate) fn curve(&self) -> Vec<Value> {
        let value = |&step: &usize| {
            let (winrate, lead) = self.steps[step].value;
            Value { winrate, lead }
        };
        self.main.iter().map(value).collect()
    }

    /// Returns the colour and the loss of each main-line move, in 1/100 point, by its index in the
    /// [`curve`](PageData::curve).
    pub(crate) fn losses(&self) -> Vec<(usize, Color, i32)> {
        let loss = |(place, &step): (usize, &usize)| {
            let Step { played, judged, .. } = &self.steps[step];
            let (color, _) = (*played)?;
            let color = Color::BOTH.into_iter().find(|of| *of as u8 == color)?;
            Some((place, color, judged.as_ref()?.loss.1))
        };
        self.main.iter().enumerate().filter_map(loss).collect()
    }

    /// Returns the indices of the lessons in the [`curve`](PageData::curve).
    pub(crate) fn lessons(&self) -> &[usize] {
        &self.lessons
    }
}

/// Returns the name of rules in SGF.
fn ruleset(name: &RulesName) -> String {
    match name {
        RulesName::Chinese => "Chinese".into(),
        RulesName::Japanese => "Japanese".into(),
        RulesName::Korean => "Korean".into(),
        RulesName::Other(name) => name.clone(),
    }
}

fn described(kind: MistakeKind) -> [&'static str; 5] {
    let [chinese, english] = messages::IN_ORDER.map(|language| messages::kind(kind, language));
    let [zh, en] = messages::IN_ORDER.map(|language| messages::criterion(kind, language));
    [kind.name(), chinese, english, zh, en]
}

fn step(review: &GameReview<'_>, place: usize, reviewed: Option<&MoveReview<'_>>) -> Step {
    let record = &review.input.record;
    let situation = review.input.course.situations[place];
    let assessment = &review.assessments[place];
    let node = record.tree.node(situation.node);
    let of_black = match situation.color {
        Color::Black => assessment.value,
        Color::White => assessment.value.of_opponent(),
    };
    Step {
        from: None,
        board: None,
        played: reviewed.map(|f| (f.played.color as u8, f.played.point)),
        number: reviewed.map_or(0, |reviewed| reviewed.played.number),
        turn: situation.color as u8,
        value: pair(of_black),
        playouts: assessment.playouts,
        choices: assessment.choices.iter().map(choice).collect(),
        policy: policy(assessment),
        owned: owned(assessment),
        first: assessment.first_move.map(|of| (of.gain, of.follow_up, of.is_sente())),
        judged: reviewed.map(|reviewed| Judged {
            before: pair(reviewed.before),
            after: pair(reviewed.after),
            loss: pair(reviewed.loss),
            error: reviewed.error,
            grade: reviewed.grade.name(),
            kind: reviewed.kind.map(MistakeKind::name),
            rank: reviewed.rank,
            searched: reviewed.searched,
            better: reviewed.better().map_or(Vec::new(), |better| better.line.clone()),
            proofs: proof_messages::with_lines(&reviewed.life_and_death, record.size),
            verdict: reviewed.life_and_death.verdict.map(|verdict| {
                messages::IN_ORDER.map(|language| proof_messages::verdict(verdict, language))
            }),
            reasons: reasons(reviewed, record.size),
        }),
        comment: node.notes().comment.clone().filter(|comment| !comment.trim().is_empty()),
    }
}

/// Returns the sentences about a move in Chinese and English, or none without reasons.
fn reasons(reviewed: &MoveReview<'_>, size: Size) -> Vec<String> {
    let describe = |language| sentences(reviewed, size, language);
    match reviewed.reasons.is_empty() {
        true => Vec::new(),
        false => messages::IN_ORDER.map(describe).into(),
    }
}

fn pair(value: Value) -> (i32, i32) {
    (value.winrate, value.lead)
}

fn choice(choice: &CandidateMove) -> (u64, i32, i32, Vec<PointIndex>, i32) {
    let Value { winrate, lead } = choice.value;
    (choice.visits, winrate, lead, choice.line.clone(), choice.prior)
}

fn policy(assessment: &PositionEvaluation) -> Vec<(u16, i32)> {
    let moves = assessment.ranking.iter().zip(&assessment.priors);
    let points = moves.filter_map(|(&at, &prior)| at.map(|at| (at, prior)));
    points.filter(|&(_, prior)| prior >= LEAST_PRIOR).collect()
}

fn stones(review: &GameReview<'_>, id: NodeId) -> String {
    let record = &review.input.record;
    let position = position_at(record, id);
    let digit = |color: Option<Color>| color.map_or('0', |color| char::from(b'0' + color as u8));
    record.size.points().map(|point| digit(position.color_at(point))).collect()
}

/// Encodes ownership as one letter per point; see the module documentation.
fn owned(assessment: &PositionEvaluation) -> String {
    let letter = |&owner: &i8| {
        let tenths = (f32::from(owner) / 10.0).round().clamp(-10.0, 10.0) as i8;
        char::from((b'k' as i8 + tenths) as u8)
    };
    assessment.ownership.iter().map(letter).collect()
}
