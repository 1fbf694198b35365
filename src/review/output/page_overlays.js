// Overlays of the board: stones marked by points lost, the policy, and the variation under the mouse. Appended to
// page_drawing.js in the same script.

const previewLayer = $("marks").parentNode.appendChild(drawn("g", { id: "preview" }));

/** Returns marks on stones whose moves are not good, with the points lost. */
const lossMarks = (board) => {
  const moves = new Map();
  for (const place of path.slice(0, at + 1)) {
    const { move } = steps[place];
    if (move && move[1] !== null) moves.set(move[1], place);
  }
  const marks = [];
  for (const [cell, place] of moves) {
    const { move, judged } = steps[place];
    if (board[cell] !== move[0] || !judged || judged.grade === "good") continue;
    const [cx, cy] = centre(cell);
    marks.push(drawn("g", { class: "loss " + judged.grade },
      drawn("circle", { cx, cy, r: 10 }),
      drawn("text", { x: cx, y: cy + 0.5 }, String(Math.round(judged.loss[1] / 100)))));
  }
  return marks;
};
/** Returns marks with the policy of the searched points, in percent; the displayed choices have marks of their own. */
const policyMarks = (step, board) => {
  const choices = $("show-choices").checked ? step.choices : [];
  const most = choices.length ? choices[0][0] : 1;
  const isMarked = (cell) =>
    choices.some(([visits, , , line], i) => line[0] === cell && (i === 0 || visits / Math.max(1, most) >= 0.05));
  return (step.policy ?? []).filter(([cell]) => !board[cell] && !isMarked(cell)).map(([cell, prior]) => {
    const [cx, cy] = centre(cell);
    const circle = drawn("circle", { cx, cy, r: prior < 100 ? 4 : 11 });
    const label = prior < 100 ? [] : [drawn("text", { x: cx, y: cy + 0.5 }, String(Math.round(prior / 100)))];
    return drawn("g", { class: "policy" }, circle, ...label);
  });
};
const clearPreview = () => {
  previewLayer.replaceChildren();
  for (const id of ["marks", "owned", "dying"]) $(id).classList.remove("faded");
};
/** Shows a variation while the mouse is over an element. */
const previewOnHover = (element, from, line) => {
  element.addEventListener("pointerenter", (event) => {
    if (event.pointerType !== "mouse") return;
    previewLayer.replaceChildren(...drawLine({ from, line, count: line.length }));
    // The marks receive the pointer although they are transparent.
    for (const id of ["marks", "owned", "dying"]) $(id).classList.add("faded");
  });
  element.addEventListener("pointerleave", () => {
    if (!previewLayer.hasChildNodes()) return;
    clearPreview();
    if (shown) drawVariation();
    else drawStones(boardAt(path[at]));
  });
};
