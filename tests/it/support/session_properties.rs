//! Properties of a session's responses to any client input.
//!
//! It knows the format of lines and responses, not the commands: each command has one response with its id, in order,
//! and there is no other output.

use tianyuan::conform::pattern::lines_match;
use tianyuan::protocol::{self, GTP, Protocol, WTP};
use tianyuan::records::charset::{self, Charset};
use tianyuan::session::{LONGEST_LINE, ProtocolChoice};

/// A command of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The number of its line.
    pub line: usize,
    /// The digits before the name, if any.
    pub id: String,
    /// The name; empty if there is none or the line was too long.
    pub name: String,
}

/// A response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// `true` if the command succeeded.
    pub well: bool,
    /// The text after status and id.
    pub text: String,
}

/// Returns the protocol that an input selects, if any.
pub fn protocol(input: &[u8], choice: ProtocolChoice) -> &'static Protocol {
    let first = |line: &[u8]| match line.len() {
        ..=LONGEST_LINE => protocol::detect_protocol(&Charset::Utf8.decode(line)),
        _ => Some(&GTP),
    };
    match choice {
        ProtocolChoice::Gtp => &GTP,
        ProtocolChoice::Wtp => &WTP,
        ProtocolChoice::Auto => lines(input).into_iter().find_map(first).unwrap_or(&GTP),
    }
}

/// Returns the commands of an input up to the command that ends the session.
pub fn asked(input: &[u8], protocol: &Protocol) -> Vec<Asked> {
    let mut asked = Vec::new();
    for (line, bytes) in lines(input).into_iter().enumerate() {
        asked.extend(command(bytes, protocol).map(|(id, name)| Asked { line, id, name }));
        if asked.last().is_some_and(|last| last.name == "quit") {
            break;
        }
    }
    asked
}

/// Returns the lines of an input; the last one may lack a line break.
fn lines(input: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
    lines.pop_if(|last| last.is_empty());
    if let Some(first) = lines.first_mut().filter(|first| first.len() <= LONGEST_LINE) {
        *first = charset::strip_bom(first);
    }
    lines
}

/// Returns the id and the name of a line's command.
fn command(line: &[u8], protocol: &Protocol) -> Option<(String, String)> {
    if line.len() > LONGEST_LINE {
        return Some(Default::default());
    }
    let text = protocol.charset.decode(line);
    let text = text.split('#').next().unwrap_or_default();
    let text = if protocol.version == 2 { text.replace('\t', " ") } else { text.into() };
    let text: String = text.chars().filter(|&c| c >= ' ' && c != '\x7F').collect();
    let mut words = text.split(' ').filter(|word| !word.is_empty());
    let first = words.next()?;
    if first.chars().all(|c| c.is_ascii_digit()) {
        return Some((first.into(), words.next().unwrap_or_default().into()));
    }
    Some((String::new(), first.into()))
}

/// Parses an output as the responses to the commands.
///
/// # Panics
/// Panics if it is anything else.
pub fn answered(output: &[u8], asked: &[Asked], protocol: &Protocol) -> Vec<Answered> {
    let text = protocol.charset.decode(output);
    assert_eq!(protocol.charset.encode(&text), output, "bytes that are no {:?}", protocol.charset);
    let control = text.chars().find(|&c| c.is_control() && c != '\n');
    assert_eq!(control, None, "{text}");
    let responses: Vec<&str> = text.split_inclusive("\n\n").collect();
    let all = asked.iter().zip(&responses);
    let answered = all.map(|(asked, response)| read(response, asked, protocol)).collect();
    assert_eq!(responses.len(), asked.len(), "{asked:#?}\n{text}");
    answered
}

fn read(response: &str, asked: &Asked, protocol: &Protocol) -> Answered {
    let whole = response.strip_suffix("\n\n");
    let whole = whole.unwrap_or_else(|| panic!("cut short: {response:?}"));
    let status = whole.strip_prefix(['=', '?']);
    let text = status.and_then(|rest| rest.strip_prefix(asked.id.as_str()));
    let text = text.unwrap_or_else(|| panic!("{response:?} to {asked:?}"));
    let well = whole.starts_with('=');
    assert!(has_form(text, well, &asked.name, protocol), "{response:?} to {asked:?}");
    Answered { well, text: text.into() }
}

/// Returns `true` if a response has the right format: a message for an error, otherwise the format of the command's
/// value.
fn has_form(text: &str, well: bool, name: &str, protocol: &Protocol) -> bool {
    let (words, nothing) = (protocol.words, protocol.no_value);
    if !well {
        return text.len() > 1 && text.starts_with(' ') && !text.contains('\n');
    }
    let lines: Vec<String> = text.split('\n').map(String::from).collect();
    let is_stream = name.contains("analyze") && !name.starts_with("gogui");
    let is_report =
        |line: &String| ["", "info", "play"].contains(&line.trim().split(' ').next().unwrap_or(""));
    if is_stream && !lines.iter().all(is_report) {
        return false;
    }
    let found = FORMS.iter().find(|(names, _)| names.split(' ').any(|other| other == name));
    match found.map(|(_, form)| *form) {
        Some("") => text == nothing,
        Some(form) => {
            let form: Vec<String> = form.split('\n').map(String::from).collect();
            lines_match(&form, &lines, words)
        }
        // A stream starts with a line that contains only the status.
        None if is_stream => text.is_empty() || text.starts_with([' ', '\n']),
        None => text == nothing || text.starts_with(' ') && text.len() > 1,
    }
}

/// Returns the formats of successful responses, in the syntax of transcripts; empty for no value.
const FORMS: &[(&str, &str)] = &[
    ("protocol_version query_boardsize is_legal captures get_handicap", " {int}"),
    ("genmove reg_genmove kgs-genmove_cleanup", " {move}"),
    ("name", " Tianyuan"),
    ("cputime gomill-cpu_time", " {float}"),
    ("fixed_handicap place_free_handicap", " {vertices}"),
    ("kata-get-rules", " {{any}}"),
    ("list_commands", " {any}\n{lines}"),
    ("lz-genmove_analyze kata-genmove_analyze genmove_analyze", "\n{lines}\nplay {move}"),
    ("kata-search_analyze", "\n{lines}\nplay {move}"),
    (
        "quit boardsize rectangular_boardsize clear_board play undo gg-undo set_position rule \
         loadsgf load_game save_game set_free_handicap time_settings time_left \
         kgs-time_settings kata-time_settings kata-set-rules kata-set-rule kgs-rules \
         kgs-game_over stop level clear_cache kata-set-param gogui-play_sequence gogui-setup \
         gogui-setup_player gogui-interrupt WTP wtp",
        "",
    ),
];
