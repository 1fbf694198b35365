// Plays the better variation of a move step by step. Appended to page_drawing.js in the same script.

/** The time between the moves of a variation that plays by itself, in milliseconds. */
const PLAYING = 700;
let playing = null;
const stopPlaying = () => {
  clearInterval(playing);
  playing = null;
};
/** Plays or takes back a move of the displayed variation, or calls `otherwise` if there is none. */
const stepOr = (by, otherwise) => {
  stopPlaying();
  if (!shown) return otherwise();
  const count = shown.count + by;
  if (count < 1) shown = null;
  else shown.count = Math.min(count, shown.line.length);
  draw();
};
/** Plays all moves of a variation, one by one unless the reader prefers less motion. */
const playAll = (variation) => {
  stopPlaying();
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const mine = { ...variation, count: isStill ? variation.line.length : 1 };
  shown = mine;
  draw();
  if (isStill) return;
  playing = setInterval(() => {
    // Any other action of the reader ends it.
    if (shown !== mine || mine.count === mine.line.length) return stopPlaying();
    mine.count += 1;
    draw();
  }, PLAYING);
};
for (const button of document.querySelectorAll(".lessons .play")) {
  button.addEventListener("click", () => {
    const place = byNumber.get(Number(button.dataset.number));
    if (place === undefined) return;
    jump(place);
    const [better] = variations(path[at]);
    if (better) playAll(better);
    document.querySelector(".stage").scrollIntoView({ behavior: "smooth", block: "start" });
    // The arrow keys continue the variation.
    button.blur();
  });
}
