// Copies the displayed position as SVG or PNG and saves the game with all tried moves as SGF. Appended to
// page_lessons.js in the same script.

// --- SGF ------------------------------------------------------------------------------------

const sgfText = (text) => text.replace(/[\\\]]/g, "\\$&");
const sgfPoint = (cell) => cell === null ? "" : [cell % size, Math.floor(cell / size)]
  .map((coordinate) => String.fromCharCode(97 + coordinate)).join("");
/** Returns the setup properties that turn one position into another. */
const sgfSetup = (before, board, turn) => {
  const changed = (color) => Array.from(board.keys())
    .filter((cell) => board[cell] === color && before[cell] !== color).map((cell) => `[${sgfPoint(cell)}]`);
  const properties = ["AE", "AB", "AW"].map((name, color) => [name, changed(color)]);
  const stones = properties.filter(([, points]) => points.length).map(([name, points]) => name + points.join(""));
  return stones.length ? stones.join("") + `PL[${"BW"[turn - 1]}]` : "";
};
/** Returns the node of a step. Setups are relative to the position of `before`. */
const sgfNode = (place, before) => {
  const { board, move, turn, comment } = steps[place];
  const setup = board === undefined ? "" : sgfSetup(before, Array.from(board, Number), turn);
  const played = !setup && move ? `${"BW"[move[0] - 1]}[${sgfPoint(move[1])}]` : "";
  return setup + played + (comment ? `C[${sgfText(comment)}]` : "");
};
/** Returns the steps that follow a step, main line first; a setup follows the previous main-line step. */
const sgfNext = (place) => {
  const next = main[main.indexOf(place) + 1];
  const isMain = main.includes(place) && next !== undefined;
  const others = children[place].filter((child) => child !== next);
  return isMain ? [next, ...others] : others;
};
const sgfTree = (start) => {
  let text = "";
  for (let place = start; ;) {
    const next = sgfNext(place);
    if (next.length !== 1) {
      return text + next.map((child) => `(;${sgfNode(child, boardAt(place))}${sgfTree(child)})`).join("");
    }
    text += ";" + sgfNode(next[0], boardAt(place));
    place = next[0];
  }
};
const sgfRoot = () => {
  const [black, white] = Array.from(document.querySelectorAll("h1 > span"), (name) => name.querySelector("bdi"));
  const rules = game.ruleset ? `RU[${sgfText(game.ruleset)}]` : "";
  const named = (property, element) => element ? `${property}[${sgfText(element.textContent)}]` : "";
  return `GM[1]FF[4]CA[UTF-8]SZ[${size}]KM[${game.komi}]${rules}${named("PB", black)}${named("PW", white)}`;
};
/** Returns the reviewed game as SGF, with its variations and the tried moves. */
const sgf = () => {
  const empty = Array(size * size).fill(0);
  return `(;${sgfRoot()}${sgfNode(main[0], empty)}${sgfTree(main[0])})\n`;
};

// --- pictures -------------------------------------------------------------------------------

/** The properties that the style sheet sets on parts of the board. */
const DRAWN = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray",
  "stroke-linecap", "opacity", "stop-color", "font-family", "font-size", "font-weight", "text-anchor",
  "dominant-baseline"];
/** Copies an element with its computed style as attributes. */
const styled = (element) => {
  const copy = element.cloneNode(false);
  const style = getComputedStyle(element);
  for (const name of DRAWN) copy.setAttribute(name, style.getPropertyValue(name).replaceAll('"', "'"));
  for (const name of ["class", "style"]) copy.removeAttribute(name);
  copy.append(...Array.from(element.childNodes, (child) =>
    child.nodeType === Node.ELEMENT_NODE ? styled(child) : child.cloneNode()));
  return copy;
};
/** The width and height of pictures, in pixels. */
const PICTURE = 1200;
/** Returns the board with its marks as a complete SVG document. */
const svg = () => {
  const board = $("board");
  const picture = drawn("svg", { viewBox: board.getAttribute("viewBox"), width: PICTURE, height: PICTURE },
    styled(document.querySelector(".symbols defs")), ...Array.from(board.children, styled));
  return new XMLSerializer().serializeToString(picture);
};
const png = async () => {
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg());
  await image.decode();
  const canvas = make("canvas", { width: PICTURE, height: PICTURE });
  canvas.getContext("2d").drawImage(image, 0, 0, PICTURE, PICTURE);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
};

// --- buttons --------------------------------------------------------------------------------

const report = (zh, en) => $("shared").replaceChildren(both(zh, en));
const save = (blob, ending) => {
  const stem = decodeURIComponent(location.pathname).split("/").pop().replace(/\.html$/, "") || "game";
  const link = make("a", { href: URL.createObjectURL(blob), download: stem + ending });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  report("已保存。", "Saved.");
};
/** Copies to the clipboard, or saves a file if the browser refuses. */
const copyOrSave = async (blob, ending, copy) => {
  try {
    await copy();
    report("已复制。", "Copied.");
  } catch {
    save(blob, ending);
  }
};
$("copy-svg").addEventListener("click", () => {
  const text = svg();
  const blob = new Blob([text], { type: "image/svg+xml" });
  copyOrSave(blob, ".svg", () => navigator.clipboard.writeText(text));
});
$("copy-png").addEventListener("click", async () => {
  const blob = await png();
  copyOrSave(blob, ".png", () => navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]));
});
$("save-sgf").addEventListener("click", () => save(new Blob([sgf()], { type: "application/x-go-sgf" }), ".sgf"));
