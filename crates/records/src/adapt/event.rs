//! The event of a game, for formats that have a name of the game and no event.

use std::borrow::Cow;

use crate::record::Record;

use super::property_text::simple_text;

impl Record {
    /// The name of the event (SGF `EV`) on one line, where the game has no name of its own.
    pub fn event_name(&self) -> Option<Cow<'_, str>> {
        let properties = &self.tree.node(self.tree.root()).notes().properties;
        let event = properties.iter().find(|property| property.name == "EV")?;
        let text = event.values.first().filter(|_| self.info.name.is_none())?;
        Some(simple_text(text)).filter(|text| !text.trim().is_empty())
    }
}
