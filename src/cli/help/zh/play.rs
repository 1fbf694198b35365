//! Help on the program itself and its small subcommands.

use crate::cli::help::table::Help;

/// The help tables.
pub(super) const HELP: &[Help] = &[
    Help {
        command: "",
        about: "天元（Tianyuan），支持 GTP 2 和 WTP v22 的围棋引擎",
        more: "不带子命令时，作为引擎使用标准输入输出：可添加到围棋软件中，也可直接输入 `help`。",
        arguments: &[
            ("protocol", "协议；auto：首行为 `WTP` 时使用 WTP，否则使用 GTP"),
            ("threads", "搜索线程数"),
            ("time", "客户端未设时限时的每手用时（秒）"),
            ("playouts", "每手的模拟次数，代替时限 [默认：不限]"),
            ("level", "棋力：1 至 10（全力），或 25k 至 5d"),
            ("seed", "随机种子；单线程并给定 --playouts 时结果可重现 [默认：随机]"),
            ("memory", "搜索树的内存；评估缓存最多再占 25 %"),
            ("resign", "胜率低于此值时认输；0 表示从不认输"),
            ("resign-after", "认输前胜率须连续低于 --resign 的手数"),
            ("lag", "每手为通信延迟预留的时间（毫秒）"),
            ("rules", "初始规则，如 `chinese`、`japanese`、`chinese, ko: simple`"),
            ("ponder", "在对方思考时继续搜索；与 --playouts 同用时无效"),
            ("show-board", "局面改变时在标准错误上画出棋盘（仅限终端）"),
            ("live", "在本机提供对局的实时网页 [默认端口：任一空闲端口]"),
            ("name", "`name` 命令返回的引擎名称"),
            ("date", "保存棋谱时的日期，如 2026-01-31T12:00:00Z [默认：当前时间]"),
            ("ranks", "用本进程的线程模拟 N 个 MPI 进程（实验性）"),
            ("param", "设置搜索参数，见参数手册（实验性）"),
            ("log", "日志级别：off、error、warn、info、debug 或 trace"),
        ],
    },
    Help {
        command: "play",
        about: "在终端里与引擎对局",
        more: "",
        arguments: &[
            ("size", "棋盘路数，2 至 25"),
            ("komi", "贴目 [默认：7.5，有让子时为 0]"),
            ("handicap", "固定让子的数目"),
            ("color", "您执黑或执白"),
            ("level", "棋力：1 至 10（全力），或 25k 至 5d"),
            ("rules", "规则，如 `chinese`、`japanese`、`chinese, ko: simple`"),
            ("threads", "搜索线程数 [默认：核数]"),
            ("time", "引擎每手用时（秒）"),
            ("playouts", "每手的模拟次数，代替时限 [默认：不限]"),
            ("seed", "随机种子；单线程并给定 --playouts 时结果可重现 [默认：随机]"),
        ],
    },
    Help {
        command: "bench",
        about: "输出引擎签名（用于检测行为变化）",
        more: "",
        arguments: &[("no-net", "不用网络")],
    },
    Help {
        command: "perft",
        about: "统计合法着手序列的数目（perft）",
        more: "",
        arguments: &[
            ("size", "棋盘路数，2 至 25"),
            ("depth", "序列的最大长度"),
            ("ko", "劫规则"),
            ("ko=simple", "简单劫"),
            ("ko=positional", "禁止全局同形（不论轮到谁下）"),
            ("ko=situational", "禁止全局同形（轮到同一方下）"),
            ("pass", "包括虚着；连续两次虚着结束序列"),
            ("suicide", "允许多子自杀"),
        ],
    },
    Help {
        command: "speed",
        about: "测量每秒模拟次数",
        more: "",
        arguments: &[
            ("size", "棋盘路数 [默认：9、13、19]"),
            ("seconds", "每项测量的时间（秒）"),
            ("threads", "搜索线程数"),
        ],
    },
    Help {
        command: "completions",
        about: "输出 shell 的补全脚本",
        more: "",
        arguments: &[("shell", "shell 的名称")],
    },
    Help { command: "man", about: "输出手册页（英文）", more: "", arguments: &[] },
];
