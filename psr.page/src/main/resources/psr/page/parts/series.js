// Real-valued series over time: one small panel for each channel, all over the same rows. Plain SVG.

import { number } from '../format.js';
import { html, useRef } from '../view.js';
import { useWidth } from './curves.js';
import { axis, extent, tickText } from './scale.js';

const HEIGHT = 110;
const LEFT = 58;
const RIGHT = 10;

const line = (values, x, y) => {
  let text = '';
  let pen = 'M';
  values.forEach(([t, value]) => {
    if (value === null || !Number.isFinite(value)) pen = 'M';
    else {
      text += `${pen}${x(t).toFixed(1)},${y(value).toFixed(1)}`;
      pen = 'L';
    }
  });
  return text;
};

/**
 * One channel: observed values, and a forecast with its band. 'now' is the row after which it is forecast.
 * forecast: { means, low, high } as lists of numbers, or null
 */
function Panel({ channel, rows, from, to, now, forecast, style, width }) {
  const seen = rows.map((value, t) => [t, value]).filter(([t]) => t >= from && t < to);
  const means = (forecast?.means ?? []).map((value, k) => [now + k, value]);
  const last = now > 0 ? [[now - 1, rows[now - 1]]] : [];
  const bounds = forecast?.low ? forecast.low.flatMap((low, k) => [low, forecast.high[k]]) : [];
  const across = axis([from, Math.max(from + 1, to - 1)], [LEFT, Math.max(LEFT + 60, width - RIGHT)]);
  const up = axis(extent([...seen.map(([, value]) => value), ...means.map(([, value]) => value), ...bounds]) ?? [0, 1], [HEIGHT - 8, 8], { pad: 0.06 });
  const ticks = up.ticks(3);
  const band = forecast?.low && [...forecast.high.map((value, k) => [now + k, value]), ...forecast.low.map((value, k) => [now + k, value]).reverse()];
  const unit = channel.unit ? ` [${channel.unit}]` : '';
  return html`<div class="panel"><p class="panel-title">${channel.name}${unit}</p><svg class=${`series c${style % 10}`} width="100%" height=${HEIGHT} role="img"
        aria-label=${`${channel.name}${unit}, rows ${from + 1} to ${to}${forecast && means.length > 0 ? `; forecast after row ${now}: next ${number(means[0][1])}` : ''}`}>
    ${ticks.map((tick) => html`<g key=${tick}><line class="grid" x1=${LEFT} x2=${width - RIGHT} y1=${up(tick)} y2=${up(tick)}/>
      <text x=${LEFT - 6} y=${up(tick)} text-anchor="end" dominant-baseline="central">${tickText(tick, ticks)}</text></g>`)}
    ${band && html`<path class="band" d=${`${line(band, across, up)}Z`}/>`}
    <path class="past" d=${line(seen.filter(([t]) => t < now), across, up)}/>
    <path class="future" d=${line([...last, ...seen.filter(([t]) => t >= now)], across, up)}/>
    ${means.length > 0 && html`<path class="means" d=${line([...last, ...means], across, up)}/>
      <line class="at" x1=${across(Math.max(from, now - 0.5))} x2=${across(Math.max(from, now - 0.5))} y1="4" y2=${HEIGHT - 4}/>`}
  </svg></div>`;
}

const column = (rows, c) => rows.map((row) => row[c]);

/** All channels of a series between two rows; forecast: { means, low, high } with a row for each step, or null. */
export function Series({ channels, rows, from = 0, to = rows.length, now = to, forecast = null, first = 0 }) {
  const box = useRef(null);
  const width = useWidth(box);
  return html`<div ref=${box} class="panels">${width > 0 && channels.map((channel, c) => html`<${Panel} key=${channel.name} channel=${channel} rows=${column(rows, c)} from=${from} to=${to} now=${now}
      style=${first + c} width=${width} forecast=${forecast && { means: column(forecast.means, c), low: forecast.low && column(forecast.low, c), high: forecast.high && column(forecast.high, c) }}/>`)}</div>`;
}
