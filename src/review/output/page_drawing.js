// Draws the current step. Appended to page_board.js and layers.js in the same script.

// --- current step ---------------------------------------------------------------------------

let path = main;
let at = 0;
/** The displayed variation: its first step, its moves, and the number of moves on the board. */
let shown = null;

const children = steps.map(() => []);
steps.forEach((step, place) => {
  if (step.from !== undefined) children[step.from].push(place);
});
const go = (place) => {
  at = Math.max(0, Math.min(path.length - 1, place));
  shown = null;
  draw();
};
/** Continues along another branch. */
const follow = (child) => {
  if (main.includes(child)) {
    path = main;
    at = main.indexOf(child);
  } else {
    path = path.slice(0, at + 1);
    for (let next = child; next !== undefined; next = children[next][0]) path.push(next);
    at += 1;
  }
  shown = null;
  draw();
};
/** Returns the variations of a reviewed move: the better move, and the expected continuation. */
const variations = (place) => {
  const step = steps[place];
  const found = [];
  if (step.judged && step.judged.better.length && step.from !== undefined) {
    const [zh, en] = step.judged.grade === "good" ? ["首选", "First choice"] : ["更好", "Better"];
    found.push({ from: step.from, line: step.judged.better, zh, en });
  }
  for (const [zh, en, isBefore, line] of step.judged?.proofs ?? []) {
    const from = isBefore ? step.from : place;
    if (line.length && from !== undefined) found.push({ from, line, zh: "证明", en: "Proof", text: both(zh, en) });
  }
  if (step.choices.length) {
    found.push({ from: place, line: step.choices[0][3], zh: step.move ? "此后" : "首选", en: step.move ? "Then" : "First choice" });
  }
  return found;
};
const show = (from, line) => {
  const same = shown && shown.from === from && shown.line === line;
  shown = same ? null : { from, line, count: line.length };
  draw();
};

// --- drawing --------------------------------------------------------------------------------

/** Draws the ownership, if it is selected. */
const drawOwned = (step, board) => drawOwnership($("show-owned").checked ? step.owned : "", board);
/** Draws the stones of a variation, and returns the numbers of its moves. */
const drawLine = ({ from, line, count }) => drawMoves(boardAt(from), steps[from].turn, line.slice(0, count));
const drawVariation = () => {
  clearPreview();
  $("marks").replaceChildren(...drawLine(shown));
};
const drawMarks = (step, board) => {
  clearPreview();
  const marks = $("show-losses").checked ? lossMarks(board) : [];
  const next = path[at + 1] === undefined ? undefined : steps[path[at + 1]].move;
  if ($("show-choices").checked) {
    const most = step.choices.length ? step.choices[0][0] : 1;
    step.choices.forEach(([visits, winrate, , line, prior], i) => {
      const cell = line[0];
      const share = visits / Math.max(1, most);
      if (cell === null || board[cell] || (i > 0 && share < 0.05)) return;
      const label = $("show-policy").checked ? prior : shownShare(step.turn, winrate);
      const mark = choiceMark(cell, Math.round(label / 100), share, i === 0);
      mark.addEventListener("click", () => show(path[at], line));
      previewOnHover(mark, path[at], line);
      marks.push(mark);
    });
  }
  if ($("show-policy").checked) marks.push(...policyMarks(step, board));
  if (next && next[1] !== null) {
    const [x, y] = centre(next[1]);
    marks.push(drawn("circle", { class: "next", cx: x, cy: y, r: 15 }));
  }
  if (step.move && step.move[1] !== null) {
    marks.push(lastMoveMark(step.move, $("show-losses").checked ? 13 : 7));
  }
  $("marks").replaceChildren(...marks);
};
const caption = (step) => {
  const parts = [];
  if (shown) {
    const known = variations(path[at]).find(({ line }) => line === shown.line);
    const { zh, en } = known || { zh: "变化", en: "Variation" };
    parts.push(both(zh + "：", en + ": "), ...moves(shown.line.slice(0, shown.count)));
  } else if (step.move) {
    const [color, cell] = step.move;
    const move = cell === null ? both("虚着", "pass") : vertex(cell);
    parts.push(both(`第 ${step.number} 手 `, `Move ${step.number} `), stone(color), make("b", {}, move));
  } else {
    parts.push(both("开局", "The start"));
  }
  $("caption").replaceChildren(...parts);
};
/** The names of grades in Chinese and English. */
const GRADES = {
  blunder: ["恶手", "A blunder"],
  mistake: ["问题手", "A mistake"],
  inaccuracy: ["缓手", "An inaccuracy"],
  good: ["正常", "A good move"],
};
/** Chinese and English names and criteria of the kinds of mistakes. */
const KINDS = new Map(game.kinds.map(([name, ...texts]) => [name, texts]));
const judge = (step) => {
  const box = $("judged");
  box.className = "";
  if (!step.judged) {
    box.replaceChildren(make("p", { className: "details" }, both("从这里开始。按 → 前进。", "The game starts here. Go on with →.")));
    return;
  }
  const { before, after: worth, loss, error, grade, kind, rank, searched, reasons } = step.judged;
  const agrees = rank === 1;
  const [zh, en] = GRADES[grade];
  box.className = agrees ? "agrees" : grade;
  const [color, cell] = step.move;
  const what = make("p", {}, stone(color), make("b", {}, cell === null ? both("虚着", "Pass") : vertex(cell)), " · ");
  what.append(make("span", { className: "grade" }, agrees ? both("与首选一致", "The engine’s choice") : both(zh, en)));
  if (!agrees && (loss[0] >= 50 || loss[1] >= 50)) {
    what.append(both(`，损失 ${percent(loss[0])}（±${percent(error)}）、${tenths(loss[1] / 10)} 目`,
      `: ${percent(loss[0])} (± ${percent(error)}) and ${tenths(loss[1] / 10)} points lost`));
  }
  if (kind) {
    const [zh, en, whyZh, whyEn] = KINDS.get(kind);
    const named = both(zh, en.toLowerCase());
    const [chinese, english] = named.children;
    Object.assign(chinese, { title: whyZh });
    Object.assign(english, { title: whyEn });
    what.append(both("；", "; "), make("span", { className: "kind" }, named));
  }
  const change = [before, worth].map(([winrate]) => percent(shownShare(color, winrate))).join(" → ");
  const details = make("p", { className: "details" },
    viewOf(color) === 1 ? both(`黑方胜率 ${change}`, `Black’s winrate ${change}`)
      : both(`白方胜率 ${change}`, `White’s winrate ${change}`));
  if (rank) {
    details.append(both(`，搜索的 ${searched} 手中排第 ${rank}`, `, ranked ${rank} of ${searched}`));
  } else {
    details.append(both("，未被搜索", ", not searched"));
  }
  const why = reasons ? [make("p", { className: "reasons" }, both(...reasons))] : [];
  box.replaceChildren(what, ...why, details, drawVariations(path[at]), ...drawVerdict(step.judged));
};
/** Draws what the proofs about groups imply for the loss of a move. */
const drawVerdict = ({ verdict }) => (verdict ? [make("p", { className: "details verdict" }, both(...verdict))] : []);
/** Draws the variations side by side, each with a button that shows it. */
const drawVariations = (place) => {
  const columns = variations(place).map(({ from, line, zh, en, text }) => {
    const button = make("button", { type: "button" }, both(zh + " ", en + " "), vertex(line[0]));
    button.setAttribute("aria-pressed", String(Boolean(shown && shown.line === line)));
    button.addEventListener("click", () => show(from, line));
    const known = make("p", { className: "details" }, button, " ", ...moves(line.slice(1)));
    if (text) known.append(make("br"), text);
    return known;
  });
  return make("div", { className: "variations" }, ...columns);
};
const tabulate = (step) => {
  const total = step.choices.reduce((sum, [visits]) => sum + visits, 0) || 1;
  const next = path[at + 1] === undefined ? undefined : steps[path[at + 1]].move;
  $("share-heading").replaceChildren(shareHeading(step.turn));
  const rows = step.choices.map(([visits, winrate, points, line, prior]) => {
    const button = make("button", { type: "button" }, vertex(line[0]));
    button.setAttribute("aria-pressed", String(Boolean(shown && shown.line === line)));
    const row = make("tr", {},
      make("td", {}, button),
      make("td", {}, percent(shownShare(step.turn, winrate))),
      make("td", {}, shownLead(step.turn, points)),
      make("td", {}, Math.round((visits / total) * 100) + "\u00a0%"),
      make("td", {}, percent(prior)),
      make("td", { className: "variation" }, ...moves(line.slice(1))));
    row.classList.toggle("is-next", Boolean(next && next[1] === line[0]));
    row.classList.toggle("shown", Boolean(shown && shown.line === line));
    row.addEventListener("click", () => show(path[at], line));
    previewOnHover(row, path[at], line);
    return row;
  });
  $("choices").tBodies[0].replaceChildren(...rows);
};
const drawBranches = () => {
  const choices = children[path[at]];
  const buttons = choices.length < 2 && path === main ? [] : choices.map((child) => {
    const button = make("button", { type: "button" }, stone(steps[child].move[0]), vertex(steps[child].move[1]));
    button.setAttribute("aria-pressed", String(path[at + 1] === child));
    button.addEventListener("click", () => follow(child));
    return button;
  });
  if (path !== main) {
    const fork = path.findIndex((step, i) => step !== main[i]);
    const button = make("button", { type: "button" }, both("回到主线", "Back to the game"));
    button.addEventListener("click", () => { path = main; go(fork - 1); });
    buttons.push(button);
  }
  $("branches").replaceChildren(...buttons);
};
const chartPlace = () => {
  const place = main.indexOf(path[at]);
  return place >= 0 ? place : path.findIndex((step, i) => step !== main[i]) - 1;
};
/** Returns the value of a step in a chart. */
const chartValue = ({ dataset: { chart } }, { value: [winrate, points], judged, first }) => {
  if (chart === "winrate") return percent(winrate);
  if (chart === "lead") return lead(points);
  if (chart === "values") return first ? tenths(first[0] / 10) : "";
  return judged ? tenths(judged.loss[1] / 10) : "";
};
const drawCharts = (step) => {
  const left = (100 * chartPlace()) / Math.max(1, main.length - 1) + "%";
  for (const chart of document.querySelectorAll(".chart")) {
    const cursor = chart.querySelector(".cursor");
    cursor.style.display = "block";
    cursor.style.left = left;
    chart.querySelector("output").replaceChildren(chartValue(chart, step));
  }
};
const lessonCards = Array.from(document.querySelectorAll(".lessons li"));
const drawLessons = () => {
  const place = path === main ? lessons.indexOf(at) : -1;
  lessonCards.forEach((card, i) => card.classList.toggle("now", i === place));
  const here = chartPlace();
  $("previous-lesson").disabled = !lessons.some((other) => other < here);
  $("next-lesson").disabled = !lessons.some((other) => other > here);
};
const draw = () => {
  const step = steps[path[at]];
  const board = boardAt(path[at]);
  drawOwned(step, board);
  if (shown) {
    drawVariation();
  } else {
    drawStones(board);
    drawMarks(step, board);
  }
  caption(step);
  judge(step);
  tabulate(step);
  drawBranches();
  drawCharts(step);
  drawLessons();
  $("comment").hidden = !step.comment;
  $("comment").textContent = step.comment || "";
  $("slider").max = path.length - 1;
  $("slider").value = at;
  $("first").disabled = at === 0;
  $("back").disabled = at === 0 && !shown;
  $("last").disabled = at === path.length - 1;
  $("forth").disabled = shown ? shown.count === shown.line.length : at === path.length - 1;
  drawAddress();
  dispatchEvent(new Event("drawn"));
};

// --- URL and title ---------------------------------------------------------------------------

const names = document.title;
const byNumber = new Map(main.map((step, place) => [steps[step].number, place]));
/** Returns the URL fragment of the current step on the main line. */
const address = () => (path === main ? "#move=" + steps[path[at]].number : "#");
/** Returns the main-line index given by the URL. */
const addressed = () => {
  const found = /^#m(?:ove=)?(\d+)$/.exec(location.hash);
  return found ? byNumber.get(Number(found[1])) : undefined;
};
// Browsers limit the rate of URL changes, which a held key would exceed.
let addressLater = null;
const setAddress = () => {
  clearTimeout(addressLater);
  addressLater = null;
  history.replaceState(null, "", address());
};
const drawAddress = () => {
  clearTimeout(addressLater);
  addressLater = setTimeout(setAddress, 250);
  const { number } = steps[path[at]];
  const isChinese = document.documentElement.lang === "zh";
  document.title = (isChinese ? `第 ${number} 手` : `Move ${number}`) + " · " + names;
};
/** Jumps to a main-line index, so that the browser's back button returns to the current step. */
const jump = (place) => {
  setAddress();
  path = main;
  go(place);
  clearTimeout(addressLater);
  if (location.hash !== address()) history.pushState(null, "", address());
};
