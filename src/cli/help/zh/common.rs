//! Arguments that mean the same in several commands.

/// What each is, by its key.
pub(super) const ARGUMENTS: &[(&str, &str)] = &[
    ("lang", "消息的语言 [默认: 随环境]"),
    ("lang=zh", "中文"),
    ("lang=en", "英文"),
    ("net", "代替内置网络的网络文件：天元的、KataGo 的或预备好的；可重复给出，用于不同路数"),
    ("net-precision", "计算 KataGo 网络所用的数字类型；auto 取足够精确的之中最快的"),
    ("no-net", "不用网络，只靠模拟搜索"),
    ("files", "命令只能读写这个文件夹中的文件，相对路径从这里算起 [默认: 用户能访问的所有文件]"),
    ("no-files", "禁止命令读写文件"),
    ("encoding", "所读 SGF 的字符集，不管文件自己怎么说"),
    ("default-encoding", "文件没有声明字符集时，所读 SGF 的字符集 [默认: 据字节判断]"),
    ("sprt", "检验 A 的强度是 ELO0 还是 ELO1（SPRT），一有定论就停"),
    ("alpha", "--sprt 误判为 ELO1 的概率"),
    ("beta", "--sprt 误判为 ELO0 的概率"),
    #[cfg(feature = "postgres")]
    (
        "claims",
        "借助 PostgreSQL 数据库分工，`postgres://USER@HOST:PORT/DATABASE`：多个进程各自领取一部分，结果也存在那里。密码可放在 PGPASSWORD 中",
    ),
    #[cfg(feature = "postgres")]
    ("run", "这项工作在数据库中的名称 [默认: match 或 review]"),
    #[cfg(feature = "postgres")]
    ("lease", "一个进程多久没有动静之后，别的进程可以接手它领取的部分"),
];
