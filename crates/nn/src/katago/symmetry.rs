//! Inputs of KataGo's nets turned by a symmetry of the board, and outputs turned back.

use crate::symmetry::Symmetry;

use super::inputs::Inputs;
use super::output::RawOutput;

impl Inputs {
    /// The inputs for the board turned by a symmetry.
    pub fn turned(&self, symmetry: Symmetry) -> Inputs {
        let planes = symmetry.turned(self.size.lines(), &self.planes);
        Inputs { size: self.size, planes, globals: self.globals }
    }
}

impl RawOutput {
    /// The output for a board of so many lines, where this is the one for the board
    /// [turned](Inputs::turned) by a symmetry.
    pub fn turned_back(self, lines: usize, symmetry: Symmetry) -> RawOutput {
        RawOutput {
            policy: symmetry.turned_back(lines, &self.policy),
            ownership: symmetry.turned_back(lines, &self.ownership),
            ..self
        }
    }
}
