//! The help of the commands on nets, and of those that make data to train them.

use crate::cli::help::table::Help;

/// The tables.
pub(super) const HELP: &[Help] = &[
    Help {
        command: "net",
        about: "说明网络文件的内容、网络在本机上的速度和精确程度",
        more: "",
        arguments: &[
            ("file", "网络文件，天元的或 KataGo 的"),
            ("seconds", "每个路数每次测量多少秒；大网络用时更久"),
            ("output", "把 KataGo 的网络写成预备文件，引擎可以立即载入；不作测量"),
            ("sizes", "为哪些路数预备"),
        ],
    },
    Help {
        command: "train-patterns",
        about: "从标准输入的对局学习着手模型的权重",
        more: "",
        arguments: &[
            ("output", "写权重表的文件 [默认: 不写，只输出各项数值]"),
            ("size", "棋盘路数"),
            ("epochs", "把对局过几遍"),
            ("positions", "每遍最多学多少个局面 [默认: 全部]"),
            ("held-out", "留出不学、最后用来测准确率的对局所占比例"),
            ("seed", "对局次序的种子，也决定留出哪些对局"),
            ("rate", "开始时的学习率；最后降到十分之一"),
            ("least", "一个棋形至少下过多少次才有权重"),
            ("shapes", "最多给多少个棋形权重，每个约三个字节"),
        ],
    },
    Help {
        command: "features",
        about: "由标准输入的对局写出网络的训练数据",
        more: "",
        arguments: &[
            ("output", "写样本的文件"),
            ("size", "棋盘路数"),
            ("komi", "对局的贴目"),
            ("area", "按数子法而不是比目法计算胜负"),
            ("per-game", "每局随机抽取多少个局面 [默认: 全部]"),
            ("seed", "随机抽取局面的种子"),
            (
                "shard",
                "只写 N 份中的第 I 份对局，I 从 0 起；`auto` 从 Slurm 作业数组得知二者，`auto/N` 从它或 Kubernetes \
                 的索引作业得知 I",
            ),
        ],
    },
    Help {
        command: "label",
        about: "写出网络对各局局面的看法，作为另一网络的训练数据",
        more: "",
        arguments: &[
            (
                "files",
                "棋谱（wei7 或 SGF）、棋谱的文件夹，以及每行一局的文件：一个词、结果和着手，着手各两个字母，同 `features`；\
                 或 `match --json` 的一行 [默认: 标准输入的各行]",
            ),
            ("out", "存放各块的文件夹"),
            ("size", "没有写明路数的对局，棋盘路数"),
            ("games", "随机抽取多少局 [默认: 全部]"),
            ("positions-per-game", "每局随机抽取多少个局面 [默认: 全部]"),
            (
                "komi",
                "告诉网络的贴目：目数；`game` 是该局的贴目；`close` 是使该局接近的贴目，相差半目或一目半，这时没有数过的对局略去",
            ),
            ("komi-spread", "每局随机抽取贴目，上下可差这么多目"),
            ("game-komi", "没有写明贴目的对局的贴目，用于 `--komi game` 和 `--komi close`"),
            (
                "rules",
                "询问网络时所用的规则，用名称和选项表示：`chinese`、`japanese`、`chinese, ko: simple`",
            ),
            (
                "symmetries",
                "每个局面随机抽取棋盘的几种对称（1 至 8）来询问网络，取其平均；`none` 只问棋盘原样",
            ),
            ("visits", "每个局面搜索这么多次访问，得出价值、目差和归属；策略仍是网络自己的"),
            (
                "inputs",
                "不写回答，而写 KataGo 网络的输入（`.inp`），供同时询问许多局面的程序使用。不带此选项再执行同样的命令，\
                 就补上尚缺的回答",
            ),
            ("chunk-size", "每块的局面数；装满一块的那一局整局都在块中"),
            (
                "shard",
                "只做 N 份中的第 I 份，I 从 0 起，写入自己的文件夹；`auto` 从 Slurm 作业数组得知二者，`auto/N` 从它或 \
                 Kubernetes 的索引作业得知 I",
            ),
            ("seed", "一切抽取的种子"),
            ("threads", "同时处理几个局面，每个一个线程"),
        ],
    },
];
