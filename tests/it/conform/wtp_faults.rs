//! WTP engines with one deliberate error each.

use super::faulty_engine::{Fault, Heard};
use super::mutations::{WELL, flipped, instead, is, is_genmove, without_id};

/// The errors of WTP engines.
pub const OF_WTP: &[Fault] = &[
    Fault {
        name: "the greeting in lower case is taken for a command of GTP",
        class: "handshake",
        hears: |_, line| instead(line, is(line, "wtp"), "no_greeting"),
        ..WELL
    },
    Fault {
        name: "lines end with CR LF",
        class: "responses",
        says: |_, _, line| vec![[&line[..], b"\r"].concat()],
        ..WELL
    },
    Fault {
        name: "a blank stands behind a sign without a value",
        class: "responses",
        says: |_, _, line| vec![if line == b"=" { b"= ".into() } else { line }],
        ..WELL
    },
    Fault {
        name: "ids are not told",
        class: "ids",
        says: |_, _, line| vec![without_id(&line)],
        ..WELL
    },
    Fault {
        name: "an id is no longer than a machine's word",
        class: "ids",
        says: |_, asked, line| {
            vec![if asked.starts_with("18446744073709551616") { without_id(&line) } else { line }]
        },
        ..WELL
    },
    Fault {
        name: "bytes beyond ASCII are skipped",
        class: "text",
        hears: |_, line| Heard::Line(line.iter().copied().filter(u8::is_ascii).collect()),
        ..WELL
    },
    Fault {
        name: "what comes back is no gb18030",
        class: "text",
        says: |_, asked, line| {
            let spoilt = line.starts_with(b"?") && !asked.is_ascii();
            vec![if spoilt { [&line[..], b"\xff"].concat() } else { line }]
        },
        ..WELL
    },
    Fault {
        name: "a line that is a comment is answered",
        class: "lines",
        hears: |_, line| instead(line, line.starts_with(b"#"), "comment"),
        ..WELL
    },
    Fault {
        name: "comments are not cut off",
        class: "lines",
        hears: |_, line| {
            let spoilt = line.iter().map(|&byte| if byte == b'#' { b'x' } else { byte });
            Heard::Line(spoilt.collect())
        },
        ..WELL
    },
    Fault {
        name: "control characters are not skipped",
        class: "lines",
        hears: |_, line| {
            let spoilt = line.iter().map(|byte| if byte.is_ascii_control() { b'x' } else { *byte });
            Heard::Line(spoilt.collect())
        },
        ..WELL
    },
    Fault {
        name: "names are understood in any case",
        class: "lines",
        hears: |_, line| match line.starts_with(b"P") {
            true => Heard::Line([&line[..4].to_ascii_lowercase(), &line[4..]].concat()),
            false => Heard::Line(line.into()),
        },
        ..WELL
    },
    Fault {
        name: "list_commands lacks a command",
        class: "about",
        says: |_, _, line| if line == b"undo" { Vec::new() } else { vec![line] },
        ..WELL
    },
    Fault {
        name: "protocol_version is no integer",
        class: "about",
        says: |_, _, line| vec![if line == b"= 22" { b"= v22".into() } else { line }],
        ..WELL
    },
    Fault {
        name: "boards may have any size",
        class: "sizes",
        says: |_, asked, line| flipped(line, ["boardsize 4", "boardsize 26"].contains(&asked)),
        ..WELL
    },
    Fault {
        name: "a size is read as far as it is a number",
        class: "sizes",
        hears: |_, line| instead(line, is(line, "boardsize 19.5"), "boardsize 19"),
        ..WELL
    },
    Fault {
        name: "there is a column I",
        class: "moves",
        hears: |_, line| instead(line, is(line, "play B I5"), "play B J5"),
        ..WELL
    },
    Fault {
        name: "nobody may resign",
        class: "moves",
        says: |_, asked, line| flipped(line, asked == "play W RESIGN"),
        ..WELL
    },
    Fault {
        name: "clear_board clears nothing",
        class: "clear",
        hears: |_, line| instead(line, is(line, "clear_board"), "stop"),
        ..WELL
    },
    Fault {
        name: "ko is taken back at once",
        class: "ko",
        says: |memory, asked, line| {
            let undone = memory.lines.iter().any(|line| line == "undo");
            flipped(line, asked == "play W D4" && memory.before() == "play B E4" && !undone)
        },
        ..WELL
    },
    Fault {
        name: "a stone may be played where it has no liberty",
        class: "suicide",
        says: |memory, asked, line| {
            flipped(line, asked == "play W A1" && memory.before() == "play B B1")
        },
        ..WELL
    },
    Fault {
        name: "set_position gives all stones to one colour",
        class: "position",
        hears: |_, line| {
            instead(line, is(line, "set_position B A2 A1 B1"), "set_position B A2 B A1 B B1")
        },
        ..WELL
    },
    Fault {
        name: "set_position does not empty the board",
        class: "position",
        hears: |_, line| instead(line, is(line, "set_position B D4"), "play B D4"),
        ..WELL
    },
    Fault {
        name: "options that are not known are errors",
        class: "rules",
        says: |_, asked, line| flipped(line, asked.contains("Weather")),
        ..WELL
    },
    Fault {
        name: "two numbers are a time limit",
        class: "time",
        hears: |_, line| instead(line, is(line, "time_settings 600 30"), "time_settings 600 30 1"),
        ..WELL
    },
    Fault {
        name: "points are answered in lower case",
        class: "genmove",
        says: |_, asked, line| {
            vec![if is_genmove(asked) { line.to_ascii_lowercase() } else { line }]
        },
        ..WELL
    },
    Fault {
        name: "genmove does not play",
        class: "genmove",
        hears: |memory, line| match is_genmove(memory.before()) && !is(line, "stop") {
            true => Heard::After("undo"),
            false => Heard::Line(line.into()),
        },
        ..WELL
    },
    Fault {
        name: "undo takes back one move, whatever it is told",
        class: "undo",
        hears: |_, line| instead(line, is(line, "undo 2"), "undo"),
        ..WELL
    },
    Fault {
        name: "an analysis says nothing",
        class: "analysis",
        says: |_, asked, line| match asked {
            "analyze B" | "analyze W" if line.starts_with(b"=") => vec![b"=".into()],
            "analyze B" | "analyze W" if !line.is_empty() => Vec::new(),
            _ => vec![line],
        },
        ..WELL
    },
    Fault {
        name: "stop without a search is not answered",
        class: "stop",
        hears: |memory, line| {
            let begun = |line: &String| line.contains("analyze") || is_genmove(line);
            let idle = is(line, "stop") && !memory.lines.iter().any(begun);
            if idle { Heard::Nothing } else { Heard::Line(line.into()) }
        },
        ..WELL
    },
    Fault {
        name: "a move that is refused is a pass",
        class: "errors",
        hears: |memory, line| match ["play W D4", "play W U5"].contains(&memory.before())
            && is(line, "undo")
        {
            true => Heard::After("play W PASS"),
            false => Heard::Line(line.into()),
        },
        ..WELL
    },
    Fault {
        name: "quit is not answered",
        class: "end",
        says: |_, asked, line| if asked == "quit" { Vec::new() } else { vec![line] },
        ..WELL
    },
    Fault {
        name: "quit does not end the program",
        class: "end",
        hears: |_, line| instead(line, is(line, "quit"), "stop"),
        ..WELL
    },
];
