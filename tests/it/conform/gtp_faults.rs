//! GTP engines with one deliberate error each.

use super::faulty_engine::{Fault, Heard};
use super::mutations::{WELL, flipped, instead, is, without_id};

/// The errors of GTP engines.
pub const OF_GTP: &[Fault] = &[
    Fault {
        name: "every command is known",
        class: "about",
        says: |_, _, line| vec![if line == b"= false" { b"= true".into() } else { line }],
        ..WELL
    },
    Fault {
        name: "lines end with CR LF",
        class: "responses",
        says: |_, _, line| vec![[&line[..], b"\r"].concat()],
        ..WELL
    },
    Fault {
        name: "ids are not told",
        class: "ids",
        says: |_, asked, line| {
            // Lines sent ahead are checked by another class.
            vec![if asked.starts_with(['1', '2', '3']) && !asked.starts_with("12") {
                line
            } else {
                without_id(&line)
            }]
        },
        ..WELL
    },
    Fault {
        name: "a TAB is skipped",
        class: "lines",
        hears: |_, line| Heard::Line(line.iter().copied().filter(|&byte| byte != b'\t').collect()),
        ..WELL
    },
    Fault {
        name: "clear_board clears nothing",
        class: "clear",
        hears: |memory, line| {
            let played = memory.before().starts_with("play");
            instead(line, is(line, "clear_board") && played, "name")
        },
        ..WELL
    },
    Fault {
        name: "komi may be any word",
        class: "komi",
        says: |_, asked, line| flipped(line, asked == "komi many"),
        ..WELL
    },
    Fault {
        name: "quit does not end the program",
        class: "end",
        hears: |_, line| instead(line, is(line, "quit"), "name"),
        ..WELL
    },
];
