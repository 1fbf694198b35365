//! Data without a wei7 field is stored in comments and restored: whole records round-trip.

use rand::RngExt;
use tianyuan::records::adapt::embed::Shapes;
use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{Findings, Language, Reading, Record, Size};

use crate::support::random_record::{one_of, random_record, random_size};
use crate::support::random_wei7::{Takebacks, random_wei7};
use crate::support::seeded::with_seeds;

fn only(mut reading: Reading) -> Record {
    assert_eq!(reading.records.len(), 1);
    reading.records.remove(0)
}

/// Games with all SGF properties, with values that wei7 can represent and others.
const GAMES: &[&str] = &[
    // Moves, clocks, evaluations.
    "(;FF[4]SZ[9];B[aa]BL[12.5]OB[3]TE[1];W[bb]WL[300]OW[2]BM[2]MN[7]KO[];B[cc]IT[];W[dd]DO[];B[]TE[3])",
    "(;FF[4]SZ[9];B[aa]GB[1]GW[2]DM[1]UC[2]HO[1]V[-3.5]N[a move]C[why];W[bb]N[only a title])",
    // Marks, alone, combined on a point, and without points.
    "(;FF[4]SZ[9];B[aa]CR[aa]MA[bb:dd]SQ[ee]TR[ff][gg]SL[hh]LB[ii:1][ia:12][ib:\\:])",
    "(;FF[4]SZ[9];B[aa]LB[aa:A]TR[aa];W[bb]LB[aa:A][aa:B])",
    "(;FF[4]SZ[9];B[aa]AR[aa:bb][cc:dd]LN[aa:cc]DD[aa:cc]VW[aa:dd]TB[aa][bb:cc]TW[dd];W[bb]DD[]VW[]TB[])",
    "(;FF[4]SZ[9];B[aa]FG[257:Figure 1]PM[1];W[bb]FG[])",
    // Setups before moves, after moves and of emptied points; the player to move.
    "(;FF[4]SZ[9]AB[aa][bb]AW[cc]AE[dd]PL[W];AB[ee];W[ff])",
    "(;FF[4]SZ[9];B[aa];W[bb];AB[cc]AW[dd]AE[aa]PL[B]N[problem]C[here];B[aa](;W[ee];AE[ee])(;W[ff]))",
    "(;FF[4]SZ[9]AB[aa];W[bb];AE[aa];AE[bb];B[aa];W[bb](;B[cc])(;AE[aa][bb])(;B[dd]))",
    "(;FF[4]SZ[9];AB[aa];AE[aa];AW[aa];B[bb])",
    "(;FF[4]SZ[9];B[aa]PL[B];B[bb];PL[W]C[turn])",
    // Moves on stones of either colour, and stones without liberties.
    "(;FF[4]SZ[9];B[aa];W[aa]C[replaced];B[bb](;W[bb])(;B[aa];W[cc]))",
    "(;FF[4]SZ[9];B[aa];B[aa]C[again]N[same];W[bb])",
    "(;FF[4]SZ[9]AB[aa];W[aa];B[bb])",
    "(;FF[4]SZ[9]AB[ab][ba]AW[aa];W[cc];B[aa];W[dd](;AB[ee])(;B[ee]))",
    "(;FF[4]SZ[9];B[ab];W[cc];B[ba];AW[aa]C[dead];W[dd])",
    // Nodes without a move, in line and as variations.
    "(;FF[4]SZ[9];;C[one]N[two];B[aa];;;C[three](;C[four];W[bb])(;;W[cc])(;N[title];W[dd]))",
    "(;FF[4]SZ[9]C[start](;B[aa])(;C[pause]))",
    "(;FF[4]SZ[9](;B[aa])(;W[bb]))",
    "(;FF[4]SZ[9]BM[1])",
    // The game.
    "(;FF[4]GM[1]CA[UTF-8]AP[Other:1\\:2]ST[2]SZ[9]AN[an]BR[9d]BT[team b]CP[cp]DT[1996-05-06,07]EV[ev]\
     GC[two\nlines \\] 100%]GN[gn]HA[3]KM[6.5]ON[on]OT[3x30 byo-yomi]PB[pb]PC[pc]PW[pw]RE[W+T]RO[1 (final)]\
     RU[AGA]SO[so]TM[1800]US[us]WR[8d]WT[team w];B[aa])",
    "(;FF[4]SZ[9]KM[-12.5]RE[Void]RU[Chinese rules of 1988]HA[none];B[aa])",
    "(;FF[4]SZ[9]KM[3.75]RU[Chinese]RE[B+3.25]EV[Cup];B[aa]PB[late])",
    "(;FF[4]SZ[9]RE[?]RU[?]KM[?]HA[0]DT[yesterday];B[aa])",
    "(;FF[4]SZ[9]HA[2]AB[cc][gg]PL[W];W[ee])",
    "(;FF[4]SZ[9]AB[cc]AW[dd]PL[W]C[a problem];W[ee])",
    "(;FF[4]SZ[9]GN[GN_LONG]PB[GN_LONG]PW[GN_LONG]PC[GN_LONG]BT[t];B[aa]N[GN_LONG])",
    // Properties of older versions and other programs.
    "(;FF[3]SZ[9]SE[aa]ID[id]BS[0]WS[1];B[aa]SI[1]TC[2]OM[3]OP[1.5]OV[2]LT[]CH[1];W[bb]RG[aa]SC[bb])",
    "(;FF[1]SZ[9]KI[11];B[aa]L[aa][bb]M[cc]EL[1]EX[dd]VW[aa][cc])",
    "(;FF[4]SZ[9]XY[a\\]b\\\\][][c:d]A5[];B[aa]QQ[x][y]ZZ[[])",
    "(;FF[4]SZ[9];B[zz]C[no move];W[bb];B[aa]W[cc];AB[dd]B[ee])",
    // Comments that look like embedded data.
    "(;FF[4]SZ[9]C[[SGF\\] EV=mine\nmore];B[aa]C[[wei7\\] branch=1];W[bb]C[[SGF\\]]TR[aa];C[[SGF\\] ;])",
    "(;FF[4]SZ[9]EV[e]C[];B[aa]C[]TR[aa];W[bb]C[\n]TR[aa])",
];

fn of_sgf(text: &str) -> Record {
    only(format::read(text.as_bytes(), Format::Sgf))
}

/// Returns the file of a record with everything preserved. `tianyuan check` must find it valid.
fn kept(record: &Record, to: Format) -> Vec<u8> {
    let mut record = record.clone();
    record.keep_in_comments(to, Shapes::Removed, &mut Findings::default());
    let bytes = format::write(&[record], to, Charset::Utf8).bytes;
    let findings = format::check(&bytes, to).findings;
    let text = String::from_utf8_lossy(&bytes);
    let said: Vec<String> = findings.iter().map(|one| one.text(Language::English)).collect();
    assert!(!findings.has_errors(), "{said:#?}\n{text}");
    bytes
}

fn taken(bytes: &[u8], from: Format) -> Record {
    let mut record = only(format::read(bytes, from));
    record.take_from_comments();
    record
}

/// Asserts that a record round-trips through wei7, and that a second conversion stores nothing twice.
fn comes_back(record: &Record, by: Format) {
    let bytes = kept(record, by);
    let text = String::from_utf8_lossy(&bytes);
    let back = taken(&bytes, by);
    assert!(back == *record, "{record:#?}\n{text}\n{back:#?}");
    assert!(kept(&back, by) == bytes, "{text}");
}

/// Returns a record as SGF represents it, without data that SGF lacks.
fn by_sgf(record: Record) -> Record {
    let sgf = format::write(&[record], Format::Sgf, Charset::Utf8).bytes;
    only(format::read(&sgf, Format::Sgf))
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn random_sgf_records_roundtrip_through_comments() {
    with_seeds(|rng| {
        for _ in 0..200 {
            let record = by_sgf(random_record(random_size(rng), rng));
            comes_back(&record, Format::Wei7);
        }
    });
}

/// On small boards most random moves hit occupied points, and most setup stones have no liberties.
#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn random_small_board_records_roundtrip() {
    let (mut branches, mut hidden) = (0, 0);
    with_seeds(|rng| {
        for _ in 0..300 {
            let size = Size::new(rng.random_range(1..5), rng.random_range(2..5)).expect("a size");
            let record = by_sgf(random_record(size, rng));
            comes_back(&record, Format::Wei7);
            let text = String::from_utf8_lossy(&kept(&record, Format::Wei7)).into_owned();
            branches += text.matches("[wei7] branch=").count();
            hidden += usize::from(text.contains("[SGF] AW="));
        }
    });
    assert!(branches > 300 && hidden > 100, "{branches} {hidden}");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn random_records_roundtrip_through_wei7_xml() {
    with_seeds(|rng| {
        for _ in 0..200 {
            let lines = *one_of(&[7, 9, 19], rng);
            let size = Size::new(lines, lines).expect("a size");
            let record = by_sgf(random_record(size, rng));
            comes_back(&record, Format::Wei7Xml);
        }
    });
}

/// Data that wei7 3.0 can represent needs no lines.
#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn wei7_records_are_unchanged() {
    with_seeds(|rng| {
        for _ in 0..200 {
            let record = random_wei7(Takebacks::Some, rng);
            let plain = format::write(std::slice::from_ref(&record), Format::Wei7, Charset::Utf8);
            let text = String::from_utf8_lossy(&plain.bytes).into_owned();
            let with_lines = String::from_utf8_lossy(&kept(&record, Format::Wei7)).into_owned();
            assert_eq!(with_lines, text);
            comes_back(&record, Format::Wei7);
        }
    });
}

#[test]
fn all_properties_roundtrip() {
    for game in GAMES {
        let game = game.replace("GN_LONG", &"名".repeat(200));
        let record = of_sgf(&game);
        for by in [Format::Wei7, Format::Wei7Xml] {
            comes_back(&record, by);
        }
    }
    // The properties of the table.
    let table = include_str!("../../../crates/records/src/sgf/property_definitions.rs");
    let names: Vec<&str> = ["    one(\"", "    list(\"", "    any(\""]
        .into_iter()
        .flat_map(|start| table.split(start).skip(1))
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(names.len() > 70, "{names:?}");
    for name in names {
        let is_there = |game: &str| {
            let mut before = game.split(']').filter_map(|part| part.split_once('['));
            before.any(|(before, _)| before.trim_start_matches([';', '(', ')', ' ', '\n']) == name)
        };
        assert!(GAMES.iter().any(|game| is_there(game)), "no game has {name}");
    }
}

/// The rules are extracted alone, and stored again next to all other data.
#[test]
fn terms_are_extracted_from_comment() {
    let sgf = "(;FF[4]SZ[9]RU[AGA]KM[12.5]TM[60]EV[e]C[[SGF\\] EV=mine];B[aa]TR[aa])";
    let record = of_sgf(sgf);
    let mut wei7 = only(format::read(&kept(&record, Format::Wei7), Format::Wei7));
    wei7.take_terms_from_comment();
    assert_eq!(wei7.info.rules, record.info.rules);
    let root = wei7.tree.node(wei7.tree.root()).notes();
    assert_eq!(root.comment.as_deref(), Some("[SGF] EV=e\n[SGF]\n[SGF] EV=mine"));
    wei7.keep_terms_in_comment(&mut Findings::default());
    let bytes = format::write(&[wei7], Format::Wei7, Charset::Utf8).bytes;
    let back = taken(&bytes, Format::Wei7);
    assert_eq!(back.info, record.info);
    let (back, root) = (&back.tree.node(back.tree.root()), &record.tree.node(record.tree.root()));
    assert_eq!(back.notes().comment, root.notes().comment);
    assert_eq!(back.notes().properties.len(), 2, "TM and EV");
}
