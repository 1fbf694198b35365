//! The values of a JSON text as a flat list.

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    /// `true` or `false`.
    Bool,
    Number,
    /// A string, and whether anything in it is escaped.
    String {
        escaped: bool,
    },
    Array,
    Object,
}

/// A value, or the name of a member before its value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// The byte at which it begins.
    pub(super) at: u32,
    /// The index of the first value behind it and all that it contains.
    pub(super) next: u32,
}
