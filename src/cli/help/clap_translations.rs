//! The words that clap itself puts around help and errors, in Chinese: it has no translations.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// What clap writes around the texts of help, longer phrases before those that they begin with.
const WORDS: &[(&str, &str)] = &[
    ("Print help (see more with '--help')", "显示帮助（--help 更详细）"),
    ("Print help (see a summary with '-h')", "显示帮助（-h 是摘要）"),
    ("Print help", "显示帮助"),
    ("Print version", "显示版本"),
    ("Print this message or the help of the given subcommand(s)", "显示本帮助，或某个子命令的帮助"),
    ("Possible values:", "可取的值:"),
    ("[possible values: ", "[可取: "),
    ("[default: ", "[默认: "),
    ("[OPTIONS]", "[选项]"),
    ("[COMMAND]", "[命令]"),
    ("<COMMAND>", "<命令>"),
    ("Usage:", "用法:"),
    ("Commands:\n", "命令:\n"),
    ("Arguments:\n", "参数:\n"),
    ("Options:\n", "选项:\n"),
    ("error: ", "错误: "),
    ("For more information, try '--help'.", "详见 --help。"),
];

/// A text of clap's with its own words in Chinese.
pub(super) fn replaced(text: &str) -> String {
    let replace = |text: String, (english, chinese): &(&str, &str)| text.replace(english, chinese);
    WORDS.iter().fold(text.into(), replace)
}

/// An error of the command line in Chinese. The reason why a value is refused stays as it is, and so do rare errors.
pub(super) fn error(error: &clap::Error) -> String {
    let Some(sentence) = sentence(error) else { return replaced(&error.render().to_string()) };
    let suggested =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let suggested = suggested.iter().find_map(|kind| told(error, *kind));
    let hint = suggested.map_or(String::new(), |near| format!("\n\n  提示: 相近的有 {near}"));
    let usage = told(error, ContextKind::Usage);
    let usage = usage.map_or(String::new(), |usage| format!("\n\n{}", replaced(&usage)));
    format!("错误: {sentence}{hint}{usage}\n\n详见 --help。\n")
}

/// What is wrong; `None` for what has no sentence here.
fn sentence(error: &clap::Error) -> Option<String> {
    let argument = told(error, ContextKind::InvalidArg);
    let value = told(error, ContextKind::InvalidValue);
    let job = told(error, ContextKind::InvalidSubcommand);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => format!("没有参数“{}”", argument?),
        ErrorKind::InvalidSubcommand => format!("没有子命令“{}”", job?),
        ErrorKind::MissingRequiredArgument => format!("缺少参数: {}", argument?),
        ErrorKind::ArgumentConflict => conflict(&argument?, told(error, ContextKind::PriorArg)),
        ErrorKind::InvalidValue if value.as_deref() == Some("") => {
            format!("“{}”要有一个值{}", argument?, possible_values(error))
        }
        ErrorKind::InvalidValue => {
            format!("“{}”不能作“{}”的值{}", value?, argument?, possible_values(error))
        }
        ErrorKind::ValueValidation => {
            let reason = std::error::Error::source(error).map(ToString::to_string)?;
            format!("“{}”不能作“{}”的值: {reason}", value?, argument?)
        }
        ErrorKind::TooManyValues => format!("“{}”的值过多: “{}”", argument?, value?),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("“{}”的值个数不对", argument?)
        }
        _ => return None,
    })
}

fn conflict(argument: &str, other: Option<String>) -> String {
    match other {
        Some(other) if other == argument => format!("“{argument}”不能重复"),
        Some(other) => format!("“{argument}”不能与此同用: {other}"),
        None => format!("“{argument}”不能与其他参数同用"),
    }
}

fn possible_values(error: &clap::Error) -> String {
    let values = told(error, ContextKind::ValidValue).filter(|values| !values.is_empty());
    values.map_or(String::new(), |values| format!("\n  [可取: {values}]"))
}

/// What an error knows of its cause, as a text.
fn told(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        _ => None,
    }
}
