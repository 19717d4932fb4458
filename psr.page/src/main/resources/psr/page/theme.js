// Light or dark: the system's preference, unless the user chooses. Loaded first, to avoid a flash of the wrong theme.

const KEY = 'psr.theme';
const ORDER = ['system', 'light', 'dark'];

const saved = () => {
  try { return localStorage.getItem(KEY); } catch { return null; }
};

export const theme = () => (ORDER.includes(saved()) ? saved() : 'system');

function show() {
  document.documentElement.dataset.theme = theme();
}

/** Switches to the next of system, light, dark. */
export function nextTheme() {
  const next = ORDER[(ORDER.indexOf(theme()) + 1) % ORDER.length];
  try { localStorage.setItem(KEY, next); } catch { /* without storage the system's preference applies */ }
  show();
  return next;
}

show();
