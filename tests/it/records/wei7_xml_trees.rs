//! Conversion of trees that wei7 2.2 cannot represent: later setup, and nodes without a move.

use tianyuan::records::charset::Charset;
use tianyuan::records::{sgf, wei7_json, wei7_xml};

/// Returns an SGF text after a round trip through wei7 2.2, and the rules of the findings about its tree.
fn became(text: &str) -> (String, Vec<String>) {
    let records = sgf::read(text.as_bytes()).records;
    let writing = wei7_xml::write(&records);
    let back = wei7_xml::read(&writing.bytes).records;
    let bytes = sgf::write(&back, Charset::Utf8).bytes;
    let text = String::from_utf8(bytes).expect("UTF-8").replace('\n', "");
    let tree = text.split_once("SZ[9]").map(|(_, tree)| tree.replace("KM[0]", "")).expect("a size");
    let of_tree = ["late-setup", "takebacks", "live-event", "merged"];
    let names = writing.findings.iter().map(|finding| finding.rule.name());
    (tree, names.filter(|name| of_tree.contains(&name.as_str())).collect())
}

#[test]
fn initial_setups_are_merged() {
    let (tree, said) = became("(;SZ[9]AB[aa][bb];AE[aa]AW[cc];B[dd])");
    assert_eq!(tree, "AB[bb]AW[cc];B[dd])");
    assert_eq!(said, [""; 0]);
    let (tree, _) = became("(;SZ[9];AB[aa];AB[bb]C[x])");
    assert_eq!(tree, "HA[2]AB[aa][bb]C[x])".replace("HA[2]", ""));
    let (tree, said) = became("(;SZ[9](;AB[aa])(;AW[bb];B[cc]))");
    assert_eq!((tree.as_str(), said.len()), ("(;AB[aa]XWB[])(;AW[bb];B[cc]))", 0));
}

#[test]
fn later_setup_ends_line() {
    let (tree, said) = became("(;SZ[9];B[aa](;AB[bb];W[cc])(;W[dd]))");
    assert_eq!((tree.as_str(), said), (";B[aa];W[dd])", vec!["late-setup".to_string()]));
    let (tree, said) = became("(;SZ[9]AB[aa](;AB[bb])(;W[dd]))");
    assert_eq!((tree.as_str(), said), ("AB[aa];W[dd])", vec!["late-setup".to_string()]));
}

#[test]
fn annotations_without_move_attach_to_previous_node() {
    let (tree, said) = became("(;SZ[9];C[a];B[aa]C[b];N[t]C[c]LB[aa:x];W[bb];;B[cc])");
    assert_eq!(tree, "XWQ[]C[a];B[aa]C[b【t】c]LB[aa:x];W[bb];B[cc])".replace('\n', ""));
    assert_eq!(said, ["merged", "merged"]);
}

/// Returns the content of `moves` in a file, without whitespace.
fn moves_of(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let (_, moves) = text.split_once("<moves>").expect("there are moves");
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn empty_steps_are_preserved() {
    for moves in [
        "<pre /> <black x=\"1\" y=\"1\" />",
        "<pre />",
        "<black x=\"1\" y=\"1\" /> <moves> <pre /> <white x=\"2\" y=\"2\" /> </moves>",
        "<moves> <moves> <black x=\"1\" y=\"1\" /> </moves> </moves>",
        "<moves> <moves> <black x=\"1\" y=\"1\" /> </moves> <white x=\"2\" y=\"2\" /> </moves>",
        "<moves> <moves> <pre title=\"a\" /> </moves> <moves> <pre /> </moves> </moves>",
        "<moves> <black x=\"1\" y=\"1\" /> </moves> <moves> </moves> <white type=\"pass\" />",
    ] {
        let text = format!("<wei7 version=\"2.2\"><size>9</size><moves>{moves}</moves></wei7>");
        let records = wei7_xml::read(text.as_bytes()).records;
        let expected = format!("{moves} </moves> </wei7>");
        assert_eq!(moves_of(&wei7_xml::write(&records).bytes), expected);
        let json = wei7_json::write(&records).bytes;
        let by_json = wei7_json::read(&json).records;
        let text = String::from_utf8_lossy(&json);
        assert_eq!(moves_of(&wei7_xml::write(&by_json).bytes), expected, "{text}");
    }
}
