//! The resource usage of each engine in a match, which differs between runs.

use super::totals::{MatchTotals, TotalCost};
use crate::records::record::Language;
use crate::tournament::game::engine_config::EngineId;
use crate::tournament::game::move_stats::ProcessUsage;

/// Returns the lines about each engine's resource usage: time and, if the system reports them, CPU time, memory and
/// open files.
pub(crate) fn lines(totals: &MatchTotals, language: Language) -> Vec<String> {
    let costs = |side: EngineId| &totals.costs[side.index()];
    let times = totals
        .sides()
        .map(|side| format!("  {}: {}", totals.label(side), times(costs(side), language)));
    let held = totals.sides().filter_map(|side| {
        let footprints = footprints(costs(side).footprint?, language);
        Some(format!("  {} {footprints}", totals.label(side)))
    });
    times.chain(held).collect()
}

fn times(costs: &TotalCost, language: Language) -> String {
    let Some(seconds) = costs.seconds_a_move() else {
        return language.choose("no moves", "没有着手").into();
    };
    let (moves, slowest, all) = (costs.moves, costs.slowest, costs.cpu);
    let cpu = costs.cpu_a_move().map(|cpu| {
        language.choose(
            format!(", CPU time {cpu:.3} s per move and {all:.1} s in total"),
            format!("，CPU 时间每手 {cpu:.3} 秒、共 {all:.1} 秒"),
        )
    });
    let playouts = costs.playouts_a_move().map(|playouts| {
        language.choose(
            format!(", {playouts:.0} playouts per move"),
            format!("，每手模拟 {playouts:.0} 次"),
        )
    });
    let beyond = cpu.unwrap_or_default() + &playouts.unwrap_or_default();
    language.choose(
        format!("{moves} moves, {seconds:.3} s per move, slowest {slowest:.3} s{beyond}"),
        format!("{moves} 手，每手 {seconds:.3} 秒，最慢 {slowest:.3} 秒{beyond}"),
    )
}

/// Formats as `held 30.1 MB and 7 open files after the first game, 30.2 MB and 7 after the last`.
fn footprints([first, last]: [ProcessUsage; 2], language: Language) -> String {
    let [before, after] = [first, last].map(|footprint| footprint.memory as f64 / 1e6);
    let (files, files_after) = (first.files, last.files);
    language.choose(
        format!(
            "used {before:.1} MB and {files} open files after the first game, {after:.1} MB and {files_after} \
             after the last"
        ),
        format!(
            "第一局之后占内存 {before:.1} MB、打开文件 {files} 个，最后一局之后 {after:.1} MB、{files_after} 个"
        ),
    )
}
