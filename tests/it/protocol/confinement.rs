//! File access of commands: with `--files` only one folder, whatever the name; with `--no-files` none.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::time::{Duration, Instant};

use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Rules};
use tianyuan::protocol::{Files, Folder, ProtocolContext};
#[cfg(unix)]
use tianyuan::records::storage::Storage;
use tianyuan::session::{self, Options, ProtocolChoice};

use crate::support::folder::empty_folder;

const GAME: &str = "(;SZ[9];B[ee])";

/// Creates a folder with a game outside, a folder `inside` with another game, and links between them.
fn folders(name: &str) -> (PathBuf, PathBuf) {
    let outside = empty_folder(Path::new("confinement").join(name));
    let inside = outside.join("inside");
    fs::create_dir_all(inside.join("below")).expect("folders");
    for place in [outside.join("secret.sgf"), inside.join("game.sgf")] {
        fs::write(place, GAME).expect("written");
    }
    #[cfg(unix)]
    for (target, link) in [
        ("../secret.sgf", "link.sgf"),
        ("..", "up"),
        ("game.sgf", "other.sgf"),
        ("/dev/null", "null.sgf"),
    ] {
        std::os::unix::fs::symlink(target, inside.join(link)).expect("a link");
    }
    (outside, inside)
}

/// Returns the responses to the commands.
fn responses(files: Files, commands: &[String]) -> Vec<String> {
    let settings = Settings { threads: 1, memory: 1, ..Settings::default() };
    let mut engine = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
    let environment = ProtocolContext { files, ..ProtocolContext::default() };
    let options = Options { protocol: ProtocolChoice::Gtp, environment, observer: None };
    let mut output = Vec::new();
    let input = Cursor::new(commands.join("\n").into_bytes());
    session::run(input, &mut output, options, &mut engine).expect("it talks");
    let text = String::from_utf8(output).expect("text");
    text.trim_end().split("\n\n").map(|response| response.trim_end().into()).collect()
}

/// Returns the content of all files in a folder.
fn contents(folder: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let mut found: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.clone(), path.is_file().then(|| fs::read(path).expect("readable"))))
        .collect();
    found.sort();
    found
}

#[cfg(unix)]
#[test]
fn paths_outside_folder_are_rejected() {
    let (outside, inside) = folders("outside");
    let files = Files::Inside(Folder::open(&inside).expect("there"));
    let absolute = outside.join("secret.sgf").display().to_string();
    let (before, before_inside) = (contents(&outside), contents(&inside));
    let names = ["../secret.sgf", "below/../../secret.sgf", "link.sgf", "up/secret.sgf", &absolute];
    for name in names {
        let answers =
            responses(files.clone(), &[format!("load_game {name}"), format!("loadsgf {name}")]);
        for answer in &answers {
            assert!(answer.starts_with("? cannot load file: outside"), "{name}: {answer}");
        }
    }
    // The response does not reveal whether the last file exists.
    for name in ["../new.sgf", "up/new.wei7", "/new.sgf", "../no such folder/new.sgf", "null.sgf"] {
        let answers = responses(files.clone(), &[format!("save_game {name}")]);
        assert!(answers[0].starts_with("? cannot save file: "), "{name}: {}", answers[0]);
    }
    let answers = responses(files, &["printsgf ../new.sgf".into()]);
    assert_eq!(answers, ["? cannot save file: outside of the folder that commands may access"]);
    assert!(contents(&outside) == before && contents(&inside) == before_inside);
}

#[cfg(unix)]
#[test]
fn symlink_inside_folder_is_followed_and_preserved() {
    let (outside, inside) = folders("links");
    let files = Files::Inside(Folder::open(&inside).expect("there"));
    let commands =
        ["load_game other.sgf", "play W C3", "save_game link.sgf", "save_game other.sgf"];
    let outside_of = "? cannot save file: outside of the folder that commands may access";
    assert_eq!(responses(files, &commands.map(String::from)), ["=", "=", outside_of, "="]);
    for (name, is_as_before) in [("secret.sgf", true), ("inside/game.sgf", false)] {
        let text = fs::read_to_string(outside.join(name)).expect("there");
        assert_eq!(text == GAME, is_as_before, "{name}: {text}");
    }
    for link in ["link.sgf", "other.sgf"] {
        assert!(inside.join(link).symlink_metadata().expect("there").is_symlink(), "{link}");
    }
}

#[cfg(unix)]
#[test]
fn folder_swapped_for_symlink_after_resolution_is_rejected() {
    let (outside, inside) = folders("swapped");
    let files = Files::Inside(Folder::open(&inside).expect("there"));
    let storage = Storage::default();
    fs::write(inside.join("below/game.sgf"), GAME).expect("written");
    fs::write(outside.join("game.sgf"), "(;C[outside])").expect("written");
    let name = Path::new("below/game.sgf");
    let to_read = files.to_read(name).expect("inside");
    let to_write = files.to_write(name).expect("inside");
    assert_eq!(storage.read_at(&to_read, 100).expect("there"), GAME.as_bytes());

    fs::rename(inside.join("below"), inside.join("moved")).expect("it is ours");
    std::os::unix::fs::symlink("..", inside.join("below")).expect("a link");
    let before = contents(&outside);
    storage.read_at(&to_read, 100).expect_err("it leads out");
    storage.write_at(&to_write, b"(;C[new])").expect_err("it leads out");
    assert!(contents(&outside) == before);

    fs::remove_file(inside.join("below")).expect("the link");
    std::os::unix::fs::symlink("moved", inside.join("below")).expect("a link");
    storage.write_at(&to_write, b"(;C[new])").expect("a link may lead to a folder inside");
    assert_eq!(fs::read(inside.join("moved/game.sgf")).expect("there"), b"(;C[new])");
    assert_eq!(contents(&inside.join("moved")).len(), 1, "no draft is left");
}

#[cfg(unix)]
#[test]
fn folder_swapped_for_symlink_repeatedly_never_escapes() {
    let (outside, inside) = folders("swapping");
    let files = Files::Inside(Folder::open(&inside).expect("there"));
    let before = contents(&outside);
    let is_over = AtomicBool::new(false);
    let (below, moved, link) = (inside.join("below"), inside.join("moved"), inside.join("up"));
    let (saved, refused) = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for (from, to) in
                    [(&below, &moved), (&link, &below), (&below, &link), (&moved, &below)]
                {
                    fs::rename(from, to).expect("no other thread renames");
                }
            }
        });
        let (mut saved, mut refused) = (0, 0);
        let end = Instant::now() + Duration::from_secs(2);
        while Instant::now() < end {
            let commands = vec![String::from("save_game below/new.sgf"); 100];
            for answer in responses(files.clone(), &commands) {
                if answer == "=" { saved += 1 } else { refused += 1 }
            }
        }
        is_over.store(true, Ordering::Relaxed);
        (saved, refused)
    });
    assert!(saved > 0 && refused > 0, "{saved} saved and {refused} refused");
    assert!(contents(&outside) == before, "{saved} saved and {refused} refused");
}

#[test]
fn relative_names_start_in_folder() {
    let (_, inside) = folders("inside");
    let dotted = inside.join("below/.."); // by another name
    let files = Files::Inside(Folder::open(&dotted).expect("there"));
    let absolute = inside.join("game.sgf");
    let commands = [
        "load_game game.sgf".into(),
        format!("load_game {}", absolute.display()),
        format!("load_game {}", dotted.join("./game.sgf").display()),
        "load_game below/../game.sgf".into(),
        "save_game below/new.wei7".into(),
        "save_game none/new.wei7".into(),
    ];
    let answers = responses(files, &commands);
    assert_eq!(&answers[..5], ["=", "=", "=", "=", "="]);
    assert!(answers[5].starts_with("? cannot save file: cannot be accessed"), "{}", answers[5]);
    assert!(inside.join("below/new.wei7").is_file());
}

#[test]
fn no_files_disables_file_commands() {
    let (_, inside) = folders("none");
    let file = inside.join("game.sgf").display().to_string();
    let commands =
        ["load_game", "loadsgf", "save_game", "printsgf"].map(|name| format!("{name} {file}"));
    for answer in responses(Files::None, &commands) {
        assert!(answer.ends_with("file: file access is disabled"), "{answer}");
    }
    assert_eq!(responses(Files::None, &["print_game sgf".into()])[0].chars().next(), Some('='));
}
