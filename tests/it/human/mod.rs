//! Human-like play and human policies, with a random human-imitation net.

mod board;
mod exploration;
mod play;
mod protocols;
mod review;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::nn::{AnyNet, Nets, katago};

use crate::support::random_katago_net::{Plan, RandomBlock, random_file, random_human_file};

fn plan() -> Plan {
    Plan {
        version: 15,
        is_binary: true,
        channels: 8,
        blocks: vec![RandomBlock::Ordinary, RandomBlock::Pooling],
        activation: "ACTIVATION_MISH",
        has_rms_norm: false,
    }
}

/// Returns the file of a random human-imitation net.
fn human_file() -> Vec<u8> {
    random_human_file(&plan(), 16, &mut StdRng::seed_from_u64(5))
}

/// Returns the file of a random net that does not imitate humans.
fn main_file() -> Vec<u8> {
    random_file(&plan(), &mut StdRng::seed_from_u64(6))
}

fn net(file: &[u8], checksum: u32) -> AnyNet {
    let model = katago::read(file).expect("the generator writes nets");
    AnyNet::katago(katago::Net::new(model), checksum)
}

/// Returns a random human-imitation net.
pub fn human_net() -> AnyNet {
    net(&human_file(), 2)
}

/// Returns a random net for the search, and a random human net.
fn nets() -> Nets {
    Nets::new([net(&main_file(), 1)]).with_human(Some(human_net()))
}
