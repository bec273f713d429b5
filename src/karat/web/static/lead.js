// Tells the lead that there are new answers. The page is not changed under the reader's eyes.
const SECONDS = 30;
const shown = document.body.dataset.answers;
const news = document.getElementById("news");

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/lead/progress", { headers: { Accept: "application/json" } });
    if (answer.ok) news.hidden = String((await answer.json()).answers) === shown;
  } catch {
    // No connection: the next look may have one.
  }
}

setInterval(look, SECONDS * 1000);
