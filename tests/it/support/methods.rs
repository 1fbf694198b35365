//! The search methods compared by tests: playouts, a built-in net, and small random KataGo nets.

use std::io::Cursor;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::nn::{AnyNet, Nets, katago};

use crate::support::random_katago_net::{Plan, RandomBlock, random_file};

/// Returns the file of a random net, with or without uncertainty outputs and optimistic policy.
pub fn katago_file(version: usize) -> Vec<u8> {
    seeded_katago_file(version, version as u64)
}

fn seeded_katago_file(version: usize, seed: u64) -> Vec<u8> {
    let plan = Plan {
        version,
        is_binary: true,
        channels: 8,
        blocks: vec![RandomBlock::Ordinary, RandomBlock::Pooling],
        activation: "ACTIVATION_RELU",
        has_rms_norm: false,
    };
    random_file(&plan, &mut StdRng::seed_from_u64(seed))
}

/// Returns such a net as the only one.
pub fn katago_nets(version: usize) -> Nets {
    seeded_katago_nets(version, version as u64)
}

/// Returns a net of another seed as the only one.
pub fn seeded_katago_nets(version: usize, seed: u64) -> Nets {
    let bytes = seeded_katago_file(version, seed);
    let model = katago::read(Cursor::new(bytes)).expect("a net");
    Nets::new([AnyNet::katago(katago::Net::new(model), version as u32)])
}

/// Returns the nets of each method with its name.
pub fn methods() -> [(&'static str, Nets); 4] {
    [
        ("playouts", Nets::default()),
        ("own net", Nets::embedded().clone()),
        ("KataGo 8", katago_nets(8)),
        ("KataGo 15", katago_nets(15)),
    ]
}
