//! `tianyuan net --find`: a table of the nets on this machine.

use std::time::Duration;

use super::super::backend::speed;
use super::super::builtin;
use super::places::{VARIABLE, places};
use super::recommendation::{Recommendation, built_in_speeds, recommend};
use super::scan::{FoundNet, ScanLimits, scan};
use super::strength::{BOARDS, BoardModel};
use crate::cli::net_file::NetFile;
use crate::cli::net_options::PrecisionChoice;
use crate::go::BoardSize;
use crate::job_error::JobError;
use crate::nn::AnyNet;
use crate::records::record::Language;
use crate::stdio::Closed;

/// The measured board, in lines.
const LINES: usize = 19;

/// The number of positions of a measurement.
const POSITIONS: usize = 16;

/// Searches for nets, measures each for `time` and prints a table with the recommended nets.
///
/// # Errors
/// Returns [`Closed`] if the output is closed.
pub(in super::super) fn report(
    precision: PrecisionChoice,
    time: Duration,
    language: Language,
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), Closed> {
    let places = places();
    let found = scan(&places, ScanLimits::default());
    if found.nets.is_empty() {
        print(language.choose("no nets found in these folders:", "以下文件夹中没有网络："))?;
        for place in &places {
            print(&format!("  {}", place.folder.display()))?;
        }
        return print(&language.choose(
            format!("set {VARIABLE} to search other folders"),
            format!("要搜索其他文件夹，请设置环境变量 {VARIABLE}"),
        ));
    }
    print(language.choose(
        "net                          MB  evaluations/s  recommended         file",
        "网络                         MB       每秒评估  推荐用于            文件",
    ))?;
    let built_in = built_in_speeds(time / 3);
    let mut speeds = Vec::new();
    let mut errors = Vec::new();
    for net in &found.nets {
        let measured = measure(net, precision, time);
        speeds.push(measured.as_ref().ok().copied());
        errors.extend(measured.err());
    }
    let best = recommend(&found.nets, &built_in, |at, board| {
        speed_on(board, &found.nets[at], speeds[at]?)
    });
    let mut row = |name: &str, size: &str, speed: Option<f64>, at: Option<usize>, file: &str| {
        // Chinese characters have the width of two others.
        let width = 24 - name.chars().filter(|char| !char.is_ascii()).count();
        let speed = speed.map_or("-".to_owned(), |speed| format!("{speed:.1}"));
        let boards = boards(&best, at, language);
        print(format!("{name:<width$}{size:>7}{speed:>15}  {boards:<20}{file}").trim_end())
    };
    for (at, net) in found.nets.iter().enumerate() {
        let (name, megabytes) = (net.shape(), format!("{:.1}", net.bytes as f64 / 1e6));
        row(&name, &megabytes, speeds[at], Some(at), &net.path.display().to_string())?;
    }
    let [.., speed] = built_in;
    row(language.choose("built-in", "内置"), "", speed, None, "")?;
    for error in errors {
        print(&language.choose(format!("error: {error}"), format!("错误：{error}")))?;
    }
    if found.is_truncated {
        print(language.choose("the search was stopped: too many files", "文件太多，没有全部搜索"))?;
    }
    Ok(())
}

/// Returns the number of lines of the board on which a net is measured.
fn measured_lines(net: &FoundNet) -> usize {
    let sizes = (2..=LINES).rev();
    sizes.into_iter().find(|&lines| net.is_for(lines)).unwrap_or(LINES)
}

/// Returns the evaluations per second of a net, measured for `time` after its preparation.
fn measure(net: &FoundNet, precision: PrecisionChoice, time: Duration) -> Result<f64, JobError> {
    let size = BoardSize::new(measured_lines(net)).ok_or_else(|| {
        JobError::invalid(&net.path)("the net supports no board of up to 19 lines")
    })?;
    match NetFile::read(&net.path)?.into_net(&net.path, precision.precision())? {
        AnyNet::Own(net) => Ok(builtin::speed(&net, size, time)),
        AnyNet::KataGo { net, .. } => {
            let positions = net.test_positions(size, POSITIONS);
            // The first evaluation prepares the net.
            let mut evaluator = net.evaluator();
            positions.iter().take(1).for_each(|inputs| drop(evaluator.evaluate(inputs)));
            Ok(speed(&mut evaluator, &positions, time))
        }
    }
}

/// Returns the evaluations per second on a board, from the speed on the measured board.
fn speed_on(board: &BoardModel, net: &FoundNet, speed: f64) -> Option<f64> {
    let summary = net.summary()?;
    let lines = measured_lines(net);
    let measured = BoardModel::of(lines);
    let relative = |board: &BoardModel, lines| {
        Some(board.speed(&summary.shape, summary.multiply_adds(lines)?, 1.0))
    };
    Some(speed * relative(board, board.lines)? / relative(measured, lines)?)
}

/// Returns the board sizes for which a net is recommended, or the built-in net if `at` is `None`.
fn boards(best: &Recommendation, at: Option<usize>, language: Language) -> String {
    let boards = BOARDS.iter().zip(best).filter(|(_, best)| **best == at);
    let boards: Vec<String> = boards.map(|(board, _)| format!("{0}x{0}", board.lines)).collect();
    boards.join(language.choose(", ", "、"))
}
