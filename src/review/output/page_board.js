// The game data, and the position of each step. Appended to elements.js in the same script.

const game = JSON.parse(document.getElementById("game").textContent);
const { size, steps, main, lessons } = game;

const boards = new Map();
const boardAt = (place) => {
  const missing = [];
  let at = place;
  while (!boards.has(at) && steps[at].board === undefined) {
    missing.push(at);
    at = steps[at].from;
  }
  if (!boards.has(at)) boards.set(at, Array.from(steps[at].board, Number));
  let board = boards.get(at);
  for (const step of missing.reverse()) {
    board = after(board, ...steps[step].move);
    boards.set(step, board);
  }
  return board;
};
