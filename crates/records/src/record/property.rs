//! Properties of SGF that have no field of their own, kept as they stand in the file.

/// A property of SGF without a field of its own.
///
/// Its values keep the escapes of SGF, so that it is written back unchanged whatever it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The name, in capitals.
    pub name: String,
    /// The values as they stand between the brackets, escaped.
    pub values: Vec<String>,
}
