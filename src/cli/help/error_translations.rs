//! Chinese translations of error messages.
//!
//! Errors are created in English, far from the command line. Under a Chinese locale the program translates them when
//! it prints them. Messages of libraries and engines remain in English.

/// English and Chinese messages. `{}` is any text and is copied; `{!}` is a message and is translated too.
///
/// If several entries match, the one with the longest literal text is used.
const MESSAGES: &[(&str, &str)] = &[
    // --- values of options ---------------------------------------------------------------------
    ("expected an integer", "应为整数"),
    ("expected a number", "应为数字"),
    ("the number is too large", "数字过大"),
    ("expected an integer of at least 1", "应为不小于 1 的整数"),
    ("expected an integer from {} to {}", "应为 {} 至 {} 的整数"),
    ("expected a number from {} to {}", "应为 {} 至 {} 的数字"),
    ("expected a number from {} to less than {}", "应为数字，不小于 {}，小于 {}"),
    ("expected a number above {}, up to {}", "应为大于 {}、不大于 {} 的数字"),
    ("expected more than 0 s, up to 86400 s", "应大于 0 秒，至多 86400 秒"),
    ("expected a multiple of 0.5 from {} to {}", "应为 {} 至 {} 之间 0.5 的倍数"),
    ("expected a board size from {} to {}", "应为 {} 至 {} 路"),
    ("expected a time in UTC such as {}", "应为 UTC 时间，如 {}"),
    ("expected a line of 1 to 100 bytes", "应为 1 至 100 字节的一行"),
    ("expected a rank from 25k to 9d", "应为 25k 至 9d 的等级"),
    ("expected a move number or a range such as {}", "应为手数或范围，如 {}"),
    ("expected an engine letter: A, B, ...", "应为引擎的字母：A、B……"),
    ("expected one of {}", "应为下列之一：{}"),
    ("expected NAME=VALUE", "应为 NAME=VALUE"),
    ("expected true or false", "应为 true 或 false"),
    ("expected 1 to 8, or none", "应为 1 至 8，或 none"),
    ("expected 1 to 10, or a rank from {} to {}", "应为 1 至 10，或 {} 至 {}"),
    ("expected I/N, auto or auto/N", "应为 I/N、auto 或 auto/N"),
    (
        "expected off, error, warn, info, debug or trace",
        "应为 off、error、warn、info、debug 或 trace",
    ),
    ("expected {}", "应为 {}"),
    ("{!} (did you mean '{}'?)", "{!}（是否指“{}”？）"),
    ("unknown rules '{}'", "未知的规则“{}”"),
    (
        "unknown charset `{}` (supported: {} and their aliases)",
        "未知的字符集“{}”（支持 {} 及其别名）",
    ),
    ("unknown parameter {}", "未知的参数 {}"),
    ("no shard {} of {} (numbered from 0)", "{1} 个分片中没有第 {0} 个（从 0 起）"),
    (
        "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set",
        "没有设置 SLURM_ARRAY_TASK_ID 或 JOB_COMPLETION_INDEX",
    ),
    ("{} is missing or not a number", "{} 缺失或不是数字"),
    // --- setup ---------------------------------------------------------------------------------
    (
        "no settings of {} found: name the file with --settings",
        "没有找到 {} 的设置：请用 --settings 指定文件",
    ),
    (
        "no settings of {} in {}: start {} once, or name the file with --settings",
        "在 {1} 没有找到 {0} 的设置：请先启动一次 {2}，或用 --settings 指定文件",
    ),
    (
        "several settings of {}: name one of them with --settings: {}",
        "{} 有多个设置文件，请用 --settings 指定其中一个：{}",
    ),
    ("the file has changed in the meantime, nothing was written", "文件在此期间被改动，没有写入"),
    ("{!}; enter the engine by hand ({}): {}", "{}；请手动填写（{}）：{}"),
    ("not valid JSON: {}", "不是有效的 JSON：{}"),
    (
        "no list of engines under `{}`: the version of the program is unknown",
        "`{}` 下没有引擎列表：不认识这个版本的程序",
    ),
    ("the settings cannot contain the character {}", "设置不能包含字符 {}"),
    ("an option contains the character {}", "选项包含字符 {}"),
    ("there are already {} backups", "已有 {} 个备份"),
    ("the path of this program is not valid Unicode: {}", "本程序的路径不是有效的 Unicode：{}"),
    // --- files ---------------------------------------------------------------------------------
    ("{}: {!}", "{}：{!}"),
    ("no such file or directory", "文件或文件夹不存在"),
    ("permission denied", "没有权限"),
    ("is a directory", "是文件夹"),
    ("not a directory", "不是文件夹"),
    ("file exists", "文件已存在"),
    ("file too large", "文件过大"),
    ("no space left on device", "磁盘已满"),
    ("read-only file system", "文件系统只读"),
    ("too many open files", "打开的文件过多"),
    ("broken pipe", "管道已关闭"),
    ("address already in use", "端口已被占用"),
    ("the file is empty", "文件为空"),
    ("more than {} bytes", "超过 {} 字节"),
    ("not UTF-8", "不是 UTF-8"),
    ("not a regular file", "不是普通文件"),
    (
        "not a regular file (use - to read a pipe from standard input)",
        "不是普通文件（管道请用 - 从标准输入读取）",
    ),
    ("symbolic links are not followed here", "此处不跟随符号链接"),
    (
        "the file exists with other content; choose another name or remove it",
        "文件已存在，内容不同；请换名或先删除",
    ),
    ("not a game record (neither wei7 nor SGF)", "不是棋谱（wei7 或 SGF）"),
    ("the record is not playable: {}", "棋谱无法摆出：{}"),
    ("cannot write standard output: {!}", "无法写标准输出：{!}"),
    ("cannot write the output: {!}", "无法写输出：{!}"),
    ("cannot read the input: {!}", "无法读输入：{!}"),
    ("cannot lock: {!}", "无法锁定：{!}"),
    ("interrupted", "已中断"),
    ("interrupted; run the same command to resume", "已中断；再次执行同一命令即可继续"),
    (
        "interrupted; the results are saved in {}; {} resumes the review",
        "已中断；结果保存在 {}，用 {} 继续",
    ),
    // --- nets ----------------------------------------------------------------------------------
    ("not a Tianyuan or KataGo net", "不是 Tianyuan 或 KataGo 的网络"),
    ("checksum mismatch", "校验和不符"),
    ("cannot read the net: {!}", "无法读取网络：{!}"),
    ("the net is truncated in {}", "网络在 {} 中中断"),
    ("unsupported net version {} ({} to {})", "不支持网络版本 {}（支持 {} 至 {}）"),
    ("a human-imitation net; use --human-net", "这是模仿人类的网络，请用 --human-net"),
    ("not a human-imitation net; use --net", "不是模仿人类的网络，请用 --net"),
    ("--style human needs --human-net FILE", "--style human 需要 --human-net FILE"),
    ("--for needs --human-net FILE", "--for 需要 --human-net FILE"),
    ("a weight of {} is not finite", "{} 中有非有限的权重"),
    ("the net's outputs are not finite: its weights are too large", "网络输出不是有限数：权重过大"),
    ("the file is already prepared; prepare its source instead", "文件已预处理；请预处理原文件"),
    ("this processor does not support {}", "本处理器不支持 {}"),
    ("the net was prepared for {}, not for {}", "网络是为 {} 预处理的，而非 {}"),
    (
        "the net was prepared by another version of Tianyuan; prepare its source again",
        "网络由其他版本预处理；请重新预处理原文件",
    ),
    (
        "the net was prepared for {}, which this processor does not support; prepare it on this machine",
        "网络是为 {} 预处理的，本处理器不支持；请在本机预处理",
    ),
    ("the output is the input file; choose another name", "输出与输入为同一文件；请换名"),
    ("a Tianyuan net does not need to be prepared", "Tianyuan 的网络无需预处理"),
    // --- engines -------------------------------------------------------------------------------
    ("missing program name", "缺少程序名"),
    ("unclosed quotation mark", "引号没有闭合"),
    ("cannot start {}: {!}", "无法启动 {}：{!}"),
    (
        "cannot start {}: {!}; --verbose shows its output",
        "无法启动 {}：{!}；用 --verbose 查看其输出",
    ),
    ("cannot start the engine: {!}", "无法启动引擎：{!}"),
    ("lost the engine: {!}", "引擎已断开：{!}"),
    ("{!}; --verbose shows its output", "{!}；用 --verbose 查看其输出"),
    ("{} rejected {}: {}", "{} 拒绝了 {}：{}"),
    ("the engine rejected {}: {}", "引擎拒绝了 {}：{}"),
    ("the engine did not respond to the first commands in time", "引擎没有及时响应最初的命令"),
    ("the engine's output ended during the first commands", "引擎在最初的命令期间结束了输出"),
    ("cannot write the log: {!}", "无法写日志：{!}"),
    // --- matches -------------------------------------------------------------------------------
    ("a match needs 2 to {} engines, not {}", "比赛需要 2 至 {} 个引擎，而非 {} 个"),
    ("{} names for {} engines", "{1} 个引擎有 {0} 个名称"),
    ("--sprt requires two engines", "--sprt 需要两个引擎"),
    (
        "--sprt cannot be used by one shard; use it with match merge",
        "单个分片不能用 --sprt；请在 match merge 中使用",
    ),
    ("--seed is required: all shards must use the same seed", "需要 --seed：所有分片须用同一种子"),
    (
        "--json is required: match merge combines the games of all shards",
        "需要 --json：由 match merge 汇总各分片的对局",
    ),
    ("unknown option {}", "未知的选项 {}"),
    ("no openings in the file", "文件中没有开局"),
    ("line {}: {} is not a move on this board", "第 {} 行：“{}”不是此棋盘上的着手"),
    ("line {}: {}", "第 {} 行：{}"),
    ("no games", "没有对局"),
    ("another match is writing this file", "另一场比赛正在写此文件"),
    ("another match is writing to this folder", "另一场比赛正在写此文件夹"),
    ("the folder is not empty; games are never overwritten", "文件夹不是空的；不会覆盖已有的对局"),
    ("the game is from another match: {} is {}, not {}", "属于另一场比赛：{} 为 {}，而非 {}"),
    // --- records and reviews -------------------------------------------------------------------
    ("no game could be read", "没有可读的对局"),
    ("an input and an output are required", "需要输入和输出"),
    ("standard output takes a single file", "标准输出只能写一个文件"),
    (
        "cannot infer the format from the name: use --to FORMAT",
        "无法由名称判断格式：请用 --to 指定",
    ),
    ("cannot infer the format: use --to FORMAT", "无法判断格式：请用 --to 指定"),
    ("would overwrite the input {}; choose another name", "会覆盖输入文件 {}；请换名"),
    ("several outputs would have this name", "多个输出文件会同名"),
    (
        "would overwrite an input; choose another folder with -o",
        "会覆盖输入文件；请用 -o 选择其他文件夹",
    ),
    ("output charsets: utf-8 or gb18030", "输出字符集：utf-8 或 gb18030"),
    ("--fix needs a file argument", "--fix 需要文件参数"),
    ("no record {} (number of records: {})", "没有第 {} 局（共 {} 局）"),
    ("no node at {}", "没有节点 {}"),
    ("another review is running in this folder", "此文件夹中正在进行另一次复盘"),
    (
        "an interrupted review exists ({}): use --resume to continue it or --restart to start over",
        "有一次中断的复盘（{}）：用 --resume 继续，或用 --restart 重新开始",
    ),
    (
        "contains a review of other files or with other options; choose another folder with -o, or use --restart",
        "已有其他文件或选项的复盘；请用 -o 选择其他文件夹，或用 --restart",
    ),
    (
        "{}: no problems (records that begin with a setup position)",
        "{}：没有题目（以摆子开始的棋谱）",
    ),
    ("no pages to serve", "没有可提供的网页"),
    ("cannot open {} in the browser: {}", "无法在浏览器中打开 {}：{}"),
    // --- life-and-death problems ---------------------------------------------------------------
    ("the main line has no position after {} moves", "主线没有 {} 手之后的局面"),
    ("expected black or white", "应为 black 或 white"),
    ("{} {}: expected points such as D4", "{} {}：应为点，如 D4"),
    ("{} {}: a point is off the board", "{} {}：有点在棋盘之外"),
    ("the goal {} needs two targets, not {}", "目的 {} 需要两个目标，而非 {} 个"),
    ("the goal {} needs one target, not {}", "目的 {} 需要一个目标，而非 {} 个"),
    ("the target {} is empty; select a stone", "目标 {} 是空点；请指定棋子"),
    ("the targets {} and {} have different colours", "目标 {} 和 {} 颜色不同"),
    ("the targets {} and {} are already connected", "目标 {} 和 {} 已经相连"),
    ("no enclosed group; specify the target", "没有被包围的棋；请指定目标"),
    ("several groups are enclosed ({}); specify the target", "有几块棋被包围（{}）；请指定目标"),
    ("interrupted", "已中断"),
    // --- labels and training -------------------------------------------------------------------
    ("no games to label", "没有可标注的对局"),
    ("no net for the board sizes of these games", "没有适合这些棋盘的网络"),
    ("input files require a KataGo net (--net)", "输入文件需要 KataGo 网络（--net）"),
    ("another process is labelling in this folder", "另一进程正在此文件夹中标注"),
    ("no training games", "没有训练用的对局"),
    // --- databases -----------------------------------------------------------------------------
    ("cannot connect to {}: {}", "无法连接 {}：{}"),
    ("no run {} in the database", "数据库中没有任务 {}"),
];

/// Returns the Chinese translation of an error message; unknown messages remain in English.
pub(crate) fn chinese(message: &str) -> String {
    let matching = MESSAGES.iter().filter_map(|(english, chinese)| {
        let values = values(english, message)?;
        Some((literal_length(english), *chinese, values))
    });
    let best = matching.max_by_key(|(length, ..)| *length);
    best.map_or_else(|| message.into(), |(_, chinese, values)| filled(chinese, &values))
}

/// Splits a pattern into its literal parts; between two parts is a placeholder.
fn literals(pattern: &str) -> Vec<&str> {
    pattern.split("{!}").flat_map(|part| part.split("{}")).collect()
}

fn literal_length(pattern: &str) -> usize {
    literals(pattern).iter().map(|part| part.len()).sum()
}

/// Returns the texts at the placeholders of a pattern, or `None` if the message does not match it.
fn values<'m>(pattern: &str, message: &'m str) -> Option<Vec<&'m str>> {
    let parts = literals(pattern);
    let (first, others) = parts.split_first()?;
    let mut rest = message.strip_prefix(first)?;
    let mut values = Vec::new();
    for (index, part) in others.iter().enumerate() {
        let is_last = index + 1 == others.len();
        let end = if is_last {
            rest.ends_with(part).then(|| rest.len() - part.len())?
        } else {
            rest.find(part)?
        };
        values.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    let is_whole = rest.is_empty() && values.iter().all(|value| !value.is_empty());
    is_whole.then_some(values)
}

/// Returns a pattern with its placeholders filled, in order or by number.
fn filled(pattern: &str, values: &[&str]) -> String {
    let mut text = String::new();
    let mut next = values.iter();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((placeholder, after)) = after.split_once('}') else { break };
        text.push_str(before);
        let value = match placeholder.parse::<usize>() {
            Ok(index) => values.get(index),
            Err(_) => next.next(),
        };
        let value = value.copied().unwrap_or_default();
        text.push_str(&if placeholder == "!" { chinese(value) } else { value.to_owned() });
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::{env, fs};

    use super::*;

    #[test]
    fn messages_are_translated_with_their_values() {
        for (english, expected) in [
            ("nofile.sgf: no such file or directory", "nofile.sgf：文件或文件夹不存在"),
            ("expected an integer from 1 to 5", "应为 1 至 5 的整数"),
            ("no shard 4 of 3 (numbered from 0)", "3 个分片中没有第 4 个（从 0 起）"),
            ("cannot start up to x: permission denied", "无法启动 up to x：没有权限"),
            ("a to b.sgf: the file is empty", "a to b.sgf：文件为空"),
            ("unknown rules 'a to b' (did you mean 'aga'?)", "未知的规则“a to b”（是否指“aga”？）"),
            ("an engine's own text", "an engine's own text"),
        ] {
            assert_eq!(chinese(english), expected);
        }
    }

    #[test]
    fn translations_have_the_values_of_their_messages() {
        let count = |text: &str| text.matches('{').count();
        for (english, chinese) in MESSAGES {
            assert_eq!(count(english), count(chinese), "{english}");
            assert!(chinese.chars().all(|c| !matches!(c, ',' | ':' | '(' | ')')), "{chinese}");
        }
    }

    /// Appends the Rust sources in a folder.
    fn read_sources(folder: &Path, sources: &mut String) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path: PathBuf = entry.expect("an entry").path();
            if path.is_dir() {
                read_sources(&path, sources);
            } else if path.extension().is_some_and(|it| it == "rs")
                && !path.ends_with("error_translations.rs")
            {
                sources.push_str(&fs::read_to_string(path).expect("UTF-8"));
            }
        }
    }

    #[test]
    fn translated_messages_occur_in_the_sources() {
        // Messages of the operating system.
        const SYSTEM: [&str; 10] = [
            "no such file or directory",
            "permission denied",
            "is a directory",
            "not a directory",
            "file exists",
            "file too large",
            "no space left on device",
            "read-only file system",
            "too many open files",
            "broken pipe",
        ];
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut sources = String::new();
        read_sources(&root.join("src"), &mut sources);
        read_sources(&root.join("crates"), &mut sources);
        // String literals continue on the next line after a backslash.
        let lines: Vec<&str> = sources.lines().map(str::trim).collect();
        let sources = lines.join("\n").replace("\\\n", "");
        for (english, _) in MESSAGES {
            let parts = literals(english);
            let longest = parts.iter().max_by_key(|part| part.len()).expect("a part");
            let is_of_system = SYSTEM.contains(english) || *english == "address already in use";
            let longest = longest.trim_matches([':', ' ', '\'']);
            assert!(is_of_system || sources.contains(longest), "{english}");
        }
    }
}
