//! Every charset, declared, undeclared and declared as each other one, with whole and with truncated text:
//! how each file is read. No case loses a move.

use encoding_rs::Encoding;
use tianyuan::record::{Event, Reading};
use tianyuan::sgf;

/// How text becomes bytes.
#[derive(Clone, Copy)]
enum Writer {
    Standard(&'static Encoding),
    Utf8WithMark,
    Utf16 { is_big_endian: bool },
    Hz,
}

use Writer::{Hz, Standard, Utf8WithMark, Utf16};

/// A charset by the name that files declare, and text in it.
struct Row {
    label: &'static str,
    writer: Writer,
    text: &'static Text,
    /// The charset that undeclared text is read in.
    undeclared: &'static str,
}

struct Text {
    black: &'static str,
    white: &'static str,
    event: &'static str,
    comment: &'static str,
}

static SIMPLIFIED: Text =
    Text {
        black: "柯洁", white: "芈昱廷", event: "第十届名人战", comment: "黑棋先行，这步棋很大"
    };
static TRADITIONAL: Text = Text {
    black: "許家元",
    white: "王立誠",
    event: "第十屆名人戰",
    comment: "黑棋先行，這步棋很大",
};
static JAPANESE: Text = Text {
    black: "井山裕太",
    white: "一力遼",
    event: "第十期名人戦",
    comment: "黒の先番です。コミは六目半",
};
static KOREAN: Text =
    Text {
        black: "이창호", white: "박정환", event: "제십회명인전", comment: "흑이 먼저 두었다"
    };
static WESTERN: Text = Text {
    black: "André",
    white: "Müller",
    event: "Zürich",
    comment: "très bon coup, schöner Zug où",
};
static POLISH: Text = Text {
    black: "Łukasz",
    white: "Świątek",
    event: "Kraków",
    comment: "bardzo dobry ruch, źle odpowiedź",
};
static RUSSIAN: Text = Text {
    black: "Иванов",
    white: "Лазарев",
    event: "Кубок Москвы",
    comment: "хороший ход чёрных",
};

const ROWS: &[Row] = &[
    Row { label: "UTF-8", writer: Standard(encoding_rs::UTF_8), text: &SIMPLIFIED, undeclared: "" },
    Row { label: "GB2312", writer: Standard(encoding_rs::GBK), text: &SIMPLIFIED, undeclared: "" },
    Row { label: "GBK", writer: Standard(encoding_rs::GBK), text: &TRADITIONAL, undeclared: "" },
    Row {
        label: "GB18030",
        writer: Standard(encoding_rs::GB18030),
        text: &SIMPLIFIED,
        undeclared: "",
    },
    Row { label: "Big5", writer: Standard(encoding_rs::BIG5), text: &TRADITIONAL, undeclared: "" },
    Row {
        label: "Big5-HKSCS",
        writer: Standard(encoding_rs::BIG5),
        text: &TRADITIONAL,
        undeclared: "",
    },
    Row {
        label: "Shift_JIS",
        writer: Standard(encoding_rs::SHIFT_JIS),
        text: &JAPANESE,
        undeclared: "",
    },
    Row {
        label: "windows-31j",
        writer: Standard(encoding_rs::SHIFT_JIS),
        text: &JAPANESE,
        undeclared: "",
    },
    Row { label: "EUC-JP", writer: Standard(encoding_rs::EUC_JP), text: &JAPANESE, undeclared: "" },
    Row {
        label: "ISO-2022-JP",
        writer: Standard(encoding_rs::ISO_2022_JP),
        text: &JAPANESE,
        undeclared: "",
    },
    Row { label: "HZ-GB-2312", writer: Hz, text: &SIMPLIFIED, undeclared: "" },
    Row { label: "EUC-KR", writer: Standard(encoding_rs::EUC_KR), text: &KOREAN, undeclared: "" },
    Row {
        label: "windows-949",
        writer: Standard(encoding_rs::EUC_KR),
        text: &KOREAN,
        undeclared: "",
    },
    Row {
        label: "windows-1250",
        writer: Standard(encoding_rs::WINDOWS_1250),
        text: &POLISH,
        undeclared: "",
    },
    Row {
        label: "windows-1251",
        writer: Standard(encoding_rs::WINDOWS_1251),
        text: &RUSSIAN,
        undeclared: "",
    },
    Row {
        label: "windows-1252",
        writer: Standard(encoding_rs::WINDOWS_1252),
        text: &WESTERN,
        undeclared: "",
    },
    Row {
        label: "ISO-8859-1",
        writer: Standard(encoding_rs::WINDOWS_1252),
        text: &WESTERN,
        undeclared: "",
    },
    Row {
        label: "ISO-8859-2",
        writer: Standard(encoding_rs::ISO_8859_2),
        text: &POLISH,
        undeclared: "",
    },
    Row {
        label: "ISO-8859-15",
        writer: Standard(encoding_rs::ISO_8859_15),
        text: &WESTERN,
        undeclared: "",
    },
    Row { label: "KOI8-R", writer: Standard(encoding_rs::KOI8_R), text: &RUSSIAN, undeclared: "" },
    Row { label: "KOI8-U", writer: Standard(encoding_rs::KOI8_U), text: &RUSSIAN, undeclared: "" },
    Row { label: "IBM866", writer: Standard(encoding_rs::IBM866), text: &RUSSIAN, undeclared: "" },
    Row {
        label: "macintosh",
        writer: Standard(encoding_rs::MACINTOSH),
        text: &WESTERN,
        undeclared: "",
    },
];

fn bytes(writer: Writer, text: &str) -> Vec<u8> {
    match writer {
        Standard(encoding) => {
            let (bytes, _, unmappable) = encoding.encode(text);
            assert!(!unmappable, "{text} in {}", encoding.name());
            bytes.into_owned()
        }
        Utf8WithMark => format!("\u{FEFF}{text}").into_bytes(),
        Utf16 { is_big_endian } => {
            let unit =
                |unit: u16| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
            format!("\u{FEFF}{text}").encode_utf16().flat_map(unit).collect()
        }
        Hz => text
            .split_inclusive(|c: char| c.is_ascii())
            .flat_map(|part| {
                let hanzi: String = part.chars().filter(|c| !c.is_ascii()).collect();
                let ascii: String = part.chars().filter(char::is_ascii).collect();
                let gb =
                    encoding_rs::GBK.encode(&hanzi).0.iter().map(|b| b & 0x7F).collect::<Vec<u8>>();
                let run = if gb.is_empty() { Vec::new() } else { [b"~{", &*gb, b"~}"].concat() };
                [run, ascii.into_bytes()].concat()
            })
            .collect(),
    }
}

/// The file, with the comment truncated.
fn file(row: &Row, declared: &str, is_cut: bool) -> Vec<u8> {
    let Text { black, white, event, comment } = row.text;
    let ca = if declared.is_empty() { String::new() } else { format!("CA[{declared}]") };
    let comment = bytes(row.writer, comment);
    let escape: &[u8] = match row.label {
        "HZ-GB-2312" => b"~}",
        "ISO-2022-JP" => b"\x1B(B",
        _ => b"",
    };
    let comment = if is_cut { &comment[..comment.len() - escape.len() - 1] } else { &comment[..] };
    [
        bytes(
            row.writer,
            &format!("(;GM[1]FF[4]{ca}SZ[9]PB[{black}]PW[{white}]EV[{event}];B[aa]C["),
        ),
        comment.to_vec(),
        bytes(row.writer, "];W[bb];B[cc]C["),
        comment.to_vec(),
        bytes(row.writer, "])"),
    ]
    .concat()
}

fn summary(reading: &Reading, row: &Row) -> String {
    let record = &reading.records[0];
    let moves = record
        .tree
        .ids()
        .filter(|id| matches!(record.tree.node(*id).event, Event::Move { .. }))
        .count();
    let name = |i: usize| record.info.participants[i].name.as_deref().unwrap_or("");
    let right = name(0) == row.text.black && name(1) == row.text.white;
    let rules: Vec<String> = reading
        .findings
        .iter()
        .map(|f| {
            let r = f.rule.name();
            match &*r {
                "wrong-charset" => format!("W:{}", f.details[1]),
                "guessed-charset" => format!("G:{}", f.details[0]),
                "ambiguous-charset" => format!("A:{}", f.details[1]),
                "bad-bytes" => "B".into(),
                r => r.to_owned(),
            }
        })
        .collect();
    format!(
        "{}{}{}",
        if moves == 3 { "" } else { "LOST " },
        if right { "+" } else { "-" },
        rules.join(",")
    )
}

#[test]
fn matrix() {
    for row in ROWS {
        for cut in [false, true] {
            let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
            for declared in [""].into_iter().chain(ROWS.iter().map(|row| row.label)) {
                let s = summary(&sgf::read(&file(row, declared, cut)), row);
                match groups.iter_mut().find(|g| g.0 == s) {
                    Some(g) => g.1.push(declared),
                    None => groups.push((s, vec![declared])),
                }
            }
            println!("{} cut={cut}", row.label);
            for (s, l) in groups {
                println!("     {s:40} {l:?}");
            }
        }
    }
}
