// Elements of pages, texts and numbers in both languages, and stones. The page declares `size`, the number of lines.

const CELL = 32;
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const SVG = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);

// --- text and numbers -----------------------------------------------------------------------

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const both = (zh, en) => {
  const fragment = document.createDocumentFragment();
  fragment.append(make("span", { lang: "zh" }, zh), make("span", { lang: "en" }, en));
  return fragment;
};
const drawn = (tag, attributes, ...children) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
const tenths = (number) => (Math.round(Math.abs(number)) / 10).toFixed(1);
const percent = (share) => tenths(share / 10) + "\u00a0%";
/** Converts a win rate of a colour, in 1/10,000, to Black's. */
const blackShare = (color, share) => (color === 1 ? share : 10000 - share);
const lead = (ofBlack) => {
  const points = tenths(ofBlack / 10);
  return ofBlack < 0 ? both("白+" + points, "W+" + points) : both("黑+" + points, "B+" + points);
};
const vertex = (cell) =>
  cell === null ? both("虚着", "pass") : LETTERS[cell % size] + (size - Math.floor(cell / size));
/** Returns the moves of a variation, separated by spaces. */
const moves = (line) => line.flatMap((cell) => [vertex(cell), " "]);
const stone = (color) => make("i", { className: color === 1 ? "stone black" : "stone white" });

// --- the board ------------------------------------------------------------------------------

const neighbours = (cell) => {
  const x = cell % size;
  const beside = [];
  if (x > 0) beside.push(cell - 1);
  if (x < size - 1) beside.push(cell + 1);
  if (cell >= size) beside.push(cell - size);
  if (cell < size * (size - 1)) beside.push(cell + size);
  return beside;
};
/** Returns the stones of a chain, or nothing if it has a liberty. */
const captured = (board, start) => {
  const chain = [start];
  const seen = new Set(chain);
  for (const at of chain) {
    for (const next of neighbours(at)) {
      if (board[next] === 0) return [];
      if (board[next] === board[start] && !seen.has(next)) {
        seen.add(next);
        chain.push(next);
      }
    }
  }
  return chain;
};
/** Returns the board after a move. */
const after = (board, color, cell) => {
  const next = board.slice();
  if (cell === null) return next;
  next[cell] = color;
  for (const beside of neighbours(cell)) {
    if (next[beside] === 3 - color) for (const dead of captured(next, beside)) next[dead] = 0;
  }
  for (const dead of captured(next, cell)) next[dead] = 0;
  return next;
};
const centre = (cell) => [CELL * ((cell % size) + 1), CELL * (Math.floor(cell / size) + 1)];
const use = (color, cell, extra = {}) => {
  const [x, y] = centre(cell);
  return drawn("use", { href: color === 1 ? "#b" : "#w", x, y, ...extra });
};
