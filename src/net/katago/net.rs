//! A net of KataGo's that is ready to evaluate, and its evaluator.

use super::inputs::Inputs;
use super::model::Model;
use super::output::RawOutput;
use super::reference;

/// The weights of a net of KataGo's, shared by any number of evaluators.
#[derive(Debug)]
pub struct Net {
    model: Model,
}

impl Net {
    /// A net that computes what a model describes.
    pub fn new(model: Model) -> Net {
        Net { model }
    }

    /// What its file describes.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// An evaluator of this net.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { net: self }
    }
}

/// Evaluates one position at a time; threads have one evaluator each.
#[derive(Debug)]
pub struct Evaluator<'n> {
    net: &'n Net,
}

impl Evaluator<'_> {
    /// Evaluates a position.
    pub fn evaluate(&mut self, inputs: &Inputs) -> RawOutput {
        reference::evaluate(self.net.model(), inputs.size.lines(), &inputs.planes, &inputs.globals)
    }
}
