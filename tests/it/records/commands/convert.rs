//! Files of `tianyuan convert`: inputs, outputs and their names, and rejected files.

use std::fs;
use std::path::Path;
use std::process::Command;

use tianyuan::records::charset::Charset;

use super::tianyuan;
use crate::support::folder::{contents, empty_folder};
use crate::support::process::{program_in, run_briefly};

#[test]
fn output_format_follows_file_extension() {
    let folder = empty_folder("record-commands/one");
    let out = folder.join("a.sgf").display().to_string();
    let said = tianyuan(&["convert", "conformance/wei7-2.2/valid/passes.wei7", &out], b"");
    assert_eq!((said.status, said.errors.as_str()), (0, ""));
    let sgf = fs::read_to_string(&out).expect("written");
    assert!(sgf.contains(";B[];W[]C[];W[ai])"), "{sgf}");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    let back = tianyuan(&["convert", &out, "-", "--to", "wei7-2.2"], b"");
    let xml = String::from_utf8(back.output).expect("UTF-8");
    assert!(xml.contains("    <white type=\"pass\" comment=\"\" />\n"), "{xml}");
}

#[test]
fn convert_supports_pipes_and_charsets() {
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
fn convert_reports_losses() {
    let sgf = "(;SZ[9]DT[2024-05-06];B[ee]CR[ee])";
    let said = tianyuan(&["convert", "-", "-", "--to", "wei7-2.2"], sgf.as_bytes());
    let expected = "-: dropped: DT is not representable\n\
        -: dropped: node 1: CR is not representable\n";
    assert_eq!((said.status, said.errors.as_str()), (0, expected));
    let said = tianyuan(&["convert", "-", "-", "--to", "wei7-2.2", "--lang", "zh"], b"(;SZ[21])");
    assert_eq!(said.errors, "-: 错误: 不能表示21x21的棋盘 [3.4]\n");
    assert_eq!((said.status, said.output.len()), (2, 0));
    let said = tianyuan(&["convert", "-", "-", "--to", "sgf"], b"hello");
    let expected = "tianyuan convert: -: not a game record (neither wei7 nor SGF)\n";
    assert_eq!((said.status, said.errors.as_str()), (2, expected));
}

#[test]
fn convert_processes_folders() {
    let folder = empty_folder("record-commands/many");
    let out = folder.join("new").display().to_string();
    let inputs = [
        "conformance/sgf/valid/collection.sgf",
        "conformance/wei7-2.2/valid",
        "conformance/sgf/invalid/other-game.sgf",
    ];
    let said = tianyuan(&[&["convert"], &inputs[..], &[&out, "--to", "wei7-2.2"]].concat(), b"");
    assert_eq!(said.status, 2, "one of them is no game of Go");
    let written = fs::read_dir(&out).expect("made").count();
    let examples =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/conformance/wei7-2.2/valid");
    assert_eq!(written, 2 + fs::read_dir(examples).expect("there").count());
    assert!(Path::new(&out).join("collection-2.wei7").is_file());
    let said = tianyuan(&["check", &out], b"");
    assert_eq!((said.status, said.lines().len()), (0, written), "{}", said.errors);
    assert!(said.lines().iter().all(|line| line.ends_with(": wei7-2.2: valid")));
}

#[test]
fn outputs_are_unique_and_complete() {
    let folder = empty_folder("record-commands/twice");
    for name in ["a", "b"] {
        fs::create_dir(folder.join(name)).expect("a folder");
        fs::write(folder.join(name).join("game.sgf"), "(;SZ[9];B[ee])").expect("written");
    }
    let [a, b, out] = ["a", "b", "out"].map(|name| folder.join(name).display().to_string());
    let said = tianyuan(&["convert", &a, &b, &out, "--to", "sgf"], b"");
    assert_eq!(said.status, 2);
    let reason = "game.sgf: several outputs would have this name\n";
    assert!(said.errors.ends_with(reason), "{}", said.errors);
    assert!(!Path::new(&out).exists(), "nothing was written");
    let nowhere = folder.join("none/a.sgf").display().to_string();
    let said = tianyuan(&["convert", "conformance/sgf/valid/passes.sgf", &nowhere], b"");
    assert_eq!(said.status, 2);
    let said = tianyuan(&["convert", "conformance/sgf/valid/passes.sgf", "nameless"], b"");
    assert_eq!(said.status, 2);
}

#[test]
fn convert_never_overwrites_input() {
    let folder = empty_folder("record-commands/inputs");
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
        let reason = "would overwrite the input ";
        assert!(said.errors.contains(reason), "{files:?}: {}", said.errors);
        assert!(contents(&folder) == before, "{files:?}");
    }
    let said =
        tianyuan(&["convert", &many, "-", &format!("{d}/new/"), "--to", "wei7"], b"(;SZ[9])");
    assert_eq!((said.status, said.errors.as_str()), (0, ""));
    let new = contents(&folder.join("new"));
    assert_eq!(new.keys().collect::<Vec<_>>(), ["-.wei7", "many-1.wei7", "many-2.wei7"]);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_do_not_block() {
    let folder = empty_folder("record-commands/pipes");
    let name = |name: &str| folder.join(name).display().to_string();
    let (pipe, out, reviews) = (name("pipe.sgf"), name("out.wei7"), name("reviews"));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo").success());
    let engine = format!("{} --no-net", env!("CARGO_BIN_EXE_tianyuan"));
    for path in [&*pipe, "/dev/zero"] {
        let jobs: [(&[&str], i32); 7] = [
            (&["check", path], 2),
            (&["show", path], 2),
            (&["convert", path, &out], 2),
            (&["convert", path, &out, &reviews, "--to", "wei7"], 2),
            (&["review", path, "-o", &reviews], 2),
            (&["--net", path], 2),
            (&["match", "--engine", &engine, "--engine", &engine, "--openings", path], 2),
        ];
        for (job, status) in jobs {
            let said = run_briefly(&mut program_in(Path::new("."), job));
            // A net is not read from standard input.
            let reason = match job[0] {
                "--net" => format!("{path}: not a regular file\n"),
                _ => "not a regular file (use - to read a pipe from standard input)".into(),
            };
            assert!(said.errors.contains(&reason), "{job:?}: {}", said.errors);
            assert_eq!(said.status, status, "{job:?}: {}", said.errors);
        }
    }
    assert!(!Path::new(&out).exists());
}

#[cfg(unix)]
#[test]
fn overwritten_file_preserves_mode_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = empty_folder("record-commands/modes");
    let [real, link, dangling, new] = ["real.wei7", "link.wei7", "dangling.wei7", "new.wei7"];
    let path = |name: &str| folder.join(name).display().to_string();
    fs::write(folder.join(real), r#"{"format":"wei7"}"#).expect("written");
    fs::set_permissions(folder.join(real), fs::Permissions::from_mode(0o640)).expect("ours");
    symlink(real, folder.join(link)).expect("a link");
    symlink(new, folder.join(dangling)).expect("a link");
    for name in [link, dangling] {
        let said = tianyuan(&["convert", "conformance/sgf/valid/passes.sgf", &path(name)], b"");
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
fn stale_temporary_files_are_removed() {
    let folder = empty_folder("record-commands/left");
    let left = folder.join("a.sgf.1234567-0.tianyuan-part");
    let others = folder.join("b.sgf.1234567.part");
    fs::write(&left, "half").expect("written");
    fs::write(&others, "somebody's own").expect("written");
    let out = folder.join("c.sgf").display().to_string();
    let said = tianyuan(&["convert", "conformance/sgf/valid/passes.sgf", &out], b"");
    assert_eq!(said.status, 0);
    assert!(said.errors.contains("removed a stale temporary file"), "{}", said.errors);
    assert!(!left.exists() && others.exists());
}

#[test]
fn values_that_break_the_format_are_not_written() {
    let folder = empty_folder("record-commands/invalid");
    let [file, out] = ["dead.sgf", "dead.wei7"].map(|name| folder.join(name));
    fs::write(&file, "(;SZ[5]AB[ba][ab]AW[aa];B[cc])").expect("written");
    let [from, to] = [&file, &out].map(|path| path.display().to_string());
    let said = tianyuan(&["convert", &from, &to], b"");
    assert_eq!(said.status, 2);
    assert!(said.errors.ends_with("[3.16.2.5]\n"), "{}", said.errors);
    assert!(!out.exists());
    fs::write(&out, "what was there").expect("written");
    assert_eq!(tianyuan(&["convert", &from, &to], b"").status, 2);
    assert_eq!(fs::read_to_string(&out).expect("there"), "what was there");
    let said = tianyuan(&["convert", "-", "-", "--to", "wei7"], &fs::read(&file).expect("there"));
    assert_eq!((said.status, said.output.len()), (2, 0));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn unreadable_values_are_not_written() {
    // Each of these characters takes six bytes there.
    for (character, to) in [("\u{1}", "wei7"), ("\"", "wei7-2.2"), ("\u{1}", "sgf")] {
        let sgf = format!("(;SZ[9]C[{}])", character.repeat(12 << 20));
        let said = tianyuan(&["convert", "-", "-", "--to", to], sgf.as_bytes());
        let is_small = to == "sgf";
        assert_eq!(said.output.is_empty(), !is_small, "{to}");
        let expected =
            if is_small { "" } else { "-: limit: the file exceeds the limit of 67108864 bytes\n" };
        assert_eq!((said.status, &*said.errors), (2 * i32::from(!is_small), expected));
    }
}
