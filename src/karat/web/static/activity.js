// Seconds in which the judge worked: the page is in sight, and something was touched in the last minute.

const IDLE = 60_000;

export class Activity {
  constructor(seconds = 0) {
    this.seconds = seconds;
    this.last = performance.now();
    this.until = this.last + IDLE;
    const touched = () => {
      this.count();
      this.until = performance.now() + IDLE;
    };
    for (const kind of ["pointerdown", "pointermove", "keydown", "scroll", "input"]) {
      addEventListener(kind, touched, { passive: true, capture: true });
    }
    document.addEventListener("visibilitychange", () => {
      this.count(document.visibilityState !== "visible");
      if (document.visibilityState === "visible") touched();
    });
  }

  /** Add what has passed since the last time, but for what was idle or out of sight. */
  count(wasVisible = document.visibilityState === "visible") {
    const now = performance.now();
    if (wasVisible) this.seconds += Math.max(0, Math.min(now, this.until) - this.last) / 1000;
    this.last = now;
  }

  get total() {
    this.count();
    return Math.round(this.seconds * 10) / 10;
  }
}
