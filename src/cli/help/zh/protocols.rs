//! The help of the analysis engine, the bridge and the conformance kit.

use crate::cli::help::table::Help;

/// The tables.
pub(super) const HELP: &[Help] = &[
    Help {
        command: "analysis",
        about: "以 KataGo 的 JSON 协议在标准输入输出上同时分析许多局面",
        more: "",
        arguments: &[
            ("config", "KataGo 的配置文件；认得的设置照办，其余略过"),
            ("model", "网络文件：天元的、KataGo 的或预备好的；读不出则用内置网络"),
            ("human-model", "模仿人类的网络；为照顾客户端而接受，不起作用"),
            ("override-config", "代替配置文件中的设置"),
            ("analysis-threads", "最多同时搜索多少个局面；线程数也是这么多"),
            ("quit-without-waiting", "输入一结束就退出，不等尚未给出的回答"),
            ("threads", "所有局面共用的搜索线程数 [默认: 每个核一个]"),
            ("memory", "所有搜索树的内存；评估的缓存最多再占四分之一"),
            ("seed", "一切随机选择的种子：给定之后，结果与查询的次序无关"),
        ],
    },
    Help {
        command: "bridge",
        about: "在引擎之前架桥：让 GTP 引擎使用 WTP，或让 WTP 引擎使用 GTP",
        more: "",
        arguments: &[
            (
                "engine",
                "引擎的命令行，作为一个参数：'gnugo --mode gtp'；其中可用引号括住含空格的参数",
            ),
            ("wtp", "引擎用 WTP，桥用 GTP；没有这个选项则引擎用 GTP，桥用 WTP"),
            ("limit", "除着手和分析之外，等引擎响应多久；过后视为已死"),
            ("talk", "追加记录桥与引擎的对话以及引擎标准错误的文件"),
            ("verbose", "显示引擎写到标准错误的内容"),
        ],
    },
    Help {
        command: "conform",
        about: "检查一个引擎是否遵守 WTP 或 GTP",
        more: "",
        arguments: &[
            ("command", "引擎的命令行。含空格的参数用引号括住"),
            ("client", "在标准输入输出上扮演引擎，并在标准错误上指出客户端违反协议之处"),
            (
                "scenario",
                "引擎怎样对待客户端：plain（正常）、pauses（停顿）、errors（错误）、comments（注释）、flood（冗长的分析）、\
                 resigns（认输）、dies（中止），或 turn：每次 clear_board 换下一种",
            ),
            ("remarks", "所指出的每一处，以 JSON 逐行写入此文件"),
            ("gtp", "以 GTP 2 而不是 WTP 来检查"),
            ("limit", "一次响应最多可用多久"),
            ("only", "只做这些编号或类别的检查，例如 `12,14,ko`"),
            ("checks", "用这个文件夹中的检查，代替程序自带的"),
            ("list", "列出各项检查，不执行"),
            ("json", "把报告输出为一行 JSON"),
            ("junit", "另把报告以 JUnit XML 写入文件"),
        ],
    },
];
