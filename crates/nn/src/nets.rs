//! A set of nets, each for some board sizes.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use tianyuan_go::BoardSize;

use super::any_net::AnyNet;
use crate::builtin::evaluator::Net;

// Decoded on first use: converting records or perft needs no net.
static EMBEDDED: LazyLock<Nets> = LazyLock::new(|| {
    let files: [&[u8]; 3] = [
        include_bytes!("builtin/boards-9-11.net"),
        include_bytes!("builtin/boards-12-13.net"),
        include_bytes!("builtin/boards-14-19.net"),
    ];
    let net = |file| Net::decode(file).expect("a test reads the built-in nets");
    Nets::new(files.map(net))
});

/// All board sizes.
const ALL_SIZES: RangeInclusive<usize> = 0..=usize::MAX;

/// A set of nets. Clones share the weights.
///
/// ```
/// use tianyuan_go::BoardSize;
/// use tianyuan_nn::{AnyNet, Nets};
///
/// let size = |lines| BoardSize::new(lines).expect("boards have 2 to 25 lines");
/// let net = Nets::embedded().of(size(13)).and_then(AnyNet::from_native);
/// let net = net.expect("a net is built in for 13x13");
/// assert_eq!(net.shape().sizes, 12..=13);
/// assert!(Nets::embedded().of(size(25)).is_none());
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Nets {
    main: Vec<Entry>,
    human: Option<AnyNet>,
}

/// A net and the board sizes for which it is used, in lines.
type Entry = (RangeInclusive<usize>, AnyNet);

impl Nets {
    /// Creates a set of nets. If several nets support a board size, the first one is used.
    pub fn new(nets: impl IntoIterator<Item = impl Into<AnyNet>>) -> Nets {
        let main = nets.into_iter().map(|net| (ALL_SIZES, net.into())).collect();
        Nets { main, human: None }
    }

    /// Adds a net that imitates human players, for human-like play and human policies in reports.
    #[must_use]
    pub fn with_human(self, human: Option<AnyNet>) -> Nets {
        Nets { human, ..self }
    }

    /// Returns the net that imitates human players.
    pub fn human(&self) -> Option<&AnyNet> {
        self.human.as_ref()
    }

    /// Returns the nets for boards of `sizes` lines only.
    pub fn for_sizes(mut self, sizes: RangeInclusive<usize>) -> Nets {
        for (own, _) in &mut self.main {
            *own = *own.start().max(sizes.start())..=*own.end().min(sizes.end());
        }
        self
    }

    /// Returns the embedded nets: for 9 to 11, 12 and 13, and 14 to 19 lines.
    pub fn embedded() -> &'static Nets {
        &EMBEDDED
    }

    /// Returns the net for a board size, or `None` if no net supports it.
    pub fn of(&self, size: BoardSize) -> Option<&AnyNet> {
        let allowed = self.main.iter().filter(|(sizes, _)| sizes.contains(&size.lines()));
        let mut allowed = allowed.map(|(_, net)| net);
        let found = allowed.clone().find(|net| net.is_for(size));
        if found.is_none() {
            // The limits of built-in nets are documented, but a missing size of a prepared net deserves a warning.
            for net in &mut allowed {
                if let AnyNet::KataGo { net, .. } = net {
                    net.warn_missing_size(size);
                }
            }
        }
        found
    }

    /// Returns `true` if one of the nets has an input for the playout-doubling advantage.
    pub fn has_doubling_advantage(&self) -> bool {
        self.iter().any(AnyNet::has_doubling_advantage)
    }

    /// Iterates over all nets of the set except the human net.
    pub fn iter(&self) -> impl Iterator<Item = &AnyNet> {
        self.main.iter().map(|(_, net)| net)
    }
}

impl FromIterator<Nets> for Nets {
    fn from_iter<I: IntoIterator<Item = Nets>>(parts: I) -> Nets {
        let mut all = Nets::default();
        for part in parts {
            all.main.extend(part.main);
            all.human = all.human.or(part.human);
        }
        all
    }
}
