//! The help of the program itself, and of its smallest jobs.

use crate::cli::help::table::Help;

/// The tables.
pub(super) const HELP: &[Help] = &[
    Help {
        command: "",
        about: "天元 (Tianyuan)，围棋引擎，在标准输入输出上使用 WTP 第22版和 GTP 2",
        more: "不带参数就是对局：接到围棋软件上，或者直接输入命令（试试 `help`）。",
        arguments: &[
            ("protocol", "协议；auto 由首行决定：`WTP` 是 WTP，其他都是 GTP"),
            ("threads", "搜索线程数"),
            ("time", "客户端没有设置时限时，每手用时（秒）"),
            ("playouts", "每手的模拟次数，代替用时 [默认: 只受时间限制]"),
            ("level", "棋力：1（初学者）到 10（全力），或级位段位，如 12k"),
            (
                "seed",
                "一切随机选择的种子：单线程并给定 --playouts 时，每次着手都相同 [默认: 每局不同]",
            ),
            ("memory", "搜索树的内存；网络评估的缓存最多再占四分之一"),
            ("resign", "胜率低于此值就认输；0 表示从不"),
            ("resign-after", "连续多少手胜率低于 --resign 才认输"),
            ("lag", "每次计时预留的时间，以应付引擎与客户端之间的延迟"),
            (
                "rules",
                "客户端设置规则之前所用的规则，用名称和选项表示：`chinese`、`tromp-taylor`、`chinese, ko: simple`",
            ),
            ("ponder", "对方思考时也思考；与 --playouts 同用时不起作用"),
            ("show-board", "局面一变就在标准错误上画出棋盘；仅当它是终端时"),
            (
                "live",
                "对局时让本机的浏览器打开其网页，网址写到标准错误；不指定 PORT 则任选空闲端口",
            ),
            ("name", "命令 `name` 的回答，供只认识某些引擎名称的客户端使用"),
            ("date", "棋谱中每局开始的时刻，UTC，形如 2026-01-31T12:00:00Z [默认: 下第一手的时刻]"),
            ("ranks", "像 MPI 作业那样用这么多个进程来搜索，但以本进程的线程代替；供试验"),
            ("param", "设置搜索参数，名称见 docs/parameters.md（供试验）"),
            ("log", "标准错误上的日志级别：off、error、warn、info、debug 或 trace"),
        ],
    },
    Help {
        command: "play",
        about: "在终端里与引擎对局",
        more: "",
        arguments: &[
            ("size", "棋盘路数，2 至 25"),
            ("komi", "贴目 [默认: 7.5，有让子时为 0]"),
            ("handicap", "让子数，放在通常的位置"),
            ("color", "您执哪一方"),
            ("level", "引擎的棋力：1（初学者）到 10（全力），或级位段位，如 12k"),
            ("rules", "规则，用名称和选项表示：`chinese`、`japanese`、`chinese, ko: simple`"),
            ("threads", "搜索线程数 [默认: 每核一个]"),
            ("time", "引擎每手用时（秒）"),
            ("playouts", "每手的模拟次数，代替用时 [默认: 只受时间限制]"),
            (
                "seed",
                "一切随机选择的种子：单线程并给定 --playouts 时，每次着手都相同 [默认: 每局不同]",
            ),
        ],
    },
    Help {
        command: "bench",
        about: "输出棋手的特征值：局面、模拟次数和种子都固定",
        more: "",
        arguments: &[("no-net", "不用网络")],
    },
    Help {
        command: "perft",
        about: "数着手序列",
        more: "",
        arguments: &[
            ("size", "棋盘路数，2 至 25"),
            ("depth", "最长序列的手数"),
            ("ko", "不许重复的局面"),
            ("ko=simple", "只禁立即回提（打劫）"),
            ("ko=positional", "整个序列中的任何局面"),
            ("ko=situational", "轮到同一方下的同一局面"),
            ("pass", "虚着也算；连续两次虚着则序列结束"),
            ("suicide", "允许两子以上的棋串自杀"),
        ],
    },
    Help {
        command: "speed",
        about: "测量每秒模拟次数",
        more: "",
        arguments: &[
            ("size", "棋盘路数 [默认: 依次为 9、13、19]"),
            ("seconds", "每种模拟测多少秒"),
            ("threads", "完整搜索的线程数"),
        ],
    },
    Help {
        command: "completions",
        about: "输出 shell 的补全脚本",
        more: "",
        arguments: &[("shell", "哪种 shell")],
    },
    Help { command: "man", about: "输出手册页（英文）", more: "", arguments: &[] },
];
