// A drawing of this page as a separate file: colors and fonts are included, with a legend below.

import { save } from '../api.js';

const COPIED = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'font-family', 'font-size',
  'font-weight', 'text-anchor', 'dominant-baseline'];
const SPACE = 'http://www.w3.org/2000/svg';
const LINE = 18;

function make(name, attributes, text = '') {
  const element = document.createElementNS(SPACE, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.textContent = text;
  return element;
}

/** The drawing as text. series: [{ label, line }], where line is the element whose color and dashes the label gets. */
export function asText(drawing, series) {
  const copy = drawing.cloneNode(true);
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  // The hint makes sense on the page only.
  [copy, ...copy.querySelectorAll('*')].forEach((element, i) => {
    if (originals[i].classList.contains('hint')) element.textContent = '';
    const style = getComputedStyle(originals[i]);
    COPIED.forEach((name) => element.setAttribute(name, style.getPropertyValue(name)));
    element.removeAttribute('class');
  });
  const width = drawing.clientWidth;
  const height = drawing.clientHeight;
  const ink = getComputedStyle(drawing).color;
  series.forEach(({ label, line }, i) => {
    const y = height + 8 + i * LINE;
    const style = getComputedStyle(line);
    copy.append(make('line', { x1: 56, x2: 84, y1: y, y2: y, stroke: style.stroke, 'stroke-width': 2, 'stroke-dasharray': style.strokeDasharray }));
    copy.append(make('text', { x: 92, y: y + 4, fill: ink, 'font-family': 'sans-serif', 'font-size': 12 }, label));
  });
  const tall = height + series.length * LINE + 8;
  copy.setAttribute('viewBox', `0 0 ${width} ${tall}`);
  copy.setAttribute('width', width);
  copy.setAttribute('height', tall);
  copy.setAttribute('xmlns', SPACE);
  copy.prepend(make('rect', { width, height: tall, fill: getComputedStyle(document.body).backgroundColor }));
  return new XMLSerializer().serializeToString(copy);
}

export function saveSvg(drawing, series, name) {
  save(new Blob([asText(drawing, series)], { type: 'image/svg+xml' }), name);
}
