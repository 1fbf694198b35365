//! The state as a JSON object for the page.
//!
//! | field | contents |
//! | --- | --- |
//! | `version`, `game` | the version of the state; the number of the game |
//! | `size`, `rules`, `komi`, `handicap` | the terms |
//! | `level`, `profile`, `seconds`, `teaching`, `person` | the opponent; the user's colour, 0 for both |
//! | `board`, `last`, `ko` | a digit per cell; the last move as colour and cell; the forbidden cell |
//! | `turn`, `number`, `prisoners` | the player to move, the number of moves, captured stones |
//! | `clock` | the clocks: `GameClock::view`; `null` without time limits |
//! | `analyzing`, `phase`, `busy`, `error` | whether the analysis is on; `playing`, `agreeing` or `over`; the task of the worker; its error |
//! | `dead`, `score`, `result` | dead stones; the score and the result in Chinese and English |
//! | `ladder` | the level and the results for the next game |
//! | `node`, `comment` | the current node |
//! | `announced`, `described` | the last move and the position as text in Chinese and English |
//! | `evaluation` | the analysis of the current position: `Evaluation` |
//! | `lesson`, `solution`, `review`, `progress` | teaching, solved problem, the number of the review, its progress |
//! | `problem` | its index, the judgements of the last move and of the first answer, whether the answer is shown |
//! | `tree` | per node: parent, colour (0 for none), cell, Black's value, whether it has a comment |
//! | `charts` | the charts of the current line as SVG, with the scale of the lead |

use std::time::Instant;

use serde_json::{Value, json};

use super::error::BoardError;
use super::evaluation::BlackValue;
use super::game_tree::{cell, stones};
use super::puzzle::Verdict;
use super::state::{Phase, State};
use crate::go::{Action, Color, PointSet};
use crate::protocol::position_text::{announce, describe};
use crate::records::record::{Event, Language, NodeId};
use crate::review::{draw_curve, outcome};
use crate::terminal_play::score_lines;

/// Both languages in the order of the page.
const LANGUAGES: [Language; 2] = [Language::Chinese, Language::English];

/// Returns the state for a page that has a version of it.
pub(super) fn state(state: &State, version: u64) -> Value {
    let mut object = game(state);
    let more = progress(state);
    if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
        object.extend(more);
        if state.tree_version > version {
            object.insert("tree".into(), tree(state));
            object.insert("charts".into(), charts(state));
        }
    }
    object
}

fn game(state: &State) -> Value {
    let game = state.tree.game();
    let size = game.size();
    let last = game.turns().last().and_then(|turn| match turn.action {
        Action::Move(mv) => {
            Some(json!([color(turn.color), mv.point().map(|point| cell(size, point))]))
        }
        Action::Resign => None,
    });
    json!({
        "version": state.version,
        "game": state.game_number,
        "size": size.lines(),
        "rules": state.rules,
        "komi": game.rules().komi.to_string(),
        "handicap": game.handicap(),
        "level": state.level.rank(),
        "profile": state.profile.map(|profile| profile.to_string()),
        "seconds": state.time.as_secs_f64(),
        "teaching": state.teaching.map(|limit| f64::from(limit) / 100.0),
        "person": state.person.map_or(0, color),
        "board": stones(game.board()),
        "last": last,
        "ko": game.board().ko().map(|(_, point)| cell(size, point)),
        "turn": color(game.to_play()),
        "number": game.turns().len(),
        "prisoners": Color::BOTH.map(|color| game.prisoners(color)),
        "announced": LANGUAGES.map(|language| announce(game, language)),
        "described": LANGUAGES.map(|language| describe(game, language)),
    })
}

fn progress(state: &State) -> Value {
    let phase = state.phase();
    let dead = state.dead().filter(|_| phase != Phase::Playing);
    let node = state.tree.node();
    let evaluation = state.evaluation.as_ref().filter(|(at, _)| *at == node).map(|(_, it)| it);
    let solution = state.solution.as_ref().filter(|solution| solution.node == node);
    let scoring = state.tree.game().rules().scoring;
    let result = state.tree.record().info.result;
    let resigned = state.ending.as_ref().is_some_and(|ending| ending.outcome.margin().is_none());
    json!({
        "clock": state.clock.as_ref().map(|clock| clock.view(Instant::now())),
        "analyzing": state.is_analyzing,
        "phase": match phase {
            Phase::Playing => "playing",
            Phase::Agreeing => "agreeing",
            Phase::Over => "over",
        },
        "busy": state.busy,
        "error": state.error.as_ref().map(error),
        "dead": dead.map(|dead| state.cells(&dead)),
        "score": dead.filter(|_| !(phase == Phase::Over && resigned)).map(|dead| score(state, &dead)),
        "result": result.map(|result| LANGUAGES.map(|it| outcome(result, scoring, it))),
        "ladder": state.ladder.as_ref().map(|ladder| {
            json!({"level": ladder.level.rank(), "results": ladder.letters()})
        }),
        "node": node.index(),
        "comment": state.tree.comment(),
        "evaluation": evaluation,
        "lesson": state.lesson,
        "solution": solution.map(|it| json!({"lines": [it.chinese, it.english], "first": it.first})),
        "problem": state.puzzle.as_ref().map(|puzzle| {
            json!({
                "index": puzzle.index,
                "verdict": puzzle.verdict.map(Verdict::name),
                "first": puzzle.first,
                "revealed": puzzle.is_revealed,
            })
        }),
        "review": state.review,
        "progress": state.progress,
    })
}

/// Returns an error in Chinese and English.
pub(super) fn error(error: &BoardError) -> [String; 2] {
    LANGUAGES.map(|language| error.text(language))
}

fn score(state: &State, dead: &PointSet) -> [Vec<String>; 2] {
    LANGUAGES.map(|language| score_lines(state.tree.game(), dead, language))
}

/// Returns the number of a colour on the page.
fn color(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

/// Returns a row for each node in insertion order, parents before children.
fn tree(state: &State) -> Value {
    let record = state.tree.record();
    let row = |id: NodeId| {
        let node = record.tree.node(id);
        let (side, at) = match node.event {
            Event::Move { color: side, point } => {
                (color(side), point.map(|point| record.size.index(point)))
            }
            _ => (0, None),
        };
        let parent = record.tree.parent(id).map(NodeId::index);
        let has_comment = node.notes().comment.is_some();
        json!([parent, side, at, state.values.get(&id), has_comment])
    };
    let first = |id: NodeId| record.tree.first_child(id).map(NodeId::index);
    let rows: Vec<Value> = record.tree.ids().map(row).collect();
    let firsts: Vec<Option<usize>> = record.tree.ids().map(first).collect();
    json!({"nodes": rows, "first": firsts})
}

/// Returns the charts along the current line: through the current node to its end.
fn charts(state: &State) -> Value {
    let tree = &state.tree.record().tree;
    let node = state.tree.node();
    let mut line = tree.line_to(node);
    line.extend(tree.main_line(node).skip(1));
    let mut last = BlackValue(5000, 0);
    let values: Vec<(i32, i32)> = line
        .iter()
        .map(|id| {
            last = state.values.get(id).copied().unwrap_or(last);
            (last.0, last.1)
        })
        .collect();
    let [winrate, lead, scale] = draw_curve(&values);
    let nodes: Vec<usize> = line.iter().map(|id| id.index()).collect();
    json!({"winrate": winrate, "lead": lead, "scale": scale, "nodes": nodes})
}
