//! The parameters that clients may ask for and change: one table, by the names that KataGo gave to
//! those that it has too.

use crate::engine::{Level, Settings};
use crate::protocol::command::Answer;
use crate::protocol::{Call, Failure, Reply, number};

/// A setting by its name.
struct Param {
    name: &'static str,
    value: fn(&Settings) -> String,
    change: fn(&mut Settings, &str) -> Result<(), Failure>,
}

/// Playouts that stand for no limit in `maxVisits`.
const NO_LIMIT: u64 = 1_000_000_000;

const PARAMS: &[Param] = &[
    Param {
        name: "maxVisits",
        value: |settings| settings.playouts.unwrap_or(NO_LIMIT).to_string(),
        change: |settings, text| {
            let playouts = from_one(text)? as u64;
            settings.playouts = Some(playouts).filter(|&playouts| playouts < NO_LIMIT);
            Ok(())
        },
    },
    Param {
        name: "maxTime",
        value: |settings| format!("{:?}", settings.move_time.as_secs_f64()),
        change: |settings, text| {
            let time = number::seconds(text)?;
            settings.move_time = Some(time).filter(|time| !time.is_zero()).ok_or(Failure::Value)?;
            Ok(())
        },
    },
    Param {
        name: "numSearchThreads",
        value: |settings| settings.threads.to_string(),
        change: |settings, text| {
            let threads = from_one(text)?;
            settings.threads = Some(threads).filter(|&n| n <= 1024).ok_or(Failure::Value)?;
            Ok(())
        },
    },
    Param {
        name: "ponderingEnabled",
        value: |settings| settings.ponder.to_string(),
        change: |settings, text| {
            settings.ponder = truth(text)?;
            Ok(())
        },
    },
    Param {
        name: "lagBuffer",
        value: |settings| format!("{:?}", settings.lag.as_secs_f64()),
        change: |settings, text| {
            settings.lag = number::seconds(text)?;
            Ok(())
        },
    },
    Param {
        name: "level",
        value: |settings| settings.level.to_string(),
        change: |settings, text| {
            let level = u32::try_from(number::integer(text)?).ok().and_then(Level::new);
            settings.level = level.ok_or(Failure::Value)?;
            Ok(())
        },
    },
    Param {
        name: "resign",
        value: |settings| format!("{:?}", settings.resign_below),
        change: |settings, text| {
            let share = Some(number::float(text)?).filter(|share| (0.0..=1.0).contains(share));
            settings.resign_below = share.ok_or(Failure::Value)?;
            Ok(())
        },
    },
    Param {
        name: "resignAfter",
        value: |settings| settings.resign_after.to_string(),
        change: |settings, text| {
            settings.resign_after = number::count(&from_one(text)?.to_string())?;
            Ok(())
        },
    },
    Param {
        name: "liveGraphics",
        value: |settings| settings.live_graphics.to_string(),
        change: |settings, text| {
            settings.live_graphics = truth(text)?;
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

/// The names of all parameters.
pub fn list_params(_: &mut Call) -> Answer {
    Ok(Reply::words(PARAMS.iter().map(|param| param.name.into())))
}

/// The value of a parameter.
pub fn get_param(call: &mut Call) -> Answer {
    let [name] = call.exactly()?;
    Ok(Reply::Text((named(name)?.value)(call.engine.settings())))
}

/// Changes a parameter from the next move on.
pub fn set_param(call: &mut Call) -> Answer {
    let [name, value] = call.exactly()?;
    (named(name)?.change)(call.engine.settings_mut(), value)?;
    Ok(Reply::Done)
}

/// GoGui's way to show and change them in a window: all of them, or a new value for one.
pub fn gogui_param(call: &mut Call) -> Answer {
    if !call.argument.is_empty() {
        return set_param(call);
    }
    let settings = call.engine.settings();
    Ok(Reply::lines(PARAMS.iter().map(|param| {
        let value = (param.value)(settings);
        match value.as_str() {
            "true" => format!("[bool] {} 1", param.name),
            "false" => format!("[bool] {} 0", param.name),
            _ => format!("[string] {} {value}", param.name),
        }
    })))
}
