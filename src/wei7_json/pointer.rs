//! JSON pointers (RFC 6901): the ways to many places of a document, found in one walk over it.

use std::fmt::Write;

use super::document::Document;
use super::entry::Kind;
use crate::record::finding::shortened;

/// The most steps that are shown: deeper ones are shortened in the middle, since they could be megabytes.
const SHOWN: usize = 40;

/// One step into an array or object.
struct Step {
    /// The index after all that is inside.
    end: usize,
    is_object: bool,
    /// The element's number, or the index of the member's name.
    to: usize,
}

/// The ways to the values that begin at these bytes, which are in order; empty where none begins.
pub(super) fn pointers(document: &Document<'_>, offsets: &[usize]) -> Vec<String> {
    let mut found: Vec<String> = Vec::with_capacity(offsets.len());
    let mut way: Vec<Step> = Vec::new();
    for (index, entry) in document.entries().iter().enumerate() {
        if found.len() == offsets.len() {
            break;
        }
        while way.pop_if(|step| step.end <= index).is_some() {}
        if let Some(step) = way.last_mut() {
            let is_name = step.is_object && step.to != index.wrapping_sub(1);
            if is_name {
                step.to = index;
            } else if !step.is_object {
                step.to = step.to.wrapping_add(1);
            }
        }
        while let Some(&offset) = offsets.get(found.len())
            && offset <= entry.at as usize
        {
            let begins = offset == entry.at as usize;
            found.push(if begins { pointer(document, &way) } else { String::new() });
        }
        if matches!(entry.kind, Kind::Array | Kind::Object) {
            let is_object = entry.kind == Kind::Object;
            way.push(Step { end: entry.next as usize, is_object, to: usize::MAX });
        }
    }
    found.resize(offsets.len(), String::new());
    found
}

fn pointer(document: &Document<'_>, way: &[Step]) -> String {
    let mut text = String::new();
    for (i, step) in way.iter().enumerate() {
        if way.len() > SHOWN && (SHOWN / 2..way.len() - SHOWN / 2).contains(&i) {
            text.push_str(if i == SHOWN / 2 { "/…" } else { "" });
        } else if step.is_object {
            let name = shortened(&document.value(step.to as u32).text());
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
    fn every_value_has_its_way() {
        let text = r#"{"a":[1,[2],{"b/~":3}],"c":{"d":{},"e":[]}}"#;
        let document = Document::parse(text, &mut Findings::default()).expect("JSON");
        let at = |part: &str| text.find(part).expect("is there");
        let offsets = [0, 1, at("1"), at("2"), at("3"), at("\"d"), at("{}"), at("[]}"), at("}}")];
        assert_eq!(
            pointers(&document, &offsets),
            ["", "/a", "/a/0", "/a/1/0", "/a/2/b~1~0", "/c/d", "/c/d", "/c/e", ""]
        );
    }

    #[test]
    fn deep_ways_are_cut() {
        let text = "[0,".repeat(1000) + &"]".repeat(1000).replacen(']', "1]", 1);
        let document = Document::parse(&text, &mut Findings::default()).expect("JSON");
        let offset = text.find("1]").expect("is there");
        let way = pointers(&document, &[offset]).remove(0);
        assert_eq!(way, format!("{}/…{}", "/1".repeat(20), "/1".repeat(20)));
    }
}
