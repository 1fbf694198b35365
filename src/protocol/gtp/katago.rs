//! Commands of KataGo and Leela Zero for models, searches without reports, and speed.

use std::time::Instant;

use crate::engine::AnalysisRequest;
use crate::go::Action;
use crate::net_models::net_models;
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::{CommandResponse, Failure};
use crate::protocol::{parse_number, player, vertex};
use crate::settings::NO_LIMIT;

/// The default visits of `kata-benchmark`, as in KataGo.
const BENCHMARK_VISITS: u64 = 800;

/// The largest number of visits of `kata-benchmark`.
const MOST_VISITS: u64 = 1_000_000;

/// `kata-get-models`: returns the loaded nets as JSON.
pub(super) fn get_models(call: &mut CommandContext) -> Answer {
    let models = net_models(&call.engine.settings().nets);
    Ok(CommandResponse::Text(serde_json::json!(models).to_string()))
}

/// `kata-search`: searches like `genmove` and returns the move without playing it.
pub(super) fn search(call: &mut CommandContext) -> Answer {
    searched(call, false)
}

/// `kata-search_cancellable`: the same, cancelled by the next line.
pub(super) fn search_cancellable(call: &mut CommandContext) -> Answer {
    searched(call, true)
}

/// `kata-search_debug`: the same as `kata-search`, and prints the result on standard error.
pub(super) fn search_debug(call: &mut CommandContext) -> Answer {
    let answer = searched(call, false)?;
    show_search(call);
    Ok(answer)
}

/// `genmove_debug`: the same as `genmove`, and prints the result on standard error.
pub(super) fn genmove_debug(call: &mut CommandContext) -> Answer {
    let answer = player::genmove(call)?;
    show_search(call);
    Ok(answer)
}

fn searched(call: &mut CommandContext, is_cancellable: bool) -> Answer {
    let color = match call.args()[..] {
        [] => call.engine.game().to_play(),
        [color] => vertex::color(color)?,
        _ => return Err(Failure::Syntax),
    };
    let channel = call.channel;
    let mut is_cancelled = false;
    let action = call.engine.choose(color, &mut || {
        is_cancelled = is_cancellable && channel.must_stop();
        is_cancelled || channel.must_move()
    });
    match is_cancelled {
        true => Ok(CommandResponse::Text("cancelled".into())),
        false => Ok(CommandResponse::Text(text(call, action))),
    }
}

fn text(call: &CommandContext, action: Action) -> String {
    call.protocol.words.of_action(call.engine.game().size(), action)
}

/// Prints the result of the last search on standard error.
fn show_search(call: &CommandContext) {
    let winrate = 100.0 * call.engine.last_winrate().unwrap_or_default();
    let lead = call.engine.last_score_lead().unwrap_or_default();
    let playouts = call.engine.last_playouts();
    call.channel.show(&format!("win rate {winrate:.1} %, lead {lead:.1}, playouts {playouts}\n"));
}

/// `kata-benchmark`: searches the current position and returns the speed.
pub(super) fn benchmark(call: &mut CommandContext) -> Answer {
    let visits = match call.args()[..] {
        [] => BENCHMARK_VISITS,
        [visits] => parse_number::integer(visits)? as u64,
        _ => return Err(Failure::Syntax),
    };
    if !(1..=MOST_VISITS).contains(&visits) {
        return Err(Failure::Argument(format!("visits must be 1 to {MOST_VISITS}, not {visits}")));
    }
    let color = call.engine.game().to_play();
    let request = AnalysisRequest { playouts: Some(visits), ..AnalysisRequest::of(color) };
    call.engine.clear_tree();
    let (start, channel) = (Instant::now(), call.channel);
    let report = call.engine.analyze(&request, &mut || channel.must_stop(), &mut |_| {});
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    Ok(CommandResponse::lines([
        format!("threads {}", call.engine.settings().threads),
        format!("visits {}", report.playouts),
        format!("seconds {seconds:.3}"),
        format!("visits/s {:.1}", report.playouts as f64 / seconds),
    ]))
}

/// `lz-setoption name NAME value VALUE`: sets an option of Leela Zero that has a counterpart here.
pub(super) fn set_option(call: &mut CommandContext) -> Answer {
    let words = call.args();
    let value_at = words.iter().position(|word| *word == "value");
    let (Some(&"name"), Some(value_at)) = (words.first(), value_at) else {
        return Err(Failure::Syntax);
    };
    let (name, value) = (words[1..value_at].join(" "), words[value_at + 1..].join(" "));
    let number = || parse_number::integer(&value).map(|number| number as u64);
    let settings = call.engine.settings_mut();
    match name.to_ascii_lowercase().as_str() {
        "visits" => {
            let visits = number()?;
            if visits == 0 {
                // LizGoban takes an engine that accepts 0 for Leela Zero, and waits for its messages on standard error.
                let message = "visits must be at least 1 (1000000000 for no limit)";
                return Err(Failure::Argument(message.into()));
            }
            settings.visits = Some(visits).filter(|&visits| visits < NO_LIMIT);
        }
        "playouts" => {
            settings.playouts = number().map(|playouts| Some(playouts).filter(|&it| it > 0))?;
        }
        "lagbuffer" => settings.lag = parse_number::duration(number()? as f64 / 100.0),
        "resign percentage" => {
            let percentage = number()?;
            if percentage > 100 {
                return Err(Failure::Value);
            }
            settings.resign_below = percentage as f64 / 100.0;
        }
        "pondering" => {
            settings.ponder = match value.as_str() {
                "true" => true,
                "false" => false,
                _ => return Err(Failure::Value),
            };
        }
        _ => return Err(Failure::Argument(format!("unknown option '{name}'"))),
    }
    Ok(CommandResponse::Done)
}

/// `lz-memory_report`: returns the memory limit of the search in Leela Zero's format.
pub(super) fn memory_report(call: &mut CommandContext) -> Answer {
    let tree = call.engine.settings().memory;
    let cache = tree / 4;
    Ok(CommandResponse::lines([
        format!("Estimated total memory consumption: {} MiB.", tree + cache),
        format!(
            "Network with overhead: 0 MiB / Search tree: {tree} MiB / Network cache: {cache} MiB"
        ),
    ]))
}
