//! The greeting for interactive use.

use crate::records::record::Language;
use crate::session::ProtocolChoice;

/// Returns three lines: the program, the expected input, and where to find the manual.
pub(in crate::cli) fn greeting(protocol: ProtocolChoice, language: Language) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match language {
        Language::English => {
            let waits = match protocol {
                ProtocolChoice::Auto => "GTP (WTP after a first line `WTP`)",
                ProtocolChoice::Gtp => "GTP",
                ProtocolChoice::Wtp => "WTP",
            };
            format!(
                "Tianyuan (天元) {version}, a Go engine. To play in the terminal: tianyuan play\nReading {waits}: \
                 help lists the commands, quit exits.\nManual: tianyuan --help, tianyuan man, docs/README.md in \
                 the source."
            )
        }
        Language::Chinese => {
            let waits = match protocol {
                ProtocolChoice::Auto => "GTP命令（首行输入WTP则用WTP）",
                ProtocolChoice::Gtp => "GTP命令",
                ProtocolChoice::Wtp => "WTP命令",
            };
            format!(
                "天元（Tianyuan）{version}，围棋程序。要在此对局，请运行 tianyuan play\n\
                 正在等待{waits}：help列出命令，quit退出。\n\
                 手册：tianyuan --help、tianyuan man，以及源码中的docs/README.md。"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greeting_has_three_lines_within_80_columns() {
        for protocol in [ProtocolChoice::Auto, ProtocolChoice::Gtp, ProtocolChoice::Wtp] {
            for language in [Language::English, Language::Chinese] {
                let text = greeting(protocol, language);
                assert_eq!(text.lines().count(), 3, "{text}");
                let columns = |line: &str| -> usize {
                    line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
                };
                assert!(text.lines().all(|line| columns(line) <= 80), "{text}");
            }
        }
    }
}
