//! Help on `analysis`, `bridge` and `conform`.

use crate::cli::help::table::Help;

/// The help tables.
pub(super) const HELP: &[Help] = &[
    Help {
        command: "analysis",
        about: "在标准输入输出上使用 KataGo 的 JSON 分析协议",
        more: "",
        arguments: &[
            ("analysis-threads", "同时搜索的最大局面数，每个一个线程"),
            ("quit-without-waiting", "输入结束后立即退出，不完成未处理的查询"),
            ("threads", "所有局面共用的搜索线程数 [默认：核数]"),
            ("memory", "所有搜索树的内存；评估缓存最多再占 25 %"),
            ("seed", "随机种子；使结果与查询次序无关"),
        ],
    },
    Help {
        command: "bridge",
        about: "GTP 与 WTP 协议转换：供 WTP 客户端使用 GTP 引擎，或反之",
        more: "",
        arguments: &[
            ("engine", "引擎命令行，作为一个参数，如 'gnugo --mode gtp'"),
            ("wtp", "供 GTP 客户端使用 WTP 引擎"),
            ("limit", "着手和分析以外的命令的响应时限"),
            ("log-file", "把与引擎的通信和引擎的标准错误追加到文件"),
            ("verbose", "显示引擎的标准错误"),
        ],
    },
    Help {
        command: "conform",
        about: "检查引擎是否符合 WTP 或 GTP",
        more: "",
        arguments: &[
            ("command", "引擎命令行"),
            ("client", "测试客户端：作为引擎运行，并报告违反协议之处"),
            (
                "scenario",
                "引擎的行为：plain、pauses、errors、comments、flood、resigns、dies 或 turn",
            ),
            ("diagnostics", "把每项诊断以 JSON 逐行追加到文件"),
            ("gtp", "按 GTP 2 而不是 WTP 检查"),
            ("limit", "响应时限"),
            ("only", "只运行这些编号或类别的检查，如 `12,14,ko`"),
            ("checks", "使用此文件夹中的检查，代替内置检查"),
            ("list", "列出检查并退出"),
            ("json", "把报告输出为一行 JSON"),
            ("junit", "同时把报告写成 JUnit XML"),
        ],
    },
];
