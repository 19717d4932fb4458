// Axes: conversion between values and pixels, and positions of ticks.

const padded = ([low, high], share) => (low === high ? [low - (Math.abs(low) * 0.05 || 0.5), high + (Math.abs(high) * 0.05 || 0.5)]
  : [low - (high - low) * share, high + (high - low) * share]);

/** An axis of the range [low, high] over the pixels [from, to]; a logarithmic one needs values above 0. */
export function axis(range, [from, to], { log = false, pad = 0 } = {}) {
  const forth = log ? Math.log10 : (x) => x;
  const back = log ? (x) => 10 ** x : (x) => x;
  const [low, high] = padded(range.map(forth), pad);
  const scale = (to - from) / (high - low);
  const at = (value) => from + (forth(value) - low) * scale;
  at.value = (pixel) => back(low + (pixel - from) / scale);
  at.range = [back(low), back(high)];
  at.log = log;
  at.ticks = (most) => (log ? logTicks(low, high, most) : ticks(low, high, most));
  return at;
}

/** Round numbers within a range: steps of 1, 2 or 5 times a power of ten. */
export function ticks(low, high, most) {
  const raw = (high - low) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= raw * 0.999) * power;
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) found.push(Number((i * step).toPrecision(12)));
  return found;
}

/** Powers of ten, or round numbers if the range contains fewer than two of them. */
function logTicks(low, high, most) {
  if (high - low < 2) return ticks(10 ** low, 10 ** high, most).filter((value) => value > 0);
  const every = Math.ceil((high - low) / most);
  const found = [];
  for (let power = Math.ceil(low); power <= high; power += every) found.push(10 ** power);
  return found;
}

const EXPONENT = 100; // adjacent ticks differ by this factor only if they are powers of ten

/** The label of a tick: enough digits to distinguish adjacent ones; powers of ten all in the same format. */
export function tickText(value, all) {
  const step = all.length > 1 ? Math.min(...all.slice(1).map((next, i) => Math.abs(next - all[i]))) : Math.abs(value) || 1;
  const size = Math.max(...all.map(Math.abs));
  const powers = all[0] > 0 && size / all[0] > EXPONENT * 0.99;
  if (size >= 1e5 || (powers ? all[0] : size) < 1e-3) return value === 0 ? '0' : Number(value.toPrecision(3)).toExponential().replace('e+', 'e').replace(/-/g, '−');
  if (powers) return String(Number(value.toPrecision(3)));
  return value.toFixed(Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) - 1e-9)))).replace('-', '−');
}

/** Least and greatest of the finite values, or null if there are none. */
export function extent(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? null : [low, high];
}

/** The points of a line that matter: the others lie within a number of pixels of the line through these (Douglas and Peucker). */
export function simplified(xs, ys, tolerance) {
  const kept = new Uint8Array(xs.length);
  const open = xs.length > 0 ? [0, xs.length - 1] : [];
  while (open.length > 0) {
    const to = open.pop();
    const from = open.pop();
    kept[from] = kept[to] = 1;
    const dx = xs[to] - xs[from];
    const dy = ys[to] - ys[from];
    let worst = tolerance * (Math.sqrt(dx * dx + dy * dy) || 1);
    let at = -1;
    for (let i = from + 1; i < to; i++) {
      const off = Math.abs(dy * (xs[i] - xs[from]) - dx * (ys[i] - ys[from]));
      if (off > worst) {
        worst = off;
        at = i;
      }
    }
    if (at >= 0) open.push(from, at, at, to);
  }
  return kept;
}
