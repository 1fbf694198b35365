//! Preparations of KataGo nets, stored in the user's cache folder.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::nn::crc_32;
use crate::nn::katago::{KernelSet, PreparationCache};
use crate::records::storage::Storage;

/// The environment variable with the folder, or `off`.
const VARIABLE: &str = "TIANYUAN_CACHE";

/// The maximum size of a stored preparation, in bytes.
const MOST: usize = 1 << 26;

/// The duration of the fastest preparation that is stored.
const LEAST_TIME: Duration = Duration::from_millis(500);

/// The stored preparations of a net on this processor.
#[derive(Debug)]
pub(super) struct NetCache {
    folder: PathBuf,
    /// The start of the file names: the checksum of the net, the program's version, and a checksum of the processor.
    prefix: String,
}

impl NetCache {
    /// Returns the cache for a net with the given checksum. Returns `None` if the cache folder is unknown or the
    /// environment variable `TIANYUAN_CACHE` is `off`.
    pub(super) fn new(checksum: u32) -> Option<NetCache> {
        let folder = cache_folder()?;
        let version = env!("CARGO_PKG_VERSION");
        let processor = crc_32(processor().as_bytes());
        Some(NetCache { folder, prefix: format!("{checksum:08x}-{version}-{processor:08x}") })
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{}-{key}.preparation", self.prefix))
    }
}

impl PreparationCache for NetCache {
    fn load(&self, key: &str) -> Option<Vec<u8>> {
        Storage::default().read(&self.path(key), MOST).ok()
    }

    fn store(&self, key: &str, bytes: &[u8], time: Duration) {
        if time < LEAST_TIME {
            return;
        }
        let path = self.path(key);
        // Writing to a pipe would block.
        if fs::metadata(&path).is_ok_and(|there| !there.is_file()) {
            return log::info!("the preparation is not stored: {}: not a file", path.display());
        }
        let stored =
            fs::create_dir_all(&self.folder).and_then(|()| Storage::default().write(&path, bytes));
        if let Err(error) = stored {
            log::info!("the preparation is not stored: {}: {error}", path.display());
        }
    }
}

/// Returns the cache folder of the user; `None` if it is unknown or the cache is disabled.
pub(super) fn cache_folder() -> Option<PathBuf> {
    folder(&|name| env::var_os(name), env::home_dir().as_deref())
}

/// Returns the cache folder for the given environment variables and home folder.
fn folder(variable: &dyn Fn(&str) -> Option<OsString>, home: Option<&Path>) -> Option<PathBuf> {
    if let Some(chosen) = variable(VARIABLE).filter(|chosen| !chosen.is_empty()) {
        return (chosen != "off").then(|| chosen.into());
    }
    // The XDG specification ignores relative paths.
    let absolute = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = match env::consts::OS {
        "windows" => absolute("LOCALAPPDATA"),
        "macos" => home.map(|home| home.join("Library/Caches")),
        _ => absolute("XDG_CACHE_HOME").or_else(|| home.map(|home| home.join(".cache"))),
    };
    base.map(|base| base.join("tianyuan"))
}

/// Returns a description of this processor: the supported kernels, and the model name on Linux.
fn processor() -> String {
    let kernels = KernelSet::ALL.into_iter().filter(|kernels| kernels.is_available());
    let mut description: Vec<String> = kernels.map(|kernels| kernels.to_string()).collect();
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    description.extend(info.lines().find(|line| line.starts_with("model name")).map(String::from));
    description.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(variables: &[(&str, &str)], home: Option<&str>) -> Option<PathBuf> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| OsString::from(value))
        };
        folder(&variable, home.map(Path::new))
    }

    #[test]
    fn variable_chooses_folder_or_disables_cache() {
        assert_eq!(found(&[(VARIABLE, "/a")], Some("/home/x")), Some("/a".into()));
        assert_eq!(found(&[(VARIABLE, "off")], Some("/home/x")), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn folder_follows_xdg_specification() {
        let home = Some("/home/x");
        assert_eq!(found(&[], home), Some("/home/x/.cache/tianyuan".into()));
        assert_eq!(found(&[(VARIABLE, "")], home), Some("/home/x/.cache/tianyuan".into()));
        assert_eq!(found(&[("XDG_CACHE_HOME", "/c")], home), Some("/c/tianyuan".into()));
        assert_eq!(found(&[("XDG_CACHE_HOME", "c")], home), Some("/home/x/.cache/tianyuan".into()));
        assert_eq!(found(&[], None), None);
    }

    #[test]
    fn stored_bytes_are_loaded_and_errors_are_ignored() {
        let folder = env::temp_dir().join(format!("tianyuan-net-cache-{}", std::process::id()));
        let cache = NetCache { folder: folder.join("new"), prefix: "0".into() };
        cache.store("19-auto", b"content", LEAST_TIME / 2);
        assert_eq!(cache.load("19-auto"), None);
        cache.store("19-auto", b"content", LEAST_TIME);
        assert_eq!(cache.load("19-auto"), Some(b"content".to_vec()));
        let blocked = NetCache { folder: cache.path("19-auto"), prefix: "0".into() };
        blocked.store("19-auto", b"content", LEAST_TIME);
        assert_eq!(blocked.load("19-auto"), None);
        fs::remove_dir_all(folder).expect("it exists");
    }

    #[test]
    #[cfg(unix)]
    fn pipe_in_the_cache_folder_is_ignored() {
        let folder = env::temp_dir().join(format!("tianyuan-net-pipe-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("created");
        let cache = NetCache { folder: folder.clone(), prefix: "0".into() };
        nix::unistd::mkfifo(&cache.path("9-auto"), nix::sys::stat::Mode::S_IRUSR).expect("made");
        assert_eq!(cache.load("9-auto"), None);
        cache.store("9-auto", b"content", LEAST_TIME);
        fs::remove_dir_all(folder).expect("it exists");
    }
}
