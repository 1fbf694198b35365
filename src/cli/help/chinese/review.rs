//! The help of reviews.

use crate::cli::help::table::Help;

/// The tables.
pub(super) const HELP: &[Help] = &[
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
