// Draws the board, the charts and the tree of variations. Appended to layers.js in the same script.

const isChinese = () => document.documentElement.lang === "zh";
const stones = () => Array.from(view.board, Number);

// --- board ----------------------------------------------------------------------------------

const drawings = new Map([[size, document.querySelector("#board-place svg").outerHTML]]);
/** Shows an empty board of the size of the state. */
const setBoard = async (lines) => {
  if (!drawings.has(lines)) drawings.set(lines, (await request("board/" + lines)).svg);
  size = lines;
  $("board-place").innerHTML = drawings.get(lines);
  const board = $("board");
  board.setAttribute("role", "application");
  board.setAttribute("aria-labelledby", "board-title");
  board.setAttribute("aria-describedby", "caption");
  board.append(drawn("g", { id: "preview" }), drawn("g", { id: "pointers" }));
  [place, hovered, previewed] = [null, null, null];
  region = new Set();
};
/** Returns the cell at a position of the window, or null. */
const cellAt = (x, y) => {
  const box = $("board").getBoundingClientRect();
  const width = CELL * (size + 1) + CELL / 2;
  const [column, row] = [(x - box.left) / box.width, (y - box.top) / box.height]
    .map((share) => Math.round((share * width - CELL / 4) / CELL) - 1);
  return column >= 0 && column < size && row >= 0 && row < size ? row * size + column : null;
};
/** The size of a cell on the screen, in pixels. */
const cellSize = () => $("board").getBoundingClientRect().width / (size + 1.5);

const showsAnalysis = () => $("analyze").checked || (asked.node === view.node && asked.kind === "hint");
const showsOwners = () => $("show-owned").checked || (asked.node === view.node && asked.kind === "estimate");
const cross = (cell) => {
  const [x, y] = centre(cell);
  return drawn("path", { class: "dead", d: `M${x - 7} ${y - 7}l14 14M${x + 7} ${y - 7}l-14 14` });
};
const square = (cell, name, half) => {
  const [x, y] = centre(cell);
  return drawn("rect", { class: name, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
};
/** Returns the marks of the candidate moves. */
const choiceMarks = (board, { choices }) => {
  const most = choices.length ? choices[0][0] : 1;
  return choices.flatMap(([visits, winrate, , line], i) => {
    const [cell] = line;
    const share = visits / Math.max(1, most);
    if (cell === null || board[cell] || (i > 0 && share < 0.02)) return [];
    const mark = choiceMark(cell, Math.round(blackShare(view.turn, winrate) / 100), share, i === 0);
    mark.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && preview(line));
    return [mark];
  });
};
/** Shows a variation from the current position, or the position itself. */
const preview = (line) => {
  previewed = line;
  const layer = $("preview");
  for (const id of ["marks", "owned", "dying"]) $(id).classList.toggle("faded", Boolean(line));
  if (line) {
    layer.replaceChildren(...drawMoves(stones(), view.turn, line));
  } else {
    layer.replaceChildren();
    drawStones(stones());
  }
};
const drawPosition = () => {
  const board = stones();
  const { evaluation, lesson, solution } = view;
  if (!previewed) drawStones(board);
  drawOwnership(evaluation && showsOwners() ? evaluation.owned : "", board);
  const marks = Array.from(region, (cell) => square(cell, "region", CELL / 2));
  if (evaluation && showsAnalysis() && $("show-choices").checked && !isMarking) marks.push(...choiceMarks(board, evaluation));
  const best = lesson ? lesson.better[0] : solution ? solution.first : null;
  if (best !== null && best !== undefined && !board[best]) {
    const [cx, cy] = centre(best);
    marks.push(drawn("circle", { class: "better", cx, cy, r: 11 }));
  }
  if (view.ko !== null) marks.push(square(view.ko, "ko", 7));
  if (view.last && view.last[1] !== null && board[view.last[1]]) marks.push(lastMoveMark(view.last));
  marks.push(...(view.dead || []).map(cross));
  $("marks").replaceChildren(...marks);
  drawPointers();
};
const mayPlay = () => view && view.phase === "playing" && (view.person === 0 || view.person === view.turn);
/** Draws the cell of the keyboard and the stone under the mouse. */
const drawPointers = () => {
  const board = stones();
  const parts = [];
  const ghost = hovered ?? null;
  if (ghost !== null && !board[ghost] && mayPlay() && !isMarking) parts.push(use(view.turn, ghost, { class: "ghost" }));
  if (place !== null) parts.push(square(place, "place", 13));
  $("pointers").replaceChildren(...parts);
  $("play-here").hidden = place === null || !mayPlay();
};

// --- charts ---------------------------------------------------------------------------------

const drawCharts = () => {
  if (!charts) return;
  $("winrate-chart").innerHTML = charts.winrate;
  $("lead-chart").innerHTML = charts.lead;
  $("lead-top").textContent = $("lead-bottom").textContent = charts.scale;
  const at = charts.nodes.indexOf(view.node);
  const left = (100 * at) / Math.max(1, charts.nodes.length - 1) + "%";
  for (const cursor of document.querySelectorAll(".chart .cursor")) {
    cursor.style.display = at >= 0 ? "block" : "none";
    cursor.style.left = left;
  }
  const value = view.evaluation ? view.evaluation.value : tree.nodes[view.node][3];
  $("winrate-now").replaceChildren(value ? percent(value[0]) : "");
  $("lead-now").replaceChildren(value ? lead(value[1]) : "");
};

// --- variations -----------------------------------------------------------------------------

/** The distance of nodes, and the most nodes that are drawn around the current one. */
const STEP = 22;
const MOST_DRAWN = 3000;
/** Returns the column and row of each node: the main line is the first row. */
const layout = () => {
  const places = [[0, 0]];
  const ends = [];
  const children = tree.nodes.map(() => []);
  tree.nodes.forEach(([parent], i) => parent !== null && children[parent].push(i));
  // The first child comes first.
  children.forEach((list, i) => list.sort((a, b) => (b === tree.first[i]) - (a === tree.first[i]) || a - b));
  const pending = [0];
  while (pending.length) {
    const node = pending.pop();
    const [parent] = tree.nodes[node];
    if (parent !== null) {
      const column = places[parent][0] + 1;
      const isFirst = children[parent][0] === node;
      const row = isFirst ? places[parent][1] : Math.max(ends[column] ?? 0, places[parent][1]) + 1;
      places[node] = [column, row];
    }
    const [column, row] = places[node];
    ends[column] = Math.max(ends[column] ?? 0, row);
    ends[column - 1] = Math.max(ends[column - 1] ?? 0, row);
    pending.push(...children[node].slice().reverse());
  }
  return places;
};
const drawTree = () => {
  const places = layout();
  const [now] = places[view.node];
  const isNear = (node) => tree.nodes.length < MOST_DRAWN || Math.abs(places[node][0] - now) < 60;
  const at = (node) => places[node].map((step) => STEP * (step + 0.7));
  const [links, nodes] = [[], []];
  tree.nodes.forEach(([parent, color, , , hasComment], node) => {
    if (!isNear(node)) return;
    const [cx, cy] = at(node);
    if (parent !== null) {
      const [x, y] = at(parent);
      links.push(`M${x} ${y}L${x + (cx - x) / 2} ${cy}L${cx} ${cy}`);
    }
    const name = color ? (color === 1 ? "black" : "white") : "setup";
    nodes.push(drawn("circle", { class: name, cx, cy, r: color ? 7 : 4, "data-node": node }));
    if (hasComment) nodes.push(drawn("circle", { class: "commented", cx: cx + 6, cy: cy - 6, r: 3 }));
  });
  const [x, y] = at(view.node);
  const all = places.filter(Boolean);
  const [columns, rows] = [0, 1].map((i) => all.reduce((most, step) => Math.max(most, step[i]), 0));
  const picture = drawn("svg", { width: STEP * (columns + 1.4), height: STEP * (rows + 1.4), "aria-hidden": "true" },
    drawn("path", { class: "link", d: links.join("") }), ...nodes,
    drawn("circle", { class: "now", cx: x, cy: y, r: 9.5 }));
  const box = $("tree");
  box.setAttribute("aria-label", isChinese() ? `变化图，共 ${tree.nodes.length - 1} 个节点` : `Variations: ${tree.nodes.length - 1} nodes`);
  const scrolled = [box.scrollLeft, box.scrollTop];
  box.replaceChildren(picture);
  box.scrollTo(...scrolled);
  if (x < box.scrollLeft + STEP || x > box.scrollLeft + box.clientWidth - STEP) box.scrollLeft = x - box.clientWidth / 2;
  if (y < box.scrollTop + STEP || y > box.scrollTop + box.clientHeight - STEP) box.scrollTop = y - box.clientHeight / 2;
};
