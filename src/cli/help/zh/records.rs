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
    Help {
        command: "review",
        about: "逐手复盘：网页、带评注的棋谱、表格",
        more: "",
        arguments: &[
            ("files", "棋谱（wei7 或 SGF）；文件夹，即其中的所有文件；或表示标准输入的 -"),
            ("output", "存放复盘结果的文件夹，进行中的记录也在这里"),
            ("playouts", "每个局面的模拟次数 [默认: 有网络时 500，否则 2000]"),
            ("seconds", "每个局面用多少秒，代替模拟次数：这样两次复盘不会完全相同"),
            ("jobs", "同时搜索几个局面，每个一个线程"),
            ("format", "写什么：html（网页）、sgf 和 wei7（带评注的棋谱）、json（每手一行）、csv"),
            ("format=html", "网页，多局时另有索引"),
            ("format=sgf", "带评注的 SGF"),
            ("format=wei7", "带评注的 wei7 3.0"),
            ("format=json", "逐行的 JSON"),
            ("format=csv", "表格"),
            ("resume", "接着做中断了的复盘：文件、模拟次数和种子都须相同"),
            ("restart", "中断过的复盘从头再做，丢弃已有结果"),
            (
                "shard",
                "只复盘 N 份中的第 I 份对局，I 从 0 起，不写索引；`auto` 从 Slurm 作业数组得知二者，`auto/N` 从它或 \
                 Kubernetes 的索引作业得知 I。中断了的分片接着做",
            ),
            ("variations", "除主线外，也复盘棋谱中的变化"),
            ("moves", "只复盘这些着手，如 40 或 40-60"),
            ("problems", "另外写出棋局中错过了明显一手的题目：html（提问的网页）、sgf、wei7"),
            ("problems=html", "先提问、再回应所试着手的网页"),
            ("problems=sgf", "SGF，每题一局"),
            ("problems=wei7", "wei7 3.0，每题一个分支"),
            ("seed", "一切随机选择的种子"),
            ("even", "各局面的模拟次数相同，而不是在总数之内让不明朗的局面多一些"),
            (
                "serve",
                "写完之后，让本机的浏览器打开网页，引擎同时待命：可以在页面上试下，并看引擎的看法。不指定 PORT \
                 则任选空闲端口。不给文件时，打开 -o 的文件夹中已有的网页",
            ),
            ("lang", "网页和评注的语言 [默认: 评注随环境，网页随读者的浏览器]"),
        ],
    },
    Help {
        command: "review merge",
        about: "把各分片的文件夹合成整个复盘，并写出索引",
        more: "",
        arguments: &[
            ("folders", "`review --shard` 的文件夹"),
            ("output", "整个复盘的文件夹，可以是其中之一"),
        ],
    },
];
