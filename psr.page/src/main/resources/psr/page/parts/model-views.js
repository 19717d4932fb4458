// Views of a model: probabilities as bars, surprise as color, the state as a path in a plane, singular values.

import { number, percent } from '../format.js';
import { html, useRef, useState } from '../view.js';
import { useWidth } from './curves.js';
import { axis, extent, tickText } from './scale.js';

const MOST = 30;
const SIDE = 300;
const ROW = 26;
const VALUES = 400; // largest number of singular values shown

/** A symbol of any alphabet; a blank is made visible. */
export const Symbol = ({ of }) => (of === ' ' || of === '<blank>' ? '␣' : of === '\n' ? '⏎' : of === '\t' ? '⇥' : of);

/**
 * Probabilities as bars in a fixed order of symbols, so that changes are visible; a click adds the symbol, except after
 * the end.
 */
export function Distribution({ distribution, end, onPick }) {
  const [sorted, setSorted] = useState(false);
  const many = distribution.length > MOST;
  const ranked = [...distribution].sort((a, b) => b.probability - a.probability);
  const shown = sorted || many ? ranked.slice(0, MOST) : distribution;
  const top = ranked[0]?.probability || 1;
  return html`${!many && distribution.length > 1 && html`<label class="switch">
    <input type="checkbox" checked=${sorted} onChange=${(event) => setSorted(event.target.checked)}/> most probable first</label>`}
    <div class="bars" style=${{ height: `${shown.length * ROW}px` }}>${distribution.map(({ symbol, probability }) => {
      const place = shown.findIndex((one) => one.symbol === symbol);
      const does = symbol === end ? {} : { title: `add ${symbol}`, onClick: () => onPick(symbol) };
      return place >= 0 && html`<${symbol === end ? 'div' : 'button'} key=${symbol} class="bar-row" style=${{ transform: `translateY(${place * ROW}px)` }} ...${does}>
        <span class="bar-name"><${Symbol} of=${symbol}/></span><span class="bar-track">
          <span class="bar" style=${{ width: `${(100 * probability) / top}%` }}></span></span>
          <span class="num">${percent(probability)}</span><//>`;
    })}</div>${many && html`<p class="quiet">the most probable ${MOST} of ${distribution.length}</p>`}`;
}

/** Symbols colored by their log loss: the more bits, the greater the surprise. */
export function Surprise({ steps }) {
  const most = Math.max(1, ...steps.map(({ bits }) => bits ?? 0));
  return html`<div class="surprise">${steps.map(({ symbol, bits }, i) => html`<span key=${i} class="symbol heat"
        style=${{ '--heat': `${Math.round((100 * (bits ?? 0)) / most)}%` }}
    title=${`${number(bits)} bits`}><${Symbol} of=${symbol}/>
      <span class="bits num">${bits === null || bits === undefined ? '–' : bits.toFixed(1)}</span></span>`)}</div>`;
}

/** The points with enough space for a name: the last ones first, each at some distance from the others. */
function apart(places) {
  const chosen = new Map();
  for (let i = places.length - 1; i >= 0; i--) {
    const [px, py] = places[i];
    if ([...chosen.values()].every(([qx, qy]) => Math.abs(px - qx) > 16 || Math.abs(py - qy) > 13)) chosen.set(i, places[i]);
  }
  return chosen;
}

const LABEL_LENGTH = 16;
const LETTER = 10; // pixels of a letter in the larger font of phones

/** The name of a symbol beside its point, within the frame: on the side with more space, and below at the upper edge. */
function PlaneLabel({ symbol, x, y }) {
  const text = symbol.length > LABEL_LENGTH ? `${symbol.slice(0, LABEL_LENGTH - 1)}…` : symbol;
  const right = x + 8 + text.length * LETTER < SIDE * 1.5;
  const left = x - 8 - text.length * LETTER > 0;
  const place = right ? { x: x + 8, 'text-anchor': 'start' } : left ? { x: x - 8, 'text-anchor': 'end' } : { x: SIDE * 0.75, 'text-anchor': 'middle' };
  return html`<text ...${place} y=${y < 24 ? y + 18 : y - 7}>${symbol.length > LABEL_LENGTH && html`<title>${symbol}</title>`}<${Symbol} of=${text}/></text>`;
}

/** The two leading components of the state after each symbol, joined in order. */
export function Plane({ steps }) {
  const points = steps.filter(({ state }) => state?.length > 0).map(({ symbol, state }) => ({ symbol, a: state[0], b: state[1] ?? 0 }));
  const x = axis(extent(points.map(({ a }) => a)) ?? [-1, 1], [24, SIDE * 1.5 - 24], { pad: 0.08 });
  const y = axis(extent(points.map(({ b }) => b)) ?? [-1, 1], [SIDE - 24, 24], { pad: 0.08 });
  const line = points.map(({ a, b }, i) => `${i ? 'L' : 'M'}${x(a).toFixed(1)},${y(b).toFixed(1)}`).join('');
  const named = apart(points.map(({ a, b }) => [x(a), y(b)]));
  const end = points[points.length - 1];
  return html`<svg class="plane" viewBox=${`0 0 ${SIDE * 1.5} ${SIDE}`} role="img"
        aria-label=${`The state after each of ${points.length} symbols, in two components`}>
    <rect class="frame" x="0.5" y="0.5" width=${SIDE * 1.5 - 1} height=${SIDE - 1}/>
    ${points.length < 2 && html`<text class="caption" x=${SIDE * 0.75} y=${SIDE / 2} text-anchor="middle">two symbols or more make a path</text>`}
    ${points.length > 1 && html`<path class="walk" d=${line}/>${points.map(({ symbol, a, b }, i) => html`<g key=${i}>
      <circle class=${i === points.length - 1 ? 'now' : 'was'} cx=${x(a)} cy=${y(b)} r=${i === points.length - 1 ? 6 : 3.5}/>
      ${named.has(i) && html`<${PlaneLabel} symbol=${symbol} x=${x(a)} y=${y(b)}/>`}</g>`)}`}
    ${end && html`<title>now at ${number(end.a)}, ${number(end.b)}</title>`}</svg>`;
}

/** Singular values on a logarithmic scale; those that the rank includes are filled. */
export function Spectrum({ of: { values, rank } }) {
  const shown = values.slice(0, VALUES);
  const positive = shown.filter((value) => value > 0);
  const least = Math.max(Math.min(...positive), Math.max(...positive) * 1e-8);
  const y = axis([least, Math.max(...positive)], [150, 8], { log: true, pad: 0.03 });
  const ticks = y.ticks(4);
  const box = useRef(null);
  const right = Math.max(260, useWidth(box)) - 4;
  const wide = (right - 54) / Math.max(shown.length, 12);
  return html`<svg ref=${box} class="spectrum" height="176" role="img"
        aria-label=${`${values.length} singular values, the largest ${number(values[0])}; the first ${rank} are used`}>
    ${ticks.map((tick) => html`<g key=${tick}><line class="grid" x1="52" x2=${right} y1=${y(tick)} y2=${y(tick)}/>
      <text x="46" y=${y(tick)} text-anchor="end" dominant-baseline="central">${tickText(tick, ticks)}</text></g>`)}
    ${shown.map((value, i) => html`<rect key=${i}
          class=${i >= rank ? 'cut' : 'used'} x=${54 + i * wide} y=${y(Math.max(value, least))} width=${Math.max(1, wide - (wide > 4 ? 2 : 0.5))} height=${152 - y(Math.max(value, least))}><title>${i + 1}: ${number(value)}</title></rect>`)}
    <text x="54" y="170">1</text><text x=${54 + shown.length * wide} y="170" text-anchor="end">${shown.length < values.length ? `${shown.length} of ${values.length}` : shown.length}</text></svg>`;
}
