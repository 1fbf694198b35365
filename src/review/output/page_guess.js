// Guess the move: the reader proposes the next move, and the page compares it with the engine's choices and the game.
// Appended to page_drawing.js in the same script.

const guessing = $("guess");
/** The numbers of guesses, of guesses that match the engine's choice, and of those that match the game. */
let guesses = [0, 0, 0];
const isGuessing = () => guessing.checked && path[at + 1] !== undefined;
const toldGuess = $("guessed");
const reportGuess = (cell, zh, en) => {
  const [count, best, same] = guesses;
  toldGuess.replaceChildren(make("b", {}, vertex(cell)), both(zh, en),
    both(`（${count} 手中与首选一致 ${best} 手，与实战一致 ${same} 手）`, ` (of ${count} guesses, ${best} match the engine and ${same} the game)`));
};
/** Judges a guess and goes on to the next position. */
const guess = (cell) => {
  const step = steps[path[at]];
  if (!isGuessing() || boardAt(path[at])[cell]) return;
  const next = steps[path[at + 1]].move;
  const rank = step.choices.findIndex(([, , , line]) => line[0] === cell);
  const first = step.choices[0];
  const isSame = next && next[1] === cell;
  guesses = [guesses[0] + 1, guesses[1] + (rank === 0), guesses[2] + isSame];
  go(at + 1);
  const game = next && next[1] !== null ? vertex(next[1]) : both("虚着", "pass");
  const loss = first && rank > 0 ? tenths((first[2] - step.choices[rank][2]) / 10) : "";
  if (rank === 0) reportGuess(cell, "：与首选一致。", ": the engine’s choice.");
  else if (rank > 0) reportGuess(cell, `：第 ${rank + 1} 选，目差少 ${loss}。`, `: choice ${rank + 1}, ${loss} points behind the first.`);
  else reportGuess(cell, "：不在选点之中。", ": not among the engine’s choices.");
  toldGuess.append(both(" 实战：", " Game: "), game);
};
const guessPoint = (event) => {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform($("board").getScreenCTM().inverse());
  const [column, row] = [x, y].map((length) => Math.round(length / CELL) - 1);
  if (column >= 0 && column < size && row >= 0 && row < size) guess(row * size + column);
};
$("board").addEventListener("click", (event) => { if (isGuessing()) guessPoint(event); });
$("guess-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("guess-vertex").value.trim().toUpperCase();
  const [column, row] = [LETTERS.indexOf(text[0]), size - Number(text.slice(1))];
  $("guess-vertex").value = "";
  const isPoint = /^[A-Z]\d+$/.test(text) && column >= 0 && column < size && row >= 0 && row < size;
  if (isPoint) guess(row * size + column);
  else toldGuess.replaceChildren(both("请写坐标，例如 C4。", "Enter a point such as C4."));
});
/** Hides everything that gives the next move away. */
const drawGuess = () => {
  const isOn = isGuessing();
  document.documentElement.classList.toggle("guessing", isOn);
  $("guess-form").hidden = !guessing.checked;
  if (isOn) $("marks").replaceChildren(...Array.from($("marks").children).filter((mark) => mark.matches(".played")));
};
guessing.addEventListener("change", () => {
  guesses = [0, 0, 0];
  toldGuess.replaceChildren(...(guessing.checked ? [both("您来下下一手。", "Choose the next move.")] : []));
  draw();
});
addEventListener("drawn", drawGuess);
