//! XPath locations of many byte offsets of a document, computed in one pass.

use std::collections::HashMap;
use std::fmt::Write;

use super::char_refs::shortened;
use super::parser::{Element, Piece, Pieces};
use crate::record::Findings;

/// The maximum number of steps shown. Deeper paths are shortened in the middle, since they could have megabytes.
const SHOWN: usize = 40;

/// An open element.
struct Step<'t> {
    name: &'t str,
    /// The 1-based number among the siblings of the same name.
    number: u32,
    /// The number of children so far, by name.
    children: HashMap<&'t str, u32>,
}

/// Returns the paths of the elements and attributes at these byte offsets, which must be sorted.
pub(super) fn paths(text: &str, offsets: &[usize]) -> Vec<String> {
    let unheard = &mut Findings::default();
    let mut pieces = Pieces::new(text, unheard);
    let mut found: Vec<String> = Vec::with_capacity(offsets.len());
    let mut way = vec![Step { name: "", number: 1, children: HashMap::new() }];
    while found.len() < offsets.len()
        && let Some(piece) = pieces.next(unheard)
    {
        let open = if let Piece::Open(element) = &piece { Some(element) } else { None };
        let end = open.map_or(pieces.position(), |element| element.at);
        while let Some(&offset) = offsets.get(found.len())
            && offset < end
        {
            found.push(path(&way));
        }
        match piece {
            Piece::Text(..) => {}
            Piece::Close => {
                way.pop();
            }
            Piece::Open(element) => {
                let inside = step(&mut way, element.name);
                way.push(inside);
                while let Some(&offset) = offsets.get(found.len())
                    && offset < pieces.position()
                {
                    found.push(path(&way) + &attribute(&element, offset));
                }
            }
        }
    }
    found.resize_with(offsets.len(), || path(&way));
    found
}

fn step<'t>(way: &mut [Step<'t>], name: &'t str) -> Step<'t> {
    let parent = way.last_mut().expect("the document is never closed");
    let number = parent.children.entry(name).or_insert(0);
    *number += 1;
    Step { name, number: *number, children: HashMap::new() }
}

fn attribute(element: &Element<'_>, offset: usize) -> String {
    let is_before = |at: usize| at <= offset;
    let found = element.attributes.iter().filter(|one| is_before(one.at)).max_by_key(|one| one.at);
    found.map_or(String::new(), |one| format!("/@{}", shortened(one.name)))
}

fn path(way: &[Step<'_>]) -> String {
    let steps = &way[1..];
    if steps.is_empty() {
        return "/".into();
    }
    let mut text = String::new();
    for (i, step) in steps.iter().enumerate() {
        if steps.len() > SHOWN && (SHOWN / 2..steps.len() - SHOWN / 2).contains(&i) {
            text.push_str(if i == SHOWN / 2 { "/…" } else { "" });
            continue;
        }
        let _ = write!(text, "/{}", shortened(step.name));
        // Elements may occur more than once within these, so each one is numbered.
        let is_one_of_many = i > 0 && matches!(steps[i - 1].name, "moves" | "pre");
        if is_one_of_many || step.number > 1 {
            let _ = write!(text, "[{}]", step.number);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xpath_of_every_location() {
        let text = "<!---->\n<a b='1'><c/>x<moves><d/> <d e='2' f='&#9;'/><!-- --></moves></a> ";
        let at = |part: &str| text.find(part).expect("is there");
        let offsets = [
            "<!-", "<a", "b=", "<c/", "x<", "<d/", " <d", "<d e", "e=", "&", "<!-- ", "</m", "</a",
            "> ",
        ];
        let found = paths(text, &offsets.map(at));
        let expected = [
            "/",
            "/a",
            "/a/@b",
            "/a/c",
            "/a",
            "/a/moves/d[1]",
            "/a/moves",
            "/a/moves/d[2]",
            "/a/moves/d[2]/@e",
            "/a/moves/d[2]/@f",
            "/a/moves",
            "/a/moves",
            "/a",
            "/a",
        ];
        assert_eq!(found, expected);
        assert_eq!(paths(text, &[text.len()]), ["/"]);
        assert_eq!(paths("<a><b></a>", &[6]), ["/a/b"], "the document breaks off");
    }

    #[test]
    fn deep_xpath_is_shortened() {
        let text = "<moves>".repeat(1000);
        let way = paths(&text, &[text.len()]).remove(0);
        assert_eq!(way, format!("/moves{}/…{}", "/moves[1]".repeat(19), "/moves[1]".repeat(20)));
    }
}
