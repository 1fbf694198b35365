// Plays the better variation of a move step by step. Appended to page_drawing.js in the same script.

/** Plays or takes back a move of the displayed variation, or calls `otherwise` if there is none. */
const stepOr = (by, otherwise) => {
  if (!shown) return otherwise();
  const count = shown.count + by;
  if (count < 1) shown = null;
  else shown.count = Math.min(count, shown.line.length);
  draw();
};
for (const button of document.querySelectorAll(".lessons .play")) {
  button.addEventListener("click", () => {
    const place = byNumber.get(Number(button.dataset.number));
    if (place === undefined) return;
    jump(place);
    const [better] = variations(path[at]);
    shown = better ? { ...better, count: 1 } : null;
    draw();
    document.querySelector(".stage").scrollIntoView({ behavior: "smooth", block: "start" });
    // The arrow keys continue the variation.
    button.blur();
  });
}
