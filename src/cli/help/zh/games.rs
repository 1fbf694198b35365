//! Help on matches.

use crate::cli::help::table::Help;

/// The help tables.
pub(super) const HELP: &[Help] = &[
    Help {
        command: "match",
        about: "让引擎进行比赛",
        more: "",
        arguments: &[
            ("file", "TOML 选项文件；命令行上的选项优先"),
            ("engine", "引擎命令行（GTP；加前缀 `wtp:` 为 WTP）；至少给出两次"),
            ("gauntlet", "只由第一个引擎分别对阵其他引擎"),
            ("name", "引擎在报告中的名称，依次给出 [默认：引擎自报的名称]"),
            ("games", "每对引擎的局数 [默认：100；使用 --sprt 时至多 100000]"),
            ("shard", "只处理 N 个分片中的第 I 个（从 0 起）；`auto` 读取 Slurm 作业数组"),
            ("size", "棋盘路数，2 至 25"),
            ("komi", "贴目"),
            ("rules", "规则，如 `chinese`、`tromp-taylor`、`chinese, ko: simple`"),
            ("byo", "每手用时"),
            ("main", "基本用时"),
            ("byo-yomi", "每次读秒的时间"),
            ("periods", "读秒次数"),
            ("stones", "加拿大式读秒：每段的手数"),
            ("increment", "费舍尔制：每手增加的时间"),
            ("untimed", "不设时限和棋钟的引擎：A、B 等"),
            ("time-tolerance", "允许的超时秒数"),
            ("timeout", "无棋钟限制的命令的响应时限"),
            ("init", "每局开始前发送的命令，如 `A:level 1`；可重复"),
            ("concurrency", "同时进行的局数"),
            ("openings", "开局文件，每行一个，如 `D4 Q16 pass C3`"),
            ("random-opening", "每对对局以 K 手随机着法开始"),
            ("no-alternate", "A 始终执黑，不交换先后手"),
            ("max-moves", "判和的手数 [默认：交叉点数的四倍]"),
            ("adjudicate-winrate", "双方都报告同一方达到此胜率时判定胜负"),
            ("adjudicate-score", "双方都报告同一方领先这么多目时判定胜负"),
            ("adjudicate-moves", "判定胜负前双方须连续满足条件的手数"),
            ("save", "把每局以 SGF 和 wei7 存入空文件夹"),
            ("json", "每局追加一行 JSON；可继续中断的比赛"),
            ("logs", "保存通信记录和引擎标准错误的文件夹"),
            ("seed", "开局及支持 `set_random_seed` 的引擎的随机种子 [默认：随机]"),
            ("verbose", "每局输出一行，并显示引擎的标准错误"),
        ],
    },
    Help {
        command: "match merge",
        about: "合并各分片的文件并输出比赛报告",
        more: "",
        arguments: &[("files", "`match --json` 写出的文件")],
    },
];
