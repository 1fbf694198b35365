//! Validation of JSON against a schema, for the keywords used by the schemas of `docs/`.

use serde_json::Value;

use super::json_pattern::is_found;

/// Returns the first error of a value, starting with its location; `Ok` if it matches the schema.
pub fn check(root: &Value, value: &Value) -> Result<(), String> {
    Schema { root }.check(root, value, "")
}

struct Schema<'a> {
    root: &'a Value,
}

impl Schema<'_> {
    fn check(&self, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
        let keywords = schema.as_object().expect("a schema is an object");
        for (keyword, due) in keywords {
            match keyword.as_str() {
                "description" | "title" | "$schema" | "$defs" => {}
                "$ref" => self.check(self.definition(due), value, place)?,
                "items" => {
                    for (number, item) in list(value).iter().enumerate() {
                        self.check(due, item, &format!("{place}/{number}"))?;
                    }
                }
                "properties" => {
                    for (field, schema) in due.as_object().expect("an object") {
                        if let Some(value) = value.get(field) {
                            self.check(schema, value, &format!("{place}/{field}"))?;
                        }
                    }
                }
                "additionalProperties" => {
                    assert_eq!(due, &Value::Bool(false), "nothing else is checked");
                    let known = &keywords["properties"];
                    let fields = value.as_object().into_iter().flat_map(|it| it.keys());
                    if let Some(field) = fields.into_iter().find(|it| known.get(it).is_none()) {
                        return Err(format!("{place}: has {field}: {value}"));
                    }
                }
                "oneOf" | "anyOf" | "not" => self.check_forms(keyword, due, value, place)?,
                _ if !holds(keyword, due, value) => {
                    return Err(format!("{place}: {keyword} is {due}, and this is {value}"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns `true` if the number of matching subschemas is as the keyword requires.
    fn check_forms(
        &self,
        keyword: &str,
        forms: &Value,
        value: &Value,
        place: &str,
    ) -> Result<(), String> {
        let forms = forms.as_array().map_or(std::slice::from_ref(forms), Vec::as_slice);
        let checked = forms.iter().map(|it| self.check(it, value, place));
        let (good, bad): (Vec<_>, Vec<_>) = checked.partition(Result::is_ok);
        let fits = match keyword {
            "oneOf" => good.len() == 1,
            "anyOf" => !good.is_empty(),
            _ => good.is_empty(),
        };
        let count = good.len();
        let told = || format!("{place}: {keyword}: {count} of the forms fit, {bad:?}: {value}");
        if fits { Ok(()) } else { Err(told()) }
    }

    fn definition(&self, reference: &Value) -> &Value {
        let pointer = text(reference).strip_prefix('#').expect("a place in this schema");
        self.root.pointer(pointer).unwrap_or_else(|| panic!("there is no {pointer}"))
    }
}

/// Returns `true` if a keyword about the value alone is satisfied, which includes values of another type.
fn holds(keyword: &str, due: &Value, value: &Value) -> bool {
    let number = || value.as_f64().zip(due.as_f64());
    let items = || value.as_array().map(Vec::len).zip(count(due));
    let characters = || value.as_str().map(|text| text.chars().count()).zip(count(due));
    match keyword {
        "type" => is_of_type(value, due),
        "const" => is_equal(due, value),
        "enum" => list(due).iter().any(|it| is_equal(it, value)),
        "minimum" => number().is_none_or(|(is, least)| is >= least),
        "maximum" => number().is_none_or(|(is, most)| is <= most),
        "exclusiveMinimum" => number().is_none_or(|(is, below)| is > below),
        "exclusiveMaximum" => number().is_none_or(|(is, above)| is < above),
        "multipleOf" => number().is_none_or(|(is, unit)| (is / unit).fract() == 0.0),
        "minItems" => items().is_none_or(|(is, least)| is >= least),
        "maxItems" => items().is_none_or(|(is, most)| is <= most),
        "uniqueItems" => {
            let items = list(value);
            (1..items.len()).all(|at| !items[..at].iter().any(|it| is_equal(it, &items[at])))
        }
        "minLength" => characters().is_none_or(|(is, least)| is >= least),
        "maxLength" => characters().is_none_or(|(is, most)| is <= most),
        "pattern" => value.as_str().is_none_or(|value| is_found(text(due), value)),
        "required" => {
            list(due).iter().all(|field| !value.is_object() || value.get(text(field)).is_some())
        }
        other => panic!("the keyword {other} is not checked"),
    }
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match text(name) {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("the type {other} is not checked"),
    }
}

/// Numbers are equal by value, independent of notation.
fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let is_there = |(name, value)| other.get(name).is_some_and(|it| is_equal(value, it));
            one.len() == other.len() && one.iter().all(is_there)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_equal(one, other))
        }
        _ => one == other || one.as_f64().is_some_and(|number| other.as_f64() == Some(number)),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn count(value: &Value) -> Option<usize> {
    value.as_u64().map(|count| count as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn invalid_values_are_rejected() {
        let schema = json!({
            "oneOf": [{"$ref": "#/$defs/a"}, {"type": "string"}],
            "$defs": {"a": {
                "type": "object", "required": ["x"], "additionalProperties": false,
                "properties": {"x": {"type": "array", "maxItems": 2, "items": {
                    "type": "integer", "minimum": 0, "maximum": 9,
                }}, "y": {"enum": [0, true]}},
            }},
        });
        for good in [json!("text"), json!({"x": [0, 9.0]}), json!({"x": [], "y": 0.0})] {
            assert_eq!(check(&schema, &good), Ok(()));
        }
        let bad = [
            json!(3),
            json!({}),
            json!({"x": [10]}),
            json!({"x": [-1]}),
            json!({"x": [0.5]}),
            json!({"x": [1, 2, 3]}),
            json!({"x": [], "z": 1}),
            json!({"x": [], "y": 1}),
            json!({"x": 1}),
        ];
        for bad in bad {
            assert!(check(&schema, &bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn every_keyword_can_reject() {
        let cases = [
            (json!({"const": null}), json!(null), json!(0)),
            (json!({"exclusiveMinimum": 0}), json!(0.5), json!(0)),
            (json!({"exclusiveMaximum": 10, "multipleOf": 0.5}), json!(9.5), json!(10)),
            (json!({"multipleOf": 0.5}), json!(9.5), json!(9.25)),
            (json!({"minLength": 1, "maxLength": 2}), json!("天元"), json!("")),
            (json!({"minLength": 1, "maxLength": 2}), json!("天"), json!("abc")),
            (json!({"pattern": "^[0-9]+$"}), json!("19"), json!("19a")),
            (json!({"not": {"pattern": "a"}}), json!("b"), json!("cab")),
            (json!({"anyOf": [{"const": 1}, {"minimum": 1}]}), json!(1), json!(0)),
            (json!({"oneOf": [{"const": 1}, {"minimum": 1}]}), json!(2), json!(1)),
            (
                json!({"uniqueItems": true}),
                json!([{"x": 1}, {"x": 2}]),
                json!([{"x": 1}, {"x": 1.0}]),
            ),
            (json!({"minItems": 1}), json!([1]), json!([])),
        ];
        for (schema, good, bad) in cases {
            assert_eq!(check(&schema, &good), Ok(()), "{schema}");
            assert!(check(&schema, &bad).is_err(), "{schema}");
        }
    }
}
