//! Live events as human-readable text: `[t=12.5 zhang] text`.
//!
//! Live events occurred alongside the moves while the game was recorded. Formats without them store this text in
//! comments.

use super::{Event, Info, NodeId, Notes, Record, Symbol};

impl Record {
    /// Formats live events, one line each.
    pub(crate) fn live_lines(&self, ids: &[NodeId]) -> String {
        ids.iter().map(|id| self.live_line(*id)).collect::<Vec<String>>().join("\n")
    }

    fn live_line(&self, id: NodeId) -> String {
        let node = self.tree.node(id);
        let text = match &node.event {
            Event::Message(text) => with_plain_breaks(text),
            Event::Mark(mark) => format!("({}) {}", mark.point, symbol_text(&mark.symbol)),
            Event::Claim(outcome) => outcome.to_string(),
            _ => String::new(),
        };
        head(&self.info, node.notes()) + &text
    }
}

/// Formats the time and the actor.
fn head(info: &Info, notes: &Notes) -> String {
    let time = notes.time.map(|time| format!("t={time}"));
    let actor = notes.actor.map(|actor| {
        let name = info.participants.get(actor as usize).and_then(|one| one.name.as_deref());
        name.map_or(format!("#{actor}"), |name| with_plain_breaks(name).replace('\n', " "))
    });
    let parts: Vec<String> = [time, actor].into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!("[{}] ", parts.join(" ")) }
}

/// Normalizes line breaks to the form that survives a round trip through SGF.
pub(crate) fn with_plain_breaks(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn symbol_text(symbol: &Symbol) -> &str {
    match symbol {
        Symbol::Label(label) => label,
        shape => shape.shape().unwrap_or_default(),
    }
}
