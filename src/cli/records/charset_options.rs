//! The options on the charset of SGF that is read.

use clap::Args;

use crate::records::charset::FileCharset;
use crate::records::format::ReadOptions;

/// What the command line says of the charset of files.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct CharsetOptions {
    /// The charset of SGF that is read, whatever the file says
    #[arg(long, value_name = "NAME")]
    encoding: Option<FileCharset>,
    /// The charset of SGF that is read where the file declares none [default: by its bytes]
    #[arg(long, value_name = "NAME")]
    default_encoding: Option<FileCharset>,
}

impl CharsetOptions {
    /// The same for the reader.
    pub(super) fn read_options(self) -> ReadOptions {
        ReadOptions { charset: self.encoding, default_charset: self.default_encoding }
    }
}
