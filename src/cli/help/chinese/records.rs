//! The help of the commands on game records.

use crate::cli::help::table::Help;

/// The tables.
pub(super) const HELP: &[Help] = &[
    Help {
        command: "convert",
        about: "在 wei7 3.0、wei7 2.2 与 SGF 之间转换棋谱",
        more: "",
        arguments: &[
            (
                "files",
                "读什么（文件；文件夹，即其中的所有文件；- 是标准输入），最后是写到哪里：文件、文件夹，或表示标准输出的 -",
            ),
            ("to", "要写的格式：wei7（3.0）、wei7-2.2 或 sgf [默认: 据 OUT 的名称]"),
            ("charset", "所写 SGF 的字符集：utf-8 或 gb18030 [默认: utf-8]"),
            (
                "keep",
                "wei7 没有字段可放的内容去哪里：放进注释；以同样方式转回 SGF 时会从注释中恢复",
            ),
            ("keep=comment", "属于全局的，放进根节点的注释"),
            ("keep=all", "全部；属于某个节点的，放进该节点的注释"),
            ("marks", "圆圈之类的标记在 wei7 中怎么办：用代表它们的符号（@ # $ & *）"),
            ("marks=map", "符号"),
            ("rebase", "棋局中途摆子之处（wei7 无法表示），从那里另起一份棋谱"),
            ("split", "把合集中的每局写成单独的文件，放在一个文件夹中"),
            ("strict", "有任何丢失时，以退出状态 1 结束"),
            (
                "verbose",
                "逐一列出每个文件丢失的和异常的内容 [一个文件时默认如此；多个文件时只报各有多少]",
            ),
            ("threads", "线程数 [默认: 处理器的核数]"),
        ],
    },
    Help {
        command: "check",
        about: "指出棋谱有何不妥",
        more: "",
        arguments: &[
            ("files", "文件；文件夹，即其中的所有文件；或表示标准输入的 -"),
            ("json", "每个文件输出一行 JSON"),
            ("strict", "把警告当作错误：只有警告的文件也不合格，退出状态为 1"),
            ("fix", "能无损改正的 SGF 就改正，并说明改了什么；文件以 FF[4] 和 UTF-8 重写"),
            ("summary", "只输出每一项各发现多少次，不逐个文件列出"),
            ("threads", "线程数 [默认: 处理器的核数]"),
        ],
    },
    Help {
        command: "show",
        about: "显示棋谱中的一个局面",
        more: "",
        arguments: &[
            ("file", "文件，或表示标准输入的 -"),
            ("game", "文件中有多局时，第几局，从 1 数起"),
            ("move", "主线上下过这么多手之后的局面 [默认: 全部]"),
            ("node", "某个节点的局面：12.2.3 是向下 12 个节点，取第 2 个变化，再向下 3 个"),
        ],
    },
];
