//! The engine entry of each program. The functions return the settings with the engine, or without it.

use serde_json::{Value, json};

use super::engine_entry::{EngineEntry, SettingsError};
use super::json_text::{array, elements, indent, object, range, replaced, string};

/// The name of the entry.
const NAME: &str = "Tianyuan";

/// The end of the command in KaTrain's settings, by which the entry is recognised.
const KATRAIN_ARGUMENTS: &str = "analysis -quit-without-waiting";

/// Settings of Sabaki: a JSON object with the array `engines.list`.
pub(super) fn sabaki(
    settings: &str,
    engine: Option<&EngineEntry>,
) -> Result<String, SettingsError> {
    let entry = engine.map(|engine| {
        vec![
            ("name", json!(NAME)),
            ("path", json!(engine.program)),
            ("args", json!(engine.options)),
            ("commands", json!("")),
        ]
    });
    in_list(settings, &["engines.list"], "engines.list", entry.as_deref())
}

/// Settings of LizzieYzy: a JSON object with the array `leelaz.engine-settings-list`.
pub(super) fn lizzieyzy(
    settings: &str,
    engine: Option<&EngineEntry>,
) -> Result<String, SettingsError> {
    let entry = engine.map(|engine| {
        vec![
            ("command", json!(lizzieyzy_command(engine))),
            ("name", json!(NAME)),
            ("preload", json!(false)),
            ("komi", json!(7.5)),
            ("width", json!(19)),
            ("height", json!(19)),
            ("isDefault", json!(false)),
            ("initialCommand", json!("")),
        ]
    });
    let keys = ["leelaz", "engine-settings-list"];
    in_list(settings, &keys, "leelaz.engine-settings-list", entry.as_deref())
}

/// Returns the command line for LizzieYzy, which shows scores only for engines named KataGo.
pub(super) fn lizzieyzy_command(engine: &EngineEntry) -> String {
    let program = match engine.program.contains(' ') {
        true => format!("\"{}\"", engine.program),
        false => engine.program.clone(),
    };
    joined(&[&program, "--name KataGo", &engine.options])
}

/// Replaces the entry named [`NAME`] in an array of objects.
fn in_list(
    settings: &str,
    keys: &[&str],
    what: &'static str,
    entry: Option<&[(&str, Value)]>,
) -> Result<String, SettingsError> {
    let found = range(settings, keys)?.ok_or(SettingsError::Unknown(what))?;
    let old = elements(&settings[found.clone()]).ok_or(SettingsError::Unknown(what))?;
    let own = old.iter().position(|it| string(it, "name").as_deref() == Some(NAME));
    let members = |element: &str| serde_json::from_str::<Value>(element).ok();
    let is_same = |element: &str| {
        let same = |(key, value): &(&str, Value)| members(element)?.get(*key).map(|it| it == value);
        entry.is_some_and(|entry| entry.iter().all(|member| same(member) == Some(true)))
    };
    match (own, entry) {
        (None, None) => return Ok(settings.into()),
        (Some(at), Some(_)) if is_same(old[at]) => return Ok(settings.into()),
        _ => {}
    }
    let indent = indent(settings, found.start);
    let mut new: Vec<String> = old.iter().map(|element| (*element).to_owned()).collect();
    match (own, entry) {
        (Some(at), None) => _ = new.remove(at),
        (Some(at), Some(entry)) => new[at] = object(entry, &format!("{indent}  ")),
        (None, Some(entry)) => new.push(object(entry, &format!("{indent}  "))),
        (None, None) => {}
    }
    Ok(replaced(settings, found.clone(), &array(&new, indent)))
}

/// Settings of KaTrain: a JSON object with the command `engine.altcommand`. Since version 1.20 `engine.backend` selects
/// the engine; `custom` selects the command, and an empty string the first setting that is not empty.
pub(super) fn katrain(
    settings: &str,
    engine: Option<&EngineEntry>,
) -> Result<String, SettingsError> {
    const COMMAND: [&str; 2] = ["engine", "altcommand"];
    const BACKEND: [&str; 2] = ["engine", "backend"];
    let unknown = SettingsError::Unknown("engine.altcommand");
    let command = string_at(settings, &COMMAND, "engine.altcommand")?.ok_or(unknown)?;
    let is_entered = command.contains(KATRAIN_ARGUMENTS);
    let (command, backend) = match engine {
        Some(engine) => (katrain_command(engine), "custom"),
        None if is_entered => (String::new(), ""),
        None => return Ok(settings.into()),
    };
    let changed = with_string(settings, &COMMAND, &command)?;
    let selected = string_at(&changed, &BACKEND, "engine.backend")?;
    // Removal does not change the choice of another engine.
    match selected.is_some_and(|selected| engine.is_some() || selected == "custom") {
        true => with_string(&changed, &BACKEND, backend),
        false => Ok(changed),
    }
}

/// Returns the string at a path of keys. Returns `None` if a key is missing.
fn string_at(
    settings: &str,
    keys: &[&str],
    what: &'static str,
) -> Result<Option<String>, SettingsError> {
    let Some(found) = range(settings, keys)? else { return Ok(None) };
    serde_json::from_str(&settings[found]).map(Some).map_err(|_| SettingsError::Unknown(what))
}

/// Returns the settings with another string at a path of keys, if the keys exist.
fn with_string(settings: &str, keys: &[&str], value: &str) -> Result<String, SettingsError> {
    Ok(match range(settings, keys)? {
        Some(found) => replaced(settings, found, &json!(value).to_string()),
        None => settings.into(),
    })
}

/// Returns the command line for KaTrain, which runs it in a shell and stops only the shell unless it is replaced.
pub(super) fn katrain_command(engine: &EngineEntry) -> String {
    let EngineEntry { program, options, is_windows } = engine;
    let start = match is_windows {
        true => format!("\"{program}\""),
        false => format!("exec '{}'", program.replace('\'', r"'\''")),
    };
    joined(&[&start, KATRAIN_ARGUMENTS, options])
}

/// Settings of q5Go: lines such as `ENGINE2a [NAME]`, numbered from 1 without gaps.
pub(super) fn q5go(settings: &str, engine: Option<&EngineEntry>) -> Result<String, SettingsError> {
    let values = engine.map(|engine| {
        let EngineEntry { program, options, .. } = engine;
        // Name, path, arguments, komi, analysis, board size of the analysis, restriction to komi and size.
        [NAME, program, options, "", "1", "19", "0"]
    });
    if let Some(control) =
        values.iter().flatten().flat_map(|it| it.chars()).find(|it| it.is_control())
    {
        return Err(SettingsError::Character(control));
    }
    let number = |line: &str| {
        let (number, field) =
            line.strip_prefix("ENGINE")?.split(' ').next()?.split_at_checked(1)?;
        let digits = field.bytes().take_while(u8::is_ascii_digit).count();
        let (more, field) = field.split_at(digits);
        let number: usize = format!("{number}{more}").parse().ok()?;
        matches!(field, "a" | "b" | "c" | "d" | "e" | "f" | "g").then_some(number)
    };
    let value = |line: &str| {
        let (_, rest) = line.split_once('[')?;
        rest.rsplit_once(']').map(|(value, _)| value.to_owned())
    };
    let is_name = |line: &&str| line.split(' ').next().is_some_and(|key| key.ends_with('a'));
    let own = settings.lines().find(|line| {
        number(line).is_some() && is_name(line) && value(line).as_deref() == Some(NAME)
    });
    let own = own.and_then(number);
    let count = settings.lines().filter_map(number).max().unwrap_or(0);
    let lines = |number: usize| {
        let fields = ["a", "b", "c", "d", "e", "f", "g"];
        let lines = fields.into_iter().zip(values.into_iter().flatten());
        lines.map(move |(field, value)| format!("ENGINE{number}{field} [{value}]"))
    };
    let mut new = Vec::new();
    for line in settings.lines() {
        match (number(line), own) {
            (Some(number), Some(own)) if number == own => {
                if is_name(&line) {
                    new.extend(lines(own));
                }
            }
            // Numbers have no gaps.
            (Some(number), Some(own)) if number > own && engine.is_none() => {
                let (old, less) = (format!("ENGINE{number}"), format!("ENGINE{}", number - 1));
                new.push(line.replacen(&old, &less, 1));
            }
            _ => new.push(line.to_owned()),
        }
    }
    if own.is_none() {
        new.extend(lines(count + 1));
    }
    let text: String = new.iter().map(|line| format!("{line}\n")).collect();
    match text.trim_end() == settings.trim_end() {
        true => Ok(settings.into()),
        false => Ok(text),
    }
}

/// Joins parts that are not empty with spaces.
fn joined(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}
