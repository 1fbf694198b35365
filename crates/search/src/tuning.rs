//! Tuning parameters: groups of whole numbers that are set by name.
//!
//! Each module declares the parameters that it reads; the engine collects them. This file only has
//! the macro that declares a group.

use thiserror::Error;

/// Declares a group of parameters, each with a name, a default value and its origin.
#[macro_export]
macro_rules! params {
    ($(#[$about:meta])* $group:ident { $($(#[$origin:meta])* $name:ident = $value:expr,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $group {
            $($(#[$origin])* pub $name: u32,)*
        }

        impl Default for $group {
            fn default() -> Self {
                $group { $($name: $value,)* }
            }
        }

        impl $group {
            /// The parameter of this name.
            pub fn named(&mut self, name: &str) -> Option<&mut u32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

pub use params;

/// The error of setting a parameter that does not exist; it holds the name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no parameter is called {0}")]
pub struct UnknownParam(pub String);
