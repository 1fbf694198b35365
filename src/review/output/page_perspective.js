// The perspective of win rates and scores in the texts, in the table and on the board: Black's, or the perspective of
// the side to move. Charts and the other tables always show Black's. Appended to page_board.js in the same script.

/** The name of the browser's record of the choice. */
const PERSPECTIVE = "tianyuan-perspective";

const isMoverView = () => $("mover-view").checked;
/** Returns the colour whose values are displayed where `color` is to move. */
const viewOf = (color) => (isMoverView() ? color : 1);
/** Converts a win rate of a colour, in 1/10,000, to the displayed perspective. */
const shownShare = (color, share) => (isMoverView() ? share : blackShare(color, share));
/** Describes a lead of a colour, in 1/100 point: by the leader, or with the sign of the side to move. */
const shownLead = (color, points) => {
  if (!isMoverView()) return lead(color === 1 ? points : -points);
  return (points < 0 ? "−" : "+") + tenths(points / 10);
};
/** Returns the heading of the win rates where `color` is to move. */
const shareHeading = (color) =>
  viewOf(color) === 1 ? both("黑胜率", "Black wins") : both("白胜率", "White wins");

// Some browsers refuse storage to local files; the page then starts with Black's perspective.
try {
  $("mover-view").checked = localStorage.getItem(PERSPECTIVE) === "mover";
} catch {
  $("mover-view").checked = false;
}
$("mover-view").addEventListener("change", () => {
  draw();
  try {
    localStorage.setItem(PERSPECTIVE, isMoverView() ? "mover" : "black");
  } catch {
    return;
  }
});
