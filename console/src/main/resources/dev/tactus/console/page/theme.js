// Dark, light, or as the viewer's system has it. The choice stays in this browser; drawings ask
// here for the colours of the style sheet.

const KEY = 'tactus-theme';
const CHOICES = ['auto', 'dark', 'light'];
const listeners = new Set();
let cache = new Map();

function stored() {
  try {
    const value = localStorage.getItem(KEY);
    return CHOICES.includes(value) ? value : 'auto';
  } catch {
    return 'auto';
  }
}

let choice = stored();

function apply() {
  document.documentElement.dataset.theme = choice;
  cache = new Map();
  for (const listener of listeners) listener();
}

export const theme = {
  get choice() {
    return choice;
  },

  /** The next choice in turn. */
  next() {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // A browser that keeps nothing: the choice holds until the page is closed.
    }
    apply();
  },

  listen(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** A custom property of the style sheet, such as `--accent`. */
export function colour(name) {
  let value = cache.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    cache.set(name, value);
  }
  return value;
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
apply();
