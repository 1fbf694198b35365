//! JSON pointers (RFC 6901) to many byte offsets of a document, computed in one pass.

use std::fmt::Write;

use super::document::Document;
use super::entry::Kind;
use crate::record::diagnostic::ellipsize;

/// The maximum number of steps shown. Deeper pointers are shortened in the middle, since they could have megabytes.
const SHOWN: usize = 40;

/// A step into an array or object.
struct Step {
    /// The index after the contents.
    end: usize,
    is_object: bool,
    /// The index of the element, or the entry of the member's name.
    to: usize,
}

/// Returns the pointers to the values that contain these byte offsets, which must be sorted.
pub(super) fn pointers(document: &Document<'_>, offsets: &[usize]) -> Vec<String> {
    let mut found: Vec<String> = Vec::with_capacity(offsets.len());
    let mut way: Vec<Step> = Vec::new();
    let entries = document.entries();
    for (index, entry) in entries.iter().enumerate() {
        while let Some(&offset) = offsets.get(found.len())
            && offset < entry.at as usize
        {
            found.push(pointer_behind(document, &mut way, index, offset));
        }
        if found.len() == offsets.len() {
            break;
        }
        leave(&mut way, index);
        if let Some(step) = way.last_mut() {
            let is_name = step.is_object && step.to != index.wrapping_sub(1);
            if is_name {
                step.to = index;
            } else if !step.is_object {
                step.to = step.to.wrapping_add(1);
            }
        }
        while offsets.get(found.len()).is_some_and(|offset| *offset == entry.at as usize) {
            found.push(pointer(document, &way));
        }
        if matches!(entry.kind, Kind::Array | Kind::Object) {
            let is_object = entry.kind == Kind::Object;
            way.push(Step { end: entry.next as usize, is_object, to: usize::MAX });
        }
    }
    while let Some(&offset) = offsets.get(found.len()) {
        found.push(pointer_behind(document, &mut way, entries.len(), offset));
    }
    found
}

/// Leaves the arrays and objects that end before an index.
fn leave(way: &mut Vec<Step>, index: usize) {
    while way.pop_if(|step| step.end <= index).is_some() {}
}

/// Returns the pointer for an offset between two values: to the value before `index` if the offset is within it,
/// otherwise to the innermost open value.
fn pointer_behind(
    document: &Document<'_>,
    way: &mut Vec<Step>,
    index: usize,
    offset: usize,
) -> String {
    let Some(last) = index.checked_sub(1) else { return String::new() };
    let is_name = way.last().is_some_and(|step| step.is_object && step.to == last);
    if is_name || offset < document.value(last as u32).end() {
        return pointer(document, way);
    }
    leave(way, index);
    pointer(document, &way[..way.len().saturating_sub(1)])
}

fn pointer(document: &Document<'_>, way: &[Step]) -> String {
    let mut text = String::new();
    for (i, step) in way.iter().enumerate() {
        if way.len() > SHOWN && (SHOWN / 2..way.len() - SHOWN / 2).contains(&i) {
            text.push_str(if i == SHOWN / 2 { "/…" } else { "" });
        } else if step.is_object {
            let name = ellipsize(&document.value(step.to as u32).text());
            let _ = write!(text, "/{}", name.replace('~', "~0").replace('/', "~1"));
        } else {
            let _ = write!(text, "/{}", step.to);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Findings;

    #[test]
    fn pointer_of_every_value() {
        let text = r#"{"a":[1,[2],{"b/~":3}],"c":{"d":{},"e":[]}}"#;
        let document = Document::parse(text, &mut Findings::default());
        let at = |part: &str| text.find(part).expect("is there");
        let offsets = [0, 1, at("1"), at("2"), at("3"), at("\"d"), at("{}"), at("[]}"), at("}}")];
        assert_eq!(
            pointers(&document, &offsets),
            ["", "/a", "/a/0", "/a/1/0", "/a/2/b~1~0", "/c/d", "/c/d", "/c/e", ""]
        );
    }

    #[test]
    fn pointer_of_syntax_errors() {
        for (text, way) in [
            ("", ""),
            ("{", ""),
            ("[1, 2", "/1"),
            ("[1, ", ""),
            ("[[], [", "/1"),
            (r#"{"a": ["#, "/a"),
            (r#"{"a": "#, "/a"),
            (r#"{"a": "b\" "#, "/a"),
            (r#"{"a": 1, "#, ""),
            (r#"{"a": {}, "#, ""),
            (r#"{"a": [{"b": 1}"#, "/a"),
            ("{} ", ""),
        ] {
            let document = Document::parse(text, &mut Findings::default());
            assert_eq!(pointers(&document, &[text.len()]), [way], "{text}");
        }
        let text = r#"{"a": "b\udfb7"}"#;
        let document = Document::parse(text, &mut Findings::default());
        assert_eq!(pointers(&document, &[8, 8]), ["/a", "/a"]);
    }

    #[test]
    fn deep_pointer_is_shortened() {
        let text = "[0,".repeat(1000) + &"]".repeat(1000).replacen(']', "1]", 1);
        let document = Document::parse(&text, &mut Findings::default());
        let offset = text.find("1]").expect("is there");
        let way = pointers(&document, &[offset]).remove(0);
        assert_eq!(way, format!("{}/…{}", "/1".repeat(20), "/1".repeat(20)));
    }
}
