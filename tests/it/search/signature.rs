//! The bench signature. Change the numbers only together with the playing behaviour.

use tianyuan::cli::bench::BenchSignature;
use tianyuan::nn::Nets;

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn bench_signature_is_unchanged() {
    let expected =
        BenchSignature { playouts: 3198486648, search: 3223326481, guided: Some(1025198232) };
    assert_eq!(BenchSignature::of(Some(Nets::embedded())), expected);
}
