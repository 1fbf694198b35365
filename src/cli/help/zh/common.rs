//! Arguments with the same meaning in several commands.

/// The description of each argument, by key.
pub(super) const ARGUMENTS: &[(&str, &str)] = &[
    ("lang", "消息的语言 [默认：随环境]"),
    ("lang=zh", "中文"),
    ("lang=en", "英文"),
    ("net", "网络文件，或 auto（使用在本机找到的网络）；可重复，用于不同路数"),
    ("net-precision", "KataGo 网络的数字类型；auto 选用足够精确的最快类型"),
    ("config", "KataGo 配置文件；忽略不支持的设置"),
    ("model", "网络文件；无法读取时使用内置网络"),
    ("override-config", "覆盖配置文件中的设置"),
    ("human-net", "模仿人类的 KataGo 网络，用于拟人对局"),
    ("style", "选点方式：engine 用引擎；human 按等级用拟人网络"),
    ("delay", "每手前如人思考般停顿；越少见的着手停顿越久"),
    ("no-net", "不使用网络，只用模拟搜索"),
    ("files", "文件命令只能使用此文件夹 [默认：不限制]"),
    ("no-files", "禁用读写文件的命令"),
    ("encoding", "输入 SGF 的字符集，忽略文件中的声明"),
    ("default-encoding", "未声明字符集的输入 SGF 的字符集 [默认：自动检测]"),
    ("sprt", "对 A 的 Elo 差进行 SPRT 检验（ELO0 对 ELO1）"),
    ("alpha", "--sprt 的第一类错误率"),
    ("beta", "--sprt 的第二类错误率"),
    #[cfg(feature = "postgres")]
    (
        "claims",
        "通过 PostgreSQL 分配任务，`postgres://USER@HOST:PORT/DATABASE`（密码见 PGPASSWORD）",
    ),
    #[cfg(feature = "postgres")]
    ("run", "任务在数据库中的名称 [默认：match 或 review]"),
    #[cfg(feature = "postgres")]
    ("lease", "进程失去心跳多久后，由其他进程接手其任务"),
];
