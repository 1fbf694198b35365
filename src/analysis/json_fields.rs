//! Access to the fields of a JSON object by name, with errors that state the field.

use std::fmt;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

/// An error or a warning about a request: a message and the field that it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldError {
    pub(super) field: String,
    pub(super) message: String,
}

impl FieldError {
    pub(super) fn new(field: &str, message: impl Into<String>) -> FieldError {
        FieldError { field: field.into(), message: message.into() }
    }
}

/// The fields of an object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// Returns the value of a field. Returns `None` if it is missing or `null`.
    pub(super) fn get(&self, field: &str) -> Option<&'a Value> {
        self.0.get(field).filter(|value| !value.is_null())
    }

    /// Returns a Boolean field; `false` if it is missing.
    pub(super) fn truth(&self, field: &str) -> Result<bool, FieldError> {
        let read = |value: &Value| {
            value.as_bool().ok_or_else(|| FieldError::new(field, "Must be true or false"))
        };
        self.get(field).map_or(Ok(false), read)
    }

    /// Returns an integer in a range.
    pub(super) fn integer(
        &self,
        field: &str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<i64>, FieldError> {
        let read = |value| integer(value, &range).ok_or_else(|| out_of(field, "integer", &range));
        self.get(field).map(read).transpose()
    }

    /// Returns a number in a range.
    pub(super) fn number(
        &self,
        field: &str,
        range: RangeInclusive<f64>,
    ) -> Result<Option<f64>, FieldError> {
        let read = |value| number(value, &range).ok_or_else(|| out_of(field, "number", &range));
        self.get(field).map(read).transpose()
    }

    /// Returns a list.
    pub(super) fn list(&self, field: &str, what: &str) -> Result<Option<&'a [Value]>, FieldError> {
        let read = |value: &'a Value| {
            let list = value.as_array().map(Vec::as_slice);
            list.ok_or_else(|| FieldError::new(field, format!("Must be an array of {what}")))
        };
        self.get(field).map(read).transpose()
    }

    /// Returns a string.
    pub(super) fn text(&self, field: &str) -> Result<Option<&'a str>, FieldError> {
        let read = |value: &'a Value| {
            value.as_str().ok_or_else(|| FieldError::new(field, "Must be a string"))
        };
        self.get(field).map(read).transpose()
    }
}

/// Converts a value to an integer in a range; scripts also write `500.0`.
pub(super) fn integer(value: &Value, range: &RangeInclusive<i64>) -> Option<i64> {
    let whole =
        |number: f64| (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64);
    let number = value.as_i64().or_else(|| value.as_f64().and_then(whole))?;
    range.contains(&number).then_some(number)
}

/// Converts a value to a number in a range.
pub(super) fn number(value: &Value, range: &RangeInclusive<f64>) -> Option<f64> {
    value.as_f64().filter(|number| range.contains(number))
}

fn out_of<T: fmt::Display>(field: &str, what: &str, range: &RangeInclusive<T>) -> FieldError {
    let article = if what.starts_with('i') { "an" } else { "a" };
    let (least, most) = (range.start(), range.end());
    FieldError::new(field, format!("Must be {article} {what} from {least} to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_field_and_range() {
        let value: Value =
            serde_json::from_str(r#"{"a":1,"b":2.0,"c":"x","d":null,"e":1.5,"f":true}"#)
                .expect("JSON");
        let fields = Fields(value.as_object().expect("an object"));
        assert_eq!(fields.integer("a", 0..=5), Ok(Some(1)));
        assert_eq!(fields.integer("b", 0..=5), Ok(Some(2)));
        assert_eq!(fields.integer("d", 0..=5), Ok(None));
        let fault = FieldError::new("e", "Must be an integer from 0 to 5");
        assert_eq!(fields.integer("e", 0..=5), Err(fault));
        assert_eq!(fields.number("e", 0.0..=2.0), Ok(Some(1.5)));
        assert_eq!(
            fields.number("c", 0.0..=2.0),
            Err(FieldError::new("c", "Must be a number from 0 to 2"))
        );
        assert_eq!((fields.truth("f"), fields.truth("g")), (Ok(true), Ok(false)));
        assert_eq!(fields.text("c"), Ok(Some("x")));
        assert_eq!(
            fields.list("c", "turns"),
            Err(FieldError::new("c", "Must be an array of turns"))
        );
    }
}
