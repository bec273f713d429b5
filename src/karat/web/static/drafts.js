// Work in progress: in this browser at once, on the server a moment later.
import { request } from "./delivery.js";
import { forget, keep, kept, names } from "./stored.js";
import { say } from "./words.js";

const PREFIX = "karat-draft:";
const MOMENT = 1200;
const OLDEST = 14 * 24 * 3600 * 1000;

export class Drafts {
  constructor(item, step, status) {
    this.item = item;
    this.step = step;
    this.name = `${PREFIX}${item}:${step}`;
    this.status = status;
    this.timer = null;
    this.clean();
  }

  /** The newer of what the server has and what this browser has. */
  newest(fromServer) {
    const local = kept(this.name);
    const server = fromServer?.step === this.step ? fromServer : null;
    if (!local || !server) return local ?? server;
    return (local.saved ?? 0) >= (server.saved ?? 0) ? local : server;
  }

  save(state) {
    const draft = { ...state, step: this.step, saved: Date.now() };
    const here = keep(this.name, draft);
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const { status } = await request("PUT", `/draft/${this.item}`, draft);
      if (status >= 200 && status < 300) this.status(say("draft_saved"));
      else if (here) this.status(say("draft_local"));
    }, MOMENT);
  }

  stop() {
    clearTimeout(this.timer);
  }

  drop() {
    this.stop();
    forget(this.name);
  }

  /** Drafts of long ago, whose pages were perhaps answered elsewhere. */
  clean() {
    for (const name of names(PREFIX)) {
      if (Date.now() - (kept(name)?.saved ?? 0) > OLDEST) forget(name);
    }
  }
}
