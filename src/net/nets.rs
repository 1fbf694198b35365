//! Several nets, each for boards of sizes of its own.

use std::sync::{Arc, LazyLock};

use crate::go::BoardSize;

use super::evaluator::Net;

static EMBEDDED: LazyLock<Nets> = LazyLock::new(|| {
    let files: [&[u8]; 3] = [
        include_bytes!("boards-9-11.net"),
        include_bytes!("boards-12-13.net"),
        include_bytes!("boards-14-19.net"),
    ];
    let net = |file| Net::decode(file).expect("the nets within are whole: a test reads them");
    Nets::new(files.map(net))
});

/// Any number of nets. To copy them copies no weights.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Nets(Vec<Arc<Net>>);

impl Nets {
    /// These nets.
    pub fn new(nets: impl IntoIterator<Item = Net>) -> Nets {
        Nets(nets.into_iter().map(Arc::new).collect())
    }

    /// The nets that the program comes with.
    pub fn embedded() -> &'static Nets {
        &EMBEDDED
    }

    /// The first net that is for boards of a size.
    pub fn of(&self, size: BoardSize) -> Option<&Net> {
        self.shared(size).map(|net| &**net)
    }

    /// The same, for who keeps it.
    pub fn shared(&self, size: BoardSize) -> Option<&Arc<Net>> {
        let is_for = |net: &&Arc<Net>| net.shape().sizes.contains(&size.lines());
        self.0.iter().find(is_for)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Net> {
        self.0.iter().map(|net| &**net)
    }
}

impl FromIterator<Nets> for Nets {
    fn from_iter<I: IntoIterator<Item = Nets>>(parts: I) -> Nets {
        Nets(parts.into_iter().flat_map(|part| part.0).collect())
    }
}
