//! Parameters: their types and ranges, the rows of the settings table, and the macro that declares a
//! group of them.
//!
//! Each module declares the parameters that it reads. A group is a struct with a typed field for each
//! parameter, and a [`ParamDefinition`] of each.

use std::fmt;
use std::ops::RangeInclusive;

/// The type of a parameter, with its range.
#[derive(Debug, Clone, PartialEq)]
pub enum ParamType {
    /// `true` or `false`.
    Flag,
    /// An integer.
    Integer(RangeInclusive<u64>),
    /// A finite number.
    Number(RangeInclusive<f64>),
    /// One of these keywords, in upper or lower case.
    Keyword(&'static [&'static str]),
    /// A playing level or a rank, which the engine parses.
    Level,
    /// A profile of human players, or nothing; the caller parses it.
    Profile,
    /// A setting without effect: any value is accepted.
    Any,
}

/// A value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ParamValue<'a> {
    /// `true` or `false`.
    Flag(bool),
    /// An integer.
    Integer(u64),
    /// A number.
    Number(f64),
    /// A keyword or a level.
    Text(&'a str),
}

impl ParamValue<'_> {
    /// The default of a setting whose default depends on the position, or that has no effect.
    pub const NONE: ParamValue<'static> = ParamValue::Text("");
}

/// An interface through which a setting can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interface {
    /// GTP: `kata-set-param` and `gogui-param`.
    Gtp,
    /// The JSON protocol: `overrideSettings`, a configuration file or `--override-config`.
    Json,
    /// A field of a JSON query.
    Query,
    /// The command line: `--param`.
    Param,
}

/// A row of the settings table.
#[derive(Debug, Clone, PartialEq)]
pub struct ParamDefinition {
    /// The name; KataGo's if KataGo has the setting.
    pub name: &'static str,
    /// The field that holds the value. `--param` had this name, in other units, up to version 0.2.
    pub field: &'static str,
    /// The type and the range.
    pub kind: ParamType,
    /// The default.
    pub default: ParamValue<'static>,
    /// The interfaces that accept the setting.
    pub accepted: &'static [Interface],
    /// A description for the manual.
    pub about: &'static str,
}

/// Why a text is not a value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueError {
    /// The text has the wrong form.
    Syntax,
    /// The value is out of range.
    Range,
}

impl ParamType {
    /// Reads a value from text.
    ///
    /// # Errors
    /// Returns [`ValueError::Syntax`] if the text is not a number but should be, and
    /// [`ValueError::Range`] if the value is not allowed.
    pub fn read<'a>(&self, text: &'a str) -> Result<ParamValue<'a>, ValueError> {
        let value = match self {
            ParamType::Flag => ParamValue::Flag(match text {
                "true" | "1" => true,
                "false" | "0" => false,
                _ => return Err(ValueError::Range),
            }),
            ParamType::Integer(_) => {
                let is_integer = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                if !is_integer {
                    return Err(ValueError::Syntax);
                }
                // Only digits remain, so parsing can only fail by overflow.
                ParamValue::Integer(text.parse().unwrap_or(u64::MAX))
            }
            ParamType::Number(_) => {
                ParamValue::Number(text.parse().map_err(|_| ValueError::Syntax)?)
            }
            ParamType::Keyword(_) | ParamType::Level | ParamType::Profile | ParamType::Any => {
                ParamValue::Text(text)
            }
        };
        self.checked(value).ok_or(ValueError::Range)
    }

    /// Returns the value if it has the type and is in range. A keyword is returned as it is spelled in
    /// the table.
    pub fn checked<'a>(&self, value: ParamValue<'a>) -> Option<ParamValue<'a>> {
        let is_valid = match (self, value) {
            (ParamType::Keyword(all), ParamValue::Text(text)) => {
                let text = text.trim();
                let known = all.iter().find(|keyword| keyword.eq_ignore_ascii_case(text));
                return known.map(|keyword| ParamValue::Text(keyword));
            }
            (ParamType::Flag, ParamValue::Flag(_))
            | (ParamType::Level | ParamType::Profile, ParamValue::Text(_))
            | (ParamType::Any, _) => true,
            (ParamType::Integer(range), ParamValue::Integer(number)) => range.contains(&number),
            (ParamType::Number(range), ParamValue::Number(number)) => range.contains(&number),
            _ => false,
        };
        is_valid.then_some(value)
    }

    /// Returns the value in range that is nearest to a value; NaN and values of other types become the
    /// default.
    fn nearest<'a>(&self, value: ParamValue<'a>, default: ParamValue<'a>) -> ParamValue<'a> {
        match (self, value) {
            (ParamType::Integer(range), ParamValue::Integer(number)) => {
                ParamValue::Integer(number.clamp(*range.start(), *range.end()))
            }
            (ParamType::Number(range), ParamValue::Number(number)) if !number.is_nan() => {
                ParamValue::Number(number.clamp(*range.start(), *range.end()))
            }
            (ParamType::Flag, ParamValue::Flag(_)) => value,
            _ => default,
        }
    }
}

/// Writes what a value must be, for messages: `a number from 0 to 1`.
impl fmt::Display for ParamType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamType::Flag => f.write_str("true or false"),
            ParamType::Integer(range) => {
                write!(f, "an integer from {} to {}", range.start(), range.end())
            }
            ParamType::Number(range) => {
                write!(f, "a number from {} to {}", range.start(), range.end())
            }
            ParamType::Keyword(all) => match all.split_last() {
                Some((last, others)) if !others.is_empty() => {
                    write!(f, "{} or {last}", others.join(", "))
                }
                _ => f.write_str(&all.concat()),
            },
            ParamType::Level => f.write_str("a level from 1 to 10 or a rank"),
            ParamType::Profile => f.write_str("a profile such as rank_5k"),
            ParamType::Any => f.write_str("any value"),
        }
    }
}

/// Numbers have a decimal point: `5.0`.
impl fmt::Display for ParamValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamValue::Flag(flag) => write!(f, "{flag}"),
            ParamValue::Integer(number) => write!(f, "{number}"),
            ParamValue::Number(number) => write!(f, "{number:?}"),
            ParamValue::Text(text) => f.write_str(text),
        }
    }
}

/// A field of a group that holds a parameter.
pub trait Parameter {
    /// The type with a range.
    fn kind(range: RangeInclusive<Self>) -> ParamType
    where
        Self: Sized;

    /// Returns the value.
    fn value(&self) -> ParamValue<'static>;

    /// Changes the value; ignores a value of another type.
    fn set(&mut self, value: ParamValue<'_>);
}

impl Parameter for bool {
    fn kind(_: RangeInclusive<bool>) -> ParamType {
        ParamType::Flag
    }

    fn value(&self) -> ParamValue<'static> {
        ParamValue::Flag(*self)
    }

    fn set(&mut self, value: ParamValue<'_>) {
        if let ParamValue::Flag(flag) = value {
            *self = flag;
        }
    }
}

impl Parameter for u32 {
    fn kind(range: RangeInclusive<u32>) -> ParamType {
        ParamType::Integer((*range.start()).into()..=(*range.end()).into())
    }

    fn value(&self) -> ParamValue<'static> {
        ParamValue::Integer((*self).into())
    }

    fn set(&mut self, value: ParamValue<'_>) {
        if let ParamValue::Integer(number) = value {
            *self = number.try_into().unwrap_or(u32::MAX);
        }
    }
}

impl Parameter for f64 {
    fn kind(range: RangeInclusive<f64>) -> ParamType {
        ParamType::Number(range)
    }

    fn value(&self) -> ParamValue<'static> {
        ParamValue::Number(*self)
    }

    fn set(&mut self, value: ParamValue<'_>) {
        if let ParamValue::Number(number) = value {
            *self = number;
        }
    }
}

/// A group of parameters.
pub trait ParamGroup: Sized {
    /// Returns the rows of the settings table, in the order of the fields.
    fn definitions() -> &'static [ParamDefinition];

    /// Returns the parameter of a name, or `None` if the group does not have it.
    fn parameter(&mut self, name: &str) -> Option<&mut dyn Parameter>;

    /// Returns the group with every value moved into its range.
    #[must_use]
    fn bounded(mut self) -> Self {
        for ParamDefinition { name, kind, default, .. } in Self::definitions() {
            if let Some(parameter) = self.parameter(name) {
                parameter.set(kind.nearest(parameter.value(), *default));
            }
        }
        self
    }
}

/// Returns the interfaces that accept a parameter: its own if it has any, or the interfaces of its group.
pub fn accepted(own: &[&'static [Interface]], group: &'static [Interface]) -> &'static [Interface] {
    own.first().copied().unwrap_or(group)
}

/// Declares a group of parameters that some interfaces accept. Each has a documentation comment, a
/// field with a type and a default, and a public name with a range; `on` replaces the interfaces.
#[macro_export]
macro_rules! params {
    ($(#[$group_meta:meta])* $group:ident on $accepted:expr; {
        $($(#[doc = $about:literal])+
        $field:ident: $kind:ty = $default:expr, $name:literal in $range:expr $(, on $own:expr)?;)*
    }) => {
        $(#[$group_meta])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $group {
            $($(#[doc = $about])+
            #[doc = ""]
            #[doc = concat!("Setting: `", $name, "`.")]
            pub $field: $kind,)*
        }

        impl Default for $group {
            fn default() -> Self {
                $group { $($field: $default,)* }
            }
        }

        impl $crate::params_macro::ParamGroup for $group {
            fn definitions() -> &'static [$crate::params_macro::ParamDefinition] {
                use $crate::params_macro::{ParamDefinition, Parameter, accepted};
                static ROWS: std::sync::LazyLock<Vec<ParamDefinition>> =
                    std::sync::LazyLock::new(|| {
                        let defaults = $group::default();
                        vec![$(ParamDefinition {
                            name: $name,
                            field: stringify!($field),
                            kind: <$kind as Parameter>::kind($range),
                            default: defaults.$field.value(),
                            accepted: accepted(&[$($own)?], $accepted),
                            about: concat!($($about),+).trim_ascii(),
                        },)*]
                    });
                &ROWS
            }

            fn parameter(&mut self, name: &str) -> Option<&mut dyn $crate::params_macro::Parameter> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

pub use params;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_is_read_by_type_and_range() {
        let unit = ParamType::Number(0.0..=1.0);
        assert_eq!(unit.read("0.25"), Ok(ParamValue::Number(0.25)));
        assert_eq!([unit.read("2"), unit.read("NaN")], [Err(ValueError::Range); 2]);
        assert_eq!(unit.read("half"), Err(ValueError::Syntax));
        let eight = ParamType::Integer(1..=8);
        assert_eq!(eight.read("8"), Ok(ParamValue::Integer(8)));
        assert_eq!([eight.read("0"), eight.read(&"9".repeat(99))], [Err(ValueError::Range); 2]);
        for wrong in ["", "-1", "+1", "1.0"] {
            assert_eq!(eight.read(wrong), Err(ValueError::Syntax), "{wrong:?}");
        }
        assert_eq!(ParamType::Flag.read("1"), Ok(ParamValue::Flag(true)));
        assert_eq!(ParamType::Flag.read("yes"), Err(ValueError::Range));
        let side = ParamType::Keyword(&["BLACK", "WHITE"]);
        assert_eq!(side.read("white"), Ok(ParamValue::Text("WHITE")));
        assert_eq!(side.read("red"), Err(ValueError::Range));
    }

    #[test]
    fn kind_is_described_for_messages() {
        let kinds = [
            (ParamType::Number(0.0..=0.5), "a number from 0 to 0.5"),
            (ParamType::Integer(1..=8), "an integer from 1 to 8"),
            (ParamType::Keyword(&["A", "B", "C"]), "A, B or C"),
            (ParamType::Flag, "true or false"),
        ];
        for (kind, text) in kinds {
            assert_eq!(kind.to_string(), text);
        }
    }
}
