// Selects the language of the reader's browser, unless the user of the program chose one. Without this
// script the page starts in English or in the chosen language, and the switch still works.

const showLanguage = () => {
  document.documentElement.lang = document.getElementById("zh").checked ? "zh" : "en";
};
for (const id of ["zh", "en"]) {
  const choice = document.getElementById(id);
  choice.addEventListener("change", showLanguage);
  // After a mouse click, the arrow keys control the board again.
  document.querySelector(`label[for=${id}]`).addEventListener("click", () => setTimeout(() => choice.blur()));
}
if (document.querySelector(".language-choice").dataset.asked === "no") {
  const isChinese = (navigator.language || "").toLowerCase().startsWith("zh");
  document.getElementById(isChinese ? "zh" : "en").checked = true;
}
showLanguage();
