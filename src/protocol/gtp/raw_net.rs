//! The output of a net for the position without a search, in the formats of KataGo and Leela Zero.

use crate::engine::{RawNetOutput, Symmetry};
use crate::go::Color;
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::{CommandResponse, Failure};
use crate::protocol::{parse_number, vertex};
use crate::search::RawNetEvaluator;

/// The default weight of the optimistic policy, as at KataGo's root.
const OPTIMISM: f32 = 0.2;

/// The suffixes of all error messages in KataGo.
const USAGE: &str = "for kata-raw-nn (expected an optional color, a symmetry 'all' or index [0-7], \
                     and an optional optimism [0-1])";
const HUMAN_USAGE: &str = "for kata-raw-human-nn (expected an optional color and a symmetry 'all' or \
                           index [0-7])";

/// `kata-raw-nn`: returns the complete output of a net in KataGo's format, from White's perspective.
pub(super) fn raw_nn(call: &mut CommandContext) -> Answer {
    let (color, symmetries, optimism) = question(call, USAGE, true)?;
    let answers = symmetries.iter().map(|&symmetry| ask(call, color, symmetry, optimism));
    let answers: Vec<RawNetOutput> = answers.collect::<Result<_, _>>()?;
    Ok(lines_of(call, color, &symmetries, &answers, values))
}

/// `kata-raw-human-nn`: the same for the human net.
pub(super) fn raw_human_nn(call: &mut CommandContext) -> Answer {
    let (color, symmetries, _) = question(call, HUMAN_USAGE, false)?;
    if call.engine.settings().nets.human().is_none() {
        let message = "no human net is loaded (--human-net FILE)";
        return Err(Failure::Argument(message.into()));
    }
    let guide = call.engine.human_guide().ok_or_else(|| {
        let message = "no profile is set (kata-set-param humanSLProfile rank_5k)";
        Failure::Argument(message.into())
    })?;
    let game = call.engine.game();
    let mut evaluator = RawNetEvaluator::new(&guide.net).with_profile(Some(guide.profile));
    let answers = evaluator.ask(game, color, &symmetries, 0.0);
    let answers = answers.ok_or(Failure::NoNet(game.size().lines()))?;
    Ok(lines_of(call, color, &symmetries, &answers, human_values))
}

/// Returns the response with the values that a function selects from each output.
fn lines_of(
    call: &CommandContext,
    color: Color,
    symmetries: &[Symmetry],
    answers: &[RawNetOutput],
    values: fn(&RawNetOutput, f32) -> Vec<String>,
) -> CommandResponse {
    let size = call.engine.game().size().lines();
    let white = -color.sign() as f32;
    let mut lines = Vec::new();
    for (symmetry, answer) in symmetries.iter().zip(answers) {
        // KataGo separates symmetries by a blank line, which ends the response for any GTP client.
        lines.push(format!("symmetry {}", symmetry.index()));
        lines.extend(values(answer, white));
        lines.push("policy".into());
        lines.extend(rows(&answer.policy, size, |probability| match probability {
            Some(probability) => format!("{:8.6} ", finite(*probability)),
            None => "    NAN ".into(),
        }));
        lines.push(format!("policyPass {:8.6} ", finite(answer.pass)));
        lines.push("whiteOwnership".into());
        let owner = |owner: &f32| format!("{:9.7} ", finite(white * owner));
        lines.extend(rows(&answer.ownership, size, owner));
    }
    if let Some(last) = lines.last_mut() {
        last.truncate(last.trim_end().len());
    }
    CommandResponse::Lines(lines)
}

/// Returns the lines of the win probabilities from White's perspective; `white` is 1 if White is to move, else -1.
fn outcome(answer: &RawNetOutput, white: f32) -> Vec<String> {
    let (white_wins, black_wins) = match white > 0.0 {
        true => (answer.win, answer.loss),
        false => (answer.loss, answer.win),
    };
    vec![
        format!("whiteWin {:.6}", finite(white_wins)),
        format!("whiteLoss {:.6}", finite(black_wins)),
        format!("noResult {:.6}", finite(answer.no_result)),
    ]
}

/// Returns the lines of the short-term errors; nets without these outputs have -1.
fn errors(answer: &RawNetOutput) -> [String; 2] {
    let errors = answer.uncertainty.map_or([-1.0; 2], |it| [it.value_error, it.score_error]);
    [
        format!("shorttermWinlossError {:.3}", finite(errors[0])),
        format!("shorttermScoreError {:.3}", finite(errors[1])),
    ]
}

fn values(answer: &RawNetOutput, white: f32) -> Vec<String> {
    let mut lines = outcome(answer, white);
    let time = answer.uncertainty.map_or(-1.0, |it| it.time_variance);
    lines.extend([
        format!("whiteLead {:.3}", finite(white * answer.lead)),
        format!("whiteScoreSelfplay {:.3}", finite(white * answer.score)),
        format!("whiteScoreSelfplaySq {:.3}", finite(answer.score_square)),
        format!("varTimeLeft {:.3}", finite(time)),
    ]);
    lines.extend(errors(answer));
    lines
}

/// Returns the values of a human net, which predicts neither a lead nor the remaining time.
fn human_values(answer: &RawNetOutput, white: f32) -> Vec<String> {
    let mut lines = outcome(answer, white);
    lines.extend([
        format!("whiteScore {:.3}", finite(white * answer.score)),
        format!("whiteScoreSq {:.3}", finite(answer.score_square)),
    ]);
    lines.extend(errors(answer));
    lines
}

/// Parses the colour, the symmetries and, if the command takes it, the optimism of the policy.
fn question(
    call: &CommandContext,
    usage: &str,
    takes_optimism: bool,
) -> Result<(Color, Vec<Symmetry>, f32), Failure> {
    let invalid = |reason: &str| Failure::Argument(format!("{reason} {usage}"));
    let words = call.args();
    let mut rest = &words[..];
    let mut color = call.engine.game().to_play();
    if let Some(named) = rest.first().and_then(|word| vertex::color(word).ok()) {
        (color, rest) = (named, &rest[1..]);
    }
    let Some((which, rest)) = rest.split_first() else {
        return Err(invalid("Expected a symmetry argument 'all' or index [0-7]"));
    };
    let symmetries = symmetries(which).ok_or_else(|| {
        invalid(&format!("Expected a symmetry argument 'all' or index [0-7] but got '{which}'"))
    })?;
    let Some((optimism, rest)) = rest.split_first() else {
        return Ok((color, symmetries, OPTIMISM));
    };
    if !takes_optimism {
        return Err(invalid(&format!("Unexpected extra argument '{optimism}'")));
    }
    let read = parse_number::float(optimism).ok().filter(|number| (0.0..=1.0).contains(number));
    let read = read.ok_or_else(|| {
        invalid(&format!("Expected an optimism value in [0,1] but got '{optimism}'"))
    })?;
    match rest.first() {
        Some(word) => Err(invalid(&format!("Unexpected extra argument '{word}'"))),
        None => Ok((color, symmetries, read as f32)),
    }
}

/// Parses symmetries: `all`, or an index from 0 to 7.
fn symmetries(word: &str) -> Option<Vec<Symmetry>> {
    if word.eq_ignore_ascii_case("all") {
        return Some(Symmetry::ALL.to_vec());
    }
    let index = parse_number::integer(word).ok()?;
    Symmetry::new(index).map(|symmetry| vec![symmetry])
}

fn ask(
    call: &CommandContext,
    color: Color,
    symmetry: Symmetry,
    optimism: f32,
) -> Result<RawNetOutput, Failure> {
    let lines = call.engine.game().size().lines();
    call.engine.ask_net(color, symmetry, optimism).ok_or(Failure::NoNet(lines))
}

/// `heatmap`: returns the policy in thousandths, one line per row from the top, followed by the policy of a pass and
/// the winrate of the player to move, in Leela Zero's format.
pub(super) fn heatmap(call: &mut CommandContext) -> Answer {
    let words = call.args();
    let (symmetries, is_mean) = match words[..] {
        [] => (vec![Symmetry::IDENTITY], false),
        ["average" | "avg"] => (Symmetry::ALL.to_vec(), true),
        [word] => (symmetries(word).ok_or(Failure::Syntax)?, false),
        _ => return Err(Failure::Syntax),
    };
    let color = call.engine.game().to_play();
    let answers = symmetries.into_iter().map(|symmetry| ask(call, color, symmetry, OPTIMISM));
    let answers: Vec<RawNetOutput> = answers.collect::<Result<_, _>>()?;
    let groups = answers.chunks(if is_mean { answers.len() } else { 1 });
    // Clients recognise a row by its first character, so no row may follow the status on its line.
    let status_alone = [String::new()];
    let lines = call.engine.game().size().lines();
    Ok(CommandResponse::Lines(
        status_alone.into_iter().chain(groups.flat_map(|g| map(g, lines))).collect(),
    ))
}

/// Returns the mean of several outputs as a map.
fn map(answers: &[RawNetOutput], lines: usize) -> Vec<String> {
    let mean = |of: &dyn Fn(&RawNetOutput) -> f32| {
        let sum: f32 = answers.iter().map(of).sum();
        finite(sum / answers.len() as f32)
    };
    let points: Vec<f32> = (0..lines * lines)
        .map(|point| mean(&|answer| answer.policy[point].unwrap_or(0.0)))
        .collect();
    let mut text: Vec<String> =
        rows(&points, lines, |&probability| format!("{:3} ", thousandths(probability))).collect();
    text.push(format!("pass: {}", thousandths(mean(&|answer| answer.pass))));
    text.push(format!("winrate: {:.6}", mean(&|answer| answer.win)));
    text
}

fn thousandths(probability: f32) -> u32 {
    (1000.0 * probability) as u32
}

/// Formats values, one line per row.
fn rows<T>(
    values: &[T],
    lines: usize,
    form: impl Fn(&T) -> String,
) -> impl Iterator<Item = String> {
    values.chunks(lines).map(move |row| row.iter().map(&form).collect())
}

/// Returns the number, or 0 for NaN and infinities, which clients cannot parse.
fn finite(number: f32) -> f32 {
    if number.is_finite() { number } else { 0.0 }
}
