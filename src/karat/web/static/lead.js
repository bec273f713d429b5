// Says in the lead's language how long ago answers came, and that there are new ones. Figures are not changed
// under the reader's eyes.
const SECONDS = 30;
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
const shown = document.body.dataset.answers;
const news = document.getElementById("news");
const ago = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto", style: "short" });

function sayTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const then = new Date(time.dateTime);
    const seconds = Math.max(0, (Date.now() - then) / 1000);
    const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ["minute", 60];
    time.title ||= then.toLocaleString(document.documentElement.lang);
    time.textContent = ago.format(-Math.floor(seconds / length), unit);
  }
}

async function look() {
  if (document.hidden) return;
  sayTimes();
  try {
    const answer = await fetch("/lead/progress", { headers: { Accept: "application/json" } });
    if (answer.ok) news.hidden = String((await answer.json()).answers) === shown;
  } catch {
    // No connection: the next look may have one.
  }
}

sayTimes();
setInterval(look, SECONDS * 1000);
