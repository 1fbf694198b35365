//! Game records on the command line: `tianyuan convert`, `check` and `show` as a user starts them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tianyuan::charset::Charset;

/// What a command printed, and its exit status.
struct Said {
    output: Vec<u8>,
    errors: String,
    status: i32,
}

impl Said {
    fn lines(&self) -> Vec<&str> {
        std::str::from_utf8(&self.output).expect("UTF-8").lines().collect()
    }
}

/// Runs a command in the folder of the examples, with something on its standard input.
fn tianyuan(arguments: &[&str], input: &[u8]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data"))
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // Where the command line is wrong, nobody reads it.
    let _ = command.stdin.take().expect("piped").write_all(input);
    let output = command.wait_with_output().expect("it ends");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    Said { output: output.stdout, errors, status: output.status.code().expect("it exits") }
}

/// An empty folder of one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("record-commands").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_file_is_converted_by_its_name() {
    let folder = folder("one");
    let out = folder.join("a.sgf").display().to_string();
    let said = tianyuan(&["convert", "wei7-xml/valid/passes.wei7", &out], b"");
    assert_eq!((said.status, said.errors.as_str()), (0, ""));
    let sgf = fs::read_to_string(&out).expect("written");
    assert!(sgf.contains(";B[];W[]C[];W[ai])"), "{sgf}");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    let back = tianyuan(&["convert", &out, "-", "--to", "wei7-2.2"], b"");
    let xml = String::from_utf8(back.output).expect("UTF-8");
    assert!(xml.contains("    <white type=\"pass\" comment=\"\" />\n"), "{xml}");
}

#[test]
fn pipes_and_charsets_are_served() {
    let sgf = "(;SZ[9]CA[UTF-8]PB[古力];B[ee])";
    let said =
        tianyuan(&["convert", "-", "-", "--to", "sgf", "--charset", "gb18030"], sgf.as_bytes());
    assert_eq!((said.status, said.errors.as_str()), (0, ""));
    let text = Charset::Gb18030.decode(&said.output);
    assert!(text.contains("CA[GB18030]") && text.contains("PB[古力]"), "{text}");
    let said = tianyuan(&["convert", "-", "-", "--to", "wei7-2.2", "--charset", "gb18030"], b"(;)");
    assert_eq!(said.errors, "tianyuan convert: wei7 is written in UTF-8 only\n");
    assert_eq!(said.status, 2);
}

#[test]
fn what_is_lost_is_said() {
    let sgf = "(;SZ[9]DT[2024-05-06];B[ee]CR[ee])";
    let said = tianyuan(&["convert", "-", "-", "--to", "wei7-2.2"], sgf.as_bytes());
    let expected = "-: dropped: DT cannot be said: it is left out\n\
        -: dropped: node 1: CR cannot be said: it is left out\n";
    assert_eq!((said.status, said.errors.as_str()), (0, expected));
    let said = tianyuan(&["convert", "-", "-", "--to", "wei7-2.2", "--lang", "zh"], b"(;SZ[21])");
    assert_eq!(said.errors, "-: 错误: 不能表示21x21的棋盘 [3.4]\n");
    assert_eq!((said.status, said.output.len()), (1, 0));
    let said = tianyuan(&["convert", "-", "-", "--to", "sgf"], b"hello");
    let expected = "tianyuan convert: -: this is no game record: neither wei7 nor SGF\n";
    assert_eq!((said.status, said.errors.as_str()), (1, expected));
}

#[test]
fn folders_are_converted_record_by_record() {
    let folder = folder("many");
    let out = folder.join("new").display().to_string();
    let inputs = ["sgf/valid/collection.sgf", "wei7-xml/valid", "sgf/invalid/other-game.sgf"];
    let said = tianyuan(&[&["convert"], &inputs[..], &[&out, "--to", "wei7-2.2"]].concat(), b"");
    assert_eq!(said.status, 1, "one of them is no game of Go");
    let written = fs::read_dir(&out).expect("made").count();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/wei7-xml/valid");
    assert_eq!(written, 2 + fs::read_dir(examples).expect("there").count());
    assert!(Path::new(&out).join("collection-2.wei7").is_file());
    let said = tianyuan(&["check", &out], b"");
    assert_eq!((said.status, said.lines().len()), (0, written), "{}", said.errors);
    assert!(said.lines().iter().all(|line| line.ends_with(": wei7-2.2: valid")));
}

#[test]
fn nothing_is_written_twice_or_half() {
    let folder = folder("twice");
    for name in ["a", "b"] {
        fs::create_dir(folder.join(name)).expect("a folder");
        fs::write(folder.join(name).join("game.sgf"), "(;SZ[9];B[ee])").expect("written");
    }
    let [a, b, out] = ["a", "b", "out"].map(|name| folder.join(name).display().to_string());
    let said = tianyuan(&["convert", &a, &b, &out, "--to", "sgf"], b"");
    assert_eq!(said.status, 2);
    let reason = "game.sgf: more than one of the files would be written there\n";
    assert!(said.errors.ends_with(reason), "{}", said.errors);
    assert!(!Path::new(&out).exists(), "nothing was written");
    let nowhere = folder.join("none/a.sgf").display().to_string();
    let said = tianyuan(&["convert", "sgf/valid/passes.sgf", &nowhere], b"");
    assert_eq!(said.status, 1);
    let said = tianyuan(&["convert", "sgf/valid/passes.sgf", "nameless"], b"");
    assert_eq!(said.status, 2);
}

/// What a folder holds, by name.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries
        .filter(|entry| entry.path().is_file())
        .map(|entry| {
            (entry.file_name().to_string_lossy().into(), fs::read(entry.path()).expect("readable"))
        })
        .collect()
}

#[test]
fn what_is_read_is_not_written_over() {
    let folder = folder("inputs");
    let wei7 = tianyuan(&["convert", "-", "-", "--to", "wei7"], b"(;SZ[9];B[aa];W[bb])").output;
    fs::write(folder.join("x.sgf"), "(;SZ[9];B[ee])").expect("written");
    fs::write(folder.join("x.wei7"), &wei7).expect("written");
    fs::write(folder.join("many.sgf"), "(;SZ[9];B[ee])(;SZ[9];B[ff])").expect("written");
    fs::write(folder.join("MANY-2.wei7"), &wei7).expect("written");
    let before = contents(&folder);
    let d = folder.display().to_string();
    let name = |name: &str| folder.join(name).display().to_string();
    let [sgf, many, capitals] = ["x.sgf", "many.sgf", "MANY-2.wei7"].map(name);
    let mut refused =
        vec![vec![&*d, &d], vec![&sgf, &d, &d], vec![&sgf, &sgf], vec![&many, &capitals, &d]];
    let (linked, same) = (name("other"), name("same.sgf"));
    if cfg!(unix) {
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&folder, &linked).expect("a link");
            fs::hard_link(&sgf, &same).expect("a link");
        }
        refused.push(vec![&d, &linked]);
        refused.push(vec![&sgf, &same]);
    }
    let before = if cfg!(unix) { contents(&folder) } else { before };
    for files in refused {
        let said = tianyuan(&[&["convert", "--to", "wei7"], &files[..]].concat(), b"");
        assert_eq!(said.status, 2, "{files:?}: {}", said.errors);
        let reason = "it would be written over, but ";
        assert!(said.errors.contains(reason), "{files:?}: {}", said.errors);
        assert!(contents(&folder) == before, "{files:?}");
    }
    let said =
        tianyuan(&["convert", &many, "-", &format!("{d}/new/"), "--to", "wei7"], b"(;SZ[9])");
    assert_eq!((said.status, said.errors.as_str()), (0, ""));
    let new = contents(&folder.join("new"));
    assert_eq!(new.keys().collect::<Vec<_>>(), ["-.wei7", "many-1.wei7", "many-2.wei7"]);
}

/// Runs a command that must end by itself soon, though it is given a pipe or a device.
#[cfg(unix)]
fn ends(arguments: &[&str]) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let start = Instant::now();
    while child.try_wait().expect("ours").is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().expect("ours");
            panic!("{arguments:?} hangs");
        }
        sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    Said { output: output.stdout, errors, status: output.status.code().expect("it exits") }
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_keep_nobody_waiting() {
    let folder = folder("pipes");
    let name = |name: &str| folder.join(name).display().to_string();
    let (pipe, out, reviews) = (name("pipe.sgf"), name("out.wei7"), name("reviews"));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo").success());
    let engine = format!("{} --no-net", env!("CARGO_BIN_EXE_tianyuan"));
    for path in [&*pipe, "/dev/zero"] {
        let jobs: [(&[&str], i32); 7] = [
            (&["check", path], 1),
            (&["show", path], 2),
            (&["convert", path, &out], 1),
            (&["convert", path, &out, &reviews, "--to", "wei7"], 1),
            (&["review", path, "-o", &reviews], 1),
            (&["--net", path], 2),
            (&["match", "--engine", &engine, "--engine", &engine, "--openings", path], 2),
        ];
        for (job, status) in jobs {
            let said = ends(job);
            let reason = "it is no regular file; a pipe is read from the standard input, as -";
            assert!(said.errors.contains(reason), "{job:?}: {}", said.errors);
            assert_eq!(said.status, status, "{job:?}: {}", said.errors);
        }
    }
    assert!(!Path::new(&out).exists());
}

#[cfg(unix)]
#[test]
fn what_is_written_over_keeps_its_mode_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder("modes");
    let [real, link, dangling, new] = ["real.wei7", "link.wei7", "dangling.wei7", "new.wei7"];
    let path = |name: &str| folder.join(name).display().to_string();
    fs::write(folder.join(real), "old").expect("written");
    fs::set_permissions(folder.join(real), fs::Permissions::from_mode(0o640)).expect("ours");
    symlink(real, folder.join(link)).expect("a link");
    symlink(new, folder.join(dangling)).expect("a link");
    for name in [link, dangling] {
        let said = tianyuan(&["convert", "sgf/valid/passes.sgf", &path(name)], b"");
        assert_eq!((said.status, said.errors.as_str()), (0, ""));
        assert!(folder.join(name).symlink_metadata().expect("there").is_symlink(), "{name}");
    }
    let mode = fs::metadata(folder.join(real)).expect("there").permissions().mode();
    assert_eq!(mode & 0o7777, 0o640);
    for name in [real, new] {
        assert!(fs::read_to_string(folder.join(name)).expect("there").starts_with('{'), "{name}");
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 4, "nothing unfinished");
}

#[test]
fn what_a_dead_process_left_is_removed() {
    let folder = folder("left");
    let left = folder.join("a.sgf.1234567-0.tianyuan-part");
    let others = folder.join("b.sgf.1234567.part");
    fs::write(&left, "half").expect("written");
    fs::write(&others, "somebody's own").expect("written");
    let out = folder.join("c.sgf").display().to_string();
    let said = tianyuan(&["convert", "sgf/valid/passes.sgf", &out], b"");
    assert_eq!(said.status, 0);
    assert!(said.errors.contains("removed, a process left it unfinished"), "{}", said.errors);
    assert!(!left.exists() && others.exists());
}

#[test]
fn checks_exit_with_1_on_errors_only() {
    let said = tianyuan(&["check", "wei7-xml/invalid/no-step.wei7"], b"");
    let expected = [
        "wei7-xml/invalid/no-step.wei7: warning: line 4, column 3 moves: it should hold at least one \
         step [3.20]",
        "wei7-xml/invalid/no-step.wei7: wei7-2.2: valid",
    ];
    assert_eq!((said.status, said.lines()), (0, expected.to_vec()));
    let said = tianyuan(&["check", "--strict", "wei7-xml/invalid/no-step.wei7"], b"");
    assert_eq!(said.status, 1);
    let said = tianyuan(&["check", "--lang", "zh", "wei7-xml/invalid/eval.wei7"], b"");
    let expected = [
        "wei7-xml/invalid/eval.wei7: 错误: 第5行第24列 black@eval: 必须为bad, normal, \
         good或trick(现为“controversial”) [3.16.1]",
        "wei7-xml/invalid/eval.wei7: wei7-2.2: 不合格",
    ];
    assert_eq!((said.status, said.lines()), (1, expected.to_vec()));
    assert_eq!(tianyuan(&["check", "none.sgf", "sgf/valid/passes.sgf"], b"").status, 1);
}

#[test]
fn checks_are_told_as_json() {
    let files = ["wei7-xml/invalid/symbol.wei7", "sgf/valid/passes.sgf"];
    let said = tianyuan(&["check", "--json", files[0], files[1]], b"");
    let lines: Vec<Value> =
        said.lines().iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        (lines[0]["valid"].as_bool(), lines[1]["valid"].as_bool()),
        (Some(false), Some(true))
    );
    assert_eq!((&lines[0]["file"], &lines[1]["format"]), (&files[0].into(), &"sgf".into()));
    let first = &lines[0]["findings"][0];
    assert_eq!((&first["kind"], &first["rule"]), (&"error".into(), &"symbol".into()));
    assert_eq!((&first["line"], &first["clause"]), (&5.into(), &"3.18".into()));
    assert_eq!(said.status, 1);
}

#[test]
fn positions_are_shown_with_what_is_said_of_them() {
    let sgf = "(;SZ[5]PB[甲]KM[7.5];B[cc];W[bc]LB[dd:a]TR[cc]C[why\nnot?](;B[bb])(;B[bd]))";
    let said = tianyuan(&["show", "-", "--move", "2"], sgf.as_bytes());
    let expected = "-: sgf
Black: 甲
komi 7.5
   A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . O X^. . 3
 2 . . . .a. 2
 1 . . . . . 1
   A B C D E
White B3, move 2, node 2, captured: 0 black, 0 white
marks: ^ C3, a D2
why
not?
next: 3 Black B4, 2.2 Black B2";
    assert_eq!(said.lines().join("\n"), expected);
    let said = tianyuan(&["show", "-", "--node", "2.2"], sgf.as_bytes());
    assert!(said.lines().contains(&"Black B2, move 3, node 2.2, captured: 0 black, 0 white"));
    let said = tianyuan(&["show", "-", "--node", "2.3"], sgf.as_bytes());
    assert_eq!((said.status, said.errors.as_str()), (2, "tianyuan show: -: no node is at 2.3\n"));
    let said = tianyuan(&["show", "-", "--game", "2"], b"(;SZ[30:2])(;SZ[30:2])");
    let header = format!("  {}", said.lines()[1].trim());
    assert!(header.ends_with("  Z AA BB CC DD EE"), "{header}");
    assert_eq!(tianyuan(&["show", "-", "--game", "3"], b"(;)").status, 2);
}

#[test]
fn what_wei7_cannot_say_is_kept_where_that_is_wanted() {
    let sgf = "(;FF[4]GM[1]CA[UTF-8]AP[Tianyuan:0]SZ[9]PB[甲]BT[一队]RU[AGA]DT[2024-05-06]\n\
               EV[杯 100%]GC[first\nsecond\\]]C[hello];B[ee])\n";
    let keep = ["convert", "-", "-", "--keep", "comment", "--lang", "en", "--to"];
    let wei7 = tianyuan(&[&keep[..], &["wei7"]].concat(), sgf.as_bytes());
    let text = String::from_utf8(wei7.output.clone()).expect("UTF-8");
    let comment = "[SGF] DT=2024-05-06\\n[SGF] RU=AGA\\n[SGF] BT=一队\\n[SGF] EV=杯 100%25\\n\
                   [SGF] GC=first%0Asecond\\\\]\\nhello";
    assert!(text.contains(comment), "{text}");
    assert!(
        wei7.errors.lines().all(|line| line.contains("kept in the comment")),
        "{}",
        wei7.errors
    );
    let back = tianyuan(&[&keep[..], &["sgf"]].concat(), &wei7.output);
    let back = String::from_utf8(back.output).expect("UTF-8");

    for part in
        ["BT[一队]", "RU[AGA]", "DT[2024-05-06]", "EV[杯 100%]", "GC[first\nsecond\\]]", "C[hello]"]
    {
        assert!(back.contains(part), "{part} in {back}");
    }

    let place = tianyuan(&[&keep[..], &["wei7-2.2"]].concat(), "(;SZ[9]PC[北京];B[ee])".as_bytes());
    assert!(String::from_utf8_lossy(&place.output).contains("[wei7] place=北京"));
    let back = tianyuan(&[&keep[..], &["sgf"]].concat(), &place.output);
    assert!(String::from_utf8_lossy(&back.output).contains("PC[北京]"));
}

#[test]
fn shapes_become_signs_and_later_setups_records_where_that_is_wanted() {
    let sgf = "(;SZ[9];B[ee]CR[aa]TR[bb]SQ[cc]MA[dd]SL[ff])";
    let map = ["convert", "-", "-", "--to", "wei7-2.2", "--marks", "map", "--lang", "en"];
    let said = tianyuan(&map, sgf.as_bytes());
    let text = String::from_utf8(said.output).expect("UTF-8");
    let symbols: Vec<&str> = text.split("symbol=\"").skip(1).map(|rest| &rest[..1]).collect();
    assert_eq!(symbols, ["@", "#", "$", "&", "*"], "{text}");
    assert!(said.errors.starts_with("-: approximated: @ stands for CR\n"), "{}", said.errors);

    let folder = folder("rebase");
    let [file, out] = ["late.sgf", "out"].map(|name| folder.join(name).display().to_string());
    fs::write(&file, "(;SZ[9]AB[ii];B[aa](;W[bb];AW[cc];B[dd])(;AE[aa]C[new];W[ee];AB[ff]))")
        .expect("written");
    let said = tianyuan(&["convert", &file, &format!("{out}/"), "--to", "wei7", "--rebase"], b"");
    assert_eq!(said.errors.matches("a record of its own begins").count(), 3, "{}", said.errors);
    assert_eq!(said.errors.lines().count(), 3, "{}", said.errors);
    let stones = |number: usize| {
        let shown = tianyuan(&["show", &format!("{out}/late-{number}.wei7"), "--move", "0"], b"");
        let rows = shown.lines()[1..].join("\n");
        (rows.matches('X').count(), rows.matches('O').count())
    };
    assert_eq!([stones(1), stones(2), stones(3), stones(4)], [(1, 0), (2, 2), (1, 0), (2, 1)]);
}

/// The rows of the diagram that `show` draws, without the letters and numbers around it.
fn rows(said: &Said) -> Vec<String> {
    let of_board =
        |line: &&&str| line.starts_with([' ', '1', '2']) && line.contains(['.', 'X', 'O']);
    let stones = |line: &&str| line.chars().filter(|c| ".XO".contains(*c)).collect();
    said.lines().iter().filter(of_board).map(stones).collect()
}

#[test]
fn a_handicap_is_no_problem() {
    for (sgf, is_problem) in [
        ("(;FF[4]SZ[9]HA[2]AB[cc][gg]PL[W];W[ee])", false),
        ("(;FF[4]SZ[9]HA[2]AB[cc][gg]PL[W])", false),
        ("(;FF[4]SZ[9]AB[cc][gg]PL[W];W[ee])", false),
        ("(;FF[4]SZ[9]AB[cc][gg]AW[cd]PL[W];W[ee])", true),
        ("(;FF[4]SZ[9]HA[0]AB[cc][gg]AW[cd]PL[W];W[ee])", true),
    ] {
        for to in ["wei7", "wei7-2.2"] {
            let said = tianyuan(&["convert", "-", "-", "--to", to], sgf.as_bytes());
            let text = String::from_utf8(said.output).expect("UTF-8");
            assert_eq!(text.contains("problem"), is_problem, "{sgf}: {text}");
            assert_eq!(said.errors.contains("problem"), is_problem, "{}", said.errors);
            assert_eq!(said.status, 0);
        }
    }
}

#[test]
fn a_move_on_a_stone_replaces_it_everywhere() {
    let sgf = "(;FF[4]SZ[3];B[aa];W[ba];W[bb];B[ba];W[cc])";
    let said = tianyuan(&["show", "-"], sgf.as_bytes());
    assert_eq!(rows(&said), ["XX.", ".O.", "..O"]);
    let said = tianyuan(&["check", "-"], sgf.as_bytes());
    let expected = "-: warning: node 4: there is a stone on 1,0: the move replaces it [B/W]";
    assert_eq!((said.status, said.lines()), (0, vec![expected, "-: sgf: valid"]));

    let said = tianyuan(&["convert", "-", "-", "--to", "wei7"], sgf.as_bytes());
    assert_eq!(said.status, 0);
    for told in [
        "node 4: there is a stone on 1,0: the move becomes a setup of what it leaves\n",
        "node 4: stones cannot be set up after moves: this and what follows is left out",
    ] {
        assert!(said.errors.contains(told), "{}", said.errors);
    }
    assert_eq!(tianyuan(&["check", "-"], &said.output).status, 0);
    assert_eq!(rows(&tianyuan(&["show", "-"], &said.output)), ["XO.", ".O.", "..."]);

    let folder = folder("replaced");
    let [file, out] = ["game.sgf", "out"].map(|name| folder.join(name).display().to_string());
    fs::write(&file, sgf).expect("written");
    let said = tianyuan(&["convert", &file, &format!("{out}/"), "--to", "wei7", "--rebase"], b"");
    assert_eq!(said.status, 0, "{}", said.errors);
    let last = format!("{out}/game-2.wei7");
    assert_eq!(tianyuan(&["check", &out], b"").status, 0);
    assert_eq!(rows(&tianyuan(&["show", &last], b"")), ["XX.", ".O.", "..O"]);
}

#[test]
fn a_move_on_a_stone_that_was_set_up_becomes_part_of_that() {
    let sgf = "(;FF[4]SZ[3]AB[aa];W[aa]C[here];B[bb])(;)";
    let said = tianyuan(&["convert", "-", "-", "--to", "wei7"], sgf.as_bytes());
    assert_eq!(said.status, 0, "{}", said.errors);
    assert_eq!(tianyuan(&["check", "-"], &said.output).status, 0);
    assert_eq!(rows(&tianyuan(&["show", "-"], &said.output)), ["O..", ".X.", "..."]);
    let same = "(;FF[4]SZ[3];B[aa];B[aa]C[again];W[bb])";
    let said = tianyuan(&["convert", "-", "-", "--to", "wei7"], same.as_bytes());
    assert_eq!(said.status, 0, "{}", said.errors);
    assert_eq!(tianyuan(&["check", "-"], &said.output).status, 0);
    let shown = tianyuan(&["show", "-", "--move", "2"], &said.output);
    assert_eq!(rows(&shown), ["X..", ".O.", "..."], "nothing is lost");
}

#[test]
fn what_would_break_the_format_is_not_written() {
    let folder = folder("invalid");
    let [file, out] = ["dead.sgf", "dead.wei7"].map(|name| folder.join(name));
    fs::write(&file, "(;SZ[5]AB[ba][ab]AW[aa];B[cc])").expect("written");
    let [from, to] = [&file, &out].map(|path| path.display().to_string());
    let said = tianyuan(&["convert", &from, &to], b"");
    assert_eq!(said.status, 1);
    assert!(said.errors.ends_with("[3.16.2.5]\n"), "{}", said.errors);
    assert!(!out.exists());
    fs::write(&out, "what was there").expect("written");
    assert_eq!(tianyuan(&["convert", &from, &to], b"").status, 1);
    assert_eq!(fs::read_to_string(&out).expect("there"), "what was there");
    let said = tianyuan(&["convert", "-", "-", "--to", "wei7"], &fs::read(&file).expect("there"));
    assert_eq!((said.status, said.output.len()), (1, 0));
}

#[test]
fn what_its_own_reader_would_not_take_is_not_written() {
    // Each of these characters takes six bytes there.
    for (character, to) in [("\u{1}", "wei7"), ("\"", "wei7-2.2"), ("\u{1}", "sgf")] {
        let sgf = format!("(;SZ[9]C[{}])", character.repeat(12 << 20));
        let said = tianyuan(&["convert", "-", "-", "--to", to], sgf.as_bytes());
        let is_small = to == "sgf";
        assert_eq!(said.output.is_empty(), !is_small, "{to}");
        let expected =
            if is_small { "" } else { "-: error: the file is larger than 67108864 bytes\n" };
        assert_eq!((said.status, &*said.errors), (i32::from(!is_small), expected));
    }
}
