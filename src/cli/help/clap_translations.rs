//! Chinese translations of clap's own text in help and errors, which clap does not provide.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::error_translations::chinese;
use super::usage_error::reason;

/// The text that clap adds to help; longer phrases precede their prefixes.
const WORDS: &[(&str, &str)] = &[
    ("Print help (see more with '--help')", "显示帮助（--help 更详细）"),
    ("Print help (see a summary with '-h')", "显示帮助（-h 是摘要）"),
    ("Print help", "显示帮助"),
    ("Print version", "显示版本"),
    ("Print this message or the help of the given subcommand(s)", "显示本帮助，或某个子命令的帮助"),
    ("Possible values:", "可选值："),
    ("[possible values: ", "[可选值："),
    ("[default: ", "[默认："),
    ("[OPTIONS]", "[选项]"),
    ("[COMMAND]", "[命令]"),
    ("<COMMAND>", "<命令>"),
    ("Usage:", "用法："),
    ("Commands:\n", "命令：\n"),
    ("Arguments:\n", "参数：\n"),
    ("Options:\n", "选项：\n"),
    ("Engines:\n", "引擎：\n"),
    ("Games:\n", "对局：\n"),
    ("Time:\n", "时间：\n"),
    ("Adjudication:\n", "判定：\n"),
    ("Output:\n", "输出：\n"),
    ("Distribution:\n", "分片：\n"),
    ("Examples:\n", "示例：\n"),
    ("error: ", "错误："),
    ("For more information, try '--help'.", "详见 --help。"),
];

/// Translates clap's own text into Chinese.
pub(super) fn replaced(text: &str) -> String {
    let replace = |text: String, (english, chinese): &(&str, &str)| text.replace(english, chinese);
    WORDS.iter().fold(text.into(), replace)
}

/// Returns a command-line error in Chinese. Rare errors remain in English.
pub(super) fn error(error: &clap::Error) -> String {
    let Some(message) = message(error) else {
        let text = error.render().to_string();
        // Errors of this program, such as an unreadable match file, have no context values.
        let parts = text.strip_prefix("error: ").and_then(|text| text.split_once('\n'));
        return parts.map_or_else(
            || replaced(&text),
            |(first, rest)| format!("错误：{}\n{}", chinese(first), replaced(rest)),
        );
    };
    let suggested =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let suggested = suggested.iter().find_map(|kind| context(error, *kind));
    let hint = suggested.map_or(String::new(), |near| format!("\n\n  提示：相近的有 {near}"));
    let usage = context(error, ContextKind::Usage);
    let usage = usage.map_or(String::new(), |usage| format!("\n\n{}", replaced(&usage)));
    format!("错误：{message}{hint}{usage}\n\n详见 --help。\n")
}

/// Returns the error message, or `None` if it is not translated.
fn message(error: &clap::Error) -> Option<String> {
    let argument = context(error, ContextKind::InvalidArg);
    let value = context(error, ContextKind::InvalidValue);
    let job = context(error, ContextKind::InvalidSubcommand);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => format!("没有参数“{}”", argument?),
        ErrorKind::InvalidSubcommand => format!("没有子命令“{}”", job?),
        ErrorKind::MissingRequiredArgument => format!("缺少参数：{}", argument?),
        ErrorKind::ArgumentConflict => conflict(&argument?, context(error, ContextKind::PriorArg)),
        ErrorKind::InvalidValue if value.as_deref() == Some("") => {
            format!("“{}”要有一个值{}", argument?, possible_values(error))
        }
        ErrorKind::InvalidValue => {
            format!("{} 的值“{}”无效{}", argument?, value?, possible_values(error))
        }
        ErrorKind::ValueValidation => {
            let reason = chinese(&reason(error)?);
            format!("{} 的值“{}”无效：{reason}", argument?, value?)
        }
        ErrorKind::TooManyValues => format!("“{}”的值过多：“{}”", argument?, value?),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("“{}”的值个数不对", argument?)
        }
        _ => return None,
    })
}

fn conflict(argument: &str, other: Option<String>) -> String {
    match other {
        Some(other) if other == argument => format!("“{argument}”不能重复"),
        Some(other) => format!("“{argument}”不能与此同用：{other}"),
        None => format!("“{argument}”不能与其他参数同用"),
    }
}

fn possible_values(error: &clap::Error) -> String {
    let values = context(error, ContextKind::ValidValue).filter(|values| !values.is_empty());
    values.map_or(String::new(), |values| format!("\n  [可选值：{values}]"))
}

/// Returns a context value of an error as text.
fn context(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        _ => None,
    }
}
