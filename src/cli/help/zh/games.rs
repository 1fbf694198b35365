//! The help of matches.

use crate::cli::help::table::Help;

/// The tables.
pub(super) const HELP: &[Help] = &[
    Help {
        command: "match",
        about: "让两个引擎对弈一番比赛",
        more: "",
        arguments: &[
            (
                "file",
                "以 TOML 写的选项文件，键就是选项名，如 `size = 9`、`engine = [\"CMD\", \"CMD\"]`。命令行上的选项优先",
            ),
            (
                "engine",
                "引擎的命令行；给出两次，即 A 和 B；更多次则两两相遇。引擎用 GTP；前面写上 `wtp:` 则用 WTP。\
                 含空格的参数用引号括住",
            ),
            ("gauntlet", "第一个引擎与其他各个相遇，其他的彼此不相遇"),
            ("name", "A 在报告中的名称；再给一次是 B 的，依此类推 [默认: 引擎自报的名称]"),
            ("games", "局数，含所有分片 [默认: 每两个相遇者 100 局；有 --sprt 时至多 100000 局]"),
            (
                "shard",
                "只下 N 份中的第 I 份对局，I 从 0 起；`auto` 从 Slurm 作业数组得知二者，`auto/N` 从它或 Kubernetes \
                 的索引作业得知 I",
            ),
            ("size", "棋盘路数，2 至 25"),
            ("komi", "贴目"),
            ("rules", "规则，用名称和选项表示：`chinese`、`tromp-taylor`、`chinese, ko: simple`"),
            ("byo", "每手用时"),
            ("main", "每局用时（读秒之前）"),
            ("byo-yomi", "每局用时用完之后，每手用时"),
            ("periods", "读秒次数；超过最后一次则判负"),
            ("stones", "加拿大式读秒：每段读秒时间内要下的手数"),
            ("increment", "费舍尔制：每手之后加的时间"),
            ("untimed", "不设时限、没有棋钟、按自己速度下的引擎：A、B 或其他"),
            ("margin", "超时多少以内不算"),
            ("patience", "没有棋钟限制的响应最多等多久"),
            (
                "init",
                "每局第一手之前、棋盘规则时限设好之后，发给 A（`A:level 1`）或 B 的命令；可重复给出",
            ),
            ("concurrency", "同时下几局"),
            (
                "openings",
                "开局文件，每行一个：颜色交替的着点，黑先，如 `D4 Q16 pass C3`；着点之前的颜色（`W Q16`）指明由谁下，\
                 # 之后是注释。每个开局交换黑白各下一次",
            ),
            ("random-opening", "每对对局以 K 手随机着手开始"),
            ("no-alternate", "A 每局都执黑，各局开局不同"),
            ("max-moves", "下满多少手就算和棋 [默认: 棋盘交叉点数的四倍]"),
            (
                "adjudicate-winrate",
                "双方连续若干手都认为同一方取胜的概率不低于此值（0.5 至 1），就此终局",
            ),
            ("adjudicate-score", "双方连续若干手都认为同一方领先这么多目，就此终局"),
            ("adjudicate-moves", "双方各须连续多少手这样认为"),
            ("save", "把每局存为 SGF 和 wei7 的文件夹，须是新的或空的"),
            ("json", "每局追加一行 JSON 的文件；其中已有本次比赛的对局时，接着下"),
            ("logs", "保存引擎与裁判的对话以及引擎标准错误的文件夹"),
            (
                "seed",
                "随机开局的种子，也是懂 `set_random_seed` 的引擎的种子，每局不同 [默认: 文件中对局所用的，\
                 否则每次不同；会输出]",
            ),
            ("verbose", "每局输出一行，并显示引擎写到标准错误的内容"),
        ],
    },
    Help {
        command: "match merge",
        about: "由各分片的文件给出整个比赛的报告",
        more: "",
        arguments: &[("files", "`match --json` 的文件")],
    },
];
