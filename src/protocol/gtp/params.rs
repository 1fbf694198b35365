//! GTP commands for settings: `kata-list-params`, `kata-get-param`, `kata-set-param` and `gogui-param`.
//!
//! The [settings table](crate::settings) defines names, types and ranges.

use std::time::Duration;

use serde_json::{Map, Value};

use crate::engine::{HumanProfile, Settings, UnknownProfile};
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::context::ProtocolContext;
use crate::protocol::parse_number;
use crate::protocol::response::{CommandResponse, Failure};
use crate::search::params_macro::{
    Interface, ParamDefinition, ParamGroup, ParamType, ParamValue, ValueError,
};
use crate::settings::{NO_LIMIT, PlayStyle, Setting, accepted_by, find};

fn named(name: &str) -> Result<(Setting, &'static ParamDefinition), Failure> {
    find(Interface::Gtp, name).ok_or(Failure::UnknownParameter)
}

/// Returns the current value of a setting.
fn value(
    (setting, row): (Setting, &ParamDefinition),
    settings: &Settings,
    environment: &ProtocolContext,
) -> Result<String, Failure> {
    let seconds = |time: Duration| ParamValue::Number(time.as_secs_f64());
    let value = match setting {
        Setting::MaxVisits => ParamValue::Integer(settings.visits.unwrap_or(NO_LIMIT)),
        Setting::MaxPlayouts => ParamValue::Integer(settings.playouts.unwrap_or(NO_LIMIT)),
        Setting::MaxTime => seconds(settings.move_time),
        Setting::NumSearchThreads => ParamValue::Integer(settings.threads as u64),
        Setting::PonderingEnabled => ParamValue::Flag(settings.ponder),
        Setting::LagBuffer => seconds(settings.lag),
        Setting::Level => return Ok(settings.level.to_string()),
        Setting::Style => return Ok(settings.human.style.to_string()),
        Setting::HumanProfile => {
            let profile = settings.human.profile;
            return Ok(profile.map_or_else(String::new, |it| it.to_string()));
        }
        Setting::DelayMoveScale => ParamValue::Number(settings.human.delay_scale),
        Setting::DelayMoveMax => ParamValue::Number(settings.human.delay_max),
        Setting::Human => {
            let mut human = settings.human.params;
            human.parameter(row.name).ok_or(Failure::UnknownParameter)?.value()
        }
        Setting::Choice => {
            let mut choice = settings.choice;
            choice.parameter(row.name).ok_or(Failure::UnknownParameter)?.value()
        }
        Setting::Resign => ParamValue::Number(settings.resign_below),
        Setting::ResignAfter => ParamValue::Integer(settings.resign_after.into()),
        Setting::AllowResignation => ParamValue::Flag(settings.allow_resignation),
        Setting::ResignThreshold => ParamValue::Number(2.0 * settings.resign_below - 1.0),
        Setting::LiveGraphics => ParamValue::Flag(environment.live_graphics),
        Setting::Tuning => {
            let mut params = settings.params.clone();
            params.parameter(row.name).ok_or(Failure::UnknownParameter)?.value()
        }
        _ => {
            let mut root = settings.root;
            root.parameter(row.name).ok_or(Failure::UnknownParameter)?.value()
        }
    };
    Ok(value.to_string())
}

/// Changes a setting by its name, as a KataGo configuration file does. Returns `false` if the name is unknown.
///
/// # Errors
/// Returns a message that states the valid values.
pub fn set_parameter(
    settings: &mut Settings,
    environment: &mut ProtocolContext,
    name: &str,
    text: &str,
) -> Result<bool, String> {
    let Some(it) = find(Interface::Gtp, name) else { return Ok(false) };
    match change(it, settings, environment, text) {
        Ok(()) => Ok(true),
        Err(Failure::Argument(message)) => Err(message),
        Err(_) => Err(format!("{name} must be {}", it.1.kind)),
    }
}

/// Changes a setting.
fn change(
    (setting, row): (Setting, &ParamDefinition),
    settings: &mut Settings,
    environment: &mut ProtocolContext,
    text: &str,
) -> Result<(), Failure> {
    let value = row.kind.read(text).map_err(|error| match error {
        ValueError::Syntax => Failure::Syntax,
        ValueError::Range => Failure::Value,
    })?;
    let limit = |number| Some(number).filter(|&number| number < NO_LIMIT);
    match (setting, value) {
        (Setting::MaxVisits, ParamValue::Integer(visits)) => settings.visits = limit(visits),
        (Setting::MaxPlayouts, ParamValue::Integer(playouts)) => {
            settings.playouts = limit(playouts)
        }
        // Times below a nanosecond are rounded to 0, which is not a valid limit.
        (Setting::MaxTime, ParamValue::Number(seconds))
            if !parse_number::duration(seconds).is_zero() =>
        {
            settings.move_time = parse_number::duration(seconds);
        }
        (Setting::NumSearchThreads, ParamValue::Integer(threads)) => {
            settings.threads = threads as usize
        }
        (Setting::PonderingEnabled, ParamValue::Flag(is_on)) => settings.ponder = is_on,
        (Setting::LagBuffer, ParamValue::Number(seconds)) => {
            settings.lag = parse_number::duration(seconds)
        }
        (Setting::Level, ParamValue::Text(level)) => settings.level = parse_number::level(level)?,
        (Setting::Resign, ParamValue::Number(winrate)) => settings.resign_below = winrate,
        (Setting::ResignAfter, ParamValue::Integer(moves)) => settings.resign_after = moves as u32,
        (Setting::AllowResignation, ParamValue::Flag(is_allowed)) => {
            settings.allow_resignation = is_allowed;
        }
        (Setting::ResignThreshold, ParamValue::Number(threshold)) => {
            // Rounded, so that the default is exactly the default of `resign`.
            settings.resign_below = (0.5e9 * (1.0 + threshold)).round() / 1e9;
        }
        (Setting::Tuning, value) => {
            let parameter = settings.params.parameter(row.name);
            parameter.ok_or(Failure::UnknownParameter)?.set(value);
        }
        (Setting::LiveGraphics, ParamValue::Flag(is_on)) => environment.live_graphics = is_on,
        (Setting::Style, ParamValue::Text(name)) => {
            let style = PlayStyle::from_name(name).ok_or(Failure::Value)?;
            if style == PlayStyle::Human {
                needs_human_net(settings, "style human")?;
            }
            settings.human.style = style;
        }
        (Setting::HumanProfile, ParamValue::Text(name)) => {
            settings.human.profile = match name {
                "" | "_" | "\"\"" => None,
                name => {
                    let unknown = |error: UnknownProfile| Failure::Argument(error.to_string());
                    let profile: HumanProfile = name.parse().map_err(unknown)?;
                    needs_human_net(settings, row.name)?;
                    Some(profile)
                }
            };
        }
        (Setting::DelayMoveScale, ParamValue::Number(scale)) => settings.human.delay_scale = scale,
        (Setting::DelayMoveMax, ParamValue::Number(most)) => settings.human.delay_max = most,
        (Setting::Human, value) => {
            if value != row.default {
                needs_human_net(settings, row.name)?;
            }
            let parameter = settings.human.params.parameter(row.name);
            parameter.ok_or(Failure::UnknownParameter)?.set(value);
        }
        (Setting::Choice, value) => {
            let parameter = settings.choice.parameter(row.name);
            parameter.ok_or(Failure::UnknownParameter)?.set(value);
        }
        (Setting::Root, value) => set_root(settings, row.name, value)?,
        _ => return Err(Failure::Value),
    }
    Ok(())
}

/// Returns an error unless a human net is loaded.
fn needs_human_net(settings: &Settings, name: &str) -> Result<(), Failure> {
    match settings.nets.human() {
        Some(_) => Ok(()),
        None => Err(Failure::Argument(format!("{name} needs a human net (--human-net FILE)"))),
    }
}

fn set_root(settings: &mut Settings, name: &str, value: ParamValue<'_>) -> Result<(), Failure> {
    let mut root = settings.root;
    root.parameter(name).ok_or(Failure::UnknownParameter)?.set(value);
    let advantage = root.playout_doubling_advantage;
    if advantage != 0.0 && !settings.nets.has_doubling_advantage() {
        let why = "the loaded nets do not support playoutDoublingAdvantage";
        return Err(Failure::Argument(why.into()));
    }
    settings.root = root;
    Ok(())
}

/// Returns the names of all settings.
pub(super) fn list_params(_: &mut CommandContext) -> Answer {
    Ok(CommandResponse::words(accepted_by(Interface::Gtp).map(|(_, row)| row.name.into())))
}

/// Returns the value of a setting.
pub(super) fn get_param(call: &mut CommandContext) -> Answer {
    let [name] = call.expect_args()?;
    value(named(name)?, call.engine.settings(), call.environment).map(CommandResponse::Text)
}

/// Changes a setting, effective from the next move. A missing profile removes the profile, since
/// LizGoban sends an empty one.
pub(super) fn set_param(call: &mut CommandContext) -> Answer {
    let (it, text) = match call.args()[..] {
        [name] => {
            let it = find(Interface::Gtp, name).filter(|it| it.0 == Setting::HumanProfile);
            (it.ok_or(Failure::Syntax)?, "")
        }
        [name, text] => (named(name)?, text),
        _ => return Err(Failure::Syntax),
    };
    change(it, call.engine.settings_mut(), call.environment, text)?;
    Ok(CommandResponse::Done)
}

/// `kata-get-params`: returns all settings as a JSON object.
pub(super) fn get_params(call: &mut CommandContext) -> Answer {
    let settings = call.engine.settings();
    let mut object = Map::new();
    for it in accepted_by(Interface::Gtp) {
        let text = value(it, settings, call.environment)?;
        let json = match it.1.kind {
            ParamType::Flag => Value::Bool(text == "true"),
            ParamType::Integer(_) | ParamType::Number(_) => {
                serde_json::from_str(&text).map_err(|_| Failure::Value)?
            }
            _ => Value::String(text),
        };
        object.insert(it.1.name.into(), json);
    }
    Ok(CommandResponse::Text(Value::Object(object).to_string()))
}

/// `kata-set-params`: changes the settings of a JSON object, all or none.
pub(super) fn set_params(call: &mut CommandContext) -> Answer {
    let object: Map<String, Value> = serde_json::from_str(call.argument)
        .map_err(|error| Failure::Argument(format!("expected a JSON object: {error}")))?;
    let mut settings = call.engine.settings().clone();
    let mut environment = call.environment.clone();
    for (name, json) in object {
        let text = match json {
            Value::String(text) => text,
            json => json.to_string(),
        };
        let set = named(&name).and_then(|it| change(it, &mut settings, &mut environment, &text));
        set.map_err(|why| Failure::Argument(format!("{name}: {why}")))?;
    }
    *call.engine.settings_mut() = settings;
    *call.environment = environment;
    Ok(CommandResponse::Done)
}

/// `gogui-param`: returns all settings for GoGui's dialog, or sets one.
pub(super) fn gogui_param(call: &mut CommandContext) -> Answer {
    if !call.argument.is_empty() {
        return set_param(call);
    }
    let settings = call.engine.settings();
    let line = |it: (Setting, &'static ParamDefinition)| {
        let (value, name) = (value(it, settings, call.environment)?, it.1.name);
        Ok(match value.as_str() {
            "true" => format!("[bool] {name} 1"),
            "false" => format!("[bool] {name} 0"),
            _ => format!("[string] {name} {value}"),
        })
    };
    let lines = accepted_by(Interface::Gtp).map(line);
    Ok(CommandResponse::lines(lines.collect::<Result<Vec<String>, Failure>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_accept_their_defaults() {
        let (mut settings, mut environment) = (Settings::default(), ProtocolContext::default());
        for it in accepted_by(Interface::Gtp) {
            let default = it.1.default.to_string();
            assert_eq!(value(it, &settings, &environment), Ok(default.clone()), "{}", it.1.name);
            let set = change(it, &mut settings, &mut environment, &default);
            assert_eq!(set, Ok(()), "{}", it.1.name);
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn resign_threshold_is_resign_on_another_scale() {
        let (mut settings, mut environment) = (Settings::default(), ProtocolContext::default());
        let it = named("resignThreshold").expect("a setting");
        for (text, winrate) in [("-0.8", 0.1), ("-1", 0.0), ("0", 0.5), ("-0.99", 0.005)] {
            change(it, &mut settings, &mut environment, text).expect("in range");
            assert_eq!(settings.resign_below, winrate);
        }
        let resign = named("resign").expect("a setting");
        change(resign, &mut settings, &mut environment, "0.25").expect("in range");
        assert_eq!(value(it, &settings, &environment), Ok("-0.5".into()));
    }

    #[test]
    fn search_parameters_change_only_their_field() {
        let (mut settings, mut environment) = (Settings::default(), ProtocolContext::default());
        let it = named("winLossUtilityFactor").expect("a setting");
        change(it, &mut settings, &mut environment, "0.5").expect("in range");
        assert_eq!(value(it, &settings, &environment), Ok("0.5".into()));
        let mut due = Settings::default();
        due.params.search.graph.win_loss = 0.5;
        assert_eq!(settings, due);
        for wrong in ["2", "x"] {
            assert!(change(it, &mut settings, &mut environment, wrong).is_err());
        }
        assert_eq!(settings, due);
    }

    #[test]
    fn max_visits_and_max_playouts_are_independent() {
        let (mut settings, mut environment) = (Settings::default(), ProtocolContext::default());
        for (name, text) in [("maxVisits", "50"), ("maxPlayouts", "20")] {
            let it = named(name).expect("a setting");
            change(it, &mut settings, &mut environment, text).expect("a number");
        }
        assert_eq!((settings.visits, settings.playouts), (Some(50), Some(20)));
    }
}
