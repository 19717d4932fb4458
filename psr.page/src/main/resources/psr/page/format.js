// Numbers, times and words for people.

export const DASH = '–';

/** A number with four significant places, as the tables of the shell have it. */
export function number(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e6 || size < 1e-4) return value.toExponential(2).replace('-', '−').replace('e+', 'e').replace('e-', 'e−');
  const places = size >= 1000 ? 1 : size >= 10 ? 3 : 4;
  return value.toFixed(places).replace('-', '−');
}

/** Mean and standard error, the mean with as many places as the error makes sense of. */
export function withError(mean, error) {
  if (mean === null || mean === undefined) return DASH;
  return error === null || error === undefined ? number(mean) : `${number(mean)} ± ${number(error)}`;
}

/** What was typed as a whole number; as text where no number of JavaScript is the same, so that it is refused and not changed. */
export const wholeOrText = (text) => (text.trim() !== '' && Number.isSafeInteger(Number(text)) ? Number(text) : text);

export const whole = (value) => (value ?? 0).toLocaleString('en-GB');

/** A share in per cent; only 1 is 100 %, only 0 is 0 %. */
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

/** How long ago, or the date where that was days ago. */
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

/** What a state means, in words. */
export const STATES = {
  queued: 'waits for its turn', running: 'running', paused: 'paused', waiting: 'waits for a plugin', done: 'done', failed: 'failed',
  cancelled: 'cancelled', learning: 'learning', ready: 'ready',
};
