// The language of a page is the reader's, unless one was asked for. Without this it is as was asked
// for, or English, and the switch works all the same.

const speak = () => {
  document.documentElement.lang = document.getElementById("zh").checked ? "zh" : "en";
};
for (const id of ["zh", "en"]) {
  const choice = document.getElementById(id);
  choice.addEventListener("change", speak);
  // Whoever used the mouse goes on with the arrow keys on the board.
  document.querySelector(`label[for=${id}]`).addEventListener("click", () => setTimeout(() => choice.blur()));
}
if (document.querySelector(".tongue").dataset.asked === "no") {
  const isChinese = (navigator.language || "").toLowerCase().startsWith("zh");
  document.getElementById(isChinese ? "zh" : "en").checked = true;
}
speak();
