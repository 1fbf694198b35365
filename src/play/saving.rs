//! Saving: the record of the game in a file, never over another without being asked.

use std::path::Path;

use super::complaint::Complaint;
use super::table::{Answer, PlaySession};
use crate::printable::printable_line;

impl PlaySession {
    /// Writes the record, whole or not at all, in the format of the file name's extension.
    ///
    /// # Errors
    /// Where the file is there and may not be replaced, or cannot be written. What was in it is still there.
    pub(super) fn save(&mut self, file: &str, overwrite: bool) -> Answer {
        let path = Path::new(file);
        if !overwrite && path.symlink_metadata().is_ok() {
            return Err(Complaint::Exists(printable_line(file).into_owned()));
        }
        let saved = self.environment.save_game(&self.engine, path);
        saved.map_err(|reason| Complaint::of_saving(file, &reason))?;
        self.saved = Some(self.place());
        Ok(self.words.saved(&printable_line(file)))
    }

    /// Whether turns would be lost if the game ended now without being saved.
    pub(super) fn is_unsaved(&self) -> bool {
        !self.game().turns().is_empty() && self.saved != Some(self.place())
    }

    /// The position and the number of turns before it.
    fn place(&self) -> (u64, usize) {
        (self.game().key(), self.game().turns().len())
    }
}
