//! wei7 output is always valid, whatever its input, or it is not written.

use std::collections::BTreeSet;
use std::fmt::Write;

use rand::RngExt;
use rand::rngs::StdRng;
use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{Findings, Record, Severity};

use crate::support::random_record::one_of;
use crate::support::seeded::with_seeds;

/// Properties of the root with values that wei7 cannot represent.
const OF_GAME: &[&str] = &[
    "GN[{LONG}]",
    "GN[a\u{7}b]",
    "GN[a\tb]",
    "GN[\u{2028}\u{85}\u{FFFE}]",
    "EV[{LONG}]",
    "PC[{LONG}]",
    "PB[\u{1}]",
    "BR[\u{FFFF}]",
    "WT[x]",
    "PW[\u{0}]",
    "GN[]",
    "KM[-3]",
    "KM[10]",
    "KM[9.5]",
    "KM[0]",
    "KM[0.25]",
    "KM[1e9]",
    "RE[B+512]",
    "RE[W+0.25]",
    "RE[B+1e9]",
    "RE[Void]",
    "RE[B+T]",
    "RE[0]",
    "RU[AGA]",
    "RU[Chinese]",
    "DT[0000-00-00]",
    "XWT[0000-01-01T00:00Z]",
    "XWT[0000-02-29T24:00:00Z]",
    "XWT[-0001-01-01T00:00:00]",
    "XWT[12024-01-01T00:00:00+14:00]",
    "XWT[2024-12-31T23:59:60Z]",
    "XWT[0001-01-01T00:00:00+00:01]",
    "XWT[2024-01-01T00:00:00.12345678901Z]",
    "XWU[0:][0.name:a][1:][1.name:{LONG}]XWV[0:B][1:B]",
    "XWV[9:B]",
    "HA[9]",
    "N[{LONG}]",
    "C[{LONG}\u{8}]",
];

/// Properties of any node.
const OF_NODE: &[&str] = &[
    "B[aa]",
    "W[aa]",
    "B[bb]",
    "W[ab]",
    "B[ba]",
    "W[]",
    "B[tt]",
    "B[zz]",
    "AB[aa][ab]",
    "AW[ba]",
    "AE[aa:cc]",
    "AW[aa:ZZ]",
    "AB[aa:bb]",
    "LB[aa:abc][aa:甲][bb:\u{1}]",
    "TR[aa]CR[aa]",
    "MA[aa:cc]",
    "LB[aa:a][aa:b]",
    "PL[W]",
    "N[{LONG}\u{1}]",
    "C[x\u{1}\u{FFFE}y]",
    "TE[2]",
    "DO[]",
    "IT[]",
    "XWP[B]",
    "XWK[86400]",
    "XWK[-1]",
    "XWK[1]",
    "XWA[7]",
    "XWM[1 0 C:\u{2}]",
    "XWM[- - LB aa:zz]",
    "XWR[- -:Void]",
    "XWR[- 0:B+9999]",
    "XWE[trick]",
    "XWS[large]",
    "FG[]",
    "BL[1]",
    "XWQ[]",
    "XWB[]",
    "",
];

fn random_sgf(rng: &mut StdRng) -> String {
    let size = *one_of(&["1", "2", "3", "7", "9", "19", "52", "1:52", "9:7", "53"], rng);
    let mut sgf = format!("(;FF[4]SZ[{size}]");
    for _ in 0..rng.random_range(0..5) {
        sgf += one_of::<&str>(OF_GAME, rng);
    }
    let mut open = 1;
    for _ in 0..rng.random_range(0..25) {
        let opens = rng.random_bool(0.15);
        let begins = if opens { "(;" } else { ";" };
        let _ =
            write!(sgf, "{begins}{}{}", one_of::<&str>(OF_NODE, rng), one_of::<&str>(OF_NODE, rng));
        open += usize::from(opens);
        if open > 1 && rng.random_bool(0.1) {
            sgf.push(')');
            open -= 1;
        }
    }
    sgf += &")".repeat(open);
    sgf.replace("{LONG}", &"名\n".repeat(100))
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn mutated_records_are_written_validly() {
    let mut refused = BTreeSet::new();
    let mut written = 0;
    with_seeds(|rng| {
        for _ in 0..1500 {
            let sgf = random_sgf(rng);
            let record = format::read(sgf.as_bytes(), Format::Sgf).records.into_iter().next();
            let Some(record) = record else { continue };
            let rebased = record.rebase(&mut Findings::default());
            for record in rebased.iter().chain([&record]) {
                for format in [Format::Wei7, Format::Wei7Xml] {
                    written += usize::from(is_valid(record, format, &sgf, &mut refused));
                }
            }
        }
    });
    assert!(written > 1000, "{written}");
    // Only these readable records cannot be written.
    let expected = ["dead-stones", "other-size"].map(String::from);
    assert_eq!(refused, expected.into());
}

/// Writes a record, which must be valid, or returns the reason why it is not written.
fn is_valid(record: &Record, format: Format, sgf: &str, refused: &mut BTreeSet<String>) -> bool {
    let writing = format::write(std::slice::from_ref(record), format, Charset::Utf8);
    let errors = |findings: &Findings| -> Vec<String> {
        let errors = findings.iter().filter(|found| found.rule.kind == Severity::Error);
        errors.map(|found| found.rule.name()).collect()
    };
    if !writing.is_valid() {
        refused.extend(errors(&writing.findings));
        return false;
    }
    let reading = format::check(&writing.bytes, format);
    let text = String::from_utf8_lossy(&writing.bytes);
    assert_eq!(errors(&reading.findings), [""; 0], "{sgf}\n{text}");
    assert_eq!(reading.records.len(), 1, "{sgf}\n{text}");
    true
}
