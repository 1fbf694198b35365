//! The nets of the search, selected on the command line.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::net::find::auto_nets;
use crate::cli::net_file::NetFile;
use crate::job_error::JobError;
use crate::nn::katago::Precision;
use crate::nn::{AnyNet, Backend, Nets};

/// The file name that selects the recommended nets; a file of this name is `./auto`.
const AUTO: &str = "auto";

/// The options that select nets: the embedded nets, files, or none.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct NetChoice {
    /// Net file, or auto for nets found here; repeatable for other sizes
    #[arg(long, value_name = "FILE")]
    net: Vec<PathBuf>,
    /// Number type for KataGo nets; auto selects the fastest accurate type
    #[arg(long, value_name = "TYPE", value_enum, default_value_t)]
    net_precision: PrecisionChoice,
    /// Search with playouts only
    #[arg(long, conflicts_with = "net")]
    no_net: bool,
}

/// The option that selects a human-imitation net.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct HumanNetChoice {
    /// Human-imitation net of KataGo, for human-like play
    #[arg(long, value_name = "FILE", alias = "human-model")]
    human_net: Option<PathBuf>,
}

impl HumanNetChoice {
    /// Returns the selected net; `main` selects its number type.
    ///
    /// # Errors
    /// Returns [`JobError`] if the file cannot be read or is not a human-imitation net.
    pub(super) fn net(&self, main: &NetChoice) -> Result<Option<AnyNet>, JobError> {
        let Some(path) = &self.human_net else { return Ok(None) };
        let net = NetFile::read(path)?.into_net(path, main.net_precision.precision())?;
        match net.imitates_humans() {
            true => Ok(Some(net)),
            false => Err(JobError::invalid(path)("not a human-imitation net; use --net")),
        }
    }
}

/// The command-line names of number types for nets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum PrecisionChoice {
    #[default]
    Auto,
    F32,
    Bf16,
    Int16,
    Int8,
}

impl PrecisionChoice {
    /// Returns the number type, unless it is selected automatically.
    pub(super) fn precision(self) -> Option<Precision> {
        match self {
            PrecisionChoice::Auto => None,
            PrecisionChoice::F32 => Some(Precision::F32),
            PrecisionChoice::Bf16 => Some(Precision::Bf16),
            PrecisionChoice::Int16 => Some(Precision::Int16),
            PrecisionChoice::Int8 => Some(Precision::Int8),
        }
    }
}

impl NetChoice {
    /// Returns the selected nets. The embedded nets are used only on processors with SIMD instructions; without SIMD,
    /// playouts alone are stronger.
    ///
    /// # Errors
    /// Returns [`JobError`] if a file cannot be read or is not a net, or this processor lacks the number type.
    pub fn nets(&self) -> Result<Nets, JobError> {
        let are_better = Backend::best() > Backend::Portable && !self.no_net;
        let none = Nets::default();
        self.nets_or(if are_better { Nets::embedded() } else { &none })
    }

    /// Returns the nets of the files, or the given nets if there are none.
    fn nets_or(&self, built_in: &Nets) -> Result<Nets, JobError> {
        if self.net.is_empty() {
            return Ok(built_in.clone());
        }
        let nets = self.net.iter().map(|path| match path.as_os_str() == AUTO {
            true => Ok(auto_nets(built_in, |path| self.read(path))),
            false => self.with_file(path),
        });
        nets.collect()
    }

    /// Returns the selected nets like [`nets`](Self::nets), but includes the embedded nets on every processor. For
    /// jobs that need a net, however slow it is.
    ///
    /// # Errors
    /// The same as [`nets`](Self::nets).
    pub fn nets_or_slow_fallback(&self) -> Result<Nets, JobError> {
        let none = Nets::default();
        self.nets_or(if self.no_net { &none } else { Nets::embedded() })
    }

    /// Returns the net of a file, with the selected number type.
    ///
    /// # Errors
    /// Returns [`JobError`] if the file cannot be read or is not a net, or this processor lacks the number type.
    pub fn with_file(&self, path: &Path) -> Result<Nets, JobError> {
        self.read(path).map(|net| Nets::new([net]))
    }

    fn read(&self, path: &Path) -> Result<AnyNet, JobError> {
        let net = NetFile::read(path)?.into_net(path, self.net_precision.precision())?;
        match net.imitates_humans() {
            true => Err(JobError::invalid(path)("a human-imitation net; use --human-net")),
            false => Ok(net),
        }
    }
}
