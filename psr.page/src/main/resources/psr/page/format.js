// Formats numbers, times and words.

export const DASH = '–';

/** A number with four significant digits, as in the tables of the shell. */
export function number(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e6 || size < 1e-4) return value.toExponential(2).replace('-', '−').replace('e+', 'e').replace('e-', 'e−');
  const places = size >= 1000 ? 1 : size >= 10 ? 3 : 4;
  return value.toFixed(places).replace('-', '−');
}

/** Mean and standard error; the error determines the digits of the mean. */
export function withError(mean, error) {
  if (mean === null || mean === undefined) return DASH;
  return error === null || error === undefined ? number(mean) : `${number(mean)} ± ${number(error)}`;
}

/**
 * Parses a whole number; returns the text if JavaScript cannot represent it, so that the server rejects it instead of
 * changing it.
 */
export const wholeOrText = (text) => (text.trim() !== '' && Number.isSafeInteger(Number(text)) ? Number(text) : text);

export const whole = (value) => (value ?? 0).toLocaleString('en-GB');

/** A fraction in percent; only 1 is 100 %, only 0 is 0 %. */
export function percent(share) {
  if (share > 0.99 && share < 1) return share > 0.9999 ? '> 99.99 %' : `${(share * 100).toFixed(share > 0.999 ? 2 : 1)} %`;
  if (share >= 0.0995) return `${Math.round(share * 100)} %`;
  if (share >= 0.001) return `${(share * 100).toFixed(1)} %`;
  return share === 0 ? '0 %' : `${(share * 100).toPrecision(1)} %`;
}

export function bytes(count) {
  if (count === null || count === undefined) return DASH;
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let i = 0;
  let rest = count;
  while (rest >= 1024 && i < units.length - 1) {
    rest /= 1024;
    i++;
  }
  return `${i === 0 || rest >= 100 ? Math.round(rest) : rest.toFixed(1)} ${units[i]}`;
}

export function duration(seconds) {
  if (seconds === null || seconds === undefined) return DASH;
  if (seconds < 1) return `${seconds.toFixed(seconds < 0.1 ? 3 : 2)} s`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** The time since then, or the date if it was days ago. */
export function ago(time) {
  if (!time) return DASH;
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  if (seconds < 10) return 'just now';
  if (seconds < 60) return `${Math.floor(seconds)} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return moment(time).slice(0, 10);
}

export function moment(time) {
  if (!time) return DASH;
  const date = new Date(time);
  const two = (n) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

export const count = (n, one, many = `${one}s`) => `${whole(n)} ${n === 1 ? one : many}`;

/** The states of a run, for people. */
export const STATES = {
  queued: 'queued', running: 'running', paused: 'paused', waiting: 'waits for a plugin', done: 'done', failed: 'failed',
  cancelled: 'cancelled', learning: 'learning', ready: 'ready',
};
