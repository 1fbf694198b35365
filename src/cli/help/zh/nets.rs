//! Help on net commands and on commands that create training data.

use crate::cli::help::table::Help;

/// The help tables.
pub(super) const HELP: &[Help] = &[
    Help {
        command: "net",
        about: "输出网络文件的元数据、速度和量化误差",
        more: "",
        arguments: &[
            ("file", "网络文件（天元或 KataGo）"),
            ("find", "列出常用文件夹中的网络，并为各路棋盘推荐一个"),
            ("seconds", "每项测量的时间（秒）"),
            ("output", "把 KataGo 网络转换为预处理文件，供引擎快速载入"),
            ("sizes", "预处理文件支持的棋盘路数"),
        ],
    },
    Help {
        command: "train-patterns",
        about: "用标准输入的对局训练着手模型",
        more: "",
        arguments: &[
            ("output", "权重的输出文件 [默认：无]"),
            ("size", "棋盘路数"),
            ("epochs", "训练轮数"),
            ("positions", "每轮的最大局面数 [默认：全部]"),
            ("held-out", "留作验证的对局比例"),
            ("seed", "对局次序和验证集的随机种子"),
            ("rate", "初始学习率；最后降至十分之一"),
            ("least", "棋形的最少出现次数"),
            ("shapes", "棋形的最大数目，每个约三字节"),
        ],
    },
    Help {
        command: "features",
        about: "由标准输入的对局生成网络的训练样本",
        more: "",
        arguments: &[
            ("output", "输出文件"),
            ("size", "棋盘路数"),
            ("komi", "对局的贴目"),
            ("area", "使用数子法而不是数目法"),
            ("per-game", "每局随机抽取的局面数 [默认：全部]"),
            ("seed", "随机种子"),
            ("shard", "只处理 N 个分片中的第 I 个（从 0 起）；`auto` 读取 Slurm 作业数组"),
        ],
    },
    Help {
        command: "label",
        about: "用网络评估局面，生成训练标签",
        more: "",
        arguments: &[
            ("files", "棋谱、文件夹或每行一局的文件 [默认：标准输入的各行]"),
            ("out", "输出文件夹"),
            ("size", "未写明路数的对局的棋盘路数"),
            ("games", "随机抽取的局数 [默认：全部]"),
            ("positions-per-game", "每局随机抽取的局面数 [默认：全部]"),
            ("komi", "贴目输入：目数、`game` 或 `close`（胜负差 0.5 或 1.5 目）"),
            ("komi-spread", "每局随机改变贴目的最大幅度（目）"),
            ("game-komi", "未写明贴目的对局的贴目，用于 `--komi game` 和 `--komi close`"),
            ("rules", "询问网络时所用的规则，如 `chinese`、`japanese`、`chinese, ko: simple`"),
            ("symmetries", "每个局面取平均的随机对称数，1 至 8，或 `none`"),
            ("visits", "搜索 N 次访问，得出价值、目差和归属"),
            ("inputs", "写出 KataGo 网络的输入（`.inp`），不写标签"),
            ("chunk-size", "每块的局面数；每块以完整的一局结束"),
            ("shard", "只处理 N 个分片中的第 I 个（从 0 起）；`auto` 读取 Slurm 作业数组"),
            ("seed", "随机种子"),
            ("threads", "线程数"),
        ],
    },
];
