//! The nets of the search, as the command line chooses them.

use std::path::Path;

use clap::Args;

use crate::cli::net_file::NetFile;
use crate::net::{AnyNet, AnyNetFile, Instructions, Nets, katago};

/// The options that choose nets: the embedded ones, files, or none.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct NetChoice {
    /// A net file, ours or KataGo's, in place of the embedded nets; may be repeated for other sizes
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
    let file = NetFile::read(Path::new(path))?;
    let net = match file.net {
        AnyNetFile::Own(net) => AnyNet::from(*net),
        AnyNetFile::KataGo(model) => AnyNet::katago(katago::Net::new(*model), file.checksum),
    };
    Ok(Nets::new([net]))
}
