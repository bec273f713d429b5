// Answers on their way. One that could not be sent stays in this browser and is sent again with the same key,
// so that the server stores it once however often it comes.
import { forget, keep, kept, names } from "./stored.js";

const WAITING = "karat-outbox:";
const DELAYS = [1, 2, 4, 8, 15, 30];

/** What came back: the status, 0 without a connection, and the answer in words or data. */
export async function request(method, address, body, headers = {}) {
  let response;
  try {
    response = await fetch(address, {
      method,
      headers: { Accept: "application/json", "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
      credentials: "same-origin",
      redirect: "error",
      signal: AbortSignal.timeout(20_000),
    });
  } catch {
    return { status: 0, data: {} };
  }
  let data = {};
  try {
    data = await response.json();
  } catch {
    // A proxy in between may answer in its own way.
  }
  return { status: response.status, data };
}

/** Whether the same request may succeed later. */
export function isPassing(status) {
  return status === 0 || status === 408 || status === 429 || status === 401 || status >= 500;
}

export function post(letter) {
  keep(WAITING + letter.item + ":" + letter.key, letter);
}

export function waiting() {
  return names(WAITING).map(kept).filter(Boolean);
}

export function discard(letter) {
  forget(WAITING + letter.item + ":" + letter.key);
}

export function send(letter) {
  return request("POST", letter.address, letter.body, { "Idempotency-Key": letter.key });
}

/** Send until it is stored or refused for good; `onTrouble` hears of every failure. */
export async function deliver(letter, onTrouble) {
  post(letter);
  for (let attempt = 0; ; attempt += 1) {
    const result = await send(letter);
    if (!isPassing(result.status)) {
      discard(letter);
      return result;
    }
    onTrouble(result.status);
    await pause(DELAYS[Math.min(attempt, DELAYS.length - 1)]);
  }
}

let wake = () => {};

/** Try again at once: the connection is back, or the judge asked for it. */
export function hurry() {
  wake();
}

function pause(seconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

addEventListener("online", () => hurry());
