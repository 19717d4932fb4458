// Curves with bands of the standard error: drag to zoom, point to read values, hide lines in the legend, navigate with
// the arrow keys. series: [{ key, label, style, reference, points: [{ x, mean, stderr, trials }] }], points in the order
// of x. Plain SVG: sharp at any size, colored by the style sheet, and downloadable as it is.

import { number, withError } from '../format.js';
import { html, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from '../view.js';
import { axis, extent, simplified, tickText } from './scale.js';

const HEIGHT = 380;
const MARGIN = { top: 14, right: 14, bottom: 50, left: 62 };
const SHOWN = 14; // number of values shown at the pointer
const LEAST_DRAG = 6;
const MISSED = 0.2; // largest deviation of a line, in pixels
const DENSE = 20; // with more curves, lines are thin, and bands would hide everything

export const COLOURS = 10;
export const lineClass = (style) => `line c${style % COLOURS} d${Math.floor(style / COLOURS) % 5}`;

/** The width of an element in pixels; 0 before it is laid out. */
export function useWidth(element) {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    setWidth(Math.round(element.current.clientWidth));
    return () => observer.disconnect();
  }, []);
  return width;
}

const usable = (point, log) => point.mean !== null && (!log || point.mean > 0);
const low = (point, log) => {
  const value = point.mean - (point.stderr ?? 0);
  return log && value <= 0 ? point.mean / 10 : value;
};
const high = (point) => point.mean + (point.stderr ?? 0);

/** Ranges of both axes that show everything. */
function ranges(series, log, bands) {
  const xs = [];
  const ys = [];
  for (const { points } of series) {
    for (const point of points) {
      xs.push(point.x);
      if (!usable(point, log)) continue;
      if (bands) ys.push(low(point, log), high(point));
      else ys.push(point.mean);
    }
  }
  const across = extent(xs) ?? [0, 1];
  return { x: across[0] === across[1] ? [across[0], across[0] + 1] : across, y: extent(ys) ?? (log ? [0.1, 1] : [0, 1]) };
}

/** A view of the ends of the curves, because a bad start would take most of the space. */
function ends(series, log, bands) {
  const full = ranges(series, log, bands);
  const last = ranges(series.map((one) => ({ ...one, points: one.points.slice(-1) })), log, bands).y;
  const margin = (last[1] - last[0]) * 0.25;
  return { x: full.x, y: [log ? last[0] / 1.02 : last[0] - margin, log ? last[1] * 1.02 : last[1] + margin] };
}

/**
 * The line through points, without those that make no visible difference: fifty curves of two hundred points take long to
 * draw.
 */
function path(points, x, y) {
  const xs = points.map(x);
  const ys = points.map(y);
  const kept = simplified(xs, ys, MISSED);
  let text = '';
  for (let i = 0; i < xs.length; i++) if (kept[i]) text += `${text ? 'L' : 'M'}${Math.round(xs[i] * 10) / 10},${Math.round(ys[i] * 10) / 10}`;
  return text;
}

/** One curve: its band, its line, and a point if there is only one value, whose line extends across the whole plot. */
function curve({ key, style, points, reference }, { x, y, log, bands, plot }) {
  const good = points.filter((point) => usable(point, log));
  if (good.length === 0) return null;
  const single = good.length === 1;
  const drawn = single ? [{ ...good[0], px: plot.left }, { ...good[0], px: plot.right }] : good;
  const across = (point) => point.px ?? x(point.x);
  const band = bands && good.some(({ stderr }) => stderr > 0);
  const area = band && `${path(drawn, across, (p) => y(high(p)))}L${path([...drawn].reverse(), across, (p) => y(low(p, log))).slice(1)}Z`;
  return html`<g key=${key} class=${`${lineClass(style)}${reference ? ' oracle' : ''}${single ? ' single' : ''}`} data-series=${key}>
    ${band && html`<path class="band" d=${area}/>`}
    <path class="stroke" d=${path(drawn, across, (p) => y(p.mean))}/>
    ${single && html`<circle class="dot" cx=${x(good[0].x)} cy=${y(good[0].mean)} r="3.5"/>`}
  </g>`;
}

function Axes({ x, y, plot, xLabel, zero }) {
  const across = x.ticks(Math.max(2, Math.floor((plot.right - plot.left) / 90))).filter((tick) => Number.isInteger(tick));
  const up = y.ticks(6);
  return html`<g class="axes">
    ${up.map((tick) => html`<g key=${`y${tick}`}>
      <line class=${zero && tick === 0 ? 'zero' : 'grid'} x1=${plot.left} x2=${plot.right} y1=${y(tick)} y2=${y(tick)}/>
      <text x=${plot.left - 8} y=${y(tick)} text-anchor="end" dominant-baseline="central">${tickText(tick, up)}</text></g>`)}
    ${across.map((tick) => html`<text key=${`x${tick}`} x=${x(tick)} y=${plot.bottom + 16} text-anchor="middle">${tickText(tick, across)}</text>`)}
    <line class="base" x1=${plot.left} x2=${plot.right} y1=${plot.bottom} y2=${plot.bottom}/>
    <text class="caption" x=${plot.right} y=${plot.bottom + 38} text-anchor="end">${xLabel}</text>
    ${plot.right > 500 && html`<text class="caption hint" x=${plot.left} y=${plot.bottom + 38}>drag to zoom, double click to show all</text>`}
  </g>`;
}

/** Values of every line at an iteration, or its only value. */
function valuesAt(series, x) {
  return series.map((one) => ({ ...one, point: one.points.length === 1 ? one.points[0] : one.points.find((point) => point.x === x) }))
    .filter(({ point }) => point && point.mean !== null);
}

function Tooltip({ hover, series, plot, x, y, width }) {
  const near = valuesAt(series, hover.x)
    .sort((a, b) => (hover.py === null ? 0 : Math.abs(y(a.point.mean) - hover.py) - Math.abs(y(b.point.mean) - hover.py)));
  const rows = near.slice(0, SHOWN).sort((a, b) => b.point.mean - a.point.mean);
  const px = x(hover.x);
  const right = px < width / 2;
  const place = right ? { left: `${px + 14}px` } : { right: `${width - px + 14}px` };
  return html`<div class="tooltip" style=${{ ...place, top: `${plot.top + 4}px` }}>
    <div class="tooltip-head">iteration ${hover.x}</div>
    <table><tbody>${rows.map(({ key, label, style, reference, point }) => html`<tr key=${key} class=${key === near[0].key && hover.py !== null ? 'near' : ''}>
      <td><svg class="swatch" width="18" height="8" aria-hidden="true"><g class=${`${lineClass(style)}${reference ? ' oracle' : ''}`}>
        <path class="stroke" d="M0,4L18,4"/></g></svg></td>
      <td class="tooltip-label">${label}</td><td class="num">${withError(point.mean, point.stderr)}</td></tr>`)}</tbody></table>
    ${near.length > SHOWN && html`<div class="quiet">and ${near.length - SHOWN} more</div>`}
  </div>`;
}

export function Curves({ series, hidden, log = false, bands: wanted = true, zero = false, label, xLabel = 'iteration', empty = '', onDrawing }) {
  const box = useRef(null);
  const drawing = useRef(null);
  const clip = useId();
  const width = useWidth(box);
  const [zoom, setZoom] = useState(null);
  const [hover, setHover] = useState(null);
  const [drag, setDrag] = useState(null);
  useEffect(() => setZoom(null), [log, label]);
  useEffect(() => onDrawing?.(drawing.current), [onDrawing]);
  const shown = useMemo(() => series.filter(({ key }) => !hidden.has(key)), [series, hidden]);
  const dense = shown.length > DENSE;
  const spill = zoom ? 0 : 6; // lines at the edge are drawn completely
  const bands = wanted && !dense;
  const plot = { left: MARGIN.left, right: Math.max(width, 200) - MARGIN.right, top: MARGIN.top, bottom: HEIGHT - MARGIN.bottom };
  const { x, y, lines } = useMemo(() => {
    const full = ranges(shown, log, bands);
    const across = axis(zoom?.x ?? full.x, [plot.left, plot.right]);
    const up = axis(zoom?.y ?? full.y, [plot.bottom, plot.top], { log, pad: zoom ? 0 : 0.04 });
    return { x: across, y: up, lines: shown.map((one) => curve(one, { x: across, y: up, log, bands, plot })) };
  }, [shown, log, bands, zoom, width]);
  const iterations = useMemo(() => {
    const all = new Set();
    for (const { points } of shown) for (const { x: at } of points) all.add(at);
    return [...all].sort((a, b) => a - b);
  }, [shown]);

  const inside = (event) => {
    const rectangle = drawing.current.getBoundingClientRect();
    return [event.clientX - rectangle.left, event.clientY - rectangle.top];
  };
  const nearest = (px) => {
    const visible = iterations.filter((value) => x(value) >= plot.left - 1 && x(value) <= plot.right + 1);
    return visible.length === 0 ? null : visible.reduce((best, value) => (Math.abs(x(value) - px) < Math.abs(x(best) - px) ? value : best));
  };
  const move = (event) => {
    const [px, py] = inside(event);
    if (drag) setDrag({ ...drag, to: [px, py] });
    const found = nearest(px);
    setHover(found === null ? null : { x: found, py });
  };
  const down = (event) => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    drawing.current.setPointerCapture(event.pointerId);
    setDrag({ from: inside(event), to: inside(event) });
  };
  const up = () => {
    if (drag) {
      const [[ax, ay], [bx, by]] = [drag.from, drag.to];
      if (Math.abs(ax - bx) > LEAST_DRAG && Math.abs(ay - by) > LEAST_DRAG) {
        setZoom({ x: [x.value(Math.min(ax, bx)), x.value(Math.max(ax, bx))], y: [y.value(Math.max(ay, by)), y.value(Math.min(ay, by))] });
        setHover(null);
      }
    }
    setDrag(null);
  };
  const scaleBy = (factor) => {
    const middle = (plot.top + plot.bottom) / 2;
    const half = ((plot.bottom - plot.top) / 2) * factor;
    const center = hover ? x(hover.x) : (plot.left + plot.right) / 2;
    const wide = ((plot.right - plot.left) / 2) * factor;
    setZoom({ x: [x.value(center - wide), x.value(center + wide)], y: [y.value(middle + half), y.value(middle - half)] });
  };
  const press = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      const i = hover ? iterations.indexOf(hover.x) + step : 0;
      if (iterations[i] !== undefined) setHover({ x: iterations[i], py: null });
    } else if (event.key === '+' || event.key === '=') scaleBy(0.6);
    else if (event.key === '-') scaleBy(1 / 0.6);
    else if (event.key === '0') setZoom(null);
    else if (event.key === 'Escape') setHover(null);
    else return;
    event.preventDefault();
  };
  const spoken = hover && hover.py === null && valuesAt(shown, hover.x).slice(0, SHOWN).map(({ label: name, point }) => `${name} ${number(point.mean)}`).join(', ');
  return html`<div class="chart" ref=${box} onKeyDown=${press}>
    <svg ref=${drawing} class=${dense ? 'curves dense' : 'curves'} width="100%" height=${HEIGHT} tabindex="0" role="application"
          aria-roledescription="chart"
        aria-label=${`${label}, ${shown.length} curves over ${xLabel}s. Arrows read values, plus and minus zoom, 0 shows all.`}
        onPointerMove=${move} onPointerDown=${down} onPointerUp=${up} onPointerCancel=${() => setDrag(null)}
        onPointerLeave=${() => setHover(null)} onDblClick=${() => setZoom(null)}>
      <clipPath id=${clip}><rect x=${plot.left} y=${plot.top - spill} width=${plot.right - plot.left} height=${plot.bottom - plot.top + 2 * spill}/></clipPath>
      ${width > 0 && series.length === 0 && html`<text class="caption" x=${width / 2} y=${HEIGHT / 2} text-anchor="middle">${empty}</text>`}
      ${width > 0 && series.length > 0 && html`<${Axes} x=${x} y=${y} plot=${plot} xLabel=${xLabel} zero=${zero}/>
        <g clip-path=${`url(#${clip})`}>${lines}</g>`}
    </svg>
    ${hover && html`<div class="cursor"
          style=${{ transform: `translateX(${x(hover.x)}px)`, top: `${plot.top}px`, height: `${plot.bottom - plot.top}px` }}></div>`}
    ${drag && html`<div class="selection" style=${{ left: `${Math.min(drag.from[0], drag.to[0])}px`, top: `${Math.min(drag.from[1], drag.to[1])}px`,
      width: `${Math.abs(drag.from[0] - drag.to[0])}px`, height: `${Math.abs(drag.from[1] - drag.to[1])}px` }}></div>`}
    ${shown.length > 0 && html`<button class="small over"
          onClick=${() => setZoom(zoom ? null : ends(shown, log, bands))}>${zoom ? 'Show all' : 'Zoom to the ends'}</button>`}
    ${hover && !drag && shown.length > 0 && html`<${Tooltip} hover=${hover} series=${shown} plot=${plot} x=${x} y=${y} width=${width}/>`}
    <div class="unseen" aria-live="polite">${hover && hover.py === null ? `iteration ${hover.x}: ${spoken}` : ''}</div>
  </div>`;
}

/** Highlights one line of a drawing, or none for null, without redrawing. */
export function light(drawing, key) {
  drawing.classList.toggle('has-lit', key !== null);
  drawing.querySelectorAll('[data-series]').forEach((line) => line.classList.toggle('lit', line.dataset.series === key));
}

/** The legend; pointing at an entry highlights its line, a click hides or shows it, a double click shows only this line. */
export function Legend({ series, hidden, onHidden, onPoint }) {
  const toggle = (key) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    onHidden(next);
  };
  const alone = (key) => onHidden(new Set(series.map((one) => one.key).filter((other) => other !== key)));
  return html`<div class="legend" role="group" aria-label="Curves shown">
    ${series.map(({ key, label, style, points, reference }) => html`<button key=${key} class="legend-item" aria-pressed=${!hidden.has(key)}
        title=${`${label}; click: hide or show; double click: show only this`} onClick=${() => toggle(key)} onDblClick=${() => alone(key)}
        onPointerEnter=${() => onPoint(key)} onPointerLeave=${() => onPoint(null)} onFocus=${() => onPoint(key)} onBlur=${() => onPoint(null)}>
      <svg class="swatch" width="26" height="8" aria-hidden="true"><g class=${`${lineClass(style)}${reference ? ' oracle' : ''}`}>
        <path class="stroke" d="M0,4L26,4"/></g></svg>
      <span class="legend-label">${label}</span><span class="num">${number(points[points.length - 1]?.mean)}</span></button>`)}
    ${hidden.size > 0 && html`<button class="plain" onClick=${() => onHidden(new Set())}>Show all ${series.length}</button>`}
  </div>`;
}
