//! Neural nets for Go on the CPU: built-in nets, KataGo nets and a move model.
//!
//! A built-in [`Net`] maps [`Planes`], computed from the [`Features`] of a position, to a [`NetOutput`]: policy
//! logits, value logit, score and ownership. [`katago`] contains the inputs and outputs of KataGo nets. [`Nets`] is a
//! set of nets of either kind for different board sizes; an [`AnyEvaluator`] returns the same output type for both.
//!
//! ```text
//! Features -> Planes -> tower of residual blocks -> head -> NetOutput
//!                       | layers, compiled for each backend of simd; f32 or 8-bit integers
//! ```
//!
//! ```
//! use tianyuan_go::{BoardSize, Color, Game, Rules};
//! use tianyuan_nn::{AnyInputs, Nets, Planes, PostprocessOptions, Symmetry};
//!
//! let size = BoardSize::new(9).expect("boards have 2 to 25 lines");
//! let game = Game::new(size, Rules::CHINESE);
//! let net = Nets::embedded().of(size).expect("a net for 9x9 is built in");
//! let inputs = AnyInputs::Own(Planes::of_game(&game, Color::Black));
//! let output = net.evaluator().evaluate(&inputs, Symmetry::IDENTITY, PostprocessOptions::default());
//! let output = output.expect("the net supports 9x9");
//! assert!((output.value.win + output.value.loss - 1.0).abs() < 1e-5);
//! assert_eq!(output.policy.len(), 81);
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `builtin` | built-in nets: input planes, file format, evaluation |
//! | `symmetry`, `activation`, `shared_array` | board symmetries; activation functions; arrays in mapped files |
//! | `thread_clock` | CPU time of a thread |
//! | `katago` | KataGo nets: files, inputs, reference, inference |
//! | `any_net`, `any_evaluator`, `nets` | nets of either kind; sets of nets by board size |
//! | `layers` | layers of both kinds of nets, generic over all backends |
//! | `simd`, `aligned` | backends: portable, AVX2, AVX-512 (VNNI, bf16), NEON; their detection |
//! | [`move_model`] | the linear model of a strong player's moves |

#![warn(unreachable_pub)]

mod activation;
mod aligned;
mod any_net;
mod any_evaluator;
mod builtin;
pub mod katago;
mod layers;
pub mod move_model;
mod nets;
mod shared_array;
mod simd;
mod symmetry;
mod thread_clock;

pub use any_evaluator::{AnyEvaluator, AnyInputs, AnyOutput, PostprocessOptions};
pub use any_net::{AnyNet, AnyNetError, AnyNetFile, PREPARED};
pub use builtin::error::{MAX_BYTES, NetError};
pub use builtin::evaluator::{Evaluator, Net};
pub use builtin::features::{Features, LAST_MOVES, NonSpatialFeatures};
pub use builtin::file::crc_32;
pub use builtin::head::NetOutput;
pub use builtin::planes::{GLOBALS, PLANES, Planes, point_index};
pub use builtin::shape::{NumberType, SIZES, Shape};
pub use nets::Nets;
pub use shared_array::SharedBytes;
pub use simd::backend::{Backend, missing_instructions};
pub use symmetry::Symmetry;
