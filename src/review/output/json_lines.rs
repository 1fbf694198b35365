//! A review as JSON lines, for scripts: the game, each position, each move, each player.
//!
//! `docs/reference/review-output.md` describes every field. Win rates (0 to 1) and leads (points) are from the view
//! of the player named in the same line; ownership ranges from -1 (White) to 1 (Black).

use serde::Serialize;
use serde_json::Value as Json;

use super::group_lines::GroupLine;
use super::stats_json::TallyLines;
use crate::go::Color;
use crate::records::record::{Language, Path, Size};
use crate::review::game::group_proof::LossVerdict;
use crate::review::game::move_review::{MoveReview, Phase};
use crate::review::game::reader::{RANKS, RankEstimate};
use crate::review::game::reasons::Reason;
use crate::review::game::review::GameReview;
use crate::review::game::summary::PlayerSummary;
use crate::review::output::messages::vertex;
use crate::review::output::reason_text::sentence;
use crate::review::position::evaluation::{CandidateMove, PositionEvaluation};
use crate::review::position::first_move::FirstMove;
use crate::review::position::grade::{Grade, LIMITS};
use crate::review::position::mistake_kind::MistakeKind;
use crate::review::position::value::Value;

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum JsonLine {
    Game(GameLine),
    Position(PositionLine),
    Move(MoveLine),
    Player(Box<PlayerLine>),
}

#[derive(Serialize)]
struct GameLine {
    engine: String,
    effort: String,
    seed: u64,
    size: usize,
    komi: f64,
    komi_assumed: bool,
    rules: String,
    black: Option<String>,
    white: Option<String>,
    result: Option<String>,
    /// The reason why the rest of the record was not reviewed.
    broken: Option<String>,
    /// The number of the decisive move.
    turning_point: Option<u32>,
    /// The grading thresholds.
    grades: Vec<GradeLine>,
}

#[derive(Serialize)]
struct GradeLine {
    grade: Grade,
    winrate: f64,
    score: f64,
}

#[derive(Serialize)]
struct PositionLine {
    node: String,
    to_play: char,
    playouts: u64,
    winrate: f64,
    score: f64,
    choices: Vec<ChoiceLine>,
    searched: usize,
    ownership: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_move: Option<FirstMoveLine>,
}

/// The value of moving first, in points.
#[derive(Serialize)]
struct FirstMoveLine {
    gain: f64,
    follow_up: f64,
    sente: bool,
}

#[derive(Serialize)]
struct ChoiceLine {
    #[serde(rename = "move")]
    mv: String,
    visits: u64,
    winrate: f64,
    score: f64,
    variation: Vec<String>,
}

#[derive(Serialize)]
struct MoveLine {
    number: u32,
    node: String,
    main: bool,
    color: char,
    #[serde(rename = "move")]
    mv: String,
    phase: Phase,
    winrate_before: f64,
    winrate_after: f64,
    winrate_loss: f64,
    winrate_error: f64,
    score_before: f64,
    score_after: f64,
    score_loss: f64,
    grade: Grade,
    sure: bool,
    kind: Option<MistakeKind>,
    loss_proof: Option<LossVerdict>,
    groups: Vec<GroupLine>,
    rank: Option<usize>,
    searched: usize,
    best: Option<String>,
    variation: Vec<String>,
    /// The reasons of a mistake.
    reasons: Vec<ReasonLine>,
    /// The probabilities that players of the reader's rank and of a rank four above find the better move.
    #[serde(skip_serializing_if = "Option::is_none")]
    finds: Option<[f64; 2]>,
}

/// A reason with its sentences.
#[derive(Serialize)]
struct ReasonLine {
    reason: &'static str,
    english: String,
    chinese: String,
}

#[derive(Serialize)]
struct PlayerLine {
    color: char,
    #[serde(flatten)]
    tallies: TallyLines,
    /// The numbers of the player's lessons, costliest first.
    lessons: Vec<u32>,
    /// The estimated rank, and the lowest and highest rank of its 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<[&'static str; 3]>,
    /// The numbers of the player's mistakes, the one that the reader learns most from first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    learn_first: Vec<u32>,
}

/// Writes a review as JSON lines.
pub(crate) fn write(review: &GameReview<'_>) -> Vec<u8> {
    let course = &review.input.course;
    let size = review.input.record.size;
    let mut lines = vec![JsonLine::Game(game(review))];
    for (situation, assessment) in course.situations.iter().zip(review.assessments) {
        let node = Path::to(situation.node, &review.input.record.tree).to_string();
        lines.push(JsonLine::Position(position(node, situation.color, assessment, size)));
    }
    let numbered = review.moves.iter().enumerate();
    lines.extend(numbered.map(|(place, reviewed)| JsonLine::Move(played(review, place, reviewed))));
    lines.extend(Color::BOTH.map(|color| JsonLine::Player(Box::new(player(review, color)))));
    let mut bytes = Vec::new();
    for line in &lines {
        let json: Json = serde_json::to_value(line).expect("strings and numbers are valid JSON");
        bytes.extend_from_slice(json.to_string().as_bytes());
        bytes.push(b'\n');
    }
    bytes
}

fn game(review: &GameReview<'_>) -> GameLine {
    let (record, course) = (&review.input.record, &review.input.course);
    GameLine {
        engine: format!("Tianyuan {}", env!("CARGO_PKG_VERSION")),
        effort: review.options.search.limit.to_string(),
        seed: review.options.search.seed,
        size: record.size.width(),
        komi: f64::from(course.rules.komi.half_points()) / 2.0,
        komi_assumed: !course.komi_is_known,
        rules: format!("{:?}", course.rules.scoring).to_lowercase(),
        black: review.input.player(Color::Black),
        white: review.input.player(Color::White),
        result: record.info.result.map(|result| result.to_string()),
        broken: course.broken.as_ref().map(|(_, why)| why.to_string()),
        turning_point: review
            .summary
            .turning_point
            .map(|turn| review.moves[turn.place].played.number),
        grades: LIMITS.map(grade_line).into(),
    }
}

fn grade_line((grade, limit): (Grade, Value)) -> GradeLine {
    GradeLine { grade, winrate: limit.winrate_fraction(), score: limit.points() }
}

fn position(
    node: String,
    color: Color,
    assessment: &PositionEvaluation,
    size: Size,
) -> PositionLine {
    PositionLine {
        node,
        to_play: color.letter(),
        playouts: assessment.playouts,
        winrate: assessment.value.winrate_fraction(),
        score: assessment.value.points(),
        choices: assessment.choices.iter().map(|choice| choice_line(choice, size)).collect(),
        searched: assessment.ranking.len(),
        ownership: assessment.ownership.iter().map(|&owner| f64::from(owner) / 100.0).collect(),
        first_move: assessment.first_move.map(first_move_line),
    }
}

fn first_move_line(of: FirstMove) -> FirstMoveLine {
    let points = |hundredths: i32| f64::from(hundredths) / 100.0;
    FirstMoveLine { gain: points(of.gain), follow_up: points(of.follow_up), sente: of.is_sente() }
}

fn choice_line(choice: &CandidateMove, size: Size) -> ChoiceLine {
    let variation = variation(choice, size);
    ChoiceLine {
        mv: variation.first().cloned().unwrap_or_default(),
        visits: choice.visits,
        winrate: choice.value.winrate_fraction(),
        score: choice.value.points(),
        variation,
    }
}

fn variation(choice: &CandidateMove, size: Size) -> Vec<String> {
    choice.line.iter().map(|&index| vertex(index, size)).collect()
}

fn played(review: &GameReview<'_>, place: usize, reviewed: &MoveReview<'_>) -> MoveLine {
    let fraction = |share: i32| Value { winrate: share, lead: 0 }.winrate_fraction();
    let finds = review.reader.and_then(|reader| reader.finds[place]);
    let record = &review.input.record;
    let MoveReview { played, before, after, loss, error, grade, kind, .. } = reviewed;
    let MoveReview { best, rank, searched, phase, life_and_death, .. } = reviewed;
    let variation = best.map_or(Vec::new(), |best| variation(best, record.size));
    MoveLine {
        number: played.number,
        node: Path::to(played.node, &record.tree).to_string(),
        main: played.is_main,
        color: played.color.letter(),
        mv: vertex(played.point, record.size),
        phase: *phase,
        winrate_before: before.winrate_fraction(),
        winrate_after: after.winrate_fraction(),
        winrate_loss: loss.winrate_fraction(),
        winrate_error: Value { winrate: *error, lead: 0 }.winrate_fraction(),
        score_before: before.points(),
        score_after: after.points(),
        score_loss: loss.points(),
        grade: *grade,
        sure: reviewed.is_sure(),
        kind: *kind,
        loss_proof: life_and_death.verdict,
        groups: GroupLine::all(&life_and_death.groups, record.size),
        rank: *rank,
        searched: *searched,
        best: variation.first().cloned(),
        variation,
        finds: finds.map(|shares| shares.map(fraction)),
        reasons: reviewed.reasons.iter().map(|of| reason_line(of, reviewed, record.size)).collect(),
    }
}

fn reason_line(reason: &Reason, reviewed: &MoveReview<'_>, size: Size) -> ReasonLine {
    let text = |language| sentence(reason, reviewed.played.color, size, language);
    ReasonLine {
        reason: reason.name(),
        english: text(Language::English),
        chinese: text(Language::Chinese),
    }
}

fn player(review: &GameReview<'_>, color: Color) -> PlayerLine {
    let PlayerSummary { all, phases, lessons } = review.summary.player(color);
    let number = |&place: &usize| review.moves[place].played.number;
    let tallies = TallyLines::of(all, phases);
    let likelihoods = review.reader.map(|reader| &reader.likelihoods[color.index()]);
    let estimate = likelihoods.and_then(|of| RankEstimate::of(of));
    let learn_first = review.reader.map_or(Vec::new(), |reader| reader.learn_first(review.moves));
    let is_own = |&&place: &&usize| review.moves[place].played.color == color;
    PlayerLine {
        color: color.letter(),
        tallies,
        lessons: lessons.iter().map(number).collect(),
        rank: estimate.map(|of| [of.best, of.interval[0], of.interval[1]].map(|i| RANKS[i])),
        learn_first: learn_first.iter().filter(is_own).map(number).collect(),
    }
}
