//! The nets of other programs on this machine, and the recommended net for each board size.
//!
//! | module | contents |
//! | --- | --- |
//! | `places` | the searched folders |
//! | `scan` | the search for net files |
//! | `strength` | the strength model: ratings of shapes, and the effect of speed |
//! | `recommendation` | the strongest net for each board size |
//! | `report` | `tianyuan net --find` |
//! | `auto` | `--net auto` |
//! | `tests` | tests of all of these |

mod auto;
mod places;
mod recommendation;
mod report;
mod scan;
mod strength;
#[cfg(test)]
mod tests;

pub(in crate::cli) use auto::auto_nets;
pub(super) use report::report;
