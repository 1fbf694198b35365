// Layers of the board: stones, ownership, variations and marks. Appended to elements.js in the same script.

const drawStones = (board) => {
  const stones = [];
  board.forEach((color, cell) => color && stones.push(use(color, cell)));
  $("stones").replaceChildren(...stones);
};
/**
 * Draws the ownership: tints points, and stones that are likely to die. `owned` has a letter per point, from "a"
 * (White) to "u" (Black); it may be empty.
 */
const drawOwnership = (owned, board) => {
  const below = [];
  const above = [];
  Array.from(owned).forEach((letter, cell) => {
    const share = (letter.charCodeAt(0) - 107) / 10;
    if (Math.abs(share) < 0.15) return;
    const owner = share > 0 ? 1 : 2;
    const isDying = board[cell] !== 0 && board[cell] !== owner;
    const half = isDying ? CELL / 5 : CELL / 2;
    const [x, y] = centre(cell);
    (isDying ? above : below).push(drawn("rect", {
      class: owner === 1 ? "black" : "white",
      x: x - half, y: y - half, width: 2 * half, height: 2 * half,
      opacity: (Math.abs(share) * (isDying ? 0.95 : 0.5)).toFixed(2),
    }));
  });
  $("owned").replaceChildren(...below);
  $("dying").replaceChildren(...above);
};
const text = (cell, words, color) => {
  const [x, y] = centre(cell);
  const name = color === 1 ? "on-black-text" : "on-white-text";
  return drawn("text", { x, y: y + 0.5, class: name }, String(words));
};
/** Draws the stones of a variation from a position, and returns the numbers of its moves. */
const drawMoves = (start, turn, line) => {
  let [board, color] = [start, turn];
  const numbers = new Map();
  line.forEach((cell, i) => {
    board = after(board, color, cell);
    if (cell !== null) numbers.set(cell, i + 1);
    color = 3 - color;
  });
  drawStones(board);
  return Array.from(numbers).flatMap(([cell, number]) => (board[cell] ? [text(cell, number, board[cell])] : []));
};
/** Returns the mark of a candidate move; `share` are its visits in relation to the first candidate. */
const choiceMark = (cell, label, share, isFirst) => {
  const [x, y] = centre(cell);
  const weight = (0.3 + 0.65 * Math.sqrt(share)).toFixed(2);
  return drawn("g", { class: isFirst ? "choice first" : "choice", style: `--weight:${weight}` },
    drawn("circle", { cx: x, cy: y, r: 13.5 }),
    drawn("text", { x, y: y + 0.5 }, String(label)));
};
/** Returns the mark of the last move. */
const lastMoveMark = ([color, cell], r = 7) => {
  const [cx, cy] = centre(cell);
  return drawn("circle", { class: color === 1 ? "played on-black" : "played on-white", cx, cy, r });
};
