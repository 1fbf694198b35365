//! The parameters that clients may ask for and change: one table, by the names that KataGo gave to
//! those that it has too.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::engine::{RootOptions, Settings};
use crate::protocol::command::{Answer, Call};
use crate::protocol::environment::Environment;
use crate::protocol::number;
use crate::protocol::reply::{Failure, Reply};

/// A setting by its name.
struct Param {
    name: &'static str,
    value: fn(&Settings, &Environment) -> String,
    change: fn(&mut Settings, &mut Environment, &str) -> Result<(), Failure>,
}

/// Playouts that stand for no limit in `maxVisits`.
const NO_LIMIT: u64 = 1_000_000_000;

const PARAMS: &[Param] = &[
    Param {
        name: "maxVisits",
        value: |settings, _| settings.playouts.unwrap_or(NO_LIMIT).to_string(),
        change: |settings, _, text| {
            let playouts = from_one(text)? as u64;
            settings.playouts = Some(playouts).filter(|&playouts| playouts < NO_LIMIT);
            Ok(())
        },
    },
    Param {
        name: "maxTime",
        value: |settings, _| format!("{:?}", settings.move_time.as_secs_f64()),
        change: |settings, _, text| {
            let time = number::seconds(text)?;
            settings.move_time = Some(time).filter(|time| !time.is_zero()).ok_or(Failure::Value)?;
            Ok(())
        },
    },
    Param {
        name: "numSearchThreads",
        value: |settings, _| settings.threads.to_string(),
        change: |settings, _, text| {
            let threads = from_one(text)?;
            settings.threads = Some(threads).filter(|&n| n <= 1024).ok_or(Failure::Value)?;
            Ok(())
        },
    },
    Param {
        name: "ponderingEnabled",
        value: |settings, _| settings.ponder.to_string(),
        change: |settings, _, text| {
            settings.ponder = truth(text)?;
            Ok(())
        },
    },
    Param {
        name: "lagBuffer",
        value: |settings, _| format!("{:?}", settings.lag.as_secs_f64()),
        change: |settings, _, text| {
            settings.lag = number::seconds(text)?;
            Ok(())
        },
    },
    Param {
        name: "level",
        value: |settings, _| settings.level.to_string(),
        change: |settings, _, text| {
            settings.level = number::level(text)?;
            Ok(())
        },
    },
    Param {
        name: "resign",
        value: |settings, _| format!("{:?}", settings.resign_below),
        change: |settings, _, text| {
            let winrate = Some(number::float(text)?).filter(|rate| (0.0..=1.0).contains(rate));
            settings.resign_below = winrate.ok_or(Failure::Value)?;
            Ok(())
        },
    },
    Param {
        name: "resignAfter",
        value: |settings, _| settings.resign_after.to_string(),
        change: |settings, _, text| {
            settings.resign_after = number::count(&from_one(text)?.to_string())?;
            Ok(())
        },
    },
    Param {
        name: "analysisWideRootNoise",
        value: |settings, _| format!("{:?}", settings.root.wide_root_noise),
        change: |settings, _, text| {
            settings.root.wide_root_noise = within(&RootOptions::WIDE_ROOT_NOISE, text)?;
            Ok(())
        },
    },
    Param {
        name: "rootPolicyTemperature",
        value: |settings, _| format!("{:?}", settings.root.policy_temperature),
        change: |settings, _, text| {
            settings.root.policy_temperature = within(&RootOptions::POLICY_TEMPERATURE, text)?;
            Ok(())
        },
    },
    Param {
        name: "rootFpuReductionMax",
        value: |settings, _| {
            let usual = f64::from(settings.params.search.graph.root_fpu_reduction) * 0.01;
            format!("{:?}", settings.root.fpu_reduction_max.unwrap_or(usual))
        },
        change: |settings, _, text| {
            settings.root.fpu_reduction_max = Some(within(&RootOptions::FPU_REDUCTION_MAX, text)?);
            Ok(())
        },
    },
    Param {
        name: "rootNumSymmetriesToSample",
        value: |settings, _| settings.root.symmetries.to_string(),
        change: |settings, _, text| {
            settings.root.symmetries = within(&RootOptions::SYMMETRIES, text)?;
            Ok(())
        },
    },
    Param {
        name: "playoutDoublingAdvantage",
        value: |settings, _| format!("{:?}", settings.root.playout_doubling_advantage),
        change: |settings, _, text| {
            let advantage = within(&RootOptions::PLAYOUT_DOUBLING_ADVANTAGE, text)?;
            if advantage != 0.0 && !settings.nets.has_doubling_advantage() {
                let why = "no net is loaded that knows playoutDoublingAdvantage";
                return Err(Failure::Argument(why.into()));
            }
            settings.root.playout_doubling_advantage = advantage;
            Ok(())
        },
    },
    Param {
        name: "ignorePreRootHistory",
        value: |settings, _| settings.root.ignore_history.to_string(),
        change: |settings, _, text| {
            settings.root.ignore_history = truth(text)?;
            Ok(())
        },
    },
    Param {
        name: "liveGraphics",
        value: |_, environment| environment.live_graphics.to_string(),
        change: |_, environment, text| {
            environment.live_graphics = truth(text)?;
            Ok(())
        },
    },
];

fn named(name: &str) -> Result<&'static Param, Failure> {
    PARAMS.iter().find(|param| param.name == name).ok_or(Failure::UnknownParameter)
}

fn truth(text: &str) -> Result<bool, Failure> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(Failure::Value),
    }
}

fn from_one(text: &str) -> Result<usize, Failure> {
    Some(number::integer(text)?).filter(|&number| number > 0).ok_or(Failure::Value)
}

/// Reads a number within a range.
fn within<T: FromStr + PartialOrd>(range: &RangeInclusive<T>, text: &str) -> Result<T, Failure> {
    let number: T = text.parse().map_err(|_| Failure::Syntax)?;
    Some(number).filter(|number| range.contains(number)).ok_or(Failure::Value)
}

/// The names of all parameters.
pub(super) fn list_params(_: &mut Call) -> Answer {
    Ok(Reply::words(PARAMS.iter().map(|param| param.name.into())))
}

/// The value of a parameter.
pub(super) fn get_param(call: &mut Call) -> Answer {
    let [name] = call.exactly()?;
    Ok(Reply::Text((named(name)?.value)(call.engine.settings(), call.environment)))
}

/// Changes a parameter from the next move on.
pub(super) fn set_param(call: &mut Call) -> Answer {
    let [name, value] = call.exactly()?;
    (named(name)?.change)(call.engine.settings_mut(), call.environment, value)?;
    Ok(Reply::Done)
}

/// GoGui's way to show and change them in a window: all of them, or a new value for one.
pub(super) fn gogui_param(call: &mut Call) -> Answer {
    if !call.argument.is_empty() {
        return set_param(call);
    }
    let settings = call.engine.settings();
    Ok(Reply::lines(PARAMS.iter().map(|param| {
        let value = (param.value)(settings, call.environment);
        match value.as_str() {
            "true" => format!("[bool] {} 1", param.name),
            "false" => format!("[bool] {} 0", param.name),
            _ => format!("[string] {} {value}", param.name),
        }
    })))
}
