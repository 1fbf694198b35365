//! The objects of wei7 3.0 with their required and optional members.

use super::diagnostics::*;
use super::document::Value;
use super::entry::Kind;
use crate::record::diagnostic::{Findings, SourceLocation, ellipsize};

/// The members of an object type: "至多有 N 个属性".
#[derive(Debug)]
pub(super) struct ObjectSchema<const N: usize> {
    pub(super) clause: &'static str,
    /// The members of the type, the required ones first.
    names: [&'static str; N],
    required: usize,
}

/// The members of an object, in the order of its [`ObjectSchema`].
pub(super) type Members<'d, 't, const N: usize> = [Option<Value<'d, 't>>; N];

macro_rules! shapes {
    ($($name:ident = $clause:literal [$($required:literal),*] [$($optional:literal),*];)+) => {
        $(
            pub(super) const $name: ObjectSchema<{ [$($required,)* $($optional),*].len() }> = ObjectSchema {
                clause: $clause,
                names: [$($required,)* $($optional),*],
                required: { const REQUIRED: &[&str] = &[$($required),*]; REQUIRED.len() },
            };
        )+
    };
}

shapes! {
    ROOT = "3.2" ["format", "version", "tree"] ["size", "info"];
    POINT = "3.6" ["x", "y"] [];
    RESULT = "3.8" ["winner"] ["margin"];
    SIZE = "3.9" ["width", "height"] [];
    INFO = "3.10" [] ["domain", "id", "name", "rules", "time", "place", "participants", "players", "result"];
    RULING = "3.10.1" [] ["scoring", "komi", "type"];
    PARTICIPANT = "3.10.4" [] ["domain", "id", "name", "title", "rank"];
    PLAYER = "3.10.7" ["participant"] ["color"];
    MARK = "3.12" ["point", "symbol"] [];
    PROBLEM = "3.15" ["color"] [];
    TREE = "3.16" [] ["title", "pre", "steps", "branches"];
    PRE = "3.16.2" [] ["stones", "problem", "marks", "comment"];
    STONE = "3.16.2.1" ["color", "point"] [];
    STEP = "3.16.3" ["action"] ["time", "actor", "marks", "comment"];
    ACTION = "3.16.3.2" ["type"] ["value"];
    MOVE = "3.16.3.2.1" ["color"] ["point", "evaluation", "problem"];
}

impl<const N: usize> ObjectSchema<N> {
    /// Returns the members of an object. Unknown and missing members are reported as findings.
    pub(super) fn members<'d, 't>(
        &self,
        value: Value<'d, 't>,
        findings: &mut Findings,
    ) -> Option<Members<'d, 't, N>> {
        if value.kind() != Kind::Object {
            let rule = if value.is_null() { &IS_NULL } else { &NOT_OBJECT };
            let clause = if value.is_null() { IS_NULL.clause } else { self.clause };
            findings.add_in(clause, rule, || place(value), []);
            return None;
        }
        let mut members = [None; N];
        for (name, member) in value.members() {
            match self.names.iter().position(|known| name.is_text(known)) {
                Some(i) if members[i].is_none() => members[i] = Some(member),
                Some(i) => findings.add(&DUPLICATE_MEMBER, place(name), [self.names[i]]),
                None => {
                    let details = [&*ellipsize(&name.text()), &self.names.join(", ")];
                    findings.add_in(self.clause, &UNKNOWN_MEMBER, || place(name), details);
                }
            }
        }
        for (name, member) in self.names[..self.required].iter().zip(&members) {
            if member.is_none() {
                findings.add_in(self.clause, &MISSING_MEMBER, || place(value), [name]);
            }
        }
        Some(members)
    }
}

/// Returns the location of a value. Its path is computed after the file is read.
pub(super) fn place(value: Value<'_, '_>) -> SourceLocation {
    SourceLocation::offset(value.at())
}
