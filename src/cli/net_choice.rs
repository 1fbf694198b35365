//! Which net guides a search, as the command line says.

use std::path::Path;

use clap::Args;

use crate::net::{Instructions, MAX_BYTES, Net, Nets};
use crate::storage::Storage;

/// The nets within, others, or none.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct NetChoice {
    /// The file of a net that guides the search on the boards that it is for, in place of those
    /// within; may be repeated
    #[arg(long, value_name = "FILE", value_parser = read)]
    net: Vec<Nets>,
    /// Search by playouts alone
    #[arg(long, conflicts_with = "net")]
    no_net: bool,
}

impl NetChoice {
    /// What guides the search. The nets within do so where the processor has instructions that make
    /// them the better player.
    pub fn nets(&self) -> Nets {
        if !self.net.is_empty() {
            return self.net.iter().cloned().collect();
        }
        let are_better = Instructions::best() > Instructions::Portable && !self.no_net;
        if are_better { Nets::embedded().clone() } else { Nets::default() }
    }
}

fn read(path: &str) -> Result<Nets, String> {
    let bytes = Storage::default().read(Path::new(path), MAX_BYTES + 1);
    let bytes = bytes.map_err(|error| error.to_string())?;
    Net::decode(&bytes).map(|net| Nets::new([net])).map_err(|error| error.to_string())
}
