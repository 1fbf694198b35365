//! The entries of the flat list of JSON values.

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    /// `true` or `false`.
    Bool,
    Number,
    /// A string; `escaped` if it contains escapes.
    String {
        escaped: bool,
    },
    Array,
    Object,
}

/// A value, or a member name, which precedes its value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// The byte offset of the value.
    pub(super) at: u32,
    /// The index of the first entry after the value and its contents.
    pub(super) next: u32,
}
