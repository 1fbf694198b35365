//! Edits of JSON values inside a text. The rest of the text keeps its order, format and numbers.

use std::collections::HashMap;
use std::ops::Range;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::engine_entry::SettingsError;

/// Returns the range of the value at a path of keys. Returns `None` if a key is missing or a value is not an object.
///
/// # Errors
/// Returns [`SettingsError::Json`] if the text is not valid JSON.
pub(super) fn range(text: &str, keys: &[&str]) -> Result<Option<Range<usize>>, SettingsError> {
    let invalid = |error: serde_json::Error| SettingsError::Json(error.to_string());
    // `from_str` also rejects text after the value.
    let mut value: &RawValue = serde_json::from_str(text).map_err(invalid)?;
    for key in keys {
        let Ok(object) = serde_json::from_str::<HashMap<String, &RawValue>>(value.get()) else {
            return Ok(None);
        };
        match object.get(*key) {
            Some(found) => value = found,
            None => return Ok(None),
        }
    }
    let start = value.get().as_ptr() as usize - text.as_ptr() as usize;
    Ok(Some(start..start + value.get().len()))
}

/// Returns the text with another value in a range.
pub(super) fn replaced(text: &str, range: Range<usize>, value: &str) -> String {
    [&text[..range.start], value, &text[range.end..]].concat()
}

/// Returns the text of the elements of an array. Returns `None` if the text is not an array.
pub(super) fn elements(array: &str) -> Option<Vec<&str>> {
    let elements: Vec<&RawValue> = serde_json::from_str(array).ok()?;
    Some(elements.into_iter().map(RawValue::get).collect())
}

/// Returns the text of an array of elements. `indent` is the indentation of the line with the array.
pub(super) fn array(elements: &[String], indent: &str) -> String {
    if elements.is_empty() {
        return "[]".into();
    }
    let lines: Vec<String> = elements.iter().map(|it| format!("{indent}  {it}")).collect();
    format!("[\n{}\n{indent}]", lines.join(",\n"))
}

/// Returns the text of an object with one member per line. `indent` is the indentation of the line with the object.
pub(super) fn object(members: &[(&str, Value)], indent: &str) -> String {
    let members = members.iter().map(|(key, value)| format!("{indent}  \"{key}\": {value}"));
    format!("{{\n{}\n{indent}}}", members.collect::<Vec<_>>().join(",\n"))
}

/// Returns the string member of an object, if it has one.
pub(super) fn string(object: &str, key: &str) -> Option<String> {
    let object: Map<String, Value> = serde_json::from_str(object).ok()?;
    object.get(key)?.as_str().map(str::to_owned)
}

/// Returns the indentation of the line at an offset.
pub(super) fn indent(text: &str, offset: usize) -> &str {
    let line = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let rest = &text[line..];
    &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
}
