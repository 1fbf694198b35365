//! Which net guides a search, as the command line says.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use clap::Args;

use crate::net::{Instructions, LONGEST, Net};

/// The net within, another one, or none.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct NetChoice {
    /// The file of a net that guides the search, in place of the one within
    #[arg(long, value_name = "FILE", value_parser = read)]
    net: Option<Arc<Net>>,
    /// Search by playouts alone
    #[arg(long, conflicts_with = "net")]
    no_net: bool,
}

impl NetChoice {
    /// What guides the search on the boards that it is for. The net within does so where the
    /// processor has instructions that make it the better player.
    pub fn net(&self) -> Option<Arc<Net>> {
        let within = || Instructions::best() > Instructions::Portable && !self.no_net;
        self.net.clone().or_else(|| within().then(|| Net::embedded().clone()))
    }
}

fn read(path: &str) -> Result<Arc<Net>, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    let read = file.take(LONGEST as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    Net::decode(&bytes).map(Arc::new).map_err(|error| error.to_string())
}
