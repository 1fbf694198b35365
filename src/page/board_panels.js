// Texts and panels: players, notices, candidates, comment, description. Appended to board_drawing.js in the same
// script.

const BUSY = {
  thinking: ["天元思考中…", "Tianyuan is thinking …"],
  judging: ["正在判断死子…", "Judging dead stones …"],
  analyzing: ["正在分析…", "Analysing …"],
  checking: ["正在检查您的着手…", "Checking your move …"],
  reviewing: ["正在复盘…", "Reviewing …"],
  solving: ["正在求解…", "Solving …"],
};
const colorName = (color) => (color === 1 ? both("黑", "Black") : both("白", "White"));
/** Returns a text that the program sent in Chinese and English. */
const inBoth = ([zh, en]) => both(zh, en);
const paragraphs = ([zh, en]) => zh.map((line, i) => make("p", {}, both(line, en[i] ?? "")));
const button = (zh, en, act, name = "") => {
  const element = make("button", { type: "button", className: name }, both(zh, en));
  element.addEventListener("click", act);
  return element;
};
const rank = (level) => (level === null ? both("全力", "full strength") : both(level.replace("k", "级").replace("d", "段"), level));

/** Returns the name of a human profile in Chinese and English. */
const profileName = (profile) => {
  const [kind, ...values] = profile.split("_");
  if (kind === "proyear") return [`职业棋手（${values[0]} 年）`, `professional, ${values[0]}`];
  const year = kind === "preaz" ? 2016 : 2020;
  return [`${values[0].replace("k", " 级").replace("d", " 段")}（${year} 年）`, `human ${values[0]}, ${year}`];
};

// --- status ---------------------------------------------------------------------------------

const drawPlayers = () => {
  const row = [1, 2].map((color) => {
    const isEngine = view.person !== 0 && view.person !== color && !view.problem;
    const who = view.person === 0 || view.problem ? colorName(color) : isEngine ? both("天元 ", "Tianyuan ") : both("您", "You");
    const item = make("span", {}, stone(color), make("b", {}, who));
    if (isEngine) item.append(view.profile ? both(...profileName(view.profile)) : rank(view.level));
    item.append(both(`，提 ${view.prisoners[2 - color]}`, `, ${view.prisoners[2 - color]} captured`));
    if (view.clock) item.append(make("span", { className: "clock", id: "clock-" + color }));
    item.classList.toggle("to-play", view.phase === "playing" && view.turn === color);
    return item;
  });
  row.push(make("span", {}, both(`贴 ${view.komi} 目`, `komi ${view.komi}`)));
  $("players").replaceChildren(...row);
  drawClocks();
};

// --- clocks ---------------------------------------------------------------------------------

/** When the current state was received, in milliseconds. */
let receivedAt = 0;
/** The times in seconds at which a screen reader announces the user's remaining time. */
const WARNINGS = [30, 10];
/** Returns the text of a clock: the main time, or the time of the period and the periods left. */
const clockText = ({ period, periods }, milliseconds) => {
  const overtime = 1000 * period * periods;
  const hasMain = !overtime || milliseconds > overtime;
  const left = Math.max(1, Math.ceil(milliseconds / (1000 * period)));
  const rest = milliseconds - (hasMain ? overtime : 1000 * period * (left - 1));
  const seconds = Math.ceil(rest / 1000);
  const digits = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const time = (hours ? hours + ":" + digits(minutes) : minutes) + ":" + digits(seconds % 60);
  return hasMain ? time : `${time} (${left})`;
};
const leftNow = (color) => {
  const { left, running } = view.clock;
  return Math.max(0, left[color - 1] - (running === color ? performance.now() - receivedAt : 0));
};
/** The last announced warning. */
let warned = null;
const warn = (color, seconds) => {
  const due = WARNINGS.findLast((warning) => seconds <= warning) ?? null;
  if (due !== null && due !== warned && view.person === color) {
    $("announcement").replaceChildren(both(`还剩 ${seconds} 秒`, `${seconds} seconds left`));
  }
  warned = due;
};
const drawClocks = () => {
  if (!view || !view.clock) return;
  for (const color of [1, 2]) {
    const element = $("clock-" + color);
    const milliseconds = leftNow(color);
    const isRunning = view.clock.running === color;
    const text = clockText(view.clock, milliseconds);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("running", isRunning);
    element.classList.toggle("urgent", isRunning && milliseconds < 10000);
    if (isRunning) warn(color, Math.ceil(milliseconds / 1000));
  }
};
setInterval(drawClocks, 200);

// --- the position in words ------------------------------------------------------------------

const drawCaption = () => {
  const parts = [];
  if (view.last) {
    const [color, cell] = view.last;
    parts.push(both(`第 ${view.number} 手 `, `Move ${view.number} `), stone(color), make("b", {}, vertex(cell)), " · ");
  }
  if (view.result && view.phase === "over") parts.push(make("b", {}, inBoth(view.result)));
  else if (view.phase === "agreeing") parts.push(both("双方均已虚着", "both players have passed"));
  else if (view.busy && view.busy !== "analyzing") parts.push(inBoth(BUSY[view.busy]));
  else parts.push(both("轮到", ""), colorName(view.turn), both("", " to play"));
  $("caption").replaceChildren(...parts);
  document.title = (isChinese() ? `第 ${view.number} 手` : `Move ${view.number}`) + " · 天元 Tianyuan";
};
/** The last announcement: a screen reader reads it once. */
let announced = "";
const announce = () => {
  const texts = [view.announced[0].join(""), view.announced[1].join(" ")];
  if (view.phase === "over" && view.result) texts.forEach((text, i) => { texts[i] = text + " " + view.result[i]; });
  if (texts[1] === announced) return;
  announced = texts[1];
  $("announcement").replaceChildren(inBoth(texts));
};
const describePosition = () => {
  if ($("description").open) $("described").replaceChildren(...paragraphs(view.described));
};

// --- notices --------------------------------------------------------------------------------

const agreement = () => [
  make("p", {}, view.dead
    ? both("双方均已虚着。请点选死子（标 ×），然后确认。", "Both players have passed. Select dead stones (marked ×), then agree.")
    : inBoth(BUSY.judging)),
  ...(view.score ? paragraphs(view.score) : []),
  make("div", { className: "controls" },
    button("同意", "Agree", () => send({ do: "agree" }), "primary"),
    button("续弈", "Continue the game", () => send({ do: "undo" }))),
];
const lessonNotice = ({ loss, winrates, better, refutation, kind, reasons }) => [
  make("p", {}, both(`这一手损失约 ${tenths(loss / 10)} 目，胜率 ${percent(winrates[0])} → ${percent(winrates[1])}。`,
    `This move loses about ${tenths(loss / 10)} points; your winrate: ${percent(winrates[0])} → ${percent(winrates[1])}.`)),
  ...(kind ? [make("p", {}, make("b", {}, inBoth(kind[0])), both("：", ": "), inBoth(kind[1]), both("。", "."))] : []),
  ...reasons.map((reason) => make("p", {}, inBoth(reason))),
  make("p", {}, both("更好的变化：", "A better variation: "), ...moves(better.slice(0, 6))),
  ...(refutation.length ? [make("p", {}, both("此后可能：", "Expected now: "), ...moves(refutation.slice(0, 6)))] : []),
  make("div", { className: "controls" },
    button("收回重下", "Take it back", () => send({ do: "undo" }), "primary"),
    button("保留此手", "Keep the move", () => send({ do: "keep" }))),
];
const overNotice = () => {
  const parts = [make("p", {}, make("b", {}, view.result ? inBoth(view.result) : both("棋局结束", "The game is over")))];
  if (view.score) parts.push(...paragraphs(view.score));
  if (view.ladder) {
    const { level, results } = view.ladder;
    parts.push(make("p", {}, both("下一局级别：", "Level of the next game: "), rank(level),
      both(`（本级战绩：${results.replaceAll("W", "胜").replaceAll("L", "负") || "无"}）`, ` (results at this level: ${results || "none"})`)));
  }
  parts.push(make("div", { className: "controls" },
    button("复盘", "Review the game", () => send({ do: "review" })),
    button("再来一局", "New game", openNewGame, "primary")));
  return parts;
};
const reviewNotice = () => {
  if (view.review) {
    const link = make("a", { href: `${base}${session}/review-${view.review}`, target: "_blank" }, both("打开复盘", "Open the review"));
    return [make("p", {}, link)];
  }
  if (!view.progress) return [];
  const [done, total] = view.progress;
  const bar = make("progress", { max: Math.max(1, total), value: done });
  bar.setAttribute("aria-label", isChinese() ? "复盘进度" : "Progress of the review");
  return [make("p", {}, inBoth(BUSY.reviewing), " ", bar)];
};
let noticed = "";
const drawNotice = () => {
  const parts = [];
  const { phase, lesson, dead, score, result, review, progress, ladder, error } = view;
  if (error) parts.push(make("p", { className: "refused" }, inBoth(error)));
  if (lesson) parts.push(...lessonNotice(lesson));
  if (phase === "agreeing") parts.push(...agreement());
  if (phase === "over") parts.push(...overNotice());
  parts.push(...reviewNotice());
  $("notice").hidden = !parts.length;
  // Replacing the buttons would move the focus.
  const text = JSON.stringify([phase, lesson, dead, score, result, review, progress, ladder, error, session]);
  if (text === noticed) return;
  noticed = text;
  $("notice").replaceChildren(...parts);
  // On small screens the notice is below the board.
  if (lesson || phase !== "playing") $("notice").scrollIntoView({ block: "nearest" });
};

// --- analysis -------------------------------------------------------------------------------

const tabulate = () => {
  const { evaluation } = view;
  const isShown = $("analyze").checked || view.phase === "over" || (asked.node === view.node && asked.kind !== null);
  $("analysis").hidden = !isShown;
  if (!isShown) return;
  const choices = evaluation ? evaluation.choices : [];
  const total = choices.reduce((sum, [visits]) => sum + visits, 0) || 1;
  const rows = choices.slice(0, 6).map(([visits, winrate, points, line]) => {
    const row = make("tr", {}, make("td", {}, vertex(line[0])), make("td", {}, percent(blackShare(view.turn, winrate))),
      make("td", {}, lead(view.turn === 1 ? points : -points)), make("td", {}, Math.round((visits / total) * 100) + "\u00a0%"),
      make("td", { className: "variation" }, ...moves(line.slice(1))));
    row.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && preview(line));
    row.addEventListener("click", () => preview(previewed === line ? null : line));
    return row;
  });
  $("choices").tBodies[0].replaceChildren(...rows);
  drawCharts();
};
const drawSolution = () => {
  const { solution, busy } = view;
  const parts = busy === "solving" ? [make("p", {}, inBoth(BUSY.solving))] : solution ? paragraphs(solution.lines) : [];
  $("solution").replaceChildren(...parts);
};

// --- everything -----------------------------------------------------------------------------

/** The tree and the node of the last drawing of the variations. */
let drawnTree = null;
let drawnNode = null;
const drawControls = () => {
  const [parent] = tree.nodes[view.node];
  const isPlaying = view.phase === "playing";
  $("pass").disabled = !mayPlay();
  $("undo").disabled = parent === null;
  $("resign").disabled = view.phase === "over";
  $("engine-move").disabled = !isPlaying || view.busy === "thinking";
  $("hint").disabled = $("estimate").disabled = !isPlaying || view.busy === "thinking";
  $("first").disabled = $("back").disabled = parent === null;
  $("forth").disabled = $("last").disabled = tree.first[view.node] === null;
  if (charts) {
    $("slider").max = Math.max(0, charts.nodes.length - 1);
    $("slider").value = Math.max(0, charts.nodes.indexOf(view.node));
  }
};
const draw = () => {
  if (!view) return;
  drawPosition();
  drawPlayers();
  drawCaption();
  announce();
  drawNotice();
  tabulate();
  drawProblem();
  drawSolution();
  drawControls();
  describePosition();
  if (document.activeElement !== $("comment")) $("comment").value = view.comment;
  if (drawnTree !== tree || drawnNode !== view.node) drawTree();
  [drawnTree, drawnNode] = [tree, view.node];
};
