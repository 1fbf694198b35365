//! Failures around the program: closed pipes, signals, full disks, little memory, and clients that flood it or never
//! read. It exits as expected, and no file is incomplete.
#![cfg(unix)]
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::folder::empty_folder;
use crate::support::line_client::Talk;
use crate::support::process::{ask, ended, start, start_in_shell};

/// The exit status after a signal.
const INTERRUPTED: i32 = 130;

/// The activity of a session, by its first line.
const MOMENTS: [&str; 4] = ["", "genmove B\n", "kata-analyze B 10\n", "play B D"];

fn folder(name: &str) -> PathBuf {
    empty_folder(Path::new("faults").join(name))
}

fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").args([format!("-{name}"), process.to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Starts the activity and lets it run for a while.
fn begin(talk: &mut Talk, moment: &str) {
    assert_eq!(ask(talk, "boardsize 9"), "= ");
    talk.send(moment.as_bytes());
    std::thread::sleep(Duration::from_millis(100));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn end_of_input_exits_at_any_time() {
    for moment in MOMENTS {
        let (child, mut talk) = start(&["--threads", "2", "--time", "1"]);
        begin(&mut talk, moment);
        talk.close();
        let mut lines = 0;
        while talk.line().is_some() {
            lines += 1;
        }
        // A move is still returned; an analysis and an incomplete line are answered.
        assert_eq!(lines > 0, !moment.is_empty(), "{moment}");
        assert!(ended(child).success(), "{moment}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn signals_exit_at_any_time() {
    for name in ["TERM", "INT"] {
        for moment in MOMENTS {
            let (child, mut talk) = start(&["--threads", "2", "--time", "100"]);
            begin(&mut talk, moment);
            let start = Instant::now();
            signal(name, child.id());
            assert_eq!(ended(child).code(), Some(INTERRUPTED), "{name} during {moment:?}");
            assert!(start.elapsed() < Duration::from_secs(20), "{name} during {moment:?}");
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn suspended_machine_does_not_lose_on_time() {
    let (child, mut talk) = start(&["--threads", "2"]);
    for command in ["boardsize 9", "time_settings 2 1 1"] {
        assert_eq!(ask(&mut talk, command), "= ");
    }
    for color in ["b", "w"] {
        talk.send(format!("genmove {color}\n").as_bytes());
        std::thread::sleep(Duration::from_millis(50));
        signal("STOP", child.id());
        std::thread::sleep(Duration::from_millis(1500));
        let woken = Instant::now();
        signal("CONT", child.id());
        let answer = talk.response().expect("a move");
        assert!(answer[0].starts_with(b"= "), "{answer:?}");
        assert!(woken.elapsed() < Duration::from_secs(20), "it thinks of the time that went by");
    }
    talk.close();
    assert!(ended(child).success());
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn signal_leaves_no_incomplete_file() {
    let folder = folder("signals");
    for round in 0..10 {
        let (child, mut talk) = start(&[]);
        // From here on the program handles the signal; before, the system terminates it.
        assert_eq!(ask(&mut talk, "boardsize 19"), "= ");
        let saves = (0..200).map(|i| {
            format!(
                "play B {}{}\nsave_game {}/{i}.wei7\n",
                (b'A' + i % 8) as char,
                1 + i / 8 % 19,
                folder.display()
            )
        });
        talk.send(saves.collect::<String>().as_bytes());
        std::thread::sleep(Duration::from_millis(7 * round));
        signal("TERM", child.id());
        assert_eq!(ended(child).code(), Some(INTERRUPTED));
        for file in
            fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            let text = fs::read_to_string(&file).expect("text");
            assert!(file.extension().is_some_and(|end| end == "wei7"), "{}", file.display());
            assert!(text.trim_end().ends_with('}'), "{}: {text}", file.display());
        }
    }
    assert!(fs::read_dir(&folder).expect("a folder").count() > 0, "some were written");
}

#[test]
fn full_or_read_only_disk_preserves_files() {
    let disk = folder("disk");
    let (place, game) = (disk.display(), folder("disk-game").join("long.sgf"));
    let comment = "long ".repeat(20_000);
    fs::write(&game, format!("(;SZ[9]C[{comment}];B[ee])")).expect("written");
    let mount = |options: &str| format!("mount -t tmpfs -o {options} none '{place}'");
    let possible = Command::new("unshare").args(["-rm", "sh", "-c", &mount("size=64k")]).status();
    if !possible.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no small disks can be made here");
        return;
    }
    let full = format!("unshare -rm sh -c \"{} && exec $engine\"", mount("size=64k"));
    let (child, mut talk) = start_in_shell(&full);
    assert_eq!(ask(&mut talk, &format!("save_game {place}/a.sgf")), "= ");
    assert_eq!(ask(&mut talk, &format!("load_game {}", game.display())), "= ");
    let answer = ask(&mut talk, &format!("save_game {place}/a.sgf"));
    assert_eq!(answer, "? cannot save file: cannot be written: no space left on device");
    // Neither the old file nor its space is lost.
    assert_eq!(ask(&mut talk, "boardsize 9"), "= ");
    for line in [format!("load_game {place}/a.sgf"), format!("save_game {place}/b.sgf")] {
        assert_eq!(ask(&mut talk, &line), "= ", "{line}");
    }
    talk.close();
    assert!(ended(child).success());

    let read_only = format!("unshare -rm sh -c \"{} && exec $engine\"", mount("ro"));
    let (child, mut talk) = start_in_shell(&read_only);
    let answer = ask(&mut talk, &format!("save_game {place}/a.sgf"));
    assert!(answer.starts_with("? cannot save file: cannot be written: read-only"), "{answer}");
    talk.close();
    assert!(ended(child).success());
}

#[test]
fn unreadable_file_is_reported() {
    let folder = folder("unreadable");
    let pipe = folder.join("pipe.sgf");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    std::os::unix::fs::symlink("round.sgf", folder.join("round.sgf")).expect("a link");
    let (child, mut talk) = start(&[]);
    let folder = folder.display().to_string();
    for (verb, name, reason) in [
        ("load", "gone.sgf".into(), "cannot be read: no such file or directory"),
        ("load", "round.sgf".into(), "cannot be read: "),
        ("load", "pipe.sgf".into(), "not a file"),
        ("load", ".".into(), "not a file"),
        ("load", "/proc/self/mem".into(), "cannot be read: "),
        ("load", "/proc/self/status".into(), "not a game record"),
        ("save", "pipe.sgf".into(), "not a file"),
        ("save", "gone/a.sgf".into(), "cannot be written: no such file or directory"),
        ("save", "/proc/a.sgf".into(), "cannot be written: "),
        ("save", format!("{}.sgf", "a".repeat(300)), "cannot be written: "),
    ] as [(&str, String, &str); 10]
    {
        let answer =
            ask(&mut talk, &format!("{verb}_game {}", Path::new(&folder).join(&name).display()));
        let expected = format!("? cannot {verb} file: {reason}");
        assert!(answer.starts_with(&expected), "{name}: {answer}");
    }
    assert!(ask(&mut talk, "showboard").starts_with("= "), "it lives on");
    talk.close();
    assert!(ended(child).success());
}

#[test]
fn client_that_never_reads_does_not_block_exit() {
    let (from_engine, to_us) = std::io::pipe().expect("a pipe");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .stdin(std::process::Stdio::piped())
        .stdout(to_us)
        .spawn()
        .expect("the program starts");
    let mut talk = Talk::over(child.stdin.take().expect("a pipe"), std::io::empty());
    talk.send("showboard\n".repeat(20_000).as_bytes());
    std::thread::sleep(Duration::from_millis(100));
    assert!(child.try_wait().expect("it can be waited for").is_none(), "it waits");
    drop((talk, from_engine));
    assert!(ended(child).success());
}

#[test]
#[cfg(target_os = "linux")]
fn endless_line_uses_no_memory() {
    let (child, mut talk) = start(&[]);
    let piece = vec![b'a'; 1 << 20];
    for _ in 0..100 {
        talk.send(&piece);
    }
    assert_eq!(ask(&mut talk, ""), "? line too long");
    assert_eq!(ask(&mut talk, "protocol_version"), "= 2");
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it lives");
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line");
    let kilobytes: u32 = most.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(kilobytes < 64 << 10, "{kilobytes} kB");
    talk.close();
    assert!(ended(child).success());
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
#[cfg(target_os = "linux")]
fn little_memory_only_reduces_strength() {
    for line in [
        "ulimit -v 60000; exec $engine --threads 2 --time 1",
        "ulimit -v 300000; exec $engine --threads 64 --time 1",
        "exec $engine --memory 1 --threads 2 --time 1",
    ] {
        let (child, mut talk) = start_in_shell(line);
        for command in ["genmove B", "genmove W", "kata-analyze B 10 maxmoves 1"] {
            let answer = ask(&mut talk, command_ended(command));
            assert!(answer.starts_with('='), "{line}: {answer}");
        }
        talk.close();
        assert!(ended(child).success(), "{line}");
    }
}

/// Windows gives the main thread of a program one megabyte.
#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
#[cfg(target_os = "linux")]
fn one_megabyte_of_stack_suffices() {
    for size in [9, 13, 19, 25] {
        let (child, mut talk) =
            start_in_shell("ulimit -s 1024; exec $engine --threads 2 --time 0.1");
        assert_eq!(ask(&mut talk, &format!("boardsize {size}")), "= ");
        for command in ["genmove B", "genmove W", "kata-analyze B 10 maxmoves 1", "final_score"] {
            let answer = ask(&mut talk, command_ended(command));
            assert!(answer.starts_with('='), "{size} lines: {answer}");
        }
        talk.close();
        assert!(ended(child).success(), "{size} lines");
    }
}

/// A command, with a line that ends it if nothing else does.
fn command_ended(command: &str) -> &str {
    if command.starts_with("kata") { "kata-analyze B 10 maxmoves 1\n#" } else { command }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
#[cfg(target_os = "linux")]
fn more_threads_than_cores_respect_time_limit() {
    let (child, mut talk) = start_in_shell("exec taskset -c 0 $engine --threads 64 --time 0.5");
    let start = Instant::now();
    for color in ["B", "W", "B", "W"] {
        assert!(ask(&mut talk, &format!("genmove {color}")).starts_with("= "));
    }
    assert!(start.elapsed() < Duration::from_secs(30), "two seconds were asked for");
    talk.close();
    assert!(ended(child).success());
}
