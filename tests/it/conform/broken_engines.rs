//! Engines with one deliberate error each: the checks of the intended class find it, and no other class fails.

use std::collections::BTreeSet;
use std::time::Duration;
use std::{io, thread};

use tianyuan::cancellation::Cancellation;
use tianyuan::conform::catalogue;
use tianyuan::conform::check::{Check, SpecClause};
use tianyuan::conform::runner::{CheckResult, Runner, Verdict};
use tianyuan::conform::transport::{Transport, TransportError};
use tianyuan::protocol::{GTP, Protocol, WTP};
use tianyuan::session::ProtocolChoice;

use super::faulty_engine::{Fault, Faulty, Heard};
use super::gtp_faults::OF_GTP;
use super::mutations::{WELL, is};
use super::wtp_faults::OF_WTP;

fn play<'a>(
    checks: &'a [Check],
    protocol: &'static Protocol,
    start: &mut dyn FnMut() -> Box<dyn Transport>,
    limit: f64,
) -> Vec<CheckResult<'a>> {
    let kit = Runner { checks, protocol, limit: Duration::from_secs_f64(limit) };
    let start: &mut tianyuan::conform::runner::Start = &mut || Ok::<_, io::Error>(start());
    let about = kit.about(start).expect("it speaks the protocol");
    kit.run(&about, start, &Cancellation::default(), &mut |_| {}).expect("it can be started")
}

fn choice(protocol: &Protocol) -> ProtocolChoice {
    if protocol.version == WTP.version { ProtocolChoice::Auto } else { ProtocolChoice::Gtp }
}

/// Returns the failed checks of an engine with an error, as classes with numbers.
fn failed(fault: Fault, protocol: &'static Protocol) -> BTreeSet<(String, u32)> {
    let checks = catalogue::builtin_checks(protocol);
    let start = &mut || Box::new(Faulty::start(fault, choice(protocol))) as Box<dyn Transport>;
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
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn broken_wtp_engines_fail_in_their_class() {
    each_is_found_by_its_class(OF_WTP, &WTP);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn broken_gtp_engines_fail_in_their_class() {
    each_is_found_by_its_class(OF_GTP, &GTP);
}

#[test]
fn every_wtp_class_has_a_broken_engine() {
    let classes = |checks: Vec<Check>| {
        let texts = checks.into_iter().filter(|check| check.basis == SpecClause::Text);
        texts.map(|check| check.class).collect::<BTreeSet<String>>()
    };
    let broken: BTreeSet<String> = OF_WTP.iter().map(|fault| fault.class.into()).collect();
    assert_eq!(classes(catalogue::builtin_checks(&WTP)), broken);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn correct_engine_passes() {
    for protocol in [&WTP, &GTP] {
        assert_eq!(failed(WELL, protocol), BTreeSet::new());
    }
}

/// An engine that gives the same response to every command, and exits at `quit` if it is cooperative.
struct Uniform {
    answer: &'static str,
    waiting: Vec<Vec<u8>>,
}

impl Transport for Uniform {
    fn send(&mut self, bytes: &[u8]) {
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        for _ in 0..lines {
            self.waiting.splice(0..0, [Vec::new(), self.answer.into()]);
        }
    }

    fn close(&mut self) {}

    fn line(&mut self, _: std::time::Instant) -> Result<Vec<u8>, TransportError> {
        self.waiting.pop().ok_or(TransportError::Late)
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn every_check_can_fail() {
    for protocol in [&WTP, &GTP] {
        let mut checks = catalogue::builtin_checks(protocol);
        checks.iter_mut().for_each(|check| check.needs.clear());
        let mut held: BTreeSet<u32> = checks.iter().map(|check| check.number).collect();
        for answer in ["=", "?", "= 0"] {
            let start =
                &mut || Box::new(Uniform { answer, waiting: Vec::new() }) as Box<dyn Transport>;
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
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn exited_engine_is_restarted() {
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
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn silent_greeting_is_an_interpretation() {
    struct Silent(Faulty, bool);
    impl Transport for Silent {
        fn send(&mut self, bytes: &[u8]) {
            self.1 |= bytes.eq_ignore_ascii_case(b"WTP\n");
            self.0.send(bytes);
        }
        fn close(&mut self) {
            self.0.close();
        }
        fn line(&mut self, deadline: std::time::Instant) -> Result<Vec<u8>, TransportError> {
            if std::mem::take(&mut self.1) {
                self.0.line(deadline)?;
                self.0.line(deadline)?;
            }
            self.0.line(deadline)
        }
    }
    let mut checks = catalogue::builtin_checks(&WTP);
    checks.retain(|check| ["handshake", "moves"].contains(&&*check.class));
    let start = &mut || {
        Box::new(Silent(Faulty::start(WELL, ProtocolChoice::Auto), false)) as Box<dyn Transport>
    };
    let findings = play(&checks, &WTP, start, 3.0);
    let of = |verdict| findings.iter().filter(move |it| it.verdict == verdict);
    assert_eq!(of(Verdict::Fails).count(), 0);
    assert!(of(Verdict::ReadsOtherwise).any(|finding| finding.check.number == 103));
}
