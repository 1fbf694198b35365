//! The bench signature: change the numbers only together with what the program does.

use tianyuan::bench::{Signature, signature};

#[test]
fn the_program_does_what_its_signature_says() {
    assert_eq!(signature(), Signature { playouts: 3198486648, search: 3223326481 });
}
