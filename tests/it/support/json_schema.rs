//! A check of JSON by a schema, for the keywords that the schemas of `docs/` use. Patterns of texts are left
//! to the clients' check, which has a whole library.

use serde_json::Value;

/// What is wrong with a value, the place first; `Ok` where it is as the schema says.
pub fn check(root: &Value, value: &Value) -> Result<(), String> {
    Schema { root }.check(root, value, "")
}

struct Schema<'a> {
    root: &'a Value,
}

impl Schema<'_> {
    fn check(&self, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
        let keywords = schema.as_object().expect("a schema is an object");
        let wrong = |what: String| Err(format!("{place}: {what}: {value}"));
        for (keyword, due) in keywords {
            match keyword.as_str() {
                "$ref" => self.check(self.definition(due), value, place)?,
                "type" if !is_of_type(value, due) => return wrong(format!("is no {due}")),
                "enum" if !list(due).iter().any(|it| is_equal(it, value)) => {
                    return wrong(format!("is none of {due}"));
                }
                "minimum" if value.as_f64() < due.as_f64() => return wrong(format!("below {due}")),
                "maximum" if value.as_f64() > due.as_f64() => return wrong(format!("above {due}")),
                "minItems" if (list(value).len() as u64) < due.as_u64().expect("a count") => {
                    return wrong(format!("fewer than {due}"));
                }
                "maxItems" if (list(value).len() as u64) > due.as_u64().expect("a count") => {
                    return wrong(format!("more than {due}"));
                }
                "items" => {
                    for (number, item) in list(value).iter().enumerate() {
                        self.check(due, item, &format!("{place}/{number}"))?;
                    }
                }
                "required" => {
                    let lacks = |field: &&Value| value.get(text(field)).is_none();
                    if let Some(field) = list(due).iter().find(lacks) {
                        return wrong(format!("lacks {field}"));
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
                        return wrong(format!("has {field}"));
                    }
                }
                "oneOf" => {
                    let checked = list(due).iter().map(|it| self.check(it, value, place));
                    let (good, bad): (Vec<_>, Vec<_>) = checked.partition(Result::is_ok);
                    if good.len() != 1 {
                        return wrong(format!("fits {} of the forms, {bad:?}", good.len()));
                    }
                }
                "type" | "enum" | "minimum" | "maximum" | "minItems" | "maxItems" | "pattern"
                | "description" | "title" | "$schema" | "$defs" => {}
                other => panic!("the keyword {other} is not checked"),
            }
        }
        Ok(())
    }

    fn definition(&self, reference: &Value) -> &Value {
        let pointer = text(reference).strip_prefix('#').expect("a place in this schema");
        self.root.pointer(pointer).unwrap_or_else(|| panic!("there is no {pointer}"))
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

/// Numbers are equal by their value, whatever their notation.
fn is_equal(one: &Value, other: &Value) -> bool {
    one == other || one.as_f64().is_some_and(|number| other.as_f64() == Some(number))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_does_not_fit_is_found() {
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
}
