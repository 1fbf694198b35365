// The value of moving first in the current position, if it was measured. Appended to page_drawing.js in the same
// script.

/** Shows the value of the engine's choice in the current position, such as "B4: 7.0 points in gote". */
const drawValue = () => {
  const line = $("value");
  const { first, turn, choices } = steps[path[at]];
  line.hidden = !first || !choices.length;
  if (line.hidden) return;
  const [gain, followUp, isSente] = first;
  const points = tenths(gain / 10);
  const threat = tenths(followUp / 10);
  line.replaceChildren(stone(turn), make("b", {}, vertex(choices[0][3][0])),
    isSente
      ? both(`：约先手 ${points} 目，后续威胁约 ${threat} 目`, `: about ${points} points in sente; threatens about ${threat} more`)
      : both(`：约后手 ${points} 目`, `: about ${points} points in gote`));
};
addEventListener("drawn", drawValue);
