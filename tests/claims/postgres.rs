//! A PostgreSQL server for a test, in a temporary folder, with a socket there.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tianyuan::distributed::work_queue::RunOptions;

/// The user and group of the server process.
type User = Option<(u32, u32)>;

/// A server that stops when this value is dropped.
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    user: User,
}

impl Postgres {
    /// Starts a server, or returns the reason why there is none.
    pub fn start() -> Option<Postgres> {
        let Some(programs) = programs() else {
            println!("skipped: no PostgreSQL is installed (Debian: postgresql)");
            return None;
        };
        let Ok(user) = user() else {
            println!("skipped: PostgreSQL does not run as root, and there is no user postgres");
            return None;
        };
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("tianyuan-{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).expect("a new folder");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).expect("ours");
        if let Some((user, group)) = user {
            chown(&folder, Some(user), Some(group)).expect("root may do that");
        }
        let server = Postgres { programs, folder, user };
        server.run("initdb", &["-U", "test", "-A", "trust", "-E", "UTF8", "--locale", "C", "-N"]);
        server.resume();
        Some(server)
    }

    /// Restarts the server.
    pub fn resume(&self) {
        let options = format!("-k {} -h '' -F", self.folder.display());
        let log = self.folder.join("log");
        self.run("pg_ctl", &["-w", "-l", log.to_str().expect("UTF-8"), "-o", &options, "start"]);
    }

    /// Stops the server abruptly, as a crash does.
    pub fn crash(&self) {
        self.run("pg_ctl", &["-w", "-m", "immediate", "stop"]);
    }

    /// Returns a folder for the test's own files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns a run in the database, with a lease of two seconds.
    pub fn run_options(&self, name: &str) -> RunOptions {
        let host = self.folder.to_str().expect("UTF-8").replace('/', "%2F");
        let address = format!("postgres://test@{host}/postgres");
        RunOptions { address, name: name.into(), lease: Duration::from_secs(2) }
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = Command::new(self.programs.join(program));
        command.args(["-D".into(), self.folder.join("data")]).args(arguments);
        command.current_dir(&self.folder).stdin(Stdio::null());
        // Output goes to a file, because the server would keep a pipe open.
        let said = self.folder.join("said");
        let file = fs::File::create(&said).expect("a new file");
        command.stdout(file.try_clone().expect("a handle")).stderr(file);
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        let status = command.status().expect("it is installed");
        let said = fs::read_to_string(&said).unwrap_or_default();
        assert!(status.success(), "{program} {arguments:?}: {said}");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let stop = || self.crash();
        // A failed test may have left it stopped.
        if self.folder.join("data/postmaster.pid").exists() {
            stop();
        }
        fs::remove_dir_all(&self.folder).expect("ours");
    }
}

/// Returns the folder of the server's programs: in the PATH, or in Debian's location.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    folders.extend(versions.map(|version| version.path().join("bin")));
    let has = |folder: &PathBuf| ["initdb", "pg_ctl"].iter().all(|it| is_file(&folder.join(it)));
    folders.into_iter().find(has)
}

fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Returns the user for the server, if it differs from the current user.
fn user() -> Result<User, ()> {
    let id = |arguments: &[&str]| {
        let output = Command::new("id").args(arguments).output().map_err(|_| ())?;
        String::from_utf8_lossy(&output.stdout).trim().parse::<u32>().map_err(|_| ())
    };
    match id(&["-u"])? {
        0 => Ok(Some((id(&["-u", "postgres"])?, id(&["-g", "postgres"])?))),
        _ => Ok(None),
    }
}
