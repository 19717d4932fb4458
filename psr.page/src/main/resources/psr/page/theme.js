// Light or dark: as the system has it, unless the visitor says otherwise. Loaded first, so that nothing flashes.

const KEY = 'psr.theme';
const ORDER = ['system', 'light', 'dark'];

const kept = () => {
  try { return localStorage.getItem(KEY); } catch { return null; }
};

export const theme = () => (ORDER.includes(kept()) ? kept() : 'system');

function show() {
  document.documentElement.dataset.theme = theme();
}

/** Goes on to the next of system, light, dark. */
export function nextTheme() {
  const next = ORDER[(ORDER.indexOf(theme()) + 1) % ORDER.length];
  try { localStorage.setItem(KEY, next); } catch { /* a visitor without storage keeps the system's */ }
  show();
  return next;
}

show();
