//! The nets of the search, as the command line chooses them.

use std::path::Path;

use clap::Args;

use crate::net::{Instructions, MAX_BYTES, Net, Nets};
use crate::storage::Storage;

/// The options that choose nets: the embedded ones, files, or none.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct NetChoice {
    /// A net file for the board sizes of the net, in place of the embedded nets; may be repeated
    #[arg(long, value_name = "FILE", value_parser = read)]
    net: Vec<Nets>,
    /// Search with playouts only, without a net
    #[arg(long, conflicts_with = "net")]
    no_net: bool,
}

impl NetChoice {
    /// The chosen nets. The embedded ones are used only where the processor has SIMD instructions:
    /// without them, playouts alone are the stronger player.
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
