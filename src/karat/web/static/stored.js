// What this browser keeps between pages. Storage may be full or denied: then nothing is kept, and nothing fails.

export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Whether the value could be kept. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

export function names(prefix) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
