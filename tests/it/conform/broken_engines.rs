//! Engines that are broken on purpose, one fault each: the class of checks that is meant for it finds each, and
//! no other does.

use std::collections::BTreeSet;
use std::io;
use std::thread;
use std::time::Duration;

use tianyuan::cancel::Cancellation;
use tianyuan::conform::catalogue;
use tianyuan::conform::check::{Basis, Check};
use tianyuan::conform::kit::{Finding, Kit, Verdict};
use tianyuan::conform::wire::{NoLine, Wire};
use tianyuan::protocol::{GTP, Protocol, WTP};
use tianyuan::session::ProtocolChoice;

use super::faulty::{Fault, Faulty, Heard, hears_well, says_well};

/// An engine without a fault, to be spoilt.
const WELL: Fault = Fault { name: "none", class: "", hears: hears_well, says: says_well };

/// Hears `line` in the place of what is `when`.
fn instead(line: &[u8], when: bool, other: &str) -> Heard {
    Heard::Line(if when { other.into() } else { line.into() })
}

fn is(line: &[u8], text: &str) -> bool {
    line == text.as_bytes()
}

/// The line with the other sign where it is so.
fn flipped(mut line: Vec<u8>, is_so: bool) -> Vec<Vec<u8>> {
    match line.first_mut() {
        Some(sign @ b'=') if is_so => *sign = b'?',
        Some(sign @ b'?') if is_so => *sign = b'=',
        _ => {}
    }
    vec![line]
}

/// Without the digits behind the sign.
fn without_id(line: &[u8]) -> Vec<u8> {
    let is_sign = line.starts_with(b"=") || line.starts_with(b"?");
    let digits = line.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    if is_sign { [&line[..1], &line[1 + digits..]].concat() } else { line.into() }
}

fn is_genmove(line: &str) -> bool {
    line.starts_with("genmove ")
}

/// What is wrong with engines of WTP.
const OF_WTP: &[Fault] = &[
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

/// What is wrong with engines of GTP.
const OF_GTP: &[Fault] = &[
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
            // Those of the lines that are sent ahead are another class's business.
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

fn play<'a>(
    checks: &'a [Check],
    protocol: &'static Protocol,
    start: &mut dyn FnMut() -> Box<dyn Wire>,
    limit: f64,
) -> Vec<Finding<'a>> {
    let kit = Kit { checks, protocol, limit: Duration::from_secs_f64(limit) };
    let start: &mut tianyuan::conform::kit::Start = &mut || Ok::<_, io::Error>(start());
    let about = kit.about(start).expect("it speaks the protocol");
    kit.run(&about, start, &Cancellation::default(), &mut |_| {}).expect("it can be started")
}

fn choice(protocol: &Protocol) -> ProtocolChoice {
    if protocol.version == WTP.version { ProtocolChoice::Auto } else { ProtocolChoice::Gtp }
}

/// The checks that an engine with a fault fails, as their classes, each with numbers.
fn failed(fault: Fault, protocol: &'static Protocol) -> BTreeSet<(String, u32)> {
    let checks = catalogue::own(protocol);
    let start = &mut || Box::new(Faulty::start(fault, choice(protocol))) as Box<dyn Wire>;
    let findings = play(&checks, protocol, start, 5.0);
    let fails = findings.iter().filter(|finding| finding.verdict == Verdict::Fails);
    fails.map(|finding| (finding.check.class.clone(), finding.check.number)).collect()
}

fn each_is_found_by_its_class(faults: &'static [Fault], protocol: &'static Protocol) {
    let wrong: Vec<String> = thread::scope(|scope| {
        let runs =
            faults.iter().map(|fault| scope.spawn(move || (fault, failed(*fault, protocol))));
        let runs: Vec<_> = runs.collect();
        let found = runs.into_iter().map(|run| run.join().expect("the kit goes on"));
        let wrong = found.filter(|(fault, failed)| {
            failed.is_empty() || failed.iter().any(|(class, _)| class != fault.class)
        });
        wrong
            .map(|(fault, failed)| format!("{} ({}): {failed:?}", fault.name, fault.class))
            .collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_broken_engine_of_wtp_is_found_by_its_class() {
    each_is_found_by_its_class(OF_WTP, &WTP);
}

#[test]
fn each_broken_engine_of_gtp_is_found_by_its_class() {
    each_is_found_by_its_class(OF_GTP, &GTP);
}

#[test]
fn every_class_of_wtp_but_readings_has_a_broken_engine() {
    let classes = |checks: Vec<Check>| {
        let texts = checks.into_iter().filter(|check| check.basis == Basis::Text);
        texts.map(|check| check.class).collect::<BTreeSet<String>>()
    };
    let broken: BTreeSet<String> = OF_WTP.iter().map(|fault| fault.class.into()).collect();
    assert_eq!(classes(catalogue::own(&WTP)), broken);
}

#[test]
fn an_engine_without_a_fault_holds() {
    for protocol in [&WTP, &GTP] {
        assert_eq!(failed(WELL, protocol), BTreeSet::new());
    }
}

/// An engine that answers everything alike, and ends at `quit` if it is one that agrees.
struct Uniform {
    answer: &'static str,
    waiting: Vec<Vec<u8>>,
}

impl Wire for Uniform {
    fn send(&mut self, bytes: &[u8]) {
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        for _ in 0..lines {
            self.waiting.splice(0..0, [Vec::new(), self.answer.into()]);
        }
    }

    fn close(&mut self) {}

    fn line(&mut self, _: std::time::Instant) -> Result<Vec<u8>, NoLine> {
        self.waiting.pop().ok_or(NoLine::Late)
    }
}

#[test]
fn every_check_can_fail() {
    for protocol in [&WTP, &GTP] {
        let mut checks = catalogue::own(protocol);
        checks.iter_mut().for_each(|check| check.needs.clear());
        let mut held: BTreeSet<u32> = checks.iter().map(|check| check.number).collect();
        for answer in ["=", "?", "= 0"] {
            let start = &mut || Box::new(Uniform { answer, waiting: Vec::new() }) as Box<dyn Wire>;
            for finding in play(&checks, protocol, start, 0.1) {
                if !matches!(finding.verdict, Verdict::Holds | Verdict::NotSupported) {
                    held.remove(&finding.check.number);
                }
            }
        }
        assert_eq!(held, BTreeSet::new(), "checks that never fail");
    }
}

#[test]
fn an_engine_that_dies_is_started_again() {
    let fault = Fault {
        hears: |_, line| {
            if is(line, "make_coffee") { Heard::End } else { Heard::Line(line.into()) }
        },
        ..WELL
    };
    let failed = failed(fault, &WTP);
    let numbers: Vec<u32> = failed.iter().map(|(_, number)| *number).collect();
    assert!(numbers.contains(&506) && !numbers.contains(&2101), "{numbers:?}");
}

#[test]
fn a_silent_greeting_is_a_reading() {
    struct Silent(Faulty, bool);
    impl Wire for Silent {
        fn send(&mut self, bytes: &[u8]) {
            self.1 |= bytes == b"WTP\n";
            self.0.send(bytes);
        }
        fn close(&mut self) {
            self.0.close();
        }
        fn line(&mut self, deadline: std::time::Instant) -> Result<Vec<u8>, NoLine> {
            if std::mem::take(&mut self.1) {
                self.0.line(deadline)?;
                self.0.line(deadline)?;
            }
            self.0.line(deadline)
        }
    }
    let mut checks = catalogue::own(&WTP);
    checks.retain(|check| ["handshake", "moves"].contains(&&*check.class));
    let start =
        &mut || Box::new(Silent(Faulty::start(WELL, ProtocolChoice::Auto), false)) as Box<dyn Wire>;
    let findings = play(&checks, &WTP, start, 3.0);
    let of = |verdict| findings.iter().filter(move |it| it.verdict == verdict);
    assert_eq!(of(Verdict::Fails).count(), 0);
    assert!(of(Verdict::ReadsOtherwise).any(|finding| finding.check.number == 103));
}
