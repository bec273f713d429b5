// Runs before the page is drawn, so that nobody sees the wrong colours first.
document.documentElement.classList.add("script");
try {
  const kept = localStorage.getItem("karat-theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
} catch {
  // Storage may be denied; then the choice holds until the page is closed.
}
